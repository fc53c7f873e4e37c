"""Thinking ahead: the position as if it were a seat's turn, or its choice while the game is set up."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import RESOURCES
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules import boxes
from referee.games.civilization.rules.conquest import is_obsolete
from referee.games.civilization.rules.course import STAGES
from referee.games.civilization.rules.technologies import found_free
from referee.games.civilization.state import State, beginning, has_town, replace
from referee.kernel.errors import illegal
from referee.kernel.game import Transition
from referee.kernel.requests import Seat

FIGHTING = frozenset((m.Attack, m.March, m.Buy, m.Place, m.Strike))
"""Orders by which a settlement of another seat can fall."""


def check_chance(state: State, seat: Seat, order: m.CivilizationOrder) -> None:
    """Refuse an order that a seat can give at no later moment of this turn, whatever others do and whatever is turned
    up.

    Raises:
        IllegalMove: CV 2.6 for what belongs to the set-up and is done, CV 3.7 for a card that nobody gives back.
    """
    mine = {type(frame) for frame in state.frames if getattr(frame, "seat", None) == seat}
    if isinstance(order, m.Settle) and f.FirstSettlement not in mine:
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
    if state.playing and not any(map(_fights, _remaining_effects(state))):
        yield from (player.card for player in state.players if player.card)


def _remaining_effects(state: State) -> Iterator[f.AnyFrame | fx.Simple]:
    """Every line of the card that is played, and what else may bring units."""
    card = state.world.cards[state.playing]
    for effect in (*card.top, *card.bottom):
        yield from effect.among if isinstance(effect, fx.ChooseEffect) else (effect,)
    yield from (frame for frame in state.frames if isinstance(frame, f.PlaceUnit | f.StrikeChoice))


def _fights(thing: f.AnyFrame | fx.Simple) -> bool:
    if isinstance(thing, f.PlaceUnit | f.StrikeChoice):
        return True
    line = boxes.LINES.get(type(thing))  # type: ignore[arg-type]
    return line is None or not FIGHTING.isdisjoint(line.answers)


def neutral(state: State, seat: Seat) -> m.CivilizationOrder:
    """Pass; where that cannot be: the first card, the first territory with a resource, the dearest technology.

    One of the next era is taken only where none of the running one is left: it would end the era.
    """
    frame = state.frames[-1]
    if isinstance(frame, f.TakeCard):
        return m.Take(state.pool[0])
    if isinstance(frame, f.PickCard):
        return m.Pick(state.pool[0])
    if isinstance(frame, f.FirstSettlement):
        free = [land for land in state.world.lands if land not in state.towns]
        rich = [land for land in free if state.markers.get(land) in RESOURCES]
        return m.Settle((rich or free)[0])
    if isinstance(frame, f.FreeTechnology):
        found = found_free(state, kept=frame.kept)
        return m.Learn(min(found, key=lambda tech: (tech.era > state.era, -tech.cost, tech.id)).id)
    return m.Pass()


def on_turn(state: State, seat: Seat) -> State:
    """The state as if `seat` were to move at once, up to the first question of its turn; what is open stays as it is.

    The card of another that lies open counts as played. Who has not chosen in the set-up is asked for that; who has no
    settlement has nothing to think of, and is asked nothing.
    """
    if state.ended:
        return state
    player = state.players[seat]
    if not has_town(state, seat) and beginning(state):
        ask = (f.FirstSettlement(seat),) if player.card else (f.FirstSettlement(seat), f.TakeCard(seat))
        return replace(state, frames=(f.Turn(), *ask))
    if not has_town(state, seat):
        return replace(state, frames=(f.Turn("next"),))
    played = (state.playing,) if state.playing and not is_obsolete(state, state.playing) else ()
    pool = tuple(sorted((*state.pool, *played)))
    begun = replace(state, active=seat, pool=pool, playing="", symbol="", fresh=(), grown=(), frames=(f.Turn(),))
    return STAGES.run(Transition(begun), ()).state
