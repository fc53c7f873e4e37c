"""What a value of a pack may be beside its type, said where its field is declared, and the faults that follow.

cost: Credits
units: Annotated[tuple[str, ...], Military(), Once()]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, get_type_hints

import msgspec

from referee.games.civilization.pack.kinds import ERAS, MILITARY
from referee.kernel.errors import Unreadable

COST_MOST: Final = 1000
"""The most a technology may cost."""


class Within(msgspec.Struct, frozen=True):
    """A number in its range."""

    least: int
    most: int


class CostBound(msgspec.Struct, frozen=True):
    """A multiple of five from 5 to `COST_MOST`, or 0 where nothing may be taken off."""

    least: int = 5


class Military(msgspec.Struct, frozen=True):
    """A military unit that the rules know, or some of them."""


class Once(msgspec.Struct, frozen=True):
    """A list of names without repetitions."""


Digit = Annotated[int, Within(0, 9)]
Times = Annotated[int, Within(1, 9)]
EraNumber = Annotated[int, Within(1, ERAS)]
Credits = Annotated[int, CostBound()]
Off = Annotated[int, CostBound(least=0)]
Fighter = Annotated[str, Military()]
Fighters = Annotated[tuple[str, ...], Military(), Once()]
Names = Annotated[tuple[str, ...], Once()]


def faults_of_bounds(at: str, thing: msgspec.Struct, path: str = "") -> Iterator[Unreadable]:
    """What is out of its bounds in an entry, or in a part of it to which `path` leads."""
    for name, bounds in _bounds_of(type(thing)):
        value = getattr(thing, name)
        for bound in bounds:
            yield from _faults(at, path.rstrip(". "), f"{path}{name}", value, bound)
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            box = path.partition(" ")[0] if name == "among" else name if name in ("top", "bottom") else ""
            for part in value:
                yield from faults_of_bounds(at, part, f"{box} {tag_of(part)} " if box else f"{name}.")


@cache
def _bounds_of(kind: type[msgspec.Struct]) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, getattr(hints[name], "__metadata__", ())) for name in kind.__struct_fields__)


def _faults(at: str, where: str, field: str, value: Any, bound: Any) -> Iterator[Unreadable]:
    match bound:
        case Within(least, most) if not least <= value <= most:
            yield Unreadable("civilization/pack-number-range", at=at, field=field, least=least, most=most)
        case CostBound(least) if value % 5 or not least <= value <= COST_MOST:
            yield Unreadable("civilization/pack-price", at=at, field=field, found=value, most=COST_MOST)
        case Once() if len(set(value)) != len(value):
            yield Unreadable("civilization/pack-named-twice", at=at, field=where or field)
        case Military():
            if not value:
                yield Unreadable("civilization/pack-no-units", at=at, field=where)
            for unit in (value,) if isinstance(value, str) else value:
                if unit not in MILITARY:
                    known = ", ".join(MILITARY)
                    yield Unreadable("civilization/pack-unknown-unit", at=at, field=where, found=unit[:40], known=known)


def tag_of(effect: msgspec.Struct | type[msgspec.Struct]) -> str:
    """How an effect is called in a pack: `buy-units`."""
    return str(effect.__struct_config__.tag)
