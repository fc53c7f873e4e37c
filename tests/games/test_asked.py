"""What somebody who is asked is told, at positions of the examples. That every question has its words at every position
of random games, in at most two lines, the contract asks.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.drawing.text_picture import plain_text_of
from referee.i18n.event_text import question_for_reader
from referee.kernel.game import Viewer
from referee.kernel.goods import OwnGoods
from referee.protocol.history.read_record import read_history
from referee.protocol.step.position import Position

ROOT = Path(__file__).parents[2]
CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "asked.toml").read_text("utf-8"))["at"]


@cache
def positions(example: str) -> tuple[Position, ...]:
    """Every position of an example, the deal first."""
    seen: list[Position] = []
    record = ROOT / "examples" / example / "record"
    read_history({path.name: path.read_bytes() for path in record.iterdir()}, watch=seen.append)
    return tuple(seen)


def view_of(case: dict[str, Any], position: Position, lang: str) -> Viewer:
    seat = position.table.called.index(case["seat"])
    return Viewer(position.table.called, seat, OwnGoods(tuple(sorted(case.get("hand", "").split()))), lang)


@pytest.mark.parametrize("lang", ("en", "it"))
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['example']}-{case['step']}")
def test_who_is_asked_reads_what_and_how_much_would_do(case: dict[str, Any], lang: str) -> None:
    position = positions(case["example"])[case["step"]]
    game, view = position.table.game, view_of(case, position, lang)

    assert " ".join(question_for_reader(game, position.state, view)) == case[lang]
    if f"holds_{lang}" in case:
        assert game.faces.holds is not None
        assert game.faces.holds(position.state, view) == case[f"holds_{lang}"]


@pytest.mark.parametrize(
    ("step", "seat", "lang", "told"),
    (
        (
            53,
            "Bert",
            "en",
            ("Dora attacks your trader on L11.", "If you lose, your trader is removed: Dora scores 1 red."),
        ),
        (
            50,
            "Dora",
            "en",
            ("Your trader is at war with Bert's.", "You are next after Carl in turn order, so you attack."),
        ),
        (
            50,
            "Bert",
            "en",
            ("Your trader is at war with Dora's, currently 1 to 2.", "the tiles on P10 are removed: you score 2 green"),
        ),
        (50, "Bert", "it", ("Il tuo mercante è in conflitto con quello di Dora", "perde P10: 2 verdi per te.")),
        (50, "Anna", "en", ("Dora's trader is at war with Bert's, currently 1 to 2.", "Your farmer there stays.")),
    ),
)
def test_a_conflict_tells_each_reader_why_and_what_either_end_does(
    step: int, seat: str, lang: str, told: tuple[str, ...]
) -> None:
    position = positions("tigris-4p")[step]
    faces, view = position.table.game.faces, view_of({"seat": seat}, position, lang)
    assert faces.why is not None
    assert faces.conflict is not None
    page = " ".join((faces.why(position.state, view), plain_text_of(faces.conflict(position.state, view))))
    page = " ".join(page.split())

    assert [text for text in told if text not in page] == []
