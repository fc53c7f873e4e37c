"""A seat is skipped by the words of others, where the charter says `absence agreed`: whose, and whether they are
enough.

A word is a consent of a seat: `silent bert`, nothing of Bert is here that the step could enter; `unheard dora`, what
the others wait for from Dora is not here. No rule reads a clock: rules read words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from referee.kernel.errors import OutOfOrder
from referee.kernel.requests import Seat
from referee.protocol.agreements.consent import SILENT, UNHEARD, seat_spoken_of
from referee.protocol.agreements.table_lines import Absent
from referee.protocol.deck import deck_of
from referee.protocol.step.position import Position
from referee.record.notes import Consent

VOICES_LEAST = 2
"""People who must support a skip, at least."""

Words = Collection[tuple[str, str]]
"""(seat, what it says) of consents."""


def words_in(consents: Iterable[Consent]) -> set[tuple[str, str]]:
    """(seat, what it says) of all words among these consents."""
    return {(one.seat, one.to) for one in consents if seat_spoken_of(one.to)}


def host_at(position: Position) -> Seat | None:
    """The seat of the present host, None if he holds none."""
    name = position.table.host_seat
    return position.table.seat(name) if name else None


def is_neutral(position: Position) -> bool:
    """Whether the host holds no seat, or one that has left: then the step is his own word."""
    seat = host_at(position)
    return seat is None or seat in position.left


def others_of(position: Position, seat: Seat) -> tuple[Seat, ...]:
    """The seats that play on, but this one."""
    names = position.table.names
    return tuple(other for other in range(len(names)) if other != seat and other not in position.left)


def voices_about(position: Position, seat: Seat) -> tuple[Seat, ...]:
    """Whose words about a seat count: the others that are not bots, for anyone who runs one would have two voices."""
    table = position.table
    return tuple(other for other in others_of(position, seat) if table.bot(table.names[other]) is None)


def has_voices(position: Position, seat: Seat) -> bool:
    """Whether enough people can support a skip of a seat: of two seats none can, if the host holds one."""
    return len(voices_about(position, seat)) + int(is_neutral(position)) >= VOICES_LEAST


def needed_voices(position: Position, seat: Seat, beside: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """Whose words about a seat are needed, unless the line leaves them out: of those that count, the ones that were
    skipped neither since their last move nor in the same step (`beside`).
    """
    voices = voices_about(position, seat)
    return tuple(other for other in voices if not position.missed_by(other) and other not in beside)


def may_be_left_out(position: Position, seat: Seat, beside: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """Who may be left out by name: others that were not let pass since, programs too, but the host's seat."""
    others = (other for other in others_of(position, seat) if not position.missed_by(other) and other not in beside)
    return tuple(other for other in others if other != host_at(position))


def skipped_beside(position: Position, line: Absent, lines: Iterable[Absent]) -> set[Seat]:
    """The seats that the other lines of the same step let pass."""
    return {position.table.seat(other.seat) for other in lines if other != line}


def wanted_words(line: Absent) -> tuple[str, ...]:
    """What one voice says in support of a line: that the seat is silent, and each seat that it leaves out unheard."""
    return (f"{SILENT}{line.seat}", *(f"{UNHEARD}{name}" for name in line.without))


