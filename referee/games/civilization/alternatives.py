"""The alternatives of a box: what they are called, and which of them an order of a later line asks for first."""

from __future__ import annotations

import msgspec

from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack.bounds import tag_of
from referee.games.civilization.rules import boxes
from referee.games.civilization.rules.together import act_of
from referee.games.civilization.state import State, push
from referee.kernel.requests import Seat


def alternatives(state: State, seat: Seat) -> tuple[str, ...]:
    """What each alternative of the running line gives, from the first on; none where nothing is chosen."""
    act = act_of(state, seat)
    line = act.effects[0] if act is not None and act.effects else None
    return tuple(map(tag_of, line.among)) if isinstance(line, fx.ChooseEffect) else ()


def by_name(state: State, seat: Seat, order: str) -> str:
    """An order as it can be typed at this moment: a choice by what it gives, if only one alternative gives that."""
    verb, _, number = order.partition(" ")
    among = alternatives(state, seat)
    if verb != "choose" or not number.isdigit() or not 1 <= int(number) <= len(among):
        return order
    name = among[int(number) - 1]
    return f"{verb} {name}" if among.count(name) == 1 else order


def orders_needed_before(state: State, seat: Seat, order: m.CivilizationOrder) -> tuple[m.CivilizationOrder, ...]:
    """What must be ordered first so that this order can follow: a choice, or the end of lines before its own."""
    act = act_of(state, seat)
    if act is None or isinstance(order, m.Pass | m.Skip | m.Choose | m.Wish):
        return ()
    for skipped, effect in enumerate(act.effects):
        before: tuple[m.CivilizationOrder, ...] = (m.Skip(),) * skipped
        if isinstance(effect, fx.ChooseEffect):
            state = push(state, act)
            for number, one in enumerate(effect.among, 1):
                if _takes(one, order) and _bare(order) in boxes.LINES[type(one)].orders(
                    state, f.BoxTurn(seat, "", (one,)), one
                ):
                    return (*before, m.Choose(number))
        elif _takes(effect, order):
            return before
    return ()


def _bare(order: m.CivilizationOrder) -> m.CivilizationOrder:
    """The order without its change: whether that is right is asked once the alternative is chosen."""
    return msgspec.structs.replace(order, change=None) if getattr(order, "change", None) is not None else order


def _takes(effect: fx.BoxEffect, order: m.CivilizationOrder) -> bool:
    line = boxes.LINES.get(type(effect))
    return line is not None and type(order) in line.answers
