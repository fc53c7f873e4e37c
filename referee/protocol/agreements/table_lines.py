"""The `table` lines of a step note: what the table has decided beside what players ordered, as values and as text.

`time 2026-11-21T18:00Z` is when the referee says that he closed the step; no rule reads it. `absent SEAT`: the seat did
not answer, and does the neutral order until it is not asked any more. `left SEAT`: it leaves the game, and from here on
does the neutral order whenever it is asked. `open SEAT`: all others open a seat that is gone, where the deck is masked
with escrow, and it is out as well. `holiday SEAT FIRST UNTIL`: the seat is away on these days, as it has declared.
`standin SEAT LEVEL VERSION STEP`: the bot plays the seat until that step, as it has declared; `standin SEAT back`: its
owner plays it again. `end agreed` and `end draw`: the game ends here. `key SEAT`: the seat, or `referee`, has the new
key of the rekey note in the file of the step. `back N`: the game goes back to where it was before step N. `absent SEAT`
and `key referee` may be followed by `without` and the seats whose word is wanted but did not arrive.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from referee.kernel import bot as bots
from referee.kernel.errors import Unreadable
from referee.protocol.seating import REFEREE
from referee.record.note import Notes, notes_of
from referee.record.notes import Step
from referee.record.notes.fields import PARTY, SLUG


class Time(msgspec.Struct, frozen=True):
    """`time 2026-11-21T18:00Z`: the referee's claim, to the minute and in UTC."""

    moment: str


class Absent(msgspec.Struct, frozen=True):
    """`absent SEAT`: a seat that is asked and did not answer does the neutral order, this once. `without` are the seats
    whose words about it are left out.
    """

    seat: str
    without: tuple[str, ...] = ()


class Left(msgspec.Struct, frozen=True):
    """`left SEAT`: a seat leaves the game, as it has agreed to."""

    seat: str


class Open(msgspec.Struct, frozen=True):
    """`open SEAT`: all others open a seat that is gone, where the deck is masked; it plays no more."""

    seat: str


class Holiday(msgspec.Struct, frozen=True):
    """`holiday SEAT 2026-08-01 2026-08-14`: a seat is away from the one day to the other, as it has declared."""

    seat: str
    first: str
    until: str

    @property
    def days(self) -> int:
        """How many days these are, the first and the last one among them."""
        return _place(self.until) - _place(self.first) + 1


class StandIn(msgspec.Struct, frozen=True):
    """`standin SEAT greedy 4 40`: the bot of that level and version plays the seat until step 40; with no level,
    `standin SEAT back`, its owner plays it again.
    """

    seat: str
    level: str = ""
    version: int = 0
    until: int = 0

    @property
    def consent(self) -> str:
        """What its seat has to agree to."""
        return f"standin {self.level} {self.version} {self.until}" if self.level else "standin back"


End = Literal["agreed", "draw"]


class AgreedEnd(msgspec.Struct, frozen=True):
    """`end agreed` or `end draw`: the game ends here, as all have agreed who are still playing."""

    how: End


class KeyChange(msgspec.Struct, frozen=True):
    """`key SEAT`: a seat, or `referee`, gets the key that a rekey note in the file of the step asks for. `without` are
    the seats whose consents to another host are left out.
    """

    seat: str
    without: tuple[str, ...] = ()


class Back(msgspec.Struct, frozen=True):
    """`back 40`: the game goes back to where it was before step 40, which was played and is taken back."""

    step: int


TableLine = Time | Absent | Left | Open | Holiday | StandIn | AgreedEnd | KeyChange | Back

WORDS: dict[str, type[TableLine]] = {
    "time": Time,
    "absent": Absent,
    "left": Left,
    "open": Open,
    "holiday": Holiday,
    "standin": StandIn,
    "end": AgreedEnd,
    "key": KeyChange,
    "back": Back,
}
"""The first word of a table line, in the order in which a step note has lines of different words."""

_OF_SEAT: dict[str, type[Absent | Left | Open | KeyChange]] = {
    "absent": Absent,
    "left": Left,
    "open": Open,
    "key": KeyChange,
}

_DAY = r"20([0-9]{2})-(0[1-9]|1[0-2])-([0-3][0-9])"
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_NUMBER = "[1-9][0-9]{0,3}"

_MOMENT = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]Z"


