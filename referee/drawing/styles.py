"""The closed list of style names that a picture may use. What they look like is the business of whoever prints."""

from __future__ import annotations

SEATS = ("seat1", "seat2", "seat3", "seat4", "seat5", "seat6")
"""The style of each seat, in seat order."""

STYLES = ("", *SEATS, "red", "black", "green", "blue", "land", "river", "dim", "bold", "title", "warn")
"""Every style name; the empty one is plain text."""


def seat_style(seat: int) -> str:
    """The style of a seat (from 0)."""
    return SEATS[seat]
