"""The case book of Tigris & Euphrates: what a position is told by, and what can be found in one.

Tokens of a drawing: `.` empty land, `~` empty river; `t s m f` temple, settlement, market, farm; `P K T F` with a
player's number: priest, king, trader, farmer; `#` face down, `x` destroyed; after it `*` a treasure, `!` a treasure
taken first, `^` the building of its colour. Players are 1 to 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.games.tigris.board import COLUMNS, LABEL, LABELS, SPACE, labels
from referee.games.tigris.data import CATASTROPHES_EACH, COLOURS, HAND_SIZE, INFO, KINDS, MONUMENTS, TILE_COUNTS
from referee.games.tigris.rules.setup import goods, marked_spaces, set_up, setting_of
from referee.games.tigris.state import State
from referee.kernel.cases import CasePosition, CaseRules, Facts, Setup, meaning, options_of
from referee.kernel.dice import Dice
from referee.kernel.game import Options, complete_options, outcome_of
from referee.kernel.goods import Hand
from referee.kernel.tallies import lowest_first

PLAYERS = ("1", "2", "3", "4")
TILE_SIGNS = "tsmf"
LEADER_SIGNS = "PKTF"
FAR_TREASURES = ("P9", "N11", "P11")
"""Where three more temples with treasures lie, so that a fragment does not end the game."""

FAR_SQUARES = ("A10", "D10", "G10", "J10", "A7", "D7")
"""Where monuments stand that were built outside the fragment."""

AMPLE_BAG = 60
DRAWN = r"[.~x]|[tsmf]\^?[*!]?|[tsmf][*!]\^|#[*!]?|[PKTF][1-4]"

Cells = dict[str, str]


def _schema_pattern(pattern: str) -> Meta:
    """A pattern for readers of the schema. What is read is checked where it is used, whole."""
    return Meta(extra_json_schema={"pattern": f"^({pattern})$"})


Cell = Annotated[str, _schema_pattern("[A-P]([1-9]|10|11)")]
Token = Annotated[str, _schema_pattern(DRAWN)]
Player = Annotated[str, _schema_pattern("[1-4]")]
Letters = Annotated[str, _schema_pattern("[tsmf]*")]
Seats = Annotated[int, Meta(ge=2, le=4)]


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position: everything outside the drawing is empty land, or the printed board."""

    n: Annotated[Seats | None, meaning("players; without it 2, or as many as the drawing names")] = None
    active: Annotated[int, Meta(ge=1, le=4, description="the active player, who has both actions")] = 1
    opts: Annotated[dict[str, str], meaning("options that are not the default, but for the board")] = {}
    map: Annotated[
        Literal["standard", "advanced"] | None, meaning("the printed board at the start, instead of empty land")
    ] = None
    grid: Annotated[tuple[tuple[Token, ...], ...], meaning("the fragment, row 1 and column A first")] = ()
    cells: Annotated[dict[Cell, Token], meaning("single spaces, drawn over the map and the grid")] = {}
    mons: Annotated[dict[str, Cell], meaning("monument to its top left space")] = {}
    used: Annotated[tuple[str, ...], meaning("monuments built somewhere else")] = ()
    zig: Annotated[Cell | None, meaning("the centre of the ziggurat")] = None
    hands: Annotated[
        dict[Player, Letters],
        meaning(
            "player to the tiles in hand, a letter each; without it a hand counts six and holds whatever is needed"
        ),
    ] = {}
    cats: Annotated[tuple[int, ...] | None, meaning("catastrophes left, by player; without it two each")] = None
    bag: Annotated[int, Meta(ge=0, description="tiles in the bag; without it plenty")] = AMPLE_BAG
    far: Annotated[bool, meaning("whether three more treasures lie far away, so that the game goes on")] = True
    score: Annotated[
        tuple[tuple[int, int, int, int, int], ...],
        meaning("instead of a position: red, blue, green, black, treasures of each player"),
    ] = ()
    setup: Annotated[Setup | None, meaning("instead of a position: a set-up")] = None


