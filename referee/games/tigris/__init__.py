"""Tigris & Euphrates by Reiner Knizia: base game, advanced board, civilization buildings, ziggurat, English variant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.tigris import typed
from referee.games.tigris.check import check
from referee.games.tigris.legal import legal_orders
from referee.games.tigris.moves import Move, answers, secret
from referee.games.tigris.notation import format_order, parse_order
from referee.games.tigris.plain import from_json, to_json
from referee.games.tigris.rules.order import apply, requests
from referee.games.tigris.rules.scoring import ENDINGS, outcome
from referee.games.tigris.rules.setup import goods, set_up
from referee.games.tigris.state import State
from referee.games.tigris.words import GRAMMAR
from referee.kernel.game import Faces, Game, GameInfo, Notation, Option, View

if TYPE_CHECKING:
    from referee.kernel.cases import CaseRules

INFO = GameInfo(
    name="tigris",
    title="Tigris & Euphrates",
    seats=(2, 3, 4),
    rules_version=1,
    options=(
        Option(
            "agreement", ("no", "yes"), "no", "the game ends after three full rounds in which everybody only passed"
        ),
        Option("board", ("standard", "advanced"), "standard", "which side of the board is played"),
        Option("buildings", ("no", "yes"), "no", "civilization buildings on lines of three"),
        Option("english", ("no", "yes"), "no", "the English variant: no surplus tiles in conflicts"),
        Option("scores", ("closed", "open"), "closed", "whether the points of all players are shown"),
        Option("ziggurat", ("no", "yes"), "no", "the ziggurat on a cross of five"),
    ),
    endings=ENDINGS,
    hand_rule="TE 3.5",
    rule_prefix="TE",
    presets=(("advanced", (("board", "advanced"), ("buildings", "yes"), ("ziggurat", "yes"))),),
)


# Pictures and the case book are loaded when they are asked for: most commands need neither.


def _text(state: State, view: View) -> tuple[tuple[tuple[str, str], ...], ...]:
    from referee.games.tigris.faces.text import draw

    return draw(state, view)


def _svg(state: State, view: View) -> str:
    from referee.games.tigris.faces.svg import draw

    return draw(state, view)


def _cases() -> CaseRules[Any, Any, Any]:
    from referee.games.tigris.cases import CASES

    return CASES


GAME: Game[State, Move] = Game(
    info=INFO,
    goods=goods,
    setup=set_up,
    requests=requests,
    apply=apply,
    legal_orders=legal_orders,
    answers=answers,
    secret=secret,
    outcome=outcome,
    check=check,
    to_json=to_json,
    from_json=from_json,
    notation=Notation(
        format_order=format_order,
        parse_order=parse_order,
        read=typed.read,
        cut=typed.cut,
        complete=typed.complete,
        words=GRAMMAR.page(),
    ),
    faces=Faces(text=_text, svg=_svg),
    cases=_cases,
)
