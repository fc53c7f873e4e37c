"""Chapter 14: ships are built from four cards in a row, and pay at the end of a turn (CK 14.1 - CK 14.8).

| frame        | asked                                                      | may follow       |
| ------------ | ---------------------------------------------------------- | ---------------- |
| Shipbuilding | the active seat, if a ship of the run's colour is left     | the next action  |
| Income       | the active seat, if a ship is due and he holds any card    | Refill           |
"""

from __future__ import annotations

from itertools import product

from referee.games.cards.board import COLUMN, HOME, ROW, kingdom_of, moved_up, remaining_ships, without_rows
from referee.games.cards.data import (
    BLUE,
    CODES,
    KIND_INDEX,
    KIND_OF,
    LEADERS,
    RUN_LENGTH,
    SHIP_CODE_OF,
    SHIP_CODES,
    SHIP_OF,
    SHIP_SECOND,
    SORTED_KINDS,
)
from referee.games.cards.events import IncomePaid, LeaderReturned, ShipBuilt
from referee.games.cards.moves import BuildShip, Decline, TakeIncome
from referee.games.cards.rules.turn import check_hand
from referee.games.cards.state import Income, Shipbuilding, State, added_at, change, decline_offer, with_scored_cards
from referee.kernel.errors import illegal
from referee.kernel.events import Event, Spent
from referee.kernel.game import Transition
from referee.kernel.requests import Request, Seat


def completes_run(cards: str) -> bool:
    """Whether the lowest card of a column ends a run of at least four of its colour.

    Source: CK 14.1, CK 14.4; rulings G-18, G-24.
    """
    return len(cards) > RUN_LENGTH and cards.endswith(cards[-1] * RUN_LENGTH)


