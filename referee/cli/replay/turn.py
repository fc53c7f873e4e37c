"""The part of a page in which a player clicks a turn together: the lists of orders, and where they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from referee.drawing.document import escaped
from referee.drawing.safe import safe_text
from referee.kernel.drawing import Spot
from referee.kernel.sentence import Sentence
from referee.table.telling.composing import Composed

_SAID_BY_SCRIPT = {
    "deep": "compose-deep",
    "sealed": "compose-sealed",
    "done": "compose-done",
    "take": "compose-take",
    "copied": "compose-copied",
    "marked": "compose-marked",
    "board": "compose-board",
    "begin": "compose-begin",
    "sign": "compose-sign",
    "with": "compose-with",
    "read": "page-read-first",
}
_LABELS = {
    "whole": "compose-whole",
    "same": "compose-same",
    "copy": "compose-copy",
    "undo": "compose-undo",
    "home": "compose-home",
    "next": "compose-next",
}


_WORDS = re.compile(r"[^\W_][\w-]*")
"""The words of an order: `war`, `c5`, `a1` and `1` of `war c5>a1:1`."""


class Turn(NamedTuple):
    """Whose turn it is and what the reader is asked, in words, the orders that answer, what of the picture they can
    name, and what lies on each of these spots, in words. `hand` tells whether there is a hand to click, `home` how
    the orders are sent to oneself: the address, the subject, and what stands above them.
    """

    heading: str
    question: str
    orders: Composed
    spots: tuple[Spot, ...] = ()
    lying: tuple[str, ...] = ()
    seldom: frozenset[str] = frozenset()
    called: Callable[[str], str] | None = None
    hand: bool = True
    home: tuple[str, str, str] | None = None


def data_of(turn: Turn) -> dict[str, Any]:
    """The lists as the script reads them: every order once, the first ones in front; after each first order what is
    gone of these and what is new, as runs of numbers; 1 where what follows is sealed, 0 where nothing follows; and the
    sentences that tell what it leads to. And the spots that any order names, (title, left, top, width, height, what
    lies there), with the numbers of those that each order names, and of those that it uses up, each good once. `seldom`
    are the numbers of the orders that cost what comes back late or never.
    """
    first, behind, sealed, told, spelled = turn.orders
    numbers = {order: number for number, order in enumerate(first)}
    for order in (order for orders in behind for order in orders):
        numbers.setdefault(order, len(numbers))
    base = set(range(len(first)))
    lists: list[Any] = []
    for orders, hidden in zip(behind, sealed, strict=True):
        found = {numbers[order] for order in orders}
        lists.append([_runs(base - found), _runs(found - base)] if orders else int(hidden))
    meant = [spelled[order] for order in numbers]
    lying = dict(zip(turn.spots, turn.lying, strict=False))
    spots, named = _pointed(meant, turn.spots)
    sentences: dict[str, int] = {}
    ends = [[sentences.setdefault(safe_text(one), len(sentences)) for one in lines] for lines in told]
    return {
        "orders": [safe_text(order) for order in numbers],
        "first": len(first),
        "behind": lists,
        "spots": [(safe_text(spot.title), *map(_short, spot.box), safe_text(lying.get(spot, ""))) for spot in spots],
        "named": named,
        "used": [_used(order, spots) for order in meant],
        "seldom": [n for n, order in enumerate(meant) if order.partition(" ")[0] in turn.seldom],
        "labels": _labels(numbers, turn.called),
        "told": ends,
        "home": turn.home,
        "sentences": list(sentences),
    }


def choices_of(turn: Turn) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...], bool]]:
    """Each first order: its text, the titles of the spots it names, what it leads to, whether it is given seldom."""
    data = data_of(turn)
    spots, sentences, seldom = data["spots"], data["sentences"], set(data["seldom"])
    for number in range(data["first"]):
        titles = tuple(dict.fromkeys(spots[spot][0] for spot in data["named"][number]))
        ends = tuple(sentences[one] for one in data["told"][number]) if number < len(data["told"]) else ()
        yield data["orders"][number], titles, ends, number in seldom


def _pointed(orders: Sequence[str], spots: Sequence[Spot]) -> tuple[list[Spot], list[list[int]]]:
    """The spots that these orders name, and for each order their numbers."""
    said = [set(_WORDS.findall(order)) for order in orders]
    used = [spot for spot in spots if any(not words.isdisjoint(spot.words) for words in said)]
    return used, [[n for n, spot in enumerate(used) if not words.isdisjoint(spot.words)] for words in said]


def _labels(orders: Iterable[str], called: Callable[[str], str] | None) -> dict[str, str]:
    """The name of each code in these orders."""
    words = dict.fromkeys(word for order in orders for word in order.split()) if called is not None else ()
    return {word: safe_text(name) for word in words if called is not None and (name := called(word))}


def _used(order: str, spots: Sequence[Spot]) -> list[int]:
    """The spots that an order takes, word by word: two temples are two of the tiles."""
    taken: dict[int, None] = {}
    for word in _WORDS.findall(order):
        found = next((n for n, spot in enumerate(spots) if word in spot.words and n not in taken), None)
        if found is not None:
            taken[found] = None
    return list(taken)


def _short(number: float) -> float:
    return int(number) if float(number).is_integer() else number


def words_of(turn: Turn, lang: str) -> dict[str, str]:
    """What the script says."""
    said = _SAID_BY_SCRIPT if turn.hand else {**_SAID_BY_SCRIPT, "begin": "compose-begin-bare"}
    return {word: Sentence(code, orders="%o").told(lang) for word, code in said.items()}


def section(turn: Turn, lang: str) -> str:
    """Where it stands in the page."""
    said = {word: escaped(Sentence(code).told(lang)) for word, code in _LABELS.items()}
    return (
        f'<section id="compose" aria-labelledby="turn"><h1 id="turn" tabindex="-1">{escaped(turn.heading)}</h1>'
        f"<p>{escaped(turn.question)}</p>"
        '<ol id="chosen"></ol><h2 id="begun" tabindex="-1" aria-live="polite"></h2>'
        f'<div id="words" role="group" aria-label="{said["next"]}" tabindex="0"></div>'
        f'<p id="certain" role="status"></p>'
        '<p id="signed"></p>'
        f'<p id="ends"><button id="whole" type="button" hidden>{said["whole"]}</button>'
        f'<button id="copy" class="go" type="button">{said["copy"]}</button>'
        f'<button id="undo" type="button">{said["undo"]}</button>'
        f'<a id="home" class="button" hidden>{said["home"]}</a></p>'
        f'<details id="typed"><summary>{said["same"]}</summary><p><code id="try"></code></p>'
        '<p><code id="move"></code></p></details></section>'
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
