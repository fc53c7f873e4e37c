"""What the text itself fixes: kinds of pieces, prices, values, faces of markers. Names and numbers of the box are the
pack's (`pack/`), and reach the rules as a `World`.

Source: Tabella riassuntiva dei nuovi costi (S:227-261), Vantaggi terreni (S:456-467), Significato icone (S:468-501).
"""

from __future__ import annotations

from typing import Final

from referee.games.civilization.pack.kinds import RESOURCES, TERRAINS

INFANTRY: Final = "inf"
CAVALRY: Final = "cav"
ARTILLERY: Final = "art"
FLEET: Final = "fle"
AIR: Final = "air"
COLONIST: Final = "col"

LAND_KINDS: Final = (INFANTRY, CAVALRY, ARTILLERY)
KINDS: Final = (INFANTRY, CAVALRY, ARTILLERY, FLEET, AIR)
LETTER: Final = {INFANTRY: "i", CAVALRY: "c", ARTILLERY: "a", FLEET: "f", AIR: "p"}
KIND_OF_LETTER: Final = {letter: kind for kind, letter in LETTER.items()}

FOUNDING: Final = 10
GROWTH: Final = 20
STRUCTURE: Final = 20
ROYALTY: Final = 5
SURCHARGE: Final = 5
FLOOR: Final = 5
"""The least a discount leaves of a price (ruling G19)."""

START_CREDITS: Final = 30
PENSION: Final = 20
"""What a seat without a settlement gets in its turn instead of a card (S:356-359)."""
FIND: Final = 10
LAST_ERA: Final = 4
MAX_LEVEL: Final = 4

COVERED: Final = "?"
DESERT: Final = "desert"
MOUNTAIN: Final = "mountain"
FOREST: Final = "forest"
PRODUCTION: Final = "production"
FREE_TECHNOLOGY: Final = "free-tech"
TEN_CREDITS: Final = "ten-credits"
NEW_CIVILIZATION: Final = "new-civ"
PLAGUE: Final = "plague"
NOTHING: Final = "nothing"
STAYING: Final = frozenset((*RESOURCES, *TERRAINS))
"""Faces that stay face up where they were found."""

PILE: Final = "markers"
"""The hidden pile: the markers taken off and those left over, from which every empty territory gets one (S:57-62)."""

FORMS: Final = (
    "pick CARD ..",
    "decline [box] [peek] [strike] [symbol] [but CARD ..]",
    "tech CREDITS TECHNOLOGY ..",
    "best [colonist] [place] [grow] [build]",
)
"""How the lines of standing orders are written; `policy.py` says what they mean."""
OFFERS: Final = (
    *(f"best {what}" for what in ("colonist", "place", "grow", "build")),
    *(f"decline {what}" for what in ("box", "peek", "symbol")),
)
"""What may stand from now on for somebody who has answered like this before."""
SPARES: Final = (
    ("pick", "pick c103 c109 c107"),
    ("box", "decline box"),
    *((asked, "tech 40 mas pot brz") for asked in ("box buy-tech", "box free-tech", "technology")),
    *((asked, "best build") for asked in ("box choose", "box build")),
    *((asked, "best colonist") for asked in ("box colonists", "colonists")),
    *((asked, "best place") for asked in ("box free-unit", "place")),
    ("growth", "best grow"),
    *((asked, f"decline {asked}") for asked in ("peek", "strike", "symbol")),
)
"""A line for each question, as an example."""
QUESTIONS: Final = ("pick", "box", "technology", "colonists", "place", "growth", "peek", "strike", "symbol")
"""What standing orders may speak of: all but the upper box and the first choices of the set-up."""

__all__ = ["RESOURCES"]
