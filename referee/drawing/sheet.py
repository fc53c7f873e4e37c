"""The one style sheet of all pictures: what a class means, in light and dark, on a phone and on paper.

An SVG carries the rules of the classes that it uses; a page carries all of them once, and its pictures none. There
are no variables and no `style` attributes: renderers that know only plain CSS draw the light scheme.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from referee.drawing.palette import GOLD, GOLD_INK, IVORY, PIECES, SEATS, STONE, STONE_INK, THEMES, Theme

Rule = tuple[str, str]
"""(selector, declarations)."""

FONT = "system-ui,'Segoe UI','DejaVu Sans',Verdana,sans-serif"

_THEMED = (
    (".paper", "fill", "paper"),
    (".panel", "fill", "panel"),
    (".land", "fill", "land"),
    (".line", "stroke", "line"),
    (".river", "fill", "river"),
    (".bank", "stroke", "bank"),
    (".flow", "stroke", "flow"),
    (".void", "fill", "void"),
    ("text,.ink", "fill", "ink"),
    (".dim", "fill", "dim"),
    (".inkline", "stroke", "ink"),
    (".dimline", "stroke", "dim"),
    (".inksign", "color", "ink"),
    (".dimsign", "color", "dim"),
    (".rim", "stroke", "rim"),
    (".kingdom", "stroke", "kingdom"),
    (".kfill", "fill", "kingdom"),
    (".kpaper", "fill", "paper"),
    (".halo", "stroke", "paper"),
    (".mark", "stroke", "mark"),
    (".markfill", "fill", "mark"),
    (".onmark", "fill", "paper"),
    (".sea", "fill", "sea"),
    (".sealine", "stroke", "sealine"),
    (".seasign", "color", "sealine"),
    (".coast", "stroke", "coast"),
    (".card", "fill", "card"),
    (".landline", "stroke", "land"),
    (".agriculture", "fill", "agriculture"),
    (".trade", "fill", "trade"),
    (".war", "fill", "war"),
    (".culture", "fill", "culture"),
    (".politics", "fill", "politics"),
    (".edge", "stroke", "edge"),
    (".stonesign", "color", "stone"),
    (".gap", "fill", "gap"),
    (".faintsign", "color", "faint"),
)
"""(selector, property, colour of the theme)."""

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

_TYPE: tuple[Rule, ...] = (
    ("text", f"font-family:{FONT};font-variant-numeric:tabular-nums"),
    (".h", "font-size:26px;font-weight:700"),
    (".b", "font-size:19px"),
    (".n", "font-size:21px;font-weight:700"),
    (".co", "font-size:16px;font-weight:700"),
    (".tag", "font-size:14px;font-weight:700"),
    (".sm", "font-size:16px"),
    (".ter", "font-size:30px;font-weight:700"),
    (".ear", "font-size:19px;font-weight:700"),
    (".m", "text-anchor:middle"),
    (".e", "text-anchor:end"),
    (".w", "font-weight:700"),
    (".narrow", "display:none"),
    (".wh", "font-size:28px;font-weight:700"),
    (".wb", "font-size:21px"),
    (".wn", "font-size:24px;font-weight:700"),
    (".nm", "font-size:17px;font-weight:700"),
    (".nl", "font-size:14px;font-weight:700"),
    (".cd", "font-size:46px;font-weight:700"),
    (".u", "font-size:19px;font-weight:700"),
    (".u3", "font-size:14px;font-weight:700"),
    (".sn", "font-size:15px;font-style:italic"),
    (".sl", "font-size:13px"),
    (".code", "display:none"),
)
_WORLD: tuple[Rule, ...] = (
    (".wh", "font-size:60px"),
    (".wb", "font-size:44px"),
    (".wn", "font-size:50px"),
    (".sn", "font-size:30px"),
    (".code", "display:inline"),
    (".full", "display:none"),
)
"""A map of the world is twice as wide: below 900 px it shows codes for names, and who holds what."""

_PHONE: tuple[Rule, ...] = (
    (".h", "font-size:32px"),
    (".b", "font-size:27px"),
    (".n", "font-size:29px"),
    (".co", "font-size:26px"),
    (".row", "font-size:20px"),
    (".tag", "font-size:22px;transform:translateY(3px)"),
    (".sm", "font-size:24px"),
    (".ter", "font-size:32px"),
    (".ear", "font-size:25px"),
    (".wide", "display:none"),
    (".narrow", "display:inline"),
)
"""Below 520 px one unit is half a pixel: the same geometry, larger type, and what has no room then is left out."""

_CLASS = re.compile(r"\.([a-z][a-z0-9]*)")


def sheet(used: Container[str] | None = None) -> str:
    """The style sheet; with `used`, only the rules for those classes and for plain text."""
    light, dark, paper = (_rules(_colours(theme), used) for theme in THEMES.values())
    parts = [light, _rules(_FIXED, used), _rules(_TYPE, used)]
    parts.append(_within("(max-width:900px)", _rules(_WORLD, used)))
    parts.append(_within("(max-width:520px)", _rules(_PHONE, used)))
    parts.append(_within("(prefers-color-scheme:dark)", dark))
    parts.append(_within("print", paper))
    return "".join(parts)


def _colours(theme: Theme) -> Iterable[Rule]:
    return ((selector, f"{name}:{theme[colour]}") for selector, name, colour in _THEMED)


def _rules(rules: Iterable[Rule], used: Container[str] | None) -> str:
    return "".join(f"{selector}{{{said}}}" for selector, said in rules if used is None or _is_used(selector, used))


def _is_used(selector: str, used: Container[str]) -> bool:
    classes = _CLASS.findall(selector)
    return selector.startswith("text") or any(name in used for name in classes)


def _within(medium: str, rules: str) -> str:
    return f"@media {medium}{{{rules}}}" if rules else ""
