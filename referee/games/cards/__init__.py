"""Euphrates & Tigris: the card game (Contest of Kings), by Reiner Knizia. Two to four players, secret hands.

`GAME` binds the chapters: `rules/` (one module a chapter), `legal`, `notation` and `typed`, `faces`, `cases`.
"""

from __future__ import annotations

from typing import Any

from referee.drawing.late import late
from referee.games.cards import moves
from referee.games.cards.check import check
from referee.games.cards.data import FORMS, INFO
from referee.games.cards.legal import legal_orders
from referee.games.cards.moves import Move
from referee.games.cards.notation import format_order, parse_order
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import apply, asked, requests
from referee.games.cards.rules.setup import goods, setup
from referee.games.cards.rules.turn import on_turn
from referee.games.cards.state import State
from referee.games.cards.words import GRAMMAR
from referee.kernel.case_rules import OwnRules
from referee.kernel.game import Faces, Game, Notation, Policies
from referee.kernel.goods import Own
from referee.kernel.neutral import least_of
from referee.kernel.requests import Seat
from referee.kernel.tallies import Course

_FACES = "referee.games.cards.faces"
_TYPED = "referee.games.cards.typed"


def _cases() -> OwnRules[Any, Any, Any]:
    from referee.games.cards.cases import cases_of  # only the case book needs it

    return cases_of(GAME)


def _parse_policy(lines: tuple[str, ...]) -> Any:
    from referee.games.cards.policy import parse_policy  # only tables with standing answers need it

    return parse_policy(lines)


def _format_policy(policy: Any) -> tuple[str, ...]:
    from referee.games.cards.policy import format_policy

    return format_policy(policy)


def _answer(state: State, seat: Seat, own: Own, policy: Any) -> Move | None:
    from referee.games.cards.policy import answer

    return answer(state, seat, own, policy)


GAME: Game[State, Move] = Game(
    info=INFO,
    goods=goods,
    setup=setup,
    requests=requests,
    asked=asked,
    apply=apply,
    legal_orders=legal_orders,
    answers=moves.answers,
    secret=moves.secret,
    outcome=outcome,
    tallies=late("referee.games.cards.tallies", "tallies"),
    check=check,
    state_type=State,
    notation=Notation(
        format_order=format_order,
        parse_order=parse_order,
        read=late(_TYPED, "read"),
        cut=late(_TYPED, "cut"),
        complete=late(_TYPED, "complete"),
        words=GRAMMAR.page(),
    ),
    faces=Faces(
        text=late(f"{_FACES}.text", "picture"),
        heading=late(f"{_FACES}.status", "heading"),
        legend=late(f"{_FACES}.text", "legend"),
        hand=late(f"{_FACES}.text", "hand"),
        strengths=late(f"{_FACES}.listing", "strengths"),
        listing=late(f"{_FACES}.listing", "listing"),
        result=late(f"{_FACES}.result", "result"),
        drawing=late(f"{_FACES}.drawing", "draw"),
        spots=late(f"{_FACES}.spots", "spots"),
        course=Course(late(f"{_FACES}.course", "points"), late(f"{_FACES}.course", "is_open"), weakest=True),
        least=76,
    ),
    on_turn=on_turn,
    cases=_cases,
    policies=Policies(
        questions=("score", "commit", "convert", "swap"),
        parse=_parse_policy,
        format=_format_policy,
        answer=_answer,
        forms=FORMS,
    ),
    neutral=least_of(
        legal_orders, (moves.Pass(), moves.Commit(0), moves.Score(False), moves.Convert(False), moves.Decline())
    ),
)
