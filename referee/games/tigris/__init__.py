"""Tigris & Euphrates by Reiner Knizia: base game, advanced board, civilization buildings, ziggurat, English variant."""

from __future__ import annotations

from referee.games.tigris.cases import run_case
from referee.games.tigris.check import check
from referee.games.tigris.faces import svg, text
from referee.games.tigris.legal import legal_moves
from referee.games.tigris.moves import Move, answers, secret
from referee.games.tigris.notation import format_move, parse_move
from referee.games.tigris.plain import from_json, to_json
from referee.games.tigris.rules.order import apply, requests
from referee.games.tigris.rules.scoring import ENDINGS, outcome
from referee.games.tigris.rules.setup import goods, set_up
from referee.games.tigris.state import State
from referee.games.tigris.typed import read
from referee.kernel.game import Faces, Game, GameInfo, Notation, Option

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
    presets=(("advanced", (("board", "advanced"), ("buildings", "yes"), ("ziggurat", "yes"))),),
)

GAME: Game[State, Move] = Game(
    info=INFO,
    goods=goods,
    setup=set_up,
    requests=requests,
    apply=apply,
    legal_moves=legal_moves,
    answers=answers,
    secret=secret,
    turn=lambda state: state.turn,
    outcome=outcome,
    check=check,
    to_json=to_json,
    from_json=from_json,
    notation=Notation(format_move=format_move, parse_move=parse_move, read=read),
    faces=Faces(text=text.draw, svg=svg.draw),
    run_case=run_case,
)
