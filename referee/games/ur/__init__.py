"""Ur, by Paolo Mori (2006): cubes and tiles in the Fertile Crescent. Nothing is hidden, and chance ends with set-up."""

from __future__ import annotations

from typing import Any

from referee.drawing.late import late
from referee.games.ur import checks, legal, notation, state
from referee.games.ur.info import FORMS, INFO
from referee.games.ur.moves import Enough, Keep, Order, Pass
from referee.games.ur.rules.course import apply, asked, requests
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.setup import setup
from referee.games.ur.state import State
from referee.games.ur.words import GRAMMAR
from referee.kernel.case_rules import CaseRules
from referee.kernel.game import Faces, Game, Notation, Policies
from referee.kernel.goods import Own
from referee.kernel.neutral import least_of
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.kernel.tallies import Course

_FACES = "referee.games.ur.faces"
_TYPED = "referee.games.ur.typed"


def cases() -> CaseRules[Any]:
    """How cases of the case book are read."""
    from referee.games.ur.cases import CASES  # only the case book needs its types

    return CASES


def _parse_policy(lines: tuple[str, ...]) -> Any:
    from referee.games.ur.policy import parse_policy  # only tables with standing answers need it

    return parse_policy(lines)


def _format_policy(policy: Any) -> tuple[str, ...]:
    from referee.games.ur.policy import format_policy

    return format_policy(policy)


def _answer(state: State, seat: Seat, own: Own, policy: Any) -> Order | Sentence | None:
    from referee.games.ur.policy import answer

    return answer(state, seat, own, policy)


GAME: Game[State, Order] = Game(
    info=INFO,
    setup=setup,
    requests=requests,
    asked=asked,
    apply=apply,
    legal_orders=legal.legal_orders,
    outcome=outcome,
    tallies=late("referee.games.ur.tallies", "tallies"),
    check=checks.check,
    to_json=state.to_json,
    from_json=state.from_json,
    notation=Notation(
        format_order=notation.format_order,
        parse_order=notation.parse_order,
        read=late(_TYPED, "read"),
        cut=late(_TYPED, "cut"),
        complete=late(_TYPED, "complete"),
        words=GRAMMAR.page(),
    ),
    faces=Faces(
        text=late(f"{_FACES}.text", "text"),
        heading=late(f"{_FACES}.words", "heading"),
        legend=late(f"{_FACES}.text", "legend"),
        strengths=late(f"{_FACES}.text", "strengths"),
        listing=late(f"{_FACES}.listing", "listing"),
        result=late(f"{_FACES}.listing", "result"),
        drawing=late(f"{_FACES}.drawing", "draw"),
        spots=late(f"{_FACES}.spots", "spots"),
        course=Course(late(f"{_FACES}.course", "points"), late(f"{_FACES}.course", "is_open")),
    ),
    on_turn=state.on_turn,
    cases=cases,
    policies=Policies(
        questions=("turn place", "turn share"),
        parse=_parse_policy,
        format=_format_policy,
        answer=_answer,
        forms=FORMS,
    ),
    neutral=least_of(legal.legal_orders, (Pass(), Keep(), Enough())),
)
