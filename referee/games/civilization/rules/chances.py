"""Orders for which no chance comes any more before the turn is over: told to anybody who is about to seal one.

Only what is certain is said. A card that somebody else holds could still come back to the pool if its holder were
driven from the board, so nothing is said of it while something on the played card can still fight.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules import boxes
from referee.games.civilization.state import State
from referee.kernel.errors import illegal
from referee.kernel.requests import Seat

FIGHTING = frozenset((m.Attack, m.March, m.Buy, m.Place, m.Strike))
"""Orders by which a settlement of another seat can fall."""


def check_chance(state: State, seat: Seat, order: m.Order) -> None:
    """Refuse an order that a seat can give at no later moment of this turn, whatever others do and whatever is turned
    up.

    Raises:
        IllegalMove: CV 2.6 for what belongs to the set-up and is done, CV 3.7 for a card that nobody gives back.
    """
    mine = {type(frame) for frame in state.frames if getattr(frame, "seat", None) == seat}
    if isinstance(order, m.Settle) and f.Settle not in mine:
        raise illegal("CV 2.6", "civilization/settled-already", place=order.place)
    if isinstance(order, m.Take) and f.TakeCard not in mine:
        raise illegal("CV 2.6", "civilization/first-card-taken", card=order.card)
    if (
        isinstance(order, m.Pick)
        and state.active == seat
        and {order.card, order.other} <= {"", *_outside_pools(state, seat)}
    ):
        raise illegal("CV 3.7", "civilization/card-not-in-pool", card=order.card)


def _outside_pools(state: State, seat: Seat) -> Iterator[str]:
    """The cards that are in no pool when this seat, whose turn it is, picks its next one."""
    yield from filter(None, (state.players[seat].card, state.playing))
    if state.playing and not any(map(_fights, _left(state))):
        yield from (player.card for player in state.players if player.card)


def _left(state: State) -> Iterator[f.AnyFrame | fx.Simple]:
    """Every line of the card that is played, and what else may bring units."""
    card = state.world.cards[state.playing]
    for effect in (*card.top, *card.bottom):
        yield from effect.among if isinstance(effect, fx.Choose) else (effect,)
    yield from (frame for frame in state.frames if isinstance(frame, f.PlaceUnit | f.Strike))


def _fights(thing: f.AnyFrame | fx.Simple) -> bool:
    if isinstance(thing, f.PlaceUnit | f.Strike):
        return True
    line = boxes.LINES.get(type(thing))  # type: ignore[arg-type]
    return line is None or not FIGHTING.isdisjoint(line.answers)
