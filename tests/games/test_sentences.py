"""Forms as people type them, with the reading that is right: how many are understood, and that none is misread."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from referee.games import find
from tests.games.typed_positions import POSITIONS, position
from tests.games.understood_orders import understood
from tests.long_runs import of

TABLES = tomllib.loads((Path(__file__).parent / "spoken_forms.toml").read_text("utf-8"))

UNDERSTOOD = {
    "table": 0.96,
    "beside": 0.9,
    "fresh": 0.94,
    "strange": 0.87,
    "stranger": 0.9,
    "blind": 0.93,
    "unseen": 0.86,
    "mailed": 0.92,
    "posted": 0.83,
    "written": 0.93,
    "hasty": 0.86,
    "penned": 0.88,
    "sent": 0.87,
    "noted": 0.86,
    "jotted": 0.86,
    "told": 0.84,
    "texted": 0.86,
    "chatted": 0.92,
    "phoned": 0.87,
    "dashed": 0.92,
    "emailed": 0.92,
    "replied": 0.93,
    "answered": 0.87,
}
"""Of each table at least so much is understood; the rest is refused."""


def is_right(told: str, meant: str) -> bool:
    """Whether a reading is one of those that are right; `!` is any refusal."""
    readings = [re.sub(r" ?/ ?", " / ", one) for one in meant.split(" | ")]
    return told in readings or (told.startswith("!") and "!" in readings)


@pytest.mark.parametrize("name", UNDERSTOOD)
def test_forms_are_understood_and_none_is_misread(name: str) -> None:
    wrong, counts = [], Counter[bool]()
    for part in TABLES[name]:
        game = find(part["game"])
        state = position(game, part["position"])
        for typed, meant in part["rows"]:
            told = understood(game, state, typed, part["lang"])
            counts[is_right(told, meant)] += 1
            wrong += [] if is_right(told, meant) or told.startswith("!") else [(typed, meant, told)]

    assert wrong == []
    assert counts[True] >= UNDERSTOOD[name] * counts.total()


@pytest.mark.parametrize("name", POSITIONS)
def test_beside_every_kind_of_order_a_line_without_sense_is_refused(name: str) -> None:
    """One kind of order had no name to be compared with, and the program failed."""
    game, told = find(name), dict[str, str]()
    for place in POSITIONS[name]:
        state = position(game, place)
        spelled = map(game.notation.format_order, game.legal_orders(state, game.requests(state)[0].seat, None))
        for verb, order in {one.partition(" ")[0]: one for one in spelled}.items():
            told[f"{place} {verb}"] = understood(game, state, f"{order} -cplacefun", "en")

    assert [one for one, said in told.items() if not said.startswith("!")] == []


READ_ALL = """
import tests.games.test_sentences as rows
for parts in rows.TABLES.values():
    for part in parts[::SLICE]:
        game = rows.find(part["game"])
        state = rows.position(game, part["position"])
        print([rows.understood(game, state, typed, part["lang"]) for typed, _ in part["rows"]])
"""


def test_a_line_is_read_alike_in_whatever_order_sets_are() -> None:
    """The order of a set follows from a number that each process draws anew."""
    code = READ_ALL.replace("SLICE", str(of(9, 2)))
    root = Path(__file__).parents[2]
    read = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert read[0] and read[0] == read[1] == read[2]
