"""Reminders: a mail for each one for whom all wait."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from referee.i18n.catalogue import in_any_language
from referee.kernel.errors import OutOfOrder
from referee.mail.auto_replies import reminder_mail
from referee.mail.mime import MailDraft, eml_bytes
from referee.mail.recipients import Recipient, mails_to_recipients, recipients_of
from referee.protocol.history.safety_words import typed_role
from referee.protocol.seating import REFEREE
from referee.protocol.step.position import names_waited_for
from referee.record.file_names import step_name
from referee.service.dates import day_after, day_text, local_time, since_text, written_at
from referee.service.post.mail_drafts import Mail
from referee.service.table import OpenTable, hosts_table
from referee.service.views.deadlines import counted_from, now_away, wanted_parties
from referee.service.views.games_list import GameRow
from referee.session.masked.pending_key_shares import step_owed_since
from referee.session.session import Session


class Reminder(msgspec.Struct, frozen=True):
    """A reminder that was written."""

    reader: Recipient
    """Who gets it."""
    mail: MailDraft
    """The mail itself."""
    file: str
    """The path of the mail."""


class Reminded(msgspec.Struct, frozen=True):
    """The mails of a reminder or a digest."""

    mails: tuple[Mail, ...]
    """The mails that were written; of a digest one, with its words."""
    games: tuple[GameRow, ...] = ()
    """The games in the digest; empty for a reminder."""
    sent: bool = False
    """Whether the digest was sent now."""


def remind(table: OpenTable, seats: Sequence[str] = ()) -> tuple[Reminder, ...]:
    """A mail for each of these seats, by default for everyone who is waited for and not on holiday, written to
    `letters`.
    Raises OutOfOrder: one of them is not waited for, or nobody is left.
    """
    session = hosts_table(table).session
    drafts = reminders(session, seats_to_remind(session, seats), table.reader.lang)
    step = session.position.step
    return tuple(
        Reminder(
            reader, mail, str(session.folder.write_letter(f"{step:04d}-remind-{reader.label}.eml", eml_bytes(mail)))
        )
        for reader, mail in drafts
    )


def reminders(session: Session, seats: Iterable[str], lang: str) -> tuple[tuple[Recipient, MailDraft], ...]:
    """The reminder for each of these seats, which are waited for since the latest note came here."""
    return tuple(pair for seat in seats for pair in _reminder(session, seat, lang))


def _reminder(session: Session, seat: str, lang: str) -> tuple[tuple[Recipient, MailDraft], ...]:
    terms, step = session.table.terms, _owed_since(session, seat) if seat in session.table.names else None
    waited = written_at(session) if step is None else local_time(session.folder.written(step_name(step)))

    def times(spoken: str) -> tuple[str, str]:
        if terms.deadline is None:
            return since_text(spoken, waited), ""
        counted = counted_from(session, (seat,), waited)
        return since_text(spoken, waited), day_text(spoken, day_after(counted, terms.deadline + terms.grace))

    parcel = reminder_mail(session, seat, times)
    return mails_to_recipients(session, parcel, recipients_of(session, parcel, [seat], lang), lang)


def _host_names() -> tuple[str, ...]:
    """How the host can be named after a command, in every language."""
    return (REFEREE, typed_role(REFEREE), *in_any_language("party", "host"))


def seats_to_remind(session: Session, named: Sequence[str]) -> list[str]:
    """Those who are waited for, with an answer, locks or a word, or as the host, and are not on holiday; or of these
    who are named, with those who owe locks to somebody who is not asked. Raises OutOfOrder for one that is not waited
    for, and where nobody is left.
    """
    position, names = session.position, session.table.names
    if position.over:
        raise OutOfOrder("game-over")
    late = wanted_parties(session)
    named = [REFEREE if name in _host_names() and REFEREE in late else name for name in named]
    owed = [name for name in names if name not in late and _owed_since(session, name) is not None]
    late = (*late, *(name for name in owed if name in named))
    for name in named:
        if name != REFEREE and names[session.table.seat(name)] not in late:
            raise OutOfOrder("absent-not-asked", seat=session.table.person(name), asked=names_waited_for(position))
    away = now_away(session) if not named else ()
    found = [name for name in late if (name in named or not named) and name not in {one.seat for one in away}]
    if away and not found:
        raise OutOfOrder("all-on-holiday", names=session.table.people(late), hint=f"referee remind {' '.join(late)}")
    return found


def _owed_since(session: Session, name: str) -> int | None:
    return step_owed_since(session.position, session.folder, name)
