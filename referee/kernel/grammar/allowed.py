"""A clause read against the orders that the rules allow now: what names exactly one of them is that one.

An order is the verb, the values and the numbers of its spelling. Every word of weight of the clause must be one of
them, each used once; what the clause leaves out must follow from what it says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from referee.kernel.grammar import BREAK, VERB, Grammar
from referee.kernel.grammar.lexer import Meaning, healed
from referee.kernel.grammar.speech import ARTICLE, Clause, TypedWord, Usage, common_words, doing_from, has_phrase
from referee.kernel.grammar.tokens import memo

_FEW = 5
"""So many orders are named to somebody whose line is not understood."""

_MOST = 9
"""An order is repeated at most so often."""


class Facets(msgspec.Struct, frozen=True):
    """An order as it is spelled, cut up; `pairs` are where the values begin that are one name: `red-green`."""

    spelled: str
    verb: str
    values: tuple[str, ...]
    numbers: tuple[int, ...]
    pairs: tuple[int, ...]


@lru_cache(1 << 13)
def facets_of(spelled: str, called: str) -> Facets:
    """The verb, the values and the numbers of an order, by what it is called."""
    verb, _, rest = called.partition(" ")
    words = re.findall(r"[^\W\d_]+\d+|\d+|[^\W\d_]+|-", rest)
    numbers = tuple(int(word) for word in words if word.isdigit())
    values, pairs = list[str](), list[int]()
    for word in words:
        if word == "-":
            pairs.append(len(values) - 1)
        elif not word.isdigit():
            values.append(word)
    return Facets(spelled, verb, tuple(values), numbers, tuple(pairs))


class Fit(msgspec.Struct, frozen=True):
    """An order that a clause names, or of which it names a part only: how much of it is unsaid, how often it is meant,
    and whether a word is its own verb.
    """

    row: Facets
    unsaid: int
    times: int
    is_named: bool
    is_whole: bool
    has_value: bool
    """Whether a word names one of its values, if it has any: `I swap my tile` does not choose the shortest order."""


class AllowedOrders:
    """The orders that the rules allow, each as it is spelled and what it is called now; `idle` are those that do
    nothing, the likeliest first.
    """

    def __init__(self, grammar: Grammar, usage: Usage, orders: Iterable[tuple[str, str]], idle: Sequence[str]) -> None:
        self.grammar, self.usage, self._all_idle = grammar, usage, frozenset(idle)
        self.rows = [facets_of(spelled, called) for spelled, called in orders]
        self.spellings = frozenset(row.spelled for row in self.rows)
        self.idle = next((one for one in idle if one in self.spellings), None)
        self.asked = [row for row in self.rows if row.verb not in usage.free]
        self.doing = [row for row in self.asked if row.spelled not in idle]
        self._counting = frozenset(row.verb for row in self.asked if row.numbers)
        self._kept: dict[tuple[Any, ...], Any] = {}
        self.verbs = frozenset(row.verb for row in self.asked)
        self._named = frozenset(value for row in self.rows for value in row.values)
        doing = {row.verb for row in self.doing}
        self._only = doing.pop() if len(doing) == 1 else ""
        self._carried = {verb: frozenset(v for row in self.rows if row.verb == verb for v in row.values)
                         for verb in self.verbs}  # fmt: skip

    def words(self, text: str, *, strict: bool = True) -> tuple[TypedWord, ...]:
        """The words of weight of a clause. Raises `speech.Unknown`, unless what is unknown is left out."""
        return self._words(text, strict)

    @memo
    def _words(self, text: str, strict: bool) -> tuple[TypedWord, ...]:
        return Clause(self.grammar, self.usage, self.verbs, self._named, healed(text)).words(strict=strict)

    @memo
    def meant(self, words: tuple[TypedWord, ...]) -> list[str]:
        """The orders that a clause names, several if a number of it says so; none if it may be several."""
        fits = [fit for fit in self._fits(words) if fit.is_whole]
        least = min((fit.unsaid for fit in fits), default=0)
        best = [fit for fit in fits if fit.unsaid == least]
        best = [fit for fit in best if fit.is_named] or best
        if len(best) > 1:
            best = [fit for fit in best if self._is_in_order(fit.row, words)] or best
        if len(best) == 1 and (best[0].has_value or len(fits) == 1):
            return [best[0].row.spelled] * best[0].times
        if len(best) > 1 and all(fit.times == len(best) for fit in best) and len({fit.row.verb for fit in best}) == 1:
            return [fit.row.spelled for fit in best]  # `the two infantries to the Sahara`, one from either place
        return []

    @memo
    def holding(self, words: tuple[TypedWord, ...]) -> list[str]:
        """Every order that does something and has all that a clause names."""
        rows = [fit.row for fit in self._fits(words) if fit.is_whole] if words else self.doing
        return [row.spelled for row in rows if row.spelled not in self._all_idle]

    def cuts(self, text: str) -> bool:
        """Whether a word joins clauses."""
        return self.grammar.vocabulary.may_be(text, BREAK)

    def _is_place(self, word: TypedWord) -> bool:
        return any(one.sort in self.usage.places for one in word.values)

    def every_holding(self, words: Sequence[TypedWord]) -> frozenset[str]:
        """Every order that has all that a clause names, one that does nothing as well, and be it a bare number."""
        return frozenset(fit.row.spelled for fit in self._fits(tuple(words)))

    def pieces(self, words: Sequence[TypedWord]) -> Counter[str]:
        """What words say of an order: the pieces of their values, each as often as it is said, and their numbers."""
        said = Counter[str]()
        for word in words:
            pieces = {piece for meaning in word.values for piece in _parts_of_value(meaning)}
            pieces |= {other for (_, value), other in self.usage.stands.items() if value in pieces}
            said.update({piece: max(1, word.number) for piece in pieces})
            said.update([str(word.number)] * (word.number > 0))
        return said

    def is_unclear(self, words: Sequence[TypedWord]) -> bool:
        """Whether a bare name, where it is not known what will be asked, is one of several kinds of thing."""
        if any(word.verbs or not (word.values or word.number) for word in words):
            return False
        sets = [frozenset(meaning.sort for meaning in word.values) for word in words if word.values]
        sorts = frozenset.intersection(*sets) if sets else frozenset()
        bare = [verb for verb in self.grammar.verbs.values() if verb.bare and verb.name not in self.usage.free]
        needed = [[part.sort for part in verb.parts if part.least] for verb in bare]
        if not sorts.isdisjoint(self.usage.places):
            taken = ({part.sort for part in verb.parts} & sorts & self.usage.places for verb in bare)
            return sum(bool(own) and own.issuperset(must) for own, must in zip(taken, needed, strict=True)) > 1
        return len({sort for one in needed for sort in one if len(one) == 1 and sort in sorts}) > 1

    @memo
    def words_from(self, letter: str) -> list[tuple[str, frozenset[Any]]]:
        """The words with this first letter for what these orders name or do, and what each means of that."""
        found = list[tuple[str, frozenset[Any]]]()
        for word, meanings in self.grammar.vocabulary.words_from(letter):
            own = frozenset(one for one in meanings if self._may_name(one))
            found += [(word, own)] if own else []
        for word, verbs in doing_from(self.usage, letter):
            found += [(word, verbs & self.verbs)] if verbs & self.verbs else []
        nouns = ((word, verb) for verb in self.verbs for word in self.grammar.nouns[verb] if word[:1] == letter)
        return [*found, *((word, frozenset((f"{verb}:",))) for word, verb in nouns)]

    def may_name(self, word: TypedWord) -> bool:
        """Whether a word may name a value of these orders."""
        return any(self._named.issuperset(_parts_of_value(one)) for one in word.values)

    def place_by_side(self, text: str, words: Sequence[TypedWord]) -> Meaning | None:
        """The place of these orders that a text names by its side, as in `the upper one`; None if it names no side, or
        several places are on that side.
        """
        sides = [side for side in SIDES if has_phrase(text, side)]
        rows = [word.number for word in words if word.is_number] if has_phrase(text, "row") else []
        if not sides and len(rows) != 1:
            return None
        held = self.every_holding([word for word in words if word.verbs or word.values])
        names = {value for row in self.doing if row.spelled in held for value in row.values}
        places = {one.value: one for name in names for one in self.grammar.vocabulary.exact(healed(name))
                  if one.sort in self.usage.places}  # fmt: skip
        left = [(name, *_cell_of(name)) for name in places if re.fullmatch(_CELL, name)]
        left = [cell for cell in left if cell[2] in rows] if rows else left
        for side in sides:
            ends = [cell[1 if side in ("left", "right") else 2] for cell in left]
            end = (min if side in ("left", "top") else max)(ends, default=None)
            left = [cell for cell, at in zip(left, ends, strict=True) if at == end]
        return places[left[0][0]] if len(left) == 1 else None

    def places_near(self, places: Collection[Meaning]) -> frozenset[Meaning]:
        """The places of these orders that touch one of some places of a board with rows and columns."""
        here = [_cell_of(one.value) for one in places if re.fullmatch(_CELL, one.value)]
        names = {value for row in self.doing for value in row.values if re.fullmatch(_CELL, value)}
        near = {name for name in names for cell in here if _steps(cell, _cell_of(name)) == 1}
        found = (one for name in near for one in self.grammar.vocabulary.exact(healed(name)))
        return frozenset(one for one in found if one.sort in self.usage.places)

    def does_nothing(self, meanings: Collection[Any]) -> bool:
        """Whether what a word may mean is an order that does nothing."""
        return any(isinstance(one, Meaning) and one.sort == VERB and one.value in self._all_idle for one in meanings)

    def _may_name(self, meaning: Meaning) -> bool:
        if meaning.sort == VERB:
            return meaning.value in self.verbs
        is_silent = any(self.says_nothing(verb, meaning) for verb in self.verbs)
        return is_silent or self._named.issuperset(_parts_of_value(meaning))

    def names(self, text: str) -> bool:
        """Whether a line names anything of these orders."""
        return any(word.values or word.verbs & self.verbs for word in self.words(text, strict=False))

    def near(self, text: str, rest: str = "") -> list[str]:
        """The orders that have most of what a clause names, and then of the `rest` of its line, the plainest first and
        what was named first before the others; one of each verb if it names nothing.
        """
        words, behind = (self.words(one, strict=False) for one in (text, rest))
        named = {one for word in (*words, *behind) for meaning in word.values for one in _parts_of_value(meaning)}
        told = {verb for word in words for verb in word.verbs}
        idle = {one.partition(" ")[0] for one in self._all_idle}
        own = {verb for word in words for verb in word.own if len(word.own) == 1 or verb in idle}
        nouns = {verb for word in words for verb in word.nouns}
        counts, later = ({word.number for word in some if word.number > 1} for some in (words, behind))

        @cache  # most orders differ only in what nobody has named
        def counts_of(values: tuple[str, ...]) -> tuple[int, int]:
            count, left = _values_in(values, words)
            return count, _values_in(left, behind)[0]

        def points(row: Facets) -> tuple[int, bool, int, int]:
            count, beside = counts_of(tuple(filter(named.__contains__, row.values)))
            held = 3 * count + 3 * (row.verb in told) + (row.verb in nouns)
            held += 3 * (row.verb in own) + 2 * (not counts.isdisjoint(row.numbers))
            beside += not later.isdisjoint(row.numbers)
            is_free = 4 * (row.verb in self.usage.free)
            return held - is_free, row.spelled not in self._all_idle, beside, -len(row.values) - len(row.numbers)

        scores = {row: points(row) for row in self.rows}
        best = max(scores.values(), default=(0,))
        if best[0] <= 0:
            first = sorted(self.asked, key=lambda row: row.spelled in self._all_idle)
            return list({row.verb: row.spelled for row in reversed(first)}.values())[: -_FEW - 1 : -1]
        goals = [(at, meaning) for at, word in enumerate(words) if not word.is_origin for meaning in word.values]
        said = {piece: at for at, meaning in reversed(goals) for piece in _parts_of_value(meaning)}
        likely = sorted(
            (row for row in scores if scores[row] == best),
            key=lambda row: [said.get(value, len(words)) for value in row.values],
        )
        found = [row.spelled for row in likely]
        return [*found[:_FEW], *([".."] if len(found) > _FEW else [])]

    @staticmethod
    def _is_in_order(row: Facets, words: Sequence[TypedWord]) -> bool:
        said = [piece for word in words for m in word.values for piece in _parts_of_value(m) if piece in row.values]
        return said == [value for value in row.values if value in said]

    @memo
    def _fits(self, words: tuple[TypedWord, ...]) -> list[Fit]:
        """The orders of which a clause names at least a part, the last first."""
        if any(word.is_number and word.is_article for word in words) and any(
            word.number > 1 and not word.is_ordinal for word in words
        ):
            return []  # `two farms, one in E1`: not two there
        counts = {(word.values, word.number) for word in words if word.values and word.number and not word.is_ordinal}
        if len({values for values, _ in counts}) < len(counts):
            return []  # `a temple, two temples`
        order = sorted(words, key=lambda word: (len(word.values) > 1, bool(word.verbs)))
        found = (1 << len(self.asked)) - 1
        verbs = [word.own for word in words if word.own]
        named = self.usage.named.intersection(*verbs) if verbs else frozenset[str]()
        for word in words:
            is_free = word.is_light or word.is_number or word.is_general or (named and bool(word.values))
            found &= found if is_free else self._rows_with(word)
        own = [word.own for word in words if word.text]
        told = {verb: self._says_verb(verb, words) for verb in self.verbs} if found else {}
        has_place = any(map(self._is_place, words))
        kept = dict[
            Any, Fit | None
        ]()  # where no place is said, orders differ in more than that only if they differ here
        fits = list[Fit]()
        while found:
            at = found.bit_length() - 1
            found ^= 1 << at
            row = self.asked[at]
            key = at if has_place else self._without_place(row)
            if key not in kept:
                use = _Use(self, row, is_told=told[row.verb], is_here=any(row.verb in verbs for verbs in own))
                kept[key] = self._fit(use, order)
            if (fit := kept[key]) is not None:
                fits.append(msgspec.structs.replace(fit, row=row))
        return fits

    @memo
    def _without_place(self, row: Facets) -> tuple[Any, ...]:
        """An order without its places."""
        values = tuple("" if self._names_place(value) else value for value in row.values)
        return row.verb, values, row.numbers, row.pairs

    @memo
    def _names_place(self, value: str) -> bool:
        return any(one.sort in self.usage.places for one in self.grammar.vocabulary.exact(healed(value)))

    @memo
    def _rows_with(self, word: TypedWord) -> int:
        """The orders that may hold a word, a bit for each."""
        pieces = {piece for meaning in word.values for piece in _parts_of_value(meaning)}
        pieces |= {other for (_, value), other in self.usage.stands.items() if value in pieces}
        silent = {verb for verb in self.verbs for meaning in word.values if self.says_nothing(verb, meaning)}
        verbs = word.verbs | word.nouns | silent
        rows = enumerate(self.asked)
        return sum(1 << at for at, row in rows if row.verb in verbs or not pieces.isdisjoint(row.values))

    def _fit(self, use: _Use, words: Sequence[TypedWord]) -> Fit | None:
        """How a clause names an order, or a part of it; None if it does not."""
        if not all(map(use.takes, words)):
            return None
        is_turned = use.row.verb in self.usage.origins[0] and not any(word.is_origin for word in words)
        is_whole = use.is_enough() and not (is_turned and not self._is_in_order(use.row, words))
        return Fit(use.row, use.unsaid, use.times, use.is_here, is_whole, use.has_value)

    def _says_verb(self, verb: str, words: Sequence[TypedWord]) -> bool:
        """Whether a clause says a verb by a word of its own, or it is the only one asked."""
        return self._only == verb or any(verb in word.own or word.nouns == {verb} for word in words)

    @memo
    def says_nothing(self, verb: str, meaning: Meaning) -> bool:
        """Whether a value may be named with a verb and says nothing new there: the temples of a conflict."""
        sort = self.grammar.sorts.get(meaning.sort)
        if sort is None or meaning.sort in self.usage.places or not sort.values:
            return False
        pieces = {piece for value in sort.values for piece in value.split("-")}
        is_part = verb in self._counting and any(part.sort == meaning.sort for part in self.grammar.verbs[verb].parts)
        return is_part and self._carried[verb].isdisjoint(pieces)

    @memo
    def may_omit(self, verb: str) -> bool:
        """Whether a verb goes without saying."""
        known = self.grammar.verbs[verb]
        return known.bare or known.short or {row.verb for row in self.doing} <= {verb}


class _Use:
    """What the words of a clause use up of an order."""

    def __init__(self, orders: AllowedOrders, row: Facets, *, is_told: bool, is_here: bool) -> None:
        self._stands = orders.usage.stands if is_told else {}
        self._orders, self.row, self._usage, self._is_named = orders, row, orders.usage, is_told
        self._left: list[str] = [*row.values]
        self._numbers = [*row.numbers]
        self.times = 1
        self.is_here = is_here
        self._is_told = self._has_noun = self._has_value = self._is_counted = self._is_loose = self._is_other = False
        self._ends = Counter[bool]()

    def takes(self, word: TypedWord) -> bool:
        """Use up a word; False if the order has no place for it."""
        verb = self.row.verb
        self._is_told = self._is_told or verb in word.verbs
        if self._take_value(word):
            return True
        is_noun = verb in word.nouns
        if verb in word.verbs or is_noun:
            self._has_noun = self._has_noun or is_noun
            return not word.number or self._take_number(word)
        if word.number and not word.values:
            return self._take_number(word) or (word.is_light and not word.is_ordinal)
        if any(self._orders.says_nothing(verb, meaning) for meaning in word.values):
            return not word.number or self._take_number(word)
        if self._describes(word):
            return True
        self._is_other = self._is_other or not self._orders.verbs.isdisjoint(word.verbs)
        self._is_loose = self._is_loose or (word.is_general and not word.is_light)
        return word.is_light or word.is_general

    def _describes(self, word: TypedWord) -> bool:
        """Whether a word says what is at the place of an order that must be named: `catastrophe on the market L10`."""
        is_thing = bool(word.values) and all(one.sort not in self._usage.places for one in word.values)
        return is_thing and not word.number and self.is_here and self.row.verb in self._usage.named

    def _take_value(self, word: TypedWord) -> bool:
        values = word.values if word.number >= 0 else ()
        for meaning in sorted(values, key=lambda meaning: (-len(meaning.value), meaning.sort, meaning.value)):
            other = self._stands.get((self.row.verb, meaning.value))
            pieces = [*([[other]] if other else []), _parts_of_value(meaning)]
            places = next((found for one in pieces if (found := self._places(word, meaning, one))), None)
            if places is None:
                continue
            count = max(1, word.number)
            again = [at for at, value in enumerate(self._left) if value == self._left[places[0]]]
            if len(again) >= count > 1 and len(places) == 1:
                places, count = again[:count], 1
            if count > 1 and not self._take_number(word):
                return False
            self._has_value = True
            self._is_other = self._is_other or (
                self.row.verb not in word.own and not self._orders.verbs.isdisjoint(word.own)
            )
            for at in places:
                self._left[at] = ""
            return True
        return False

    def _places(self, word: TypedWord, meaning: Meaning, pieces: Sequence[str]) -> list[int] | None:
        """Where the pieces of a value are in what is left of the order."""
        found = list[int]()
        for piece in pieces:
            at = next((n for n, v in enumerate(self._left) if v == piece and n not in found), None)
            if at is None:
                return None
            found.append(at)
        first, others = self._usage.origins
        if meaning.sort in self._usage.places and self.row.verb in first | others:
            is_origin = (found[0] == 0) == (self.row.verb in first)
            if (word.is_origin and not is_origin) or (word.is_goal and is_origin):
                return None
            if word.is_joined and self.row.verb in first:
                return None  # `d6 and c5` are two goals
            self._ends[is_origin and not word.is_origin] += 1
        elif word.is_origin and meaning.sort in self._usage.places and (first or others):
            return None
        return found

    def _take_number(self, word: TypedWord) -> bool:
        number = max(word.number, 0)
        is_chosen = self.row.verb in self._usage.doing.get("choose", "").split()
        if word.is_ordinal and not word.is_article and not is_chosen:
            return not self.row.numbers
        if number in self._numbers:
            self._numbers.remove(number)
            return True
        if word.is_article or number == 1:
            is_article = word.is_article and (len(word.text) <= ARTICLE or word.text not in common_words("one"))
            self._is_counted = self._is_counted or not is_article
            return True
        if self.row.numbers or self.times > 1 or not 1 < number <= _MOST:
            return False
        self.times = number
        return True

    def is_enough(self) -> bool:
        """Whether the words are enough for this order: its verb is said, or goes without saying."""
        if self.row.verb in self._usage.named and not self._is_named:
            return False  # `put him on D2` does not place a catastrophe
        if self._is_other and not (self._is_told or self._has_noun):
            return False  # `war on e3` is not an exchange for a tile with that face
        if self._ends[True] and not self._ends[False]:
            return False  # where something comes from does not say where it goes
        if any(bool(self._left[at]) != bool(self._left[at + 1]) for at in self.row.pairs):
            return False  # half a name
        is_named = self._has_value or bool(self.row.numbers)
        said = len(self.row.values) + max(len(self.row.numbers), self._is_counted)
        is_all = not any(self._left) and not self._numbers
        may_omit = is_named and ((is_all and said > 1) or self._orders.may_omit(self.row.verb))
        if self._is_loose and not (is_all and may_omit):
            return False  # a verb of any game that is not known for this order
        return self._is_told or self._has_noun or may_omit

    @property
    def has_value(self) -> bool:
        """Whether the words have named a value or a number of the order, if it has any."""
        return self._has_value or not self.row.values or len(self._numbers) < len(self.row.numbers)

    @property
    def unsaid(self) -> int:
        """How much of the order no word has said."""
        return sum(map(bool, self._left)) + len(self._numbers) + (not self._is_told and not self._has_value)


def _values_in(values: Sequence[str], words: Sequence[TypedWord]) -> tuple[int, list[str]]:
    """Twice the number of values of an order that words name, each word one of its meanings, and the values left; half
    of that for a word that is a verb as well.
    """
    left, count = [*values], 0
    for word in sorted(words, key=lambda word: len(word.values)):
        for _ in range(min(max(1, word.number), _MOST)):
            meanings = sorted(word.values, key=lambda meaning: (len(meaning.value), meaning.value))
            held = next((parts for m in meanings if not Counter(parts := _parts_of_value(m)) - Counter(left)), [])
            if not held and len({meaning.value for meaning in meanings}) == 1:  # of `C-D` one is better than none
                held = [piece for piece in set(_parts_of_value(meanings[0])) if piece in left]
            count += len(held) * (1 if word.verbs else 2)
            for piece in held:
                left.remove(piece)
    return count, left


@lru_cache(1 << 12)
def _parts_of_value(meaning: Meaning) -> list[str]:
    return re.findall(r"[^\W_]+", meaning.value)


_NUMBER = r"(?<![^\W_])\d+"
"""A number of an order, but not the row of a place: the 2 of `2i+a` and of `b3>c3:2`."""


SIDES = ("top", "bottom", "left", "right")
"""The sides of a board, as the tables of the languages have them; rows are counted from the top."""


_CELL = r"[^\W\d]\d+"
"""The name of a space of a board: its column and its row."""


def _steps(one: tuple[str, int], other: tuple[str, int]) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(one[1] - other[1])


def _cell_of(name: str) -> tuple[str, int]:
    return name[0].casefold(), int(name[1:])


Spelled = tuple[str, Sequence[str]]
"""An order in its one spelling, with the kinds of what leaves the hand unseen."""


def numbers_said(orders: Sequence[Spelled]) -> Counter[int]:
    """How often each number is said by these orders, each with the kinds of what leaves the hand unseen: it is in
    one, counts what is alike in one, or says how many orders there are, of a verb or alike.
    """
    said = Counter[int]()
    for spelled, secret in orders:
        own = Counter(map(int, re.findall(_NUMBER, spelled)))
        alike = [*Counter(spelled.split()).values(), *Counter(secret).values(), len(secret)]
        said += own | Counter(alike)
    times = Counter(spelled for spelled, _ in orders)
    return said + Counter({*times.values(), len(times), len(orders)})


Told = tuple[str, Counter[str]]
"""A verb, and the words of an order with it."""


def holds_every(orders: Sequence[Told], told: Sequence[Told], verbs: Collection[str] = ()) -> bool:
    """Whether each order that is told is in one of these, each in another: the same words with the same verb, or with
    one of `verbs`.
    """
    left = list(orders)
    for verb, words in told:
        own = next((one for one in left if one[0] in (verb, *verbs) and words <= one[1]), None)
        if own is None:
            return False
        left.remove(own)
    return True


def words_of(spelled: str, secret: Sequence[str], *, is_counted: bool = True) -> Told:
    """The verb and the words of an order, what leaves the hand unseen among them; of that the number only if
    `is_counted`.
    """
    verb, _, rest = spelled.partition(" ")
    rest = re.sub(r"\bbut (?=\w)", "but-", rest)  # `all but A1` has no A1
    words = re.findall(r"but-\w+|[^\W_]+", rest) if is_counted or not secret else ()
    return verb, Counter((*words, *secret))
