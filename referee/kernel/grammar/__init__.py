"""The orders of a game as people type them, said as data: verbs with their parts, and the words for both.

From a `Grammar` come the reader of typed lines, the cut of a line into orders and what can be typed next (all three in
`hearing.py`), and the page of order words. What an order means is the game's to say: it gets the verb and its parts in
the order in which they were typed.

The words are in the catalogues of the game, one a language: in the context `typed` those of a verb under its name,
words that may be in its order and say nothing new under `<verb>:nouns`, whole phrases for it or for a value, cut by
commas, under `<verb>:phrases`, words without meaning under `:filler`, words between orders under `:break`; in
`typed-<sort>` those of a value. Articles, prepositions and `and` are those of the project, for every game, and so are
the words that deny, which no order may swallow. Words that a data pack brings are given with the grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from referee.kernel.grammar.lexer import Meaning, Spellings, Vocabulary, healed
from referee.kernel.requests import TURN
from referee.kernel.sentence import typed_words

VERB, PHRASE, FILLER, BREAK, ORIGIN, DENY = "verb", "phrase", "filler", "break", "origin", "deny"
"""Sorts of words that every grammar has beside its own."""

GLUE = frozenset(":./>→=+*-!")
"""Signs that may stand between the words of an order and mean nothing by themselves."""


class Sort(msgspec.Struct, frozen=True, kw_only=True):
    """A sort of thing that orders name.

    missing   the refusal when it is missing, with a place {text} for what was typed instead
    values    the values whose words are in the catalogues
    words     the words for each value, in every language, where they are not
    labels    spellings that count only whole, such as spaces of a board, and the value of each
    letters   single letters that may be written together, each a value: `tff`
    known     what a word of notes is in the struct of an order, where it is not the word itself
    number    whether it is a number of one or two digits
    pattern   what a word of notes is like, where a data pack says which there are
    shared    the code of the words that every game has for it: those before a place where something comes from
    """

    name: str
    missing: str
    values: tuple[str, ...] = ()
    words: Mapping[str, Spellings] = {}
    labels: Mapping[str, str] = {}
    letters: Mapping[str, str] = {}
    known: Mapping[str, Any] = {}
    number: bool = False
    pattern: str = ""
    shared: str = ""


class Part(msgspec.Struct, frozen=True):
    """A part of an order: how many of a sort, at least and at most."""

    sort: str
    least: int = 1
    most: int = 1


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """A sort of order.

    answers   the questions it answers
    bare      whether the verb itself may be left out when one of them is open
    also      other verbs that the words of this one may mean, if the parts fit only them
    nouns     words that may be in this order and say nothing new, two of them without the blank: `a red card in B`
    short     whether the verb may be left out where the rest tells one order that the rules allow
    example   how it is written, for refusals
    """

    name: str
    words: Spellings = {}
    parts: tuple[Part, ...] = ()
    example: str
    answers: tuple[str, ...] = (TURN,)
    bare: bool = False
    also: tuple[str, ...] = ()
    nouns: str = ""
    short: bool = False


class HeardOrder(msgspec.Struct, frozen=True):
    """An order as it was heard: verb and parts, in tidy words, where it ends in the healed line, and all of that line
    that it takes up.
    """

    verb: str
    parts: tuple[Meaning, ...]
    text: str
    end: int
    line: str = ""

    def all(self, sort: str) -> tuple[str, ...]:
        """The values of one sort, as they were typed."""
        return tuple(part.value for part in self.parts if part.sort == sort)

    def counted(self, sort: str, number: str = "number") -> tuple[str, ...]:
        """The values of one sort, each as often as the number before it says: `2 farm temple`."""
        found, times = list[str](), 1
        for part in self.parts:
            if part.sort == number:
                times = int(part.value)
            elif part.sort == sort:
                found += [part.value] * times
                times = 1
        return tuple(found)


class Entry(msgspec.Struct, frozen=True):
    """A line of the page of order words: an order, or a value of a sort of its parts, and the words for it in every
    language. Of an order also what a `Verb` says of it.
    """

    sort: str
    name: str
    words: tuple[tuple[str, tuple[str, ...]], ...]
    example: str = ""
    parts: tuple[Part, ...] = ()
    answers: tuple[str, ...] = ()
    bare: bool = False


@cache
def of_the_house() -> Vocabulary:
    """The words of the project that deny, in every language."""
    found = Vocabulary()
    for phrases in typed_words("", "typed", "deny").values():
        found.deny(phrases.split(","), ())
    return found


class Grammar:
    """All that can be typed in a game. `fillers` are words without meaning, `origins` words before a place that says
    where something comes from, which the order need not say; of a `game` they are in the catalogues. `aloud` tells an
    order in a language, where names stand for the codes of its spelling.
    """

    def __init__(
        self,
        verbs: tuple[Verb, ...],
        sorts: tuple[Sort, ...],
        fillers: Spellings | None = None,
        *,
        game: str = "",
        origins: Spellings | None = None,
        breaks: Spellings | None = None,
        aloud: Callable[[str, str], str] | None = None,
    ) -> None:
        self.game, self.aloud = game, aloud
        self.verbs = {verb.name: verb for verb in verbs}
        self.sorts = {sort.name: sort for sort in sorts}
        self._fillers, self._origins, self._breaks = fillers, origins, breaks

    def _find_words(self, context: str, code: str) -> Spellings:
        return typed_words(self.game, context, code) if self.game else {}

    def _with_own(self, own: str, *shared: str) -> Spellings:
        tables = [*(typed_words("", "typed", code) for code in shared), self._find_words("typed", own)]
        return {lang: " ".join(table.get(lang, "") for table in tables) for lang in tables[0]}

    @cached_property
    def fillers(self) -> Spellings:
        """Words without meaning: those of every game, and its own. "From" is one where it says nothing of a place."""
        shared = ("particle",) if self._origins is None else ("particle", "from")
        return self._with_own(":filler", *shared) if self._fillers is None else self._fillers

    @cached_property
    def origins(self) -> Spellings:
        """Words before a place that says where something comes from."""
        return typed_words("", "typed", "from") if self.game and self._origins is None else self._origins or {}

    @cached_property
    def breaks(self) -> Spellings:
        """Words between two orders: those of every game, and its own."""
        return self._with_own(":break", "break") if self._breaks is None else self._breaks

    @cached_property
    def denials(self) -> Spellings:
        """Phrases, cut by commas, which say that what is beside them is not meant: those of the project."""
        return typed_words("", "typed", "deny") if self.game else {}

    @cached_property
    def otherwise(self) -> Spellings:
        """Phrases with such a word, cut by commas, that say what is meant if something else cannot be."""
        return typed_words("", "typed", "otherwise") if self.game else {}

    @cached_property
    def words(self) -> Mapping[Meaning, Spellings]:
        """The words for every verb and for every value that has some."""
        found = {
            Meaning(VERB, verb.name): verb.words or self._find_words("typed", verb.name) for verb in self.verbs.values()
        }
        for sort in self.sorts.values():
            typed = {value: self._find_words(f"typed-{sort.name}", value) for value in sort.values}
            found |= {Meaning(sort.name, value): words for value, words in {**typed, **sort.words}.items()}
        return found

    @cached_property
    def nouns(self) -> Mapping[str, frozenset[str]]:
        """For each verb the words that may be in its order and say nothing new."""
        typed = {name: " ".join(self._find_words("typed", f"{name}:nouns").values()) for name in self.verbs}
        return {name: frozenset(healed(verb.nouns or typed[name]).split()) for name, verb in self.verbs.items()}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every word and what it may mean."""
        found = Vocabulary()
        for meaning, spellings in self.words.items():
            for lang, words in spellings.items():
                found.add(words.split(), meaning, lang=lang)
        for sort in self.sorts.values():
            for label, value in sort.labels.items():
                found.add([label], Meaning(sort.name, value), whole=True)
        for name, table in ((FILLER, self.fillers), (BREAK, self.breaks), (ORIGIN, self.origins)):
            for lang, words in table.items():
                found.add(words.split(), Meaning(name, ""), whole=True, lang=lang)
        for lang, phrases in self.denials.items():
            found.deny(phrases.split(","), self.otherwise.get(lang, "").split(","))
            found.add((phrase for phrase in phrases.split(", ") if phrase.isalpha()), _DENY, whole=True, lang=lang)
        for meaning, cut in self._whole():
            for lang, whole in cut.items():
                found.add(whole, meaning, whole=True, lang=lang)
        return found

    def _whole(self) -> Iterator[tuple[Meaning, Mapping[str, list[str]]]]:
        """Words that must be typed in full and are on no page: numbers in words, shared words, whole phrases."""
        for sort in self.sorts.values():
            if sort.shared:
                yield Meaning(sort.name, sort.shared), _split(typed_words("", "typed", sort.shared), " ")
            for number in map(str, range(_COUNTED)) if sort.number else ():
                for words in (typed_words("", "typed-number", number), self._find_words("typed-number", number)):
                    yield Meaning(sort.name, number), _split(words, " ")
            for value in sort.values:
                yield Meaning(sort.name, value), _split(self._find_words(f"typed-{sort.name}", f"{value}:phrases"), ",")
        for name in self.verbs:
            yield Meaning(PHRASE, name), _split(self._find_words("typed", f"{name}:phrases"), ",")

    @cached_property
    def labelled(self) -> frozenset[str]:
        """The sorts that have labels."""
        return frozenset(sort.name for sort in self.sorts.values() if sort.labels)

    def examples(self, question: str | None) -> str:
        """How the orders are written that answer a question, for the hint of a refusal."""
        verbs = (verb for verb in self.verbs.values() if question is None or question in verb.answers)
        return ", ".join(dict.fromkeys(verb.example for verb in verbs))

    def bare(self, question: str | None) -> Iterator[tuple[Verb, ...]]:
        """The verbs that may be left out, the likeliest first: those that the question asks for, those of a turn, and
        when no question is known all others.
        """
        bare = [verb for verb in self.verbs.values() if verb.bare]
        if question not in (None, TURN):
            yield tuple(verb for verb in bare if question in verb.answers)
        yield tuple(verb for verb in bare if TURN in verb.answers)
        if question is None:
            yield tuple(verb for verb in bare if TURN not in verb.answers)

    def spellings(self, meaning: Meaning) -> Spellings:
        """The words for a meaning; none for labels and numbers."""
        return self.words.get(meaning, {})

    def word_for(self, meaning: Meaning, typed: str, lang: str = "") -> str:
        """How to name a meaning to somebody who typed `typed`: in the language of that word, or the word it begins.
        With a language only by a word of it; empty if it has none.
        """
        tables = self.spellings(meaning)
        words = [healed(tables[one]).split() for one in ((lang,) if lang else tables) if one in tables]
        named = [own[0] for own in words if typed in own]
        begun = [word for own in words for word in own if word.startswith(typed)]
        return next(iter((*named, *begun)), "" if lang and tables else meaning.value)

    def page(self) -> tuple[Entry, ...]:
        """Every order and then every value that has words, in the order of the grammar."""
        return self._page

    @cached_property
    def _page(self) -> tuple[Entry, ...]:
        # Kept: every refusal of typed words carries it.
        return tuple(self._entry(meaning, _words_by_language(words)) for meaning, words in self.words.items())

    def _entry(self, meaning: Meaning, words: tuple[tuple[str, tuple[str, ...]], ...]) -> Entry:
        if meaning.sort != VERB:
            return Entry(meaning.sort, meaning.value, words)
        verb = self.verbs[meaning.value]
        return Entry(VERB, verb.name, words, verb.example, verb.parts, verb.answers, verb.bare)


_DENY = Meaning(DENY, "")
"""What a word means that denies."""

_COUNTED = 13
"""The numbers that have words are below it."""


def _split(spellings: Spellings, sign: str) -> Mapping[str, list[str]]:
    return {lang: [word.replace(" ", "") for word in words.split(sign)] for lang, words in spellings.items() if words}


def _words_by_language(words: Spellings) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((lang, tuple(spelled.split())) for lang, spelled in words.items())
