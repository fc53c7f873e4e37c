"""The part of a page in which a player clicks a turn together: the lists of orders, and where they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.drawing.document import escaped
from referee.drawing.safe import safe_text
from referee.kernel.sentence import Sentence
from referee.table.telling.composing import Composed

_SAID_BY_SCRIPT = {
    "deep": "compose-deep",
    "exact": "compose-exact",
    "sealed": "compose-sealed",
    "done": "compose-done",
    "take": "compose-take",
    "copied": "compose-copied",
    "marked": "compose-marked",
}
_LABELS = {"title": "compose-title", "copy": "compose-copy", "undo": "compose-undo", "next": "compose-next"}


class Turn(NamedTuple):
    """What the reader is asked, in words, and the orders that answer."""

    question: str
    orders: Composed


def data_of(turn: Turn) -> dict[str, Any]:
    """The lists as the script reads them: every order once, the first ones in front; behind each first order what is
    gone of these and what is new, as runs of numbers; 1 where what follows is sealed, 0 where nothing follows.
    """
    first, behind, sealed = turn.orders
    numbers = {order: number for number, order in enumerate(first)}
    for order in (order for orders in behind for order in orders):
        numbers.setdefault(order, len(numbers))
    base = set(range(len(first)))
    lists: list[Any] = []
    for orders, hidden in zip(behind, sealed, strict=True):
        found = {numbers[order] for order in orders}
        lists.append([_runs(base - found), _runs(found - base)] if orders else int(hidden))
    return {"orders": [safe_text(order) for order in numbers], "first": len(first), "behind": lists}


def words_of(lang: str) -> dict[str, str]:
    """What the script says."""
    return {word: Sentence(code).told(lang) for word, code in _SAID_BY_SCRIPT.items()}


def section(turn: Turn, lang: str) -> str:
    """Where it stands in the page."""
    said = {word: escaped(Sentence(code).told(lang)) for word, code in _LABELS.items()}
    return (
        f'<section id="compose" aria-labelledby="turn"><h2 id="turn">{said["title"]}</h2>'
        f'<p>{escaped(turn.question)}</p><p id="begun" aria-live="polite"></p>'
        f'<div id="words" role="group" aria-label="{said["next"]}"></div><p id="certain" role="status"></p>'
        f'<p><code id="try"></code></p><p><code id="move"></code></p>'
        f'<p><button id="copy" type="button">{said["copy"]}</button> '
        f'<button id="undo" type="button">{said["undo"]}</button></p></section>'
    )


def _runs(numbers: Iterable[int]) -> list[int]:
    """The numbers as [from, how many, from, how many ..]."""
    runs: list[int] = []
    for number in sorted(numbers):
        if runs and runs[-2] + runs[-1] == number:
            runs[-1] += 1
        else:
            runs += [number, 1]
    return runs
