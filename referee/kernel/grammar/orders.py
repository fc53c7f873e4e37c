"""The orders of a game, each declared once: how it is spelled in notes, what it answers, what people may type for it.

An order is a struct whose fields are annotated with the sort of word that stands for them:

    class Place(msgspec.Struct, frozen=True):
        kind: Annotated[str, KIND]
        cell: Annotated[str, SPACE]

    ORDERS = Orders("tigris", Said(Place, "place temple F7", bare=True), ..)

The verb is the struct's name, the words after it are the fields; refusals, grammar and the questions that it answers
follow. An order that is spelled otherwise, or typed in more ways than it is spelled, says so in its row:

    Said(Attack, "war b3>c3:2", spelled="war {start}>{target}:{moved}")
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import Any, get_args, get_type_hints

import msgspec

from referee.kernel.errors import Unreadable
from referee.kernel.game import Notation
from referee.kernel.grammar import Entry, Grammar, HeardOrder, Part, Sort, Verb
from referee.kernel.grammar.lexer import Spellings
from referee.kernel.grammar.spelling import said
from referee.kernel.late_loading import Lazy
from referee.kernel.requests import TURN
from referee.kernel.sentence import Sentence

_NUMBERS = 2
"""So many digits a number of an order has at most."""

_YES_OR_NO = ("yes", "no")

_PLACE = r"\{\w+\}"
"""Where a field is in a spelling."""


class Said(msgspec.Struct, frozen=True):
    """An order: its struct, and what does not follow from it.

    verb     the first word of its spelling, if that is not the struct's name
    example  how it is written, for refusals
    spelled  how it is spelled, its fields in their order, where that is not the struct's name and a word for each
    answers  the questions it answers
    heard    further questions at which its words may be typed, for another order that they mean there
    bare     whether the verb may be left out when one of them is open
    short    whether it may where the rest tells one order that the rules allow
    also     other verbs that the words of this one may mean, if the parts fit only them
    parts    what can be typed, where that is not one word for each field
    spell    the words after the verb, where they are not the fields; `parse` makes the order of them
    unseen   how many goods leave the hand unseen with it; none, if nothing is said
    """

    make: Any
    example: str
    spelled: str = ""
    answers: tuple[str, ...] = (TURN,)
    bare: bool = False
    short: bool = False
    also: tuple[str, ...] = ()
    parts: tuple[Part, ...] | None = None
    spell: Callable[[Any], tuple[str, ...]] | None = None
    parse: Callable[..., Any] | None = None
    unseen: Callable[[Any], int] | None = None
    verb: str = ""
    heard: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The first word of its spelling."""
        return self.verb or self.spelled.partition(" ")[0] or str(self.make.__name__).lower()


class OrderField(msgspec.Struct, frozen=True):
    """A field of an order: name, sort, what it holds when it is left out, and the word for each value that has one."""

    name: str
    sort: Sort
    default: Any
    words: Mapping[Any, str]

    @property
    def is_optional(self) -> bool:
        """Whether it may be left out."""
        return self.default is not msgspec.NODEFAULT

    def written(self, value: Any) -> str:
        """How a value is spelled; the one of an order that leaves it out is not."""
        return self.words.get(value) or ("" if value == self.default else str(value))


class _Row:
    """An order and its spelling, written and read."""

    def __init__(self, said: Said) -> None:
        self.said, self.verb = said, said.name
        self._frame = re.sub(_PLACE, "%s", said.spelled)
        self._pattern = re.compile(r"(\S+?)".join(map(re.escape, re.split(_PLACE, said.spelled))))

    def format(self, order: Any) -> str:
        """The spelling of an order."""
        if self.said.spell is not None:
            return " ".join((self.verb, *self.said.spell(order)))
        words = [field.written(getattr(order, field.name)) for field in fields(self.said.make)]
        return self._frame % tuple(words) if self._frame else " ".join((self.verb, *filter(None, words)))

    def parse(self, text: str) -> Any:
        """The order of this spelling. Raises TypeError if its words are too few or too many, and Unreadable."""
        if not self._frame:
            words = text.split(" ")[1:]
        elif (found := self._pattern.fullmatch(text)) is not None:
            words = [*found.groups()]
        else:
            raise TypeError("these words have no fields")
        if self.said.parse is not None:
            return self.said.parse(*words)
        known = fields(self.said.make)
        if len(words) != len(known) and not sum(not field.is_optional for field in known) <= len(words) < len(known):
            raise TypeError("so many words have no field")
        return self.said.make(*[read(field.sort, word) for field, word in zip(known, words, strict=False)])

    def field_words(self, order: Any) -> Iterator[tuple[str, str, bool]]:
        """The fields of an order: name, the word for its value, and whether it may be left out."""
        if self.said.spell is not None:
            for field in msgspec.structs.fields(self.said.make):
                value = getattr(order, field.name)
                yield field.name, ", ".join(value) if isinstance(value, tuple) else value, field.default == ""
            return
        for known in fields(self.said.make):
            yield known.name, known.written(getattr(order, known.name)), known.is_optional

    @property
    def example(self) -> str:
        """How notes have it: people may type more than the fields."""
        if self._frame or self.said.parse is not None:
            return self.said.example
        return " ".join(self.said.example.split(" ")[: 1 + len(fields(self.said.make))])


@lru_cache(1 << 14)
def _order_spelling(row: _Row, order: Any) -> str:
    """Kept: the orders of a question are sorted by it, and most of them are those of the question before."""
    return row.format(order)


