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
    """One seat must answer one question.

    `question` is a word of the game (`turn`, `commit`, `monument`); `rule` is the rule that asks.
    `about` are further public words for people: the colour of the war, the treasures to choose from.
    `pins` and `seal_blocks` fix how many sealed lines a note that answers has, and how many 256-byte blocks carry them;
    0 means as many as the game fixes for all its notes.
    """

    seat: Seat
    question: str
    rule: str
    about: tuple[str, ...] = ()
    pins: int = 0
    seal_blocks: int = 0


def seat_order(asked: Sequence[Request], first: Seat | None) -> tuple[Request, ...]:
    """Those who are asked, clockwise from seat `first` on; None stands for seat 0."""
    if len(asked) < 2:
        return tuple(asked)
    return tuple(sorted(asked, key=lambda request: (request.seat < (first or 0), request.seat)))
