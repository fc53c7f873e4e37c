"""The rule list of the card game: all rulings are there, and none that the code names is missing."""

from __future__ import annotations

import re

from referee.games.cards import GAME
from tests.games.known import folder, rules

LIST = rules("cards")


def test_every_ruling_stands_under_one_rule_and_has_its_reason_in_both_languages() -> None:
    under = [ruling for entry in LIST["rules"].values() for ruling in entry["rulings"]]

    assert sorted(under) == sorted(LIST["rulings"])
    assert list(LIST["rulings"]) == [f"G-{number}" for number in range(1, 40)]
    assert all(set(entry) == {"en", "it", "why_en", "why_it"} for entry in LIST["rulings"].values())


def test_every_ruling_named_in_the_code_is_listed() -> None:
    code = (path.read_text("utf-8") for path in folder("cards").rglob("*.py"))

    assert {ruling for text in code for ruling in re.findall(r"G-\d+", text)} <= set(LIST["rulings"])


def test_every_option_is_explained_and_none_is_left_out_of_the_rulings() -> None:
    told = " ".join(entry["en"] for entry in LIST["rulings"].values())

    assert [option.name for option in GAME.info.options if option.name not in told] == []
