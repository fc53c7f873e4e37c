"""The program of a seat says by itself that nothing of another has come, once the days of the charter are over here.

Nobody is asked: it is a fact of this machine, as its locks are. It is said for one step on its head; what was said
stays said, and each text is signed once. A program that holds the move says nothing, and has handed it on before.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.record.names import OUTBOX, PENDING, Name, beginning, begins
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Consent, Move
from referee.table.desk.desk import Desk
from referee.table.desk.pending import held, keep_waiting
from referee.table.desk.send import Outgoing, Sent, send
from referee.table.desk.waited import (
    DAY,
    Clock,
    asked_here,
    counted_here,
    days_of,
    grace_of,
    is_left_out_still,
    is_on_holiday,
)
from referee.table.masked import counts_of
from referee.table.seating import author
from referee.table.step.consent import SILENT, UNHEARD, consent_note
from referee.table.step.decisions import NOTHING
from referee.table.step.enter import check_moves, check_tiles, with_named, with_tiles
from referee.table.step.position import Position
from referee.table.step.produce import carry_out
from referee.table.step.silence import allowed, host_at, keeping_dark, may_be_left_out, needed, words_in
from referee.table.step.table_lines import Absent
from referee.table.telling.news import Notice


class Word(msgspec.Struct, frozen=True):
    """A word that the seat of a desk can say of another: its text, the seat, and for how many days it is waited for."""

    to: str
    seat: str
    days: int


def speaks(desk: Desk) -> bool:
    """Whether the seat of a desk is one whose words a game asks for now."""
    position = desk.history.position
    if position is None or position.over or desk.table.terms.absence != "agreed" or desk.role not in desk.table.names:
        return False
    seat = desk.table.seat(desk.role)
    return seat not in position.left and desk.table.bot(desk.role) is None


def words_due(desk: Desk, clock: Clock) -> tuple[Word, ...]:
    """What the seat of this desk has to say by now of those who are asked, or whose yes to another host is wanted, and
    has not said.
    """
    if not speaks(desk) or desk.table.terms.deadline is None:
        return ()
    found = [word for request in desk.position.awaited for word in _due_of(desk, request.seat, clock)]
    if desk.table.masked:
        from referee.table.desk.unheard import unheard  # few games are masked

        found += [Word(f"{UNHEARD}{name}", name, count) for name, count in unheard(desk, clock)]
    said = {to for name, to in _words_here(desk) if name == desk.role}
    due: dict[str, Word] = {}
    for word in found:
        due.setdefault(word.to, word)
    return tuple(word for word in due.values() if word.to not in said)


def _words_here(desk: Desk) -> set[tuple[str, str]]:
    """(seat, what it says) of all words that are here for the next step."""
    return words_in(signed.read(Consent) for signed in held(desk, "consent"))


def _due_of(desk: Desk, seat: int, clock: Clock) -> Iterator[Word]:
    """The words that are due because a seat is asked for which nothing has come."""
    name, position, days = desk.table.names[seat], desk.position, days_of(desk, desk.table.names[seat])
    if days is None or name == desk.role or _is_kept_from(desk, seat) or is_on_holiday(desk, name, clock):
        return
    waited = clock.shows - counted_here(desk, name, clock, days)
    here = answer_here(desk, name)
    if waited < days * DAY * (2 if here == ELSEWHERE else 1) or here == HERE:
        return
    whole = int((clock.shows - asked_here(desk, clock)) // DAY)
    mute = [other for other in _mute(desk, seat) if waited >= _patience(desk, other, days) * DAY]
    yield from (Word(f"{UNHEARD}{other}", other, whole) for other in mute)
    if not desk.table.masked or not _is_dark(desk, position, Absent(name, tuple(mute))):
        yield Word(f"{SILENT}{name}", name, whole)


def _is_kept_from(desk: Desk, seat: int) -> bool:
    """Whether the seat of this desk cannot know yet whether another has answered: with an open deal, of several who are
    asked, the host alone does, and his own seat says it first.
    """
    position, host = desk.position, host_at(desk.position)
    if desk.table.masked or len(position.asked) < 2 or host is None or host in position.left:
        return False
    names = desk.table.names
    return names[host] not in (desk.role, names[seat]) and (names[host], f"{SILENT}{names[seat]}") not in _words_here(
        desk
    )


def _is_dark(desk: Desk, position: Position, line: Absent) -> bool:
    """Whether locks are owed for what the seat of a line holds, with those that wait: the own ones, or such as a step
    with this line would ask for.
    """
    from referee.table.desk.lit import with_waiting  # few games are masked
    from referee.table.step.unlock import owed

    lit, own = with_waiting(position, desk.folder), desk.table.seat(desk.role or "")
    hand = {*counts_of(lit.knowledge).hands[desk.table.seat(line.seat)]}
    return bool(hand & {*owed(lit, own)} or keeping_dark(lit, line))


def _mute(desk: Desk, seat: int) -> tuple[str, ...]:
    """The others who could be left out of a word about a seat and say none: they have said of nobody who is asked that
    nothing came; a program, which has no word, owes locks.
    """
    position, names = desk.position, desk.table.names
    silent = {f"{SILENT}{names[request.seat]}" for request in position.awaited}
    spoken = {name for name, to in _words_here(desk) if to in silent}
    wanted = needed(position, seat)
    free = (at for at in may_be_left_out(position, seat) if names[at] not in (desk.role, *spoken))
    return tuple(names[at] for at in free if at in wanted or _owes(desk, at, seat))


def _owes(desk: Desk, other: int, seat: int) -> bool:
    if not desk.table.masked:
        return False
    from referee.table.desk.lit import with_waiting  # few games are masked
    from referee.table.step.unlock import owed

    lit = with_waiting(desk.position, desk.folder)
    return bool({*counts_of(lit.knowledge).hands[seat]} & {*owed(lit, other)})


def _patience(desk: Desk, name: str, days: int) -> int:
    """For how many days the word of a seat is waited for, of whom another is asked who has so many."""
    return grace_of(desk) if is_left_out_still(desk, name) else 2 * days


HERE, ELSEWHERE, NOWHERE = "here", "elsewhere", "nowhere"


def answer_here(desk: Desk, name: str) -> str:
    """Whether a move of a seat for the step that is asked for lies here; one that would be refused whatever else may
    come is none, and one on a history that is not known here lies `elsewhere`.
    """
    if any(author(signed) == name and _could_enter(desk, signed) for signed in held(desk, "answer")):
        return HERE
    return ELSEWHERE if any(True for _ in moves_elsewhere(desk, name)) else NOWHERE


def moves_elsewhere(desk: Desk, name: str) -> Iterator[SignedNote]:
    """The moves kept here of a seat for the next step, on a history that is not known here."""
    key, step = desk.table.party_at(name).key, desk.position.step + 1
    for file in beginning(desk.folder.list_pending(), begins(PENDING, "evidence")):
        try:
            last = read_bundle(desk.folder.read_pending(file))[-1]
            move = last.note()
        except (RefereeError, IndexError):  # somebody has changed it
            continue
        told = isinstance(move, Move) and (move.seat, move.step, last.key) == (name, step, key)
        if told and getattr(move, "head", "") != desk.position.head:
            yield last


def _could_enter(desk: Desk, signed: SignedNote) -> bool:
    """Whether a step could enter a move, by the locks that are here or when those of others come; its author owes
    none.
    """
    if not desk.table.masked:
        return True
    from referee.table.desk.lit import with_waiting  # few games are masked

    position = with_waiting(desk.position, desk.folder)
    try:
        moves = check_moves(position, (signed,))
        run = carry_out(with_tiles(with_named(position, moves), moves), moves, desk.eyes, NOTHING)
        check_tiles(run, (signed,))
    except RefereeError as refusal:
        return refusal.code in ("give-dark", "answers-missing")
    return True


# -- saying it


def say_words(desk: Desk, clock: Clock) -> list[Notice]:
    """Sign the words that are due, of a host who plays by his seat; called when all that came was taken in. They lie in
    the outbox, and wait here like those of others.

    Raises:
        NotAuthentic, OutOfOrder: the folder shows another history than the one seen before, or ends before it.
    """
    if desk.history.table is None or desk.history.table.terms.absence != "agreed" or desk.key is None:
        return []
    if desk.is_host:
        return say_words(desk.turned(), clock) if desk.sits else []
    for signed in words_made(desk):  # a crash may have come between the file and what is remembered of it
        keep_waiting(desk.folder, signed)
    notices = []
    for word in words_due(desk, clock):
        say_word(desk, word.to)
        notices.append(Notice(_said(desk, word.to), {"seat": desk.table.person(word.seat), "count": word.days}))
    return notices


def say_word(desk: Desk, to: str) -> Sent:
    """Sign one word of the seat of this desk. Raises as `send`."""
    key, position = desk.signer(), desk.position
    going = Outgoing(None, "", lambda _: (consent_note(position, key, to),), word_file(desk, to))
    sent = send(desk, going)
    keep_waiting(desk.folder, sent.note)
    return sent


def word_file(desk: Desk, to: str) -> str:
    """The file in the outbox of a word for the next step."""
    return str(Name(OUTBOX, "consent", desk.position.step + 1, desk.role or "", to.replace(" ", "-")))


def words_made(desk: Desk) -> tuple[SignedNote, ...]:
    """The words of the reader's seat for the next step in the outbox, by their files."""
    step, role = desk.position.step + 1, desk.role or ""
    names = desk.folder.list_outbox()
    starts = [begins(OUTBOX, "consent", step, role) + word.strip() for word in (SILENT, UNHEARD)]
    found = [name for name in names if name.startswith(tuple(starts))]
    return tuple(signed for name in found for signed in read_bundle(desk.folder.read_outbox(name)))


