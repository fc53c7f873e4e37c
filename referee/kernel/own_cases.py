"""Cases of the games whose `then` is still their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from referee.kernel.errors import IllegalMove

G = TypeVar("G")
T = TypeVar("T")
P = TypeVar("P")

Difference = tuple[str, Any, Any]
"""(where, expected, found), the latter two to be read as text."""


class Unsayable(Exception):
    """What a case lets somebody try, and what no order can say: it counts as refused, under no rule."""


class OwnRules(msgspec.Struct, Generic[G, T, P], frozen=True, kw_only=True):
    """The rules of a game whose `then` is still its own."""

    given: type[G]
    then: type[T]
    position_of: Callable[[G], P]
    play: Callable[[P, str, bool], P]
    compare: Callable[[P, T], Iterable[Difference]]


Own = OwnRules[Any, Any, Any]


def own_lines(rules: Own, case: Any) -> Iterator[Difference]:
    """What differs on the lines of a case."""
    yield from _line(rules, case, "", case.orders, case.then)
    for number, variant in enumerate(case.variants, 1):
        yield from _line(rules, case, f"variant {number}, ", (*case.orders, *variant.orders), variant.then)


def _line(
    rules: Own, case: Any, place: str, orders: tuple[str, ...], then: dict[str, Any] | None
) -> Iterator[Difference]:
    """One line of orders from the position of the case; an order that should be accepted and is not ends it."""
    given, wanted = _read(rules.given, case.given), None if then is None else _read(rules.then, then)
    position = rules.position_of(given)
    for number, line in enumerate(orders, 1):
        text, mark, rule = line.rstrip().partition(" !")
        where = f"{place}order {number} ({text})"
        try:
            position = rules.play(position, text, bool(mark))
        except (IllegalMove, Unsayable) as refusal:
            if not mark:
                yield where, "accepted", str(refusal)
                return
            if rule and isinstance(refusal, IllegalMove) and refusal.rule != rule:
                yield where, rule, str(refusal)
            continue
        if mark:
            yield where, f"refused under {rule}" if rule else "refused", "accepted"
    if wanted is not None:
        differences = rules.compare(position, wanted)
        yield from ((f"{place}{where}", str(told), str(found)) for where, told, found in differences)


def _read(kind: type[Any], value: dict[str, Any]) -> Any:
    """The game's own part. Raises msgspec.ValidationError, for fields that it does not know too."""
    strange = sorted(set(value) - set(get_type_hints(kind)))
    if strange:
        raise msgspec.ValidationError(f"Object contains unknown field `{strange[0]}`")
    return msgspec.convert(value, kind)
