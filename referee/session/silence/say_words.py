"""The program of a seat says by itself that nothing of another has arrived, once the days of the charter are over here.

It is said for one step on its head; what was said stays said, and each text is signed once. A program that holds the
move says nothing, and has handed it on before.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.messages.step_news import Notice
from referee.protocol.agreements.consent import SILENT, UNHEARD, consent_note
from referee.protocol.agreements.decisions import NOTHING
from referee.protocol.agreements.silence import (
    has_voices,
    host_at,
    keeping_dark,
    may_be_left_out,
    needed_voices,
    voices_about,
    words_in,
)
from referee.protocol.agreements.table_lines import Absent
from referee.protocol.deck import deck_of
from referee.protocol.seating import author_role
from referee.protocol.step.position import Position
from referee.protocol.step.produce import produce_step
from referee.protocol.step.record_step import check_moves, with_named_standing
from referee.protocol.step.step_deck import step_deck_of
from referee.record.file_names import OUTBOX, PENDING, FileName, name_prefix, names_with_prefix
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Consent, Move
from referee.session.masked.pending_key_shares import with_pending_key_shares
from referee.session.pending import pending_notes_that_hold, store_pending
from referee.session.send import OutgoingNote, SentNote, send
from referee.session.session import Session
from referee.session.silence import unheard_seats
from referee.session.silence.days_to_answer import (
    DAY,
    Clock,
    asked_here,
    counted_here,
    days_of,
    grace_of,
    is_left_out_still,
    is_on_holiday,
)


class Word(msgspec.Struct, frozen=True):
    """A word that the seat of a session can say of another: its text, the seat, and for how many days it is waited
    for.
    """

    to: str
    seat: str
    days: int


def speaks(session: Session) -> bool:
    """Whether the seat of a session is one whose words a game asks for now."""
    position = session.history.position
    if (
        position is None
        or position.over
        or not session.table.terms.asks_words
        or session.role not in session.table.names
    ):
        return False
    seat = session.table.seat(session.role)
    return seat not in position.left and session.table.bot(session.role) is None


def words_due(session: Session, clock: Clock) -> tuple[Word, ...]:
    """What the seat of this session has to say by now of those who are asked, or whose yes to another host is wanted,
    and has not said.
    """
    if not speaks(session) or session.table.terms.deadline is None:
        return ()
    found = [word for request in session.position.awaited for word in _due_of(session, request.seat, clock)]
    if session.table.deck.keeper == "seats":
        found += [Word(f"{UNHEARD}{name}", name, count) for name, count in unheard_seats.unheard(session, clock)]
    said = {to for name, to in words_here(session) if name == session.role}
    due: dict[str, Word] = {}
    for word in found:
        due.setdefault(word.to, word)
    return tuple(word for word in due.values() if word.to not in said)


def lit_position(session: Session) -> Position:
    """The position; with a masked deck, as if a step had recorded the key shares that wait."""
    return with_pending_key_shares(session.position, session.folder)


def words_here(session: Session) -> set[tuple[str, str]]:
    """(seat, what it says) of all words that are here for the next step."""
    return words_in(signed.read(Consent) for signed in pending_notes_that_hold(session, "consent"))


def _due_of(session: Session, seat: int, clock: Clock) -> Iterator[Word]:
    """The words that are due because a seat is asked for which nothing has arrived."""
    name, days = session.table.names[seat], days_of(session, session.table.names[seat])
    if days is None or name == session.role or not has_voices(session.position, seat):
        return
    if _is_kept_from(session, seat) or is_on_holiday(session, name, clock):
        return
    waited = clock.shows - counted_here(session, name, clock, days)
    here = answer_here(session, name)
    needed_days = 2 * (days or grace_of(session)) if here == ELSEWHERE else days
    if waited < needed_days * DAY or here == HERE:
        return
    whole = int((clock.shows - asked_here(session, clock)) // DAY)
    mute = [other for other in _mute(session, seat) if waited >= _patience(session, other, days) * DAY]
    yield from (Word(f"{UNHEARD}{other}", other, whole) for other in mute)
    if not _is_dark(session, Absent(name, tuple(mute))):
        yield Word(f"{SILENT}{name}", name, whole)


def _is_kept_from(session: Session, seat: int) -> bool:
    """Whether the seat of this session cannot know yet whether another has answered: with an open deal, of several who
    are asked, the host alone does, and his own seat says it first.
    """
    position, host = session.position, host_at(session.position)
    if session.table.deck.moves_to == "all" or len(position.asked) < 2 or host is None or host in position.left:
        return False
    names = session.table.names
    return names[host] not in (session.role, names[seat]) and (names[host], f"{SILENT}{names[seat]}") not in words_here(
        session
    )


def _is_dark(session: Session, line: Absent) -> bool:
    """Whether locks are owed for what the seat of a line holds, with those that wait: one's own ones, or such as a step
    with this line would ask for.
    """
    lit, own = lit_position(session), session.table.seat(session.role or "")
    owing = deck_of(session.table).owing(lit, (session.table.seat(line.seat),))
    return own in owing or bool(keeping_dark(lit, line))


def _mute(session: Session, seat: int) -> tuple[str, ...]:
    """The others who could be left out of a word about a seat and say none: they have said of nobody who is asked that
    nothing came; a program, which has no word, owes locks.
    """
    position, names = session.position, session.table.names
    silent = {f"{SILENT}{names[request.seat]}" for request in position.awaited}
    spoken = {name for name, to in words_here(session) if to in silent}
    wanted = needed_voices(position, seat)
    free = (at for at in may_be_left_out(position, seat) if names[at] not in (session.role, *spoken))
    owing = deck_of(session.table).owing(lit_position(session), (seat,))
    return tuple(names[at] for at in free if at in wanted or at in owing)


def _patience(session: Session, name: str, days: int) -> int:
    """For how many days the word of a seat is waited for, of whom another is asked who has so many."""
    return grace_of(session) if is_left_out_still(session, name) else 2 * (days or grace_of(session))


HERE, ELSEWHERE, NOWHERE = "here", "elsewhere", "nowhere"


def answer_here(session: Session, name: str) -> str:
    """Whether a move of a seat for the next step is here: `here`, `elsewhere` if only one on a history that is not
    known here is, or `nowhere`. A move that would be refused whatever else arrives does not count.
    """
    if any(
        author_role(signed) == name and _could_enter(session, signed)
        for signed in pending_notes_that_hold(session, "answer")
    ):
        return HERE
    return ELSEWHERE if any(True for _ in moves_elsewhere(session, name)) else NOWHERE


def moves_elsewhere(session: Session, name: str) -> Iterator[SignedNote]:
    """The moves kept here of a seat for the next step, on a history that is not known here."""
    key, step = session.table.party_at(name).key, session.position.step + 1
    for file in names_with_prefix(session.folder.list_pending(), name_prefix(PENDING, "evidence")):
        try:
            last = read_bundle(session.folder.read_pending(file))[-1]
            move = last.note()
        except (RefereeError, IndexError):  # somebody has changed it
            continue
        told = isinstance(move, Move) and (move.seat, move.step, last.key) == (name, step, key)
        if told and getattr(move, "head", "") != session.position.head:
            yield last


def _could_enter(session: Session, signed: SignedNote) -> bool:
    """Whether a step could record a move, by the key shares that are here or when those of others come; its author owes
    none.
    """
    if session.table.deck.keeper == "host":
        return True
    deck, position = step_deck_of(session.table), lit_position(session)
    try:
        moves = check_moves(position, (signed,))
        run = produce_step(deck.with_moves(with_named_standing(position, moves), moves), moves, session.eyes, NOTHING)
        deck.check_moves(run, (signed,))
    except RefereeError as refusal:
        return refusal.code in ("give-dark", "answers-missing")
    return True


# -- saying it


def say_words(session: Session, clock: Clock) -> list[Notice]:
    """Sign the words that are due, for a host who plays those of his seat; called when all that came was received. They
    are in the outbox, and wait here like those of others.

    Raises:
        NotAuthentic, OutOfOrder: the folder shows another history than the one seen before, or ends before it.
    """
    if session.history.table is None or not session.history.table.terms.asks_words or session.key is None:
        return []
    if session.is_host:
        return say_words(session.turned(), clock) if session.sits else []
    for signed in words_of_own_seat(session):  # the program may have stopped between writing the file and noting that
        store_pending(session.folder, signed)
    notices = []
    for word in words_due(session, clock):
        say_word(session, word.to)
        notices.append(Notice(_code(session, word), {"seat": session.table.person(word.seat), "count": word.days}))
    return notices


def say_word(session: Session, to: str) -> SentNote:
    """Sign one word of the seat of this session. Raises as `send`."""
    key, position = session.signer(), session.position
    going = OutgoingNote(None, "", lambda _: (consent_note(position, key, to),), word_file(session, to))
    sent = send(session, going)
    store_pending(session.folder, sent.note)
    return sent


def word_file(session: Session, to: str) -> str:
    """The file in the outbox of a word for the next step."""
    return str(FileName(OUTBOX, "consent", session.position.step + 1, session.role or "", to.replace(" ", "-")))


def words_of_own_seat(session: Session) -> tuple[SignedNote, ...]:
    """The words of the reader's seat for the next step in the outbox, by their files."""
    step, role = session.position.step + 1, session.role or ""
    names = session.folder.list_outbox()
    starts = [name_prefix(OUTBOX, "consent", step, role) + word.strip() for word in (SILENT, UNHEARD)]
    found = [name for name in names if name.startswith(tuple(starts))]
    return tuple(signed for name in found for signed in read_bundle(session.folder.read_outbox(name)))


