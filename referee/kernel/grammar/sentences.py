"""A typed line as clauses, each read where the ones before it have led.

A clause is an order that the grammar reads and the rules allow, otherwise the one that they allow and that it names,
otherwise what the grammar reads and they will refuse. What denies never stands before an order, and every number is
used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from referee.kernel.game import Typed
from referee.kernel.grammar import DENY, VERB, Grammar
from referee.kernel.grammar.lexer import Meaning, Token, healed, tokens_of
from referee.kernel.grammar.speech import (
    TypedWord,
    Unknown,
    common_words,
    corrections_in,
    endings,
    goes_on,
    keeps,
    text_without_fillers,
    verbs_first,
    with_place,
)
from referee.kernel.grammar.tokens import row_of
from referee.kernel.requests import TURN, Seat

Meant = tuple[Typed[Any], ...]
"""The orders that a typed one stands for."""

_PARTS = 12
"""A line of more clauses is not read as a sentence."""

_WORDS = 60
"""A line of more words is not read as a sentence."""

_STEPS = 80
"""So often a clause is tried before a line is given up."""


class ClauseReading(msgspec.Struct, frozen=True):
    """A clause that was read: its orders, a text that means them by itself, and what the next one may lean on."""

    meant: Meant
    text: str
    words: tuple[TypedWord, ...] = ()


class _Point(msgspec.Struct, frozen=True):
    """Where reading stands: the state, whether it is known, the clause before, and how many orders it still owes."""

    state: Any
    is_known: bool = True
    before: ClauseReading | None = None
    owed: int = 0


class Sentences:
    """A line while it is read, by the `Reader` of its game, which makes it."""

    def __init__(self, reader: Any, text: str, state: Any, seat: Seat, *, is_part: bool = False) -> None:
        self._reader, self._state, self._seat, self._is_part = reader, state, seat, is_part
        self._grammar = reader.orders(state).grammar
        self._text = healed(text)
        self._parts = cut_of(self._grammar, self._text)
        self._steps, self._allowed_only = 0, True

    def clauses(self, *, is_legal: bool = False) -> list[ClauseReading] | None:
        """The clauses; None if the line cannot be read so, or not as orders that the rules allow if it must be that."""
        is_long = len(self._parts) > _PARTS or len(self._text.split()) > _WORDS
        if not self._parts or is_long or corrections_in([token.text for token in tokens_of(self._text)]):
            return None
        for self._allowed_only in (
            (True,) if is_legal else (True, False)
        ):  # what the rules refuse, if nothing else is left
            self._steps = 0
            if (found := self._from(0, _Point(self._state))) is not None:
                return found
        return None

    def parts(self) -> list[str]:
        """The line where it may be cut."""
        return [self._text[start:end] for start, end in self._parts]

    def halves(self) -> list[tuple[str, str]]:
        """The line cut in two, at each place where it may be."""
        end = len(self._parts)
        return [(self._stretch(0, cut), self._stretch(cut, end)) for cut in range(1, end)]

    def _stretch(self, first: int, end: int) -> str:
        return self._text[self._parts[first][0] : self._parts[end - 1][1]]

    def _from(self, at: int, place: _Point) -> list[ClauseReading] | None:
        """The clauses from a part on, the longest first."""
        if at == len(self._parts):
            return [] if place.owed == 0 else None
        for end in range(len(self._parts), at, -1):
            self._steps += 1
            if self._steps > _STEPS:
                return None
            if place.before is not None and self._is_too_much(at, end, place.before, place):
                continue
            for read in self._ways(self._stretch(at, end), place, several=end - at > 1):
                if self._allowed_only and self._is_against_rules(read, place):
                    continue
                if not self._is_part and place.is_known and self._swallows(at, end, read, place):
                    continue
                if (found := self._with_rest(read, end, place)) is not None:
                    return found
        return None

    def _is_against_rules(self, read: ClauseReading, place: _Point) -> bool:
        return place.is_known and bool(read.meant) and not self._reader.is_legal(read.meant, place.state, self._seat)

    def _swallows(self, at: int, end: int, read: ClauseReading, place: _Point) -> bool:
        """Whether a stretch read as one clause has lost an order that a part of it is."""
        if len(read.meant) >= end - at:
            return False
        if place.owed and end - at > 1:
            return True  # each of them is a clause by itself
        halves = ((self._stretch(at, cut), self._stretch(cut, end)) for cut in range(at + 1, end))
        return any(self._reader.loses(read.meant, *half, place.state, self._seat) for half in halves)

    def _with_rest(self, read: ClauseReading, end: int, place: _Point) -> list[ClauseReading] | None:
        """A clause, and all clauses that follow."""
        rest = self._from(end, self._after(read, place))
        return None if rest is None else [read, *rest]

    def _after(self, read: ClauseReading, place: _Point) -> _Point:
        state, is_known = self._reader.after(read.meant, place.state, self._seat) if place.is_known else (None, False)
        is_known = is_known and self._reader.asked(state, self._seat) is not None
        return _Point(state if is_known else place.state, is_known, read, place.owed and place.owed - len(read.meant))

    # Clauses

    def _there(self, text: str, place: _Point) -> str:
        """A clause with the place that `there` stands for: where the order before it went."""
        words = [word for word in place.before.words if self._is_place(word)] if place.before is not None else []
        goal = next((meaning for word in reversed(words) if not word.is_origin for meaning in word.values), None)
        return text if goal is None else with_place(text, goal.value)

    def _ways(self, text: str, place: _Point, *, several: bool) -> Iterator[ClauseReading]:
        """The ways to read a clause, the likeliest first; one order is not told with `then` in the midst of it, and
        `leave mine there` says again what the order before has said.
        """
        if several and (goes_on(text) or not common_words("then").isdisjoint(text.split())):
            return
        whole, before = self._there(text, place), place.before
        for read in self._every_way(whole, place, several=several):
            is_again = whole != text and before is not None and self._is_alike(read, before)
            is_again = is_again and not any(word.number or word.is_general for word in self._words(text, place) or ())
            yield ClauseReading((), "", before.words) if is_again and before is not None else read

    def _is_alike(self, read: ClauseReading, before: ClauseReading) -> bool:
        """Whether two clauses are orders of one verb for one place."""
        first, second = ({tuple(one.split()[:2]) for one in self._reader.spellings(r.meant)} for r in (before, read))
        return bool(second) and second <= first

    def _every_way(self, text: str, place: _Point, *, several: bool) -> Iterator[ClauseReading]:
        if place.before is not None and text in endings():
            if place.is_known:
                yield self._ending(place)
            elif self._reader.asked(place.state, self._seat) != TURN:
                yield ClauseReading((), "")  # that was the answer
            return
        if self.denies(text):
            read = None if several else self._denial(text, place)
            if read is not None:
                yield read
            return
        words = self._words(text, place)
        leans = words is not None and not several and self._leans(words, place)
        heard = None if leans else self._by_grammar(text, place, several=several)
        is_meant = not place.is_known or bool(self._reader.exact(text, place.state))
        if heard is not None and (is_meant or self._reader.is_legal(heard.meant, place.state, self._seat)):
            yield heard
            return
        if words and place.is_known:
            leant = [] if several or place.before is None else [leaning(words, place.before.words)]
            for every in leant if leans else (words, *leant):
                read = self._by_rules(every, place)
                if read is not None:
                    yield read
                    return
        shaped = self._by_other_verb(text, place, place.before if leans else None, several=several)
        if shaped is not None:
            yield shaped
        elif heard is not None:
            yield heard
        elif place.before is not None and keeps(text) and self._is_idle(place.before):
            yield ClauseReading((), "", place.before.words)  # `no, I keep my green card`

    def _is_too_much(self, at: int, end: int, before: ClauseReading, place: _Point) -> bool:
        """Whether a clause is what the order before it is done with, and more than that takes: `with two greens`."""
        verbs = {spelled.partition(" ")[0] for spelled in self._reader.spellings(before.meant[-1:])}
        own = {part.sort for verb in verbs for part in self._grammar.verbs[verb].parts}
        is_with = not common_words("with").isdisjoint(self._text[self._parts[at - 1][1] :].split()[:1])
        words = self._words(self._stretch(at, end), place) if is_with else None
        return any(word.number > 1 and own & _sorts((word,)) for word in words or ())

    def _is_idle(self, read: ClauseReading) -> bool:
        return bool(read.meant) and set(self._reader.spellings(read.meant)) <= self._reader.idle

    def _ending(self, place: _Point) -> ClauseReading:
        """`and that is all`: the order that does nothing, if the rules allow one now."""
        idle = self._reader.legal(place.state, self._seat).idle
        return ClauseReading(self._reader.of_spelling([idle] if idle else [], place.state, self._seat), idle or "")

    def _words(self, text: str, place: _Point) -> tuple[TypedWord, ...] | None:
        try:
            words: tuple[TypedWord, ...] = self._reader.legal(place.state, self._seat).words(text)
        except Unknown:
            return None
        return words

    def denies(self, text: str) -> bool:
        return bool(self._grammar.vocabulary.denied([token.text for token in tokens_of(text)]))

    def _is_place(self, word: TypedWord) -> bool:
        return any(meaning.sort in self._reader.usage.places for meaning in word.values)

    def _has_place(self, words: tuple[TypedWord, ...]) -> bool:
        return any(map(self._is_place, words))

    def _leans(self, words: tuple[TypedWord, ...], place: _Point) -> bool:
        """Whether a clause says only where, or how many: then it goes on with the order of the one before."""
        if place.before is None:
            return False
        is_bare = all(word.is_number or (self._is_place(word) and not word.verbs) or word.is_light for word in words)
        is_counted = any(word.number and not word.is_ordinal for word in words)
        return place.owed > 0 or (is_bare and (is_counted or self._has_place(place.before.words)))

    def _by_rules(self, words: tuple[TypedWord, ...], place: _Point) -> ClauseReading | None:
        """The clause of orders that the rules allow, all of them one after the other."""
        spelled = self._reader.legal(place.state, self._seat).meant(words)
        meant = self._reader.of_spelling(spelled, place.state, self._seat)
        if not meant or self._reader.is_secret(meant):
            return None
        if len(spelled) > 1 and not self._reader.after(meant, place.state, self._seat)[1]:
            return None
        verb = spelled[0].partition(" ")[0]
        return ClauseReading(meant, ", ".join(self._reader.spellings(meant)), _with_verbs(words, frozenset((verb,))))

    def _by_grammar(self, text: str, place: _Point, *, several: bool) -> ClauseReading | None:
        """The clause as the grammar reads it: one order, if it goes over a cut."""
        question = self._reader.asked(place.state, self._seat) if place.is_known else None
        orders = self._reader.grammar_orders(text, question, place.state, self._seat)
        if orders is None:
            return None
        if (several and len(orders) > 1) or (len(orders) > 1 and not place.is_known):
            return None
        meant = self._reader.in_order(orders, place.state, self._seat) if place.is_known else sum(orders, ())
        if not (place.is_known and self._reader.is_legal(meant, place.state, self._seat)):
            is_first = place.is_known and place.before is None
            if self._reader.stray_word(text, meant, place.state, self._seat, is_first=is_first) is not None:
                return None
        words = self._words(text, place) or ()
        if several and self._is_short_of(words, meant):
            return None
        verbs = frozenset(one.partition(" ")[0] for one in self._reader.spellings(meant)[-1:])
        return ClauseReading(meant, text, _with_verbs(words, verbs))

    def _is_short_of(self, words: tuple[TypedWord, ...], meant: Meant) -> bool:
        """Whether places have numbers of their own, and there are fewer orders: `two on c1 and one on d3`."""
        counted = [at for at, word in enumerate(words) if word.number and not word.is_ordinal]
        is_each = bool(counted) and any(self._is_place(word) for word in words[counted[0] : counted[-1]])
        has_own = any(re.search(r" \d|:\d", spelled) for spelled in self._reader.spellings(meant))
        return is_each and not has_own and len(meant) < sum(words[at].number for at in counted)

    def _denial(self, text: str, place: _Point) -> ClauseReading | None:
        """A clause that says what is not done: the order that does nothing, if it denies all that could be."""
        row = row_of(self._grammar.vocabulary, text)
        sorts = {one.sort for token in row.tokens for one in self._grammar.vocabulary.exact(token.text)}
        if len(row.denied) == len(row.tokens) and (place.before is not None or sorts <= {DENY}):
            return None  # `temple F7, no` denies the words before it, `never` those after it
        heard = self._by_grammar(text, place, several=True) if place.is_known else None
        if heard is None or not self._reader.is_legal(heard.meant, place.state, self._seat):
            kept = [token.text for at, token in enumerate(row.tokens) if at not in row.denied]
            answer = " ".join((*kept, "no"))  # `don't score` is a no to the point
            read = self._by_grammar(answer, place, several=True) if kept else None
            heard = None if read is None else msgspec.structs.replace(read, text=answer)
        may_be = heard is not None and (place.before is not None or not self._is_against_rules(heard, place))
        if heard is not None and may_be and self._is_idle(heard):
            return heard
        if not place.is_known:
            return None
        allowed = self._reader.legal(place.state, self._seat)
        said, doing = self._words(text, place), {row.spelled for row in allowed.doing}
        words = tuple(w for w in said or () if w.values or w.verbs or w.nouns or w.is_number)
        if allowed.idle is None or said is None or set(allowed.holding(words)) != doing:
            return None
        return ClauseReading(self._reader.of_spelling([allowed.idle], place.state, self._seat), allowed.idle)

    def _by_other_verb(
        self, text: str, place: _Point, before: ClauseReading | None, *, several: bool
    ) -> ClauseReading | None:
        """A clause as the grammar reads it with another word for its verb; None if two of them differ."""
        plain = text_without_fillers(self._grammar, text)
        exact = self._grammar.vocabulary.exact
        nouns = frozenset[str]().union(*self._grammar.nouns.values())
        words = [token.text for token in tokens_of(plain) if token.text not in nouns]
        verbs = [word for word in words if any(meaning.sort == VERB for meaning in exact(word))]
        own = {meaning.value for word in verbs for meaning in exact(word) if meaning.sort == VERB}
        if several and len(verbs) > 1:
            return None
        lines = list(verbs_first(self._grammar, self._reader.usage, plain, self._verbs(place)))
        if several:  # a verb after a comma belongs to the words there
            first = re.split("[,;.]", plain)[0]
            lines = list(verbs_first(self._grammar, self._reader.usage, first, self._verbs(place)))
            lines = [(verb, f"{rest}{plain[len(first) :]}") for verb, rest in lines]
        if before is not None:
            things = (w.text for w in before.words if w.values and not self._is_place(w) and not w.verbs)
            rest = " ".join((plain.removeprefix("1 "), *things))  # `another in Sierra`
            lines = [(verb, rest) for word in before.words for verb in sorted(word.verbs)]
        question = self._reader.asked(place.state, self._seat) if place.is_known else None
        found = dict[tuple[str, ...], ClauseReading]()
        tried = [f"{self._verb_word(verb)} {rest}" for verb, rest in lines if self._may_answer(verb, question)]
        for line in dict.fromkeys((*([plain] if before is None else ()), *tried)):
            read = self._by_grammar(line, place, several=True)
            if read is not None and (
                line == plain or before or self._fits_verbs(read, {verb for verb, _ in lines}, own)
            ):
                found.setdefault(tuple(self._reader.spellings(read.meant)), read)
        return next(iter(found.values())) if len(found) == 1 else None

    def _fits_verbs(self, read: ClauseReading, told: set[str], own: set[str]) -> bool:
        """Whether a clause with another word for its verb was read as an order of one that the word may stand for; for
        an order that another verb may also mean only if that is a word of the game.
        """
        known = self._grammar.verbs
        meant = {spelled.partition(" ")[0] for spelled in self._reader.spellings(read.meant)}
        also = {other for verb in own for other in known[verb].also}
        return not meant.isdisjoint(told | also) or any(not told.isdisjoint(known[verb].also) for verb in meant)

    def _verbs(self, place: _Point) -> frozenset[str]:
        return self._reader.legal(place.state, self._seat).verbs if place.is_known else frozenset()

    def _may_answer(self, verb: str, question: str | None) -> bool:
        return question is None or question in self._grammar.verbs[verb].answers

    def _verb_word(self, verb: str) -> str:
        words = self._grammar.words[Meaning(VERB, verb)]
        langs = row_of(self._grammar.vocabulary, self._text).langs
        return next((words[lang].split()[0] for lang in (*sorted(langs), "en") if words.get(lang)), verb)


def _sorts(words: tuple[TypedWord, ...]) -> frozenset[str]:
    return frozenset(meaning.sort for word in words for meaning in word.values)


def _with_verbs(words: tuple[TypedWord, ...], verbs: frozenset[str]) -> tuple[TypedWord, ...]:
    """The words of a clause that was read, with the verbs that it turned out to have."""
    kept = (word for word in words if word.values or word.is_number or not verbs.isdisjoint(word.verbs))
    return (*kept, TypedWord(text="", verbs=verbs))


def leaning(words: tuple[TypedWord, ...], before: tuple[TypedWord, ...]) -> tuple[TypedWord, ...]:
    """The words of a clause, and those of the one before for what it does not say."""
    sorts, has_verb = _sorts(words), any(word.verbs and not word.values for word in words)
    kept = (
        msgspec.structs.replace(word, number=0) if word.values else msgspec.structs.replace(word, text="")
        for word in before
        if not word.is_number
        and not (word.values and sorts & _sorts((word,)) and (not word.is_origin or any(w.is_origin for w in words)))
        and not (word.verbs and not word.values and has_verb)
    )
    return (*words, *kept)


@lru_cache(1 << 10)
def cut_of(grammar: Grammar, text: str) -> tuple[tuple[int, int], ...]:
    """Where the clauses of a healed text may begin and end: at commas, full stops and `and`, before `without`, and
    before `with 2`.
    """
    row, parts, start = row_of(grammar.vocabulary, text), list[tuple[int, int]](), 0
    tokens = row.tokens
    for at, token in enumerate(tokens):
        behind = row.token(at + 1)
        is_stop = token.text in ".:" and (behind.start < 0 or token.end < behind.start)
        is_stop = is_stop or (token.text in common_words("but") and at not in row.denied)
        is_line = at > 0 and "\n" in text[tokens[at - 1].end : token.start]
        is_with = token.text in common_words("with")
        if is_with and not row.denied.isdisjoint(range(start, at)):
            continue  # `I do not answer with two`
        is_last = not behind.text.isalnum() or behind.text == token.text
        is_column = len(token.text) == 1 and token.text.isalpha() and is_last  # `not in E`, `in E e passo`
        is_cut = is_stop or (row.separates(at) and not is_column)
        is_with = is_with and _is_several(grammar, behind.text)
        if is_cut or is_line or is_with or token.text in common_words("without"):
            parts.append((start, at))
            start = at + 1 if is_cut else at
    parts.append((start, len(tokens)))
    parts = [(first, last) for first, last in parts if first < last and not _is_courtesy(grammar, tokens[first:last])]
    return tuple((tokens[first].start, tokens[last - 1].end) for first, last in parts)


def _is_courtesy(grammar: Grammar, tokens: tuple[Token, ...]) -> bool:
    """Whether words say nothing: `please`."""
    return not text_without_fillers(grammar, " ".join(token.text for token in tokens))


def _is_several(grammar: Grammar, text: str) -> bool:
    sorts = grammar.sorts
    known = (m.value for m in grammar.vocabulary.exact(text) if m.sort in sorts and sorts[m.sort].number)
    return any(number != "1" for number in (*([text] if text.isdigit() else []), *known))
