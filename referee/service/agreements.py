"""What a player proposes or agrees to: an end, leaving, a take-back, a revealed hand, a holiday, a
stand-in. Each is a consent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from referee.drawing.safe_text import safe_text
from referee.kernel.bot import VERSION
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable, refusal_in
from referee.messages.decisions_text import agreement_sentence, learned_sentences, played_text
from referee.protocol.agreements.consent import HOLIDAY, OPEN, consent_note
from referee.protocol.agreements.holidays import check_holiday, remaining_days
from referee.protocol.agreements.stand_ins import check_stand_in
from referee.protocol.agreements.table_lines import Holiday, StandIn, consent_to, read_table_line
from referee.protocol.agreements.take_back import positions_to_take_back
from referee.protocol.allowances import allowances_of
from referee.protocol.masked import deck_escrow
from referee.protocol.seating import author_role
from referee.protocol.step.position import Position
from referee.record.file_names import OUTBOX, FileName
from referee.record.notes import Consent
from referee.record.notes.escaping import single_line_text
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.dates import clock_here, local_time, since_text
from referee.service.signed_notes import Signed, ask_of, send_current, signed_of
from referee.service.table import OpenTable
from referee.service.views.capabilities import way_back
from referee.service.waiting.skipped_turns import passes_before
from referee.session.agreements.proposals import (
    AGREEMENTS,
    CONSENTED,
    WORDS,
    pending_holidays,
    pending_stand_ins,
    proposal_lines,
    requested_take_backs,
    stand_in_now,
    typed_agreement,
)
from referee.session.pending import store_pending
from referee.session.send import OutgoingNote
from referee.session.session import Session
from referee.session.silence import days_to_answer, say_words
from referee.session.silence.days_to_answer import Clock


class Agreement(msgspec.Struct, frozen=True):
    """What somebody proposes or agrees to."""

    what: str
    """`draw`, `end`, `leave`, `back`, `open`, `holiday`, `standin`, `silent` or `unheard`."""
    step: int | None = None
    """The step before which the game goes on again, for `back`; None for the one that somebody has asked for."""
    seat: str = ""
    """The seat that is opened, or of which nothing has arrived, or what people call its player, for `open`, `silent`
    and `unheard`.
    """
    reason: str | None = None
    """Why, in one line, for a take-back that the reader asks for; None for one that others have asked for."""
    first: str = ""
    """The first day, as 2026-11-20, for `holiday`."""
    until: str = ""
    """The last day, for `holiday`."""
    level: str = ""
    """How well the bot plays, for `standin`; empty where its owner plays the seat again."""
    steps: int | None = None
    """For how many steps from the next one on, for `standin`; None for as many as the charter allows."""


def agreement_word(typed: str) -> str | None:
    """What somebody agrees to by the word that was typed, in any language; None for any other word."""
    return typed_agreement(typed)


def read_agreement(word: str, which: str | None) -> Agreement:
    """What somebody agrees to by a word, and `which` step or seat. Raises Unreadable: no number of a step."""
    if word != "back":
        return Agreement(word, seat=which or "" if word in ("open", *WORDS) else "")
    if which is not None and not (which.isascii() and which.isdecimal()):
        raise Unreadable("no-such-step", step=safe_text(which))
    return Agreement(word, int(which) if which is not None else None)


class _Consent(msgspec.Struct, frozen=True):
    """What is signed, and what is said before: a sentence and its effects. `name` is the file of a consent that is for
    more than one step.
    """

    to: str
    said: tuple[str, ...]
    reason: str | None = None
    name: str = ""
    warnings: tuple[str, ...] = ()

    def ask(self, table: OpenTable) -> Ask:
        sentence, *then = self.said
        return ask_of(table, sentence, {"to": self.to, "reason": self.reason or ""}, then=then, warnings=self.warnings)


def ask_propose(table: OpenTable, wanted: Agreement) -> Ask:
    """What somebody would agree to, and what it brings.

    Raises:
        OutOfOrder: the game is over, the seat has left, or nothing of the kind can be agreed to now.
        NotAuthentic: the reader does not play. Unreadable: it names no step, seat or days.
    """
    return _consent(table, wanted).ask(table)


def propose(table: OpenTable, wanted: Agreement, digest: str) -> Signed:
    """The consent, signed and kept, with a file to send. Raises Changed: `digest` is of another one; Stale: the game
    has gone on; and as `ask_propose`.
    """
    check_current(table)
    found = _consent(table, wanted)
    check_digest(found.ask(table), digest)
    session, key, to = table.session, table.session.signer(), found.to
    tag = to.replace(" ", "-")
    name = found.name or str(FileName(OUTBOX, "consent", session.position.step + 1, session.role or "", tag))
    signed = consent_note(session.position, key, to, found.reason)
    sent = send_current(table, OutgoingNote(None, "", lambda _: (signed,), name))
    store_pending(session.folder, sent.note)
    return signed_of(sent, "all", game=session.table.game_id)


def check_still_plays(session: Session) -> None:
    """Only who still plays agrees to anything, and only while there is a game. Raises OutOfOrder, NotAuthentic."""
    position, seat = session.position, session.eyes.seat
    if position.over:
        raise OutOfOrder("game-over")
    if seat is None:
        raise NotAuthentic("players-agree")
    if seat in position.left:
        raise OutOfOrder("seat-has-left", seat=session.table.person(session.table.names[seat]))


def _consent(table: OpenTable, wanted: Agreement) -> _Consent:
    check_still_plays(table.session)
    if wanted.what == "back":
        return _step_back(table, wanted.step, wanted.reason)
    if wanted.what == "open":
        return _open_hand(table, wanted.seat)
    if wanted.what in WORDS:
        return _word(table, wanted.what, wanted.seat)
    if wanted.what == "holiday":
        return _days_off(table, wanted.first.strip(), wanted.until.strip())
    if wanted.what == "standin":
        return _bot_plays(table, wanted.level, wanted.steps)
    leaves = wanted.what == "leave"
    shows = leaves and table.session.table.deck.keeper == "seats"
    said = [table.sentence(CONSENTED[wanted.what]), *([table.sentence("leaving-shows-hand")] if shows else [])]
    passes = [] if leaves else passes_before(table.reader.lang, table.session)
    return _Consent(AGREEMENTS[wanted.what], (*said, *passes, *proposal_lines(table.session, table.reader.lang)))


def _step_back(table: OpenTable, step: int | None, reason: str | None) -> _Consent:
    """A take-back: the reader's own request if there is a reason, else one that others have requested."""
    session = table.session
    if reason is not None and step is not None:
        undone = positions_to_take_back(session.position, step)
        why = single_line_text(reason, "reason")
        said = [table.sentence("you-go-back", step=step, reason=why)]
        return _Consent(f"back {step}", (*said, *_undone_lines(table, undone)), why)
    asked = dict(requested_take_backs(session))
    if step is None and len(asked) == 1:
        (step,) = asked
    if step is None or step not in asked:
        if not asked:
            raise OutOfOrder("nobody-goes-back", hint=way_back(session))
        raise OutOfOrder("which-step-back", known=", ".join(map(str, asked)))
    called = session.table.called_by_seat
    said = [
        table.sentence("back-asked-by", name=called[seat], step=step, reason=safe_text(why))
        for seat, why in asked[step]
    ]
    return _Consent(f"back {step}", (*said, *_undone_lines(table, positions_to_take_back(session.position, step))))


