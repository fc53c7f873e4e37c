"""How a typed line is read by a grammar: the search for orders that take up every word, and why there are none.

A line is cut at commas, "and", or simply where the next order begins, but never inside one: the longest order comes
first, as long as the rest can be read too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from referee.kernel.errors import Unreadable
from referee.kernel.grammar import BREAK, FILLER, GLUE, ORIGIN, PHRASE, VERB, Grammar, HeardOrder, Part, Verb
from referee.kernel.grammar.lexer import Meaning, healed, tokens_of
from referee.kernel.grammar.refusal import Dead, Heard, refusal
from referee.kernel.grammar.spelling import said
from referee.kernel.grammar.tokens import Row, memo, row_of
from referee.kernel.requests import TURN

_IDLE = 8
"""More words in a row that mean nothing than anybody says inside an order: without an end to them, every word of a line
of `a`, an article and a column, would begin an order that goes on to the end of it.
"""

LONGEST = 300
"""More tokens than the longest order of any game has, few enough for the stack."""


def hear(grammar: Grammar, text: str, question: str | None = None, *, repairs: bool = True) -> tuple[HeardOrder, ...]:
    """The orders of a typed line. `question` is the one that is open to the typist; None if none is, or if it is
    not known what will be. Without `repairs` no slips are looked for.

    Raises:
        Unreadable: with what would be right; `meant` is the line without its slips, if that can be read.
    """
    line = healed(text)
    count = len(tokens_of(line))
    if not count:
        raise Unreadable("order-needs-word", hint=said(grammar, grammar.examples(question)))
    if count > LONGEST:
        raise Unreadable("too-many-words", most=LONGEST, count=count)
    found = _parse(grammar, line, question)
    if isinstance(found, Dead):
        raise Hearing(grammar, row_of(grammar.vocabulary, line)).unreadable(found, question, repairs=repairs)
    return found


@lru_cache(maxsize=1024)  # a line is heard to be cut, then each order of it, and all of it again with one order more
def _parse(grammar: Grammar, line: str, question: str | None) -> tuple[HeardOrder, ...] | Dead:
    """The orders of a healed line, or where reading came to an end."""
    return Hearing(grammar, row_of(grammar.vocabulary, line)).orders(question)


def first_order(grammar: Grammar, text: str, question: str | None = None) -> tuple[str, str]:
    """The first order of a typed line and the rest of it, both healed (`lexer.healed`). Raises as `hear` does."""
    line = healed(text)
    end = hear(grammar, text, question)[0].end
    return line[:end].strip(" ,"), line[end:].strip(" ,")


Reading = tuple[int, tuple[HeardOrder, ...]]
"""Orders, and how far-fetched they are together: 1 for each, 3 more for one that is likely on no turn."""


class Hearing:
    """The reading of one line; made for it and not kept."""

    def __init__(self, grammar: Grammar, row: Row) -> None:
        self.grammar = grammar
        self.words = grammar.vocabulary
        self.row, self.line, self.tokens = row, row.text, row.tokens
        self.langs = row.langs
        self.dead = Dead(-1, None, (), 0)
        self.ends: list[tuple[Verb, Heard]] = []
        self._kept: dict[tuple[Any, ...], Any] = {}
        self._rest: dict[int, Reading | None] = {}
        self._filled: dict[tuple[object, ...], tuple[list[tuple[HeardOrder, int]], Dead]] = {}

    def orders(self, question: str | None) -> tuple[HeardOrder, ...] | Dead:
        """The orders of the whole line, the first as an answer to `question`, or where reading came to an end."""
        found = self._line(0, question)
        return self.dead if found is None else found[1]

    def unreadable(self, dead: Dead, question: str | None, *, repairs: bool) -> Unreadable:
        """What is wrong with a line that cannot be read further, with what would be right."""
        mended = self._repair(question) if repairs else None
        return self._denial(question) or refusal(self.grammar, self.row, dead, question, mended)

    @property
    def is_empty(self) -> bool:
        """Whether no word of the line means anything."""
        return all(self._is_meaningless(at) for at in range(len(self.tokens)))

    def open_ends(self, question: str | None) -> list[tuple[Verb, Heard]]:
        """The orders that the end of the line may belong to, each with its parts so far."""
        self._line(0, question)
        return self.ends

    def _line(self, start: int, question: str | None) -> Reading | None:
        """The likeliest way to read everything from `start` on: few orders, each with a verb or as on a turn."""
        best: Reading | None = None
        for order, end, odd in self._order(start, start, question):
            rest = self._rest_from(end) if self._is_clear(start, end, order) else None
            if rest is not None and (best is None or 1 + odd + rest[0] < best[0]):
                best = 1 + odd + rest[0], (order, *rest[1])
        return best

    def _may_begin(self, meaning: Meaning, verb: str) -> bool:
        """Whether a word with this meaning may be the verb of an order."""
        also = self.grammar.verbs[meaning.value].also if meaning.sort == VERB else ()
        return meaning.sort in (VERB, PHRASE) and verb in (meaning.value, *also)

    def _is_clear(self, start: int, end: int, order: HeardOrder) -> bool:
        """Whether nothing is next to an order that a word of it may deny: an order with such a word is a clause by
        itself, which begins with that word or with its verb. So `no, pass` is two orders, and `no pass` is invalid. An
        order that says nothing but yes or no may follow another: `card green A score no`.
        """
        denied = [at for at in self.row.denied if start <= at < end]
        if not denied:
            return True
        first = next((at for at in range(start, end) if not self._is_meaningless(at)), start)
        verbs = (one for length in (4, 3, 2, 1) for one in self.row.spelled(first, length))
        is_own = first not in denied and any(self._may_begin(one, order.verb) for one in verbs)
        is_apart = start == 0 or any(map(self.row.ends_clause, range(start, first + 1)))
        says_no = is_own and len(self.grammar.verbs[order.verb].parts) == 1
        return self.row.ends_clause(end) and (says_no or (is_apart and (is_own or first in denied)))

    def _denial(self, question: str | None) -> Unreadable | None:
        """The refusal of a line that denies an order: without the words that do, it could be read."""
        if not self.row.denied:
            return None
        kept = (token.text for at, token in enumerate(self.tokens) if at not in self.row.denied)
        line = " ".join(kept)
        if isinstance(_parse(self.grammar, line, question), Dead):
            return None
        return Unreadable("clause-denied", clause=self.row.clause(min(self.row.denied)))

    def _rest_from(self, end: int) -> Reading | None:
        if end == len(self.tokens):
            return 0, ()
        if end not in self._rest:
            self._rest[end] = None  # an order of no words must not be looked for again
            self._rest[end] = self._line(end, None)
        return self._rest[end]

    def _order(self, start: int, first: int, question: str | None) -> Iterator[tuple[HeardOrder, int, int]]:
        """Every order that can begin at `start`, where it ends, and how odd it is, the likeliest first. `first` is
        where the order before it has ended.
        """
        if start == len(self.tokens):
            self._keep_end(Dead(start, None, (), first))
            return
        for length, name in self._phrases(start):
            yield from self._with_verb(name, start, length)
        exact, begun = self._openings(start, question)
        is_unsure = bool(begun) and not _tells(self.tokens[start].text, begun)
        words = () if self.row.phrase(start) else exact or (() if is_unsure else begun)
        verbs = [m.value for m in words if m.sort == VERB]
        asked = [name for name in verbs if question in (None, *self.grammar.verbs[name].answers)]
        if is_unsure:
            self._keep_end(Dead(start, None, (), first, begun))
        for name in asked:
            yield from self._with_verb(name, start)
        yield from self._without_verb(start, first, question, unsure=is_unsure)
        for name in verbs:
            if name not in asked:
                yield from self._with_verb(name, start)
        if self._is_meaningless(start) and start - first < _IDLE:
            yield from self._order(start + 1, first, question)
        self._keep_end(Dead(start, None, (), first))

    def _openings(self, start: int, question: str | None) -> tuple[tuple[Meaning, ...], tuple[Meaning, ...]]:
        """What the first word of an order means as it is, or otherwise the meanings of the words that it begins."""
        word = self.tokens[start].text
        exact = self.words.exact(word)
        if exact or not word.isalpha() or self.row.is_label(start) or start in self.row.denied:
            return exact, ()
        sorts = {part.sort for group in self.grammar.bare(question) for verb in group for part in verb.parts}
        begun = tuple(meaning for meaning in self._beginnings(word) if meaning.sort in sorts | {VERB})
        return (), begun

    def _phrases(self, start: int) -> Iterator[tuple[int, str]]:
        """The verbs that several words together stand for, and how many: `fine turno`."""
        for length in (4, 3, 2):
            yield from ((length, one.value) for one in self.row.spelled(start, length) if one.sort == PHRASE)

    def _with_verb(self, name: str, start: int, length: int = 1) -> Iterator[tuple[HeardOrder, int, int]]:
        at = start + length
        for verb in (name, *self.grammar.verbs[name].also):
            said = self.line[self.tokens[start].start : self.tokens[at - 1].end]
            for order, end in self._orders_of(self.grammar.verbs[verb], start, at, (), said):
                yield order, end, 0

    def _without_verb(
        self, start: int, first: int, question: str | None, *, unsure: bool
    ) -> Iterator[tuple[HeardOrder, int, int]]:
        runs_on = first > 0 and not any(self.row.separates(at) for at in range(first, start))
        for group in self.grammar.bare(question):
            odd = 0 if question is not None or any(TURN in verb.answers for verb in group) else 3
            if odd and runs_on:
                return  # words that answer no open question must at least make sense alone
            before = self.dead
            found = [self._orders_of(verb, start, start, (), "", unsure=unsure) for verb in self._openers(group, start)]
            if runs_on and self.dead.at == len(self.tokens):
                self.dead = before  # a word too many rather than an order cut short
            whole = [orders[0][0] for orders in found if any(end == len(self.tokens) for _, end in orders)]
            if len(whole) > 1 and not odd:
                self._keep_end(Dead(len(self.tokens), None, (), start, tuple(order.parts[0] for order in whole)))
                continue
            # words that answer no open question must make sense alone on either side
            apart = (pair for orders in found for pair in orders if not odd or self.row.ends_clause(pair[1]))
            yield from ((order, end, odd) for order, end in apart)

    def _openers(self, group: tuple[Verb, ...], at: int) -> list[Verb]:
        """Those of these verbs whose orders may begin with the token at `at`, a part or a noun of them."""
        word, nouns = self.tokens[at].text, self.grammar.nouns
        sorts = self._sorts_at(at)
        return [v for v in group if word in nouns[v.name] or any(part.sort in sorts for part in v.parts)]

    @memo
    def _sorts_at(self, at: int) -> frozenset[str]:
        """The sorts of which a token, alone or with those after it, may be a part."""
        word = self.tokens[at].text
        meanings = [m for _, meanings in self.row.names(at) for m in meanings]
        if word.isalpha() and not self.words.exact(word):
            meanings += self._beginnings(word)
        sorts = self.grammar.sorts.values()
        others = (s.name for s in sorts if (s.number and word.isdigit()) or set(word) <= set(s.letters))
        return frozenset((*(meaning.sort for meaning in meanings), *others))

    def _orders_of(
        self, verb: Verb, start: int, at: int, parts: Heard, said: str, *, unsure: bool = False
    ) -> list[tuple[HeardOrder, int]]:
        """Every order of this verb that goes on at `at`: looked for once, for a line is begun again at each word."""
        key = verb.name, start, at, parts, said, unsure
        if key not in self._filled:
            before, self.dead = self.dead, Dead(-1, None, (), 0)
            found = list(self._fill(verb, start, at, parts, said, unsure=unsure))
            self._filled[key] = found, self.dead
            self.dead = before
        found, dead = self._filled[key]
        self._keep_end(dead)
        return found

    def _fill(
        self,
        verb: Verb,
        start: int,
        at: int,
        parts: Heard,
        said: str,
        *,
        unsure: bool = False,
        met: set[tuple[int, Heard]] | None = None,
    ) -> Iterator[tuple[HeardOrder, int]]:
        """Every order of this verb that goes on at `at`, the longest first; `unsure` if no beginning of a word may
        count there. Of the ways to the same parts at the same place, which are `met`, the first goes on.
        """
        met = set() if met is None else met
        if (at, parts) in met:
            return
        met.add((at, parts))
        if at == len(self.tokens):
            self.ends.append((verb, parts))
        else:
            is_begun = bool(parts or said) or at > start or self.tokens[at].text in self.grammar.nouns[verb.name]
            skips = is_begun and self._is_meaningless(at, verb, start) and not self._idles(at, verb)
            named = self._meanings_after_article(at, verb) if len(self.tokens[at].text) == 1 else ()
            if skips and named:
                yield from self._fill(verb, start, at + 1, parts, said, met=met)
            own = {part.sort for part in verb.parts} if named and parts else ()
            is_article = bool(named) and not any(meaning.sort in own for meaning in named)
            for meanings, length in () if is_article else self._readings(verb, at, parts, start, unsure, said):
                word = self.line[self.tokens[at].start : self.tokens[at + length - 1].end]
                heard = tuple((meaning, self._tidy(meaning, word)) for meaning in meanings)
                yield from self._fill(verb, start, at + length, (*parts, *heard), said, met=met)
            if skips and not named:
                yield from self._fill(verb, start, at + 1 + self._origin(at), parts, said, met=met)
        if is_whole(verb, parts) and (parts or said):
            if at < len(self.tokens):
                self._keep_end(Dead(at, verb, parts, start))
                if not self.row.cuts(at):
                    return
            text = " ".join(word for word in (said, *(word for _, word in parts)) if word)
            end = self.tokens[at - 1].end
            line = self.line[self.tokens[start].start : end]
            yield HeardOrder(verb.name, tuple(meaning for meaning, _ in parts), text, end, line), at
        elif parts or said:
            self._keep_end(Dead(at, verb, parts, start))

    def _readings(
        self, verb: Verb, at: int, parts: Heard, start: int, unsure: bool, said: str
    ) -> Iterator[tuple[tuple[Meaning, ...], int]]:
        """The parts that this verb still takes and that the tokens at `at` may be, and how many tokens each has."""
        had = _part_counts(parts)
        room = {part.sort: left for part in verb.parts if (left := part.most - had.get(part.sort, 0))}
        for length, meanings in () if self.row.is_joint(at) else self.row.names(at):
            found = [meaning for meaning in meanings if meaning.sort in room]
            if not found:
                continue
            meant = self._in_language(found, at, length, verb, said)
            if len(meant) < len({one.sort for one in found}):
                self._keep_end(Dead(at, verb, parts, start, tuple(found)))
            yield from (((meaning,), length) for meaning in meant)
        word = self.tokens[at].text
        if self.row.is_label(at) or at in self.row.denied:
            return
        begins = self.row.spelled(at + 1, 1) if len(word) == 1 and self._is_meaningless(at) else ()
        is_pronoun = any(meaning.sort == VERB for meaning in begins)  # `then I place ..`
        is_number = word.isascii() and word.isdigit() and len(word) <= 2 and not self.row.is_signed(at)
        for sort in (self.grammar.sorts[name] for name in room):
            if sort.number and is_number:
                yield (Meaning(sort.name, str(int(word))),), 1
            is_short = bool(sort.letters) and len(word) <= room[sort.name] and not (unsure or is_pronoun)
            if is_short and set(word) <= set(sort.letters):
                yield tuple(Meaning(sort.name, sort.letters[letter]) for letter in word), 1
        if unsure or not word.isalpha() or self.words.exact(word):
            return
        begun = tuple(meaning for meaning in self._beginnings(word) if meaning.sort in room)
        if _tells(word, begun):
            yield begun, 1
        elif begun:
            self._keep_end(Dead(at, verb, parts, start, begun))

    def _in_language(self, found: list[Meaning], at: int, length: int, verb: Verb, said: str) -> list[Meaning]:
        """Of what a word means, one thing of each sort: that of the language in which the verb was said, for a letter
        of one language may be another thing in the other. None of a sort where that does not tell.
        """
        if len({one.sort for one in found}) == len(found):
            return found
        word = "".join(token.text for token in self.tokens[at : at + length])
        langs = self.words.languages(said, Meaning(VERB, verb.name)) if said else frozenset[str]()
        kept = []
        for sort in dict.fromkeys(one.sort for one in found):
            alike = [one for one in found if one.sort == sort]
            told = alike if len(alike) == 1 else [one for one in alike if langs & self.words.languages(word, one)]
            kept += told if len(told) == 1 else []
        return kept

    def _meanings_after_article(self, at: int, verb: Verb) -> tuple[Meaning, ...]:
        """The meanings after a letter that is an article, as in `i Balcani`; () if it is a label, as in `i+c` and
        `gob i`.
        """
        here, behind = self.tokens[at].text, at + 1
        if not here.isalpha() or not self._is_meaningless(at) or behind == len(self.tokens):
            return ()
        goes_on = behind + 1 < len(self.tokens) and not self.row.separates(behind + 1)
        if (self._is_meaningless(behind) and goes_on) or Meaning(VERB, verb.name) in self.row.spelled(behind, 1):
            return ()
        word = self.tokens[behind].text
        spelled = tuple(meaning for length in (3, 2, 1) for meaning in self.row.spelled(behind, length))
        named = self.grammar.labelled | {part.sort for part in verb.parts}
        meanings = spelled or (self._beginnings(word) if len(word) > 1 else ())
        return tuple(meaning for meaning in meanings if meaning.sort in named)

    def _tidy(self, meaning: Meaning, word: str) -> str:
        return meaning.value if self.grammar.sorts[meaning.sort].labels else word

    def _is_meaningless(self, at: int, verb: Verb | None = None, start: int | None = None) -> bool:
        """Whether a token means nothing where it is: a sign, a filler, a break inside an order, a noun. A word that
        denies always means something, except for one that says so again in the order from `start`: `non .. niente`.
        """
        word, denied = self.tokens[at].text, self.row.denied
        if at in denied and word not in GLUE and (start is None or denied.isdisjoint(range(start, at))):
            return False
        is_silent = self._is_silent(at)
        if is_silent is not None or verb is None:
            return is_silent is True
        nouns = self.grammar.nouns[verb.name]
        return word in nouns or self.row.token(at - 1).text + word in nouns  # `la metto`

    @memo
    def _is_silent(self, at: int) -> bool | None:
        """Whether a token says nothing in an order of any verb; None for a word that may be a noun of one."""
        word = self.tokens[at].text
        if word in GLUE or word in ",&;":
            return True
        if not self.words.may_be(word, FILLER, BREAK, ORIGIN):
            return None
        is_last = len(word) == 1 and self.row.is_last(at)  # no article: `carta nera D`
        return self.row.stands_alone(at) and not (is_last and self.words.may_be(word, *self.grammar.labelled))

    @memo
    def _beginnings(self, word: str) -> tuple[Meaning, ...]:
        return self.words.begun(word, self.langs)

    def _idles(self, at: int, verb: Verb) -> bool:
        """Whether too many words that mean nothing stand before a token."""
        return at >= _IDLE and all(self._is_meaningless(before, verb) for before in range(at - 1, at - 1 - _IDLE, -1))

    def _origin(self, at: int) -> int:
        """How many tokens say where something comes from, after the word for it."""
        if Meaning(ORIGIN, "") not in self.words.exact(self.tokens[at].text):
            return 0
        labelled = self.grammar.labelled
        lengths = (n for n in (3, 2, 1) if any(meaning.sort in labelled for meaning in self.row.spelled(at + 1, n)))
        return next(lengths, 0)

    def _keep_end(self, dead: Dead) -> None:
        if dead.at > self.dead.at or (dead.at == self.dead.at and dead.meanings and not self.dead.meanings):
            self.dead = dead

    def _repair(self, question: str | None) -> str | None:
        """The line with every unknown word replaced by the one it must be a slip of; None if that cannot be read."""
        pieces, end, slips = list[str](), 0, 0
        langs = self.words.language(token.text for token in self.tokens if len(token.text) > 1)
        for token in self.tokens:
            known = self.words.exact(token.text) or self._beginnings(token.text)
            better = None
            if not known and token.text.isalpha():
                better = self.words.meant(token.text, (VERB, *self.grammar.sorts), langs)
            if better is not None and Meaning(FILLER, "") in self.words.exact(better):
                better = None  # `all` is also an Italian `all'`, and says nothing there
            slips += better is not None
            pieces += [self.line[end : token.start], better or token.text]
            end = token.end
        if not slips:
            return None
        line = "".join(pieces)
        found = _parse(self.grammar, line, question)
        return None if isinstance(found, Dead) else ", ".join(order.text for order in found)


def _tells(word: str, begun: tuple[Meaning, ...]) -> bool:
    """Whether the beginning of a word shows its meaning. A single letter never does: it means itself."""
    return len(begun) == 1 and len(word) > 1


def room_for(part: Part, parts: Heard) -> int:
    """How many more of this sort an order takes."""
    return part.most - sum(found.sort == part.sort for found, _ in parts) if parts else part.most


def is_whole(verb: Verb, parts: Heard) -> bool:
    """Whether an order lacks no part."""
    had = _part_counts(parts)
    return all(had.get(part.sort, 0) >= part.least for part in verb.parts)


def _part_counts(parts: Heard) -> dict[str, int]:
    """How many parts there are of each sort."""
    had = dict[str, int]()
    for meaning, _ in parts:
        had[meaning.sort] = had.get(meaning.sort, 0) + 1
    return had
