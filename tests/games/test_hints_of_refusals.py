"""A line that is refused is answered with orders that the rules allow now, and mostly with the one that was meant: rows
that are understood, damaged by machine as people damage them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any

import msgspec

from referee.games import built_in, find
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame
from tests.games.typed_positions import position
from tests.games.typed_rows import NOTHING, PARTS, SPOKEN, changed, numbered, orders_in, rules_allow
from tests.games.understood_orders import understood
from tests.long_runs import of

FILLERS = {"en": ("blimey", "kinda", "pretty-please"), "it": ("boh", "caspita", "diciamocelo")}
VERBS = {"en": ("deploy", "roll", "bid", "till"), "it": ("schiero", "lancio", "offro", "aro")}
"""Words that no game knows, and verbs of other games than these."""

EACH = of(15, 60)
"""So many refused lines of each game and language."""

standing = cache(lambda name, place: position(find(name), place))
"""A position, the same one each time."""


class Row(msgspec.Struct):
    """A row that is understood as one order which the rules allow."""

    game: AnyGame
    lang: str
    state: Any
    line: str
    order: str

    def places(self) -> list[str]:
        """The words of the line that are places."""
        reader = import_module(f"referee.games.{self.game.info.name}.typed").READER
        allowed = reader.legal(self.state, self.game.requests(self.state)[0].seat)
        words = allowed.words(self.line, strict=False)
        places = [w.text for w in words if any(m.sort in reader.usage.places for m in w.values) and not w.verbs]
        labels = re.findall(r"\b[a-p]\d{1,2}\b", self.line, re.IGNORECASE)
        return labels or [text for text in places if len(text) > 2 and text in self.line.lower()]


def slips(row: Row, chance: random.Random) -> Iterator[str]:
    """One letter dropped, doubled or swapped with the next."""
    for found in chance.sample(words := list(re.finditer(r"[^\W\d]{4,}", row.line)), len(words)):
        at = chance.randrange(found.start() + 1, found.end() - 1)
        a, b, rest = row.line[at], row.line[at + 1], row.line[at + 2 :]
        yield row.line[:at] + chance.choice((b, a + a + b, b + a)) + rest


def filled(row: Row, chance: random.Random) -> Iterator[str]:
    words = row.line.split(" ")
    at = chance.randrange(len(words) + 1)
    yield " ".join((*words[:at], chance.choice(FILLERS[row.lang]), *words[at:]))


def elsewhere(row: Row, chance: random.Random) -> Iterator[str]:
    """Another place of the same position, or the neighbour of a field."""
    for place in row.places():
        if place[1:].isdigit():
            yield row.line.replace(place, f"{place[0]}{int(place[1:]) + chance.choice((1, 2, 9))}")
        elif others := sorted({one for other in rows(row.game.info.name, row.lang) for one in other.places()}):
            yield re.sub(place, chance.choice(others), row.line, flags=re.IGNORECASE)


def counted(row: Row, chance: random.Random) -> Iterator[str]:
    lines = [*changed(row.line), *numbered(row.line)]
    yield from chance.sample(lines, len(lines))


def other_verb(row: Row, chance: random.Random) -> Iterator[str]:
    first, _, rest = row.line.partition(" ")
    if rest and len(first) > 3:
        yield f"{chance.choice(VERBS[row.lang])} {rest}"


def run_on(row: Row, chance: random.Random) -> Iterator[str]:
    others = [one for one in rows(row.game.info.name, row.lang) if one.state is row.state and one.order != row.order]
    if others:
        yield f"{row.line} {chance.choice(others).line}"


def placeless(row: Row, chance: random.Random) -> Iterator[str]:
    before = "( (on|in|to|at|into|from|su|a|nel|nella|sul|dal))? *"
    for place in row.places():
        yield re.sub(rf"{before}\b{place}\b", "", row.line, flags=re.IGNORECASE)


DAMAGES: tuple[Callable[[Row, random.Random], Iterator[str]], ...] = (
    *(slips, filled, elsewhere, counted, other_verb, run_on, placeless),
)


@cache
def rows(name: str, lang: str) -> list[Row]:
    """The rows of a game and language that are understood as one order which does something and the rules allow."""
    game, found = find(name), []
    for part in (part for part in (*PARTS, *SPOKEN) if (part["game"], part["lang"]) == (name, lang)):
        state = standing(name, part["position"])
        for line, meant, *_ in part["rows"]:
            order = orders_in(meant.split(" | ")[0])
            if len(order) == 1 and order[0] not in NOTHING and "/" not in meant:
                found.append(Row(game, lang, state, line, order[0]))
    return found


def refused(name: str, lang: str) -> Iterator[tuple[str, Row, str, Unreadable]]:
    """Damaged lines that are refused, of each kind of damage as many as of the others, as far as there are any."""
    chance, left = random.Random(53), EACH
    every = chance.sample(rows(name, lang), len(rows(name, lang)))
    for number, row in enumerate(every):
        damage = DAMAGES[number % len(DAMAGES)]
        seat = row.game.requests(row.state)[0].seat
        for line in damage(row, chance):
            try:
                row.game.notation.read(line, row.state, seat)
            except Unreadable as told:
                if line and rules_allow(row.game, row.state, [row.order]):
                    yield damage.__name__, row, line, told
                    left -= 1
                break
        if not left:
            return


def proposed(row: Row, told: Unreadable) -> list[str]:
    """The lines that a hint proposes, the likeliest first."""
    if told.meant is not None:
        return [told.meant]
    return [one for one in str(told.hint or "").split(", ") if one not in ("", "..")]


def is_meant(kind: str, row: Row, orders: list[str]) -> bool:
    """Whether orders hold what was meant; of a place or a number that was changed the verb and the things."""
    if kind not in ("elsewhere", "counted", "placeless"):
        return row.order in orders
    verb, _, rest = row.order.partition(" ")
    place = {one.lower() for one in re.findall(r"\w+", rest) if re.fullmatch(r"[A-Za-z]?\d+", one)}
    things = set(re.findall(r"\w+", rest.lower())) - place if kind == "counted" or place else set()
    return any(one.split(" ")[0] == verb and things <= set(re.findall(r"\w+", one.lower())) for one in orders)


def test_a_hint_is_allowed_and_mostly_what_was_meant() -> None:
    """Each order of a hint is one that the rules allow now; of most lines the first is what was meant."""
    illegal, others, count = [], [], 0
    for name, lang in product(built_in(), ("en", "it")):
        for kind, row, line, told in refused(name, lang):
            read = [orders_in(understood(row.game, row.state, one, lang)) for one in proposed(row, told)]
            count += 1
            illegal += [(line, orders) for orders in read if not orders or not rules_allow(row.game, row.state, orders)]
            others += [] if read and is_meant(kind, row, read[0]) else [(line, row.order, read)]

    assert illegal == []
    assert count >= of(120, 400)
    assert len(others) <= of(0.25, 0.2) * count, others
