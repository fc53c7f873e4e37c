"""A box that is passed: what runs by itself in it is carried out, what is optional is over."""

from __future__ import annotations

import pytest

from referee.games import find
from referee.games.civilization import GAME
from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization.frames import BoxTurn
from referee.games.civilization.moves import Pass, Skip
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.state import State, replace, with_player
from referee.kernel.game import Transition
from referee.kernel.requests import Seat
from tests.games.civilization.positions import placed

MOVES, COUNT = fx.MoveEffect(n=1, steps=1), fx.ScoreEffect()
BOXES: dict[str, tuple[tuple[fx.BoxEffect, ...], int, bool]] = {
    "a gain behind moves": ((MOVES, fx.GainEffect(n=20)), 20, False),
    "a gain behind two optional lines": ((MOVES, fx.Colonists(n=2), fx.GainEffect(n=10)), 10, False),
    "an income": ((MOVES, fx.IncomeEffect(per="level", n=10)), 10, False),
    "a count": ((MOVES, COUNT), 0, True),
    "all three": (
        (MOVES, fx.GainEffect(n=10), fx.Colonists(n=1), fx.IncomeEffect(per="settlement", n=20), COUNT),
        30,
        True,
    ),
    "a choice with a gain in it": (
        (MOVES, fx.ChooseEffect(n=1, among=(fx.Colonists(n=1), fx.GainEffect(n=10)))),
        0,
        False,
    ),
    "a free technology, with none on offer": ((MOVES, fx.FreeTech(n=1, scope="earlier")), 20, False),
    "two of them behind an optional line": ((MOVES, fx.Colonists(n=1), fx.FreeTech(n=2, scope="earlier")), 40, False),
    "one of them between gains": (
        (MOVES, fx.GainEffect(n=10), fx.FreeTech(n=1, scope="earlier"), fx.IncomeEffect(per="level", n=10)),
        40,
        False,
    ),
    "nothing else": ((MOVES,), 0, False),
}
"""The lines of a box, the credits that who passes it has of it, and whether it is counted."""


def begun(*frames: f.AnyFrame) -> State:
    """Anna can move and place colonists, all technologies are taken, and one card is left to pick."""
    state = placed(2, "gan 1 o1 +2 inf1\nhim 2 o1 +1", frames=(f.Turn("pick"), *frames), pool=("c101",))
    held = replace(state.players[1], technologies=tuple(state.world.technologies))
    return with_player(state, 1, held)


def passed(state: State, seat: Seat) -> Transition[State]:
    after: Transition[State] = GAME.apply(state, seat, Pass(), ())
    return after


@pytest.mark.parametrize(("lines", "gained", "counted"), BOXES.values(), ids=BOXES)
def test_who_passes_a_box_has_what_runs_by_itself_and_is_asked_nothing_more_of_it(
    lines: tuple[fx.BoxEffect, ...], gained: int, counted: bool
) -> None:
    before = begun(BoxTurn(0, "top", lines))
    step = passed(before, 0)
    after = step.state

    assert after.players[0].credits - before.players[0].credits == gained
    assert any(isinstance(event, e.Counted) for event in step.events) == counted
    assert [request.question for request in GAME.requests(after)] == ["pick"]


@pytest.mark.parametrize(("reading", "gained"), [("credits", 20), ("nothing", 0)])
def test_a_game_that_began_before_the_reading_gives_nothing_for_a_passed_technology(reading: str, gained: int) -> None:
    before = begun(BoxTurn(0, "top", (MOVES, fx.FreeTech(n=1, scope="earlier"))))
    before = replace(before, setting=replace(before.setting, passed_technology=reading))
    first = find("civilization", 1)

    assert passed(before, 0).state.players[0].credits - before.players[0].credits == gained
    assert first.from_json(first.to_json(before)).setting.passed_technology == "nothing"


def test_to_pass_gives_what_passing_line_by_line_does() -> None:
    lines = (MOVES, fx.FreeTech(n=1, scope="earlier"), fx.Colonists(n=1), fx.GainEffect(n=10))
    skipped = begun(BoxTurn(0, "top", lines))
    for _ in range(2):
        skipped = GAME.apply(skipped, 0, Skip() if len(skipped.frames[-1].effects) > 1 else Pass(), ()).state

    assert skipped.players[0].credits == passed(begun(BoxTurn(0, "top", lines)), 0).state.players[0].credits


def test_in_a_box_that_all_play_at_once_who_passes_has_it_too_and_the_others_go_on() -> None:
    lines = (fx.Colonists(n=1), fx.GainEffect(n=10))
    before = begun(f.Together((BoxTurn(0, "bottom", lines), BoxTurn(1, "bottom", lines))))
    after = passed(before, 1).state

    assert [now.credits - then.credits for now, then in zip(after.players, before.players, strict=True)] == [0, 10]
    assert [request.seat for request in GAME.requests(after)] == [0]


def test_who_is_let_pass_loses_no_gain() -> None:
    state = begun(BoxTurn(0, "top", (MOVES, fx.GainEffect(n=10))))
    assert GAME.neutral is not None

    assert GAME.neutral(state, 0) == Pass()
    assert passed(state, 0).state.players[0].credits == state.players[0].credits + 10
