"""The tokens of a typed line and what their neighbours make of them: labels, names of several words, signs, cuts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, wraps
from itertools import pairwise
from typing import Any, TypeVar

from referee.kernel.grammar import BREAK, FILLER, ORIGIN, PHRASE, VERB
from referee.kernel.grammar.lexer import Meaning, Token, Vocabulary, tokens_of

_NOWHERE = Token("", -1, -1)
"""The token before the first and after the last."""


_MEMOS = 1 << 12
"""So much is kept of one line or state."""

F = TypeVar("F", bound=Callable[..., Any])


def memo(method: F) -> F:
    """A method that looks once for each place or word: an order is begun again at each, and every verb asks anew."""
    name = method.__name__

    @wraps(method)
    def recall_memo(self: Any, *at: Any) -> Any:
        try:
            return self._kept[name, *at]
        except KeyError:
            if len(self._kept) >= _MEMOS:
                self._kept.clear()
            found = self._kept[name, *at] = method(self, *at)
            return found

    return recall_memo  # type: ignore[return-value]


class Row:
    """The tokens of a healed line, looked at with the words of a game."""

    def __init__(self, words: Vocabulary, text: str, tokens: tuple[Token, ...]) -> None:
        self.text = text
        self.tokens = tokens
        self._words = words
        self._kept: dict[tuple[Any, ...], Any] = {}
        self.denied = words.denied([token.text for token in tokens])
        """The places of the tokens that say that something is not meant."""

    @cached_property
    def langs(self) -> frozenset[str]:
        """The languages that most of the words belong to."""
        return self._words.spoken(token.text for token in self.tokens)

    @memo
    def separates(self, at: int) -> bool:
        """Whether a token cuts orders: a comma, or `and` in any language."""
        word = self.tokens[at].text
        return word in ",&;" or (self._words.may_be(word, BREAK) and self.stands_alone(at))

    def cuts(self, at: int) -> bool:
        """Whether a line may be cut before a token: not inside `black-green`."""
        before, here = self.tokens[at - 1], self.tokens[at]
        return before.end < here.start or self.separates(at) or self.separates(at - 1)

    def ends_clause(self, at: int) -> bool:
        """Whether no word stands before a token, or none that can belong to what begins there: `no, pass`."""
        if at in (0, len(self.tokens)):
            return True
        before, here = self.tokens[at - 1], self.tokens[at]
        return self.separates(at - 1) or self.separates(at) or "\n" in self.text[before.end : here.start]

    def is_last(self, at: int) -> bool:
        """Whether a token is the last of its clause, and not what cuts it off from the next one: the `E` of `in E e
        passo`, not the `e`.
        """
        behind = self.token(at + 1).text
        return not behind or behind in ",&;" or (self.ends_clause(at + 1) and not self.separates(at))

    def clause(self, at: int) -> str:
        """The words around a token, up to where a clause ends on either side."""
        first = next(place for place in range(at, -1, -1) if self.ends_clause(place))
        last = next(place for place in range(at + 1, len(self.tokens) + 1) if self.ends_clause(place))
        return self.text[self.tokens[first].start : self.tokens[last - 1].end]

    @memo
    def spelled(self, at: int, length: int) -> tuple[Meaning, ...]:
        """What so many tokens together mean, blanks between them left out; `7F` is F7."""
        tokens = self.tokens[at : at + length]
        if len(tokens) < length:
            return ()
        if length > 1:
            if self.runs_on(at + length) and any(before.end < after.start for before, after in pairwise(tokens)):
                return ()  # `re D-E` does not mean `red -E`
            if any(_is_gap(before, after) for before, after in pairwise(tokens)) and not _is_phrase(tokens):
                return ()  # `re d'H5` does not mean `red H5`
        found = self._words.exact("".join(token.text for token in tokens))
        turned = length == 2 and tokens[0].text.isdigit() and tokens[0].end == tokens[1].start
        return found if found or not turned else self._words.exact(tokens[1].text + tokens[0].text)

    @memo
    def names(self, at: int) -> tuple[tuple[int, tuple[Meaning, ...]], ...]:
        """How many tokens together mean something as they are, the most first, and what; a label is not a word."""
        spelled = ((length, self.spelled(at, length)) for length in ((3, 2) if self.is_label(at) else (3, 2, 1)))
        return tuple((length, meanings) for length, meanings in spelled if meanings)

    def phrase(self, at: int) -> int:
        """Of how many words a thing is that begins here, if there are several: `war side up`; 0 if there is none."""
        lengths = (
            length for length, meanings in self.names(at) if length > 1 and meanings[0].sort not in (VERB, PHRASE)
        )
        return next((n for n in lengths if all(len(one.text) > 1 for one in self.tokens[at : at + n])), 0)

    def token(self, at: int) -> Token:
        """A token, or one that touches none if there is none at that place."""
        return self.tokens[at] if 0 <= at < len(self.tokens) else _NOWHERE

    def runs_on(self, at: int) -> bool:
        """Whether a token goes on with the one before it: `-E` after `D`."""
        here = self.token(at)
        return self.token(at - 1).end == here.start and (here.text == "-" or here.text.isalnum())

    @memo
    def is_label(self, at: int) -> bool:
        """Whether a letter and what touches it, a number or a sign and a letter, are a label, and so no word and no
        number.
        """
        here, after = self.token(at), self.token(at + 1)
        if not here.text.isalpha() or here.end != after.start:
            return False
        if self._words.exact(here.text + after.text):
            return True
        last = self.token(at + 2)
        is_pair = len(here.text) == 1 and after.text == "-" and after.end == last.start
        return is_pair and bool(self._words.exact(f"{here.text}-{last.text}"))

    @memo
    def stands_alone(self, at: int) -> bool:
        """Whether a word belongs to nothing beside it, as a column to its row: the `a` of `A2`, `2A`, `A 2` and `A-B`
        is not a word to be skipped, but that of `a 2 temples` is.
        """
        before, here, after = self.token(at - 1), self.token(at), self.token(at + 1)
        beside = [before.text] * (before.end == here.start) + [after.text] * (after.start == here.end)
        if any(text.isdigit() or (text in "-+:>" and len(here.text) == 1) for text in beside):
            return False
        is_last = after.text.isdigit() and not self.token(at + 2).text.isalpha()
        return not (is_last and self._words.exact(here.text + after.text))

    @memo
    def is_joint(self, at: int) -> bool:
        """Whether a letter is a word between others and no column: the `e` of `una nera e una rossa`, the `a` of
        `a black and a red`.
        """
        here, after = self.tokens[at].text, self.token(at + 1).text
        if len(here) > 1 or len(after) < 2 or not after.isalpha() or not self.stands_alone(at):
            return False
        may_be, before = self._words.may_be, self.token(at - 1).text
        if may_be(after, BREAK, VERB):  # `card green E card red A`
            return False
        return may_be(before, BREAK) or (may_be(here, BREAK) and not may_be(before, FILLER, ORIGIN))

    def is_signed(self, at: int) -> bool:
        """Whether a minus stands before a number."""
        before = self.tokens[at - 1] if at else None
        return (
            before is not None
            and before.text == "-"
            and before.end == self.tokens[at].start
            and (at < 2 or self.tokens[at - 2].end < before.start)
        )

    def text_from(self, at: int) -> str:
        """The line from a token on."""
        return self.text[self.tokens[at].start :].strip()

    def word(self, at: int) -> str:
        """The word that begins with the token `at`, up to the next blank or comma."""
        if at >= len(self.tokens):
            return ""
        start = self.tokens[at - self.is_signed(at)].start
        return self.text[start:].split()[0].partition(",")[0] or ","


@lru_cache(128)
def row_of(words: Vocabulary, text: str) -> Row:
    """The row of a healed text: kept, for a line is read in parts and each of them several times."""
    return Row(words, text, tokens_of(text))


def _is_phrase(tokens: tuple[Token, ...]) -> bool:
    """Whether these are words with an article between them: `with a colonist`."""
    return len(tokens) == _PHRASE and min(len(tokens[0].text), len(tokens[2].text)) >= _PHRASE


_PHRASE = 3
"""So many words are a phrase, and so many letters have those around its article."""


def _is_gap(before: Token, after: Token) -> bool:
    """Whether two tokens can be no parts of one name: a letter by itself and a word with a blank between them."""
    is_letter = 1 in (len(before.text), len(after.text))
    return before.end < after.start and is_letter and before.text.isalpha() and after.text.isalpha()
