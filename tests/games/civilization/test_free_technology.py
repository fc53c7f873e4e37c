"""A technology without paying: what may be taken, what is told, and what is taken for who is away."""

from __future__ import annotations

import pytest

from referee.games.civilization import GAME
from referee.games.civilization import frames as f
from referee.games.civilization.display.supply import technology_lines
from referee.games.civilization.moves import CivilizationOrder, Learn
from referee.games.civilization.rules.technologies import offer
from referee.games.civilization.state import State, replace, with_player
from referee.kernel.errors import IllegalMove
from referee.kernel.game import Viewer
from tests.games.civilization.positions import NAMES, placed

HELD_OUT = {"the era has one left": "mas", "the era has none left": None}


def asked(left: str | None, *, free_tech: str = "next", kept: bool = False) -> State:
    """Anna is asked for a free technology, and every ancient one but `left` is owned."""
    state = placed(2, "gan 1 o1\nhim 2 o1", frames=(f.Turn("end"), f.FreeTechnology(0, kept=kept)))
    held = tuple(tech.id for tech in state.world.technologies.values() if tech.era == 1 and tech.id != left)
    setting = replace(state.setting, free_tech=free_tech)
    return with_player(replace(state, setting=setting), 1, replace(state.players[1], technologies=held))


def neutral(state: State) -> CivilizationOrder:
    assert GAME.neutral is not None
    order: CivilizationOrder = GAME.neutral(state, 0)
    return order


@pytest.mark.parametrize("left", HELD_OUT.values(), ids=HELD_OUT)
def test_what_is_taken_for_who_is_away_is_one_of_the_technologies_that_may_be_taken(left: str | None) -> None:
    state = asked(left)

    assert neutral(state) in GAME.legal_orders(state, 0, None)


def test_who_is_away_is_given_a_technology_of_the_era_that_runs_before_one_of_the_next() -> None:
    state = asked("mas")
    eras = {tech.era for tech in offer(state, free=True, next_era=True)}

    assert (eras, neutral(state)) == ({1, 2}, Learn("mas"))


@pytest.mark.parametrize("kept", [False, True], ids=["in a turn", "in the set-up"])
def test_who_is_asked_is_told_every_technology_that_may_be_taken_and_no_other(kept: bool) -> None:
    state = asked("mas", kept=kept)
    may = [order.code for order in GAME.legal_orders(state, 0, None) if isinstance(order, Learn)]

    assert [code_of(line) for line in technology_lines(state, Viewer(NAMES[:2]))[1:]] == may


def code_of(line: str) -> str:
    return line.partition(" (")[2].partition(")")[0]


def test_in_the_set_up_a_technology_of_the_next_era_is_refused() -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(asked("mas", kept=True), 0, Learn("ban"), ())

    assert refused.value.rule == "CV 7.2"
