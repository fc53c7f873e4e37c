"""Typed words and what they mean: text healed of what mail and telephones do to it, cut into tokens, looked up.

A word may have several meanings, told apart by where it is (`red` is a temple or the priest). An exact word wins
over a beginning, a beginning counts if all it begins means the same, and a small slip is answered with the word that
was meant, never taken for it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

Spellings = Mapping[str, str]
"""For each language the words with one meaning, cut by blanks; the first is the one to teach."""


class Meaning(msgspec.Struct, frozen=True, gc=False):
    """What a word stands for: the sort of thing and which of them (`("kind", "temple")`)."""

    sort: str
    value: str


class Token(msgspec.Struct, frozen=True, gc=False):
    """A run of letters, a run of digits or a sign, and where it is in the healed text."""

    text: str
    start: int
    end: int


_WORDS = r"[^\W\d_]+|\d+|\S"
_SIGNS = {ord(sign): " " for sign in "\"'`´‘’‚‛“”„‟«»‹›′″\u200b\u200c\u200d\ufeff"} | {
    ord(dash): "-" for dash in "‐‑‒–—―−"
}


@lru_cache(1 << 10)
def healed(text: str) -> str:
    """The text in small letters without accents, quotes and invisible signs; compatibility forms become plain ones.

    Line ends stay: they cut orders.
    """
    if text.isascii():
        return text.translate(_SIGNS).casefold()
    parts = unicodedata.normalize("NFKD", text.translate(_SIGNS))
    return "".join(sign for sign in parts if not unicodedata.combining(sign)).translate(_SIGNS).casefold()


@lru_cache(1 << 10)  # a line is read in parts, and each of them by several askers
def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a healed text."""
    return tuple(Token(found.group(), *found.span()) for found in re.finditer(_WORDS, text))


