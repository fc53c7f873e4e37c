"""Chapter 5: leaders are placed, moved and withdrawn (CK 5.1 - CK 5.5).

No frame of its own; a leader set against another pushes `Attack` (chapter 11).
"""

from __future__ import annotations

from referee.games.cards.board import COLUMN, HOME, card_at, is_head, is_ship, kingdom_of, owner_in, with_leader
from referee.games.cards.data import CODES, KIND_OF, LEADER_INDEX, LEADERS
from referee.games.cards.events import InternalConflict, LeaderMoved, LeaderPlaced, LeaderWithdrawn
from referee.games.cards.moves import PlaceLeader, WithdrawLeader
from referee.games.cards.rules.conflict import bonus
from referee.games.cards.state import AnyFrame, Attack, State, Turn, after_action, change
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition


def place_leader(state: State, frame: Turn, move: PlaceLeader) -> Transition[State]:
    """Put a leader on a free card, from in front of its owner or from another card.

    Another seat's leader of the colour in that kingdom makes an internal conflict at once. Moving inside one kingdom
    cannot, because at rest no kingdom holds two leaders of a colour.

    Raises:
        IllegalMove: CK 5.1 (no free card there), CK 5.2 (a ship), CK 5.3 (the leader's own colour).

    Source: CK 5.1 - CK 5.3, CK 5.5; rulings G-3, G-4, G-36.
    """
    seat, place = state.active, move.place
    index = LEADER_INDEX[move.leader]
    check_place(state, index, place)
    origin = state.leaders[seat][index]
    leaders = with_leader(state.leaders, seat, index, place)
    frames: tuple[AnyFrame, ...] = after_action(state)
    told: Event = LeaderMoved(seat, move.leader, origin, place) if origin else LeaderPlaced(seat, move.leader, place)
    rival = owner_in(leaders, index, kingdom_of(state.slots, COLUMN[place]), besides=seat)
    if rival is None:
        return Transition(change(state, leaders=leaders, frames=frames, changed=state.turn), (told,))
    after = change(state, leaders=leaders, frames=(*frames, Attack(move.leader, seat, rival, "")), changed=state.turn)
    conflict = InternalConflict(move.leader, seat, bonus(after, index, seat), rival, bonus(after, index, rival))
    return Transition(after, (told, conflict))


def check_place(state: State, index: int, place: str) -> None:
    """Refuse a place on which `LEADERS[index]` may not stand.

    Source: CK 5.1, CK 5.2, CK 5.3; rulings G-3, G-4.
    """
    code = card_at(state.columns, state.slots, place)
    if not code:
        raise illegal("CK 5.1", "cards/no-card-for-leader", at=place, place=place)
    if is_ship(code):
        raise illegal("CK 5.2", "cards/leader-on-ship", at=place, place=place)
    if any(place in places for places in state.leaders):
        raise illegal("CK 5.1", "cards/card-taken", at=place, place=place)
    if code == CODES[index] and not is_head(place) and state.variant.own_colour == "banned":
        raise illegal("CK 5.3", "cards/same-colour", at=place, leader=LEADERS[index], colour=KIND_OF[code], place=place)


def withdraw_leader(state: State, frame: Turn, move: WithdrawLeader) -> Transition[State]:
    """Take one of the player's leaders off the table, back in front of its owner.

    Raises:
        IllegalMove: CK 5.4 (it does not stand on the table, or this game bans it).

    Source: CK 5.4; ruling G-5.
    """
    seat = state.active
    index = LEADER_INDEX[move.leader]
    if state.variant.withdraw == "banned":
        raise illegal("CK 5.4", "cards/withdraw-banned")
    origin = state.leaders[seat][index]
    if not origin:
        raise illegal("CK 5.4", "cards/leader-at-home", leader=move.leader)
    after = change(
        state, leaders=with_leader(state.leaders, seat, index, HOME), frames=after_action(state), changed=state.turn
    )
    return Transition(after, (LeaderWithdrawn(seat, move.leader, origin),))
