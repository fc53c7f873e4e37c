"""The state as canonical JSON types, and back.

Rows of the board are text: `.` empty land, `~` empty river, `T S M F` face-up tiles, `#` face down, `x` destroyed.
They alone tell the terrain: a farm lies on river, every other face-up tile and every leader on land, and under `#`
and `x` nothing can ever lie again. Leaders are not drawn in the rows; their space shows land.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import fields

from referee.games.tigris.board import ALL, COLUMNS, LABEL, LABELS, SPACE, Spaces, labels, spaces_of
from referee.games.tigris.data import COLOURS, MONUMENTS, ROLES
from referee.games.tigris.state import State
from referee.kernel.canonical_json import convert_to

SIGNS = ".~TSMF#x"
"""The signs of the rows, in the order of their numbers in `draw_rows`."""

_WIDTH = ALL.bit_length()
_SIGN_OF_DIGIT = str.maketrans("01234567", SIGNS)


@lru_cache(maxsize=1024)
def _digits(spaces: Spaces) -> int:
    """The number that shows a 1 for every space of the set when it is printed in base 8."""
    return int(f"{spaces:b}", 8)


def draw_rows(state: State) -> tuple[str, ...]:
    """The eleven rows of the board, 16 signs each, A1 first."""
    return _map_rows(state.tiles, state.river, state.face_down, state.catastrophes)


@lru_cache(maxsize=16)  # many a step leaves the board as it was
def _map_rows(tiles: tuple[Spaces, ...], river: Spaces, face_down: Spaces, catastrophes: Spaces) -> tuple[str, ...]:
    temples, settlements, markets, farms = map(_digits, tiles)
    river = _digits(river & ~tiles[3])
    # One octal digit for each space, so that one conversion prints the whole board.
    number = river + 2 * temples + 3 * settlements + 4 * markets + 5 * farms
    number += 6 * _digits(face_down) + 7 * _digits(catastrophes)
    signs = f"{number:0{_WIDTH}o}"[::-1].translate(_SIGN_OF_DIGIT)
    return tuple(signs[start : start + len(COLUMNS)] for start in range(0, _WIDTH, len(COLUMNS) + 1))


def read_rows(rows: tuple[str, ...]) -> dict[str, Spaces]:
    """The set of spaces for each sign of `SIGNS`; `~` includes the farms."""
    text = "".join(rows)
    sets = dict.fromkeys(SIGNS, 0)
    for label, sign in zip(LABELS, text, strict=True):
        sets[sign] |= SPACE[label]
    sets["~"] |= sets["F"]
    return sets


_names = lru_cache(maxsize=256)(labels)  # sets of treasures change a dozen times a game, and are told after every step


_SAME = (
    *("points", "treasures_won", "hands", "catastrophes_left", "bag", "box"),
    *("active", "action", "turn", "idle", "ended"),
)
"""The fields that are JSON as they are."""

_same = attrgetter(*_SAME)


def to_json(state: State) -> dict[str, Any]:
    """The public state as canonical JSON types."""
    leaders = state.leaders
    return {
        **dict(zip(_SAME, _same(state), strict=True)),
        "setting": msgspec.structs.asdict(state.setting),
        "rows": draw_rows(state),
        "leaders": tuple(_piece_places(ROLES, leaders[i : i + 4]) for i in range(0, len(leaders), 4)),
        "treasures": _names(state.treasures),
        "priority": _names(state.priority),
        "monuments": _piece_places(MONUMENTS, state.monuments),
        "ziggurat": LABEL[state.ziggurat] if state.ziggurat else None,
        "buildings": _piece_places(COLOURS, state.buildings),
        "frames": msgspec.to_builtins(state.frames) if state.frames else (),
    }


def _piece_places(names: tuple[str, ...], spaces: tuple[Spaces, ...]) -> dict[str, str]:
    """Where each piece stands, for those on the board."""
    return dict(_pairs(names, spaces)) if any(spaces) else {}


@lru_cache(maxsize=256)
def _pairs(names: tuple[str, ...], spaces: tuple[Spaces, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, LABEL[space]) for name, space in zip(names, spaces, strict=True) if space)


_Plain: type[Any] = msgspec.defstruct(
    "_Plain",
    [
        ("rows", tuple[str, ...]),
        ("leaders", tuple[dict[str, str], ...]),
        ("treasures", tuple[str, ...]),
        ("priority", tuple[str, ...]),
        ("monuments", dict[str, str]),
        ("ziggurat", str | None),
        ("buildings", dict[str, str]),
        *((field.name, field.type) for field in fields(State) if field.name in (*_SAME, "setting", "frames")),
    ],
    frozen=True,
    forbid_unknown_fields=True,
)
"""The shape that `to_json` writes."""


def from_json(value: Any) -> State:
    """The state that `to_json` wrote. Raises `msgspec.ValidationError` or `KeyError` for anything else."""
    plain = convert_to(_Plain, value)
    sets = read_rows(plain.rows)
    red, black, green, blue = (_space(plain.buildings.get(colour)) for colour in COLOURS)
    return State(
        **{name: getattr(plain, name) for name in (*_SAME, "setting", "frames")},
        river=sets["~"],
        tiles=(sets["T"], sets["S"], sets["M"], sets["F"]),
        face_down=sets["#"],
        catastrophes=sets["x"],
        leaders=tuple(_space(seat.get(role)) for seat in plain.leaders for role in ROLES),
        treasures=spaces_of(plain.treasures),
        priority=spaces_of(plain.priority),
        monuments=tuple(_space(plain.monuments.get(name)) for name in MONUMENTS),
        ziggurat=_space(plain.ziggurat),
        buildings=(red, black, green, blue),
    )


def _space(label: str | None) -> Spaces:
    return SPACE[label] if label else 0
