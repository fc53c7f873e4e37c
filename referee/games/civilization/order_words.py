"""The words of a pack that orders may hold: codes or names of places, technologies, cards and all else.

A name that several entries have stands for none of them; any longer word of a name stands for all of it.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache, partial, wraps
from typing import Any, TypeVar

import msgspec

from referee.games.civilization import moves as m
from referee.games.civilization import spoken_orders
from referee.games.civilization.data import RESOURCES
from referee.games.civilization.moves import ORDERS
from referee.games.civilization.pack import Components
from referee.games.civilization.pack.entries import PackEntry
from referee.games.civilization.world import World
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable
from referee.kernel.grammar import BREAK, FILLER, Grammar, Sort
from referee.kernel.grammar.lexer import Spellings, healed
from referee.kernel.grammar.orders import Orders
from referee.kernel.grammar.spelling import Called
from referee.kernel.sentence import Sentence, typed_words

F = TypeVar("F", bound=Callable[..., Any])

CODES = ("place", "origin", "technology", "missing", "structure", "card")
"""The values of refusals that are codes of the pack; others, such as a kind of unit, may be spelled like one."""


def by_name(components: Components, call: F) -> F:
    """The same function, whose refusals have the names that the pack has for its codes."""

    @wraps(call)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return call(*given, **named)
        except (IllegalMove, Unreadable) as refused:
            refused.said = _with_names(refused, components)
            raise

    return called  # type: ignore[return-value]


def _with_names(refused: RefereeError, components: Components) -> Sentence:
    values = {
        field: Called(value, components.told) if field in CODES and isinstance(value, str) else value
        for field, value in refused.values.items()
    }
    return Sentence(refused.code, **values)


@lru_cache(maxsize=8)
def orders_of(world: World) -> Orders:
    """The orders with the words of a pack. The code of a card counts only whole."""
    pack = world.components.pack
    return ORDERS.with_sorts(
        _sort_with_names(m.CARD, pack.cards, whole=True),
        _sort_with_names(m.PLACE, (*pack.territories, *pack.seas)),
        _sort_with_names(m.TECHNOLOGY, pack.technologies),
        _sort_with_names(m.STRUCTURE, pack.structures),
        _sort_with_names(m.RESOURCE, (marker for marker in pack.markers if marker.id in RESOURCES)),
        aloud=partial(spoken_orders.order_in_words, world.components),
    )


def _sort_with_names(sort: Sort, entries: Iterable[PackEntry], *, whole: bool = False) -> Sort:
    """The sort with the words of these entries of the pack; a name that several of them have is left out."""
    found: dict[str, Spellings] = {}
    tables = {entry.id: _entry_words(entry) for entry in entries}
    uses = Counter(word for table in tables.values() for word in set[str]().union(*table.values()))
    for code, table in tables.items():
        clear = {
            lang: " ".join(word for word in words if (not whole if word == code else uses[word] == 1))
            for lang, words in table.items()
        }
        found[code] = {lang: words for lang, words in clear.items() if words}
    numbers = {code.lstrip(string.ascii_letters): code for code in found if whole}
    told = {number: code for number, code in numbers.items() if len(number) > _READ and number.isdigit()}
    return msgspec.structs.replace(sort, words=found, labels={code: code for code in found if whole} | told)


_READ = 2
"""More digits are no number of an order: `107` is a card."""


def _entry_words(entry: PackEntry) -> dict[str, tuple[str, ...]]:
    """The words for an entry: its code and its names. The code of a resource is its English name, and its sign on the
    board is a word for it too.
    """
    is_resource = entry.id in RESOURCES
    code, signs = (() if is_resource else (entry.id,)), typed_words("civilization", "word-sign", entry.id)
    english, italian = (_once(signs[lang]) if is_resource and lang in signs else () for lang in ("en", "it"))
    return {"en": _once(entry.id, *_forms(entry.en), *english), "it": _once(*code, *_forms(entry.it), *italian)}


def _once(*words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, words)))


def _forms(name: str) -> tuple[str, ...]:
    """A name without blanks, without signs, its parts at a stroke, as it is printed, and its longer words."""
    plain = healed(name)
    parts = (re.sub(r"\W+", "", part) for part in (plain, *plain.split("/")))
    own = (word for word in re.findall(rf"\w{{{_OWN},}}", plain) if word not in RESOURCES)
    return re.sub(r"[^\w/-]+", "", plain), *parts, plain.replace(" ", ""), *own


_OWN = 4
"""So many letters a word of a name has at least that stands for all of it: `bronzo`."""


@lru_cache(maxsize=8)
def codes_of(world: World) -> frozenset[str]:
    """Every word that orders may hold: the codes of the pack, and the words of wishes."""
    fixed = (sort.values for sort in (m.UNIT, m.WAY, m.STAYS, m.WHEN, m.ANSWER))
    tables = (world.lands, world.coasts, world.technologies, world.structures, world.cards)
    return frozenset(("+", "-", *RESOURCES, *(code for table in (*fixed, *tables) for code in table)))


def words_in(part: Any) -> set[str]:
    """Every word of an order."""
    if isinstance(part, str):
        return {part} if part else set()
    if isinstance(part, msgspec.Struct):
        return {name for field in part.__struct_fields__ for name in words_in(getattr(part, field))}
    return {name for one in part for name in words_in(one)} if isinstance(part, tuple) else set()


_LONGEST = 5
"""A name has at most so many words."""

_LINES = {"pick": "card", "tech": "technology", "decline": "card"}
"""What the names in a line of standing orders are names of, by its first word."""


def with_codes(world: World, line: str) -> str:
    """A line of standing orders with the codes of what it names, longer names first, and without words between them;
    what names nothing stays as it is.
    """
    grammar, (verb, *words) = orders_of(world).grammar, healed(line).replace(":", " ").split() or [""]
    light = grammar.nouns["pick"] | {
        word for known in typed_words("civilization", "typed", ":standing").values() for word in known.split()
    }
    found, at = [verb], 0
    while at < len(words):
        code, length = _code_at(grammar, words[at:], _LINES.get(verb, ""))
        is_between = any(one.sort in (FILLER, BREAK) for one in grammar.vocabulary.exact(words[at]))
        if code or not (is_between or words[at] in light):
            found.append(code or words[at])
        at += length
    return " ".join(found)


def _code_at(grammar: Grammar, words: list[str], sort: str) -> tuple[str, int]:
    """The one code that the first of these words name, and how many they are; "" and 1 if they name none."""
    for length in range(min(_LONGEST, len(words)), 0, -1):
        named = [one.value for one in grammar.vocabulary.exact("".join(words[:length])) if one.sort == sort]
        if len(named) == 1:
            return named[0], length
    return "", 1
