"""Positions of Tigris & Euphrates as somebody sees them, for the tests of pictures and lists."""

from __future__ import annotations

from functools import cache
from itertools import islice

import msgspec

from referee.drawing.svg_document import svg_of
from referee.games.tigris import GAME
from referee.games.tigris import frames as f
from referee.games.tigris.board import SPACE, spaces_of
from referee.games.tigris.state import State
from referee.kernel.game import Viewer
from referee.kernel.goods import OwnGoods
from tests.games.tigris.playing import options, random_game, start

NAMES = ("anna", "bert", "carl", "dora")
replace = msgspec.structs.replace
LANGUAGES = ("en", "it")


def view(state: State, seat: int | None = None, own: OwnGoods | None = None, lang: str = "en") -> Viewer:
    return Viewer(NAMES[: state.seat_count], seat, own, lang)


def picture(state: State, shown: Viewer) -> str:
    """The SVG document."""
    return svg_of(GAME.faces, state, shown)


@cache
def states() -> tuple[State, ...]:
    """Every seventh position of some random games under several options, the ends included."""
    found: list[State] = []
    for seed in range(0, 24, 3):
        turns = list(random_game(seed))
        found += [turned.before for turned in islice(turns, 0, None, 7)]
        found.append(turns[-1].after)
    return tuple(found)


@cache
def rich() -> State:
    """One position with every kind of piece: made by hand, because a random game seldom has them all at once."""
    state, _ = start(options(3, "advanced", "buildings", "ziggurat"), 1)
    down = spaces_of(("B2", "C2", "B3", "C3", "H5", "G6", "H6", "I6", "H7"))
    return replace(
        state,
        river=state.river & ~down,
        tiles=(
            (state.tiles[0] & ~spaces_of(("B3",))) | spaces_of(("G1", "H1")),
            spaces_of(("K3", "K4")),
            SPACE["L3"],
            SPACE["M5"],
        ),
        face_down=down,
        monuments=(0, SPACE["B2"], 0, 0, 0, 0),
        ziggurat=SPACE["H6"],
        buildings=(SPACE["G1"], SPACE["K4"], 0, 0),
        leaders=(0, SPACE["J3"], 0, 0, 0, SPACE["M3"], 0, 0, SPACE["A3"], 0, 0, 0),
        catastrophes=SPACE["P11"],
        frames=(f.ActionEnd(), f.Wars("L3"), f.Commit("black", 1, 2, 3, 2, "L3", 2)),
    )
