"""Chapters 6 and 7: a card into a column, and the point it may bring (CK 6.1 - CK 7.4).

| frame   | asked                                            | may follow                        |
| ------- | ------------------------------------------------ | --------------------------------- |
| Scoring | the leader's owner, while he holds any card      | Shipbuilding, then the next action |
"""

from __future__ import annotations

from referee.games.cards.board import COLUMN, kingdom_of, owner_in
from referee.games.cards.data import CODE_OF, COLUMN_LIMIT, KIND_INDEX, KING
from referee.games.cards.events import CardPlayed, Scored
from referee.games.cards.moves import PlayCard, Score
from referee.games.cards.rules.ships import completes_run
from referee.games.cards.rules.turn import check_hand
from referee.games.cards.state import (
    AnyFrame,
    Scoring,
    Shipbuilding,
    State,
    Turn,
    added_at,
    after_action,
    change,
    decline_offer,
    pay,
)
from referee.kernel.errors import illegal
from referee.kernel.events import Spent
from referee.kernel.game import Transition
from referee.kernel.requests import Request, Seat


def play_card(state: State, frame: Turn, move: PlayCard) -> Transition[State]:
    """Lay a card under the lowest one of a column; then it may score, then it may complete a ship.

    Raises:
        IllegalMove: CK 4.2 (an empty hand), CK 6.2 (the column is full).

    Source: CK 6.1, CK 6.2, CK 7.1, CK 14.1; ruling G-35.
    """
    seat = state.active
    column = COLUMN[move.column]
    cards = state.columns[column]
    check_hand(state, seat, 1)
    if len(cards) > COLUMN_LIMIT:
        raise illegal("CK 6.2", "cards/column-full", at=move.column, limit=COLUMN_LIMIT, column=move.column)
    longer = cards + CODE_OF[move.kind]
    frames: tuple[AnyFrame, ...] = after_action(state)
    if completes_run(longer):
        frames = (*frames, Shipbuilding(move.column))
    scorer = scorer_of(state, column, KIND_INDEX[move.kind])
    if scorer is not None:
        frames = (*frames, Scoring(scorer, move.kind))
    after = change(
        state,
        columns=(*state.columns[:column], longer, *state.columns[column + 1 :]),
        hands=added_at(state.hands, seat, -1),
        frames=frames,
        changed=state.turn,
    )
    return Transition(after, (Spent(seat, move.kind), CardPlayed(seat, move.kind, f"{move.column}{len(cards)}")))


def scorer_of(state: State, column: int, index: int) -> Seat | None:
    """Who may score a card of `KINDS[index]` laid into a column: the leader's owner; without one the king's, or nobody.

    Source: CK 7.1, CK 7.2; ruling G-31.
    """
    kingdom = kingdom_of(state.slots, column)
    owner = owner_in(state.leaders, index, kingdom)
    return owner if owner is not None else owner_in(state.leaders, KING, kingdom)


def request_score(state: State, frame: Scoring, seat: Seat) -> Request:
    """Score or not? `about` is the kind of the point."""
    return Request(seat, "score", "CK 7.1", (frame.kind,))


def answer_score(state: State, frame: Scoring, move: Score) -> Transition[State]:
    """A card of the kind played goes from the owner's hand to his victory pile, or nothing happens.

    Source: CK 7.1, CK 7.3; ruling G-31.
    """
    if not move.yes:
        return decline_offer(state, frame.seat, "score")
    after = pay(state, frame.seat, KIND_INDEX[frame.kind], 1, state.frames[:-1])
    return Transition(after, (Spent(frame.seat, frame.kind), Scored(frame.seat, frame.kind)))
