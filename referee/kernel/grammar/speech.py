"""Words of weight in what people type: those of a game, and those that a language has for every game.

The tables of the languages are in the catalogues of the project: what verbs do (`typed-doing`, and `typed-parted` for
those of two words), quantities (`typed-many`, `typed-ordinal`), and under `typed` what says nothing new.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from referee.kernel.grammar import BREAK, DENY, FILLER, ORIGIN, PHRASE, VERB, Grammar
from referee.kernel.grammar.lexer import Meaning, healed, tokens_of
from referee.kernel.grammar.tokens import row_of
from referee.kernel.sentence import typed_words

DOING = (
    *("put", "move", "go", "back", "discard", "exchange", "take", "choose", "keep", "make", "attack", "defend", "join"),
    *("begin", "settle", "pass", "grow", "announce", "vote", "score", "reenter", "add", "found", "destroy", "buy"),
    "look",
)
"""What verbs do in any game."""

_GENERAL = frozenset(("put", "move", "go", "take", "make", "begin", "settle", "pass"))
"""What verbs do that are said of most orders."""

_MANY = ("1", "2", "3", "4", "5", "6")
_SIGNS = frozenset(",;&:./>→=!()+-*")
_INSTEAD, _BESIDE = "instead", "beside"
"""The phrases after which a thing is left out: the one not meant, and the one beside the place."""

_SLIPPING = 5
"""A word of fewer letters may be any."""

_SHORTEST = 3
"""So many letters of a name tell it among what the rules allow."""


ARTICLE = 2
"""An article that says no number has no more letters: `un`, `an`."""


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """What a game says of its orders beyond its grammar.

    doing    for each thing that verbs do in any game the verbs of this one for it
    places   the sorts that are places
    origins  verbs of which the first value is where something comes from, and those of which all but the first are
    free     verbs of orders that answer no question
    named    verbs that must be named by a word of their own
    last     verbs of orders with which a turn ends
    stands   what a value stands for beside a verb, where that is another one: a colour for a leader
    """

    doing: Mapping[str, str]
    places: frozenset[str]
    origins: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    free: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    stands: Mapping[tuple[str, str], str] = {}


def doing_of(*rows: str) -> dict[str, str]:
    """What verbs do in any game and the verbs of one for it, from rows such as `put: leader card, go: leader`."""
    return dict(part.split(": ") for row in rows for part in row.split(", "))


class TypedWord(msgspec.Struct, frozen=True, kw_only=True):
    """A word of weight: what it may be, how many it says there are, and whether it may as well say nothing new, or is a
    verb said of most orders. Of its verbs those are its `own` that the game has it for; a place is joined to the one
    before it: `d6 and c5`.
    """

    text: str
    verbs: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    values: frozenset[Meaning] = frozenset()
    nouns: frozenset[str] = frozenset()
    number: int = 0
    is_ordinal: bool = False
    is_article: bool = False
    is_origin: bool = False
    is_goal: bool = False
    is_joined: bool = False
    is_light: bool = False
    is_general: bool = False

    @property
    def name(self) -> str:
        """How to name it to who typed it: a space of a board by its label."""
        return min((one.value for one in self.values if len(self.text) == 1), default=self.text)

    @property
    def has_count(self) -> bool:
        """Whether it says a number, and not by an article alone: `one` does, `an` does not."""
        return self.number != 0 and not (self.is_article and len(self.text) <= ARTICLE)

    @property
    def is_number(self) -> bool:
        """Whether it is a number and nothing else."""
        return self.number != 0 and not (self.verbs or self.values or self.nouns)


class _Book(msgspec.Struct, frozen=True):
    """The tables of all languages."""

    light: frozenset[str]
    phrases: Mapping[str, list[tuple[tuple[str, ...], str]]]
    doing: Mapping[str, frozenset[str]]
    parted: Mapping[tuple[str, str], frozenset[str]]
    parted_words: frozenset[str]


@cache
def _words_under(context: str, code: str, sign: str = " ") -> tuple[str, ...]:
    tables = typed_words("", context, code).values()
    return tuple(healed(word).strip() for words in tables for word in words.split(sign))


@cache
def _book() -> _Book:
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    tables = [("typed", "idle", ""), *(("typed", code, code) for code in (_INSTEAD, _BESIDE))]
    tables += [("typed-many", n, n) for n in _MANY]
    for context, code, value in tables:
        for phrase in _words_under(context, code, ","):
            words = tuple(phrase.split())
            phrases.setdefault(words[0], []).append((words, value))
    for known in phrases.values():
        known.sort(key=lambda row: -len(row[0]))
    doing: dict[str, frozenset[str]] = {}
    parted: dict[tuple[str, str], frozenset[str]] = {}
    for what in DOING:
        for word in _words_under("typed-doing", what):
            doing[word] = doing.get(word, frozenset()) | {what}
        for phrase in _words_under("typed-parted", what, ","):
            first, _, second = phrase.partition(" ")
            parted[first, second] = parted.get((first, second), frozenset()) | {what}
    light = frozenset(word for code in ("light", "choosing", "with", "pronoun") for word in _words_under("typed", code))
    return _Book(light, phrases, doing, parted, frozenset(second for _, second in parted))


@cache
def common_words(code: str) -> frozenset[str]:
    """The words under a code of the tables of every language."""
    return frozenset(_words_under("typed", code))


@cache
def endings() -> frozenset[str]:
    """The phrases that say that a line is at its end, each also with a tail: `that is all for today`."""
    tails = ("", *(f" {tail}" for tail in _words_under("typed", "tail", ",")))
    return frozenset(f"{phrase}{tail}" for phrase in _words_under("typed", "ending", ",") for tail in tails)


def in_order_of_time(text: str) -> str:
    """A healed text with its clauses in order of time: in `I pass, but first a farm on E2` and `before I pass, a farm
    on E2` the farm comes first, in `after I pass, a farm on E2` the pass.
    """
    for phrase in _words_under("typed", "first", ","):
        before, found, behind = text.partition(f" {phrase} ")
        if found:
            return f"{behind}, {before.rstrip(' ,')}"
    for code, is_turned in (("before", True), ("after", False)):
        for phrase in _words_under("typed", code, ","):
            if not text.startswith(f"{phrase} "):
                continue
            first, second = _two_clauses(text.removeprefix(f"{phrase} "))
            if second.strip():
                return f"{second.strip()}, {first}" if is_turned else f"{first}, {second.strip()}"
    return text


def with_verbs_whole(grammar: Grammar, text: str) -> str:
    """A healed text with both words of a verb beside each thing between them: `take the king and the priest off the
    table` is `take the king off, take the priest off the table`.
    """
    row = row_of(grammar.vocabulary, text)
    texts = [token.text for token in row.tokens]
    for one, two in _book().parted if any(map(row.separates, range(len(texts)))) else ():
        if one not in texts or two not in texts:
            continue
        first = texts.index(one)
        last = texts.index(two, first + 1) if two in texts[first + 1 :] else 0
        cuts = [at for at in range(first + 1, last) if row.separates(at)]
        if cuts and texts.count(one) == 1 and not any(word in _book().doing for word in texts[first + 1 : last]):
            for at in reversed(cuts):
                text = f"{text[: row.tokens[at].start].rstrip()} {two}, {one}{text[row.tokens[at].end :]}"
            return text
    return text


def _two_clauses(text: str) -> tuple[str, str]:
    """A text at its first comma, or else before its second verb."""
    first, found, second = text.partition(",")
    verbs = [token for token in tokens_of(text) if token.text in _book().doing]
    if found or len(verbs) < 2:
        return first, second
    return text[: verbs[1].start], text[verbs[1].start :]


_WITHOUT_SUBJECT = 2
"""A phrase of more words is known without its `i`, which plain lines do not have."""


@cache
def phrases_under(code: str) -> tuple[tuple[str, ...], ...]:
    """The phrases under a code of the tables of every language, each as its words, the longest first."""
    found = {tuple(phrase.split()) for phrase in _words_under("typed", code, ",")}
    found |= {words[1:] for words in found if words[:1] == ("i",) and len(words) > _WITHOUT_SUBJECT}
    return tuple(sorted(filter(None, found), key=lambda words: (-len(words), words)))


def corrections_in(texts: Sequence[str]) -> Mapping[int, int]:
    """Where words say that what is before them was not meant, and where they end: `no sorry`, `anzi`; some do only
    after a stop: `.., wait, ..`.
    """
    found, end = dict[int, int](), 0
    codes = ("correct", "correct-first")
    first = {code: {words[0] for words in phrases_under(code)} for code in codes}
    for at, text in enumerate(texts):
        is_first = at > 0 and texts[at - 1] in _SIGNS
        phrases = [words for code in codes[: 1 + is_first] if text in first[code] for words in phrases_under(code)]
        known = (words for words in phrases if tuple(texts[at : at + len(words)]) == words)
        words = next(known, None) if at >= end and at else None
        if words is not None:
            end = found[at] = at + len(words)
    return found


def keeps(text: str) -> bool:
    """Whether a healed clause says with its one verb that something stays as it is: `I keep my green card`."""
    told = [doing for word in text.split() if (doing := _book().doing.get(word))]
    return len(told) == 1 and "keep" in told[0]


def does(text: str, what: str) -> bool:
    """Whether the one verb of a healed text may do this in any game: `I leave it as it is` keeps."""
    told = [doing for word in text.split() if (doing := _book().doing.get(word))]
    return len(told) == 1 and what in told[0]


def is_column_word(word: str) -> bool:
    """Whether a letter after a word is a column, and no word of its own: the `e` of `in e la rossa`."""
    return len(word) > 1 and word in common_words("preposition") | common_words("column")


def quantities_in(texts: Sequence[str]) -> frozenset[int]:
    """The places of words that say together how many there are: `tutti e due`."""
    found = (
        range(at, at + len(words))
        for at, text in enumerate(texts)
        for words, value in _book().phrases.get(text, ())
        if value.isdigit() and tuple(texts[at : at + len(words)]) == words
    )
    return frozenset(place for places in found for place in places)


def has_phrase(text: str, code: str, *, is_first: bool = False) -> bool:
    """Whether a phrase under a code is in a healed text, or begins it."""
    pattern, line = _spaced_phrases(code), f" {text} "
    return (pattern.match(line) if is_first else pattern.search(line)) is not None


def without_phrase(text: str, code: str) -> str:
    """A healed text without the phrases under a code."""
    return _spaced_phrases(code).sub(" ", f" {text} ").strip()


@cache
def _spaced_phrases(code: str) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(f" {' '.join(words)} ") for words in phrases_under(code)))


def is_against(word: str) -> bool:
    """Whether a verb of any game says that something stays, comes back or is not done."""
    return not _book().doing.get(word, frozenset()).isdisjoint(("keep", "back", "discard", "pass"))


def is_fact(text: str) -> bool:
    """Whether a healed clause says what is so, and not what to do: `F3 can stay`, `I have two reds`."""
    words = " ".join(token.text for token in tokens_of(text))
    return has_phrase(words, "fact") or has_phrase(words, "owned")


@cache
def _another() -> re.Pattern[str]:
    breaks, others = (_words_under(*table, ",") for table in (("typed", "break"), ("typed-many", "1")))
    words = "|".join(re.escape(word) for one in breaks for word in one.split())
    return re.compile(rf"([,;.]|\b({words}))\s+({'|'.join(map(re.escape, others))})\s*\w")


def goes_on(text: str) -> bool:
    """Whether a healed text goes on with another one of what it has named: that is another order."""
    return _another().search(text) is not None


def with_place(text: str, name: str, codes: Sequence[str] = ("from-there", "there")) -> str:
    """A healed clause with the name of a place where it only says `there`, or `from there`."""
    for code in codes:
        before = f"{min(_words_under('typed', 'from'))} " if code == "from-there" else ""
        for words in phrases_under(code):
            text, count = re.subn(rf"(?<!\S){re.escape(' '.join(words))}(?!\S)", f"{before}{name}", text, count=1)
            if count:
                return text
    return text


@cache
def _ordinals() -> Mapping[str, int]:
    return {word: int(number) for number in _MANY for word in _words_under("typed-ordinal", number)}


def without_question(text: str) -> str:
    """A healed text without its mark if it asks politely: `please, would you put the king on C2?`."""
    plain = text.rstrip("?! ")
    if plain.split() and plain.split()[0] in common_words("asking"):
        return text
    return plain if plain == text.rstrip("! ") or not common_words("polite").isdisjoint(plain.split()) else text


def without_slips(grammar: Grammar, idle: Collection[str], text: str, least: int = _SLIPPING) -> str:
    """A healed text with each unknown word of at least so many letters, or two of them for one name, that is one letter
    off what means one thing alone; the words of orders that do nothing are not taken for such, and a clitic becomes a
    word of its own: `metterlo` is `mettere lo`.
    """
    tokens, pieces, at, end = tokens_of(text), list[str](), 0, 0
    while at < len(tokens):
        known = ""
        for length in (2, 1):
            words = [token.text for token in tokens[at : at + length]]
            if len(words) == length and _is_strange(grammar, words, least):
                known = (_spread(grammar, words[0]) if length == 1 else "") or _near(grammar, idle, "".join(words))
            if known:
                break
        last = tokens[at + length - 1].end
        pieces += [text[end : tokens[at].start], known or text[tokens[at].start : last]]
        at, end = at + length, last
    return "".join(pieces) + text[end:]


def _is_strange(grammar: Grammar, words: Sequence[str], least: int = _SLIPPING) -> bool:
    """Whether no language and no game knows one of these words, which are long enough for a name."""
    is_name = len("".join(words)) >= least and all(word.isalpha() and len(word) >= _SHORTEST for word in words)
    return is_name and not (all(is_word(grammar, word) for word in words) or is_word(grammar, "".join(words)))


def known_words(grammar: Grammar, text: str) -> str:
    """A healed text without the words that no language and no game knows."""
    tokens = tokens_of(text)
    strange = [token for token in tokens if len(token.text) >= _SHORTEST and _is_strange(grammar, [token.text])]
    for token in reversed(strange):
        text = text[: token.start] + text[token.end :]
    return text


def is_word(grammar: Grammar, word: str) -> bool:
    """Whether a language or the game knows a word."""
    is_known = bool(grammar.vocabulary.exact(word)) or word in _house_vocabulary()
    return is_known or any(word in nouns for nouns in grammar.nouns.values())


@cache
def _house_vocabulary() -> frozenset[str]:
    """Every word of the tables of the languages."""
    book = _book()
    codes = ("ending", "correct", "first", "before", "after", "there", "from-there", "then", "but", "one", "pronoun")
    phrases = [*(words for known in book.phrases.values() for words, _ in known), *book.parted]
    phrases += [words for code in codes for words in phrases_under(code)]
    return book.light | book.doing.keys() | _ordinals().keys() | {word for words in phrases for word in words}


def _spread(grammar: Grammar, word: str) -> str:
    """A verb and the pronoun at its end, as two words; "" if the word is not of that kind."""
    for ending in _words_under("typed", "clitic"):
        verb = word.removesuffix(ending)
        for whole in (verb, f"{verb}e") if ending and verb != word else ():
            if whole in _book().doing or any(meaning.sort == VERB for meaning in grammar.vocabulary.exact(whole)):
                return f"{whole} {ending}"
    return ""


def _near(grammar: Grammar, idle: Collection[str], word: str) -> str:
    """The word of one meaning that is one letter off; "" if there is none, or if it would mean that nothing is done."""
    meanings, near = grammar.vocabulary.near(word) or (frozenset[Meaning](), "")
    is_idle = any(m.sort in (PHRASE, DENY, BREAK) or (m.sort == VERB and m.value in idle) for m in meanings)
    return "" if is_idle else near or _common_near(grammar, word)


def _common_near(grammar: Grammar, word: str) -> str:
    """The one word of the tables of the languages with two letters of this one swapped, or without one of two letters
    alike; "" if there is none, if there are several, or if it denies or asks.
    """
    swapped = (f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(len(word) - 1))
    single = (f"{word[:at]}{word[at + 1 :]}" for at in range(len(word) - 1) if word[at] == word[at + 1])
    known = _house_vocabulary() - common_words("unsure") - common_words("nothing")
    found = known.intersection((*swapped, *single)) if len(word) >= _SLIPPING else frozenset()
    is_denial = any(m.sort in (PHRASE, DENY) for one in found for m in grammar.vocabulary.exact(one))
    return min(found) if len(found) == 1 and not is_denial else ""


def doing_from(usage: Usage, letter: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The words with this first letter for what verbs do in any game, and the verbs of this one that each may be."""
    for word, what in _book().doing.items():
        if word[:1] == letter:
            yield word, frozenset(verb for one in what for verb in usage.doing.get(one, "").split())


