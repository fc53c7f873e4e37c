"""Chapters 8 and 9: a connector between two heads (CK 8.1 - CK 8.5), and the treasure that the trader may swap in the
kingdom it makes (CK 9.1 - CK 9.3).

| frame        | asked                                                          | may follow                           |
| ------------ | -------------------------------------------------------------- | ------------------------------------ |
| Merger       | the active seat, if several conflicts                          | Attack; if none is left TreasureSwap |
| TreasureSwap | the trader's owner with a card, if the kingdom has 2 treasures | the next action                      |
"""

from __future__ import annotations

from referee.games.cards.board import COLUMN, kingdom_of, owner_in, treasures_in
from referee.games.cards.data import (
    CODE_OF,
    COLUMN_MINIMUM,
    COVERED,
    EMPTY,
    KIND_INDEX,
    KINDS,
    LEADERS,
    RED,
    SUBSTITUTE,
    TRADER,
)
from referee.games.cards.events import ExternalConflict, TreasureTaken
from referee.games.cards.moves import Connect, Decline, SwapTreasure, War
from referee.games.cards.rules.external import attacker_first, conflicts, supporters
from referee.games.cards.rules.turn import check_hand
from referee.games.cards.state import (
    Attack,
    Merger,
    State,
    TreasureSwap,
    Turn,
    VictoryPile,
    added_at,
    after_action,
    change,
    decline_offer,
)
from referee.kernel.errors import illegal
from referee.kernel.events import Laid, Revealed, Spent
from referee.kernel.game import Reveals, Transition, face_at
from referee.kernel.requests import Request, Seat


def lay_connector(state: State, frame: Turn, move: Connect) -> Transition[State]:
    """Lay a card face down into an empty slot between two columns of at least three cards each.

    It brings no point. Its face stays hidden until no conflict is left.

    Raises:
        IllegalMove: CK 4.2 (an empty hand), CK 8.1 (the slot is taken), CK 8.2 (a column is too short).

    Source: CK 8.1 - CK 8.4; rulings G-10, G-11, G-12, G-17.
    """
    seat, slot = state.active, COLUMN[move.slot]
    check_hand(state, seat, 1)
    if state.slots[slot] != EMPTY:
        raise illegal("CK 8.1", "cards/slot-taken", at=move.slot, slot=move.slot)
    shorter = min(len(state.columns[slot]), len(state.columns[slot + 1])) - 1
    if shorter < COLUMN_MINIMUM:
        raise illegal(
            "CK 8.2", "cards/column-too-short", at=move.slot, minimum=COLUMN_MINIMUM, slot=move.slot, found=shorter
        )
    after = change(
        state,
        slots=_with_code(state.slots, slot, COVERED),
        hands=added_at(state.hands, seat, -1),
        frames=(*after_action(state), Merger(move.slot)),
        changed=state.turn,
    )
    return Transition(after, (Laid(seat, move.slot),))


def asked_for_order(state: State, frame: Merger) -> Seat | None:
    """The active seat, while more than one conflict is left."""
    return state.active if len(conflicts(state, frame.slot)) > 1 else None


def request_order(state: State, frame: Merger, seat: Seat) -> Request:
    """Which conflict is next? `about` are their colours."""
    return Request(seat, "war", "CK 12.1", tuple(KINDS[index] for index in conflicts(state, frame.slot)))


def answer_order(state: State, frame: Merger, move: War) -> Transition[State]:
    """The conflict that the active seat names is fought next.

    Raises:
        IllegalMove: CK 12.1 (no conflict of that colour).

    Source: CK 12.1; ruling G-16.
    """
    index = KIND_INDEX[move.kind]
    if index not in conflicts(state, frame.slot):
        raise illegal("CK 12.1", "cards/no-such-conflict", at=frame.slot, kind=move.kind)
    return _begin(state, frame, index)


