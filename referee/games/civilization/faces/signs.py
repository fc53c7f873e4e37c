"""The signs of the picture: each idea has a shape of its own, so that nothing is told by colour alone.

A sign is drawn in a square of 32 units; its main tone is `currentColor`.
"""

from __future__ import annotations

from typing import Final

from referee.games.civilization.data import AIR, ARTILLERY, CAVALRY, FLEET, INFANTRY

_MAIN: Final = '<path fill="currentColor" d="{}"/>'
_HOLED: Final = '<path fill="currentColor" fill-rule="evenodd" d="{}"/>'

SIGNS: Final[dict[str, str]] = {
    "ship": _MAIN.format("M1 20h30l-5.5 9h-19z")
    + _MAIN.format("M15 2h2v18h-2z")
    + '<path d="M13.5 4v13H4.5zM18.5 4v13h9z" stroke="currentColor" stroke-width="1.2"/>',
    "colonist": '<circle fill="currentColor" cx="16" cy="7" r="5.5"/>'
    + _MAIN.format("M7 30c0-9 3-15 9-15s9 6 9 15zM26 8h2.4v22H26z"),
    "infantry": _MAIN.format("M4 5c5 0 8-1 10-3c2 2 5 3 10 3c1 12-2 20-10 25C6 25 3 17 4 5z")
    + _MAIN.format("M27 2l2.5 6H28.3v22H25.7V8H24.5z"),
    "cavalry": _HOLED.format(
        "M12 2l3 4c8 1 13 8 13 17v7H13c0-6 3-8 5-11c-3 1-6 2-8 5l-4 1-3-4L9 10z"
        "M12.5 10.5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"
    ),
    "artillery": _MAIN.format("M1 6.5 4 3l22 4 1.5 7.5L3.5 11z")
    + _MAIN.format("M20 16.5l11.5 10-2 3L20 25z")
    + _HOLED.format("M7 22.5a8 8 0 1 0 16 0a8 8 0 1 0-16 0zM11.8 22.5a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z"),
    "air": _MAIN.format(
        "M16 1c2 0 2.8 3 2.8 6v4L31 18v4l-12.2-3.5V25l4.2 3v3l-7-2-7 2v-3l4.2-3v-6.5L1 22v-4l12.2-7V7C13.2 4 14 1 16 1z"
    ),
    "city": _HOLED.format(
        "M2 30V15h7V8l5-6 5 6v5h5v4h6v13zM5 19v3h3v-3zM5 24v3h3v-3zM12.5 10v4h3v-4zM12.5 17v4h3v-4z"
        "M22 20v3h3v-3zM22 25v3h3v-3zM12.5 30h4v-6h-4z"
    ),
    "unknown": _HOLED.format("M16 1a15 15 0 1 0 .01 0zM16 4.5a11.5 11.5 0 1 1-.01 0z")
    + _MAIN.format("M16 7.5l2.5 6 6 2.5-6 2.5-2.5 6-2.5-6-6-2.5 6-2.5z"),
    "coins": '<circle fill="currentColor" cx="11" cy="20" r="9"/>'
    + _HOLED.format("M21 3a9 9 0 1 0 .01 0zM21 6a6 6 0 1 1-.01 0z"),
    "laurel": _HOLED.format("M16 1l4.4 9.4 10.1 1.3-7.4 7 1.9 10.2-9-5-9 5 1.9-10.2-7.4-7 10.1-1.3z"),
    "bulb": _MAIN.format("M16 1a10 10 0 0 1 5 18.7V24H11v-4.3A10 10 0 0 1 16 1zM11 26h10v2H11zM13 29h6v2h-6z"),
    "seat1": '<circle fill="currentColor" cx="16" cy="16" r="10"/>',
    "seat2": _MAIN.format("M6 6h20v20H6z"),
    "seat3": _MAIN.format("M16 4l13 23H3z"),
    "seat4": _MAIN.format("M16 2l14 14-14 14L2 16z"),
    "seat5": _MAIN.format("M12 3h8v9h9v8h-9v9h-8v-9H3v-8h9z"),
    "seat6": _HOLED.format("M16 3a13 13 0 1 0 .01 0zM16 10a6 6 0 1 1-.01 0z"),
}
"""Body of each sign by its name; a seat has its own, beside its colour."""

SIGN_OF: Final = {INFANTRY: "infantry", CAVALRY: "cavalry", ARTILLERY: "artillery", FLEET: "ship", AIR: "air"}
"""The sign of each kind of unit."""


def symbols() -> str:
    """All signs, for the `defs` of a document."""
    drawn = (f'<symbol id="{name}" viewBox="0 0 32 32">{body}</symbol>' for name, body in SIGNS.items())
    return f"<defs>{''.join(drawn)}</defs>"