def position_of(given: Given) -> CasePosition | Facts:
    """The position of a case; what a set-up leaves where; or what points are worth. Raises Unreadable."""
    if given.score:
        return _ranking_facts(tuple(lowest_first(row[:4], row[4]) for row in given.score))
    if given.setup is not None:
        return _looked_at(options_of(INFO, given.setup))
    state = state_of(given)
    hands = tuple(_given_hand(given, seat) for seat in range(state.seat_count))
    return CasePosition(state=state, options=_given_options(given, state.seat_count), hands=hands)


def _given_options(given: Given, seats: int) -> Options:
    return complete_options(INFO, seats, (("board", given.map or "standard"), *given.opts.items()))


def state_of(given: Given) -> State:
    """The state of a position. Raises Unreadable for an option, LookupError or ValueError for what is drawn wrong."""
    cells = _cells(given)
    monuments = {monument_name(name): cell for name, cell in given.mons.items()}
    for name, cell in zip(given.used, FAR_SQUARES, strict=False):
        monuments[monument_name(name)] = cell
        cells |= {LABEL[SPACE[cell] << shift]: "#" for shift in (0, 1, 17, 18)}
    if given.far and given.map is None:  # on a printed board others lie anyway
        cells |= {cell: "t*" for cell in FAR_TREASURES if cells[cell] == "."}
    seats = _seat_count(given, cells)
    held = tuple(_given_hand(given, seat) for seat in range(seats))
    hands = tuple(HAND_SIZE if hand is None else len(hand) for hand in held)
    temples, settlements, markets, farms = (_spaces_of_sign(cells, sign) for sign in TILE_SIGNS)
    red, black, green, blue = (_marked_spaces(cells, "^", sign) for sign in TILE_SIGNS)
    on_board = sum(map(int.bit_count, (temples, settlements, markets, farms, _spaces_of_sign(cells, "#"))))
    return State(
        setting=setting_of(_given_options(given, seats)),
        river=_spaces_of_sign(cells, "~") | farms,
        tiles=(temples, settlements, markets, farms),
        face_down=_spaces_of_sign(cells, "#"),
        catastrophes=_spaces_of_sign(cells, "x"),
        leaders=_leaders(cells, seats),
        treasures=_marked_spaces(cells, "*!"),
        priority=_marked_spaces(cells, "!"),
        monuments=tuple(SPACE[monuments[name]] if name in monuments else 0 for name in MONUMENTS),
        ziggurat=SPACE[given.zig] if given.zig else 0,
        buildings=(red, black, green, blue),
        points=((0, 0, 0, 0),) * seats,
        treasures_won=(0,) * seats,
        hands=hands,
        catastrophes_left=given.cats or (CATASTROPHES_EACH,) * seats,
        bag=given.bag,
        box=sum(TILE_COUNTS) - on_board - sum(hands) - given.bag,
        active=given.active - 1,
    )


def _cells(given: Given) -> Cells:
    """The tokens of a case by space: the printed board it starts from, its grid, and its single cells."""
    cells: Cells = dict.fromkeys(LABELS, ".")
    if given.map:
        for signs, token in (("~", "~"), ("T", "t*"), ("C", "t!")):
            spaces = marked_spaces(given.map, signs)
            cells |= {label: token for label in LABELS if SPACE[label] & spaces}
    for row, tokens in enumerate(given.grid, start=1):
        cells |= {f"{column}{row}": token for column, token in zip(COLUMNS, tokens, strict=False)}
    cells |= given.cells
    drawn = {token for token in set(cells.values()) if re.fullmatch(DRAWN, token)}
    for label, token in cells.items():
        if label not in SPACE or token not in drawn:
            raise ValueError(f"{token} on {label}")
    return cells


def _given_hand(given: Given, seat: int) -> Hand | None:
    """The kinds a seat is said to hold, or None if its hand is ample."""
    letters = given.hands.get(PLAYERS[seat])
    return None if letters is None else tuple(KINDS[TILE_SIGNS.index(letter)] for letter in letters)


def monument_name(name: str) -> str:
    """The name of a monument whose two colours may be in any order."""
    ordered = "-".join(sorted(name.split("-"), key=lambda colour: (*COLOURS, colour).index(colour)))
    if ordered not in MONUMENTS:
        raise ValueError(f"monument {name}")
    return ordered