def _code(session: Session, word: Word) -> str:
    if word.to.startswith(UNHEARD):
        return "unheard-said"
    by_all = "word-said" if word.days else "word-said-again"
    return by_all if session.table.deck.moves_to == "all" else "word-said-open"


def check_may_say(session: Session, to: str, clock: Clock) -> None:
    """Check a word that somebody says by hand: its author counts for that seat, nothing of the seat is here; and that a
    seat is unheard only once that is due.

    Raises:
        OutOfOrder: there is nothing to say, or a move is here, or it is too early.
        NotAuthentic: no such seat.
    """
    begin = SILENT if to.startswith(SILENT) else UNHEARD
    name = to.removeprefix(begin)
    position, seat = session.position, session.table.seat(name)
    asked = position.request_of(seat) is not None and seat not in position.left
    own = session.table.seat(session.role or "")
    if not session.table.terms.asks_words or own not in voices_about(position, seat) or (begin == SILENT and not asked):
        raise OutOfOrder("consent-to-nothing", seat=session.table.person(session.role or ""), to=to)
    if begin == SILENT and answer_here(session, name) == HERE:
        raise OutOfOrder("word-though-here", seat=session.table.person(name))
    if begin == UNHEARD and to not in {word.to for word in words_due(session, clock)}:
        raise OutOfOrder("word-not-due", seat=session.table.person(name))
