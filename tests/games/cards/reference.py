"""Conflicts told again, slowly and word by word from the rules, to compare the fast code with.

The table is a set of cards, each with its neighbours; a kingdom is what can be reached from a leader's card. Nothing
here is taken from `referee/games/cards/rules`; only places and names are shared.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from referee.games.cards.state import Defence, State

COLUMNS = "ABCDEFGH"
COLOUR = {"king": "k", "priest": "r", "farmer": "b", "trader": "g"}
NAMES = ("king", "priest", "farmer", "trader")


class Leader(NamedTuple):
    """One leader on the table."""

    seat: int
    name: str


class Table(NamedTuple):
    """Cards by place, leaders by place."""

    cards: dict[str, str]
    leaders: dict[str, Leader]


def table_of(state: State) -> Table:
    """The table of a state, card by card."""
    cards: dict[str, str] = {}
    for letter, column in zip(COLUMNS, state.columns, strict=True):
        for row, card in enumerate(column):
            cards[f"{letter}{row}"] = card
    for left, right, card in zip(COLUMNS, COLUMNS[1:], state.slots, strict=False):
        if card != ".":
            cards[f"{left}-{right}"] = card
    leaders = {
        place: Leader(seat, name)
        for seat, places in enumerate(state.leaders)
        for name, place in zip(NAMES, places, strict=True)
        if place
    }
    return Table(cards, leaders)


def neighbours(place: str) -> set[str]:
    """A card in a column touches those above and below; a connector touches the heads left and right of it."""
    if "-" in place:
        return {f"{place[0]}0", f"{place[2]}0"}
    letter, row = place[0], int(place[1])
    found = {f"{letter}{row - 1}", f"{letter}{row + 1}"}
    if row == 0:
        index = COLUMNS.index(letter)
        if index:
            found.add(f"{COLUMNS[index - 1]}-{letter}")
        if index < 7:
            found.add(f"{letter}-{COLUMNS[index + 1]}")
    return found


def region(table: Table, place: str, apart: str = "") -> set[str]:
    """Every card that hangs together with `place`; `apart` is a connector taken as if it were not there."""
    found, waiting = set(), [place]
    while waiting:
        here = waiting.pop()
        if here in found or here not in table.cards or here == apart:
            continue
        found.add(here)
        waiting += neighbours(here)
    return found


def place_of(table: Table, leader: Leader) -> str:
    return next(place for place, stands in table.leaders.items() if stands == leader)


def rival(state: State, seat: int, name: str, place: str) -> int | None:
    """Whose leader of the same colour is already in the kingdom into which `seat` puts its own (L178-181)."""
    table = table_of(state)
    kingdom = region(table, place)
    for there, leader in table.leaders.items():
        if there in kingdom and leader.name == name and leader.seat != seat:
            return leader.seat
    return None


def scorer(state: State, colour: str, place: str) -> int | None:
    """Who may score a card of `colour` laid at `place`: the leader of that colour, else the king (L120-141)."""
    table = table_of(state)
    kingdom = region(table, place)
    by_name = {leader.name: leader.seat for there, leader in table.leaders.items() if there in kingdom}
    right = next(name for name, code in COLOUR.items() if code == colour)
    return by_name.get(right, by_name.get("king"))


def conflicts(state: State, slot: str) -> dict[str, tuple[int, int]]:
    """For each leader's name with two of them in the new kingdom: attacker and defender (L203-209)."""
    table = table_of(state)
    kingdom = region(table, slot)
    found = {}
    for name in NAMES:
        seats = [leader.seat for there, leader in table.leaders.items() if there in kingdom and leader.name == name]
        if len(seats) == 2:
            clockwise = [(state.active + step) % len(state.hands) for step in range(len(state.hands))]
            attacker, defender = sorted(seats, key=clockwise.index)
            found[name] = (attacker, defender)
    return found


class Result(NamedTuple):
    """What a conflict comes to, as it stands in a state once the winner has been paid."""

    winner: int
    columns: tuple[str, ...]
    slots: str
    leaders: dict[str, Leader]
    gained: int
    discarded: int
    convert: bool


def settled(state: State, fight: Defence, defence: int) -> Result:
    """The whole of L181-198 (internal, no slot) or L210-238 (external)."""
    table = table_of(state)
    attacker, defender = Leader(fight.attacker, fight.leader), Leader(fight.defender, fight.leader)
    attack_points = fight.attack + standing(table, attacker, fight.slot)
    defence_points = defence + standing(table, defender, fight.slot)
    winner, loser = (attacker, defender) if attack_points > defence_points else (defender, attacker)
    kingdom = region(table, place_of(table, loser), apart=fight.slot)
    del table.leaders[place_of(table, loser)]
    taken = 0
    if fight.slot:
        spoils = [
            place
            for place in kingdom
            if table.cards[place] == COLOUR[fight.leader] and not place.endswith("0") and place not in table.leaders
        ]
        for place in spoils:
            del table.cards[place]
        taken = len(spoils)
    played = fight.attack + defence
    columns, slots, leaders = closed_up(table)
    gained, discarded = (taken + 1, played - 1) if played else (taken, 0)
    return Result(winner.seat, columns, slots, leaders, gained, discarded, played == 0)


def standing(table: Table, leader: Leader, slot: str) -> int:
    """Points before any card is played: the red card under the leader, or the cards of its colour in its kingdom."""
    place = place_of(table, leader)
    if not slot:
        return 1 if table.cards[place] in "r*+" else 0
    colour = COLOUR[leader.name]
    alike = {"r", "*", "+"} if colour == "r" else {colour}
    return sum(table.cards[here] in alike for here in region(table, place, apart=slot))


def closed_up(table: Table) -> tuple[tuple[str, ...], str, dict[str, Leader]]:
    """Columns without gaps, slots, and leaders where their cards are now."""
    leaders = {place: leader for place, leader in table.leaders.items() if "-" in place}
    columns = []
    for letter in COLUMNS:
        rows = sorted(place for place in table.cards if place[0] == letter and "-" not in place)
        columns.append("".join(table.cards[place] for place in rows))
        for row, place in enumerate(rows):
            if place in table.leaders:
                leaders[f"{letter}{row}"] = table.leaders[place]
    slots = "".join(table.cards.get(f"{left}-{right}", ".") for left, right in pairwise(COLUMNS))
    return tuple(columns), slots, leaders
