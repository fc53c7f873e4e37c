"""The one style sheet of all pictures: what a class means, in light and dark, on a phone and on paper.

An SVG carries the rules of the classes that it uses; a page carries all of them once. Renderers that know only plain
CSS draw the light scheme. In a page light and dark follow its `color-scheme`; a picture alone follows whatever shows
it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from functools import cache
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


Rule = tuple[str, str]
"""(selector, declarations)."""

FONT = "system-ui,'Segoe UI','DejaVu Sans',Verdana,sans-serif"

_FIXED: tuple[Rule, ...] = (
    *(
        rule
        for number, colour in enumerate(PIECES)
        for rule in ((f".p{number}", f"fill:{colour}"), (f".c{number}", f"color:{colour}"))
    ),
    *(
        rule
        for number, (colour, sign) in enumerate(SEATS, 1)
        for rule in (
            (f".q{number}", f"fill:{colour}"),
            (f".d{number}", f"color:{colour}"),
            (f".e{number}", f"color:{sign}"),
            (f".g{number}", f"stroke:{colour}"),
            (f".t{number}", f"fill:{sign}"),
        )
    ),
    (".q4.rim", f"stroke:{SEATS[3][1]}"),
    (".q5.rim", f"stroke:{SEATS[4][1]}"),
    (".ivory", f"fill:{IVORY}"),
    (".ivorysign", f"color:{IVORY}"),
    (".gold", f"fill:{GOLD}"),
    (".goldline", f"stroke:{GOLD}"),
    (".goldsign", f"color:{GOLD_INK}"),
    (".goldedge", f"stroke:{GOLD_INK}"),
    (".ongold", f"fill:{GOLD_INK}"),
    (".slab", f"fill:{STONE}"),
    (".slabsign", f"color:{STONE_INK}"),
    (".none", "fill:none"),
)

_TEXT: Rule = ("text", f"font-family:{FONT};font-variant-numeric:tabular-nums")

_CLASS = re.compile(r"\.([a-z][a-z0-9]*)")


@cache
def _rules_of_file(name: str) -> tuple[Rule, ...]:
    """The rules of a style sheet."""
    return tuple(re.findall(r"(\S+)\{(.*)\}", (get_data(__package__, name) or b"").decode()))


def style_rules(used: Container[str] | None = None) -> str:
    """The style sheet of a page; with `used`, that of a picture alone: the rules of those classes and of plain text."""
    light, dark, paper = (_rules(_colours(theme), used) for theme in THEMES.values())
    if used is None:
        light, dark = f"{light}{_rules(_colours(_EITHER), used)}", ""
    parts = [light, _rules(_FIXED, used), _rules((_TEXT, *_rules_of_file("type.css")), used)]
    parts.append(_media_rule("(max-width:900px)", _rules(_rules_of_file("world.css"), used)))
    parts.append(_media_rule("(max-width:520px)", _rules(_rules_of_file("phone.css"), used)))
    parts.append(_media_rule("(prefers-color-scheme:dark)", dark))
    parts.append(_media_rule("print", paper))
    return "".join(parts)


_EITHER: Theme = {name: f"light-dark({light},{THEMES['dark'][name]})" for name, light in THEMES["light"].items()}
"""Each colour as a page has it; a browser that does not know this keeps the light one."""


def _colours(theme: Theme) -> Iterable[Rule]:
    """`themed.css` says names of colours where others have the colours."""
    named = ((selector, said.split(":")) for selector, said in _rules_of_file("themed.css"))
    return ((selector, f"{what}:{theme[colour]}") for selector, (what, colour) in named)


def _rules(rules: Iterable[Rule], used: Container[str] | None) -> str:
    return "".join(f"{selector}{{{said}}}" for selector, said in rules if used is None or _is_used(selector, used))


def _is_used(selector: str, used: Container[str]) -> bool:
    classes = _CLASS.findall(selector)
    return selector.startswith("text") or any(name in used for name in classes)


def _media_rule(medium: str, rules: str) -> str:
    return f"@media {medium}{{{rules}}}" if rules else ""
