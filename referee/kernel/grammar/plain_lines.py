"""A typed line in plain words: in order of time, with signs, short forms and slips as words, and without reasons,
remarks in brackets and conditions, which choose nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache

from referee.kernel.errors import Unreadable
from referee.kernel.grammar.allowed import AllowedOrders
from referee.kernel.grammar.lexer import Meaning, tokens_of
from referee.kernel.grammar.speech import (
    TypedWord,
    common_words,
    endings,
    in_order_of_time,
    is_word,
    phrases_under,
    with_verbs_whole,
    without_phrase,
    without_slips,
)
from referee.kernel.grammar.tokens import Row, row_of

LABEL = r"\b[a-z]\d+\b"
"""The label of a place of a board, in a healed text."""

_STOPS = r"([,;:!?\n]|\.(?=\s|\Z)|\s-\s)"
_SIGNS = (
    (r"(?:(?<=\s)|\A)[:;=8]-?['^]?[)(dpDP/|*](?=\s|\Z)", " "),
    (r"\s--+\s", ", "),
    (r"\s*(?:[-=]>|→)\s*", " to "),
    (r"\bw/\s*", "with "),
    (r"(?<=[^\W\d])/(?=[^\W\d])", " "),
    (r"@\s*", " at "),
    (r"(?:(?<=[,;.:]\s)|\A|(?<=\band\s))i\s(?=[^\W\d]{3})", ""),
    (r"(?<=[^\W\d]{4})(?<!\bthat)\ss(?=\s[^\W\d]{3})", ""),
    (r"(?<=[^\W\d]\s)(?:x(?=\s[^\W\d]{2})|4(?=\sme\b))", ""),
    (r"\s=\s", " "),
    (r"(?<=\w)\s*\+(\d+)(?=\s*(?:[,;.]|\Z))", r" \1"),
    (r"(?:(?<=\s)|\A)\+\s*(?=\d)", ", "),
    (r"\s\+\s?(?=[^\W\d]{2})", ", "),
    (r"\b1(?:st|o|a|°|º)(?!\w)", "first"),
    (r"\b2(?:nd|o|a|°|º)(?!\w)", "second"),
    (r"\b3(?:rd|o|a|°|º)(?!\w)", "third"),
    (r"\.{2,}|…", ", "),
)
"""Signs in a hasty line, and what they mean."""

_HAS_SIGN = re.compile(r"[:;][-)(dp]|[-=>→/@+°º…]|\.\.|\b[isx4]\b|\b[123](?:st|nd|rd|o|a)\b|\bw/")
"""Most lines have none of these signs."""

_NAME = 3
"""A word of at most so many letters after `sorry` is taken for a name, not for a slip."""

_VOWELS = re.compile("[aeiou]")


def plain_lines(allowed: AllowedOrders, idle: Collection[str], text: str) -> Iterator[str]:
    """A healed line in plain words; then also without what is told beside its things: `the card that ..`."""
    text = without_phrase(re.sub(r"\s*([,.])", r" \1", text), "noise") if _phrase("noise").search(text) else text
    text = without_sums(allowed, with_verbs_whole(allowed.grammar, in_order_of_time(text)))
    text = _pairs().sub(r"\1-\2", text)
    for sign, meant in _SIGNS if _HAS_SIGN.search(text) else ():
        text = re.sub(sign, meant, text)
    trimmed = _Trimming(allowed)
    text = trimmed.with_stops(trimmed.without_names(text))
    certain = trimmed.without_asides(text, "reason", lambda left: not trimmed.is_order(left))
    if any(part.most > 1 for verb in allowed.verbs for part in allowed.grammar.verbs[verb].parts):
        certain = trimmed.without_conditions(certain)
    yield without_slips(allowed.grammar, idle, trimmed.in_full(certain))
    if (line := trimmed.without_asides(certain, "relative", trimmed.may_omit)) != certain:
        yield without_slips(allowed.grammar, idle, trimmed.in_full(line))


@cache
def _pairs() -> re.Pattern[str]:
    """Two columns that are one place: `between C and D`."""
    joints = _any_of(word for word in common_words("break") if word.isalpha())
    return re.compile(rf"\b(?:{_phrases('between')})\s(?:\w{{2,3}}\s)?([a-z])\s(?:{joints})\s(?:\w{{2,3}}\s)?([a-z])\b")


@cache
def _things() -> re.Pattern[str]:
    """After a number, each of the things that it counts."""
    return re.compile(rf"(?:\s[^\W\d]+)?\s*[,:]\s*(.+?)(?=\Z|[.;]|\s(?:{_any_of(common_words('then'))})\b)")


def without_sums(allowed: AllowedOrders, text: str) -> str:
    """A healed text without a number that says how many the things after it are: `two, a market and a farm`."""
    for token in tokens_of(text) if "," in text or ":" in text else ():
        found = _things().search(text, token.end)
        count = next((word.number for word in allowed.words(token.text, strict=False)), 0) if found else 0
        if found is None or found.start() != token.end or count < 2 or text[token.start - 1 : token.start].isalpha():
            continue
        things = allowed.words(found[1], strict=False)
        is_plain = all(word.number and not word.is_number and not word.verbs for word in things)
        is_here = any(one.sort in allowed.usage.places for word in things for one in word.values)
        if is_plain and not is_here and sum(word.number for word in things) == count:
            return f"{text[: token.start]}{text[found.start(1) :]}"
    return text


_SIDES = (("upward", 0, -1), ("downward", 0, 1), ("leftward", -1, 0), ("rightward", 1, 0))
"""For each side of a place the steps to its neighbour there, in columns and rows; rows are counted from the top."""


def with_neighbours(text: str, is_place: Callable[[str], bool]) -> str:
    """A healed text with each place of a board that it names by its neighbour: `below b3` is `b4`; and without what is
    only near a place, if it names another: `next to b8, so b9`. Raises Unreadable if it names no other.
    """

    def found_in(code: str) -> list[re.Match[str]]:
        """The places of a board with rows under a code, the last first."""
        every = reversed([*_neighbour(code).finditer(text)])
        return [one for one in every if any(is_place(_beside(one[1] + one[2], 0, step)) for step in (-1, 1))]

    for code, columns, rows in _SIDES:
        for found in found_in(code):
            name = _beside(found[1] + found[2], columns, rows)
            text = f"{text[: found.start()]} {name}{text[found.end() :]}"
    for found in found_in("beside"):
        left = f"{text[: found.start()]} {text[found.end() :]}"
        if not any(map(is_place, re.findall(LABEL, left))):
            raise Unreadable("surplus-words", text=found[0].strip())
        text = left
    return text


def _beside(name: str, columns: int, rows: int) -> str:
    """The label so many columns and rows from another."""
    return f"{chr(ord(name[0]) + columns)}{int(name[1:]) + rows}"


def beside_it(text: str, name: str) -> str:
    """A healed clause with the place at a side of another, where it only says `below it`, or `left of him`."""
    for code, columns, rows in _SIDES if re.fullmatch(r"[A-Za-z]\d+", name) else ():
        text = _beside_it(code).sub(f" {_beside(name, columns, rows)}", text)
    return text


@cache
def _beside_it(code: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{_phrases(code)})\s(?:{_any_of(common_words('pronoun'))})\Z")


@cache
def _neighbour(code: str) -> re.Pattern[str]:
    """A place that is named by its neighbour at one side, or by a place near it."""
    taken_up = _any_of(common_words("pronoun") | common_words("to"))  # `next to him on b8` is at b8
    between = rf"(?:\s(?!(?:{taken_up})\b)[^\W\d]+){{0,{3 if code == 'beside' else 1}}}"
    return re.compile(rf"(?<!\S)(?:{_phrases(code)}){between}\s([a-z])(\d+)\b")


class _Trimming:
    """What of a line may be left out, by what the rules allow."""

    def __init__(self, allowed: AllowedOrders) -> None:
        self._allowed, self._grammar = allowed, allowed.grammar

    def _words(self, text: str) -> tuple[TypedWord, ...]:
        return self._allowed.words(text, strict=False)

    def _has_place(self, words: tuple[TypedWord, ...]) -> bool:
        return any(one.sort in self._allowed.usage.places for word in words for one in word.values)

    def denies(self, text: str) -> bool:
        """Whether a text denies anything."""
        return bool(self._grammar.vocabulary.denied([token.text for token in tokens_of(text)]))

    def may_omit(self, text: str) -> bool:
        """Whether a part of a line may be a remark: it names no place and no number, and denies nothing."""
        words = self._words(text)
        return not (self._has_place(words) or any(word.number > 1 for word in words) or self.denies(text))

    def with_stops(self, text: str) -> str:
        """A text with a comma before each number that begins another thing after a place: `one on a3 one on b3`."""
        row = row_of(self._grammar.vocabulary, text)
        ends = [
            at + n
            for at in range(len(row.tokens))
            for n, meanings in row.names(at)[:1]
            if self._is_place(row, at, n, meanings)
        ]
        for at in reversed([at for at in ends if at < len(row.tokens) and ends[-1] > at]):
            token = row.tokens[at]
            if len(token.text) > 1 and any(word.number for word in self._words(token.text)) and not row.separates(at):
                text = f"{text[: token.start]}, {text[token.start :]}"
        return text

    def _is_place(self, row: Row, at: int, length: int, meanings: tuple[Meaning, ...]) -> bool:
        is_word = length > 1 or len(row.tokens[at].text) > 1
        return is_word and any(one.sort in self._allowed.usage.places for one in meanings)

    def without_names(self, text: str) -> str:
        """A text without `sorry` and the name of somebody, which no language and no game knows."""
        for found in reversed([*_apology().finditer(text)]):
            is_slip = len(found[1]) > _NAME and self._grammar.vocabulary.near(found[1]) is not None
            is_known = is_slip or is_word(self._grammar, found[1])
            text = text if is_known else f"{text[: found.start()]}{text[found.end() :]}"
        return text

    def is_order(self, text: str) -> bool:
        """Whether a part of a line names a place and by itself one order that the rules allow."""
        words = self._words(text)
        said = [word for word in words if word.values or word.verbs]
        return len(said) > 1 and self._has_place(words) and bool(self._allowed.meant(words))

    def is_remark(self, text: str) -> bool:
        """Whether a part of a line may be a remark, and names nothing of an order."""
        return self.may_omit(text) and not any(word.values for word in self._words(text))

    def without_asides(self, text: str, code: str, may_omit: Callable[[str], bool]) -> str:
        """A text without its words from one such as `because` to the next stop, and without brackets."""
        text = re.sub(r"\(([^()]*)\)?", lambda found: ", " if self.is_remark(found[1]) else f" {found[1]} ", text)
        pieces = re.split(_STOPS, text)
        for at in range(0, len(pieces), 2):
            found = _phrase(code).search(pieces[at])
            if found is None:
                continue
            start = found.start()
            if (
                pieces[at].strip() not in endings()
                and may_omit(pieces[at][start:])
                and not self._goes_on(pieces[at][found.end() :])
                and not self._grammar.vocabulary.ends_denied(pieces[at])
            ):
                pieces[at] = pieces[at][:start]
        kept = "".join(pieces)
        return kept if re.search(r"\w", kept) else text

    def _goes_on(self, text: str) -> bool:
        """Whether what is said after a reason has another order: `since he is weak and I change two tiles`."""
        parts = re.split(rf"\s(?:{_any_of(common_words('break'))})\s", text)[1:]
        return any(word.own & self._allowed.verbs for part in parts for word in self._words(part))

    def without_conditions(self, text: str) -> str:
        """A text without the words from `if` to the next thing or stop, where orders say what is next best."""
        pieces = re.split(_STOPS, text)
        for at in range(0, len(pieces), 2):
            found = _phrase("provided").search(pieces[at])
            if found is not None:
                words = self._words(pieces[at][found.end() :])
                named = [w.text for w in words if w.values and not w.is_light and len(w.text) > 1]
                left = pieces[at].find(named[0], found.end()) if named else len(pieces[at])
                if any(word.number > 1 for word in self._words(pieces[at][found.end() : left])):
                    continue
                before = re.sub(rf"(?:[\s,]|\b(?:{_phrases('joint')})\b)*\Z", "", pieces[at][: found.start()])
                if at and not before and pieces[at - 1] == ",":
                    pieces[at - 1] = ""
                pieces[at] = f"{before} or {pieces[at][left:]}"
        return "".join(pieces)

    def in_full(self, text: str) -> str:
        """A text with each short form as the one word that it means among what the rules allow."""
        pieces, end, row = list[str](), 0, row_of(self._grammar.vocabulary, text)
        for at, token in enumerate(row.tokens):
            if len(token.text) < 2 or not self._is_strange(row, at):
                continue
            is_dotted = text[token.end : token.end + 1] == "."
            if word := self._whole_word(token.text, is_dotted=is_dotted):
                pieces += [text[end : token.start], word]
                end = token.end + is_dotted
        return "".join(pieces) + text[end:]

    def _whole_word(self, short: str, *, is_dotted: bool) -> str:
        """The word that a short form begins, or of which it has the consonants; "" if they may mean several things."""
        alike = [one for one in self._allowed.words_from(short[0]) if _has_letters(one[0], short)]
        begun = [one for one in alike if one[0].startswith(short)]
        found = begun if begun and (len(short) > 2 or is_dotted) else [] if _VOWELS.search(short[:-1]) else alike
        if any(self._allowed.does_nothing(meanings) for _, meanings in found):
            return ""
        return min(found)[0] if found and frozenset.intersection(*(meanings for _, meanings in found)) else ""

    def _is_strange(self, row: Row, at: int) -> bool:
        """Whether a token is a word that no language and no game knows."""
        token = row.tokens[at]
        is_label = row.text[token.end : token.end + 1].isdigit()
        return token.text.isalpha() and not is_label and at not in row.denied and not is_word(self._grammar, token.text)


def _any_of(texts: Iterable[str]) -> str:
    """A pattern for any of these texts."""
    return "|".join(map(re.escape, sorted(texts)))


@cache
def _apology() -> re.Pattern[str]:
    """Words that say sorry, and one more at the end of its clause."""
    return re.compile(rf"(?<!\S)(?:{_phrases('apology')})\s([^\W\d]{{2,}})(?=\s*(?:[,.;:!)]|\Z))")


@cache
def _phrases(code: str) -> str:
    """A pattern for the phrases under a code, without what is around them."""
    return "|".join(re.escape(" ".join(words)) for words in phrases_under(code))


@cache
def _phrase(code: str) -> re.Pattern[str]:
    """One of the phrases under a code, as whole words."""
    return re.compile(rf"(?<!\S)(?:{_phrases(code)})(?!\S)")


def _has_letters(word: str, short: str) -> bool:
    """Whether a word has the letters of a short form, in this order."""
    left = iter(word)
    return word.isalpha() and all(letter in left for letter in short)
