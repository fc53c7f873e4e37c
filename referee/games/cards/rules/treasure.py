"""Chapter 9: the trader swaps a treasure (CK 9.1 - CK 9.3).

| frame        | asked                                                             | may follow      |
| ------------ | ----------------------------------------------------------------- | --------------- |
| TreasureSwap | the trader's owner, if the kingdom has two treasures and he a card | the next action |
"""

from __future__ import annotations

from referee.games.cards.board import COLUMN, kingdom_of, owner_in, treasures_in
from referee.games.cards.data import KINDS, RED, SUBSTITUTE, TRADER
from referee.games.cards.events import Declined, TreasureTaken
from referee.games.cards.moves import Decline, SwapTreasure
from referee.games.cards.state import State, TreasureSwap, VictoryPile, change, put
from referee.kernel.errors import illegal
from referee.kernel.events import Spent
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import Request, Seat


def treasures_to_take(state: State, slot: str) -> tuple[str, ...]:
    """The treasures among which the trader may choose in the kingdom of a connector; none if there are not two.

    Source: CK 9.1; ruling G-29.
    """
    places = treasures_in(state.columns, kingdom_of(state.slots, COLUMN[slot]))
    return places if len(places) > 1 else ()


def asked_to_swap(state: State, frame: TreasureSwap) -> Seat | None:
    """The owner of the trader in the kingdom, whoever he is; a king is no joker here.

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

    A leader who stands there stays; the red card keeps what a head may do, but is no treasure.

    Raises:
        IllegalMove: CK 9.1 (not a treasure of that kingdom).

    Source: CK 9.1, CK 9.2; rulings G-7, G-29.
    """
    if move.place not in treasures_to_take(state, frame.slot):
        raise illegal(
            "CK 9.1",
            "cards/no-treasure-here",
            at=move.place,
            place=move.place,
        )
    seat = asked_to_swap(state, frame)
    assert seat is not None, "a swap is answered by the seat that is asked"
    column = COLUMN[move.place]
    pile = state.piles[seat]
    taken = VictoryPile(pile.cards, pile.treasures + 1, "treasure")
    after = change(
        state,
        columns=(*state.columns[:column], SUBSTITUTE + state.columns[column][1:], *state.columns[column + 1 :]),
        hands=put(state.hands, seat, -1),
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
    return Transition(change(state, frames=state.frames[:-1]), (Declined(seat, "swap"),))


def skip_swap(state: State, frame: TreasureSwap, reveals: Reveals) -> Transition[State]:
    """No trader, no second treasure, or an empty hand."""
    return Transition(change(state, frames=state.frames[:-1]))