def _undone_lines(table: OpenTable, positions: Sequence[Position]) -> Iterator[str]:
    """The steps that would be taken back, what players learned in them, what ends, and who has agreed so far."""
    first, last, lang = positions[0].step, positions[-1].step, table.reader.lang
    yield table.sentence("would-undo-step" if first == last else "would-undo-steps", first=first, last=last)
    yield from (f"  {position.step}. {played_text(position, lang)}" for position in positions)
    yield from learned_sentences(tuple(positions), lang)
    if allowances_of(table.session.table).plans:
        yield table.sentence("back-ends-plans")
    yield from (*passes_before(lang, table.session), *proposal_lines(table.session, table.reader.lang))


def _open_hand(table: OpenTable, name: str) -> _Consent:
    """Opening the seat called `name`, by seat or as its player is called, which is gone."""
    session, at_table = table.session, table.session.table

    def check(seat: str) -> None:
        deck_escrow.check_seats_to_reveal(session.position, [at_table.seat(seat)])

    seat = _named_seat(session, name, check, "which-seat-open")
    said = (table.sentence("consent-open", name=at_table.person(seat)), table.sentence("opening-shows-hand"))
    passes = passes_before(table.reader.lang, session, seat)
    return _Consent(f"{OPEN}{seat}", (*said, *passes, *proposal_lines(table.session, table.reader.lang)))


