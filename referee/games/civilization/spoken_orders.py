"""Orders in words: names for the codes of the pack, words for signs. The words can be typed again.

A name that could be misread, because a pack gives it to two things or it means something else, is told by its code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from referee.games.civilization import moves as m
from referee.games.civilization.data import KIND_OF_LETTER, LETTER, RESOURCES
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


def order_in_words(parts: Components, order: str, lang: str) -> str:
    """An order in its one spelling, in the words of a language."""
    verb, *words = order.split(" ")
    return " ".join((spoken(verb, ORDERS.page(), lang), *(_word(parts, verb, word, lang) for word in words)))


def button_text_of(parts: Components, order: m.CivilizationOrder, lang: str) -> str:
    """An order as a button says it."""

    def word_for(code: str) -> str:
        return name_of(parts, code, lang) or (parts.name(code, lang) if code in parts.entries else code)

    def text(code: str, **values: str) -> str:
        return Sentence(f"civilization/label/{code}", **values).told(lang)

    match order:
        case m.March(place, units):
            moved = (_say("from", lang, unit=f"{_kind(one.kind, lang)} {word_for(one.place)}") for one in units)
            return text("march", units=_say("and", lang).join(moved), place=word_for(place))
        case m.Attack(place, _):
            return text("attack", units=force_text(ORDERS.format(order).split(" ")[2], lang), place=word_for(place))
        case m.Upgrade(unit):
            return text("upgrade", kind=unit.kind, place=word_for(unit.place))
        case m.OddFives(way, place):
            return text(f"change-{way}-at" if place else f"change-{way}", place=word_for(place))
        case m.Wish(way):
            return text(f"{order.what}-{way}")
    change = getattr(order, "change", None)
    if change is None:
        return ORDERS.button_text(order, lang, word_for)
    paid = _say(_SIGNS[f"{change.sign}c"], lang)
    return f"{ORDERS.button_text(replace(order, change=None), lang, word_for)}, {paid} {word_for(change.place)}"


def force_text(force: str, lang: str) -> str:
    """The units of `2i+a` in words."""
    return _say("and", lang).join(_counted_kinds(force, lang))


@lru_cache(maxsize=1024)
def name_of(parts: Components, code: str, lang: str) -> str:
    """The name of a place, technology, structure, card or resource as it can be typed; empty for other codes."""
    groups = {
        "peek": (parts.territories, parts.seas),
        "tech": (parts.technologies,),
        "build": (parts.structures,),
        "pick": (parts.cards,),
        "symbol": (RESOURCES,),
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


def with_names(parts: Components, line: str, lang: str) -> str:
    """A line of standing orders with names for its codes."""
    return re.sub(r"\w+", lambda word: name_of(parts, word[0], lang) or word[0], line)


def _word(parts: Components, verb: str, word: str, lang: str) -> str:
    if word in _SIGNS:
        return _say(_SIGNS[word], lang)
    if word in LETTER:
        return _kind(word, lang)
    if verb == "choose" and word in AMONG.values:
        return typed_words("civilization", f"typed-{AMONG.name}", word)[lang].split()[0]
    if verb == "attack" and not name_of(parts, word, lang):
        return _say("with-units", lang, units=force_text(word, lang))
    place, sign, unit = word.partition(":")
    name = name_of(parts, place, lang)
    if not sign:
        name = name.lower() if verb == "symbol" else name
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
