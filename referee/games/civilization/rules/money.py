"""Credits, and colonists as change.

There is no coin of 5: an amount that ends in 5 moves a colonist onto or off the board. Who pays may say how with the
order; otherwise the standing wish decides, and without one the automatic choice.

Source: CV 5.1 to CV 5.6; rulings G15 to G18, D11, D12, D29, D49, D50.
"""

from __future__ import annotations

import msgspec

from referee.games.civilization import events as e
from referee.games.civilization import moves as m
from referee.games.civilization.data import COVERED, LAND_KINDS, RESOURCES
from referee.games.civilization.state import (
    Group,
    State,
    colonies_of,
    exploited_territories,
    has_colonist,
    replace,
    seats_from,
    towns_of,
    with_player,
)
from referee.kernel.errors import IllegalMove, illegal
from referee.kernel.events import Event
from referee.kernel.requests import Seat

HALF = 5


class Payment(msgspec.Struct, frozen=True, gc=False):
    """How an amount is paid: `credits` in coins, and the colonist that moves, if one does."""

    amount: int
    credits: int
    change: m.ColonistChange | None = None


def homes(state: State, seat: Seat) -> list[str]:
    """The territories in which a colonist of this seat may be placed, sorted.

    Source: CV 10.5; ruling D26.
    """
    able = {code for code, town in state.towns.items() if town.seat == seat}
    able.update([unit.place for unit in state.units if unit.seat == seat and unit.kind in LAND_KINDS])
    return sorted(able)


def is_home(state: State, seat: Seat, place: str) -> bool:
    """Whether a territory is one of the `homes` of a seat."""
    town = state.towns.get(place)
    return (town is not None and town.seat == seat) or any(
        unit.place == place and unit.seat == seat and unit.kind in LAND_KINDS for unit in state.units
    )


def add_colonists(state: State, seat: Seat, place: str, count: int) -> State:
    """The state with `count` colonists more (or fewer) on a place."""
    group = state.colonists.get(place, Group(seat, 0))
    colonists = {**state.colonists, place: Group(seat, group.count + count)}
    if not colonists[place].count:
        del colonists[place]
    return replace(state, colonists=colonists)


def best_home(state: State, seat: Seat) -> str | None:
    """Where the automatic choice places a colonist; None if it can stand nowhere.

    Source: CV 5.8; ruling D11.
    """
    able = homes(state, seat)
    if not able:
        return None
    used, own = exploited_territories(state, seat), towns_of(state, seat)
    for place in able:
        if place not in used and state.markers.get(place, COVERED) in RESOURCES:
            return place
    for place in own:
        if place not in state.colonists:
            return place
    if own:
        return min(own, key=lambda place: (-state.towns[place].level, place))
    return able[0]


def best_leaver(state: State, seat: Seat) -> str | None:
    """Whence the automatic choice removes a colonist: where most of them are. None if there is none."""
    found = colonies_of(state, seat)
    return min(found, key=lambda place: (-state.colonists[place].count, place)) if found else None


def _in_order(state: State, seat: Seat) -> list[m.ColonistChange]:
    """The ways to settle an odd five, the one wished for first.

    Source: CV 5.8; ruling D50.
    """
    wish = state.players[seat].wish
    home, leaver = best_home(state, seat), best_leaver(state, seat)
    if wish.change == "place" and is_home(state, seat, wish.where):
        home = wish.where
    if wish.change == "remove" and has_colonist(state, seat, wish.where):
        leaver = wish.where
    ways = ([m.ColonistChange("+", home)] if home else []) + ([m.ColonistChange("-", leaver)] if leaver else [])
    return ways[::-1] if wish.change == "remove" else ways


# Paying


def payment(state: State, seat: Seat, amount: int, change: m.ColonistChange | None = None) -> Payment | IllegalMove:
    """How `seat` pays `amount`, with the change it asks for; or why it cannot.

    Source: CV 5.2, CV 5.4; rulings G16, D12.
    """
    credits = state.players[seat].credits
    if amount % 10 == 0 or (credits % 10 == HALF and credits >= amount):
        if credits < amount:
            return _too_poor(amount, credits)
        if change is not None:
            return illegal("CV 5.4", "civilization/no-change-needed", amount=amount)
        return Payment(amount, amount)
    if change is not None:
        return _with_change(state, seat, amount, change)
    for way in _in_order(state, seat):
        found = _with_change(state, seat, amount, way)
        if isinstance(found, Payment):
            return found
    return _too_poor(amount, credits)


