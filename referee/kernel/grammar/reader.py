"""Reads what people type for the orders of a game: any case, any language, words cut short, parts in any order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from itertools import chain, pairwise, takewhile
from typing import Any, Final, TypeVar

from referee.kernel.errors import IllegalMove, OutOfOrder, Unreadable
from referee.kernel.game import NeedsHiddenFace, Typed
from referee.kernel.grammar import BREAK, VERB, Grammar, HeardOrder, Verb, parser
from referee.kernel.grammar.allowed import AllowedOrders, Told, facets_of, holds_every, numbers_said, words_of
from referee.kernel.grammar.lexer import Meaning, healed, tokens_of
from referee.kernel.grammar.orders import Orders, fields, read
from referee.kernel.grammar.parser import LONGEST, Hearing, is_whole, room_for
from referee.kernel.grammar.refusal import Heard
from referee.kernel.grammar.sentences import ClauseReading, Meant, Sentences
from referee.kernel.grammar.speech import (
    TypedWord,
    Usage,
    common_words,
    does,
    endings,
    goes_on,
    has_phrase,
    in_order_of_time,
    known_words,
    phrases_under,
    with_verbs_whole,
    without_question,
    without_slips,
)
from referee.kernel.grammar.spelling import said
from referee.kernel.grammar.tokens import Row
from referee.kernel.late_loading import Lazy
from referee.kernel.requests import TURN, Request, Seat
from referee.kernel.sentence import Sentence

F = TypeVar("F", bound=Callable[..., Any])

_NAMED_LINE = Lazy("referee.kernel.grammar.named_lines.NamedLine")
_PLAIN_LINES = Lazy("referee.kernel.grammar.plain_lines.plain_lines")
_WITH_NEIGHBOURS = Lazy("referee.kernel.grammar.plain_lines.with_neighbours")
_WITHOUT_SUMS = Lazy("referee.kernel.grammar.plain_lines.without_sums")


@lru_cache(1 << 12)
def _words_and_pieces(spelled: str) -> tuple[str, ...]:
    """The words of an order, and what they are made of: `red-green`, red, green."""
    words = spelled.split()
    return (*words, *(part for part in re.findall(r"\w+", spelled) if part not in words))


def complete(
    grammar: Grammar, text: str, question: str | None = None, lang: str = "en", possible: Collection[str] = ()
) -> tuple[str, ...]:
    """The words that can follow `text`, or that its last word, when no blank stands after it, can become: those to
    teach in `lang`, and others only if they begin with what was typed. () after what cannot be read.

    `possible` are the orders that the rules allow now, in their one spelling: what is in none of them is left out.
    """
    line = healed(text)
    spellings = tuple(map(_words_and_pieces, possible))
    # `c-` may be the beginning of the one word C-D, or two words like `red-`
    for last in (re.split(r"[\s,;]", line)[-1], re.split(r"[\W_]", line)[-1]):
        kept = tuple(token for token in tokens_of(line) if token.end <= len(line) - len(last))
        if len(kept) > LONGEST:
            return ()
        row = Row(grammar.vocabulary, line, kept)
        meanings = _meanings_after(grammar, Hearing(grammar, row), question, spellings)
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


_ALL = 1 << 10
"""As many orders as no line has."""

_KEPT = 8
"""Of so many states it is kept what the rules allow."""

_ANSWERS = 512
"""So much is kept of what was found of texts and orders in a state."""

_END, _LAST = 2, 8
"""Where two orders follow each other without a stop, the first is looked for in the line without its last words: at
least so many, and fewer than so many.
"""

_NAMED = 3
"""A line that the rules refuse may mean one of at most so many orders that they allow; else it is too vague."""

_SEVERAL = 2
"""Fewer orders are not several."""

_LONG = 600
"""A line of more letters is given no hint."""

IDLE: Final = ("pass", "decline", "keep", "enough", "commit 0", "score no", "convert no", "skip")
"""The orders that do nothing, in whatever game, the likeliest first."""


def once(method: F) -> F:
    """A method whose last arguments are a state and a seat; each is called once: every clause asks again."""
    name = method.__name__

    @wraps(method)
    def recall_answer(self: Any, *given: Any) -> Any:
        *what, state, seat = given
        key = name, *what, id(state), seat
        known = self.answers.get(key)
        if known is None or known[0] is not state:
            if len(self.answers) >= _ANSWERS:
                self.answers.clear()
            known = self.answers[key] = state, method(self, *given)
        return known[1]

    return recall_answer  # type: ignore[return-value]


class Reader:
    """The reader of a game.

    requests      who is asked what in a state
    legal_orders  the orders that a seat may give: what can be typed next is in one of them
    odd           what verbs mean whose orders are not made of one word for each field, from what was heard: an order,
                  one as `Typed` with what leaves the hand unseen, or several
    apply         what the game is after an order
    usage         what is said of the orders beyond the grammar
    exact         the order with this one spelling, where a game reads it whatever is asked; () if there is none
    """

    def __init__(
        self,
        orders: Orders,
        requests: Callable[[Any], tuple[Request, ...]],
        legal_orders: Callable[[Any, Seat, None], Iterator[Any]],
        odd: Mapping[str, Callable[[HeardOrder, Any, Seat], Any]],
        apply: Callable[..., Any],
        usage: Usage,
        exact: Callable[[str, Any], Meant] = lambda text, state: (),
    ) -> None:
        self._orders, self._requests, self._legal_orders, self._odd = orders, requests, legal_orders, odd
        self._apply, self.usage, self._exact, self.idle = apply, usage, exact, frozenset(IDLE)
        self.answers: dict[tuple[Any, ...], tuple[Any, Any]] = {}
        self._allowed: list[tuple[Any, Seat, AllowedOrders, Collection[Any], list[str]]] = []

    def orders(self, state: Any) -> Orders:
        """The orders, with the words of the data pack that is played over."""
        return self._orders

    def read(self, text: str, state: Any, seat: Seat) -> Meant:
        """The orders meant by `text`: by the grammar, by what the rules allow now, or as sentences. Raises Unreadable
        with what would be right.
        """
        text = self._certain(text, state, seat)
        clauses = self._as_sentences(text, state, seat)
        if clauses is not None:
            return tuple(typed for clause in clauses for typed in clause.meant)
        with self._hints(text, state, seat):
            question = self.asked(state, seat)
            orders = self.grammar_orders(text, question, state, seat) or self.by_grammar(text, state, seat, question)
            self._check_whole(text, state, seat)
            return self.in_order(orders, state, seat)

    def cut(self, text: str, state: Any, seat: Seat) -> tuple[str, str]:
        """The first order in a typed line, and the rest. Raises Unreadable."""
        spelled, comma, rest = text.partition(", ")
        if comma and self.asked(state, seat) is not None and all(map(self._is_spelling, text.split(", "))):
            return spelled, rest
        text = self._certain(text, state, seat)
        clauses = self._as_sentences(text, state, seat)
        if clauses is not None:
            return clauses[0].text, ", ".join(clause.text for clause in clauses[1:] if clause.text)
        with self._hints(text, state, seat):
            first = parser.first_order(self.orders(state).grammar, text, self.asked(state, seat))
            self._check_whole(text, state, seat)
            return first

    def _certain(self, text: str, state: Any, seat: Seat) -> str:
        """A line with the places that it names by their neighbours. Raises Unreadable if it says that something will be
        decided later, or names a place only by what is near it.
        """
        if self.asked(state, seat) is None or self._is_spelling(text):
            return text
        line, exact = healed(text), self.orders(state).grammar.vocabulary.exact
        if has_phrase(line, "undecided"):
            raise Unreadable("surplus-words", text=text)
        found = _WITH_NEIGHBOURS(line, lambda name: any(one.sort in self.usage.places for one in exact(name)))
        return text if found == line else found

    def _check_whole(self, text: str, state: Any, seat: Seat) -> None:
        """Check that a line as the grammar reads it has lost no order and no word of it. Raises Unreadable with what
        is lost.
        """
        if (lost := self._lost_words(text, state, seat, has_strays=True)) is not None:
            raise Unreadable("surplus-words", text=lost)
        orders = self.grammar_orders(text, self.asked(state, seat), state, seat) or ()
        if others := self._allowed_instead(sum(orders, ()), text, state, seat):
            hint = said(self.orders(state).grammar, ", ".join(others))
            raise Unreadable("no-order-called", text=text, hint=hint)

    def _allowed_instead(self, meant: Meant, text: str, state: Any, seat: Seat) -> list[str]:
        """The orders that the rules allow with all that a line names, where they refuse the one that it is read as and
        no word is the verb of that order only.
        """
        if len(meant) != 1 or self._is_spelling(text) or self.is_legal(meant, state, seat):
            return []
        words = self.legal(state, seat).words(text, strict=False)
        verb, things = self.spellings(meant)[0].partition(" ")[0], [word for word in words if word.values]
        is_sure = not things or any(word.own == {verb} for word in words)
        others = [] if is_sure else sorted(self.legal(state, seat).every_holding(things))
        return others if len(others) <= _NAMED else []

    def _lost_words(self, text: str, state: Any, seat: Seat, *, has_strays: bool = False) -> str | None:
        """What a line as the grammar reads it has lost: of each order, where the ones before it have led, an order that
        a part of it is, or a stray word. None if nothing is.
        """
        question, now, is_known, end = self.asked(state, seat), state, True, 0
        if question is None or self._is_spelling(text) or self.exact(text, state):
            return None
        orders = parser.hear(self.orders(state).grammar, text, question, repairs=False)
        pairs = pairwise(orders)
        after = next((two for one, two in pairs if one.verb in self.usage.last and two.verb != one.verb), None)
        if len(orders) > 1 and (after is not None or has_phrase(healed(text), "provided")):
            return (after or orders[1]).line
        for number, order in enumerate(orders):
            own = self._meant(order, now, seat)
            lost = None
            if has_strays and not (is_known and self.is_legal(own, now, seat)):
                lost = self.stray_word(order.line, own, now, seat, is_first=number == 0)
            part, end = healed(text)[end : order.end], order.end
            lost = lost or self._lost_clause(part, self.in_order((own,), now, seat), number == 0, now, seat)
            if lost is not None or number + 1 == len(orders):
                return lost
            now, is_known = self.after(own, now, seat) if is_known else (now, False)
            is_known = is_known and self.asked(now, seat) is not None
            now = now if is_known else state
        return None

    @once
    def _lost_clause(self, text: str, meant: Meant, is_first: bool, state: Any, seat: Seat) -> str | None:
        """What of a text read as these orders would be an order by itself, and is in none of them."""
        halves = Sentences(self, text, state, seat).halves()
        lost = (right for left, right in halves if self.loses(meant, left, right, state, seat, is_first=is_first))
        return next(lost, None)

    def stray_word(self, text: str, meant: Meant, state: Any, seat: Seat, *, is_first: bool) -> str | None:
        """A word of a text read as orders that the rules do not allow now, of which these say nothing: a place, or one
        of two other names; the bare name of several kinds of thing, unless it is first in its line. None if there is
        none.
        """
        allowed, sorts = self.legal(state, seat), self._orders.grammar.sorts
        words = allowed.words(text, strict=False)
        spelled = ((self._orders.format(typed.move), typed.secret) for typed in meant)
        told = (words_of(f"{one} {self.name_now(one, state, seat)}", secret)[1] for one, secret in spelled)
        own = {piece.removeprefix("but-") for every in told for piece in every}
        named = (word for word in words if word.values and not (word.verbs or word.is_origin))
        left = [word for word in named if own.isdisjoint(allowed.pieces((word,)))]
        places = [word.name for word in left if any(one.sort in self.usage.places for one in word.values)]
        others = list(dict.fromkeys(w.name for w in left if not any(sorts[one.sort].known for one in w.values)))
        bare = [word.name for word in words if word.values] if not is_first and allowed.is_unclear(words) else []
        return next(iter((*places, *others[1:], *bare)), None)

    def loses(self, meant: Meant, left: str, right: str, state: Any, seat: Seat, *, is_first: bool = True) -> bool:
        """Whether two clauses are orders that the rules allow, each by itself, and not all of them are in what both
        together were read as. What a clause denies does not count, nor an answer that is given again.
        """
        both = self._alone(left, state, seat), self._alone(right, state, seat)
        if not both[0] or not meant:
            return bool(both[0])
        own = [self._words_in(typed, state, seat) for typed in meant]
        is_said_on = len(meant) == 1 and own[0][0] in {one.partition(" ")[0] for one in self.spellings(both[0])}
        # where the rules refuse the orders, the first clause may be another one than those: then it counts whole
        is_whole = not is_first or is_said_on or self.is_legal(meant, state, seat)
        first, second = (self._said_alone(clause, state, seat, is_whole=is_whole) for clause in (left, right))
        allowed = self.legal(state, seat)
        heard = [allowed.words(clause, strict=False) if is_whole else () for clause in (left, right)]
        verbs = [{verb for word in words for verb in word.verbs} for words in heard]
        if not holds_every(own, first, verbs[0]) or (self._is_idle(meant) and not self._is_idle(both[1])):
            return True
        if both[0] == both[1]:
            return not set(self.spellings(both[0])) <= set(self.spellings(meant))
        if self._is_idle(both[1]):
            return False
        if len(meant) > 1:
            return not holds_every(own, second, verbs[1])
        is_other = any(not words and verb != own[0][0] for verb, words in second)  # its name is an order by itself
        return is_other or not holds_every(own, [(own[0][0], sum((words for _, words in first + second), Counter()))])

    def _words_in(self, typed: Typed[Any], state: Any, seat: Seat, *, is_counted: bool = True) -> Told:
        """The verb and the words of an order, those of its spelling and those that it is called by now."""
        spelled = self._orders.format(typed.move)
        called = self.name_now(spelled, state, seat) or spelled
        verb, words = words_of(spelled, typed.secret, is_counted=is_counted)
        return verb, words | words_of(called, typed.secret, is_counted=is_counted)[1]

    def _said_alone(self, text: str, state: Any, seat: Seat, *, is_whole: bool) -> list[Told]:
        """What a clause orders by itself beyond what must be ordered first; of that, where the `is_whole`, only what
        it says.
        """
        found = self._alone(text, state, seat)
        if not found or self._denies(found, text, state):
            return []
        moves = [typed.move for typed in found]
        counts = (n for n in range(1, len(moves)) if moves[:n] == [*self.needed_before(moves[n], state, seat)])
        needed = next(counts, 0)
        told = [self._words_in(typed, state, seat, is_counted=False) for typed in found[needed:]]
        if not is_whole:
            return told
        allowed = self.legal(state, seat)
        said = allowed.pieces(allowed.words(text, strict=False)) + Counter(("yes", "no"))
        return [(verb, words & said or words) for verb, words in told]

    def _denies(self, meant: Meant, text: str, state: Any) -> bool:
        """Whether a clause says what is not done, and so that nothing is."""
        words = [token.text for token in tokens_of(healed(text))]
        return self._is_idle(meant) and bool(self.orders(state).grammar.vocabulary.denied(words))

    @once
    def _alone(self, text: str, state: Any, seat: Seat) -> Meant:
        """The orders of a clause by itself, if the rules allow them; () if they do not, or it cannot be read."""
        orders = self.grammar_orders(text, self.asked(state, seat), state, seat)
        heard = self.in_order(orders, state, seat) if orders else ()
        if heard and self._allowed_run(heard, state, seat) == _ALL:
            return heard
        if clauses := self._by_names(text, state, seat):
            return tuple(typed for clause in clauses for typed in clause.meant)
        for line in dict.fromkeys((text, *self.plain(text, state, seat))):
            clauses = Sentences(self, line, state, seat, is_part=True).clauses()
            meant = tuple(typed for clause in clauses or () for typed in clause.meant)
            if meant and self._allowed_run(meant, state, seat) == _ALL:
                return meant
        return ()

    @once
    def _as_sentences(self, text: str, state: Any, seat: Seat) -> list[ClauseReading] | None:
        """A line as sentences, where the rules allow more of it so than as the grammar reads it; where it does nothing,
        several denials beside one another are one answer.
        """
        question = self.asked(state, seat)
        if question is None or self._is_spelling(text) or self.exact(text, state):
            return None
        if (named := self._by_names(text, state, seat)) is not None:
            return named
        clauses = self._sentences(text, state, seat)
        orders = [clause.meant for clause in clauses] if clauses else self.grammar_orders(text, question, state, seat)
        meant = sum(orders or (), ())
        if len(meant) < _SEVERAL or not self._is_idle(meant):
            return clauses
        grammar, line = self.orders(state).grammar, healed(text)
        is_denied = bool(grammar.vocabulary.denied([token.text for token in tokens_of(line)]))
        words = self.legal(state, seat).words(line, strict=False)
        is_other = len(set(self.spellings(meant))) > 1 and any(word.nouns for word in words)  # `I keep my tile`
        is_one = is_denied and not is_other and not any(word.number > 1 for word in words)
        return [ClauseReading(meant[:1], self.spellings(meant)[0])] if is_one else clauses

    def _by_names(self, text: str, state: Any, seat: Seat) -> list[ClauseReading] | None:
        """A line by what it names of the orders that the rules allow; None if it names no single one."""
        if len(text.split()) == 1 and self.grammar_orders(text, self.asked(state, seat), state, seat) is not None:
            return None
        for line in self.plain(text, state, seat):
            clauses: list[ClauseReading] = _NAMED_LINE(self, line, state, seat).clauses()
            if clauses:
                return clauses
        return None

    def _sentences(self, text: str, state: Any, seat: Seat) -> list[ClauseReading] | None:
        question = self.asked(state, seat)
        if question is None or self._is_spelling(text):
            return None
        turned = with_verbs_whole(self.orders(state).grammar, in_order_of_time(healed(text)))
        turned = _WITHOUT_SUMS(self.legal(state, seat), turned)
        if turned != healed(text):
            return self._as_sentences(turned, state, seat) or Sentences(self, turned, state, seat).clauses()
        orders = self.grammar_orders(text, question, state, seat)
        heard = None if orders is None else self.in_order(orders, state, seat)
        if heard is not None and len(text.split()) == 1:
            return None
        if heard is not None and (self._is_over_comma(text, question, state) or self._lost_words(text, state, seat)):
            heard = None
        far = -1 if heard is None or self._is_torn(heard, text) else self._allowed_run(heard, state, seat)
        if far == _ALL:
            return None
        for line in dict.fromkeys((healed(text), *(self.plain(text, state, seat) if heard is None else ()))):
            sentences = Sentences(self, line, state, seat)
            is_raw = line == healed(text)
            clauses = sentences.clauses(is_legal=not is_raw)
            meant = tuple(typed for clause in clauses or () for typed in clause.meant)
            is_allowed = meant and self._allowed_run(meant, state, seat) >= (far + 1 if is_raw else _ALL)
            is_allowed = is_allowed and self._second_answer(meant, line, state) is None
            # of several orders that are as many as the clauses none is another one
            is_sure = is_allowed and 1 < len(meant) == len(clauses or ()) and self.after(meant, state, seat)[1]
            verbs = [one.partition(" ")[0] for one in self.spellings(meant)]
            is_after = any(first in self.usage.last and second != first for first, second in pairwise(verbs))
            if is_after or (len(meant) > 1 and has_phrase(healed(text), "provided")):
                continue  # the second choice is part of the first order
            if clauses and self._allowed_instead(meant[:1], clauses[0].text if len(meant) > 1 else text, state, seat):
                continue
            if is_sure or (is_allowed and self._lost_clause(line, meant, True, state, seat) is None):
                return clauses
        return None

    @once
    def plain(self, text: str, state: Any, seat: Seat) -> tuple[str, ...]:
        """A line in plain words, what is surely meant first; none of a long one."""
        line = without_question(healed(text))
        return tuple(_PLAIN_LINES(self.legal(state, seat), self.idle, line)) if len(line) <= _LONG else ()

    def _is_over_comma(self, text: str, question: str, state: Any) -> bool:
        """Whether the grammar has read an order over a comma, and then another: `king A0, leader red in D0`."""
        if "," not in text or self.exact(text, state):
            return False
        *orders, _ = parser.hear(self.orders(state).grammar, text, question, repairs=False)
        return any("," in order.line.strip(" ,") for order in orders)

    def _is_spelling(self, text: str) -> bool:
        """Whether a text is the one spelling of an order: then it is that order."""
        try:
            return bool(self._orders.parse(text.strip()))
        except Unreadable:
            return False

    def _is_torn(self, heard: Meant, text: str) -> bool:
        """Whether the grammar has read the end of a line as an order that does nothing: `two, and that is all`."""
        return len(heard) > 1 and self.spellings(heard)[-1] in self.idle and healed(text).endswith(tuple(endings()))

    def _allowed_run(self, meant: Meant, state: Any, seat: Seat) -> int:
        """How many of these orders the rules allow, one after the other, as far as that can be known."""
        for count, typed in enumerate(meant):
            if not self.is_legal((typed,), state, seat):
                return count
            if count + 1 == len(meant):
                break
            state, is_known = self.after((typed,), state, seat)
            if not is_known or self.asked(state, seat) is None:
                break
        return _ALL

    @once
    def grammar_orders(self, text: str, question: str | None, state: Any, seat: Seat) -> tuple[Meant, ...] | None:
        """The orders of a text by the grammar; None if it cannot be read so."""
        try:
            return self.by_grammar(text, state, seat, question, repairs=False)
        except Unreadable:
            return None

    def by_grammar(
        self, text: str, state: Any, seat: Seat, question: str | None, *, repairs: bool = True
    ) -> tuple[Meant, ...]:
        """The orders of a text by the grammar; the one spelling of an order is read as it is. Raises Unreadable."""
        if spelled := self.exact(text, state):
            return (spelled,)
        orders = parser.hear(self.orders(state).grammar, text, question, repairs=repairs)
        for first, second in pairwise(orders) if question is not None else ():
            if self._is_too_much(first, second, text) or self._runs_on(first, second, text, state, seat):
                raise Unreadable("surplus-words", text=second.line)
        meant = tuple(self._meant(order, state, seat) for order in orders)
        for order, own in zip(orders, meant, strict=True):
            is_other = question is not None and (goes_on(order.line) or self._is_backwards(order, own, state, seat))
            if is_other or self._is_name_of_place(order, text) or self._does_more(order, state, seat):
                raise Unreadable("surplus-words", text=order.line)
        if (again := self._second_answer(sum(meant, ()), text, state)) is not None:
            raise Unreadable("surplus-words", text=again)
        return meant

    def _does_more(self, order: HeardOrder, state: Any, seat: Seat) -> bool:
        """Whether the end of an order says that something else is done: `I swap a5 and do culture`."""
        rest = re.split(rf"\s(?:{'|'.join(' '.join(words) for words in phrases_under('joint'))})\s", order.line)[1:]
        words = self.legal(state, seat).words(rest[-1], strict=False) if rest and does(rest[-1], "make") else ()
        return any(word.own and word.values and order.verb not in word.own for word in words)

    def _is_name_of_place(self, order: HeardOrder, text: str) -> bool:
        """Whether the one word of an order comes after a preposition: `on the Culture where I am`."""
        texts = [token.text for token in tokens_of(healed(text)[: order.end])]
        exact = self._orders.grammar.vocabulary.exact
        verbs = [n for n, text in enumerate(texts) if Meaning(VERB, order.verb) in exact(text)]
        before = [text for text in texts[: verbs[-1]] if text != "the"] if verbs and not order.parts else []
        return bool(before) and len(before[-1]) > 1 and before[-1] in common_words("preposition")

    def _is_backwards(self, order: HeardOrder, meant: Meant, state: Any, seat: Seat) -> bool:
        """Whether a place that something goes to is heard as one that it comes from, or two that are joined as both."""
        first, others = self.usage.origins
        spelled = self.spellings(meant)
        told = [one for one in map(facets_of, spelled, spelled) if one.verb in first | others]
        words = self.legal(state, seat).words(order.line, strict=False) if told else ()
        if any(word.is_joined and one.verb in first for word in words for one in told):
            return True
        goals = {value.value for word in words if word.is_goal for value in word.values}
        return bool(goals) and goals.isdisjoint(one.values[min(one.verb in first, len(one.values) - 1)] for one in told)

    def _second_answer(self, meant: Meant, text: str, state: Any) -> str | None:
        """The word by which a line answers again, after an order that does nothing or with a bare yes or no to another
        question, as in `yes, score it`, asked whether to convert; None if there is none.
        """
        spelled = [tuple(one.split(" ")) for one in self.spellings(meant)] if len(meant) > 1 else []
        for first, second in pairwise(spelled):
            if first[0] == second[0] and " ".join(first) in self.idle and second != first:
                return tokens_of(healed(text))[-1].text  # `not both the temples` does not add two
            if first[1:] == second[1:] and first[1:] in (("yes",), ("no",)) and first[0] != second[0]:
                words = [token.text for token in tokens_of(healed(text))]
                exact = self.orders(state).grammar.vocabulary.exact
                said = {m.value: word for word in reversed(words) for m in exact(word) if m.sort == VERB}
                if first[0] not in said and second[0] in said:
                    return said[second[0]]
        return None

    def _is_too_much(self, first: HeardOrder, second: HeardOrder, text: str) -> bool:
        """Whether what an order is done with is more than it takes, and no order: `join A and B with two greens`."""
        own = {part.sort for part in self._orders.grammar.verbs[first.verb].parts}
        word = next(iter(healed(text)[first.end :].split()), "")
        return word in common_words("with") and any(part.sort in own for part in second.parts)

    def _runs_on(self, first: HeardOrder, second: HeardOrder, text: str, state: Any, seat: Seat) -> bool:
        """Whether an order that does nothing runs on in one that does something: `I leave the point`."""
        rest = healed(text)[first.end :]
        words = self.orders(state).grammar.vocabulary.exact((rest.split() or [""])[0])
        is_apart = first.line[-1:] in (",", ";", ".", "&") or re.match(r"\s*([,;.&]|$)|[ \t]*\n", rest) is not None
        if is_apart or any(meaning.sort == BREAK for meaning in words):
            return False
        idle = (self._is_idle(self._meant(order, state, seat)) for order in (first, second))
        return next(idle) and not next(idle)

    def _is_idle(self, meant: Meant) -> bool:
        return set(self.spellings(meant)) <= self.idle

    def in_order(self, orders: tuple[Meant, ...], state: Any, seat: Seat) -> Meant:
        """Orders in a row, with what must be ordered before the first."""
        meant = tuple(typed for order in orders for typed in order)
        return (*map(Typed, self.needed_before(meant[0].move, state, seat)), *meant)

    @contextmanager
    def _hints(self, text: str, state: Any, seat: Seat) -> Iterator[None]:
        """Whatever is refused within names orders that the rules allow now: the order that does nothing to who denies
        one, else those that have most of what was typed.
        """
        try:
            yield
        except Unreadable as refused:
            if len(text) <= _LONG and self.asked(state, seat) is not None:
                self._hint(refused, text, state, seat)
            raise refused from None

    def _hint(self, refused: Unreadable, text: str, state: Any, seat: Seat) -> None:
        grammar, allowed = self.orders(state).grammar, self.legal(state, seat)
        if refused.meant is not None:
            meant = self._alone(refused.meant, state, seat)
            if meant and (len(meant) == 1 or self.after(meant, state, seat)[1]):
                return
            refused.meant = None
        elif "/" in refused.code and refused.code not in {sort.missing for sort in grammar.sorts.values()}:
            return  # the game has said what would be right
        whole = next(iter(self.plain(text, state, seat)[-1:]), healed(text))
        plain = without_slips(grammar, self.idle, whole, least=3)
        parts = Sentences(self, plain, state, seat).parts()
        kept = [part for part in parts if not grammar.vocabulary.denied([token.text for token in tokens_of(part)])]
        first = next((at for at, part in enumerate(kept) if allowed.names(part)), 0)
        rest = takewhile(
            lambda part: not any(word.verbs for word in allowed.words(part, strict=False)), kept[first + 1 :]
        )
        near = allowed.near(kept[first], ", ".join(rest)) if kept else []
        if len(kept) < len(parts):  # what is denied is not proposed
            idle = [] if allowed.idle is None else [allowed.idle]
            near = [*near, *idle] if kept and allowed.names(kept[first]) else idle
        else:
            likely = self._likely(text, plain, state, seat)
            near = [*likely, *(one for one in near if one not in likely)]
        refused.hint = None
        if not near:
            return
        refused.hint = said(grammar, ", ".join(near))
        example = str(refused.values.get("example", ""))
        verb = example.partition(" ")[0]
        is_other = not any(verb in word.verbs | word.nouns for word in allowed.words(text, strict=False))
        alike = next((one for one in near if is_other or one.partition(" ")[0] == verb), None)
        alike = None if alike is None or self._orders.unseen(self._orders.parse(alike)) > 0 else alike
        if refused.code == "order-form" and alike is not None and example not in allowed.spellings:
            refused.said = Sentence(refused.code, **{**refused.values, "example": said(grammar, alike)})

    def _likely(self, text: str, plain: str, state: Any, seat: Seat) -> list[str]:
        """The order of a line without its unknown and unsure words, or of its first words, where two orders run on."""
        known = known_words(self.orders(state).grammar, plain)
        sure = re.sub(rf"\b(?:{'|'.join(map(re.escape, sorted(common_words('unsure'))))})\b", "", known)
        words = sure.split()
        least = max(len(words) // 2, len(words) - _LAST)
        stays = common_words("preposition") | common_words("to")  # before a place, which belongs to the first order
        ends = (at for at in range(len(words) - _END, least, -1) if words[at] not in stays)
        begun = (" ".join(words[:at]) for at in ends)
        whole = (self._alone(line, state, seat) for line in dict.fromkeys((known, sure)) if line != healed(text))
        first = (clauses[0].meant for line in begun if (clauses := self._by_names(line, state, seat)))
        found = (meant for meant in chain(whole, first) if len(meant) == 1 and not self.is_secret(meant))
        return self.spellings(next(found, ()))

    def _now(self, state: Any, seat: Seat) -> tuple[Any, Seat, AllowedOrders, Collection[Any], list[str]]:
        """What the rules allow in a state: kept for the last few, for each clause asks again."""
        for kept in self._allowed:
            if kept[0] is state and kept[1] == seat:
                return kept
        direct = dict.fromkeys(self._legal_orders(state, seat, None))
        moves = (*direct, *(move for move in self.ahead(direct, state, seat) if move not in direct))
        named = ((spelled, self.name_now(spelled, state, seat)) for spelled in map(self._orders.format, moves))
        allowed = AllowedOrders(self.orders(state).grammar, self.usage, [row for row in named if row[1]], IDLE)
        self._allowed = [
            (state, seat, allowed, dict.fromkeys(moves), [*map(self._orders.format, direct)]),
            *self._allowed[: _KEPT - 1],
        ]
        return self._allowed[0]

    def legal(self, state: Any, seat: Seat) -> AllowedOrders:
        """The orders that the rules allow, and those after a step that goes without saying."""
        return self._now(state, seat)[2]

    def ahead(self, allowed: Collection[Any], state: Any, seat: Seat) -> Iterable[Any]:
        """Orders that a step leads to which goes without saying."""
        return ()

    def needed_before(self, move: Any, state: Any, seat: Seat) -> tuple[Any, ...]:
        """What must be ordered first so that an order can follow."""
        return ()

    def name_now(self, spelled: str, state: Any, seat: Seat) -> str:
        """What an order is called at this moment, in words of its spelling; "" for one that only the grammar reads."""
        return spelled

    def landmarks(self, state: Any, seat: Seat) -> Mapping[str, frozenset[Meaning]]:
        """Where a seat's own pieces stand that have names, each by its value: `under my priest` is a place."""
        return {}

    def lying(self, state: Any) -> Mapping[str, frozenset[str]]:
        """The kinds of the pieces at places, by their names: `the blue card in G` says no more than `G`."""
        return {}

    def amendment_of(self, spelled: str, words: tuple[TypedWord, ...], state: Any, seat: Seat) -> str:
        """The order that an order becomes by what these words say of it; "" if they say nothing of the kind."""
        return ""

    def exact(self, text: str, state: Any) -> Meant:
        """The order with this one spelling, where the game reads it whatever is asked; () if there is none."""
        return self._exact(text.strip(), state)

    def spellings(self, meant: Meant) -> list[str]:
        """The orders as notes have them."""
        return [self._orders.format(typed.move) for typed in meant]

    def of_spelling(self, spelled: list[str], state: Any, seat: Seat) -> Meant:
        """The orders with these spellings, and what must be ordered first."""
        moves = [self._orders.parse(one) for one in spelled]
        return tuple(map(Typed, (*self.needed_before(moves[0], state, seat), *moves))) if moves else ()

    def is_secret(self, meant: Meant) -> bool:
        """Whether goods leave the hand unseen with one of these orders."""
        return any(self._orders.unseen(typed.move) for typed in meant)

    def is_legal(self, meant: Meant, state: Any, seat: Seat) -> bool:
        """Whether the rules allow the first of these orders now."""
        return meant[0].move in self._now(state, seat)[3]

    @once
    def after(self, meant: Meant, state: Any, seat: Seat) -> tuple[Any, bool]:
        """The state after these orders, and whether all of them were allowed and it is known."""
        try:
            for typed in self.in_order((meant,), state, seat) if meant else ():
                state = self._apply(state, seat, typed.move, ()).state
        except (IllegalMove, OutOfOrder, NeedsHiddenFace):
            return state, False
        return state, True

    def turn_ends(self, state: Any) -> bool:
        """Whether all that is asked in a state is a turn."""
        return all(request.question == TURN for request in self._requests(state))

    def turns_up(self, meant: Meant, state: Any, seat: Seat) -> bool:
        """Whether these orders are allowed as far as a face that must turn up, which nobody knows yet."""
        try:
            for typed in self.in_order((meant,), state, seat):
                state = self._apply(state, seat, typed.move, ()).state
        except NeedsHiddenFace:
            return True
        except (IllegalMove, OutOfOrder):
            pass
        return False

    def complete(self, text: str, state: Any, seat: Seat, lang: str = "en") -> tuple[str, ...]:
        """What can be typed after `text`, as far as the rules allow it."""
        possible = self._now(state, seat)[4]
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
        """The first number of a typed order that is neither in the orders meant nor counts something in them; 1,
        which may be an article, says nothing more than the thing itself.
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
