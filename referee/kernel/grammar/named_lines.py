"""A typed line read by what it names of the orders that the rules allow now, whatever else it says.

A piece of it names one order that is allowed after those before it, or denies one, or names nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from referee.kernel.grammar.allowed import AllowedOrders, facets_of
from referee.kernel.grammar.lexer import Meaning, healed
from referee.kernel.grammar.plain_lines import LABEL, beside_it
from referee.kernel.grammar.sentences import ClauseReading, Meant, leaning
from referee.kernel.grammar.speech import (
    TypedWord,
    Unknown,
    common_words,
    corrections_in,
    does,
    endings,
    goes_on,
    has_phrase,
    is_against,
    is_column_word,
    is_fact,
    is_word,
    quantities_in,
    with_place,
    without_phrase,
)
from referee.kernel.grammar.tokens import row_of
from referee.kernel.requests import TURN, Seat

_PIECES = 10
"""A line of more pieces is not read so."""

_STEPS = 200
"""So often pieces are tried before a line is given up."""

_JOINED = 3
"""So many pieces may be one order."""

_SHORT = 3
"""A word of so many letters by itself may be a slip of any other."""

_HALF = 2
"""What an order costs of which only half a name is said: `the black one`."""


class LinePiece(msgspec.Struct, frozen=True):
    """A stretch of a line between two stops: whether it denies what it names, whether it takes back the one before,
    whether it denies by a word of another piece alone, and whether it is joined to the one before by `and`.
    """

    text: str
    is_denied: bool = False
    is_correction: bool = False
    is_heir: bool = False
    is_next: bool = False


class NamedReading(msgspec.Struct, frozen=True):
    """What pieces were read as.

    clauses    their orders
    state      where these lead, if it `is_known`; `is_over` if nothing is asked there any more
    words      what the next piece may lean on
    before     the reading before the last order
    cost       how far-fetched it is
    owed       how many orders a number before still owes
    """

    clauses: tuple[ClauseReading, ...]
    state: Any
    is_known: bool = True
    is_over: bool = False
    words: tuple[TypedWord, ...] = ()
    before: Any = None
    cost: int = 0
    owed: int = 0


def pieces_of(vocabulary: Any, text: str) -> list[LinePiece]:
    """A healed line in pieces. What denies holds from its piece on up to the next stop, and at the end of a piece for
    all since the last stop.
    """
    row, found, stretch = row_of(vocabulary, text), list[LinePiece](), list[tuple[int, int]]()
    tokens = row.tokens
    texts = [token.text for token in tokens]
    corrections, counts = corrections_in(texts), quantities_in(texts)
    start, is_correction = 0, False

    def end_stretch() -> None:
        nonlocal is_correction
        is_behind = any(end - 1 in row.denied and first not in row.denied for first, end in stretch)
        is_denied = is_behind
        for first, end in stretch:
            is_heir = is_denied and row.denied.isdisjoint(range(first, end))
            is_denied = is_denied or not row.denied.isdisjoint(range(first, end))
            piece = text[tokens[first].start : tokens[end - 1].end]
            is_next = first != stretch[0][0]
            found.append(LinePiece(piece, is_denied, is_correction, is_heir, is_next))
            is_correction = False
        stretch.clear()

    for at, token in enumerate(tokens):
        if at < start or at in counts:
            continue
        behind, before = row.token(at + 1), row.token(at - 1)
        is_sign = token.text in ",;!()" or (token.text in ".:" and (behind.start < 0 or token.end < behind.start))
        is_sign = is_sign or (token.text == "-" and before.end < token.start and token.end < behind.start)
        is_but = token.text in common_words("but") and at not in row.denied
        is_line = at > 0 and "\n" in text[before.end : token.start]
        is_last = not behind.text.isalnum() or behind.text == token.text or is_column_word(before.text)
        is_column = len(token.text) == 1 and token.text.isalpha() and is_last
        is_joint = row.separates(at) and not is_column
        if at in corrections or is_sign or is_but or is_line or is_joint:
            stretch += [(start, at)] if start < at else []
            if not (is_joint and not is_sign):
                end_stretch()
            start = corrections.get(at, at + (is_sign or is_but or is_joint))
            is_correction = is_correction or at in corrections
    stretch += [(start, len(tokens))] if start < len(tokens) else []
    end_stretch()
    return found


class NamedLine:
    """A line while it is read, by the `Reader` of its game."""

    def __init__(self, reader: Any, text: str, state: Any, seat: Seat) -> None:
        self._reader, self._state, self._seat, self._text = reader, state, seat, text
        self._grammar = reader.orders(state).grammar
        self._first: AllowedOrders = reader.legal(state, seat)
        self._idle = frozenset(one for one in reader.idle if " " not in one)
        self._pieces = list[LinePiece]()
        self._denied = frozenset[str]()
        self._steps = 0

    def clauses(self) -> list[ClauseReading]:
        """The orders, those of each piece together; none if the line has no reading of this kind, or several."""
        if not self._is_plain():
            return []
        self._pieces = [
            one
            for one in self._with_heirs([*self._with_corrections(pieces_of(self._grammar.vocabulary, self._text))])
            if not self._is_remark(one.text, one.is_denied)
        ]
        self._pieces = [
            msgspec.structs.replace(piece, is_correction=False)
            if before is not None and self._is_against(before)
            else piece
            for piece, before in zip(self._pieces, (None, *self._pieces), strict=False)
        ]  # what was only thought of is not taken back
        heirs = (self._first.words(one.text, strict=False) for one in self._pieces if one.is_heir)
        is_doubtful = any(word.values or word.own or word.verbs for words in heirs for word in words)
        if not self._pieces or len(self._pieces) > _PIECES or is_doubtful:
            return []
        denied = [self._words_of_weight(piece.text, self._first) for piece in self._pieces if self._is_against(piece)]
        every = (self._first.every_holding(words) for words in denied if words)
        self._denied = frozenset[str]().union(*every) - self._reader.idle
        if self._pieces[0].is_denied and self._denies_all(self._pieces[0].text):
            self._denied |= {row.spelled for row in self._first.doing}  # `I add none, five will do` is not five
        if len(denied) == len(self._pieces):
            return self._nothing()
        found = list(self._from(0, NamedReading((), self._state)))
        least = min((one.cost for one in found), default=0)
        best = {tuple(self._spellings(one)): one for one in found if one.cost == least}
        return list(next(iter(best.values())).clauses) if len(best) == 1 else []

    def _denies_all(self, text: str) -> bool:
        """Whether a piece of several words says that nothing is done: `not adding any`, `nothing from me`."""
        words, texts = self._first.words(text, strict=False), text.split()
        is_bare = not any(word.values or word.own or word.nouns or word.number > 1 for word in words)
        nothing = common_words("nothing") - common_words("plain-no")
        return is_bare and len(texts) > 1 and not nothing.isdisjoint((texts[0], texts[-1]))

    @staticmethod
    def _with_corrections(pieces: list[LinePiece]) -> Iterator[LinePiece]:
        """The pieces; a `no` by itself between two of them takes the first one back: `trader H7, no, I6`."""
        is_correction = False
        for at, piece in enumerate(pieces):
            is_correction = is_correction or piece.is_correction
            if 0 < at < len(pieces) - 1 and piece.text in common_words("plain-no"):
                is_correction = True
                continue
            yield msgspec.structs.replace(piece, is_correction=is_correction)
            is_correction = False

    def _with_heirs(self, pieces: list[LinePiece]) -> Iterator[LinePiece]:
        """The pieces; what the one before denies is one with it if an order has both: `not the red and blue one`."""
        for piece, before in zip(pieces, (None, *pieces), strict=False):
            words = self._first.words(piece.text, strict=False)
            if piece.is_heir and before is not None and words and not any(word.verbs or word.own for word in words):
                text = f"{before.text}, {piece.text}"
                held = self._first.every_holding(self._words_of_weight(text, self._first))
                yield msgspec.structs.replace(piece, text=text, is_heir=not held)
            else:
                yield piece

    def _spellings(self, reading: NamedReading) -> list[str]:
        return [spelled for clause in reading.clauses for spelled in self._reader.spellings(clause.meant)]

    def _is_plain(self) -> bool:
        """Whether a line offers no choice, and has no sign and no label that nobody knows."""
        text, exact = self._text, self._grammar.vocabulary.exact
        labels = re.findall(r"[^\W\d_]+\d+|\d+[^\W\d_]+|\d{3,}", text)
        turned = ("".join((*re.findall(r"[^\W\d]+", label), *re.findall(r"\d+", label))) for label in labels)
        is_known = all(exact(one) or exact(other) for one, other in zip(labels, turned, strict=True))
        unsure = (common_words("unsure") - common_words("light")).intersection(re.findall(r"\w+", text))
        is_sure = "?" not in text and all(map(exact, unsure)) and not has_phrase(text, "provided")
        return is_known and is_sure and not re.search(r"[^\s\w,;:.!()&'-]|(?<!\S)-\w|\w-(?!\w)|\w:\d", text)

    # Pieces that name no order

    def _is_remark(self, text: str, is_denied: bool) -> bool:
        """Whether a piece names nothing of an order."""
        is_named = text in endings() or self._keeps(text) or has_phrase(text, "intended", is_first=True)
        if is_named or (is_denied and not has_phrase(text, "remark", is_first=True)):
            return False
        labels = (one for label in re.findall(LABEL, text) for one in self._grammar.vocabulary.exact(label))
        if any(one.sort in self._reader.usage.places for one in labels):
            return False  # `on the one that I have in a3`
        words = self._first.words(text, strict=False)
        doing = {row.verb for row in self._first.doing}
        has_thing = any(word.values for word in words)
        is_asked = has_phrase(text, "owned") and has_thing and bool(self._first.meant(words))  # `could I have Currency`
        is_told = is_fact(text) and not is_asked and not any(word.verbs & doing for word in words)
        rest = self._first.words(without_phrase(text, "remark"), strict=False)
        is_aside = has_phrase(text, "remark", is_first=True) and not (rest and self._first.meant(rest))
        if is_told or is_aside or has_phrase(text, "reason", is_first=True):
            is_reason = has_phrase(text, "reason", is_first=True)
            return not self._has_place(words) and (is_reason or not any(word.number > 1 for word in words))
        is_again = any(has_phrase(text, code) for code in ("there", "from-there", "other"))
        is_alone = len(text.split()) == 1 and bool(self._strange(text))
        is_slip = is_alone and (len(text) <= _SHORT or self._grammar.vocabulary.near(text) is not None)  # `pss, pass`
        is_side = has_phrase(text, "side") and self._first.place_by_side(text, words) is not None
        if is_again or is_slip or is_side or self._may_be_place(text):
            return False
        said = (word for word in words if word.values or not (word.is_light and word.is_general))  # not `want`
        named = (word for word in said if word.values or word.own or word.nouns or word.verbs)
        is_counted = any(word.has_count for word in words)
        if len(self._strange(text)) > 1 and not any(word.number > 1 for word in words):
            is_counted = False  # `first one of the game, how exciting`
        return not is_counted and not any(map(self._may_name, named) if self._strange(text) else named)

    def _may_name(self, word: TypedWord) -> bool:
        return bool(word.verbs or word.own) or self._has_place((word,)) or self._first.may_name(word)

    def _is_against(self, piece: LinePiece) -> bool:
        """Whether a piece says what is not done, what stays as it is, or what somebody thought of first."""
        return piece.is_denied or self._keeps(piece.text) or has_phrase(piece.text, "intended", is_first=True)

    def _keeps(self, text: str) -> bool:
        """Whether a piece says that something stays as it is, and no word of it is an order of the game."""
        words = self._first.words(text, strict=False)
        is_first = self._text.startswith(text)
        if is_first and words and all(word.own and word.own <= self._idle - self._first.verbs for word in words):
            return True  # `I decline`, asked how many to add
        is_more = self._has_place(words) or any(word.number > 1 or word.own & self._idle for word in words)
        if does(text, "pass") and not is_more and any(word.own & self._first.verbs for word in words):
            return True  # `skip the point`
        is_kept = does(text, "keep") and bool(words)
        return is_kept and not any(w.own or (w.verbs and not does(w.text, "keep")) for w in words)

    def _words_of_weight(self, text: str, allowed: AllowedOrders) -> list[TypedWord]:
        """What a piece that denies names."""
        words = [w for w in allowed.words(text, strict=False) if w.values or w.own or w.nouns or w.number > 1]
        return [
            w for w in words if w.values or w.number > 1 or not (w.is_general or (w.nouns & self._idle and not w.own))
        ]

    def _nothing(self) -> list[ClauseReading]:
        """The order that does nothing, where all that does something is denied."""
        allowed = self._first
        texts = [piece.text for piece in self._pieces]
        words = [word for text in texts for word in allowed.words(text, strict=False)]
        if (
            allowed.idle is None
            or self._has_place(words)
            or any(word.own & self._idle & allowed.verbs for word in words)
        ):
            return []
        doing = {row.spelled for row in allowed.doing}
        asked = {part.sort for verb in allowed.verbs for part in self._grammar.verbs[verb].parts}
        named = ([word for word in told if word.own - self._idle or any(one.sort in asked for one in word.values)]
                 for told in (self._words_of_weight(text, allowed) for text in texts))  # fmt: skip
        is_all = all(not told or allowed.every_holding(told) >= doing for told in named)
        is_said = self._denied >= doing or any(map(self._keeps, texts))
        is_said = is_said or any(not common_words("nothing").isdisjoint(text.split()) for text in texts)
        is_clear = is_all and is_said and not any(word.number > _HALF for word in words)
        meant = self._reader.of_spelling([allowed.idle], self._state, self._seat)
        return [ClauseReading(meant, allowed.idle)] if is_clear else []

    # Pieces that name orders

    def _from(self, at: int, so_far: NamedReading) -> Iterator[NamedReading]:
        """The readings of the pieces from one on."""
        if at == len(self._pieces):
            if so_far.clauses and not so_far.owed and self._denied.isdisjoint(self._spellings(so_far)):
                yield so_far
            return
        self._steps += 1
        if self._steps > _STEPS:
            return
        for count in range(1, min(_JOINED, len(self._pieces) - at) + 1):
            joined = self._pieces[at : at + count]
            if count > 1 and not self._may_join(joined, so_far):
                break
            for read in self._ways(joined, so_far):
                yield from self._from(at + count, read)
        yield from self._under_verb(at, so_far)
        yield from self._with_place_behind(at, so_far)
        yield from self._before_its_order(at, so_far)
        if not so_far.owed and (heading := self._heading(at, so_far)) is not None:
            yield from heading

    def _under_verb(self, at: int, so_far: NamedReading) -> Iterator[NamedReading]:
        """The readings of pieces from one on that says only what the next one does, or what it takes up: `war: one cube
        from a3 to c3`, `I buy an infantry and put it in Mexica`.
        """
        text = self._pieces[at].text
        if at + 1 == len(self._pieces) or self._is_against(self._pieces[at]) or self._strange(text):
            return
        if has_phrase(text, "side"):
            return
        allowed = self._legal(so_far)
        words = allowed.words(self._pieces[at].text, strict=False)
        counts = [word.number for word in words if word.number and not (word.is_article and word.number == 1)]
        own = words[0].own if len(words) == 1 else frozenset[str]()
        is_taken_up = not common_words("pronoun").isdisjoint(self._pieces[at + 1].text.split())
        has_verb = any(word.verbs for word in words) and not self._is_order(self._pieces[at].text, so_far)
        held = allowed.every_holding(words) if is_taken_up and has_verb else frozenset[str]()
        for read in self._ways(self._pieces[at + 1 : at + 2], so_far) if own or held else ():
            spelled = self._spellings(read)[len(self._spellings(so_far)) :]
            if counts not in ([], [len(spelled)]) or (len(spelled) > 1 and not own and not counts):
                continue  # `I buy two and put them both in Mexica`
            if spelled and ({one.partition(" ")[0] for one in spelled} <= own or held >= {*spelled}):
                yield from self._from(at + 2, msgspec.structs.replace(read, cost=read.cost + 1))

    def _before_its_order(self, at: int, so_far: NamedReading) -> Iterator[NamedReading]:
        """The readings from a piece on that adds to the order after it: `I take a colonist off Dakota and buy ..`."""
        pieces = self._pieces[at : at + 2]
        words = self._legal(so_far).words(pieces[0].text, strict=False)
        if len(pieces) < 2 or pieces[0].is_denied or not so_far.is_known or not any(word.is_origin for word in words):
            return
        for read in self._ways(pieces[1:], so_far):
            if (amended := self._amendment(pieces[0].text, read)) is not None:
                yield from self._from(at + 2, msgspec.structs.replace(amended, cost=amended.cost + 1))

    def _with_place_behind(self, at: int, so_far: NamedReading) -> Iterator[NamedReading]:
        """The readings of pieces from one on whose place is said with the next: `a black and a red in D`."""
        pieces = self._pieces[at : at + 2]
        if len(pieces) < 2 or any(map(self._is_against, pieces)) or so_far.owed or not so_far.is_known:
            return
        allowed = self._legal(so_far)
        words, behind = (allowed.words(piece.text, strict=False) for piece in pieces)
        sorts = [{one.sort for word in some for one in word.values} for some in (words, behind)]
        if self._has_place(words) or not sorts[0] & sorts[1] or self._strange(pieces[0].text):
            return
        words = (*words, *(self._as_place(word) for word in behind if self._has_place((word,))))
        if spelled := allowed.meant(words):
            for read in self._allow(spelled, pieces[0].text, words, so_far, 1):
                yield from self._from(at + 1, read)

    def _heading(self, at: int, so_far: NamedReading) -> Iterator[NamedReading] | None:
        """The readings of pieces from one on whose number counts the places after it: `two temples on B9 and B10`,
        `two markets: one in C5 and one in D5`.
        """
        text, allowed = self._pieces[at].text, self._legal(so_far)
        words = allowed.words(text, strict=False)
        numbers = [word.number for word in words if word.number > 1 and not word.is_ordinal]
        if len(numbers) != 1 or self._is_against(self._pieces[at]) or self._strange(text) or not so_far.is_known:
            return None
        things = tuple(msgspec.structs.replace(word, number=0) for word in words if not word.is_number)
        places = [word for word in things if self._has_place((word,))]
        if (
            not any((word.values or word.nouns or word.verbs) and word not in places for word in things)
            or len(places) > 1
        ):
            return None
        behind = allowed.words(self._pieces[at + 1].text, strict=False) if at + 1 < len(self._pieces) else ()
        if places and any(word.number for word in behind):
            return None  # `two on A4, one on B3` are three
        begun = msgspec.structs.replace(so_far, words=things, owed=numbers[0], cost=so_far.cost + 1)
        if not places:
            return self._from(at + 1, begun)
        spelled = allowed.meant(things)
        found = self._allow(spelled, text, things, begun, 0) if len(spelled) == 1 else ()
        return (read for first in found for read in self._from(at + 1, first))

    def _may_join(self, joined: Sequence[LinePiece], so_far: NamedReading) -> bool:
        """Whether pieces may be one order: each names a thing or what is done, and none is an order by itself."""
        if any(self._is_against(piece) or piece.text in endings() for piece in joined):
            return False
        if any(piece.is_correction for piece in joined[1:]):
            return False
        so_far = so_far.before if joined[0].is_correction and so_far.before is not None else so_far
        allowed = self._legal(so_far)
        for piece in joined:
            words = allowed.words(piece.text, strict=False)
            if self._strange(piece.text) and any(word.own & allowed.verbs for word in words):
                return False
            if piece is not joined[0] and does(piece.text, "make") and any(word.own and word.values for word in words):
                return False  # `I do culture` is not the side of a tile
            spelled, cost = self._by_names(piece.text, words, so_far)
            is_apart = cost < _HALF or not all(one.is_next for one in joined[1:])
            if (spelled and is_apart) or not any(word.values or word.verbs for word in words):
                return False
        return True

    def _is_order(self, text: str, so_far: NamedReading) -> bool:
        """Whether a piece is an order by itself, by its names or by the grammar, and not by half a name."""
        return any(read.cost < so_far.cost + _HALF for read in self._alone(text, so_far, 0))

    def _ways(self, joined: Sequence[LinePiece], so_far: NamedReading) -> Iterator[NamedReading]:
        """The ways to read pieces as one."""
        piece, text = joined[0], ", ".join(one.text for one in joined)
        if piece.is_correction and so_far.before is not None:
            taken_back = msgspec.structs.replace(so_far.before, words=so_far.words)
            yield from self._alone(text, so_far.before, 1)
            yield from self._lean(text, taken_back)
        elif text in endings():
            yield from self._idle_now(so_far)
        elif so_far.clauses and text.split()[0] in common_words("to") and not self._has_place(so_far.words):
            return  # `my trader down one, onto the black card` is not two orders
        elif len(joined) == 1 and not piece.is_denied and (amended := self._amendment(text, so_far)) is not None:
            yield amended
        elif self._is_against(piece):
            yield from self._against(piece, so_far)
        else:
            text = self._with_there(text, so_far) if len(joined) == 1 else self._with_pronoun(joined, so_far)
            if len(joined) == 1 and self._is_bare(text, so_far):
                yield from self._lean(text, so_far)
            elif not so_far.owed:
                is_torn = any(not one.is_next and self._has_thing(one.text, so_far) for one in joined[1:])
                is_torn = is_torn and self._has_thing(piece.text, so_far)
                found = [
                    read
                    for read in self._alone(text, so_far, len(joined) - 1)
                    if not (is_torn and any(facets_of(one, one).pairs for one in self._spellings(read)[-1:]))
                ]  # `the one with green, the one with black` is not the green and black one
                yield from found or (self._lean(text, so_far) if self._is_thing(text, so_far) else ())

    def _amendment(self, text: str, so_far: NamedReading) -> NamedReading | None:
        """The reading in which a piece completes the order before it: `and mine goes there trade side up`; or None."""
        last = self._spellings(so_far)[-1:]
        is_last = so_far.before is not None and so_far.clauses[:-1] == so_far.before.clauses
        if not (last and is_last) or self._strange(text):
            return None
        words = self._legal(so_far.before).words(text, strict=False)
        spelled = self._reader.amendment_of(last[0], words, so_far.before.state, self._seat)
        meant = self._reader.of_spelling([spelled] if spelled else [], so_far.before.state, self._seat)
        gone = Counter(re.findall(r"\w+", last[0])) - Counter(re.findall(r"\w+", spelled))
        said = {one.value for word in so_far.words for one in word.values}
        said |= {str(word.number) for word in so_far.words if word.is_number}
        if len(meant) != 1 or not said.isdisjoint(gone):
            return None  # `with trade up and war up` contradicts itself
        return self._after(meant, "", (*so_far.words, *words), so_far.before, 1)

    def _has_thing(self, text: str, so_far: NamedReading) -> bool:
        words = self._legal(so_far).words(text, strict=False)
        return any(word.values and not self._has_place((word,)) for word in words)

    def _with_pronoun(self, joined: Sequence[LinePiece], so_far: NamedReading) -> str:
        """Pieces as one; of the first, where the next takes up what it names, the things only: `take the king and put
        him on C2`.
        """
        first, *others = (piece.text for piece in joined)
        if not common_words("pronoun").isdisjoint(others[0].split()):
            words = self._legal(so_far).words(first, strict=False)
            is_one = not any(word.number > 1 or word.own & self._legal(so_far).verbs for word in words)
            first = " ".join(self._name_of(word) for word in words if word.values) if is_one else first
        return ", ".join((first, *others))

    def _legal(self, so_far: NamedReading) -> AllowedOrders:
        allowed: AllowedOrders = self._reader.legal(so_far.state, self._seat)
        return allowed

    def _idle_now(self, so_far: NamedReading) -> Iterator[NamedReading]:
        """`and that is all`: the order that does nothing, if the rules allow one."""
        allowed, question = self._legal(so_far), self._reader.asked(so_far.state, self._seat)
        is_open = so_far.is_known or (question == TURN and not so_far.is_over)
        if so_far.clauses and is_open and allowed.idle is not None:
            yield self._after(self._reader.of_spelling([allowed.idle], so_far.state, self._seat), "", (), so_far, 0)
        elif so_far.clauses and not is_open:
            yield so_far  # that was the answer

    def _against(self, piece: LinePiece, so_far: NamedReading) -> Iterator[NamedReading]:
        """What a piece that denies says after other orders: an answer to what is asked now, or nothing."""
        if not so_far.clauses:
            says_two_things = piece.text in common_words("nothing") - common_words("plain-no")  # `none, two temples`
            if not says_two_things:
                yield so_far
            return
        allowed, words = self._legal(so_far), self._words_of_weight(piece.text, self._first)
        is_counted = not piece.is_denied and any(word.number > 1 for word in words)
        if is_counted or any(word.own and word.own.isdisjoint(allowed.verbs | self._first.verbs) for word in words):
            return
        if words and self._first.every_holding(words):
            yield so_far
        elif (so_far.is_known and words and allowed.every_holding(words) >= {row.spelled for row in allowed.doing}) or (
            not words and len(piece.text.split()) > 1 and not common_words("nothing").isdisjoint(piece.text.split())
        ):
            yield from self._idle_now(so_far)
        elif not words and not piece.is_denied:
            yield so_far

    def _alone(self, text: str, so_far: NamedReading, cost: int) -> Iterator[NamedReading]:
        """What a piece is by itself: orders that it names, what the one before has said, or orders by the grammar."""
        words = self._legal(so_far).words(text, strict=False)
        spelled, far = self._by_names(text, words, so_far) if so_far.is_known else ([], 0)
        if spelled:
            yield from self._allow(spelled, text, words, so_far, cost + far)
        elif self._is_again(text, words, so_far):
            yield msgspec.structs.replace(so_far, cost=so_far.cost + 1)
        elif so_far.is_known and not cost and (heard := self._by_grammar(text, so_far)):
            yield self._after(heard, text, words, so_far, 1)
        elif len(so_far.clauses) == 1 and not cost and self._is_interruption(so_far):
            later = msgspec.structs.replace(so_far, state=self._state, is_known=False)
            words = self._first.words(text, strict=False)
            spelled, far = self._by_names(text, words, later)
            if len(spelled) == 1 and not far:
                yield from self._allow(spelled, text, words, later, 1)

    def _is_interruption(self, so_far: NamedReading) -> bool:
        """Whether an order has led to a question of yes or no to the seat whose turn goes on after it."""
        asked = self._reader.asked(so_far.state, self._seat)
        is_open = so_far.is_known and asked not in (None, TURN) and self._reader.asked(self._state, self._seat) == TURN
        return is_open and all(row.values in (("yes",), ("no",)) for row in self._legal(so_far).asked)

    def _is_again(self, text: str, words: tuple[TypedWord, ...], so_far: NamedReading) -> bool:
        """Whether a piece says what the order before it has said: `green, my trader against yours`."""
        if so_far.before is None or any(word.number for word in words):
            return False
        last = {value for one in self._spellings(so_far)[-1:] for value in facets_of(one, one).values}
        if self._has_place(words):  # `the top one, in F3`
            names = [{one.value for one in self._as_place(word).values} for word in words if not word.is_light]
            is_taken_up = not common_words("pronoun").isdisjoint(text.split())
            is_told_again = (
                is_taken_up or has_phrase(text, "namely", is_first=True) or not self._has_place(so_far.words)
            )
            return is_told_again and all(not last.isdisjoint(some) for some in names)
        new = (word for word in words if word.values and last.isdisjoint(one.value for one in word.values))
        is_more = next(new, None) is not None or any(word.verbs for word in words)
        if has_phrase(text, "beside") and self._has_place(so_far.words) and not is_more:
            return True  # `in C1, right below my trader`
        lying = self._reader.lying(so_far.before.state)
        there = {kind for word in so_far.words for one in word.values for kind in lying.get(one.value, ())}
        named = [word for word in words if word.values]
        is_there = named and all(not there.isdisjoint(one.value for one in word.values) for word in named)
        if is_there and not self._takes(self._spellings(so_far)[-1:], list(words)):
            return True  # `on c3, the Culture`
        return self._spellings(so_far)[-1:] == self._by_names(text, words, so_far.before)[0]

    def _by_grammar(self, text: str, so_far: NamedReading) -> Meant:
        """The orders of a piece by the grammar alone, if the rules allow them and no word of it is lost; () if not."""
        question = self._reader.asked(so_far.state, self._seat)
        orders = None if self._strange(text) else self._reader.grammar_orders(text, question, so_far.state, self._seat)
        meant: Meant = self._reader.in_order(orders, so_far.state, self._seat) if orders else ()
        is_allowed = len(meant) == 1 and self._reader.is_legal(meant, so_far.state, self._seat)
        if not is_allowed or self._reader.stray_word(text, meant, so_far.state, self._seat, is_first=True) is not None:
            return ()
        verb = self._reader.spellings(meant)[0].partition(" ")[0]
        words = self._legal(so_far).words(text, strict=False)
        return () if any(word.own and verb not in word.verbs | word.nouns for word in words) else meant

    def _lean(self, text: str, so_far: NamedReading) -> Iterator[NamedReading]:
        if not so_far.is_known:
            return
        allowed = self._legal(so_far)
        words = leaning(tuple(map(self._as_place, allowed.words(text, strict=False))), so_far.words)
        spelled = [] if self._strange(text) else allowed.meant(words)
        if spelled:
            yield from self._allow(spelled, text, words, so_far, 1)

    def _allow(
        self, spelled: list[str], text: str, words: tuple[TypedWord, ...], so_far: NamedReading, cost: int
    ) -> Iterator[NamedReading]:
        """What a piece names, if the rules allow all of it; what leaves the hand unseen is as the grammar reads it."""
        meant = self._reader.of_spelling(spelled, so_far.state, self._seat)
        if self._reader.is_secret(meant):
            question = self._reader.asked(so_far.state, self._seat)
            heard = self._reader.grammar_orders(text, question, so_far.state, self._seat)
            meant = () if heard is None else sum(heard, ())
            if self._reader.spellings(meant) != spelled:
                meant = self._with_goods(spelled, text, so_far) or self._answer_alone(spelled, so_far)
            if not meant:
                return
        if len(meant) == 1 or self._reader.after(meant, so_far.state, self._seat)[1]:
            yield self._after(meant, text, words, so_far, cost)

    def _with_goods(self, spelled: list[str], text: str, so_far: NamedReading) -> Meant:
        """An order with the goods that leave the hand, where a piece has its verb and names each; () elsewhere."""
        try:
            words = self._legal(so_far).words(text)
        except Unknown:
            return ()
        verb, _, count = spelled[0].partition(" ")
        parts = (part.sort for part in self._grammar.verbs[verb].parts if part.most > 1)
        sorts = {sort for sort in parts if not self._grammar.sorts[sort].number}
        kinds = [({one.value for one in word.values if one.sort in sorts}, word) for word in words if word.values]
        is_whole = any(word.verbs and not word.values for word in words)
        if len(spelled) > 1 or not (is_whole and kinds) or not all(len(some) == 1 for some, _ in kinds):
            return ()
        goods = [kind for some, word in kinds for kind in some for _ in range(max(1, word.number))]
        if count != str(len(goods)):
            return ()
        question = self._reader.asked(so_far.state, self._seat)
        orders = self._reader.grammar_orders(f"{verb} {' '.join(goods)}", question, so_far.state, self._seat)
        meant: Meant = () if orders is None else sum(orders, ())
        return meant if self._reader.spellings(meant) == spelled else ()

    def _answer_alone(self, spelled: list[str], so_far: NamedReading) -> Meant:
        """An answer by its spelling, where nothing else is asked; () elsewhere: what leaves the hand must be said."""
        verb = spelled[0].partition(" ")[0]
        if len(spelled) > 1 or {row.verb for row in self._legal(so_far).asked} != {verb}:
            return ()
        question = self._reader.asked(so_far.state, self._seat)
        orders = self._reader.grammar_orders(spelled[0], question, so_far.state, self._seat)
        meant: Meant = () if orders is None else sum(orders, ())
        return meant if self._reader.spellings(meant) == spelled else ()

    def _after(
        self, meant: Meant, text: str, words: tuple[TypedWord, ...], so_far: NamedReading, cost: int
    ) -> NamedReading:
        """Where the orders of a piece lead from a reading."""
        state, is_known = self._reader.after(meant, so_far.state, self._seat) if so_far.is_known else (None, False)
        is_asked = is_known and self._reader.asked(state, self._seat) is not None
        is_over = is_known and not is_asked and self._reader.turn_ends(state)
        is_over = is_over or (not is_known and not self._reader.turns_up(meant, so_far.state, self._seat))
        is_known = is_asked
        verb = self._reader.spellings(meant)[-1].partition(" ")[0]
        kept = (word for word in words if word.values or word.is_number or verb in word.verbs)
        told = (*kept, TypedWord(text="", verbs=frozenset((verb,))))
        state = state if is_known else so_far.state
        owed, cost = max(0, so_far.owed - len(meant)), so_far.cost + cost
        text = text if self._reader.is_secret(meant) else ", ".join(self._reader.spellings(meant))
        clause = ClauseReading(meant, text)
        return NamedReading((*so_far.clauses, clause), state, is_known, is_over, told, so_far, cost, owed)

    def _with_there(self, text: str, so_far: NamedReading) -> str:
        """A piece with the place that `there` stands for: where the order before it went."""
        words = [word for word in so_far.words if self._has_place((word,))]
        goals = [max(one.value for one in self._as_place(word).values) for word in words if not word.is_origin]
        if not goals:
            return text
        text = text if has_phrase(text, "same-column") else beside_it(text, goals[-1])
        return with_place(with_place(text, goals[-1]), goals[-1][:1], ("same-column",))

    def _is_bare(self, text: str, so_far: NamedReading) -> bool:
        """Whether a piece says only where, and so goes on with the order of the one before."""
        words = self._legal(so_far).words(text, strict=False)
        is_bare = all(w.is_number or (self._has_place((w,)) and not w.verbs) or w.is_light for w in words)
        if so_far.owed and not any(word.values and not self._has_place((word,)) for word in words):
            return True
        return is_bare and self._has_place(words) and self._has_place(so_far.words)

    def _is_thing(self, text: str, so_far: NamedReading) -> bool:
        """Whether a piece says only of what, after an order that has no place, or whither, after one that has said
        whence: `the cavalry from Dakota to Sierra and the infantry to Athabasca`.
        """
        words = self._legal(so_far).words(text, strict=False)
        is_bare = bool(words) and not any(word.verbs or word.own or word.number > 1 for word in words)
        is_moved = any(word.is_origin for word in so_far.words) and not any(word.is_origin for word in words)
        is_placeless = not self._has_place((*words, *so_far.words)) and any(word.values for word in so_far.words)
        return is_bare and (is_placeless or (is_moved and self._has_place(words)))

    # What a piece names

    def _by_names(self, text: str, words: tuple[TypedWord, ...], so_far: NamedReading) -> tuple[list[str], int]:
        """The orders that a piece names, and how far-fetched that is; none if it may be several, or has a word for
        something else.
        """
        is_bare = not any(word.values or word.verbs or word.number for word in words)
        if goes_on(text) or (is_bare and not has_phrase(text, "side")):
            return [], 0
        allowed, strange = self._legal(so_far), self._strange(text)
        if any(count > 1 for count in Counter(word.text for word in words if word.own and not word.values).values()):
            return [], 0  # `pass pass` is two orders
        for form in self._forms(text, words, so_far):
            for cost, some in enumerate((form, self._without_marks(form, so_far))):
                if not some or (cost and some == form):
                    continue
                spelled, far = allowed.meant(some), cost
                if not spelled and not strange and len(text.split()) > 1:
                    held = [one for one in allowed.every_holding(some) if one not in self._reader.idle]
                    row = facets_of(held[0], held[0]) if len(held) == 1 else None
                    is_yes = row is not None and row.values == ("yes",) and any(row.verb in word.own for word in some)
                    is_yes = is_yes and not any(word.number and not word.is_article for word in some)
                    spelled = held if row is not None and (row.pairs or is_yes) else []
                    far += _HALF
                is_whole = far >= _HALF or self._says_all(spelled, some, so_far)
                if not (is_whole or strange or far or self._lacks_one(spelled, some, so_far)):
                    is_whole = self._is_only(spelled, allowed.every_holding(some))
                is_whole = is_whole and not (strange and any(" " not in one for one in spelled))  # `trade soon`
                is_whole = is_whole and not self._takes(spelled, [word for word in words if word not in some])
                if spelled and is_whole and self._has_number(spelled, some, allowed):
                    return self._at_once(spelled, some, so_far), far
        return self._the_other(text, words, allowed), 1

    def _is_only(self, spelled: list[str], held: frozenset[str]) -> bool:
        """Whether every other order that has all that a piece names is one of these and more."""
        own = [facets_of(one, one) for one in spelled]
        others = (facets_of(one, one) for one in held - self._reader.idle - {*spelled})
        return all(
            any(order.verb == row.verb and not Counter(row.values) - Counter(order.values) for row in own)
            and len(order.values) > max(len(row.values) for row in own)
            for order in others
        )

    def _takes(self, spelled: list[str], left_out: list[TypedWord]) -> bool:
        """Whether orders are of a verb that takes what is left out: a face may be the one to take."""
        verbs = {one.partition(" ")[0] for one in spelled}
        taken = {part.sort for verb in verbs for part in self._grammar.verbs[verb].parts} - self._reader.usage.places
        return any(one.sort in taken for word in left_out for one in word.values)

    def _at_once(self, spelled: list[str], words: Sequence[TypedWord], so_far: NamedReading) -> list[str]:
        """Orders, or the one that the words say in full and that is allowed without giving one up first: `I send the
        infantry to Gaul` is the free one.
        """
        meant = self._reader.of_spelling(spelled, so_far.state, self._seat)
        if len(meant) == len(spelled) or any(word.own for word in words):
            return spelled
        named = self._legal(so_far).pieces(words)
        orders = [row.spelled for row in self._legal(so_far).doing if row.values and not Counter(row.values) - named]
        direct = [one for one in orders if len(self._reader.of_spelling([one], so_far.state, self._seat)) == 1]
        return direct if len(direct) == 1 else spelled

    def _the_other(self, text: str, words: tuple[TypedWord, ...], allowed: AllowedOrders) -> list[str]:
        """`the other one`: the one order that is left where all others are denied."""
        left = [row.spelled for row in allowed.doing if row.spelled not in self._denied]
        is_other = has_phrase(text, "other") and not any(word.values or word.number > 1 for word in words)
        return left if is_other and self._denied and len(left) == 1 else []

    def _lacks_one(self, spelled: list[str], words: Sequence[TypedWord], so_far: NamedReading) -> bool:
        """Whether a thing is unsaid that is of the kind of one that is said: of a list each is named."""
        named = self._legal(so_far).pieces(words)
        sorts = {one.sort for word in words for one in word.values} - self._reader.usage.places
        for one in spelled:
            order = facets_of(one, self._reader.name_now(one, so_far.state, self._seat) or one)
            left = Counter(order.values) - named
            kinds = (meaning.sort for value in left for meaning in self._grammar.vocabulary.exact(healed(value)))
            if not sorts.isdisjoint(kinds):
                return True
        return False

    @staticmethod
    def _has_number(spelled: list[str], words: tuple[TypedWord, ...], allowed: AllowedOrders) -> bool:
        """Whether an order that differs from another by its number alone is told with one, and not by an article."""
        rows = [row for row in allowed.asked if row.spelled in spelled and row.numbers]
        alike = (
            other for row in rows for other in allowed.asked if (other.verb, other.values) == (row.verb, row.values)
        )
        is_choice = any(other not in rows for other in alike)
        return not is_choice or any(word.has_count for word in words)

    def _forms(self, text: str, words: tuple[TypedWord, ...], so_far: NamedReading) -> Iterator[tuple[TypedWord, ...]]:
        """The words of a piece; those with the place of a thing that stands on the board, or that is the upmost."""
        yield words
        marks = self._reader.landmarks(so_far.state, self._seat)
        if has_phrase(text, "against"):
            yield tuple({word.values or word: word for word in words}.values())  # `king against king`
        if not self._has_place(words):
            if (plain := without_phrase(text, "beside")) != text:
                words = self._legal(so_far).words(plain, strict=False)
            standing = [n for n, word in enumerate(words) if any(one.value in marks for one in word.values)]
            if standing[:1] == [0] and any(word.values for word in words[1:]) and self._strange(text):
                standing = []  # in `my trader steps onto the black card` the trader moves
            for at in reversed(standing):
                places = frozenset(place for one in words[at].values for place in marks.get(one.value, ()))
                near = self._legal(so_far).places_near(places) if plain != text else frozenset()
                for found in (places, near):
                    yield (*words[:at], TypedWord(text=words[at].text, values=found), *words[at + 1 :])
            if (place := self._legal(so_far).place_by_side(text, words)) is not None:
                left = (word for word in words if not (has_phrase(word.text, "side") or word.is_number))
                yield (*left, TypedWord(text=place.value, values=frozenset((place,))))
        else:
            lying = self._reader.lying(so_far.state)
            there = {kind for word in words for one in word.values for kind in lying.get(one.value, ())}
            yield from self._by_column(words, lying, so_far) if "," not in text else ()
            some = tuple(word for word in words if word.number or there.isdisjoint(one.value for one in word.values))
            if there and some != words:
                yield some

    def _by_column(
        self, words: tuple[TypedWord, ...], lying: Mapping[str, frozenset[str]], so_far: NamedReading
    ) -> Iterator[tuple[TypedWord, ...]]:
        """Words with the place of the one thing of a column that is meant: `the catastrophe on the blue card in G`."""
        for at, word in enumerate(words):
            others = (*words[:at], *words[at + 1 :])
            columns = {one.value for one in self._as_place(word).values if len(one.value) == 1}
            kinds = {one.value for other in others for one in other.values}
            forms = list[tuple[TypedWord, ...]]()
            for name in [name for name in lying if name[0] in columns and not kinds.isdisjoint(lying[name])]:
                here = msgspec.structs.replace(word, values=self._as_name(name))
                forms.append((*(other for other in others if self._stays_beside(other, lying[name])), here))
            meant = [form for form in forms if self._legal(so_far).meant(form)]
            if len(meant) == 1:
                yield meant[0]

    def _stays_beside(self, word: TypedWord, there: frozenset[str]) -> bool:
        """Whether a word adds to the thing at a place: another thing, a number, or a verb."""
        if word.own & self._reader.usage.named or word.number > 1:
            return True
        return there.isdisjoint(one.value for one in word.values) if word.values else not word.nouns

    def _without_marks(self, words: tuple[TypedWord, ...], so_far: NamedReading) -> tuple[TypedWord, ...]:
        """Words without those for pieces on the board that are in no order, which say who does it, and without verbs
        that no order has; none if a verb is another order of the game, or says that something stays.
        """
        allowed, marks = self._legal(so_far), self._reader.landmarks(so_far.state, self._seat)
        goals = [word for word in words if not word.is_origin and self._has_place((word,))]
        is_moved = bool(goals) and not any(self._reader.usage.origins)
        kept = list[TypedWord]()
        for word in words:
            if self._is_own(word) and allowed.verbs.isdisjoint(word.verbs):
                return ()
            is_mark = any(one.value in marks for one in word.values) and not self._has_place((word,))
            is_other = bool(word.verbs) and not word.values and allowed.verbs.isdisjoint(word.verbs)
            is_other = is_other or (is_moved and word.is_origin and self._has_place((word,)))
            if is_other and is_against(word.text):
                return ()
            kept += [] if is_other or (is_mark and word.number < _HALF and not allowed.may_name(word)) else [word]
        return tuple(kept)

    def _is_own(self, word: TypedWord) -> bool:
        """Whether a word is an order of the game to what is asked; `take` is one only where it is."""
        question, verbs = self._reader.asked(self._state, self._seat), self._grammar.verbs
        is_asked = any(question in verbs[one].answers for one in word.own)
        return bool(word.own) and not word.values and (is_asked or not does(word.text, "take"))

    def _says_all(self, spelled: list[str], words: tuple[TypedWord, ...], so_far: NamedReading) -> bool:
        """Whether words name all that these orders are of; one that has only its verb by a word of the game."""
        named = self._legal(so_far).pieces(words)
        verbs = {verb for word in words for verb in word.own}
        for one in spelled:
            order = facets_of(one, self._reader.name_now(one, so_far.state, self._seat) or one)
            pieces = Counter((*order.values, *(str(number) for number in order.numbers if number != 1)))
            if not pieces <= named or not (pieces or order.verb in verbs):
                return False
        return True

    def _strange(self, text: str) -> list[int]:
        """The tokens of a piece that no language and no game knows."""
        row = row_of(self._grammar.vocabulary, text)
        return [
            at
            for at, token in enumerate(row.tokens)
            if len(token.text) > 1
            and token.text.isalpha()
            and not is_word(self._grammar, token.text)
            and not any(length > 1 for length, _ in row.names(at))
        ]

    def _may_be_place(self, text: str) -> bool:
        """Whether a piece has a preposition before a word that nobody knows: that may be a place."""
        row = row_of(self._grammar.vocabulary, text)
        return any(row.token(at - 1).text in common_words("preposition") for at in self._strange(text))

    def _name_of(self, word: TypedWord) -> str:
        """A word as it can be typed again: a place by its label."""
        return min(one.value for one in self._as_place(word).values) if self._has_place((word,)) else word.text

    def _as_name(self, name: str) -> frozenset[Meaning]:
        found = self._grammar.vocabulary.exact(healed(name))
        return frozenset(one for one in found if one.sort in self._reader.usage.places)

    def _as_place(self, word: TypedWord) -> TypedWord:
        """A word that may be a place as nothing else: the `b` of `one in b` is not blue."""
        places = frozenset(one for one in word.values if one.sort in self._reader.usage.places)
        return msgspec.structs.replace(word, values=places) if places else word

    def _has_place(self, words: Sequence[TypedWord]) -> bool:
        return any(one.sort in self._reader.usage.places for word in words for one in word.values)
