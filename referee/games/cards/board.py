"""The table: eight columns under their heads, seven slots between the heads, kingdoms as intervals of columns.

A place is `C0` (the head of column C), `C1` .. `C8` (below it) or `C-D` (the slot between two heads). A leader in front
of its owner has the place `""`. Because slots join neighbours only, a region is always a run of columns: (first, last).

Source: CK 2.1, CK 3.1, CK 3.2.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from referee.games.cards.data import CODES, COLUMN_LIMIT, EMPTY, RED, SHIP_CODES, SUBSTITUTE, TREASURE
from referee.kernel.requests import Seat

COLUMNS: Final = "ABCDEFGH"
SLOTS: Final = tuple(f"{left}-{right}" for left, right in pairwise(COLUMNS))
HOME: Final = ""

Kingdom = tuple[int, int]
"""First and last column of a region."""

Leaders = tuple[tuple[str, ...], ...]
"""`leaders[seat][i]` is the place of the leader `LEADERS[i]`."""

PLACES: Final = tuple(
    place
    for index, letter in enumerate(COLUMNS)
    for place in (*SLOTS[index : index + 1], *(f"{letter}{row}" for row in range(COLUMN_LIMIT + 1)))
)
"""Every place, sorted as text: the slot right of a column before the column itself."""

COLUMN_PLACES: Final = tuple(tuple(f"{letter}{row}" for row in range(COLUMN_LIMIT + 1)) for letter in COLUMNS)
"""The places of each column, head first."""

COLUMN: Final = {place: COLUMNS.index(place[0]) for place in (*PLACES, *COLUMNS)}
"""The column of a place; of a slot the left one of the two."""

ROW: Final = {place: int(place[1]) for place in PLACES if "-" not in place}
"""The row of a place in a column, 0 for the head; slots are missing."""


def card_at(columns: tuple[str, ...], slots: str, place: str) -> str:
    """The code of what is on `place`; empty text if nothing is."""
    column = COLUMN[place]
    row = ROW.get(place)
    if row is None:
        return slots[column].replace(EMPTY, "")
    return columns[column][row : row + 1]


def kingdom_of(slots: str, column: int) -> Kingdom:
    """The region of `column`; a card face down joins like any other."""
    first = last = column
    while first and slots[first - 1] != EMPTY:
        first -= 1
    while last < len(slots) and slots[last] != EMPTY:
        last += 1
    return first, last


def sides_of(slots: str, slot: int) -> tuple[Kingdom, Kingdom]:
    """The regions left and right of a slot as they are without the card in it."""
    apart = slots[:slot] + EMPTY + slots[slot + 1 :]
    return kingdom_of(apart, slot), kingdom_of(apart, slot + 1)


def owner_in(leaders: Leaders, index: int, kingdom: Kingdom, besides: Seat = -1) -> Seat | None:
    """The seat whose leader `LEADERS[index]` is in the kingdom, `besides` left out; None if there is none."""
    first, last = kingdom
    for seat, places in enumerate(leaders):
        place = places[index]
        if place and seat != besides and first <= COLUMN[place] <= last:
            return seat
    return None


def is_head(place: str) -> bool:
    """Whether a place is the head of its column."""
    return place[1] == "0"


def is_red(code: str) -> bool:
    """Whether a card counts as red: a temple, a treasure, or the card that took a treasure's place."""
    return code in (CODES[RED], TREASURE, SUBSTITUTE)


def is_ship(code: str) -> bool:
    """Whether a code is a ship."""
    return code in SHIP_CODES


def count_colour(columns: tuple[str, ...], slots: str, kingdom: Kingdom, index: int) -> int:
    """Cards of `KINDS[index]` in the columns and connectors of a kingdom; for red also its heads (CK 12.3)."""
    first, last = kingdom
    code = CODES[index]
    cards = sum(column.count(code) for column in columns[first : last + 1])
    heads = last - first + 1 if index == RED else 0
    return cards + heads + slots[first:last].count(code)


def places_of_colour(columns: tuple[str, ...], slots: str, kingdom: Kingdom, index: int) -> tuple[str, ...]:
    """Where the cards lie that `count_colour` counts: column by column, then the connectors."""
    first, last = kingdom
    code = CODES[index]
    stacked = (
        f"{COLUMNS[column]}{row}"
        for column in range(first, last + 1)
        for row, card in enumerate(columns[column])
        if card == code or (index == RED and not row)
    )
    return (*stacked, *(SLOTS[slot] for slot in range(first, last) if slots[slot] == code))


def treasures_in(columns: tuple[str, ...], kingdom: Kingdom) -> tuple[str, ...]:
    """The heads of a kingdom that are still treasures, as places."""
    first, last = kingdom
    return tuple(f"{COLUMNS[c]}0" for c in range(first, last + 1) if columns[c][0] == TREASURE)


def remaining_ships(columns: tuple[str, ...]) -> str:
    """The codes of the ships beside the table. A ship never leaves the table again, so all others are there."""
    return "".join(ship for ship in SHIP_CODES if not any(ship in column for column in columns))


def occupied_places(leaders: Leaders) -> frozenset[str]:
    """Every place that carries a leader, and HOME."""
    return frozenset(place for places in leaders for place in places)


def without_rows(columns: tuple[str, ...], column: int, rows: list[int]) -> tuple[str, ...]:
    """`columns` once the cards in `rows` (ascending) of one column are gone and those below have moved up."""
    cards = columns[column]
    kept = "".join(cards[row] for row in range(len(cards)) if row not in rows)
    return (*columns[:column], kept, *columns[column + 1 :])


def moved_up(leaders: Leaders, column: int, rows: list[int]) -> Leaders:
    """`leaders` once the cards in `rows` of one column are gone: leaders below travel with their cards (CK 10.6)."""
    letter = COLUMNS[column]
    moved = {}
    for row in range(rows[0] + 1, COLUMN_LIMIT + 1):
        above = sum(gone < row for gone in rows)
        moved[f"{letter}{row}"] = f"{letter}{row - above}"
    return tuple(tuple(moved.get(place, place) for place in places) for places in leaders)


def with_leader(leaders: Leaders, seat: Seat, index: int, place: str) -> Leaders:
    """`leaders` with one leader on another place, or HOME."""
    places = leaders[seat]
    return (*leaders[:seat], (*places[:index], place, *places[index + 1 :]), *leaders[seat + 1 :])
