"""Sentences with their values in their places.

    {seat}              a name, a number, a word, a space; several are joined by commas
    {piece:a}           the word in another form: `a` (a temple, un tempio), `the`, or whatever the words have
    {kind:of count}     the word in the singular or plural that fits the field `count`
    {kind:s}            the word in the plural
    {colour:tiles of attack}  a form in the singular or plural
    {count:n tile}      the number with the noun that fits it, an entry of the context `n`
    {place:in}          the name behind its own preposition, an entry of the context `name-in` (nel Gange), or "in"
    {names:bare}        the words as they are in an order, untranslated

Words of a game are translated in the places of its events and questions, and in those of its sentences that name a
form (`{kind:word}`). What is a `FileName`, such as that of a seat, is never looked up: a seat may be called `red`.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.kernel.grammar.spelling import Called, Spelled
from referee.kernel.sentence import Sentence

Values = Mapping[str, tuple[Any, ...]]
"""The values for the places of a template: each a tuple, most of them of one item."""

SEVERAL = 2


class BareText(str):
    """A text that belongs to no language: it is the same in all of them."""

    __slots__ = ()


def sentence_text(sentence: Sentence, lang: str, about: str = "") -> str:
    """The sentence in a language, with its values in their places; code and values if no catalogue has it.

    `about` is the game whose words a sentence of the project may hold.
    """
    *game, code = sentence.code.split("/", 1)
    context, _, code = code.rpartition("/")
    count = sentence.values.get("count")
    template = catalogue_text("".join(game), context, code, lang, count if isinstance(count, int) else None)
    if template is None:
        return repr(sentence)
    if not sentence.values:
        return template
    values = {name: value if isinstance(value, tuple) else (value,) for name, value in sentence.values.items()}
    return fill_template(template, values, "".join(game) or about, lang)


def fill_template(template: str, values: Values, game: str, lang: str, *, words: bool = False) -> str:
    """The template with its places filled; with `words` every place without a form holds words of the game."""
    pieces = []
    for literal, field, spec, conversion in Formatter().parse(template):
        pieces.append(literal)
        if field is not None:
            items = values.get(field, ())
            if conversion == "r":
                items = tuple(map(repr, items))
            pieces.append(_slot_text(items, spec or ("word" if words else "bare"), values, game, lang))
    return "".join(pieces)


def fill_bare(template: str, values: Values) -> str:
    """The template with bare values, as they are in an order."""
    pieces = []
    for literal, field, _, _ in Formatter().parse(template):
        pieces.append(literal)
        if field is not None:
            pieces.append(" ".join(map(str, values.get(field, ()))))
    return "".join(pieces).strip()


def _slot_text(items: tuple[Any, ...], spec: str, values: Values, game: str, lang: str) -> str:
    if spec.startswith("n "):
        number = items[0] if items else 0
        noun = spec.removeprefix("n ")
        template = (
            catalogue_text(game, "n", noun, lang, number) or catalogue_text(HOUSE, "n", noun, lang, number) or "{n}"
        )
        return template.replace("{n}", str(number))
    form, _, counted = f" {spec}".rpartition(" of ")
    count = None
    if counted != f" {spec}":
        number = values.get(counted, (SEVERAL,))
        count = number[0] if number and isinstance(number[0], int) else SEVERAL
    else:
        form = spec
    if form.strip() == "s":
        form, count = "", SEVERAL
    return ", ".join(_item(item, form.strip(), count, game, lang) for item in items)


def _item(item: Any, form: str, count: int | None, game: str, lang: str) -> str:
    if isinstance(item, Sentence):
        return sentence_text(item, lang)
    if form == "in":
        name = _item(item, "bare", None, game, lang)
        before = catalogue_text(game, "name-in", name.partition(" (")[0], lang) or "in"
        return f"{before}{name}" if before.endswith("'") else f"{before} {name}"
    if isinstance(item, Spelled | Called):
        return item.told(lang)
    if form == "bare" or not isinstance(item, str) or isinstance(item, BareText):
        return str(item)
    return catalogue_text(game, f"word-{form}" if form not in ("", "word") else "word", item, lang, count) or item
