"""Reads what people type for the orders of a game: any case, any language, words cut short, parts in any order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from referee.kernel.grammar import VERB, Grammar, HeardOrder, Verb, parser
from referee.kernel.grammar.lexer import Meaning, healed, tokens_of
from referee.kernel.grammar.numbers import numbers_said
from referee.kernel.grammar.orders import Orders, fields, read
from referee.kernel.grammar.parser import LONGEST, Hearing, is_whole, room_for, words_and_pieces
from referee.kernel.grammar.refusal import Heard
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Request, Seat
from referee.kernel.sentence import Sentence


def complete(
    grammar: Grammar, text: str, question: str | None = None, lang: str = "en", possible: Collection[str] = ()
) -> tuple[str, ...]:
    """The words that can follow `text`, or that its last word, when no blank stands after it, can become: those to
    teach in `lang`, and others only if they begin with what was typed. () after what cannot be read.

    `possible` are the orders that the rules allow now, in their one spelling: what stands in none of them is left out.
    """
    line = healed(text)
    spellings = tuple(map(words_and_pieces, possible))
    # `c-` may be the beginning of the one word C-D, or two words like `red-`
    for last in (re.split(r"[\s,;]", line)[-1], re.split(r"[\W_]", line)[-1]):
        kept = tuple(token for token in tokens_of(line) if token.end <= len(line) - len(last))
        if len(kept) > LONGEST:
            return ()
        meanings = _meanings_after(grammar, Hearing(grammar, line, kept), question, spellings)
        found = {word for meaning in meanings for word in _word_to_offer(grammar, meaning, last, lang)}
        if found:
            return tuple(sorted(found))
    return ()


def _meanings_after(
    grammar: Grammar, hearing: Hearing, question: str | None, spellings: tuple[tuple[str, ...], ...]
) -> Iterator[Meaning]:
    """Parts that an order still takes, and the verbs that may begin one here."""
    if hearing.is_empty:
        asked = [verb for verb in grammar.verbs.values() if question in (None, *verb.answers)]
        yield from (Meaning(VERB, verb.name) for verb in asked)
        ends: list[tuple[Verb, Heard]] = [(verb, ()) for verb in asked if verb.bare]
    else:
        ends = hearing.open_ends(question)
    for verb, parts in ends:
        yield from _still_to_type(grammar, verb, parts, spellings)
        if parts and is_whole(verb, parts):
            yield from (Meaning(VERB, name) for name in grammar.verbs)


def _still_to_type(
    grammar: Grammar, verb: Verb, parts: Heard, spellings: tuple[tuple[str, ...], ...]
) -> Iterator[Meaning]:
    """What an order of this verb still takes; of sorts that its spellings name only what one of them has beside the
    parts there are.
    """
    own = [Counter(spelled[1:]) for spelled in spellings if spelled[0] == verb.name]
    named = set[str]().union(*own)
    chosen = Counter(meaning.value for meaning, _ in parts if meaning.value in named)
    left = set[str]().union(*(words - chosen for words in own if chosen <= words))
    for sort in (grammar.sorts[part.sort] for part in verb.parts if room_for(part, parts)):
        values = dict.fromkeys((*sort.values, *sort.words, *sort.labels.values()))
        is_named = bool(own and sort.labels) or not named.isdisjoint(values)
        yield from (Meaning(sort.name, value) for value in values if value in left or not is_named)


def _word_to_offer(grammar: Grammar, meaning: Meaning, begun: str, lang: str) -> Iterator[str]:
    """The word to offer for a meaning, if it has one that begins so."""
    table = grammar.spellings(meaning)
    if meaning.sort != VERB and grammar.sorts[meaning.sort].labels and healed(meaning.value).startswith(begun):
        yield meaning.value
    words = table.get(lang, "").split()[:1]
    if begun:
        words += [word for other in (lang, *sorted(table)) for word in table.get(other, "").split()]
    yield from [word for word in words if healed(word).startswith(begun)][:1]


T = TypeVar("T")

DENIED: Final = "clause-denied"
"""The code of what is said of a line that denies an order."""

Meant = tuple[Typed[Any], ...]
"""The orders that a typed one stands for."""


class Reader:
    """The reader of a game.

    requests      who is asked what in a state
    legal_orders  the orders that a seat may give: what can be typed next stands in one of them
    odd           what verbs mean whose orders are not made of one word for each field, from what was heard: an order,
                  one as `Typed` with what leaves the hand unseen, or several
    """

    def __init__(
        self,
        orders: Orders,
        requests: Callable[[Any], tuple[Request, ...]],
        legal_orders: Callable[[Any, Seat, None], Iterator[Any]],
        odd: Mapping[str, Callable[[HeardOrder, Any, Seat], Any]],
    ) -> None:
        self._orders, self._requests, self._legal_orders, self._odd = orders, requests, legal_orders, odd

    def orders(self, state: Any) -> Orders:
        """The orders, with the words of the data pack that is played over."""
        return self._orders

    def read(self, text: str, state: Any, seat: Seat) -> Meant:
        """The orders meant by `text`; if it cannot be read by itself, by what the rules allow now. Raises Unreadable
        with what would be right.
        """

        def heard(possible: Collection[str]) -> Meant:
            orders = parser.hear(self.orders(state).grammar, text, self.asked(state, seat), possible)
            return tuple(typed for order in orders for typed in self._meant(order, state, seat))

        return self._by_what_is_possible(heard, text, state, seat)

    def cut(self, text: str, state: Any, seat: Seat) -> tuple[str, str]:
        """The first order in a typed line, and the rest. Raises Unreadable."""
        first = partial(parser.first_order, self.orders(state).grammar, text, self.asked(state, seat))
        return self._by_what_is_possible(first, text, state, seat)

    def _by_what_is_possible(self, heard: Callable[[Collection[str]], T], text: str, state: Any, seat: Seat) -> T:
        try:
            return heard(())
        except Unreadable as refused:
            likely = self.likely(state, seat)
            try:
                return heard(likely)
            except Unreadable as again:
                told = again if again.code == DENIED else refused
                raise self._with_idle(told, text, state, seat) from None

    def _with_idle(self, refused: Unreadable, text: str, state: Any, seat: Seat) -> Unreadable:
        """A refusal. Of a line that denies something it proposes nothing but what does nothing, if that is allowed."""
        words = self.orders(state).grammar.vocabulary
        if refused.meant is None and words.denied([token.text for token in tokens_of(healed(text))]):
            refused.hint = self._idle(words.denials, state, seat)
        return refused

    def _idle(self, denials: Iterable[str], state: Any, seat: Seat) -> Sentence | str | None:
        """What a word that denies means by itself, if the rules allow that now."""
        grammar, question, allowed = self.orders(state).grammar, self.asked(state, seat), self._possible(state, seat)
        for word in denials:
            try:
                heard = parser.hear(grammar, word, question)
                spelled = [self._orders.format(one.move) for order in heard for one in self.meant(order, state, seat)]
            except Unreadable:
                continue
            if set(spelled) <= set(allowed):
                return said(grammar, spelled[0])
        return None

    def likely(self, state: Any, seat: Seat) -> list[str]:
        """What can be meant now, as orders are spelled: what the rules allow."""
        return self._possible(state, seat)

    def _possible(self, state: Any, seat: Seat) -> list[str]:
        return [self._orders.format(move) for move in self._legal_orders(state, seat, None)]

    def complete(self, text: str, state: Any, seat: Seat, lang: str = "en") -> tuple[str, ...]:
        """What can be typed after `text`, as far as the rules allow it."""
        possible = self._possible(state, seat)
        return complete(self.orders(state).grammar, text, self.asked(state, seat), lang, possible)

    def asked(self, state: Any, seat: Seat) -> str | None:
        """The question that is open to a seat, if one is."""
        return next((request.question for request in self._requests(state) if request.seat == seat), None)

    def _meant(self, order: HeardOrder, state: Any, seat: Seat) -> Meant:
        meant = self.meant(order, state, seat)
        if (number := self.unused(order, meant)) is not None:
            raise Unreadable("number-unused", number=number)
        return meant

    def unused(self, order: HeardOrder, meant: Meant) -> int | None:
        """The first number of a typed order that is neither in what it stands for nor how many of a thing that is; 1,
        which an article is as well, says nothing more than the thing itself.
        """
        sorts = self._orders.grammar.sorts
        typed = Counter(int(part.value) for part in order.parts if sorts[part.sort].number and part.value != "1")
        said = numbers_said([(self._orders.format(one.move), one.secret) for one in meant]) if typed else typed
        return next(iter(typed - said), None)

    def meant(self, order: HeardOrder, state: Any, seat: Seat) -> Meant:
        """The orders that one of those heard stands for. Raises Unreadable."""
        if order.verb in self._odd:
            found = self._odd[order.verb](order, state, seat)
            several = found if isinstance(found, tuple) else (found,)
            return tuple(one if isinstance(one, Typed) else Typed(one) for one in several)
        make = self._orders.struct(order.verb)
        words = ((field.sort, order.all(field.sort.name)) for field in fields(make))
        return (Typed(make(*(read(sort, found[0]) for sort, found in words if found))),)
