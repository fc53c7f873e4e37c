"""The one style sheet of all pictures: what a class means, in light and dark, on a phone and on paper.

An SVG carries the rules of the classes that it uses; a page carries all of them once, and its pictures none. There
are no variables and no `style` attributes: renderers that know only plain CSS draw the light scheme. In a page light
and dark follow its `color-scheme`, which its reader may choose; a picture alone follows what it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from functools import cache
from pkgutil import get_data

from referee.drawing.palette import GOLD, GOLD_INK, IVORY, PIECES, SEATS, STONE, STONE_INK, THEMES, Theme

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
def _of_file(name: str) -> tuple[Rule, ...]:
    """The rules of a style sheet."""
    return tuple(re.findall(r"(\S+)\{(.*)\}", (get_data(__package__, name) or b"").decode()))


def sheet(used: Container[str] | None = None) -> str:
    """The style sheet of a page; with `used`, that of a picture alone: the rules of those classes and of plain text."""
    light, dark, paper = (_rules(_colours(theme), used) for theme in THEMES.values())
    if used is None:
        light, dark = f"{light}{_rules(_colours(_EITHER), used)}", ""
    parts = [light, _rules(_FIXED, used), _rules((_TEXT, *_of_file("type.css")), used)]
    parts.append(_within("(max-width:900px)", _rules(_of_file("world.css"), used)))
    parts.append(_within("(max-width:520px)", _rules(_of_file("phone.css"), used)))
    parts.append(_within("(prefers-color-scheme:dark)", dark))
    parts.append(_within("print", paper))
    return "".join(parts)


_EITHER: Theme = {name: f"light-dark({light},{THEMES['dark'][name]})" for name, light in THEMES["light"].items()}
"""Each colour as a page has it; a browser that does not know this keeps the light one."""


def _colours(theme: Theme) -> Iterable[Rule]:
    """`themed.css` says names of colours where others have the colours."""
    named = ((selector, said.split(":")) for selector, said in _of_file("themed.css"))
    return ((selector, f"{what}:{theme[colour]}") for selector, (what, colour) in named)


def _rules(rules: Iterable[Rule], used: Container[str] | None) -> str:
    return "".join(f"{selector}{{{said}}}" for selector, said in rules if used is None or _is_used(selector, used))


def _is_used(selector: str, used: Container[str]) -> bool:
    classes = _CLASS.findall(selector)
    return selector.startswith("text") or any(name in used for name in classes)


def _within(medium: str, rules: str) -> str:
    return f"@media {medium}{{{rules}}}" if rules else ""