class Unknown(Exception):
    """A word of a clause that means nothing here, for the refusal."""


class Clause:
    """The words of weight of a clause.

    verbs   those of orders that the rules allow now
    named   the values in them
    """

    def __init__(self, grammar: Grammar, usage: Usage, verbs: frozenset[str], named: frozenset[str], text: str) -> None:
        self._grammar, self._usage, self._verbs, self._named = grammar, usage, verbs, named
        self._row = row_of(grammar.vocabulary, text)
        self._tokens = self._row.tokens
        self._langs = self._row.langs

    def words(self, *, strict: bool = True) -> tuple[TypedWord, ...]:
        """The words, each number with what there are so many of. Raises Unknown, unless what is unknown is left out."""
        found = list[TypedWord]()
        for word in self._words(strict):
            before = found[-1] if found else None
            if before is not None and before.is_number and not before.is_ordinal and self._is_thing(word):
                found[-1] = msgspec.structs.replace(word, number=before.number, is_article=before.is_article)
            else:
                found.append(word)
        return tuple(found)

    def _is_thing(self, word: TypedWord) -> bool:
        return bool(word.values) and not word.number and all(m.sort not in self._usage.places for m in word.values)

    def _words(self, strict: bool) -> Iterator[TypedWord]:
        at, is_origin, left_out, near, has_place, last = 0, False, "", -1, False, -1
        parted = self._verbs_of_two()
        for what, _ in parted.values():
            yield TypedWord(text=what, verbs=self._verbs_doing(frozenset((what,))))
        skipped = {place for first, (_, second) in parted.items() for place in (first, second)}
        while at < len(self._tokens):
            phrase = self._phrase(at)
            if at == near and (self._tokens[at].text in ",;/" or self._is_break(self._tokens[at].text)):
                left_out = _BESIDE  # `next to C2 and D2`
            if at in skipped or at in self._row.denied:
                at += 1
                continue
            if left_out == _BESIDE and self._tokens[at].text in common_words("pronoun"):
                left_out = ""  # `right below him on A9`
            if phrase is not None:
                words, value = phrase
                left_out = value if value in (_INSTEAD, _BESIDE) else "" if value else left_out
                if value.isdigit():
                    yield TypedWord(text=" ".join(words), number=int(value), is_article=value == "1")
                at += len(words)
                continue
            try:
                word, length = self._word(at, is_origin)
            except Unknown:
                if strict:
                    raise
                word, length = None, 1
            if word is not None and not left_out:
                before = [self._row.token(place).text for place in (at - 2, at - 1)]
                is_to = before[before[1] != "the"] in common_words("to")
                is_going = "go" in _book().doing.get(before[0], ()) and self._is_light(at - 1)
                is_place = self._is_place(word)
                is_goal = (is_to or is_going) and is_place and not word.is_origin
                is_joined = is_place and last == at - 1 and self._is_break(before[1])
                word = msgspec.structs.replace(word, is_goal=is_goal, is_joined=is_joined)
                last = at + length if is_place else -1
                has_place = has_place or is_place
                yield word
            elif word is not None and left_out == _BESIDE and self._is_place(word):
                near = at + length
            is_from = any(one in (_FROM, _ORIGIN) for one in self._row.spelled(at, 1)) and not self._row.is_label(at)
            is_origin = is_from or (is_origin and (word is None or not word.values))
            behind = at + length + (self._row.token(at + length).text in common_words("preposition"))
            is_at = word is not None and not self._is_place(word) and self._is_at_place(behind)
            left_out = left_out if word is None or (left_out == _BESIDE and is_at) else ""
            at += length
        if near >= 0 and strict and not has_place:
            raise Unknown(self._row.word(near - 1))  # `next to C2` does not name a place

    def _is_place(self, word: TypedWord) -> bool:
        return any(meaning.sort in self._usage.places for meaning in word.values)

    def _phrase(self, at: int) -> tuple[tuple[str, ...], str] | None:
        for words, value in _book().phrases.get(self._tokens[at].text, ()):
            if tuple(token.text for token in self._tokens[at : at + len(words)]) == words:
                return words, value
        return None

    def _verbs_of_two(self) -> dict[int, tuple[str, int]]:
        """The verbs of two words, where each begins: what it does, and where its second word stands."""
        texts = [token.text for token in self._tokens]
        known = _book().parted
        if _book().parted_words.isdisjoint(texts):
            return {}
        return {
            first: (min(known[one, other]), second)
            for first, one in enumerate(texts)
            for second, other in enumerate(texts)
            if first < second and (one, other) in known and not self._is_at_place(second + 1)
        }

    def _is_at_place(self, at: int) -> bool:
        """Whether a place begins at a token: the `su` of `metto il re su G1` belongs to it."""
        names = self._row.names(at) if at < len(self._tokens) else ()
        return any(one.sort in self._usage.places for _, meanings in names for one in meanings)

    def _word(self, at: int, is_origin: bool) -> tuple[TypedWord | None, int]:
        """The word that begins at a token, None if it says nothing, and of how many tokens it is. Raises Unknown."""
        row, text = self._row, self._tokens[at].text
        for length in (4, 3, 2):
            verbs = frozenset(m.value for m in row.spelled(at, length) if m.sort == PHRASE)
            if verbs:
                return TypedWord(text=text, verbs=verbs), length
        for length, meanings in row.names(at):
            values = frozenset(m for m in meanings if m.sort not in _NO_VALUES and not self._is_number(m))
            verbs = frozenset(m.value for m in meanings if m.sort == VERB)
            if length > 1 and (values or verbs):
                return TypedWord(text=text, verbs=verbs, values=values, is_origin=is_origin), length
            if length == 1 and (word := self._token_word(at, values, verbs, meanings, is_origin)) is not None:
                return word, 1
        if text in _SIGNS:
            return None, 1
        if row.is_label(at):
            raise Unknown(row.word(at))
        if text.isdigit() and len(text) <= 2:
            return TypedWord(text=text, number=int(text) or -1), 1
        if (word := self._token_word(at, frozenset(), frozenset(), (), is_origin)) is not None:
            return word, 1
        if self._is_light(at):
            return None, 1
        begun = self._beginnings(text)
        if len(begun) != 1:
            raise Unknown(row.word(at))
        return TypedWord(text=text, values=begun, is_origin=is_origin), 1

    def _token_word(
        self, at: int, values: frozenset[Meaning], verbs: frozenset[str], meanings: tuple[Meaning, ...], is_origin: bool
    ) -> TypedWord | None:
        """A word of one token, by all that the game and the languages know of it; None if it has no weight."""
        text, is_light = self._tokens[at].text, self._is_light(at)
        if len(text) == 1:
            before, here, behind = (self._row.token(place) for place in (at - 1, at, at + 1))
            touched = {one.text for one in (before, behind) if one.end == here.start or one.start == here.end}
            is_torn = any(map(str.isdigit, touched)) or len({one.sort for one in values}) < len(values)
            if is_torn:
                raise Unknown(self._row.word(at))
            is_last = not behind.text or behind.text in _SIGNS or self._is_break(behind.text)
            is_named = text != "a" or behind.text in common_words("courtesy")
            is_last = is_last or (is_named and is_column_word(before.text)) or before.text in common_words("column")
            is_light = is_light and not (values and is_last)
            values = frozenset() if is_light else values  # an article
        doing = (
            frozenset[str]()
            if any(self._grammar.verbs[verb].parts for verb in verbs & self._verbs)
            else self._verbs_doing(_book().doing.get(text, frozenset()))
        )
        number = next((int(m.value) or -1 for m in meanings if self._is_number(m)), 0)
        ordinal = _ordinals().get(text, 0)
        is_article = text in common_words("one")
        word = TypedWord(
            text=text,
            verbs=verbs.union(doing, *(self._grammar.verbs[verb].also for verb in verbs)),
            own=verbs,
            values=values,
            nouns=frozenset(verb for verb, nouns in self._grammar.nouns.items() if text in nouns),
            number=1 if is_article else number or ordinal,
            is_ordinal=ordinal > 0,
            is_article=is_article,
            is_origin=is_origin,
            is_light=is_light,
            is_general=not values and self._is_general(text, verbs),
        )
        return word if word.verbs or word.values or word.nouns or word.number else None

    def _is_general(self, text: str, own: frozenset[str]) -> bool:
        """Whether a word is a verb said of most orders, and of none that the rules allow by itself."""
        what = _book().doing.get(text, frozenset())
        return what <= _GENERAL and bool(what - {"pass"}) and not any(self._grammar.verbs[v].parts for v in own)

    def _is_number(self, meaning: Meaning) -> bool:
        sort = self._grammar.sorts.get(meaning.sort)
        return sort is not None and sort.number

    def _is_light(self, at: int) -> bool:
        text = self._tokens[at].text
        known = any(m.sort in (FILLER, BREAK, ORIGIN) or m == _FROM for m in self._grammar.vocabulary.exact(text))
        return (known and self._row.stands_alone(at)) or text in _book().light

    def _is_break(self, text: str) -> bool:
        return any(meaning.sort == BREAK for meaning in self._grammar.vocabulary.exact(text))

    def _verbs_doing(self, what: frozenset[str]) -> frozenset[str]:
        return frozenset(verb for one in what for verb in self._usage.doing.get(one, "").split())

    def _beginnings(self, text: str) -> frozenset[Meaning]:
        if len(text) < _SHORTEST:
            return frozenset()
        begun = self._grammar.vocabulary.begun(text, self._langs)
        return frozenset(meaning for meaning in begun if meaning.value in self._named)


