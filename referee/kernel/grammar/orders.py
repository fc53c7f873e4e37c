"""The orders of a game, each declared once: how it is spelled in notes, what it answers, what people may type for it.

An order is a struct whose fields are annotated with the sort of word that stands for them:

    class Place(msgspec.Struct, frozen=True):
        kind: Annotated[str, KIND]
        cell: Annotated[str, SPACE]

    ORDERS = Orders("tigris", Said(make=Place, example="place temple F7", bare=True), ..)

The verb is the struct's name, the words behind it are the fields; refusals, grammar and the questions that it answers
follow. An order that is spelled otherwise, or typed in more ways than it is spelled, says so in its row.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, get_args, get_type_hints

import msgspec

from referee.kernel.errors import Unreadable
from referee.kernel.grammar import Entry, Grammar, Part, Sort, Verb
from referee.kernel.grammar.spelling import said
from referee.kernel.grammar.vocabulary import Spellings
from referee.kernel.requests import TURN

_NUMBERS = 2
"""So many digits a number of an order has at most."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """An order: its struct, and what does not follow from it.

    verb     the first word of its spelling, if that is not the struct's name
    example  how it is written, for refusals
    answers  the questions it answers
    bare     whether the verb may be left out when one of them is open
    also     other verbs that the words of this one may mean, if the parts fit only them
    parts    what can be typed, where that is not one word for each field
    spell    the words behind the verb, where they are not the fields; `parse` makes the order of them
    """

    make: Any
    example: str
    answers: tuple[str, ...] = (TURN,)
    bare: bool = False
    also: tuple[str, ...] = ()
    parts: tuple[Part, ...] | None = None
    spell: Callable[[Any], tuple[str, ...]] | None = None
    parse: Callable[..., Any] | None = None
    verb: str = ""

    @property
    def name(self) -> str:
        """The first word of its spelling."""
        return self.verb or str(self.make.__name__).lower()


Field = tuple[str, Sort, bool]
"""A field of an order: name, sort, and whether it may be left out."""


class Orders:
    """All orders of a game; a `Verb` among them stands for several. `sorts` are all sorts of words that are typed;
    without `origins` a place behind "from" is a part of the order, and else it says nothing new.
    """

    def __init__(self, game: str, *rows: Said | Verb, sorts: tuple[Sort, ...], origins: bool = True) -> None:
        self.game = game
        self._origins: Spellings | None = None if origins else {}
        self._all, self._sorts = rows, sorts
        self._rows = {row.name: row for row in rows if isinstance(row, Said)}
        self._of = {row.make: row for row in self._rows.values()}

    def format(self, order: Any) -> str:
        """The one spelling of an order, as notes have it."""
        row = self._of[type(order)]
        if row.spell is not None:
            return " ".join((row.name, *row.spell(order)))
        words = (written(sort, getattr(order, name)) for name, sort, _ in fields(row.make))
        return " ".join((row.name, *filter(None, words)))

    def parse(self, text: str) -> Any:
        """The order that is spelled exactly so. Raises Unreadable for any other spelling."""
        verb, *words = text.split(" ")
        row = self._rows.get(verb)
        if row is None:
            raise Unreadable("no-order-called", text=text, hint=said(self.grammar, self.grammar.examples(None)))
        try:
            order = _made(row, words) if row.parse is None else row.parse(*words)
        except TypeError:
            raise Unreadable("order-form", example=said(self.grammar, _spelled(row)), found=text) from None
        if (canonical := self.format(order)) != text:
            raise Unreadable("order-spelling", canonical=canonical, text=text)
        return order

    def answers(self, order: Any) -> tuple[str, ...]:
        """The questions an order answers; ("turn",) for an action."""
        return self._of[type(order)].answers

    def struct(self, verb: str) -> Any:
        """The struct of the orders with a verb."""
        return self._rows[verb].make

    @cached_property
    def grammar(self) -> Grammar:
        """What people may type; the words are in the game's catalogues."""
        verbs = tuple(row if isinstance(row, Verb) else _verb(row) for row in self._all)
        return Grammar(verbs, self._sorts, game=self.game, origins=self._origins)

    def page(self) -> tuple[Entry, ...]:
        """The page of order words."""
        return self.grammar.page()


def _verb(row: Said) -> Verb:
    parts = row.parts
    if parts is None:
        parts = tuple(Part(sort.name, 0 if optional else 1) for _, sort, optional in fields(row.make))
    return Verb(
        name=row.name,
        parts=parts,
        example=row.example,
        answers=row.answers,
        bare=row.bare,
        also=row.also,
    )


@cache
def fields(make: Any) -> tuple[Field, ...]:
    """The fields of an order, in the order in which they are spelled."""
    hints = get_type_hints(make, include_extras=True)
    return tuple(
        (field.name, get_args(hints[field.name])[1], not field.required) for field in msgspec.structs.fields(make)
    )


def written(sort: Sort, value: Any) -> str:
    """How the value of a field is spelled."""
    return next((word for word, known in sort.known.items() if known == value), str(value))


def read(sort: Sort, word: str) -> Any:
    """The value of a field that is spelled so. Raises Unreadable with what would be right."""
    if sort.number and word.isascii() and word.isdigit() and len(word) <= _NUMBERS:
        return int(word)
    if word in sort.known:
        return sort.known[word]
    if sort.number or sort.known or (word not in sort.values and word not in sort.labels.values()):
        raise Unreadable(sort.missing, text=word)
    return word


def _spelled(row: Said) -> str:
    """The example as notes have it: people may type more than the fields."""
    words = row.example.split(" ")
    return row.example if row.parse is not None else " ".join(words[: 1 + len(fields(row.make))])


def _made(row: Said, words: list[str]) -> Any:
    known = fields(row.make)
    if not sum(not optional for _, _, optional in known) <= len(words) <= len(known):
        raise TypeError("so many words have no field")
    return row.make(*(read(sort, word) for word, (_, sort, _) in zip(words, known, strict=False)))