class Orders:
    """All orders of a game; a `Verb` among them stands for several. `sorts` are all sorts of words that are typed;
    without `origins` a place after "from" is a part of the order, and else it says nothing new. `aloud` is as in a
    `Grammar`.
    """

    def __init__(
        self,
        game: str,
        *rows: Said | Verb,
        sorts: tuple[Sort, ...],
        origins: bool = True,
        aloud: Callable[[str, str], str] | None = None,
    ) -> None:
        self.game, self._aloud = game, aloud
        self._origins = origins
        self._all, self._sorts = rows, sorts
        self._rows = {row.name: _Row(row) for row in rows if isinstance(row, Said)}
        self._of = {row.said.make: row for row in self._rows.values()}

    def with_sorts(self, *sorts: Sort, aloud: Callable[[str, str], str]) -> Orders:
        """The same orders over a data pack: these sorts have its words, and stand for those of their names."""
        named = {sort.name: sort for sort in sorts}
        known = tuple(named.get(sort.name, sort) for sort in self._sorts)
        return Orders(self.game, *self._all, sorts=known, origins=self._origins, aloud=aloud)

    def format(self, order: Any) -> str:
        """The one spelling of an order, as notes have it."""
        return _order_spelling(self._of[type(order)], order)

    def button_text(self, order: Any, lang: str, called: Callable[[str], str] = str) -> str:
        """An order as a button says it; `called` gives the name for a code. The words are those of its verb in the
        context `label`, after it the fields that may be left out and are not, and whatever is yes or no.
        """
        row = self._of[type(order)]
        code, values = row.verb, dict[str, str | int]()
        for name, value, optional in row.field_words(order):
            values[name] = int(value) if value.isdigit() else called(value)
            code += f"-{value}" * (value in _YES_OR_NO) or f"-{name}" * (optional and value != "")
        return Sentence(f"{self.game}/label/{code}", **values).told(lang)

    def verb_label(self, verb: str, lang: str) -> str:
        """What all orders of a verb are called."""
        return Sentence(f"{self.game}/label/{verb}-any").told(lang)

    def parse(self, text: str) -> Any:
        """The order that is spelled exactly so. Raises Unreadable for any other spelling."""
        row = self._rows.get(text.partition(" ")[0])
        if row is None:
            raise Unreadable("no-order-called", text=text, hint=said(self.grammar, self.grammar.examples(None)))
        try:
            order = row.parse(text)
        except TypeError:
            raise Unreadable("order-form", example=said(self.grammar, row.example), found=text) from None
        if (canonical := row.format(order)) != text:
            raise Unreadable("order-spelling", canonical=canonical, text=text)
        return order

    def answers(self, order: Any) -> tuple[str, ...]:
        """The questions an order answers; ("turn",) for an action."""
        return self._of[type(order)].said.answers

    def unseen(self, order: Any) -> int:
        """How many goods leave the hand unseen with an order."""
        count = self._of[type(order)].said.unseen
        return 0 if count is None else count(order)

    def struct(self, verb: str) -> Any:
        """The struct of the orders with a verb."""
        return self._rows[verb].said.make

    def written_like(self, order: HeardOrder, verb: str = "") -> Unreadable:
        """The refusal of an order as it was heard, which lacks something, with one of its verb that is whole."""
        example = said(self.grammar, self.grammar.verbs[verb or order.verb].example)
        return Unreadable("order-form", example=example, found=order.text)

    @cached_property
    def grammar(self) -> Grammar:
        """What people may type; the words are in the game's catalogues."""
        verbs = tuple(row if isinstance(row, Verb) else _verb(row) for row in self._all)
        origins: Spellings | None = None if self._origins else {}
        return Grammar(verbs, self._sorts, game=self.game, origins=origins, aloud=self._aloud)

    def page(self) -> tuple[Entry, ...]:
        """The page of order words."""
        return self.grammar.page()

    def notation(self, typed: Lazy) -> Notation[Any, Any]:
        """Text to move and back; `typed` is the module that reads what people type."""
        return Notation(
            format_order=self.format,
            parse_order=self.parse,
            read=typed.read,
            cut=typed.cut,
            complete=typed.complete,
            words=self.page,
            label=self.button_text,
            verb=self.verb_label,
        )


def up_to(**most: int) -> tuple[Part, ...]:
    """Parts that may be left out, each with how many of it an order has at most."""
    return tuple(Part(sort, 0, count) for sort, count in most.items())


def _verb(row: Said) -> Verb:
    parts = row.parts
    if parts is None:
        parts = tuple(Part(field.sort.name, 0 if field.is_optional else 1) for field in fields(row.make))
    answers = (*row.answers, *row.heard)
    return Verb(
        name=row.name, parts=parts, example=row.example, answers=answers, bare=row.bare, short=row.short, also=row.also
    )


@cache
def fields(make: Any) -> tuple[OrderField, ...]:
    """The fields of an order, in the order in which they are spelled."""
    hints = get_type_hints(make, include_extras=True)
    return tuple(_order_field(field, get_args(hints[field.name])[1]) for field in msgspec.structs.fields(make))


def _order_field(field: Any, sort: Sort) -> OrderField:
    return OrderField(field.name, sort, field.default, {value: word for word, value in sort.known.items()})


def read(sort: Sort, word: str) -> Any:
    """The value of a field that is spelled so. Raises Unreadable with what would be right."""
    if word in sort.known:
        return sort.known[word]
    if sort.number and word.isascii() and word.isdigit() and len(word) <= _NUMBERS:
        return int(word)
    if sort.pattern and re.fullmatch(sort.pattern, word):
        return word
    if sort.number or sort.known or (word not in sort.values and word not in sort.labels.values()):
        raise Unreadable(sort.missing, text=word)
    return word