def ship_choices(state: State, column: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ships that may be built from the run that ends a column, and places of the top one of four cards; both sorted.

    A blue run builds any ship that is left, another run only the ship of its colour.

    Source: CK 14.2, CK 14.3; rulings G-19, G-20.
    """
    cards = state.columns[COLUMN[column]]
    code = cards[-1]
    top = 1 + len(cards[1:].rstrip(code))
    index = CODES.index(code)
    left = remaining_ships(state.columns)
    ships = tuple(SHIP_OF[ship] for ship in left if index in (BLUE, SHIP_SECOND[ship]))
    places = tuple(f"{column}{row}" for row in range(top, len(cards) - RUN_LENGTH + 1))
    return tuple(sorted(ships)), places


def asked_to_build(state: State, frame: Shipbuilding) -> Seat | None:
    """The active seat, and only now; runs made by shifting give nobody a ship.

    Source: CK 14.1; ruling G-23.
    """
    return state.active if ship_choices(state, frame.column)[0] else None


def request_ship(state: State, frame: Shipbuilding, seat: Seat) -> Request:
    """Which ship, if any, and in place of which four cards? `about` are the ships, then the places."""
    ships, places = ship_choices(state, frame.column)
    return Request(seat, "ship", "CK 14.1", (*ships, *places))


def answer_ship(state: State, frame: Shipbuilding, move: BuildShip) -> Transition[State]:
    """Four cards of the run are discarded, the ship takes their place, what is below moves up.

    Leaders on the four go back to their owners. Events: `ShipBuilt`, then `LeaderReturned` from the top.

    Raises:
        IllegalMove: CK 14.2 (that ship is not to be had), CK 14.3 (not the top one of four cards of the run).

    Source: CK 14.2, CK 14.3, CK 14.5; rulings G-17, G-19, G-20.
    """
    check_ship(state, frame.column, move)
    column = COLUMN[frame.column]
    kind = KIND_OF[state.columns[column][-1]]
    top = ROW[move.place]
    state, home = _leaders_home(state, tuple(f"{frame.column}{row}" for row in range(top, top + RUN_LENGTH)))
    gone = list(range(top + 1, top + RUN_LENGTH))
    cards = state.columns[column]
    launched = cards[:top] + SHIP_CODE_OF[move.ship] + cards[top + 1 :]
    columns = (*state.columns[:column], launched, *state.columns[column + 1 :])
    after = change(
        state,
        columns=without_rows(columns, column, gone),
        leaders=moved_up(state.leaders, column, gone),
        discards=added_at(state.discards, KIND_INDEX[kind], RUN_LENGTH),
        frames=state.frames[:-1],
    )
    return Transition(after, (ShipBuilt(state.active, move.ship, kind, move.place), *home))


def check_ship(state: State, column: str, move: BuildShip) -> None:
    """Refuse a ship that the run does not build, or a place that is not the top one of four of its cards.

    Source: CK 14.2, CK 14.3; rulings G-19, G-20.
    """
    ships, places = ship_choices(state, column)
    if move.ship not in ships:
        raise illegal(
            "CK 14.2",
            "cards/ship-not-of-run",
            at=column,
            kind=KIND_OF[state.columns[COLUMN[column]][-1]],
            ships=ships,
            ship=move.ship,
        )
    if move.place not in places:
        raise illegal("CK 14.3", "cards/no-ship-run", at=move.place, places=", ".join(places), place=move.place)


def decline_ship(state: State, frame: Shipbuilding, move: Decline) -> Transition[State]:
    """No ship, now or later from this run.

    Source: CK 14.1; ruling G-23.
    """
    return decline_offer(state, state.active, "ship")


def income_due(state: State) -> tuple[int, int, int, int]:
    """The most points of each of KINDS that ships may pay the active seat now.

    For each ship and each of its two colours: one, if the active seat's leader of that colour is in the ship's
    kingdom; with `ship-income per-leader` one for each leader. A king stands for no other leader.

    Source: CK 14.6, CK 14.7, CK 14.8; ruling G-21.
    """
    due = [0, 0, 0, 0]
    table = "".join(state.columns)
    for ship in SHIP_CODES:
        if ship in table:
            column = next(index for index, cards in enumerate(state.columns) if ship in cards)
            for index in (BLUE, SHIP_SECOND[ship]):
                due[index] += _rules_with(state, index, column)
    if state.variant.ship_income == "per-leader":
        due = [min(count, 1) for count in due]
    return due[0], due[1], due[2], due[3]


def _rules_with(state: State, index: int, column: int) -> bool:
    """Whether the active seat's leader of a colour is in the kingdom of a column."""
    place = state.leaders[state.active][index]
    first, last = kingdom_of(state.slots, column)
    return place != HOME and first <= COLUMN[place] <= last


def asked_for_income(state: State, frame: Income) -> Seat | None:
    """The active seat, if any point is due and the hand is not empty; what it holds does not matter."""
    return state.active if state.hands[state.active] and any(income_due(state)) else None


def request_income(state: State, frame: Income, seat: Seat) -> Request:
    """Which points? `about` are the kinds, each as often as it may be taken, sorted."""
    return Request(seat, "income", "CK 14.6", due_kinds(state))


def due_kinds(state: State) -> tuple[str, ...]:
    """The kinds of all points due, sorted, each as often as it may be taken."""
    due = income_due(state)
    return tuple(kind for kind in SORTED_KINDS for _ in range(due[KIND_INDEX[kind]]))


def income_choices(state: State) -> tuple[tuple[str, ...], ...]:
    """Every lot of points that may be taken with the public number of cards, the empty one left out; sorted."""
    due = income_due(state)
    most = state.hands[state.active]
    ranges = [range(due[KIND_INDEX[kind]] + 1) for kind in SORTED_KINDS]
    lots = (
        tuple(kind for kind, count in zip(SORTED_KINDS, counts, strict=True) for _ in range(count))
        for counts in product(*ranges)
        if 0 < sum(counts) <= most
    )
    return tuple(sorted(lots))


def answer_income(state: State, frame: Income, move: TakeIncome) -> Transition[State]:
    """Each point is a card of its colour from the hand.

    Raises:
        IllegalMove: CK 4.2 (more than the hand holds), CK 14.6 (more than ships pay).

    Source: CK 14.6, CK 14.7; rulings G-21, G-22.
    """
    seat, due = state.active, income_due(state)
    check_hand(state, seat, len(move.kinds))
    piles = state.piles
    events: list[Event] = []
    for kind in SORTED_KINDS:
        count, index = move.kinds.count(kind), KIND_INDEX[kind]
        if count > due[index]:
            raise illegal("CK 14.6", "cards/income-differs", due=due[index], kind=kind, count=count)
        if count:
            piles = with_scored_cards(piles, seat, index, count)
            events += [Spent(seat, kind, count), IncomePaid(seat, kind, count)]
    hands = added_at(state.hands, seat, -len(move.kinds))
    after = change(state, hands=hands, piles=piles, frames=state.frames[:-1], changed=state.turn)
    return Transition(after, tuple(events))


def decline_income(state: State, frame: Income, move: Decline) -> Transition[State]:
    """No point; having no card of the colour looks the same.

    Source: CK 14.6; ruling G-22.
    """
    return decline_offer(state, state.active, "income")


def _leaders_home(state: State, places: tuple[str, ...]) -> tuple[State, list[Event]]:
    events: list[Event] = []
    leaders = state.leaders
    for place in places:
        for seat, stands in enumerate(leaders):
            if place in stands:
                index = stands.index(place)
                events.append(LeaderReturned(seat, LEADERS[index], place))
                leaders = (*leaders[:seat], tuple(HOME if at == place else at for at in stands), *leaders[seat + 1 :])
    return change(state, leaders=leaders), events
