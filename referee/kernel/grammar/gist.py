"""What a typed line says, without what chooses nothing: reasons, remarks and words that nobody knows; short forms
become the words that they mean among what the rules allow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise

import msgspec

from referee.kernel.grammar.allowed import AllowedOrders
from referee.kernel.grammar.lexer import Token, tokens_of
from referee.kernel.grammar.speech import (
    TypedWord,
    common_words,
    is_word,
    phrases_under,
    text_without_fillers,
    with_numbers_short,
    without_slips,
)
from referee.kernel.grammar.tokens import Row, row_of

_STOPS = r"([,;:!?\n]|\.(?=\s|\Z)|\s-\s)"
_SIGNS = (
    (r"\s*(?:[-=]>|→)\s*", " to "),
    (r"\bw/\s*", "with "),
    (r"(?<=[^\W\d])/(?=[^\W\d])", " "),
    (r"@\s*", " at "),
    (r"(?:(?<=[,;.:]\s)|\A|(?<=\band\s))i\s(?=[^\W\d]{3})", ""),
    (r"(?<=[^\W\d]{4})\ss(?=\s[^\W\d]{3})", ""),
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

_SEVERAL = 2
"""So many places may be counted."""

_VOWELS = re.compile("[aeiou]")


class Gist(msgspec.Struct, frozen=True):
    """A line without what chooses nothing; `is_whole` if every word left out is known to be of that kind, `is_loose` if
    whatever is not a word of an order may be left out.
    """

    text: str
    is_whole: bool
    is_loose: bool = False


def gists_of(allowed: AllowedOrders, idle: Collection[str], text: str) -> Iterator[Gist]:
    """What a healed line may come to, the least left out first; without words that nobody knows only if it offers no
    choice.
    """
    trimmed = _Trimming(allowed)
    if any(token.text.isalpha() and trimmed.is_torn(text, token) for token in tokens_of(text)):
        return
    if "+" in text and trimmed.denies(text):
        return  # `never a farm + a temple`
    between = _any_of(common_words("between"))
    text = re.sub(rf"\b(?:{between})\s(?:\w{{2,3}}\s)?([a-z])\s(?:e|and)\s(?:\w{{2,3}}\s)?([a-z])\b", r"\1-\2", text)
    for sign, meant in _SIGNS:
        text = re.sub(sign, meant, text)
    certain = trimmed.without_asides(text, "reason", lambda left: not trimmed.is_order(left))
    certain = trimmed.without_asides(certain, "fact", trimmed.is_remark)
    if any(part.most > 1 for verb in allowed.verbs for part in allowed.grammar.verbs[verb].parts):
        certain = trimmed.without_conditions(certain)
    for line in dict.fromkeys((certain, trimmed.without_asides(certain, "relative", trimmed.may_omit))):
        full = without_slips(allowed.grammar, idle, trimmed.in_full(line))
        yield Gist(full, True)
        if "?" not in full and common_words("unsure").isdisjoint(text_without_fillers(allowed.grammar, full).split()):
            yield Gist(trimmed.without_remarks(trimmed.in_known_words(full)), False)
    if trimmed.is_plain(full):
        yield Gist(_in_few_words(allowed, full), False, True)


def _in_few_words(allowed: AllowedOrders, text: str) -> str:
    """A healed text with each place by its name alone, one order a clause, and no number that counts the places."""
    joins = _any_of(common_words("linking"))
    text = re.sub(rf"\b(?:that|which|che)\s(?:{joins})\s([a-z])\s(?:e|and)\s([a-z])\b", r"\1-\2", text)
    beside, before = _one_of("beside"), _any_of(common_words("preposition"))
    text = re.sub(rf"\b(?:{beside})\s(?:\w+\s){{0,4}}?[a-z]\d+,?\s(?=(?:{before})\s[a-z]\d)", "", text)
    text = with_numbers_short(text)
    row = row_of(allowed.grammar.vocabulary, text)
    spans, cuts = _places_of(allowed, row), list[tuple[int, int, str]]()
    for first, _ in spans:
        at = first - (row.token(first - 1).text in common_words("preposition") | {"of", "di"})
        begun = at
        while begun and _is_of_game(allowed, row, begun - 1):
            begun -= 1
        kept = begun - (row.token(begun - 1).text == "the")
        if begun < at and row.token(kept - 1).text in common_words("on-the"):
            cuts.append((row.tokens[kept - 1].end, row.tokens[first].start, " "))
    cuts += _counts_of_places(allowed, row, spans)
    ends = {last for _, last in spans}
    for at, token in enumerate(row.tokens):
        follows = [first for first, _ in spans if first > at]
        is_many = len(token.text) > 1 and any(w.number for w in allowed.words(token.text, strict=False))
        if at in ends and is_many and follows and not any(map(row.separates, range(at, follows[0]))):
            cuts.append((token.start, token.start, ", "))
    for start, end, put in sorted(cuts, reverse=True):
        text = f"{text[:start]}{put}{text[end:]}"
    return " ".join(text.split()).replace(" ,", ",")


def _counts_of_places(allowed: AllowedOrders, row: Row, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """Where a number is that counts the places joined after it: `two temples on B9 and B10`."""
    numbers = [
        (at, word.number)
        for at, token in enumerate(row.tokens)
        if not any(first <= at < last for first, last in spans)
        for word in allowed.words(token.text, strict=False)
        if word.number and not word.is_ordinal and len(token.text) > 1
    ]
    if len(numbers) != 1 or numbers[0][1] != len(spans) or len(spans) < _SEVERAL or spans[0][0] < numbers[0][0]:
        return
    between = {token.text for (_, end), (begin, _) in pairwise(spans) for token in row.tokens[end:begin]}
    if between <= {",", "&", *common_words("preposition")} | {one for one in between if allowed.cuts(one)}:
        token = row.tokens[numbers[0][0]]
        yield token.start, token.end, ""


def _places_of(allowed: AllowedOrders, row: Row) -> list[tuple[int, int]]:
    """Where the names of places of more than a letter begin and end."""
    found, at = list[tuple[int, int]](), 0
    while at < len(row.tokens):
        known = [n for n, meanings in row.names(at) if any(one.sort in allowed.usage.places for one in meanings)]
        length = next((n for n in known if n > 1 or len(row.tokens[at].text) > 1 or _is_column(row, at)), 0)
        found += [(at, at + length)] if length else []
        at += length or 1
    return found


def _is_column(row: Row, at: int) -> bool:
    """Whether a letter comes after a preposition and before the end of what it belongs to: `the black in A`."""
    before, behind = row.token(at - 1).text, row.token(at + 1).text
    is_last = not behind or behind in ",;.:)" or len(behind) > 1
    return is_last and len(before) > 1 and before in common_words("preposition") | {"column", "colonna"}


def _is_of_game(allowed: AllowedOrders, row: Row, at: int) -> bool:
    """Whether a token is a word for a thing of the game and no number, or a sign between two."""
    text = row.tokens[at].text
    words = allowed.words(text, strict=False) if len(text) > 1 else ()
    return text == "/" or any((word.values or word.nouns) and not word.number for word in words)


_THINGS = re.compile(r"(?:\s[^\W\d]+)?\s*[,:]\s*(.+?)(?=\Z|[.;]|\s(?:then|poi)\b)")
"""After a number, each of the things that it counts."""


def without_sums(allowed: AllowedOrders, text: str) -> str:
    """A healed text without a number that says how many the things after it are: `two, a market and a farm`."""
    for token in tokens_of(text) if "," in text or ":" in text else ():
        found = _THINGS.search(text, token.end)
        count = next((word.number for word in allowed.words(token.text, strict=False)), 0) if found else 0
        if found is None or found.start() != token.end or count < 2 or text[token.start - 1 : token.start].isalpha():
            continue
        things = allowed.words(found[1], strict=False)
        is_plain = all(word.number and not word.is_number and not word.verbs for word in things)
        is_here = any(one.sort in allowed.usage.places for word in things for one in word.values)
        if is_plain and not is_here and sum(word.number for word in things) == count:
            return f"{text[: token.start]}{text[found.start(1) :]}"
    return text


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

    def is_plain(self, text: str) -> bool:
        """Whether a text denies nothing, offers no choice and names no place that there is not."""
        exact = self._grammar.vocabulary.exact
        labels = re.findall(r"[^\W\d_]+\d+|\d+[^\W\d_]+|\d{3,}", text)
        has_weight = re.search(
            rf"(?<!\S)(?:{'|'.join(map(_one_of, ('provided', 'instead', 'before', 'after')))})(?!\S)", text
        )
        unsure = common_words("unsure").intersection(re.findall(r"\w+", text))
        is_sure = "?" not in text and all(map(exact, unsure))
        is_prose = re.search(r"[^\s\w,;:.!()/&'\"-]|(?<!\S)-\w", text) is None
        return is_prose and is_sure and not has_weight and all(map(exact, labels)) and not self.denies(text)

    def is_torn(self, text: str, token: Token) -> bool:
        """Whether an unknown word touches a sign or a number, as no word of prose does."""
        touches = re.match(r"[^\s\w,;:.!?()/]|\d", text[token.start - 1 : token.start]) is not None
        return touches and not is_word(self._grammar, token.text)

    def is_order(self, text: str) -> bool:
        """Whether a part of a line names a place and by itself one order that the rules allow."""
        words = self._words(text)
        said = [word for word in words if word.values or word.verbs]
        return len(said) > 1 and self._has_place(words) and bool(self._allowed.meant(words))

    def may_omit(self, text: str) -> bool:
        """Whether a part of a line may be a remark: it names no place and no number, and denies nothing."""
        words = self._words(text)
        return not (self._has_place(words) or any(word.number > 1 for word in words) or self.denies(text))

    def is_remark(self, text: str) -> bool:
        """Whether a part of a line may be a remark, and is by itself no order that the rules allow."""
        return self.may_omit(text) and not self._allowed.meant(self._words(text))

    def _names_nothing(self, text: str) -> bool:
        """Whether a part of a line may be a remark, and names nothing of an order."""
        return self.may_omit(text) and not any(word.values for word in self._words(text))

    def without_asides(self, text: str, code: str, may_omit: Callable[[str], bool]) -> str:
        """A text without its words from one such as `because` to the next stop, and without brackets."""
        text = re.sub(r"\(([^()]*)\)?", lambda found: ", " if self._names_nothing(found[1]) else f" {found[1]} ", text)
        pieces = re.split(_STOPS, text)
        for at in range(0, len(pieces), 2):
            found = re.search(rf"(?<!\S)(?:{_one_of(code)})(?!\S)", pieces[at])
            if found is None:
                continue
            breaks = (
                m.end() for m in re.finditer(r"\w+", pieces[at][: found.start()]) if m[0] in common_words("break")
            )
            start = max(breaks, default=0)
            start = start if code == "fact" else found.start()
            if (
                may_omit(pieces[at][start:])
                and not self._goes_on(pieces[at][found.end() :])
                and not self._grammar.vocabulary.ends_denied(pieces[at])
            ):
                pieces[at] = pieces[at][:start]
        kept = "".join(pieces)
        return kept if re.search(r"\w", kept) else text

    def _goes_on(self, text: str) -> bool:
        """Whether what is said after a reason has another order: `since he is weak and I change two tiles`."""
        parts = re.split(rf"\s(?:{_any_of(common_words('break') | {'and', 'e'})})\s", text)[1:]
        return any(word.own & self._allowed.verbs for part in parts for word in self._words(part))

    def without_conditions(self, text: str) -> str:
        """A text without the words from `if` to the next thing or stop, where orders say what is next best."""
        pieces = re.split(_STOPS, text)
        for at in range(0, len(pieces), 2):
            found = re.search(rf"(?<!\S)(?:{_one_of('provided')})(?!\S)", pieces[at])
            if found is not None:
                words = self._words(pieces[at][found.end() :])
                named = [w.text for w in words if w.values and not w.is_light and len(w.text) > 1]
                left = pieces[at].find(named[0], found.end()) if named else len(pieces[at])
                if any(word.number > 1 for word in self._words(pieces[at][found.end() : left])):
                    continue
                before = re.sub(rf"(?:[\s,]|\b(?:{_one_of('joint')})\b)*\Z", "", pieces[at][: found.start()])
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
        return min(found)[0] if found and frozenset.intersection(*(meanings for _, meanings in found)) else ""

    def _is_strange(self, row: Row, at: int) -> bool:
        """Whether a token is a word that no language and no game knows."""
        token = row.tokens[at]
        is_label = row.text[token.end : token.end + 1].isdigit()
        return token.text.isalpha() and not is_label and at not in row.denied and not is_word(self._grammar, token.text)

    def in_known_words(self, text: str) -> str:
        """A text without the words that nobody knows, but those that may name a thing or a place."""
        row = row_of(self._grammar.vocabulary, text)
        for at in reversed([at for at in range(len(row.tokens)) if self._is_strange(row, at)]):
            if not self._may_name(row, at):
                text = text[: row.tokens[at].start] + text[row.tokens[at].end :]
        return text

    def _may_name(self, row: Row, at: int) -> bool:
        """Whether an unknown word may be a thing that goes to a place of its part of a line, or a place itself."""
        stops = [n for n, token in enumerate(row.tokens) if token.text in ",;:.!?" or row.separates(n)]
        first = max((n + 1 for n in stops if n < at), default=0)
        last = min((n for n in stops if n > at), default=len(row.tokens))
        words = self._words(row.text[row.tokens[first].start : row.tokens[last - 1].end])
        if not self._has_place(words):
            return at > first and row.tokens[at - 1].text in common_words("preposition")
        return first > 0 and not any(word.verbs or (word.values and not self._has_place((word,))) for word in words)

    def without_remarks(self, text: str) -> str:
        """A text without its parts that say nothing of an order and deny nothing."""
        pieces = re.split(_STOPS, text)[::2]
        return ", ".join(piece.strip() for piece in pieces if self._words(piece) or self.denies(piece))


def _any_of(texts: Iterable[str]) -> str:
    """A pattern for any of these texts."""
    return "|".join(map(re.escape, sorted(texts)))


def _one_of(code: str) -> str:
    """A pattern for the phrases under a code."""
    return "|".join(re.escape(" ".join(words)) for words in phrases_under(code))


def _has_letters(word: str, short: str) -> bool:
    """Whether a word has the letters of a short form, in this order."""
    left = iter(word)
    return word.isalpha() and all(letter in left for letter in short)
