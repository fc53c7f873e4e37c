"""Standing wishes: free orders of whoever is asked, for all to see, so that nobody need be asked about small things.

Source: CV 5.8, CV 10.2, CV 17.2, CV 20.2; rulings D6, D11, D17.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization import events as e
from referee.games.civilization import moves as m
from referee.games.civilization.rules.money import homes, is_home
from referee.games.civilization.rules.turn import may_declare
from referee.games.civilization.state import State, Wish, colonies_of, has_colonist, replace, with_player
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.requests import Seat

SUBJECTS = ("change", "excess", "end", "vote")
CHANGES = ("auto", "place", "remove")
EXCESS = ("strongest", "newest")
ENDINGS = ("never", "if-leading", "now")
VOTES = ("yes", "no")


def wish(state: State, seat: Seat, order: m.Wish, log: list[Event]) -> State:
    """The state once a seat wishes something else. Raises IllegalMove."""
    _check(state, seat, order)
    before = state.players[seat].wish
    after = _wished(state, before, order)
    if after == before or (order.what == "vote" and bool(before.vote) == bool(after.vote)):
        raise illegal("CV 5.8", "civilization/wished-already")
    log.append(e.Wished(seat, order.what, order.way))
    log += [e.Preferred(seat, order.place)] if order.place else []
    return with_player(state, seat, replace(state.players[seat], wish=after))


def _wished(state: State, now: Wish, order: m.Wish) -> Wish:
    if order.what == "change":
        return replace(now, change=order.way, where=order.place)
    if order.what == "excess":
        return replace(now, excess=order.way)
    if order.what == "end":
        return replace(now, ending=order.way)
    return replace(now, vote=state.seats if order.way == "yes" else 0)


def _check(state: State, seat: Seat, order: m.Wish) -> None:
    """Check that a seat may wish this. Raises IllegalMove."""
    if order.what == "end" and not may_declare(state, seat):
        raise illegal("CV 17.2", "civilization/cannot-declare")
    if order.what == "vote" and not state.setting.early:
        raise illegal("CV 20.2", "civilization/no-early-end")
    if not order.place:
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
    changes = [(way, "") for way in CHANGES]
    changes += [("place", place) for place in homes(state, seat)]
    changes += [("remove", place) for place in colonies_of(state, seat)]
    yield from (m.Wish("change", way, place) for way, place in changes if (way, place) != (now.change, now.where))
    yield from (m.Wish("excess", way) for way in EXCESS if way != now.excess)
    if may_declare(state, seat):
        yield from (m.Wish("end", when) for when in ENDINGS if when != now.ending)
    if state.setting.early:
        yield m.Wish("vote", "no" if now.vote else "yes")
