"""For whom a game waits beside those who are asked: whose locks are wanted for what these hold, whose words about who
is silent, and the host for a move that is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations

from referee.kernel.errors import RefereeError
from referee.protocol.agreements.consent import SILENT, UNHEARD, consent_note
from referee.protocol.agreements.silence import (
    Words,
    check_line,
    may_be_left_out,
    skipped_beside,
    still_to_speak,
    voices_about,
    words_in,
)
from referee.protocol.agreements.table_lines import Absent
from referee.protocol.deck import deck_of
from referee.protocol.step.position import Position
from referee.record.file_names import PENDING, FileName
from referee.record.note import Notes
from referee.record.notes import Consent
from referee.session.session import Session
from referee.session.silence.say_words import HERE, answer_here, lit_position, speaks, words_here


def owing(session: Session) -> tuple[str, ...]:
    """The seats whose locks are wanted for what those hold who are asked, clockwise; none where the deal is open."""
    position, names = lit_position(session), session.table.names
    owed = deck_of(session.table).owing(position, (request.seat for request in position.awaited))
    return tuple(names[seat] for seat in owed if seat not in position.left)


def passing_lines(session: Session, names: Sequence[str], own: Notes = ()) -> tuple[Absent, ...]:
    """The lines that let these seats pass. Where words of the others are asked, of the lines whose words are here, or
    among the `own` ones, those that leave out fewest; the plain ones where none would stand.
    """
    plain = tuple(map(Absent, names))
    if not session.table.terms.asks_words:
        return plain
    words = words_here(session) | words_in(signed.read(Consent) for signed in own)
    return tuple(_line_by_words(lit_position(session), line, plain, words) or line for line in plain)


def ready_skip_line(session: Session, name: str, words: Words = ()) -> Absent | None:
    """The line that could skip a seat by the words that are here, and by these; None as long as there is none."""
    line = Absent(name)
    return _line_by_words(lit_position(session), line, (line,), {*words_here(session), *words})


def _line_by_words(position: Position, line: Absent, lines: Sequence[Absent], words: Words) -> Absent | None:
    table, beside = position.table, skipped_beside(position, line, lines)
    free = may_be_left_out(position, table.seat(line.seat), beside)
    for count in range(len(free) + 1):
        for seats in combinations(free, count):
            found = Absent(line.seat, tuple(table.names[seat] for seat in seats))
            with suppress(RefereeError):
                check_line(position, found, words, beside)
                return found
    return None


def to_speak(session: Session, name: str) -> tuple[str, ...]:
    """Whose words are wanted before a seat can be skipped, no matter who may be left out later."""
    missing = still_to_speak(lit_position(session), Absent(name), words_here(session))
    return tuple(session.table.names[seat] for seat in missing)


def host_words(session: Session, names: Sequence[str]) -> set[tuple[str, str]]:
    """(seat, what it would say) of the seat of a host who plays, who lets these pass and leaves out whom he must."""
    seat = session.sits
    if not session.table.terms.asks_words or not seat or not speaks(session.turned()):
        return set()
    found = set[tuple[str, str]]()
    for name in names:
        if name != seat and session.table.seat(seat) in voices_about(session.position, session.table.seat(name)):
            silent = {(seat, f"{SILENT}{name}")}
            free = [session.table.names[at] for at in may_be_left_out(session.position, session.table.seat(name))]
            every = silent | {(seat, f"{UNHEARD}{other}") for other in free}
            line = ready_skip_line(session, name, every)
            found |= silent | {(seat, f"{UNHEARD}{other}") for other in (line.without if line is not None else ())}
    return found


def own_words(session: Session, names: Sequence[str]) -> Notes:
    """The words with which the seat of a host who plays supports a skip, signed; without those that are here already.

    Raises:
        NotAuthentic, OutOfOrder: the folder shows another history than the one seen before.
    """
    new = sorted(to for seat, to in host_words(session, names) - words_here(session))
    if not new:
        return ()
    seat = session.turned()
    key = seat.signer()
    return tuple(consent_note(seat.position, key, to) for to in new)


def host_waits_since(session: Session) -> float | None:
    """Since when a move that the host has to record is here, in seconds since 1970: with a masked deck, moves go to
    all. None if there is no such move.
    """
    if session.table.deck.moves_to == "host" or session.is_host:
        return None
    step, names = session.position.step + 1, [session.table.names[request.seat] for request in session.position.awaited]
    here = [name for name in names if answer_here(session, name) == HERE]
    files = [str(FileName(PENDING, "answer", step, name)) for name in here]
    return min((session.folder.pending_since(file) for file in files), default=None)
