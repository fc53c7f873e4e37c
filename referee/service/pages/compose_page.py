"""The part of a page in which a player clicks a turn together: the lists of orders, and where they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from referee.drawing.markup import markup_of, tag
from referee.drawing.safe_text import safe_text
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Markup, Spot
from referee.messages.order_choices import Conflict
from referee.messages.order_tree import OrderTree

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
    "alike": "compose-alike",
    "more": "compose-more",
    "count": "compose-count",
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


class ComposeTurn(NamedTuple):
    """Whose turn it is and what the reader is asked, in words, the orders that answer, what of the picture they can
    name, and what is on each of these spots, in words. `hand` tells whether there is a hand to click, `home` how the
    orders are sent to oneself: the address, the subject, and the text above them. `begin` is the text above the first
    choices instead of how to click, `fought` the conflict that the reader is asked about, and `rival` the name of the
    other side. `pieces` are the symbols of what is beside the board. `acted` are the actions that the turn has had and
    those it has in all, in a game that counts them; `is_action` tells whether an order is one.
    """

    heading: str
    question: str
    orders: OrderTree
    spots: tuple[Spot, ...] = ()
    lying: tuple[str, ...] = ()
    seldom: frozenset[str] = frozenset()
    called: Callable[[str], str] | None = None
    hand: bool = True
    home: tuple[str, str, str] | None = None
    begin: str = ""
    fought: Conflict | None = None
    rival: str = ""
    pieces: Mapping[Spot, str] = {}
    acted: tuple[int, int] | None = None
    is_action: Callable[[str], bool] = bool


def compose_script_data(turn: ComposeTurn) -> dict[str, Any]:
    """The lists as the script reads them: every order once, the first ones in front; after each first order what is
    gone of these and what is new, as runs of numbers; 1 where the orders that follow are sealed, 0 where none follow;
    and the sentences that show what it leads to. And the spots that any order names, (title, left, top, width, height,
    what is there), with the numbers of those that each order names, and of those that it uses up, each good once.
    `seldom` are the numbers of the orders that cost pieces that return late or never. In a conflict `heads` has the end
    that each answer leads to, and `sides` where the pieces that count are, the reader's first. `actions` are those
    the turn has had, those it has in all, and the numbers of the orders that are not actions.
    """
    first, behind, sealed, told, spelled, _ = turn.orders
    numbers = {order: number for number, order in enumerate(dict.fromkeys(chain(first, *behind)))}
    base = set(range(len(first)))
    lists: list[Any] = []
    for orders, hidden in zip(behind, sealed, strict=True):
        found = set(map(numbers.__getitem__, orders))
        lists.append([_runs(base - found), _runs(found - base)] if orders else int(hidden))
    meant = [spelled[order] for order in numbers]
    lying = dict(zip(turn.spots, turn.lying, strict=False))
    spots, named = _spots_of_orders(meant, turn.spots)
    by_word = _by_word(spots)
    sentences: dict[str, int] = {}
    answers = {answer.order: answer for answer in turn.fought.answers} if turn.fought is not None else {}
    weighed = [answers.get(spelled[order]) for order in first]
    told = tuple(one.told if one is not None else lines for one, lines in zip(weighed, told, strict=True))
    ends = [[sentences.setdefault(safe_text(one), len(sentences)) for one in lines] for lines in told]
    return {
        "orders": [safe_text(order) for order in numbers],
        "first": len(first),
        "behind": lists,
        "spots": [(safe_text(spot.title), *map(_short, spot.box), safe_text(lying.get(spot, ""))) for spot in spots],
        "named": named,
        "used": [_spots_of_order(order, by_word) for order in meant],
        "seldom": [n for n, order in enumerate(meant) if order.partition(" ")[0] in turn.seldom],
        "labels": _labels(numbers, turn.called),
        "told": ends,
        "heads": {str(n): safe_text(answer.sentence) for n, answer in enumerate(weighed) if answer is not None},
        "sides": _sides(turn),
        "actions": [*turn.acted, *(n for n, order in enumerate(meant) if not turn.is_action(order))]
        if turn.acted is not None
        else None,
        "home": turn.home,
        "sentences": list(sentences),
    }


def _sides(turn: ComposeTurn) -> list[list[tuple[float, ...]]]:
    """Where the leader and the pieces lie that count on each side, (left, top, width, height); [] if nobody fights."""
    if turn.fought is None:
        return []
    boxes = {word: spot.box for spot in reversed(turn.spots) for word in spot.words}
    sides = (turn.fought.own, turn.fought.other)
    return [[boxes[space] for space in dict.fromkeys((side.place, *side.spaces)) if space in boxes] for side in sides]


class Ghost(msgspec.Struct, frozen=True):
    """Where an order will be seen on the board before it is signed."""

    symbol: str
    """The symbol of the piece; empty where no piece moves there from beside the board."""
    place: str
    """The place on the board."""


class ComposeChoice(msgspec.Struct, frozen=True):
    """An order that may be given first."""

    order: str
    """The order as it is typed."""
    spots: tuple[str, ...] = ()
    """The spots of the board and the hand that it names."""
    told: tuple[str, ...] = ()
    """What it leads to, sentence by sentence."""
    seldom: bool = False
    """Whether it costs pieces that return late or never."""
    sentence: str = ""
    """The first thing to say of it; in a conflict how it ends."""
    ghosts: tuple[Ghost, ...] = ()
    """Where it will be seen on the board."""


class Compose(msgspec.Struct, frozen=True):
    """The page on which a turn is put together by clicking."""

    step: int
    """The step whose board the page shows."""
    size: int
    """The size of the page in bytes."""
    orders: int
    """How many orders can be clicked first."""
    choices: tuple[ComposeChoice, ...] = ()
    """Each of these orders."""


class DrawnTurn(msgspec.Struct, frozen=True):
    """A turn as one page, and the choices on it, which are made when they are asked for."""

    page: str
    """The page."""
    step: int
    """The step whose board it shows."""
    turn: ComposeTurn
    """What the reader is asked, and the orders that answer it."""

    def content(self) -> Compose:
        """What is on the page."""
        choices = tuple(choices_of(self.turn))
        return Compose(self.step, len(self.page.encode()), len(choices), choices)


def choices_of(turn: ComposeTurn) -> Iterator[ComposeChoice]:
    """Each first order."""
    data = compose_script_data(turn)
    spots, sentences, seldom = data["spots"], data["sentences"], set(data["seldom"])
    drawn = {(safe_text(spot.title), *map(_short, spot.box)): symbol for spot, symbol in turn.pieces.items()}
    for number in range(data["first"]):
        order, named = data["orders"][number], [spots[spot] for spot in data["named"][number]]
        ends = tuple(sentences[one] for one in data["told"][number]) if number < len(data["told"]) else ()
        sentence = data["heads"].get(str(number), ends[0] if ends else "")
        own = [drawn[spot[:5]] for spot in (spots[each] for each in data["used"][number]) if spot[:5] in drawn]
        places = dict.fromkeys(spot[0] for spot in named if spot[:5] not in drawn)
        symbol = own[0] if own and len(places) == 1 else ""
        titles = tuple(dict.fromkeys(spot[0] for spot in named))
        ghosts = tuple(Ghost(symbol, place) for place in places)
        yield ComposeChoice(order, titles, ends, number in seldom, sentence, ghosts)


def _spots_of_orders(orders: Sequence[str], spots: Sequence[Spot]) -> tuple[list[Spot], list[list[int]]]:
    """The spots that these orders name, and for each order their numbers."""
    said = [set(_WORDS.findall(order)) for order in orders]
    every = set[str]().union(*said)
    used = [spot for spot in spots if not every.isdisjoint(spot.words)]
    named = _by_word(used)
    return used, [sorted({n for word in words for n in named.get(word, ())}) for words in said]


def _by_word(spots: Iterable[Spot]) -> dict[str, list[int]]:
    """The numbers of the spots that a word names, rising."""
    found: dict[str, list[int]] = {}
    for number, spot in enumerate(spots):
        for word in dict.fromkeys(spot.words):
            found.setdefault(word, []).append(number)
    return found


def _labels(orders: Iterable[str], called: Callable[[str], str] | None) -> dict[str, str]:
    """The name of each code in these orders."""
    words = dict.fromkeys(word for order in orders for word in order.split()) if called is not None else ()
    return {word: safe_text(name) for word in words if called is not None and (name := called(word))}


def _spots_of_order(order: str, named: Mapping[str, Sequence[int]]) -> list[int]:
    """The spots that an order takes, word by word: two temples are two of the tiles. `named` are those of a word."""
    taken: dict[int, None] = {}
    for word in _WORDS.findall(order):
        found = next((n for n in named.get(word, ()) if n not in taken), None)
        if found is not None:
            taken[found] = None
    return list(taken)


def _short(number: float) -> float:
    return int(number) if float(number).is_integer() else number


def compose_words(turn: ComposeTurn, lang: str) -> dict[str, str]:
    """What the script says."""
    said = _SAID_BY_SCRIPT if turn.hand else {**_SAID_BY_SCRIPT, "begin": "compose-begin-bare"}
    said = said if turn.orders.plans else {**said, "sealed": "compose-unknown"}
    words = {word: Sentence(code, orders="%o", count="%n", all="%m").told(lang) for word, code in said.items()}
    return words | {"begin": turn.begin} if turn.begin else words


def compose_section(turn: ComposeTurn, lang: str) -> Markup:
    """The section of the page in which orders are composed."""
    said = {word: Sentence(code).told(lang) for word, code in _LABELS.items()}
    typed = (tag("p", tag("code", id=name)) for name in ("try", "move"))
    ends = (
        tag("button", said["whole"], id="whole", type="button", hidden=True),
        tag("button", said["copy"], id="copy", class_="go", type="button"),
        tag("button", said["undo"], id="undo", type="button"),
        tag("a", said["home"], id="home", class_="button", hidden=True),
    )
    return tag(
        "section",
        tag("h1", turn.heading, id="turn", tabindex="-1"),
        tag("p", id="count", role="status") if turn.acted is not None else "",
        tag("p", turn.question) if turn.question else "",
        _versus(turn, lang),
        tag("ol", id="chosen"),
        tag("h2", id="begun", tabindex="-1", aria_live="polite"),
        tag("div", id="words", role="group", aria_label=said["next"], tabindex="0"),
        tag("p", id="certain", role="status"),
        tag("p", id="signed"),
        tag("p", *ends, id="ends"),
        tag("details", tag("summary", said["same"]), *typed, id="typed"),
        id="compose",
        aria_labelledby="turn",
    )


def _versus(turn: ComposeTurn, lang: str) -> Markup:
    """Both sums of a conflict side by side, and what is enough."""
    if turn.fought is None:
        return markup_of()
    own, other = turn.fought.own, turn.fought.other
    added = Sentence("compose-later" if other.added is None else "compose-added", own=other.strength, added=other.added)
    held = Sentence("compose-unseen" if turn.fought.held is None else "compose-held", count=turn.fought.held)
    rows = ((turn.rival, other.together, added), (Sentence("compose-you").told(lang), own.together, held))
    first, second = (
        tag("div", tag("p", name), tag("b", str(both)), tag("p", note.told(lang))) for name, both, note in rows
    )
    versus = tag("div", first, tag("span", ":"), second, id="versus")
    return markup_of(versus, tag("p", turn.fought.enough, id="enough"))


def _runs(numbers: Iterable[int]) -> list[int]:
    """The numbers as [from, how many, from, how many ..]."""
    rising = sorted(numbers)
    starts = [at for at in range(len(rising)) if not at or rising[at] != rising[at - 1] + 1]
    ends = (*starts[1:], len(rising))
    return [value for at, end in zip(starts, ends, strict=False) for value in (rising[at], end - at)]
