"""Chapter 12: external conflicts, kingdom against kingdom (CK 12.1 - CK 12.8).

The two sides are the regions left and right of the connector face down, as they are now: what an earlier conflict cut
off counts no more. Frames: `Merger` (chapter 8) starts them, `Attack`, `Defence`, `Conversion` of `rules/conflict.py`.
"""

from __future__ import annotations

from referee.games.cards.board import (
    COLUMN,
    COLUMNS,
    HOME,
    SLOTS,
    Kingdom,
    count_colour,
    moved_up,
    occupied_places,
    owner_in,
    sides_of,
    with_leader,
    without_rows,
)
from referee.games.cards.data import CODES, EMPTY, KINDS, LEADER_INDEX
from referee.games.cards.events import ExternalWon, LeaderReturned, Seized
from referee.games.cards.state import Defence, State, change, with_scored_cards
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def conflicts(state: State, slot: str) -> tuple[int, ...]:
    """The colours (indexes of KINDS) that have a leader on both sides of a connector, in the order of KINDS.

    Source: CK 12.1, CK 12.8; ruling G-6.
    """
    left, right = sides_of(state.slots, COLUMN[slot])
    return tuple(
        index
        for index in range(len(KINDS))
        if owner_in(state.leaders, index, left) is not None and owner_in(state.leaders, index, right) is not None
    )


def attacker_first(state: State, slot: str, index: int) -> tuple[Seat, Seat]:
    """Attacker and defender: the active seat attacks if it is involved, otherwise the first one clockwise from it.

    Source: CK 12.2.
    """
    left, right = sides_of(state.slots, COLUMN[slot])
    one, other = owner_in(state.leaders, index, left), owner_in(state.leaders, index, right)
    assert one is not None and other is not None, "a conflict has a leader on both sides"
    seats = len(state.hands)
    if (one - state.active) % seats < (other - state.active) % seats:
        return one, other
    return other, one


def side_of(state: State, slot: str, index: int, seat: Seat) -> Kingdom:
    """The original kingdom of a leader: the side of the connector that it is on.

    Source: CK 12.3; ruling G-6.
    """
    left, right = sides_of(state.slots, COLUMN[slot])
    return left if COLUMN[state.leaders[seat][index]] <= left[1] else right


def supporters(state: State, slot: str, index: int, seat: Seat) -> int:
    """Cards of a colour in a leader's original kingdom; the connector face down and ships count for nobody.

    Source: CK 12.3; rulings G-6, G-8, G-11, G-17.
    """
    return count_colour(state.columns, state.slots, side_of(state, slot, index, seat), index)


def settle_external(state: State, fight: Defence, defence: int) -> tuple[Seat, Transition[State]]:
    """The winner, and the state once leader and cards of the loser are gone.

    The loser's leader goes first, so a card of the colour under it goes too. Then column by column from the left,
    each slot before the column left of it, all cards of the colour go to the winner's pile: not heads, not cards
    that carry a leader.

    Source: CK 12.3 - CK 12.5, CK 12.8; rulings G-14, G-33, G-37, G-38.
    """
    index = LEADER_INDEX[fight.leader]
    attack_strength = fight.attack + supporters(state, fight.slot, index, fight.attacker)
    defence_strength = defence + supporters(state, fight.slot, index, fight.defender)
    attacker_wins = attack_strength > defence_strength
    winner, loser = (fight.attacker, fight.defender) if attacker_wins else (fight.defender, fight.attacker)
    high, low = max(attack_strength, defence_strength), min(attack_strength, defence_strength)
    side = side_of(state, fight.slot, index, loser)
    origin = state.leaders[loser][index]
    after = change(state, leaders=with_leader(state.leaders, loser, index, HOME))
    after, seized = seize(after, side, index, winner)
    won = ExternalWon(winner, loser, fight.leader, high, low)
    return winner, Transition(after, (won, LeaderReturned(loser, fight.leader, origin), *seized))


def seize(state: State, side: Kingdom, index: int, winner: Seat) -> tuple[State, list[Event]]:
    """Move the free cards of one colour in a kingdom to the winner's pile and close the gaps.

    Events: one `Seized` for each connector and for each column, with the places as they were before gaps closed.

    Source: CK 12.5; rulings G-7, G-37, G-38.
    """
    code, kind = CODES[index], KINDS[index]
    columns, slots, leaders = state.columns, state.slots, state.leaders
    standing = occupied_places(leaders)
    events: list[Event] = []
    count = 0
    for column in range(side[0], side[1] + 1):
        letter = COLUMNS[column]
        if column < side[1] and slots[column] == code and SLOTS[column] not in standing:
            slots = slots[:column] + EMPTY + slots[column + 1 :]
            events.append(Seized(winner, kind, (SLOTS[column],)))
            count += 1
        cards = columns[column]
        rows = [row for row, card in enumerate(cards) if card == code and f"{letter}{row}" not in standing]
        if rows:
            columns = without_rows(columns, column, rows)
            leaders = moved_up(leaders, column, rows)
            events.append(Seized(winner, kind, tuple(f"{letter}{row}" for row in rows)))
            count += len(rows)
    after = change(
        state, columns=columns, slots=slots, leaders=leaders, piles=with_scored_cards(state.piles, winner, index, count)
    )
    return after, events