def _spaces_of_sign(cells: Cells, sign: str) -> int:
    return _spaces_mask(label for label, token in cells.items() if token[0] == sign)


def _marked_spaces(cells: Cells, marks: str, sign: str = "") -> int:
    """The spaces whose token has one of `marks` after its sign."""
    return _spaces_mask(
        label for label, token in cells.items() if token.startswith(sign) and any(mark in marks for mark in token[1:])
    )


def _spaces_mask(names: Iterable[str]) -> int:
    return sum(SPACE[label] for label in names)


def _leaders(cells: Cells, seats: int) -> tuple[int, ...]:
    places = {token: SPACE[label] for label, token in cells.items() if token[0] in LEADER_SIGNS}
    return tuple(places.get(f"{sign}{seat + 1}", 0) for seat in range(seats) for sign in LEADER_SIGNS)


def _seat_count(given: Given, cells: Cells) -> int:
    named = [int(token[1]) for token in cells.values() if token[0] in LEADER_SIGNS]
    return given.n or max([2, given.active, *named, *map(int, given.hands)])


def facts(state: State) -> Facts:
    """The token of every space, what each player has, monuments, the bag, and whose which action it is."""
    found = dict(_tokens(state))
    for player, points, hand in zip(PLAYERS, state.points, state.hands, strict=False):
        counted = (f"{colour} {count}" for colour, count in zip(COLOURS, points, strict=True) if count)
        found[f"points of {player}"] = ", ".join(counted)
        found[f"treasures of {player}"] = str(state.treasures_won[int(player) - 1])
        found[f"hand of {player}"] = str(hand)
        found[f"catastrophes of {player}"] = str(state.catastrophes_left[int(player) - 1])
    built = {**dict(zip(MONUMENTS, state.monuments, strict=True)), "ziggurat": state.ziggurat}
    found |= {f"built {name}": LABEL[space] for name, space in built.items() if space}
    return found | {"bag": str(state.bag), "on turn": PLAYERS[state.active], "action": str(state.action + 1)}


def _tokens(state: State) -> Cells:
    cells: Cells = dict.fromkeys(LABELS, ".")
    for spaces, token in ((state.river, "~"), (state.face_down, "#"), (state.catastrophes, "x")):
        cells |= dict.fromkeys(labels(spaces), token)
    for sign, tiles, building in zip(TILE_SIGNS, state.tiles, state.buildings, strict=True):
        cells |= {label: sign + ("^" if SPACE[label] & building else "") for label in labels(tiles)}
    for label in labels(state.treasures):
        cells[label] += "!" if SPACE[label] & state.priority else "*"
    for number, space in enumerate(state.leaders):
        if space:
            cells[LABEL[space]] = f"{LEADER_SIGNS[number % 4]}{PLAYERS[number // 4]}"
    return cells


def _ranking_facts(vectors: tuple[tuple[int, ...], ...]) -> Facts:
    """The colours of each player, weakest first, and the places."""
    found = {f"colours of {player}": " ".join(map(str, row)) for player, row in zip(PLAYERS, vectors, strict=False)}
    return {**found, "ranks": " ".join(map(str, outcome_of("", vectors).ranks))}


def _looked_at(options: Options) -> Facts:
    """A set-up: what was in the bag before the deal, and what is on the board."""
    state = set_up(options, Dice(bytes(32))).state
    (pile,) = goods(options)
    return {
        **facts(state),
        "tiles": " ".join(f"{count}{sign}" for sign, (_, count) in zip(TILE_SIGNS, pile.kinds, strict=True)),
        "treasures": " ".join(labels(state.treasures)),
        "taken first": " ".join(labels(state.priority)),
        "river spaces": str(state.river.bit_count()),
        "leaders": str(state.all_leaders.bit_count()),
        "monuments": str(len(state.monuments)),
    }


def rules() -> CaseRules[Given]:
    """How the cases are read."""
    return CaseRules(given=Given, position_of=position_of, facts=facts, seats=PLAYERS)