def paid_for(state: State, seat: Seat, price: int, change: m.ColonistChange | None = None) -> Payment:
    """The payment of a price. Raises IllegalMove if the seat cannot pay it."""
    paid = payment(state, seat, price, change)
    if isinstance(paid, IllegalMove):
        raise paid
    return paid


def _with_change(state: State, seat: Seat, amount: int, change: m.ColonistChange) -> Payment | IllegalMove:
    credits = state.players[seat].credits
    if change.sign == "+" and not is_home(state, seat, change.place):
        return illegal("CV 10.5", "civilization/no-home-for-colonist", place=change.place)
    if change.sign == "-" and not has_colonist(state, seat, change.place):
        return illegal("CV 5.2", "civilization/no-colonist-there", place=change.place)
    coins = amount + HALF if change.sign == "+" else amount - HALF
    return Payment(amount, coins, change) if credits >= coins else _too_poor(coins, credits)


def _too_poor(amount: int, credits: int) -> IllegalMove:
    return illegal("CV 6.3", "civilization/too-few-credits", amount=amount, credits=credits)


def pay(state: State, seat: Seat, paid: Payment, why: str, log: list[Event]) -> State:
    """The state after a payment; the change colonist moves first (CV 5.5)."""
    log.append(e.Paid(seat, paid.amount, why, paid.credits))
    if paid.change is not None:
        state = _move_colonist(state, seat, paid.change, log)
    player = state.players[seat]
    return with_player(state, seat, replace(player, credits=player.credits - paid.credits))


def _move_colonist(state: State, seat: Seat, change: m.ColonistChange, log: list[Event]) -> State:
    placed = change.sign == "+"
    log.append(e.Change(seat, "placed" if placed else "removed", change.place))
    return add_colonists(state, seat, change.place, 1 if placed else -1)


# Receiving


def receive(state: State, seat: Seat, amount: int, why: str, log: list[Event]) -> State:
    """The state after one receipt of `amount` from the bank.

    Source: CV 5.3; rulings G15, G18, D29, D50.
    """
    player, coins, change = state.players[seat], amount, None
    if amount % 10 == HALF and player.credits % 10 != HALF:
        change = next(iter(_in_order(state, seat)), None)
        coins = amount if change is None else amount - HALF if change.sign == "+" else amount + HALF
    log.append(e.Gained(seat, amount, why, coins))
    if change is not None:
        state = _move_colonist(state, seat, change, log)
    return with_player(state, seat, replace(player, credits=player.credits + coins))


def settle_odd_fives(state: State, log: list[Event]) -> State:
    """Every odd five that can be a colonist becomes one, from the active seat clockwise.

    Source: CV 5.6; rulings G18, D49.
    """
    if all(player.credits % 10 != HALF for player in state.players):
        return state
    for seat in seats_from(state, state.active):
        player = state.players[seat]
        if player.credits % 10 != HALF:
            continue
        change = next(iter(_in_order(state, seat)), None)
        if change is None:
            continue
        coins = -HALF if change.sign == "+" else HALF
        log.append(e.Paid(seat, HALF, "odd", HALF) if coins < 0 else e.Gained(seat, HALF, "odd", HALF))
        state = _move_colonist(state, seat, change, log)
        state = with_player(state, seat, replace(player, credits=player.credits + coins))
    return state


def changes(state: State, seat: Seat, amount: int) -> list[m.ColonistChange | None]:
    """Every end that an order of this price may have, the bare one first; empty if it cannot be paid."""
    credits = state.players[seat].credits
    if amount % 10 == 0 or (credits % 10 == HALF and credits >= amount):
        return [None] if credits >= amount else []
    found: list[m.ColonistChange | None] = []
    if credits >= amount + HALF:
        found += [m.ColonistChange("+", place) for place in homes(state, seat)]
    if credits >= amount - HALF:
        found += [m.ColonistChange("-", place) for place in colonies_of(state, seat)]
    return [None, *found] if found else []