def go_on(state: State, frame: Merger, reveals: Reveals) -> Transition[State]:
    """The one conflict left begins; if there is none the connector is turned up and a treasure may be swapped.

    Raises:
        HiddenFace: the connector's face is needed and not among `reveals`.

    Source: CK 8.3, CK 12.1, CK 12.8; ruling G-11.
    """
    left = conflicts(state, frame.slot)
    if left:
        return _begin(state, frame, left[0])
    kind = face_at(reveals, frame.slot)
    after = change(
        state,
        slots=_with_code(state.slots, COLUMN[frame.slot], CODE_OF[kind]),
        frames=(*state.frames[:-1], TreasureSwap(frame.slot)),
    )
    return Transition(after, (Revealed(frame.slot, kind),))


def _begin(state: State, frame: Merger, index: int) -> Transition[State]:
    attacker, defender = attacker_first(state, frame.slot, index)
    told = ExternalConflict(
        LEADERS[index],
        frame.slot,
        attacker,
        supporters(state, frame.slot, index, attacker),
        defender,
        supporters(state, frame.slot, index, defender),
    )
    attack = Attack(LEADERS[index], attacker, defender, frame.slot)
    return Transition(change(state, frames=(*state.frames, attack)), (told,))


def _with_code(slots: str, slot: int, code: str) -> str:
    return slots[:slot] + code + slots[slot + 1 :]


def treasures_to_take(state: State, slot: str) -> tuple[str, ...]:
    """The treasures among which the trader may choose in the kingdom of a connector; none if there are not two.

    Source: CK 9.1; ruling G-29.
    """
    places = treasures_in(state.columns, kingdom_of(state.slots, COLUMN[slot]))
    return places if len(places) > 1 else ()


def asked_to_swap(state: State, frame: TreasureSwap) -> Seat | None:
    """The owner of the trader in the kingdom, no matter who; a king is not a joker here.

    Source: CK 9.1, CK 9.3; ruling G-29.
    """
    owner = owner_in(state.leaders, TRADER, kingdom_of(state.slots, COLUMN[frame.slot]))
    if owner is None or not state.hands[owner] or not treasures_to_take(state, frame.slot):
        return None
    return owner


def request_swap(state: State, frame: TreasureSwap, seat: Seat) -> Request:
    """Which treasure, if any? `about` are their places."""
    return Request(seat, "swap", "CK 9.1", treasures_to_take(state, frame.slot))


def answer_swap(state: State, frame: TreasureSwap, move: SwapTreasure) -> Transition[State]:
    """A treasure goes to the owner's victory pile, a red card from his hand takes its place for good.

    A leader who is there stays; the red card keeps what a head may do, but is not a treasure.

    Raises:
        IllegalMove: CK 9.1 (not a treasure of that kingdom).

    Source: CK 9.1, CK 9.2; rulings G-7, G-29.
    """
    if move.place not in treasures_to_take(state, frame.slot):
        raise illegal("CK 9.1", "cards/no-treasure-here", at=move.place, place=move.place)
    seat = asked_to_swap(state, frame)
    assert seat is not None, "a swap is answered by the seat that is asked"
    column = COLUMN[move.place]
    pile = state.piles[seat]
    taken = VictoryPile(pile.cards, pile.treasures + 1, "treasure")
    after = change(
        state,
        columns=(*state.columns[:column], SUBSTITUTE + state.columns[column][1:], *state.columns[column + 1 :]),
        hands=added_at(state.hands, seat, -1),
        piles=(*state.piles[:seat], taken, *state.piles[seat + 1 :]),
        frames=state.frames[:-1],
    )
    return Transition(after, (Spent(seat, KINDS[RED]), TreasureTaken(seat, move.place)))


def decline_swap(state: State, frame: TreasureSwap, move: Decline) -> Transition[State]:
    """The treasures stay; having no red card looks the same.

    Source: CK 9.1.
    """
    seat = asked_to_swap(state, frame)
    assert seat is not None, "a swap is answered by the seat that is asked"
    return decline_offer(state, seat, "swap")