class Vocabulary:
    """The words of one game. `add` is for the one who builds it; afterwards it is only read."""

    def __init__(self) -> None:
        self._exact: dict[str, tuple[Meaning, ...]] = {}
        self._words: dict[str, tuple[Meaning, ...]] = {}
        self._initials: dict[str, list[str]] = {}
        self._letters: dict[str, frozenset[str]] = {}
        self._langs: dict[tuple[str, Meaning], set[str]] = {}
        self._denials: dict[str, list[tuple[str, ...]]] = {}
        self._otherwise: dict[str, list[tuple[str, ...]]] = {}

    def add(self, words: Iterable[str], meaning: Meaning, *, whole: bool = False, lang: str = "") -> None:
        """Let each of `words` mean `meaning` in a language; `whole`: neither a beginning nor a slip of it will do."""
        for word in map(healed, words):
            self._langs.setdefault((word, meaning), set()).add(lang)
            if not whole and word not in self._words:
                self._initials.setdefault(word[:1], []).append(word)
                self._letters[word] = frozenset(word)
            tables = (self._exact,) if whole else (self._exact, self._words)
            for table in tables:
                before = table.get(word, ())
                if meaning not in before:
                    table[word] = (*before, meaning)

    def deny(self, phrases: Iterable[str], otherwise: Iterable[str]) -> None:
        """Let each of these phrases, of one word or several, say that what is beside it is not meant, but not in
        one of those that say what is meant otherwise: `if not`.
        """
        for known, table in ((phrases, self._denials), (otherwise, self._otherwise)):
            for words in (tuple(token.text for token in tokens_of(healed(phrase))) for phrase in known):
                if words:
                    table.setdefault(words[0], []).append(words)

    def denied(self, words: Sequence[str]) -> frozenset[int]:
        """The places of those of `words` that say that something is not meant."""
        return _places(words, self._denials) - _places(words, self._otherwise)

    def ends_denied(self, text: str) -> bool:
        """Whether the last word of a text says that the words after it are not meant."""
        words = [token.text for token in tokens_of(healed(text))]
        return len(words) - 1 in self.denied(words)

    @property
    def denials(self) -> tuple[str, ...]:
        """The words that deny by themselves."""
        return tuple(phrase[0] for phrases in self._denials.values() for phrase in phrases if len(phrase) == 1)

    def exact(self, word: str) -> tuple[Meaning, ...]:
        """Every meaning of a word as it is."""
        return self._exact.get(word, ())

    def may_be(self, word: str, *sorts: str) -> bool:
        """Whether a word as it is may mean something of one of these sorts."""
        return any(meaning.sort in sorts for meaning in self._exact.get(word, ()))

    def languages(self, word: str, meaning: Meaning) -> frozenset[str]:
        """The languages in which a word, or a word that it begins, means this."""
        found = self._langs.get((word, meaning))
        if found is not None:
            return frozenset(found)
        begun = (langs for (known, other), langs in self._langs.items() if other == meaning and known.startswith(word))
        return frozenset[str]().union(*begun)

    def language(self, words: Iterable[str]) -> frozenset[str]:
        """The languages of those of these words that belong to one language only."""
        spoken = (
            frozenset[str]().union(*(self._langs[word, meaning] for meaning in self.exact(word))) for word in words
        )
        return frozenset[str]().union(*(langs for langs in spoken if len(langs) == 1))

    def spoken(self, words: Iterable[str]) -> frozenset[str]:
        """The languages that most of these words belong to, of those that belong to one alone; () if none tells."""
        told = Counter(self._only_language(word) for word in words if len(word) > 1)
        del told[""]
        most = max(told.values(), default=0)
        return frozenset(lang for lang, count in told.items() if count == most)

    def _only_language(self, word: str) -> str:
        """The one language in which a word means something; "" if there are several, or none."""
        langs = {lang for meaning in self.exact(word) for lang in self._langs[word, meaning] if lang}
        return langs.pop() if len(langs) == 1 else ""

    def begun(self, word: str, langs: frozenset[str] = frozenset()) -> tuple[Meaning, ...]:
        """Every meaning of the words that begin so, each once, in these languages if any are named; () if nothing does.
        What belongs to no language counts in all of them.
        """
        alike = self._initials.get(word[:1], ())
        found = (
            meaning
            for known in alike
            if known.startswith(word)
            for meaning in self._words[known]
            if not langs or not (langs | {""}).isdisjoint(self._langs[known, meaning])
        )
        return tuple(dict.fromkeys(found))

    def words_from(self, letter: str) -> Iterator[tuple[str, tuple[Meaning, ...]]]:
        """The words with this first letter of which a beginning may do, and what each may mean."""
        return ((word, self._words[word]) for word in self._initials.get(letter, ()))

    def meant(self, word: str, sorts: Iterable[str], langs: frozenset[str] = frozenset()) -> str | None:
        """The word of one of these sorts, in one of these languages if there are any, that a slip of the fingers turned
        into `word`; None if there is none, or if words of several meanings are equally near.
        """
        wanted, letters, found = frozenset(sorts), frozenset(word), dict[str, tuple[Meaning, ...]]()
        for most in (1, 2)[: 0 if len(word) < 3 else 1 if len(word) < 6 else 2]:
            for known, meanings in self._words.items():
                # a slip changes two letters at most; most words need no closer look
                far = abs(len(word) - len(known)) > most or len(letters ^ self._letters[known]) > 2 * most
                if not far and len(known) > 2 and _slips(word, known, most):
                    fitting = tuple(meaning for meaning in meanings if meaning.sort in wanted)
                    if fitting and (not langs or any(langs & self.languages(known, one) for one in fitting)):
                        found[known] = fitting
            if found:
                break
        return next(iter(found)) if len(set(found.values())) == 1 else None

    def near(self, word: str) -> tuple[frozenset[Meaning], str] | None:
        """What every word that begins as `word` and is one letter off it means, and one such word; None if there is
        none, or if they have no meaning in common.
        """
        letters = frozenset(word)
        found = {
            known: frozenset(self._words[known])
            for known in self._initials.get(word[:1], ())
            if abs(len(known) - len(word)) < 2 and len(letters ^ self._letters[known]) < 3 and _slips(word, known, 1)
        }
        both = frozenset.intersection(*found.values()) if found else frozenset[Meaning]()
        return (both, min(word for word in found if found[word] == max(found.values(), key=len))) if both else None


def _places(words: Sequence[str], phrases: Mapping[str, list[tuple[str, ...]]]) -> frozenset[int]:
    """The places of those of `words` that are in one of these phrases, which are found by their first word."""
    return frozenset(
        place
        for at, word in enumerate(words)
        for phrase in phrases.get(word, ())
        if tuple(words[at : at + len(phrase)]) == phrase
        for place in range(at, at + len(phrase))
    )


def _slips(typed: str, known: str, most: int) -> bool:
    """Whether at most `most` letters were left out, added, changed or swapped with their neighbour."""
    before, row = list[int](), list(range(len(known) + 1))
    for i, letter in enumerate(typed, 1):
        above, row = row, [i]
        for j, wanted in enumerate(known, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and (letter, typed[i - 2]) == (known[j - 2], wanted):
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1] <= most
