"""The colours of every picture. Pieces keep theirs; the table has one set for light, one for dark, one for paper.

A test computes the contrast of every pair that meets from these constants: 4.5 for text, 3 for signs and for edges
that carry meaning.
"""

from __future__ import annotations

from collections.abc import Mapping

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

LIGHT: Theme = {
    "paper": "#fbf6e9",
    "panel": "#f2e8d0",
    "ink": "#26211c",
    "dim": "#5f5547",
    "land": "#ecdcb8",
    "line": "#cdb98a",
    "river": "#8cc4e4",
    "bank": "#2c6890",
    "flow": "#d9eefa",
    "void": "#4b4038",
    "rim": "#fff8e6",
    "kingdom": "#6b3d00",
    "mark": "#b0005f",
    "sea": "#d6eaf5",
    "sealine": "#4b7d94",
    "coast": "#7d6a3e",
    "card": "#f3e6c6",
    "agriculture": "#b9d898",
    "trade": "#fbe7a4",
    "war": "#eda493",
    "culture": "#98c1ea",
    "politics": "#eadcf8",
    "edge": "#6b6046",
    "stone": "#4f4128",
    "gap": "#fff8e6",
    "faint": "#b9ab95",
}
DARK: Theme = {
    "paper": "#16130f",
    "panel": "#241f19",
    "ink": "#f3ead8",
    "dim": "#b9ab95",
    "land": "#4b4130",
    "line": "#655a44",
    "river": "#27536f",
    "bank": "#7db4d6",
    "flow": "#4f83a3",
    "void": "#0d0b09",
    "rim": "#b7ab97",
    "kingdom": "#ffcf7a",
    "mark": "#ff8ac4",
    "sea": "#15303f",
    "sealine": "#7fb2c9",
    "coast": "#c9b88a",
    "card": "#4b4130",
    "agriculture": "#3f5a25",
    "trade": "#665215",
    "war": "#74301f",
    "culture": "#173f63",
    "politics": "#674b88",
    "edge": "#b9ab95",
    "stone": "#e6d6b4",
    "gap": "#16130f",
    "faint": "#5a5140",
}
PRINT: Theme = {
    **LIGHT,
    "paper": "#ffffff",
    "panel": "#ffffff",
    "ink": "#000000",
    "dim": "#333333",
    "land": "#f3ead6",
    "river": "#c3dfee",
    "kingdom": "#000000",
    "mark": "#000000",
    "sea": "#ffffff",
    "coast": "#000000",
    "card": "#ffffff",
    "agriculture": "#ffffff",
    "trade": "#ffffff",
    "war": "#ffffff",
    "culture": "#ffffff",
    "politics": "#ffffff",
    "edge": "#000000",
}
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK, "print": PRINT}
"""Paper and panel, ink and dim ink; land with its grid, river with bank and flow; the rim that lifts a dark piece off
a dark ground; kingdom outlines, marks of the last move; sea and coast, territory cards; the terrains of Ur."""
