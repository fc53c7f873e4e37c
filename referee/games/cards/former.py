"""Cases of the earlier format of the card game in today's."""

from __future__ import annotations

from typing import Any

_HEAD = ("id", "title", "rules", "source")


def converted(case: dict[str, Any]) -> dict[str, Any] | None:
    """The case in today's format; None if it is in no format of this game."""
    if "expect" not in case or "given" in case:
        return None
    orders = case.get("orders", [])
    breaks = sorted({order.partition(" !")[2] for order in orders if " !" in order})
    return {
        **{name: case[name] for name in _HEAD},
        **({"breaks": breaks} if breaks else {}),
        "given": {name: value for name, value in case.items() if name not in (*_HEAD, "orders", "expect")},
        **({"orders": orders} if orders else {}),
        "then": case["expect"],
    }
