"""Who is asked what, under which rule."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

Seat = int
"""A place at the table, 0 .. n-1, clockwise."""

TURN = "turn"
"""The question for an action of the seat whose turn it is; every other question asks for an answer."""

COMMIT = "commit"
"""The question how many goods of the hand are added to a conflict."""


class Request(msgspec.Struct, frozen=True, gc=False):
    """One seat must answer one question."""

    seat: Seat
    question: str
    """A word of the game (`turn`, `commit`, `monument`)."""
    rule: str
    """The rule that asks."""
    about: tuple[str, ...] = ()
    """Further public words for people: the colour of the war, the treasures to choose from."""
    pins: int = 0
    """How many sealed lines a note that answers has; 0 for as many as the game fixes for all its notes."""
    seal_blocks: int = 0
    """How many 256-byte blocks carry them; 0 as with `pins`."""


def seat_order(asked: Sequence[Request], first: Seat | None) -> tuple[Request, ...]:
    """Those who are asked, clockwise from seat `first` on; None stands for seat 0."""
    if len(asked) < 2:
        return tuple(asked)
    return tuple(sorted(asked, key=lambda request: (request.seat < (first or 0), request.seat)))
