"""Cases of the earlier format of Tigris & Euphrates, and of the drawings of others that it came from, in today's."""

from __future__ import annotations

from typing import Any

from referee.games.tigris.fragment import cells_of, treasures_marked

_GIVEN = ("n", "active", "opts", "map", "grid", "cells", "mons", "used", "zig", "hands", "cats", "bag", "far")
_THEIR_NAMES = {"english_variant": "english", "civilization_buildings": "buildings", "wonder_variant": "ziggurat"}


def converted(case: dict[str, Any]) -> dict[str, Any] | None:
    """The case in today's format; None if it is in no format of this game."""
    if not isinstance(case.get("exp"), dict) or not {"steps", "score", "setup"} & set(case):
        return None
    rule, breaks = case.get("rule"), case.get("breaks", False)
    source = "; ".join(case[field] for field in ("src", "note") if field in case)
    head = {"id": case["id"], "title": case["title"], "rules": [rule] if rule else [], "source": source}
    then = {**case["exp"], **({"hands": case["exph"]} if "exph" in case else {})}
    body: dict[str, Any] = {"given": _given(case)}
    if "steps" in case:
        body["orders"] = [_order(step, rule if breaks else "") for step in case["steps"]]
    if case.get("complete"):
        then["complete"] = True
    return {**head, **({"breaks": [rule]} if breaks else {}), **body, "then": then}


def _order(step: str, rule: Any) -> str:
    return f"{step.rstrip('!')} !{rule}" if step.endswith("!") else step


def _given(case: dict[str, Any]) -> dict[str, Any]:
    if "steps" not in case:
        return {name: case[name] for name in ("score", "setup") if name in case}
    given: Any = {name: case[name] for name in _GIVEN if name in case}
    if "opts" in given:  # options of one foreign kind are numbers: 1 is off, 2 is on
        given["opts"] = {
            _THEIR_NAMES.get(name, name): "yes" if value in (2, "yes") or value is True else "no"
            for name, value in given["opts"].items()
        }
    far_left_open = not {"far", "map"} & set(given)
    # A case about the last treasures had no others far away, and did not say so.
    if far_left_open and case["exp"].get("state") == "over" and treasures_marked(cells_of(given), "*!").bit_count() > 2:
        given["far"] = False
    found: dict[str, Any] = given
    return found
