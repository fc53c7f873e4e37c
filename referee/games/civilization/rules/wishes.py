"""Standing wishes: free orders of whoever is asked, for all to see, so that nobody need be asked about small things.

Source: CV 5.8, CV 10.2, CV 17.2, CV 20.2; rulings D6, D11, D17.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization import events as e
from referee.games.civilization import moves as m
from referee.games.civilization.rules.money import homes
from referee.games.civilization.rules.turn import may_declare
from referee.games.civilization.state import State, Wish, colonies_of, replace, with_player
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.requests import Seat

CHANGES = ("auto", "place", "remove")
EXCESS = ("strongest", "newest")
ENDINGS = ("never", "if-leading", "now")


def wish(state: State, seat: Seat, order: m.Order, log: list[Event]) -> State:
    """The state once a seat wishes something else. Raises IllegalMove."""
    before = state.players[seat].wish
    after = _wished(state, seat, before, order, log)
    if after == before:
        raise illegal("CV 5.8", "civilization/wished-already")
    return with_player(state, seat, replace(state.players[seat], wish=after))


def _wished(state: State, seat: Seat, now: Wish, order: m.Order, log: list[Event]) -> Wish:
    if isinstance(order, m.Settling):
        _check_place(state, seat, order)
        log.append(e.Wished(seat, "change", order.way))
        log += [e.Preferred(seat, order.place)] if order.place else []
        return replace(now, change=order.way, where=order.place)
    if isinstance(order, m.Excess):
        log.append(e.Wished(seat, "excess", order.way))
        return replace(now, excess=order.way)
    if isinstance(order, m.End):
        if not may_declare(state, seat):
            raise illegal("CV 17.2", "civilization/cannot-declare")
        log.append(e.Wished(seat, "end", order.when))
        return replace(now, ending=order.when)
    assert isinstance(order, m.Vote)
    if not state.setting.early:
        raise illegal("CV 20.2", "civilization/no-early-end")
    log.append(e.Wished(seat, "vote", "yes" if order.yes else "no"))
    if bool(now.vote) == order.yes:
        raise illegal("CV 5.8", "civilization/wished-already")
    return replace(now, vote=state.seats if order.yes else 0)


def _check_place(state: State, seat: Seat, order: m.Settling) -> None:
    if not order.place:
        return
    if order.way == "auto":
        raise illegal("CV 5.8", "civilization/automatic-chooses-place")
    if order.way == "place" and order.place not in homes(state, seat):
        raise illegal("CV 10.5", "civilization/no-home-for-colonist", place=order.place)
    if order.way == "remove" and order.place not in colonies_of(state, seat):
        raise illegal("CV 5.2", "civilization/no-colonist-there", place=order.place)


def wishes(state: State, seat: Seat) -> Iterator[m.Order]:
    """Every free order of a seat that changes something."""
    now = state.players[seat].wish
    changes = [m.Settling(way) for way in CHANGES]
    changes += [m.Settling("place", place) for place in homes(state, seat)]
    changes += [m.Settling("remove", place) for place in colonies_of(state, seat)]
    yield from (order for order in changes if (order.way, order.place) != (now.change, now.where))
    yield from (m.Excess(way) for way in EXCESS if way != now.excess)
    if may_declare(state, seat):
        yield from (m.End(when) for when in ENDINGS if when != now.ending)
    if state.setting.early:
        yield m.Vote(not now.vote)
