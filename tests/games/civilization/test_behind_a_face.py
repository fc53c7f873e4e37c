"""What is typed behind a covered marker, or for after the others, is read and doubted as if those did nothing."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from referee.games.civilization import frames as f
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.state import State, with_player
from referee.games.civilization.state import replace as with_fields
from referee.messages.forecast import failing_plans
from referee.protocol.step.draft import draft
from tests.games.civilization.positions import placed
from tests.support.rehearse import Match, open_match


@cache
def _match() -> Match:
    return open_match("civilization", 3, "behind a face")


def _exploring() -> State:
    """The first seat has Exploration open: a free infantry, then marches of up to three units; Italy lies covered."""
    state = placed(3, "gal 1 o1 inf1\nsah 2 o1\ncha 3 o1", "ita=? ger=?")
    lines = (fx.FreeUnit(unit="inf", n=1), fx.MoveEffect(n=3, steps=1))
    return with_fields(state, frames=(*state.frames[:-1], f.BoxTurn(0, "top", lines)), playing="c106")


def test_a_line_that_the_rules_refuse_there_is_doubted() -> None:
    match = _match()
    (name,) = (name for name in match.players if match.table.seat(name) == 0)
    at = replace(match.players[name], state=_exploring(), active=0)

    drafted = draft(at, match.eyes[name], ["place inf ita", "march ste gal:i", "march bal ita:i"])

    assert [(doubt.line, doubt.why and doubt.why.rule) for doubt in failing_plans(at, 0, drafted)] == [
        ("march ste gal:i", "CV 10.9")
    ]
    assert drafted.lines == ("march ste gal:i", "march bal ita:i")


@pytest.mark.parametrize(
    ("typed", "sealed"),
    [
        ("march bal ita:i", ("march bal ita:i",)),
        ("march ibe gal:i, march bal ita:i", ("march ibe gal:i", "march bal ita:i")),
        ("march ibe gal:i, pass", ("march ibe gal:i", "pass")),
    ],
)
def test_no_line_is_skipped_that_runs_already(typed: str, sealed: tuple[str, ...]) -> None:
    match = _match()
    (name,) = (name for name in match.players if match.table.seat(name) == 0)
    at = replace(match.players[name], state=_exploring(), active=0)

    drafted = draft(at, match.eyes[name], ["place inf ita", typed])

    assert (drafted.do, drafted.lines) == (("place inf ita",), sealed)


def _researching() -> State:
    """The lower box of Research is the first seat's, then the others'."""
    state = placed(3, "gal 1 o1 +1 inf1\nsah 2 o1\ncha 3 o1", pool=("c101", "c103"), playing="c109")
    knowing = (fx.BuyTech(n=1),)
    frames = (f.Turn("end"), f.InTurn((1, 2)), f.BoxTurn(0, "bottom", knowing))
    for seat in range(3):
        state = with_player(state, seat, with_fields(state.players[seat], credits=200))
    return with_fields(state, frames=frames)


@pytest.mark.parametrize(
    ("typed", "line", "why"),
    [
        (["pass", "pick c103"], "", ""),
        (["pass", "pass", "pick c103"], "pass", "plan-met-question"),
        (["pass", "tech mas", "pick c103"], "tech mas", "plan-met-question"),
        (["pass", "pick c102"], "pick c102", "civilization/card-not-in-pool"),
        (["pass", "pick c103", "colonist gal"], "colonist gal", "plan-turn-over"),
    ],
)
def test_a_line_that_ends_the_plan_though_the_others_do_nothing_is_doubted(
    typed: list[str], line: str, why: str
) -> None:
    match = _match()
    (name,) = (name for name in match.players if match.table.seat(name) == 0)
    at = replace(match.players[name], state=_researching(), active=0)

    found = failing_plans(at, 0, draft(at, match.eyes[name], typed))

    assert [(doubt.line, doubt.why.why.code) for doubt in found if doubt.why] == ([(line, why)] if line else [])
