"""New keys that are asked for by mail wait; the host closes a step with one when those have agreed who must."""

from __future__ import annotations

from collections.abc import Sequence

from referee.record.names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from referee.table.desk.answers import waiting_answers
from referee.table.desk.close import close_together
from referee.table.desk.desk import Desk, key_at_home
from referee.table.desk.publish import publish
from referee.table.desk.rekeys import (
    consents_to_key,
    drop_rekeys,
    keep_rekey,
    lacking,
    lacking_before,
    waiting_rekeys,
)
from referee.table.desk.succession import taking_over
from referee.table.intake.limits import check_requests
from referee.table.intake.mailbag import Mailbag, is_entered
from referee.table.reading.words import said
from referee.table.seating import REFEREE, author
from referee.table.step.consent import KEY, consent_note
from referee.table.step.rekey import check_rekey
from referee.table.telling.news import Notice
from referee.table.telling.people import people_told


def take_rekeys(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Rekey notes wait, at the host's and at the others'. Those that come along with their step are taken with it.

    Raises:
        NotAuthentic, OutOfOrder: one does not hold, or its seat has got another key since; or too many would wait.
    """
    check_requests(desk, bag)
    belonging = bag.belonging
    notices = []
    for signed in bag.of("rekey"):
        if signed.id in belonging:
            continue
        signed.check()
        if is_entered(desk, signed.id):
            notices.append(Notice("rekey-here-already", {"seat": said(author(signed))}))
            continue
        note = check_rekey(desk.position, signed)
        code = "rekey-waits" if keep_rekey(desk, signed, note) else "rekey-here-already"
        if note.seat == REFEREE and code == "rekey-waits":
            code = "host-key-waits"
        notices.append(Notice(code, {"seat": said(note.seat)}))
    return notices


def close_if_keyed(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Close a step with a new key to which all have agreed who must, and say of the others who is missing.

    Answers that wait for seats asked at once name the step before, and lapse with it: whoever had one here is told.
    """
    if not bag.of("rekey", "consent") or desk.history.position is None or desk.position.over:
        return []
    waiting = waiting_rekeys(desk)
    for signed in waiting:
        consents = _consents(desk, signed)
        if not lacking(desk, signed, consents) and (closer := _closer(desk, signed, consents)) is not None:
            return enter_key(closer, signed, consents, bag.lang)
    return [
        Notice("rekey-waits-for", {"seat": said(author(signed)), "names": people_told(desk.table, missing)})
        for signed in waiting
        if (missing := lacking(desk, signed))
    ]


def _consents(desk: Desk, signed: SignedNote) -> tuple[SignedNote, ...]:
    """The consents to a rekey note. To a key of his own the host agrees now, once all others have: what he hands over
    leaves his machine with the step that enters it, or not at all.
    """
    given, note = consents_to_key(desk, signed), signed.read(Rekey)
    own = desk.is_host and note.seat == REFEREE and note.name is None and key_at_home(desk, note.key) is not None
    if not own or lacking_before(desk, signed):
        return given
    return (consent_note(desk.position, desk.host_key(), f"{KEY}{signed.id}", rekey=note), *given)


def _closer(desk: Desk, signed: SignedNote, consents: Sequence[SignedNote]) -> Desk | None:
    """The desk that closes the step with a key to which all have agreed: the host's, or that of who hosts by it."""
    if signed.read(Rekey).seat != REFEREE:
        return desk if desk.is_host else None
    return taking_over(desk, signed, consents)


def enter_key(desk: Desk, signed: SignedNote, consents: Sequence[SignedNote], lang: str) -> list[Notice]:
    """Close a step that enters the key of a rekey note, by these consents. A key of the host is entered by a desk under
    that key.
    """
    seat = signed.read(Rekey).seat
    if seat != REFEREE:
        desk.check_memory()
    again = [author(answer) for answer in waiting_answers(desk)]
    closed = close_together(
        desk.position,
        (),
        desk.eyes,
        desk.host_key(),
        lines=(f"key {seat}",),
        consents=consents,
        rekeys=(signed,),
    )
    notices = [publish(desk, closed, step_name(closed.position.step), Notice("entered"), lang)]
    drop_rekeys(desk.reloaded())
    return notices + ([Notice("answers-lapsed", {"names": ", ".join(again)})] if again else [])
