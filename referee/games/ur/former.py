"""Cases of the earlier format of Ur in today's: single orders that were tried one by one are variants now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_HEAD = ("id", "title", "rules", "source")
_GIVEN = ("options", "seats", "board", "tiles", "cubes", "ziggurats", "hands", "spare", "first", "turn")
_OURS = {"orders", "after", "events", "allowed", "refused", "clashes", "collection", "setup"}


def converted(case: dict[str, Any]) -> dict[str, Any] | None:
    """The case in today's format; None if it is in no format of this game."""
    if not _OURS & set(case) or not set(_HEAD) <= set(case) or "given" in case:
        return None
    given = {name: case[name] for name in _GIVEN if name in case}
    then: dict[str, Any] | None = {**case["after"]} if "after" in case else None
    if "events" in case:
        then = {**(then or {}), "events": case["events"]}
    breaks = sorted(set(case.get("refused", {}).values()))
    if "setup" in case:
        given = {"setup": {"seats": given.get("seats", 3), "options": given.get("options", {})}}
        then = {"layout": case["setup"]}
    if "collection" in case:
        told = case["collection"]
        given = {"collection": {name: told[name] for name in ("tiles", "ziggurats", "hand") if name in told}}
        then = {"score": {name: told[name] for name in ("points", "series") if name in told}}
    if "clashes" in case:
        then = {"clashes": case["clashes"]}
        breaks = ["UR 2.1"] if case["clashes"] else []
    parts = {
        "breaks": breaks,
        "given": given,
        "orders": _orders("; ".join(case.get("orders", ()))),
        "then": then,
        "variants": list(_variants(case)),
    }
    head = {name: case[name] for name in _HEAD}
    return {**head, **{name: part for name, part in parts.items() if name == "given" or part not in ([], None)}}


def _variants(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for row in case.get("allowed", ()):
        yield {"orders": _orders(row)}
    for row, rule in case.get("refused", {}).items():
        *earlier, last = _orders(row)
        yield {"orders": [*earlier, f"{last} !{rule}"]}


def _orders(row: str) -> list[str]:
    return [order.strip() for order in row.split(";") if order.strip()]