def _said(desk: Desk, to: str) -> str:
    if to.startswith(UNHEARD):
        return "unheard-said"
    return "word-said" if desk.table.masked else "word-said-open"


def check_may_say(desk: Desk, to: str, clock: Clock) -> None:
    """Check a word that somebody says by hand: its author counts for that seat, nothing of the seat is here; and that a
    seat is unheard only once that is due.

    Raises:
        OutOfOrder: there is nothing to say, or a move is here, or it is too early.
        NotAuthentic: no such seat.
    """
    begin = SILENT if to.startswith(SILENT) else UNHEARD
    name = to.removeprefix(begin)
    position, seat = desk.position, desk.table.seat(name)
    asked = position.request_of(seat) is not None and seat not in position.left
    own = desk.table.seat(desk.role or "")
    if desk.table.terms.absence != "agreed" or own not in allowed(position, seat) or (begin == SILENT and not asked):
        raise OutOfOrder("consent-to-nothing", seat=desk.table.person(desk.role or ""), to=to)
    if begin == SILENT and answer_here(desk, name) == HERE:
        raise OutOfOrder("word-though-here", seat=desk.table.person(name))
    if begin == UNHEARD and to not in {word.to for word in words_due(desk, clock)}:
        raise OutOfOrder("word-not-due", seat=desk.table.person(name))
