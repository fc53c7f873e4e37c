"""The loop of stages: who is asked is worked out once for each position."""

from __future__ import annotations

import msgspec

from referee.kernel.game import Transition
from referee.kernel.requests import Request, Seat
from referee.kernel.stages import Stage, Stages


class Count(msgspec.Struct, frozen=True):
    """A game in which every number is answered by the next one; odd ones run by themselves."""

    number: int


class Up(msgspec.Struct, frozen=True):
    """The only order."""


def _counting(looked_at: list[int]) -> Stages[Count]:
    def asked(state: Count, frame: int) -> Seat | None:
        looked_at.append(frame)
        return None if frame % 2 else 0

    def up(state: Count, *_: object) -> Transition[Count]:
        return Transition(Count(state.number + 1))

    stage: Stage[Count] = Stage(
        asked=asked, request=lambda state, frame, seat: Request(seat, "up", ""), answers={Up: up}, otherwise=up
    )
    return Stages(pending=lambda state: state.number, rule="", sort=lambda frame: "any", table={"any": stage})


def test_who_is_asked_is_worked_out_once_for_each_position_of_a_game() -> None:
    looked_at = list[int]()
    stages, state = _counting(looked_at), Count(0)
    for _ in range(3):
        assert stages.asked(state) == (0,)
        stages.requests(state)
        state = stages.apply(state, 0, Up()).state

    assert looked_at == [0, 1, 2, 3, 4, 5, 6]


def test_an_equal_position_that_is_another_object_is_looked_at_anew() -> None:
    looked_at = list[int]()
    stages = _counting(looked_at)

    assert [stages.asked(Count(number)) for number in (0, 1, 0)] == [(0,), (), (0,)]
    assert looked_at == [0, 1, 0]
