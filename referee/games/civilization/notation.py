"""Orders as text: the canonical spelling, with the codes of the pack.

`take c106`, `settle gan`, `tech mat -c gan`, `buy cav gob +c gan`, `attack gob 2i+a`, `place inf gan`, `colonist gan`,
`march mis app:i sie:c2`, `upgrade gan:i`, `found gan`, `grow gan`, `build lib`, `choose 1`, `skip`, `pass`, `peek gan`,
`strike gan`, `symbol wine`, `pick c106 > c105`, `change place gan`, `excess newest`, `end if-leading`, `vote yes`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from referee.games.civilization import moves as m
from referee.games.civilization.data import KIND_OF_LETTER, KINDS, LAST_ERA, LETTER
from referee.games.civilization.rules.wishes import CHANGES, ENDINGS, EXCESS, VOTES
from referee.kernel.errors import Unreadable

_CODE = "([a-z][a-z0-9-]*)"
_KIND = f"({'|'.join(KINDS)})"
_CHANGE = f"(?: ([+-])c {_CODE})?"
_UNIT = f"[a-z][a-z0-9-]*:[{''.join(KIND_OF_LETTER)}][1-{LAST_ERA}]?"
_LETTERS = "".join(KIND_OF_LETTER)
_GROUP = f"[2-9][{_LETTERS}]|[2-9]?[{_LETTERS}](?:\\+[2-9]?[{_LETTERS}])+"


def _change(change: m.Change | None) -> str:
    return f" {change.sign}c {change.place}" if change else ""


def _marcher(unit: m.Marcher) -> str:
    return f"{unit.place}:{LETTER[unit.kind]}{unit.era or ''}"


def _group(kinds: tuple[str, ...]) -> str:
    counts = [(kinds.count(kind), LETTER[kind]) for kind in KINDS if kind in kinds]
    return "+".join(f"{count if count > 1 else ''}{letter}" for count, letter in counts)


_FORMATS: dict[type[m.Order], Callable[[Any], str]] = {
    m.Take: lambda order: f"take {order.card}",
    m.Settle: lambda order: f"settle {order.place}",
    m.Learn: lambda order: f"tech {order.code}{_change(order.change)}",
    m.Buy: lambda order: f"buy {order.kind} {order.place}{_change(order.change)}",
    m.Attack: lambda order: f"attack {order.place} {_group(order.kinds)}",
    m.Place: lambda order: f"place {order.kind} {order.place}{_change(order.change)}",
    m.Settler: lambda order: f"colonist {order.place}{_change(order.change)}",
    m.March: lambda order: f"march {order.place} {' '.join(map(_marcher, order.units))}",
    m.Upgrade: lambda order: f"upgrade {_marcher(order.unit)}",
    m.Found: lambda order: f"found {order.place}{_change(order.change)}",
    m.Grow: lambda order: f"grow {order.place}{_change(order.change)}",
    m.Build: lambda order: f"build {order.code}{_change(order.change)}",
    m.Choose: lambda order: f"choose {order.number}",
    m.Skip: lambda order: "skip",
    m.Pass: lambda order: "pass",
    m.Peek: lambda order: f"peek {order.place}",
    m.Strike: lambda order: f"strike {order.place}",
    m.Symbol: lambda order: f"symbol {order.resource}",
    m.Pick: lambda order: f"pick {order.card} > {order.other}" if order.other else f"pick {order.card}",
    m.Wish: lambda order: f"{order.what} {order.way} {order.place}".rstrip(),
}


def _changed(build: Callable[..., m.Order]) -> Callable[..., m.Order]:
    """`build` with the last two groups of a pattern as the change."""

    def made(*parts: str | None) -> m.Order:
        *others, sign, place = parts
        return build(*others, m.Change(sign, place) if sign and place else None)

    return made


def _read_marcher(text: str) -> m.Marcher:
    place, _, unit = text.partition(":")
    return m.Marcher(place, KIND_OF_LETTER[unit[0]], int(unit[1:] or 0))


def _read_march(place: str, units: str) -> m.March:
    return m.March(place, tuple(sorted(map(_read_marcher, units.split()))))


def _read_attack(place: str, group: str) -> m.Attack:
    kinds = [KIND_OF_LETTER[part[-1]] for part in group.split("+") for _ in range(int(part[:-1] or 1))]
    return m.Attack(place, tuple(sorted(kinds, key=KINDS.index)))


_PATTERNS: dict[str, tuple[str, Callable[..., m.Order]]] = {
    "take": (f" {_CODE}", m.Take),
    "settle": (f" {_CODE}", m.Settle),
    "tech": (f" {_CODE}{_CHANGE}", _changed(m.Learn)),
    "buy": (f" {_KIND} {_CODE}{_CHANGE}", _changed(m.Buy)),
    "attack": (f" {_CODE} ({_GROUP})", _read_attack),
    "place": (f" {_KIND} {_CODE}{_CHANGE}", _changed(m.Place)),
    "colonist": (f" {_CODE}{_CHANGE}", _changed(m.Settler)),
    "march": (f" {_CODE} ({_UNIT}(?: {_UNIT})*)", _read_march),
    "upgrade": (f" ({_UNIT})", lambda unit: m.Upgrade(_read_marcher(unit))),
    "found": (f" {_CODE}{_CHANGE}", _changed(m.Found)),
    "grow": (f" {_CODE}{_CHANGE}", _changed(m.Grow)),
    "build": (f" {_CODE}{_CHANGE}", _changed(m.Build)),
    "choose": (" ([1-9])", lambda number: m.Choose(int(number))),
    "skip": ("", m.Skip),
    "pass": ("", m.Pass),
    "peek": (f" {_CODE}", m.Peek),
    "strike": (f" {_CODE}", m.Strike),
    "symbol": (f" {_CODE}", m.Symbol),
    "pick": (f" {_CODE}(?: > {_CODE})?", lambda card, other: m.Pick(card, other or "")),
    "change": (f" ({'|'.join(CHANGES)})(?: {_CODE})?", lambda way, place: m.Wish("change", way, place or "")),
    "excess": (f" ({'|'.join(EXCESS)})", lambda way: m.Wish("excess", way)),
    "end": (f" ({'|'.join(ENDINGS)})", lambda way: m.Wish("end", way)),
    "vote": (f" ({'|'.join(VOTES)})", lambda way: m.Wish("vote", way)),
}

SHAPES: dict[str, str] = {
    "take": "take c106",
    "settle": "settle gan",
    "tech": "tech mat",
    "buy": "buy inf gan",
    "attack": "attack gob 2i+a",
    "place": "place inf gan",
    "colonist": "colonist gan",
    "march": "march mis app:i sie:c",
    "upgrade": "upgrade gan:i",
    "found": "found gan",
    "grow": "grow gan",
    "build": "build lib",
    "choose": "choose 1",
    "skip": "skip",
    "pass": "pass",
    "peek": "peek gan",
    "strike": "strike gan",
    "symbol": "symbol wine",
    "pick": "pick c106 > c105",
    "change": "change place gan",
    "excess": "excess newest",
    "end": "end if-leading",
    "vote": "vote yes",
}
"""An example of each order, for hints."""


def format_order(order: m.Order) -> str:
    """The canonical spelling of an order."""
    return _FORMATS[type(order)](order)


def parse_order(text: str) -> m.Order:
    """The order with exactly this canonical spelling.

    Raises:
        Unreadable: it is none.
    """
    verb = text.split(" ", 1)[0]
    if verb not in _PATTERNS:
        raise Unreadable("civilization/expected-order", text=text, hint=", ".join(_PATTERNS))
    pattern, build = _PATTERNS[verb]
    match = re.fullmatch(pattern, text[len(verb) :])
    order = build(*match.groups()) if match else None
    if order is None or format_order(order) != text:
        raise Unreadable("civilization/expected-order-got", text=text, example=SHAPES[verb], hint=SHAPES[verb])
    return order
