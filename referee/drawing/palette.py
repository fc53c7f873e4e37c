"""The colours of every picture. Pieces keep theirs; the table has one set for light, one for dark, one for paper.

A test computes the contrast of every pair that meets from these constants: 4.5 for text, 3 for signs and for edges
that carry meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import get_data

Colour = str
"""`#rrggbb`."""

PIECES: tuple[Colour, ...] = ("#97201b", "#2c2a2e", "#1b7d55", "#2660b2")
"""Red, black, green, blue: all dark enough for an ivory sign. Told apart by the sign, never by the colour alone."""

IVORY, GOLD, GOLD_INK, STONE, STONE_INK = "#fff8e6", "#f2c12e", "#4a3200", "#b9a98c", "#5d4e33"

SEATS: tuple[tuple[Colour, Colour], ...] = (
    ("#b84a00", IVORY),
    ("#6d2f9e", IVORY),
    ("#00736b", IVORY),
    ("#e3b100", "#2b2000"),
    ("#7cc0ee", "#0d2338"),
    ("#4a4a4f", IVORY),
)
"""(colour, sign on it) of the pieces of each seat, where seats have colours of their own."""

Theme = Mapping[str, Colour]

_TABLE = [line.split() for line in (get_data(__package__, "themes.txt") or b"").decode().splitlines()]
"""A name, and what it is in light, in the dark and on paper."""

LIGHT: Theme = {name: light for name, light, _, _ in _TABLE}
DARK: Theme = {name: dark for name, _, dark, _ in _TABLE}
PRINT: Theme = {name: paper for name, _, _, paper in _TABLE}
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK, "print": PRINT}
"""Paper, panel, what is raised from it and what waits for the reader; ink and dim ink; land with its grid, river with
bank and flow; the rim that lifts a dark piece off a dark ground; kingdom outlines, marks of the last move; sea and
coast, territory cards; the terrains of Ur."""
