"""Who is asked what, under which rule."""

from __future__ import annotations

import msgspec

Seat = int
"""A place at the table, 0 .. n-1, clockwise."""

TURN = "turn"
"""The question for an action of the seat whose turn it is; every other question asks for an answer."""


class Request(msgspec.Struct, frozen=True, gc=False):
    """One seat must answer one question.

    `question` is a word of the game (`turn`, `commit`, `monument`); `rule` is the rule that asks.
    `about` are further public words for people: the colour of the war, the treasures to choose from.
    """

    seat: Seat
    question: str
    rule: str
    about: tuple[str, ...] = ()
