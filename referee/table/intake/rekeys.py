"""New keys that are asked for by mail wait; the host closes a step with one when those have agreed who must."""

from __future__ import annotations

from referee.record.names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from referee.table.desk.answers import waiting_answers
from referee.table.desk.close import close_together
from referee.table.desk.desk import Desk
from referee.table.desk.publish import publish
from referee.table.desk.rekeys import consents_to_key, drop_rekeys, keep_rekey, lacking, waiting_rekeys
from referee.table.intake.mailbag import Mailbag, is_entered
from referee.table.seating import author
from referee.table.step.rekey import check_rekey
from referee.table.telling.news import Notice
from referee.table.telling.people import people_told


def take_rekeys(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Rekey notes wait, at the host's and at the others'. Those that come along with their step are taken with it.

    Raises:
        NotAuthentic, OutOfOrder: one does not hold, or its seat has got another key since.
    """
    belonging = bag.belonging
    notices = []
    for signed in bag.of("rekey"):
        if signed.id in belonging:
            continue
        signed.check()
        if is_entered(desk, signed):
            notices.append(Notice("rekey-here-already", {"seat": author(signed)}))
            continue
        note = check_rekey(desk.position, signed)
        code = "rekey-waits" if keep_rekey(desk, signed, note) else "rekey-here-already"
        notices.append(Notice(code, {"seat": note.seat}))
    return notices


def close_if_keyed(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Close a step with a new key to which all have agreed who must, and say of the others who is missing.

    Answers that wait for seats asked at once name the step before, and lapse with it: whoever had one here is told.
    """
    if not bag.of("rekey", "consent") or desk.history.position is None or desk.position.over:
        return []
    waiting = waiting_rekeys(desk)
    ready = next((signed for signed in waiting if not lacking(desk, signed)), None)
    if ready is not None and desk.is_host:
        return enter_key(desk, ready, bag.lang)
    return [
        Notice("rekey-waits-for", {"seat": author(signed), "names": people_told(desk.table, missing)})
        for signed in waiting
        if (missing := lacking(desk, signed))
    ]


def enter_key(desk: Desk, signed: SignedNote, lang: str) -> list[Notice]:
    """Close a step that enters the key of a rekey note, by the consents that are here."""
    desk.check_memory()
    seat = signed.read(Rekey).seat
    again = [author(answer) for answer in waiting_answers(desk)]
    closed = close_together(
        desk.position,
        (),
        desk.eyes,
        desk.host_key(),
        lines=(f"key {seat}",),
        consents=consents_to_key(desk, signed),
        rekeys=(signed,),
    )
    notices = [publish(desk, closed, step_name(closed.position.step), Notice("entered"), lang)]
    drop_rekeys(desk.reloaded())
    return notices + ([Notice("answers-lapsed", {"names": ", ".join(again)})] if again else [])
