"""Whoever does not answer the open question is told what to type, and how the rest can be sealed."""

from __future__ import annotations

import pytest

from referee.kernel.errors import IllegalMove
from referee.kernel.sentence import in_language
from referee.protocol.step.draft import draft
from tests.support.rehearse import Match
from tests.table.plan_games import before_revolt
from tests.table.small_games import asked


def hint(match: Match, typed: str, lang: str) -> str:
    seat = asked(match)
    with pytest.raises(IllegalMove) as refused:
        draft(match.players[seat], match.eyes[seat], [typed])
    assert refused.value.code == "question-first" and refused.value.hint is not None
    return in_language(refused.value.hint, lang)


@pytest.mark.parametrize("column", "ABCDEFGHIJKLMNOP")
def test_behind_the_order_of_a_conflict_the_tiles_are_asked_for_by_the_order_that_adds_them(column: str) -> None:
    match = before_revolt()

    assert hint(match, f"king B9, temple {column}9", "en") == (
        f"first commit 0 to commit 3; you can plan the orders after it: if you win: place temple {column}9"
    )
    assert hint(match, f"re B9, tempio {column}9", "it") == (
        "prima rispondi (da aggiungi 0 a aggiungi 3); gli ordini che seguono si possono preparare: "
        f"se vinci: piazza tempio {column}9"
    )


def test_what_the_hint_tells_can_be_typed() -> None:
    match = before_revolt()
    seat = asked(match)
    found = draft(match.players[seat], match.eyes[seat], ["king B9; commit 2; if you win: place temple A9"])

    assert found.lines == ("win place temple A9",)