def voices(position: Position, line: Absent, words: Words, beside: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """The seats that support a line; `beside` are the others that the same step skips."""
    table, wanted = position.table, wanted_words(line)
    left_out = {*beside, *map(table.seat, line.without)}
    speaking = (seat for seat in voices_about(position, table.seat(line.seat)) if seat not in left_out)
    return tuple(seat for seat in speaking if all((table.names[seat], to) in words for to in wanted))


def still_to_speak(position: Position, line: Absent, words: Words, beside: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """Whose words a line lacks."""
    table = position.table
    spoken = {*voices(position, line, words, beside), *map(table.seat, line.without)}
    return tuple(seat for seat in needed_voices(position, table.seat(line.seat), beside) if seat not in spoken)


def counts(position: Position, line: Absent, words: Words, beside: Collection[Seat] = ()) -> bool:
    """Whether more than half of the people support a skip, not counting those who are away and say nothing. A skip that
    does not count carries out the same orders and changes nothing else.
    """
    table, host = position.table, int(is_neutral(position))
    speaking = voices(position, line, words, beside)
    present = (seat for seat in voices_about(position, table.seat(line.seat)) if not position.is_away(seat))
    people = len({*present, *speaking}) + host + (table.bot(line.seat) is None)
    return 2 * (len(speaking) + host) > people


def keeping_dark(position: Position, line: Absent) -> tuple[Seat, ...]:
    """The seats that owe a lock of what the seat of a line holds, and that it does not leave out: nobody is skipped
    whose tiles others keep dark. The host's seat is asked in any case.
    """
    table, host = position.table, host_at(position)
    seat, left_out = table.seat(line.seat), {*map(table.seat, line.without)}
    asked = [at for at in others_of(position, seat) if at == host or not (position.missed_by(at) or at in left_out)]
    owing = deck_of(table).owing(position, (seat,))
    return tuple(at for at in asked if at in owing)


def check_passes(position: Position, lines: Sequence[Absent], consents: Iterable[Consent]) -> tuple[Seat, ...]:
    """Check the words for the lines of a step that skip seats; gives the seats that it marks.

    Raises:
        OutOfOrder: a line leaves out who may not be, words are missing or too few, or tiles are kept dark.
    """
    words, marked = words_in(consents), list[Seat]()
    for line in lines:
        beside = skipped_beside(position, line, lines)
        check_line(position, line, words, beside)
        if counts(position, line, words, beside):
            marked.append(position.table.seat(line.seat))
    return tuple(marked)


def check_line(position: Position, line: Absent, words: Words, beside: Collection[Seat] = ()) -> None:
    """Check the words behind one line. Raises OutOfOrder as `check_passes`."""
    table, host = position.table, int(is_neutral(position))
    seat, person = table.seat(line.seat), table.person(line.seat)
    left_out, free = tuple(map(table.seat, line.without)), may_be_left_out(position, seat, beside)
    if left_out != tuple(other for other in free if other in left_out):
        raise OutOfOrder("absent-without-whom", seat=person)
    if not has_voices(position, seat):
        raise OutOfOrder("absent-word-of-one", seat=person)
    if missing := still_to_speak(position, line, words, beside):
        raise OutOfOrder("words-missing", seat=person, names=_people(position, missing))
    count = len(voices(position, line, words, beside)) + host
    if count < VOICES_LEAST or count <= len(left_out) + len(beside):
        raise OutOfOrder("absent-word-of-one", seat=person)
    if owing := keeping_dark(position, line):
        raise OutOfOrder("absent-in-the-dark", seat=person, names=_people(position, owing))


def used_words(position: Position, lines: Sequence[Absent], words: Words) -> set[tuple[str, str]]:
    """The words that the lines of a step need: those of the voices for each."""
    names, used = position.table.names, set[tuple[str, str]]()
    for line in lines:
        beside = skipped_beside(position, line, lines)
        speaking = voices(position, line, words, beside)
        used |= {(names[seat], to) for seat in speaking for to in wanted_words(line)}
    return used


def check_word(position: Position, note: Consent) -> None:
    """Check a word as it arrives: its author counts for the seat it names, and `silent` is said of a seat that is
    asked.

    Raises:
        OutOfOrder: there is nothing that it could be a word for.
        NotAuthentic: no such seat.
    """
    table, seat = position.table, position.table.seat(seat_spoken_of(note.to))
    speakers = [table.names[at] for at in voices_about(position, seat)] if table.terms.asks_words else []
    asked = not note.to.startswith(SILENT) or (position.request_of(seat) is not None and seat not in position.left)
    if note.seat not in speakers or not asked:
        raise OutOfOrder("consent-to-nothing", seat=table.person(note.seat), to=note.to)


def _people(position: Position, seats: Iterable[Seat]) -> str:
    table = position.table
    return table.people(table.names[seat] for seat in seats)
