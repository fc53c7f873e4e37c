"""A drawn fragment of the board as a state, and a state as the tokens of a drawing.

Tokens: `.` `~` empty land and river; `t s m f` tiles; `x` destroyed; `#` face down; `P1 K1 T1 F1` the leaders of
player 1. Behind a tile `*` a treasure, `!` a treasure taken first, `^` the building of its colour.
Everything outside the fragment is empty land.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.games.tigris.board import COLUMNS, LABEL, LABELS, SPACE
from referee.games.tigris.casebook import Given
from referee.games.tigris.data import CATASTROPHES_EACH, COLOURS, HAND_SIZE, KINDS, MONUMENTS, TILE_COUNTS
from referee.games.tigris.moves import MONUMENT
from referee.games.tigris.rules.setup import spaces_marked
from referee.games.tigris.state import Setting, State
from referee.kernel.errors import Unreadable

TILE_SIGNS = "tsmf"
LEADER_SIGNS = "PKTF"
FAR_TREASURES = ("P9", "N11", "P11")
"""Where three more temples with treasures lie, so that a fragment does not end the game."""

FAR_SQUARES = ("A10", "D10", "G10", "J10", "A7", "D7")
"""Where monuments stand that were built outside the fragment."""

AMPLE_BAG = 60

Cells = dict[str, str]


def cells_of(case: Given) -> Cells:
    """The tokens of a case by space: the printed board it starts from, its grid, and its single cells."""
    cells: Cells = dict.fromkeys(LABELS, ".")
    if "map" in case:
        for signs, token in (("~", "~"), ("T", "t*"), ("C", "t!")):
            spaces = spaces_marked(case["map"], signs)
            cells |= {label: token for label in LABELS if SPACE[label] & spaces}
    for row, tokens in enumerate(case.get("grid", ()), start=1):
        for column, token in zip(COLUMNS, tokens, strict=False):
            cells[f"{column}{row}"] = token
    cells |= case.get("cells", {})
    for label, token in cells.items():
        if label not in SPACE or not _TOKEN.fullmatch(token):
            raise Unreadable("tigris/bad-token", cell=label, text=token)
    return cells


_TOKEN = re.compile(r"[.~x]|[tsmf]\^?[*!]?|[tsmf][*!]\^|#[*!]?|[PKTF][1-4]")


def position(case: Given) -> State:
    """The state a case starts from. Raises Unreadable for a token that means nothing."""
    cells = cells_of(case)
    monuments = {monument_name(name): cell for name, cell in case.get("mons", {}).items()}
    for name, cell in zip(case.get("used", ()), FAR_SQUARES, strict=False):
        monuments[monument_name(name)] = cell
        cells |= {LABEL[SPACE[cell] << shift]: "#" for shift in (0, 1, 17, 18)}
    if _needs_far_treasures(case):
        cells |= {cell: "t*" for cell in FAR_TREASURES if cells[cell] == "."}
    seats = _seat_count(case, cells)
    given = tuple(hand_of(case, seat) for seat in range(seats))
    hands = tuple(HAND_SIZE if hand is None else len(hand) for hand in given)
    tiles = {sign: _where(cells, sign) for sign in TILE_SIGNS}
    bag = case.get("bag", AMPLE_BAG)
    on_board = sum(spaces.bit_count() for spaces in tiles.values()) + _where(cells, "#").bit_count()
    red, black, green, blue = (_building(cells, sign) for sign in TILE_SIGNS)
    return State(
        setting=_setting(case),
        river=_where(cells, "~") | tiles["f"],
        tiles=(tiles["t"], tiles["s"], tiles["m"], tiles["f"]),
        face_down=_where(cells, "#"),
        catastrophes=_where(cells, "x"),
        leaders=_leaders(cells, seats),
        treasures=treasures_marked(cells, "*!"),
        priority=treasures_marked(cells, "!"),
        monuments=tuple(SPACE[monuments[name]] if name in monuments else 0 for name in MONUMENTS),
        ziggurat=SPACE[case["zig"]] if "zig" in case else 0,
        buildings=(red, black, green, blue),
        points=((0, 0, 0, 0),) * seats,
        treasures_won=(0,) * seats,
        hands=hands,
        catastrophes_left=tuple(case.get("cats", (CATASTROPHES_EACH,) * seats)),
        bag=bag,
        box=sum(TILE_COUNTS) - on_board - sum(hands) - bag,
        active=case.get("active", 1) - 1,
    )


def hand_of(case: Given, seat: int) -> tuple[str, ...] | None:
    """The kinds a seat is said to hold, sorted, or None if its hand is ample."""
    letters = case.get("hands", {}).get(str(seat + 1))
    return None if letters is None else tuple(sorted(KINDS[TILE_SIGNS.index(letter)] for letter in letters))


def monument_name(name: str) -> str:
    """The name of a monument whose two colours may stand in any order."""
    ordered = "-".join(sorted(name.split("-"), key=lambda colour: (*COLOURS, colour).index(colour)))
    if ordered not in MONUMENTS:
        raise Unreadable(MONUMENT.missing, text=name)
    return ordered


def tokens_of(state: State) -> Cells:
    """The token of every space."""
    cells: Cells = dict.fromkeys(LABELS, ".")
    for label, space in SPACE.items():
        if space & state.river:
            cells[label] = "~"
        elif space & state.face_down:
            cells[label] = "#"
        elif space & state.catastrophes:
            cells[label] = "x"
        for sign, tiles, building in zip(TILE_SIGNS, state.tiles, state.buildings, strict=True):
            if space & tiles:
                cells[label] = sign + ("^" if space & building else "")
        if space & state.treasures:
            cells[label] += "!" if space & state.priority else "*"
    for number, space in enumerate(state.leaders):
        if space:
            cells[LABEL[space]] = f"{LEADER_SIGNS[number % 4]}{number // 4 + 1}"
    return cells


def _is_leader(token: str) -> bool:
    return len(token) == 2 and token[0] in LEADER_SIGNS and token[1] in "1234"


def _where(cells: Cells, sign: str) -> int:
    return _sum(label for label, token in cells.items() if token[0] == sign and not _is_leader(token))


def treasures_marked(cells: Cells, marks: str) -> int:
    return _sum(label for label, token in cells.items() if len(token) > 1 and set(token[1:]) & set(marks))


def _sum(labels: Iterable[str]) -> int:
    return sum(SPACE[label] for label in labels)


def _building(cells: Cells, sign: str) -> int:
    return _sum(label for label, token in cells.items() if token[0] == sign and "^" in token)


def _leaders(cells: Cells, seats: int) -> tuple[int, ...]:
    places = {token: SPACE[label] for label, token in cells.items() if _is_leader(token)}
    return tuple(places.get(f"{sign}{seat + 1}", 0) for seat in range(seats) for sign in LEADER_SIGNS)


def _seat_count(case: Given, cells: Cells) -> int:
    named = [int(token[1]) for token in cells.values() if _is_leader(token)]
    return int(case.get("n", max([2, case.get("active", 1), *named, *map(int, case.get("hands", {}))])))


def _needs_far_treasures(case: Given) -> bool:
    """Not on a printed board, nor where the case is about the last treasures and says so."""
    if "map" in case:
        return False
    return case.get("far", True)


def _setting(case: Given) -> Setting:
    options = {name: value == "yes" for name, value in case.get("opts", {}).items()}
    return Setting(board=case.get("map", "standard"), **options)
