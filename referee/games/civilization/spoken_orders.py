"""Orders in words: names for the codes of the pack, words for signs. The words can be typed again.

A name that could be misread, because a pack gives it to two things or it means something else, is told by its code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from referee.games.civilization.data import KIND_OF_LETTER, LETTER
from referee.games.civilization.moves import AMONG, ORDERS
from referee.games.civilization.pack.components import Components
from referee.games.civilization.world import world_of
from referee.kernel.errors import Unreadable
from referee.kernel.grammar.parser import hear
from referee.kernel.grammar.spelling import spoken
from referee.kernel.late_loading import Lazy
from referee.kernel.sentence import Sentence, typed_words

HERE = Lazy("referee.games.civilization")
"""What people type, which knows how orders are told."""

_SIGNS = {"+c": "with-colonist", "-c": "less-colonist", ">": "or-card"}
"""What a sign of an order is in words."""


def told(parts: Components, order: str, lang: str) -> str:
    """An order in its one spelling, in the words of a language."""
    verb, *words = order.split(" ")
    return " ".join((spoken(verb, ORDERS.page(), lang), *(_word(parts, verb, word, lang) for word in words)))


@lru_cache(maxsize=1024)
def name_of(parts: Components, code: str, lang: str) -> str:
    """The name of a place, technology, structure or card as it can be typed; empty for other codes."""
    groups = {
        "peek": (parts.territories, parts.seas),
        "tech": (parts.technologies,),
        "build": (parts.structures,),
        "pick": (parts.cards,),
    }
    verb = next((verb for verb, tables in groups.items() if any(code in table for table in tables)), "")
    if not verb:
        return ""
    name = parts.name(code, lang).replace(",", "")
    try:
        heard = hear(HERE.order_words.orders_of(world_of(parts)).grammar, f"{verb} {name}")
    except Unreadable:
        return code
    return name if [[part.value for part in order.parts] for order in heard] == [[code]] else code


def _word(parts: Components, verb: str, word: str, lang: str) -> str:
    if word in _SIGNS:
        return _say(_SIGNS[word], lang)
    if word in LETTER:
        return _kind(word, lang)
    if verb == "choose" and word in AMONG.values:
        return typed_words("civilization", f"typed-{AMONG.name}", word)[lang].split()[0]
    if verb == "attack" and not name_of(parts, word, lang):
        return _say("with-units", lang, units=_say("and", lang).join(_counted_kinds(word, lang)))
    place, sign, unit = word.partition(":")
    name = name_of(parts, place, lang)
    if not sign:
        return name or spoken(f"{verb} {word}", ORDERS.page(), lang).partition(" ")[2]
    stands = f"{name} {_kind(KIND_OF_LETTER[unit], lang)}" if unit in KIND_OF_LETTER else f"{name}:{unit}"
    return _say("from", lang, unit=stands)


def _counted_kinds(force: str, lang: str) -> Iterator[str]:
    """The kinds of `2i+a`, each with its number."""
    for count, letter in re.findall("([2-9]?)([a-z])", force):
        yield f"{count} {_kind(KIND_OF_LETTER[letter], lang, int(count or 1))}".strip()


def _kind(kind: str, lang: str, count: int = 1) -> str:
    return Sentence(f"civilization/word/{kind}", count=count).told(lang)


def _say(code: str, lang: str, **values: str) -> str:
    return Sentence(f"civilization/said/{code}", **values).told(lang)
