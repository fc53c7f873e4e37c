"""Tigris & Euphrates by Reiner Knizia: base game, advanced board, civilization buildings, ziggurat, English variant."""

from __future__ import annotations

from typing import Any

from referee.drawing.late import late
from referee.games.tigris.check import check
from referee.games.tigris.info import FORMS, INFO
from referee.games.tigris.legal import legal_orders
from referee.games.tigris.moves import Commit, Decline, Move, Pass, answers, secret
from referee.games.tigris.notation import format_order, parse_order
from referee.games.tigris.plain import from_json, to_json
from referee.games.tigris.rules.order import apply, asked, on_turn, requests
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.rules.setup import goods, set_up
from referee.games.tigris.state import State
from referee.games.tigris.words import GRAMMAR
from referee.kernel.case_rules import OwnRules
from referee.kernel.game import Faces, Game, Notation, Policies
from referee.kernel.goods import Own
from referee.kernel.neutral import least_of
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.kernel.tallies import Course

# Pictures, what people type and the case book are loaded when they are asked for: most commands need one of them.
_FACES = "referee.games.tigris.faces"
_TYPED = "referee.games.tigris.typed"


def _cases() -> OwnRules[Any, Any, Any]:
    from referee.games.tigris.cases import CASES

    return CASES


def _parse_policy(lines: tuple[str, ...]) -> Any:
    from referee.games.tigris.policy import parse_policy  # only tables with standing answers need it

    return parse_policy(lines)


def _format_policy(policy: Any) -> tuple[str, ...]:
    from referee.games.tigris.policy import format_policy

    return format_policy(policy)


def _answer(state: State, seat: Seat, own: Own, policy: Any) -> Move | Sentence | None:
    from referee.games.tigris.policy import answer

    return answer(state, seat, own, policy)


GAME: Game[State, Move] = Game(
    info=INFO,
    goods=goods,
    setup=set_up,
    requests=requests,
    asked=asked,
    apply=apply,
    legal_orders=legal_orders,
    answers=answers,
    secret=secret,
    outcome=outcome,
    tallies=late("referee.games.tigris.tallies", "tallies"),
    check=check,
    to_json=to_json,
    from_json=from_json,
    notation=Notation(
        format_order=format_order,
        parse_order=parse_order,
        read=late(_TYPED, "read"),
        cut=late(_TYPED, "cut"),
        complete=late(_TYPED, "complete"),
        words=GRAMMAR.page(),
    ),
    faces=Faces(
        text=late(f"{_FACES}.text", "draw"),
        heading=late(f"{_FACES}.status", "headline"),
        legend=late(f"{_FACES}.signs", "legend"),
        hand=late(f"{_FACES}.hand", "hand"),
        strengths=late(f"{_FACES}.kingdoms", "strengths"),
        listing=late(f"{_FACES}.listing", "listing"),
        result=late(f"{_FACES}.result", "result"),
        drawing=late(f"{_FACES}.drawing", "draw"),
        spots=late(f"{_FACES}.spots", "spots"),
        course=Course(late(f"{_FACES}.course", "points"), late(f"{_FACES}.course", "is_open"), weakest=True),
    ),
    on_turn=on_turn,
    cases=_cases,
    policies=Policies(
        questions=("commit", "treasure", "monument"),
        parse=_parse_policy,
        format=_format_policy,
        answer=_answer,
        forms=FORMS,
    ),
    neutral=least_of(legal_orders, (Pass(), Commit(0), Decline())),
)
