"""The kinds that the rules name, so that every pack has them under these ids."""

from __future__ import annotations

from typing import Final

ERAS: Final = 4
"""Eras are numbered from 1."""

RESOURCES: Final = ("wine", "horses", "oil", "rare", "spice", "iron", "coal", "gems")
"""Source: CV 1.4."""

TERRAINS: Final = ("desert", "mountain", "forest", "production")
EVENTS: Final = ("free-tech", "ten-credits", "new-civ", "plague")
NOTHING: Final = "nothing"
MARKERS: Final = (*RESOURCES, *TERRAINS, *EVENTS, NOTHING)
"""The faces of the round markers. Source: CV 1.5."""

LAND_UNITS: Final = ("inf", "cav", "art")
MILITARY: Final = (*LAND_UNITS, "fle", "air")
UNITS: Final = (*MILITARY, "col")
"""The types of pieces. Source: CV 6.1."""

LEVELS: Final = 4
"""Levels of a settlement: village, town, city, metropolis."""

SEATS_MOST: Final = 6
"""So many may play. Source: CV 1.1."""
