"""Several seats asked at once: the answers of all of them, played one after the other.

The answer of one seat is its *share*: all its orders until it is not asked any more while the others still are. Every
share is judged by the state in which the question was put, so that it tells nothing of the others and needs nothing of
them; all of them are then carried out clockwise from the seat whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.kernel.errors import OutOfOrder
from referee.kernel.events import Event
from referee.kernel.game import Game, M, Reveals, S, seats_asked
from referee.kernel.goods import Hand, Knowledge
from referee.kernel.play import Played, play
from referee.kernel.requests import Seat, seat_order

Share = Sequence[tuple[M, Hand]]
"""The orders of one seat, each with the kinds that it gives away unseen."""


def is_asked(game: Game[S, M], state: S, seat: Seat) -> bool:
    """Whether `seat` must answer now, alone or with others."""
    return seat in seats_asked(game, state)


def play_share(
    game: Game[S, M], state: S, seat: Seat, share: Share[M], knowledge: Knowledge, *, shown: Reveals = ()
) -> Played[S]:
    """The share of one seat, played as if nobody else had answered.

    Raises:
        OutOfOrder: the seat is still asked at its end, or there is an order behind the end.
        IllegalMove, HiddenFace: as `play` does.
    """
    events: tuple[Event, ...] = ()
    for move, secret in share:
        played = play(game, state, seat, move, knowledge, secret=secret, shown=shown)
        state, knowledge, events = played.state, played.knowledge, events + played.events
    if is_asked(game, state, seat):
        raise OutOfOrder("share-not-done", number=seat + 1)
    return Played(state, events, knowledge)


def play_together(
    game: Game[S, M],
    state: S,
    shares: Mapping[Seat, Share[M]],
    knowledge: Knowledge,
    *,
    first: Seat | None = None,
    shown: Reveals = (),
) -> Played[S]:
    """The shares of all seats that are asked at once, clockwise from `first`, and the state they lead to.

    Raises:
        OutOfOrder: a seat that is asked has no share, a share comes from another seat, or one is not a whole share.
        IllegalMove, HiddenFace: as `play` does.
    """
    asked = seat_order(game.requests(state), first)
    if sorted(shares) != sorted(request.seat for request in asked):
        raise OutOfOrder("shares-of-those-asked", needed=len(asked), found=len(shares))
    for request in asked if len(asked) > 1 else ():
        play_share(game, state, request.seat, shares[request.seat], knowledge, shown=shown)
    events: tuple[Event, ...] = ()
    for request in asked:
        for move, secret in shares[request.seat]:
            played = play(game, state, request.seat, move, knowledge, secret=secret, shown=shown)
            state, knowledge, events = played.state, played.knowledge, events + played.events
    return Played(state, events, knowledge)