_ORIGIN = Meaning(ORIGIN, "")
_FROM = Meaning("from", "from")
_NO_VALUES = frozenset((FILLER, BREAK, ORIGIN, VERB, PHRASE, DENY, "from"))


@lru_cache(1 << 10)
def text_without_fillers(grammar: Grammar, text: str) -> str:
    """A healed text without what says nothing in any game, and quantities of several words as numbers."""
    row, pieces, at, end = row_of(grammar.vocabulary, text), list[str](), 0, 0
    tokens, book = row.tokens, _book()
    while at < len(tokens):
        texts = tuple(token.text for token in tokens[at : at + 6])
        phrase = next((row for row in book.phrases.get(texts[0], ()) if texts[: len(row[0])] == row[0]), None)
        if phrase is not None and phrase[1] not in (_INSTEAD, _BESIDE):
            is_letter = any(len(piece) == 1 and piece.isalpha() for piece in pieces)  # `I take both` is not I2
            number_words = _words_under("typed-number", phrase[1]) if is_letter and phrase[1] else ()
            pieces.append(f" {next(iter(number_words), phrase[1])} ")
            at += len(phrase[0])
        elif length := row.phrase(at):
            at += length
            pieces.append(text[end : tokens[at - 1].end])
        else:
            is_second = any((token.text, texts[0]) in book.parted for token in tokens[:at])
            is_kept = is_second or texts[0] not in book.light or bool(grammar.vocabulary.exact(texts[0]))
            pieces += [text[end : tokens[at].start], texts[0] if is_kept else ""]
            at += 1
        end = tokens[at - 1].end
    return " ".join("".join(pieces).split())


