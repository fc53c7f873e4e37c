"""How a typed line is read by a grammar: the search for orders that take up every word, and why there are none.

A line is cut at commas, "and", or simply where the next order begins, but never inside one: the longest order comes
first, as long as the rest can be read too.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.kernel.errors import Unreadable
from referee.kernel.grammar import BREAK, FILLER, GLUE, ORIGIN, VERB, Grammar, Order, Part, Verb
from referee.kernel.grammar.row import Row
from referee.kernel.grammar.spelling import said
from referee.kernel.grammar.vocabulary import Meaning, Token, healed, tokens_of
from referee.kernel.requests import TURN
from referee.kernel.sentence import Sentence

Heard = tuple[tuple[Meaning, str], ...]
"""The parts of an order so far, each with the word for it."""

_MEANINGS = 12
"""How many words are listed that a short one may mean."""


LONGEST = 300
"""More tokens than the longest order of any game has, few enough for the stack."""


def hear(grammar: Grammar, text: str, question: str | None = None) -> tuple[Order, ...]:
    """The orders of a typed line. `question` is the one that is open to the typist; None if none is, or if it is
    not known what will be.

    Raises:
        Unreadable: with what would be right; `meant` is the line without its slips, if that can be read.
    """
    line = healed(text)
    tokens = tokens_of(line)
    if not tokens:
        raise Unreadable("order-needs-word", hint=said(grammar, grammar.examples(question)))
    if len(tokens) > LONGEST:
        raise Unreadable("too-many-words", most=LONGEST, count=len(tokens))
    return Hearing(grammar, line, tokens).orders(question)


def first_order(grammar: Grammar, text: str, question: str | None = None) -> tuple[str, str]:
    """The first order of a typed line and the rest of it, both healed. Raises as `hear` does."""
    line = healed(text)
    end = hear(grammar, text, question)[0].end
    return line[:end].strip(" ,"), line[end:].strip(" ,")


Reading = tuple[int, tuple[Order, ...]]
"""Orders, and how far-fetched they are together: 1 for each, 3 more for one that is likely on no turn."""


class _Dead(msgspec.Struct, frozen=True):
    """Where reading came to an end: the token, the verb whose order it was, its parts, and what it might mean."""

    at: int
    verb: Verb | None
    parts: Heard
    start: int
    meanings: tuple[Meaning, ...] = ()


class Hearing:
    """The reading of one line; made for it and thrown away."""

    def __init__(self, grammar: Grammar, line: str, tokens: tuple[Token, ...]) -> None:
        self.grammar = grammar
        self.words = grammar.vocabulary
        self.line = line
        self.tokens = tokens
        self.row = Row(self.words, line, tokens)
        self.dead = _Dead(-1, None, (), 0)
        self.ends: list[tuple[Verb, Heard]] = []
        self._rest: dict[int, Reading | None] = {}

    def orders(self, question: str | None) -> tuple[Order, ...]:
        """The orders of the whole line, the first as an answer to `question`. Raises Unreadable."""
        found = self._line(0, question)
        if found is None:
            raise self._refusal(question)
        return found[1]

    @property
    def is_empty(self) -> bool:
        """Whether no word of the line means anything."""
        return all(self._skips(at) for at in range(len(self.tokens)))

    def open_ends(self, question: str | None) -> list[tuple[Verb, Heard]]:
        """The orders that the end of the line may stand in, each with its parts so far."""
        self._line(0, question)
        return self.ends

    def _line(self, start: int, question: str | None) -> Reading | None:
        """The likeliest way to read everything from `start` on: few orders, each with a verb or as on a turn."""
        best: Reading | None = None
        for order, end, odd in self._order(start, start, question):
            rest = self._rest_from(end)
            if rest is not None and (best is None or 1 + odd + rest[0] < best[0]):
                best = 1 + odd + rest[0], (order, *rest[1])
        return best

    def _rest_from(self, end: int) -> Reading | None:
        if end == len(self.tokens):
            return 0, ()
        if end not in self._rest:
            self._rest[end] = None  # an order of no words must not be looked for again
            self._rest[end] = self._line(end, None)
        return self._rest[end]

    def _order(self, start: int, first: int, question: str | None) -> Iterator[tuple[Order, int, int]]:
        """Every order that can begin at `start`, where it ends, and how odd it is, the likeliest first. `first` is
        where the order before it has ended.
        """
        if start == len(self.tokens):
            self._died(_Dead(start, None, (), first))
            return
        exact, begun = self._openings(start, question)
        is_unsure = bool(begun) and not _tells(self.tokens[start].text, begun)
        verbs = [m.value for m in exact or (() if is_unsure else begun) if m.sort == VERB]
        asked = [name for name in verbs if question in (None, *self.grammar.verbs[name].answers)]
        if is_unsure:
            self._died(_Dead(start, None, (), first, begun))
        for name in asked:
            yield from self._with_verb(name, start)
        yield from self._without_verb(start, first, question, unsure=is_unsure)
        for name in verbs:
            if name not in asked:
                yield from self._with_verb(name, start)
        if self._skips(start):
            yield from self._order(start + 1, first, question)
        self._died(_Dead(start, None, (), first))

    def _openings(self, start: int, question: str | None) -> tuple[tuple[Meaning, ...], tuple[Meaning, ...]]:
        """What the first word of an order means as it is, or else what the words that it begins mean."""
        word = self.tokens[start].text
        exact = self.words.exact(word)
        if exact or not word.isalpha() or self.row.is_label(start):
            return exact, ()
        sorts = {part.sort for group in self.grammar.bare(question) for verb in group for part in verb.parts}
        begun = tuple(meaning for meaning in self.words.begun(word) if meaning.sort in sorts | {VERB})
        return (), begun

    def _with_verb(self, name: str, start: int) -> Iterator[tuple[Order, int, int]]:
        for verb in (name, *self.grammar.verbs[name].also):
            for order, end in self._fill(self.grammar.verbs[verb], start, start + 1, (), self.tokens[start].text):
                yield order, end, 0

    def _without_verb(
        self, start: int, first: int, question: str | None, *, unsure: bool
    ) -> Iterator[tuple[Order, int, int]]:
        runs_on = first > 0 and not any(self.row.separates(at) for at in range(first, start))
        for group in self.grammar.bare(question):
            odd = 0 if question is not None or any(TURN in verb.answers for verb in group) else 3
            if odd and runs_on:
                return  # what answers no question that is open must at least stand by itself
            before = self.dead
            found = [list(self._fill(verb, start, start, (), "", unsure=unsure)) for verb in group]
            if runs_on and self.dead.at == len(self.tokens):
                self.dead = before  # a word too many rather than an order cut short
            whole = [orders[0][0] for orders in found if any(end == len(self.tokens) for _, end in orders)]
            if len(whole) > 1 and not odd:
                self._died(_Dead(len(self.tokens), None, (), start, tuple(order.parts[0] for order in whole)))
                continue
            yield from ((order, end, odd) for orders in found for order, end in orders)

    def _fill(
        self, verb: Verb, start: int, at: int, parts: Heard, said: str, *, unsure: bool = False
    ) -> Iterator[tuple[Order, int]]:
        """Every order of this verb that goes on at `at`, the longest first; `unsure` if no beginning of a word may
        count there.
        """
        if at == len(self.tokens):
            self.ends.append((verb, parts))
        else:
            skips, named = bool(parts or said) and self._skips(at, verb), self._follows_article(at, verb)
            if skips and named:
                yield from self._fill(verb, start, at + 1, parts, said)
            own = {part.sort for part in verb.parts}
            is_article = bool(named) and not (parts and any(meaning.sort in own for meaning in named))
            for meanings, length in () if is_article else self._readings(verb, at, parts, start, unsure):
                word = self.line[self.tokens[at].start : self.tokens[at + length - 1].end]
                heard = tuple((meaning, self._tidy(meaning, word)) for meaning in meanings)
                yield from self._fill(verb, start, at + length, (*parts, *heard), said)
            if skips and not named:
                yield from self._fill(verb, start, at + 1 + self._origin(at), parts, said)
        if is_whole(verb, parts) and (parts or said):
            if at < len(self.tokens):
                self._died(_Dead(at, verb, parts, start))
                if not self.row.cuts(at):
                    return
            text = " ".join(word for word in (said, *(word for _, word in parts)) if word)
            yield Order(verb.name, tuple(meaning for meaning, _ in parts), text, self.tokens[at - 1].end), at
        elif parts or said:
            self._died(_Dead(at, verb, parts, start))

    def _readings(
        self, verb: Verb, at: int, parts: Heard, start: int, unsure: bool
    ) -> Iterator[tuple[tuple[Meaning, ...], int]]:
        """The parts that this verb still takes and that the tokens at `at` may be, and how many tokens each has."""
        room = {part.sort: room_for(part, parts) for part in verb.parts}
        for length in (3, 2) if self.row.is_label(at) else (3, 2, 1):
            for meaning in self.row.spelled(at, length):
                if room.get(meaning.sort):
                    yield (meaning,), length
        word = self.tokens[at].text
        if self.row.is_label(at):
            return
        for sort in (self.grammar.sorts[name] for name, left in room.items() if left):
            if sort.number and word.isascii() and word.isdigit() and len(word) <= 2 and not self.row.is_signed(at):
                yield (Meaning(sort.name, str(int(word))),), 1
            if not unsure and set(word) <= set(sort.letters) and len(word) <= room[sort.name]:
                yield tuple(Meaning(sort.name, sort.letters[letter]) for letter in word), 1
        if unsure or not word.isalpha() or self.words.exact(word):
            return
        begun = tuple(meaning for meaning in self.words.begun(word) if room.get(meaning.sort))
        if _tells(word, begun):
            yield begun, 1
        elif begun:
            self._died(_Dead(at, verb, parts, start, begun))

    def _follows_article(self, at: int, verb: Verb) -> tuple[Meaning, ...]:
        """What stands after a letter that is an article there and no label: `i Balcani`, but `i+c` and `gob i`; () if
        it is none.
        """
        here, behind = self.tokens[at].text, at + 1
        if len(here) > 1 or not here.isalpha() or not self._skips(at) or behind == len(self.tokens):
            return ()
        goes_on = behind + 1 < len(self.tokens) and not self.row.separates(behind + 1)
        if (self._skips(behind) and goes_on) or Meaning(VERB, verb.name) in self.row.spelled(behind, 1):
            return ()
        word = self.tokens[behind].text
        spelled = tuple(meaning for length in (3, 2, 1) for meaning in self.row.spelled(behind, length))
        named = self.grammar.labelled | {part.sort for part in verb.parts}
        meanings = spelled or (self.words.begun(word) if len(word) > 1 else ())
        return tuple(meaning for meaning in meanings if meaning.sort in named)

    def _tidy(self, meaning: Meaning, word: str) -> str:
        return meaning.value if self.grammar.sorts[meaning.sort].labels else word

    def _skips(self, at: int, verb: Verb | None = None) -> bool:
        """Whether a token means nothing where it stands: a sign, a filler, a break inside an order, a noun."""
        word = self.tokens[at].text
        if word in GLUE or word in ",&;":
            return True
        if any(meaning.sort in (FILLER, BREAK, ORIGIN) for meaning in self.words.exact(word)):
            return self.row.stands_alone(at)
        return verb is not None and word in self.grammar.nouns[verb.name]

    def _origin(self, at: int) -> int:
        """How many tokens say where something comes from, after the word for it."""
        if Meaning(ORIGIN, "") not in self.words.exact(self.tokens[at].text):
            return 0
        labelled = self.grammar.labelled
        lengths = (n for n in (3, 2, 1) if any(meaning.sort in labelled for meaning in self.row.spelled(at + 1, n)))
        return next(lengths, 0)

    def _died(self, dead: _Dead) -> None:
        if dead.at > self.dead.at or (dead.at == self.dead.at and dead.meanings and not self.dead.meanings):
            self.dead = dead

    def _refusal(self, question: str | None) -> Unreadable:
        """What is wrong at the token that nothing got beyond."""
        dead = self.dead
        at, verb, parts, start, meanings = dead.at, dead.verb, dead.parts, dead.start, dead.meanings
        meant = self._meant(question)
        hint: Sentence | str = said(self.grammar, self.grammar.examples(question))
        if meant is not None:
            hint = Sentence("did-you-mean", name=meant)
        word = self.row.word(at)
        if meanings:
            token = self.tokens[at if at < len(self.tokens) else start]
            known = list(dict.fromkeys(self.grammar.word_for(meaning, token.text) for meaning in meanings))
            names = ", ".join([*known[:_MEANINGS], *([".."] if len(known) > _MEANINGS else [])])
            word = token.text
            return Unreadable("ambiguous-word", word=word, meanings=names, hint=hint, meant=meant)
        if verb is None:
            text = self.line[self.tokens[start].start :].strip()
            return Unreadable("no-order-called", text=text, hint=hint, meant=meant)
        hint = hint if meant is not None else said(self.grammar, verb.example)
        missing = [part for part in verb.parts if sum(found.sort == part.sort for found, _ in parts) < part.least]
        if at == len(self.tokens):
            found = self.line[self.tokens[start].start :].strip()
            return Unreadable(
                "order-form", example=said(self.grammar, verb.example), found=found, hint=hint, meant=meant
            )
        if missing or (verb.parts and not parts):
            sort = self.grammar.sorts[(missing or verb.parts)[0].sort]
            return Unreadable(sort.missing, text=word, hint=hint, meant=meant)
        return Unreadable("surplus-words", text=word, hint=hint, meant=meant)

    def _meant(self, question: str | None) -> str | None:
        """The line with every unknown word replaced by the one it must be a slip of; None if that cannot be read."""
        pieces, end, slips = list[str](), 0, 0
        for token in self.tokens:
            known = self.words.exact(token.text) or self.words.begun(token.text)
            better = None
            if not known and token.text.isalpha():
                better = self.words.meant(token.text, (VERB, *self.grammar.sorts))
            if better is not None and Meaning(FILLER, "") in self.words.exact(better):
                better = None  # `all` is also an Italian `all'`, and says nothing there
            slips += better is not None
            pieces += [self.line[end : token.start], better or token.text]
            end = token.end
        if not slips:
            return None
        line = "".join(pieces)
        found = Hearing(self.grammar, line, tokens_of(line))._line(0, question)
        return None if found is None else ", ".join(order.text for order in found[1])


def _tells(word: str, begun: tuple[Meaning, ...]) -> bool:
    """Whether the beginning of a word tells its meaning. A single letter never does: it stands for itself."""
    return len(begun) == 1 and len(word) > 1


def room_for(part: Part, parts: Heard) -> int:
    """How many more of this sort an order takes."""
    return part.most - sum(found.sort == part.sort for found, _ in parts)


def is_whole(verb: Verb, parts: Heard) -> bool:
    """Whether an order lacks no part."""
    return all(part.most - part.least >= room_for(part, parts) for part in verb.parts)
