"""For whom a game waits beside those who are asked: whose locks are wanted for what these hold, whose words about who
is silent, and the host for a move that lies here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations

from referee.kernel.errors import RefereeError
from referee.record.names import PENDING, Name
from referee.record.note import Notes
from referee.record.notes import Consent
from referee.table.desk.desk import Desk
from referee.table.desk.pending import held
from referee.table.desk.silence import HERE, answer_here, speaks
from referee.table.masked import counts_of
from referee.table.step.consent import SILENT, UNHEARD, consent_note
from referee.table.step.position import Position
from referee.table.step.silence import Words, allowed, check_line, may_be_left_out, still_to_speak, voices, words_in
from referee.table.step.table_lines import Absent


def lit_position(desk: Desk) -> Position:
    """The position, in a masked game as if a step had entered the unlocks that wait."""
    if not desk.table.masked:
        return desk.position
    from referee.table.desk.lit import with_waiting  # few games are masked

    return with_waiting(desk.position, desk.folder)


def owing(desk: Desk) -> tuple[str, ...]:
    """The seats whose locks are wanted for what those hold who are asked, clockwise; none where the deal is open."""
    if not desk.table.masked:
        return ()
    from referee.table.step.unlock import owed  # few games are masked

    position, names = lit_position(desk), desk.table.names
    hands = counts_of(position.knowledge).hands
    held_now = {at for request in position.awaited for at in hands[request.seat]}
    there = (seat for seat in range(len(names)) if seat not in position.left)
    return tuple(names[seat] for seat in there if held_now & {*owed(position, seat)})


def words_here(desk: Desk) -> set[tuple[str, str]]:
    """(seat, what it says) of the words that are here for the next step."""
    return words_in(signed.read(Consent) for signed in held(desk, "consent"))


def passing_lines(desk: Desk, names: Sequence[str], own: Notes = ()) -> tuple[Absent, ...]:
    """The lines that let these seats pass. Where words of the others are asked, of the lines whose words are here, or
    among the `own` ones, those that leave out fewest; the plain ones where none would stand.
    """
    plain = tuple(map(Absent, names))
    if desk.table.terms.absence != "agreed":
        return plain
    words = words_here(desk) | words_in(signed.read(Consent) for signed in own)
    return tuple(_line_said(lit_position(desk), line, plain, words) or line for line in plain)


def line_ready(desk: Desk, name: str, words: Words = ()) -> Absent | None:
    """The line that could let a seat pass by the words that are here, and by these; None as long as there is none."""
    line = Absent(name)
    return _line_said(lit_position(desk), line, (line,), {*words_here(desk), *words})


def _line_said(position: Position, line: Absent, lines: Sequence[Absent], words: Words) -> Absent | None:
    table, beside = position.table, {position.table.seat(one.seat) for one in lines if one != line}
    free = may_be_left_out(position, table.seat(line.seat), beside)
    for count in range(len(free) + 1):
        for seats in combinations(free, count):
            found = Absent(line.seat, tuple(table.names[seat] for seat in seats))
            with suppress(RefereeError):
                check_line(position, found, words, beside)
                return found
    return None


def to_speak(desk: Desk, name: str) -> tuple[str, ...]:
    """Whose words are wanted before a seat can be let pass, whoever may be left out later."""
    missing = still_to_speak(lit_position(desk), Absent(name), words_here(desk))
    return tuple(desk.table.names[seat] for seat in missing)


def spoken(desk: Desk, line: Absent) -> tuple[str, ...]:
    """The seats that stand behind a line by the words that are here."""
    return tuple(desk.table.names[seat] for seat in voices(lit_position(desk), line, words_here(desk)))


def host_words(desk: Desk, names: Sequence[str]) -> set[tuple[str, str]]:
    """(seat, what it would say) of the seat of a host who plays, who lets these pass and leaves out whom he must."""
    seat = desk.sits
    if desk.table.terms.absence != "agreed" or not seat or not speaks(desk.turned()):
        return set()
    found = set[tuple[str, str]]()
    for name in names:
        if name != seat and desk.table.seat(seat) in allowed(desk.position, desk.table.seat(name)):
            silent = {(seat, f"{SILENT}{name}")}
            free = [desk.table.names[at] for at in may_be_left_out(desk.position, desk.table.seat(name))]
            every = silent | {(seat, f"{UNHEARD}{other}") for other in free}
            line = line_ready(desk, name, every)
            found |= silent | {(seat, f"{UNHEARD}{other}") for other in (line.without if line is not None else ())}
    return found


def own_words(desk: Desk, names: Sequence[str]) -> Notes:
    """The words with which the seat of a host who plays stands behind a let-pass, signed; those that are here left out.

    Raises:
        NotAuthentic, OutOfOrder: the folder shows another history than the one seen before.
    """
    new = sorted(to for seat, to in host_words(desk, names) - words_here(desk))
    if not new:
        return ()
    seat = desk.turned()
    key = seat.signer()
    return tuple(consent_note(seat.position, key, to) for to in new)


def host_waits_since(desk: Desk) -> float | None:
    """Since when what the host has to enter lies here, in seconds since 1970: a move of who is asked in a masked game,
    which goes to all; None if nothing does.
    """
    if not desk.table.masked or desk.is_host:
        return None
    step, names = desk.position.step + 1, [desk.table.names[request.seat] for request in desk.position.awaited]
    here = [name for name in names if answer_here(desk, name) == HERE]
    files = [str(Name(PENDING, "answer", step, name)) for name in here]
    return min((desk.folder.pending_since(file) for file in files), default=None)