@cache
def _second_words() -> Mapping[str, list[tuple[str, frozenset[str]]]]:
    """The second words of verbs of two words, and what these do, by the first."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for (one, two), known in _book().parted.items():
        found.setdefault(one, []).append((two, known))
    return found


def verbs_first(grammar: Grammar, usage: Usage, text: str, verbs: frozenset[str]) -> Iterator[tuple[str, str]]:
    """A plain text with each verb that a word of it may stand for, and the rest of it; what a word does in any game is
    not asked where one of `verbs`, those of orders that the rules allow, is its own.
    """
    tokens, book = tokens_of(text), _book()
    texts = [token.text for token in tokens]
    for at, word in enumerate(texts):
        doing = [(what, at) for what in sorted(book.doing.get(word, ()))]
        for two, known in _second_words().get(word, ()):
            if two in texts[at + 1 :]:
                doing += [(what, texts.index(two, at + 1)) for what in sorted(known)]
        own = [m.value for m in grammar.vocabulary.exact(word) if m.sort == VERB]
        doing = [] if not verbs.isdisjoint(own) else doing
        for verbs_of_word, second in (
            *((usage.doing.get(what, "").split(), second) for what, second in doing),
            (own, at),
        ):
            left = [token for place, token in enumerate(tokens) if place not in (at, second)]
            rest = "".join(" " * (token.start > 0) * (before is None or before.end < token.start) + token.text
                           for before, token in zip((None, *left), left, strict=False))  # fmt: skip
            yield from ((verb, rest.strip()) for verb in verbs_of_word)
