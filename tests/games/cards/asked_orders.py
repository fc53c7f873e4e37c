"""Positions of the card game in which a seat is asked, and orders by name."""

from __future__ import annotations

from typing import Any

from referee.games.cards.cases import Given, state_of
from referee.games.cards.data import DYNASTIES
from referee.games.cards.moves import ORDERS
from referee.games.cards.rules.flow import apply
from referee.games.cards.state import State


def at(*orders: str, **start: Any) -> State:
    """A position of the case book's sort, some orders later."""
    state = state_of(Given(**start))
    for line in orders:
        name, _, text = line.partition(": ")
        state = apply(state, DYNASTIES.index(name), ORDERS.parse(text), (("C-D", "red"),)).state
    return state


TWO = {"columns": {"C": "*<lion.priest> g g r<lion.trader> b", "D": "* k<bull.priest> g r<bull.trader> b"}}


TURN = at()


COMMIT = at("lion: leader king A1", columns={"A": "* r g<bull.king>"})


SCORE = at("lion: card green A", columns={"A": "* r<lion.trader>"})


WAR = at("lion: connect C-D", **TWO)


CONVERT = at("lion: leader king A1", "lion: commit 0", "bull: commit 0", columns={"A": "* r g<bull.king>"})


SWAP = at("lion: connect C-D", columns={"C": "* r<lion.trader> g k", "D": "* k k k"})


SHIP = at("lion: card blue A", columns={"A": "* b b b b"})


INCOME = at("lion: pass", columns={"A": "* S(bk) S(bg) k<lion.farmer> r<lion.trader>"})
