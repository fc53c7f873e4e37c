"""The own hand in words: the tiles of each kind, in the order of the box."""

from __future__ import annotations

from referee.drawing.text import Picture, Span
from referee.games.tigris.data import COLOURS, KINDS
from referee.games.tigris.faces.words import say
from referee.kernel.game import View


def hand(view: View) -> Picture:
    """`Your hand: 3 temples, 1 farm`."""
    assert view.own is not None
    spans: list[Span] = [(say("hand", view.lang) + " ", "bold")]
    held = [(kind, colour, count) for kind, colour in zip(KINDS, COLOURS, strict=True) if (count := _count(view, kind))]
    for number, (kind, colour, count) in enumerate(held):
        word = say(kind if count == 1 else f"{kind}s", view.lang)
        spans += [(", ", "")] if number else []
        spans.append((f"{count} {word}", colour))
    return ((*spans, *(() if held else ((say("empty", view.lang), "dim"),))),)


def _count(view: View, kind: str) -> int:
    return view.own.hand.count(kind) if view.own is not None else 0
