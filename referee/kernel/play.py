"""The only driver of a game: `play` one order, `state_digest` of where that led."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

import msgspec

from referee.kernel.canonical_json import canonical, tagged_hash
from referee.kernel.errors import IllegalMove, OutOfOrder
from referee.kernel.events import Event, GoodsEvent, Revealed
from referee.kernel.game import AnyGame, Game, M, NeedsHiddenFace, Reveals, S, Transition, asked_seats
from referee.kernel.goods import Hand, Knowledge, NotInHand
from referee.kernel.requests import Seat


class Played(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """What an order led to: state, events, and what the one who played it out knows now."""

    state: S
    events: tuple[Event, ...]
    knowledge: Knowledge

    @property
    def reveals(self) -> Reveals:
        """The faces that became public in this step, in order."""
        return tuple((event.place, event.kind) for event in self.events if isinstance(event, Revealed))


def play(
    game: Game[S, M], state: S, seat: Seat, move: M, knowledge: Knowledge, *, secret: Hand = (), shown: Reveals = ()
) -> Played[S]:
    """One order of `seat`, by the rules and by what is known of the hands.

    `secret` are the kinds that leave the hand unseen; they count only if the hand of `seat` is known. A face that the
    rules need is looked up in `shown` (what a step note shows), then in the knowledge as it is when it is needed: a
    good laid by this very order is known to anybody who knows the hand, and only a good that the hand holds was laid.

    Raises:
        OutOfOrder: `seat` is not asked anything now.
        IllegalMove: a rule forbids the move, or the hand is known and does not hold what it takes.
        HiddenFace: the order turns up a face that is neither shown nor known here; the hand was checked as far as that.
    """
    if seat not in asked_seats(game, state):
        raise OutOfOrder("seat-not-asked", number=seat + 1)
    hidden_count = game.secret(move)
    if knowledge.knows(seat) and len(secret) != hidden_count:
        raise IllegalMove("unseen-count-differs", rule=game.info.hand_rule, needed=hidden_count, found=len(secret))
    step = _apply(game, state, seat, move, knowledge, secret, shown)
    return Played(step.state, step.events, _knowledge_after(game, knowledge, step.events, secret))


def _knowledge_after(game: AnyGame, knowledge: Knowledge, events: tuple[Event, ...], secret: Hand) -> Knowledge:
    """The knowledge once `events` have happened. Raises IllegalMove if a known hand does not hold what they take."""
    try:
        return follow_events(knowledge, events, secret)
    except NotInHand as lack:
        raise IllegalMove("not-in-hand", rule=game.info.hand_rule) from lack


def _apply(
    game: Game[S, M], state: S, seat: Seat, move: M, knowledge: Knowledge, secret: Hand, shown: Reveals
) -> Transition[S]:
    faces: Reveals = ()
    while True:
        try:
            return game.apply(state, seat, move, faces)
        except NeedsHiddenFace as hidden:
            # The face may be of a good that this very order covers: the hand is asked for it before the rules are.
            so_far = _knowledge_after(game, knowledge, hidden.events, secret)
            kind = dict(shown).get(hidden.place) or so_far.face(hidden.place)
            if kind is None:
                raise
            faces = (*faces, (hidden.place, kind))


def follow_events(knowledge: Knowledge, events: Iterable[Event], secret: Hand = ()) -> Knowledge:
    """The knowledge once `events` have happened; used for the events of a set-up."""
    for event in events:
        if isinstance(event, GoodsEvent):
            knowledge = knowledge.after(event, secret)
    return knowledge


def state_digest(game: AnyGame, state: Any) -> bytes:
    """H("state", canonical JSON of the public state), 32 bytes: what every step note signs."""
    return tagged_hash("state", canonical(game.to_json(state)))