def _days_off(table: OpenTable, first: str, until: str) -> _Consent:
    """A holiday of the reader's seat."""
    session = table.session
    try:
        line = read_table_line(f"{HOLIDAY}{session.role} {first} {until}")
    except Unreadable:
        raise Unreadable("holiday-days", first=first, until=until) from None
    assert isinstance(line, Holiday)
    waiting = [one for one in pending_holidays(session) if one != line]
    check_holiday(session.position, line, waiting)
    left, most = remaining_days(session.position, line.seat, [*waiting, line]), session.table.terms.holiday
    said = table.sentence("holiday-costs", first=line.first, until=line.until, count=line.days, left=left, most=most)
    name = str(FileName(OUTBOX, "holiday", seat=line.seat, tag=f"{line.first}-{line.until}"))
    return _Consent(consent_to(line) or "", (said,), name=name)


def _bot_plays(table: OpenTable, level: str, steps: int | None) -> _Consent:
    """A bot that plays the reader's seat for some steps; without a level the end of that."""
    session, role = table.session, str(table.session.role)
    step, most = session.position.step + 1, session.table.terms.standin
    until = step - 1 + (most if steps is None else steps) if level else 0
    line = StandIn(role, level, VERSION, until) if level else StandIn(role)
    if any(author_role(one) == role and one.read(Consent).step == step for one in pending_stand_ins(session)):
        raise OutOfOrder("standin-declared-before", seat=session.table.person(role), step=step)
    if level or stand_in_now(session, role) is None:
        check_stand_in(session.position, line, step)
    if not level:
        return _Consent(line.consent, (table.sentence("standin-ends"),))
    checked = "standin-checked" if session.table.deck.keeper == "host" else "standin-unchecked"
    said = table.sentence("standin-costs", level=level, step=step, until=until)
    return _Consent(line.consent, (said, table.sentence("standin-reads"), table.sentence(checked)))


def _word(table: OpenTable, word: str, name: str) -> _Consent:
    """What this computer can say about the seat called `name`: that nothing from it has arrived (`silent`), or that a
    report from it is missing (`unheard`).
    """
    session, at_table, clock = table.session, table.session.table, clock_here()

    def check(seat: str) -> None:
        say_words.check_may_say(session, f"{word} {seat}", clock)

    seat = _named_seat(session, name, check, "which-seat-silent", word=word)
    to, person = f"{word} {seat}", at_table.person(seat)
    since = since_text(table.reader.lang, local_time(days_to_answer.asked_here(session, clock)))
    said = [
        table.sentence("say-of-seat", what=agreement_sentence(to)),
        table.sentence("absent-since", name=person, since=since),
    ]
    if at_table.terms.deadline is not None:
        said.append(table.sentence("charter-days", deadline=at_table.terms.deadline, grace=at_table.terms.grace))
    if say_words.answer_here(session, seat) == say_words.ELSEWHERE:
        said.append(table.sentence("other-head", seat=person, step=session.position.step + 1))
    warnings = (table.sentence("say-is-early"),) if _is_early(session, seat, clock) else ()
    return _Consent(to, tuple(said), name=say_words.word_file(session, to), warnings=warnings)


def _named_seat(session: Session, name: str, check: Callable[[str], None], code: str, **values: str) -> str:
    """The other seat called `name`, by seat or as its player is called, which `check` lets pass. Raises Unreadable: it
    is none of those that may be named; and what `check` raises, for any seat if it lets none pass.
    """
    called = session.table.called_by_seat
    others = [seat for seat in session.table.names if seat != session.role]
    named = [seat for seat in others if name in (seat, called[seat])]
    if len(named) != 1 and (known := [seat for seat in others if not refusal_in(check, seat)]):
        raise Unreadable(code, known="|".join(known), **values)
    seat = (named or others)[0]
    check(seat)
    return seat


def _is_early(session: Session, seat: str, clock: Clock) -> bool:
    """Whether the days of a seat are not over by this clock; never where none are agreed."""
    days = days_to_answer.days_of(session, seat)
    if days is None:
        return False
    return clock.shows - days_to_answer.counted_here(session, seat, clock, days) < days * days_to_answer.DAY