def read_table_line(text: str) -> TableLine:
    """The meaning of one `table` line, in the one spelling that `write_table_line` gives.

    Raises:
        Unreadable: a word that this version does not know, or a line that says something else after it.
    """
    word, _, rest = text.partition(" ")
    if word not in WORDS:
        raise Unreadable("no-such-table-line", word=word, known=", ".join(WORDS))
    if word == "time" and re.fullmatch(_MOMENT, rest, re.ASCII):
        return Time(rest)
    if word == "end" and rest in get_args(End):
        return AgreedEnd("draw" if rest == "draw" else "agreed")
    if word == "back" and re.fullmatch(_NUMBER, rest, re.ASCII):
        return Back(int(rest))
    if word == "holiday" and (holiday := _holiday(*rest.split(" "))) is not None:
        return holiday
    if word == "standin" and (stand_in := _stand_in(*rest.split(" "))) is not None:
        return stand_in
    if word in ("absent", "key") and (left_out := _left_out(word, *rest.split(" "))) is not None:
        return left_out
    if word in _OF_SEAT:
        return _OF_SEAT[word]((PARTY if word == "key" else SLUG).read(rest))
    raise Unreadable("bad-table-line", line=text)


def _left_out(word: str, seat: str, without: str = "", *others: str) -> Absent | KeyChange | None:
    """The line that leaves seats out, by the place of its words: a seat may be called `without`. None for any other."""
    if without != "without" or not others or (word == "key" and seat != REFEREE):
        return None
    names = tuple(map(SLUG.read, others))
    return Absent(SLUG.read(seat), names) if word == "absent" else KeyChange(REFEREE, names)


def _holiday(seat: str, first: str = "", until: str = "", *more: str) -> Holiday | None:
    """The holiday of a line; None for days that no calendar has, or that end before they begin."""
    begins, ends = _place(first), _place(until)
    return None if more or not 0 < begins <= ends else Holiday(SLUG.read(seat), first, until)


def _stand_in(seat: str, level: str = "", *numbers: str) -> StandIn | None:
    """The stand-in of a line, or its end; None for another level than there are, or no numbers."""
    if (level, numbers) == ("back", ()):
        return StandIn(SLUG.read(seat))
    if (
        level not in bots.LEVELS
        or len(numbers) != 2
        or not all(re.fullmatch(_NUMBER, one, re.ASCII) for one in numbers)
    ):
        return None
    return StandIn(SLUG.read(seat), level, *map(int, numbers))


def _place(day: str) -> int:
    """The place of a day among those of this century, from 1; 0 for one that no calendar has. It reads no clock."""
    found = re.fullmatch(_DAY, day, re.ASCII)
    if found is None:
        return 0
    year, month, number = map(int, found.groups())
    lengths = [length + (at == 1 and year % 4 == 0) for at, length in enumerate(_MONTHS)]
    if not 1 <= number <= lengths[month - 1]:
        return 0
    return 365 * year + (year + 3) // 4 + sum(lengths[: month - 1]) + number


DAY = 24 * 60
"""The minutes of a day."""


def minute_of(moment: str) -> int:
    """The minute that a `time` line names, counted from the beginning of this century; 0 for none, and for one that no
    calendar of it has, such as 30 February. It reads no clock.
    """
    day, _, clock = moment.removesuffix("Z").partition("T")
    hour, _, minute = clock.partition(":")
    place = _place(day)
    return DAY * place + 60 * int(hour) + int(minute) if place else 0


def table_lines_of(signed_notes: Notes) -> tuple[str, ...]:
    """The table lines of a step, as its note has them."""
    return tuple(line for step in notes_of(Step, signed_notes) for line in step.table)


def days_between(asked: str, closed: str) -> int | None:
    """Whole days between two `time` lines; None if one names no moment, or the second is earlier than the first."""
    first, last = minute_of(asked), minute_of(closed)
    return (last - first) // DAY if 0 < first <= last else None


def write_table_line(line: TableLine) -> str:
    """The value of one `table` line, as a note has it after the key: `absent bert`."""
    word = next(word for word, kind in WORDS.items() if isinstance(line, kind))
    if isinstance(line, Absent | KeyChange):
        return " ".join((word, line.seat, *(("without", *line.without) if line.without else ())))
    if isinstance(line, StandIn):
        return line.consent.replace("standin ", f"standin {line.seat} ", 1)
    return " ".join((word, *map(str, msgspec.structs.astuple(line))))


def read_table_lines(texts: Sequence[str]) -> tuple[TableLine, ...]:
    """The table lines of a step note, each once and in the order of `WORDS`.

    Raises:
        Unreadable: as `read_table_line`; or one twice, or another order.
    """
    lines = tuple(map(read_table_line, texts))
    places = [list(WORDS.values()).index(type(line)) for line in lines]
    if places != sorted(places) or len(set(texts)) != len(texts):
        raise Unreadable("table-line-order")
    return lines


def consent_to(line: TableLine) -> str | None:
    """What the consents say that a table line needs (`left`, `open bert`, `holiday 2026-08-01 2026-08-14`, `end draw`,
    `back 40`); None for one that needs none.
    """
    match line:
        case Left():
            return "left"
        case Holiday():
            return f"holiday {line.first} {line.until}"
        case StandIn():
            return line.consent
        case Open() | AgreedEnd() | Back():
            return write_table_line(line)
    return None
