"""Euphrates & Tigris: the card game (Contest of Kings), by Reiner Knizia. Two to four players, secret hands.

`GAME` binds the chapters: `rules/` (one module a chapter), `legal`, `notation` and `typed`, `faces`, `cases`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.games.cards import moves
from referee.games.cards.check import check
from referee.games.cards.data import INFO
from referee.games.cards.faces.text import picture
from referee.games.cards.legal import legal_orders
from referee.games.cards.moves import Move
from referee.games.cards.notation import format_order, parse_order
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import apply, requests
from referee.games.cards.rules.setup import goods, setup
from referee.games.cards.state import State
from referee.games.cards.typed import read
from referee.kernel.game import Faces, Game, Notation, Policies, View
from referee.kernel.goods import Own
from referee.kernel.requests import Seat


def _turn(state: State) -> int:
    return state.turn


def _to_json(state: State) -> Any:
    return msgspec.to_builtins(state)


def _from_json(value: Any) -> State:
    return msgspec.convert(value, State)


def _draw(state: State, view: View) -> str:
    from referee.games.cards.faces.svg import draw  # only who asks for a drawing needs it

    return draw(state, view)


def _run_case(case: dict[str, Any]) -> Sequence[tuple[str, str, str]]:
    from referee.games.cards.cases import run_case  # only the case book needs it

    return run_case(GAME, case)


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
    apply=apply,
    legal_orders=legal_orders,
    answers=moves.answers,
    secret=moves.secret,
    turn=_turn,
    outcome=outcome,
    check=check,
    to_json=_to_json,
    from_json=_from_json,
    notation=Notation(format_order=format_order, parse_order=parse_order, read=read),
    faces=Faces(text=picture, svg=_draw),
    run_case=_run_case,
    policies=Policies(
        questions=("score", "commit", "convert", "swap"), parse=_parse_policy, format=_format_policy, answer=_answer
    ),
)
