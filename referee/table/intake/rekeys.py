"""New keys that are asked for by mail wait; the host closes a step with one when those have agreed who must."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Consent, Rekey
from referee.table.desk.close import close_together
from referee.table.desk.desk import Desk, key_at_home
from referee.table.desk.publish import publish
from referee.table.desk.rekeys import agreed_to, consents_to_key, lacking, lacking_before
from referee.table.desk.succession import taking_over
from referee.table.desk.waiting import drop_keys, held, keep
from referee.table.intake.consents import check_words, words_on_keys
from referee.table.intake.mailbag import Mailbag, is_entered
from referee.table.reading.words import said
from referee.table.seating import REFEREE, author
from referee.table.step.consent import KEY, consent_note
from referee.table.step.rekey import check_rekey
from referee.table.telling.news import Notice
from referee.table.telling.people import people_told

MOST_REQUESTS = 8
"""So many requests for a new key of one seat wait for which nobody has spoken: anybody can sign one. A mail that brings
more is refused before any of it is kept; nothing is lost by that, for the mail is there.
"""


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
        code = "rekey-waits" if keep(desk.folder, signed) else "rekey-here-already"
        if note.seat == REFEREE and code == "rekey-waits":
            code = "host-key-waits"
        notices.append(Notice(code, {"seat": said(note.seat)}))
    return notices


def check_requests(desk: Desk, bag: Mailbag) -> None:
    """Check how many requests for a key of one seat would wait. One for which a party speaks in the same mail comes in
    beside them, so that nobody keeps the true one out by sending others.

    Raises:
        OutOfOrder: more than eight of a seat, or words of one party about more than eight keys.
    """
    belonging = bag.belonging
    new = {one.id: author(one) for one in bag.of("rekey") if one.id not in belonging and not is_entered(desk, one.id)}
    if not new:
        return
    check_words(desk, bag)
    words = [signed.read(Consent).to for signed in words_on_keys(desk, bag)]
    spoken = {to.removeprefix(KEY) for to in words if to.startswith(KEY)}
    waiting = held(desk, "rekey")
    alone = {one.id: author(one) for one in waiting if not agreed_to(desk, one)}
    new = {one: seat for one, seat in new.items() if one not in {known.id for known in waiting} | spoken}
    for seat in sorted({*new.values()}):
        count = sum(of == seat for of in (alone | new).values())
        if count > MOST_REQUESTS:
            raise OutOfOrder(
                "too-many-requests", seat=said(seat), count=count, most=MOST_REQUESTS, hint=Sentence("name-the-request")
            )


def close_if_keyed(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Close a step with a new key to which all have agreed who must, and say of the others who is missing.

    Answers that wait for seats asked at once name the step before, and lapse with it: whoever had one here is told.
    """
    if not bag.of("rekey", "consent") or desk.history.position is None or desk.position.over:
        return []
    waiting = held(desk, "rekey")
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
    again = [author(answer) for answer in held(desk, "answer")]
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
    drop_keys(desk.reloaded())
    return notices + ([Notice("answers-lapsed", {"names": ", ".join(again)})] if again else [])
