"""Standing wishes: public answers that a seat gives in advance, so that it is not asked about small things.

Source: CV 5.8, CV 10.2, CV 17.2, CV 20.2; rulings D6, D11, D17.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization import events as e
from referee.games.civilization import moves as m
from referee.games.civilization.rules.money import homes, is_home
from referee.games.civilization.rules.turn import may_declare
from referee.games.civilization.state import StandingWish, State, colonies_of, has_colonist, replace, with_player
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.requests import Seat


def wish(state: State, seat: Seat, order: m.Wish, log: list[Event]) -> State:
    """The state once a seat wishes something else. Raises IllegalMove."""
    _check(state, seat, order)
    before = state.players[seat].wish
    after = _with_order(state, before, order)
    if after == before or (isinstance(order, m.Vote) and bool(before.vote) == bool(after.vote)):
        raise illegal("CV 5.8", "civilization/wished-already")
    log.append(e.Wished(seat, order.what, order.way))
    log += [e.Preferred(seat, order.place)] if isinstance(order, m.OddFives) and order.place else []
    return with_player(state, seat, replace(state.players[seat], wish=after))


def _with_order(state: State, now: StandingWish, order: m.Wish) -> StandingWish:
    match order:
        case m.OddFives(way, place):
            return replace(now, change=way, where=place)
        case m.Excess(way):
            return replace(now, excess=way)
        case m.End(way):
            return replace(now, ending=way)
    return replace(now, vote=state.seats if order.way == "yes" else 0)


def _check(state: State, seat: Seat, order: m.Wish) -> None:
    """Check that a seat may wish this. Raises IllegalMove."""
    if isinstance(order, m.End) and not may_declare(state, seat):
        raise illegal("CV 17.2", "civilization/cannot-declare")
    if isinstance(order, m.Vote) and not state.setting.early:
        raise illegal("CV 20.2", "civilization/no-early-end")
    if not isinstance(order, m.OddFives) or not order.place:
        return
    if order.way == "auto":
        raise illegal("CV 5.8", "civilization/automatic-chooses-place")
    if order.way == "place" and not is_home(state, seat, order.place):
        raise illegal("CV 10.5", "civilization/no-home-for-colonist", place=order.place)
    if order.way == "remove" and not has_colonist(state, seat, order.place):
        raise illegal("CV 5.2", "civilization/no-colonist-there", place=order.place)


def wishes(state: State, seat: Seat) -> Iterator[m.Wish]:
    """Every free order of a seat that changes something."""
    now = state.players[seat].wish
    changes = [(way, "") for way in m.WAY.values]
    changes += [("place", place) for place in homes(state, seat)]
    changes += [("remove", place) for place in colonies_of(state, seat)]
    yield from (m.OddFives(way, place) for way, place in changes if (way, place) != (now.change, now.where))
    yield from (m.Excess(way) for way in m.STAYS.values if way != now.excess)
    if may_declare(state, seat):
        yield from (m.End(when) for when in m.WHEN.values if when != now.ending)
    if state.setting.early:
        yield m.Vote("no" if now.vote else "yes")
