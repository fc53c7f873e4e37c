"""What a party has to send to others by mail, and to whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.kernel.errors import OutOfOrder
from referee.kernel.late_loading import Lazy
from referee.kernel.sentence import Sentence
from referee.mail.mail_memory import SentMails
from referee.mail.mime import MailDraft, message_id
from referee.mail.outgoing import (
    OutgoingMail,
    charter_mail,
    handed_on,
    offer_mail,
    own_note_mail,
    step_letter_mail,
    with_program,
)
from referee.mail.recipients import Recipient, mails_to_recipients, recipient_for_party, recipients_of
from referee.protocol.agreements.consent import seat_spoken_of
from referee.protocol.seating import REFEREE
from referee.record.file_names import OFFER, OUTBOX, name_prefix, names_with_prefix, step_name
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Consent, Offer, Step
from referee.record.store import HOSTING
from referee.session.game_folders import goes_by_folder
from referee.session.opening.joins import waiting_joins
from referee.session.session import Session

_running_program = Lazy("referee.session.program_file").running_program


class Due(NamedTuple):
    """What is to be mailed: the session, the parcel, and the mail of each reader; and, for a host who plays, `beside`
    his letter what his seat has to mail.
    """

    session: Session
    parcel: OutgoingMail
    drafts: tuple[tuple[Recipient, MailDraft], ...]
    beside: tuple[Due, ...] = ()

    def with_program(self) -> Due:
        """The same mails, each with the program that runs here as a file. Raises what `running_program` raises."""
        made = _running_program()
        drafts = tuple((reader, with_program(draft, made.name, made.data)) for reader, draft in self.drafts)
        return self._replace(drafts=drafts)

    @property
    def all_drafts(self) -> tuple[tuple[Recipient, MailDraft], ...]:
        """Every mail, those beside the letter too."""
        return (*self.drafts, *(pair for due in self.beside for pair in due.drafts))


def due_mails(session: Session, lang: str, words: Sequence[str] = (), to: Sequence[str] = ()) -> Due:
    """What the words after a command ask for: a step, if the first one is a number, and who is named after it and by
    `to`. What the seat of a host who plays has to tell goes in the letter of the step, unless that was sent before.

    Raises:
        OutOfOrder: nothing is due, or somebody is not known.
    """
    step, who = _split_step(words)

    sent = SentMails(session) if step is None and session.history.offer is not None else None

    def of(parcel: OutgoingMail, named: Sequence[str]) -> Due:
        readers = recipients_of(session, parcel, named, lang)
        whole = [(reader, _with_steps_before(session, parcel, reader, sent)) for reader in readers]
        drafts = [pair for reader, one in whole for pair in mails_to_recipients(session, one, (reader,), lang)]
        return Due(session, parcel, tuple(drafts))

    table = session.history.table
    no_own_seat = table is None or (session.history.position is None and table.deck.shuffled_by == "host")
    of_seat = [] if words or to or not session.is_host or no_own_seat else _of_own_seat(session)
    letter = _parcel(session, step)
    letter, of_seat = _in_one_mail(session, letter, of_seat)
    return of(letter, [*who, *to])._replace(beside=tuple(of(parcel, ()) for parcel in of_seat))


def _with_steps_before(
    session: Session, parcel: OutgoingMail, reader: Recipient, sent: SentMails | None
) -> OutgoingMail:
    """The letter of the latest step with the notes of those that came after the last one that a reader was sent: a host
    may have recorded several before any was sent. Any other parcel as it is, and the letter where none was sent before.
    """
    if sent is None or parcel.kind != "step":
        return parcel
    newest, role = session.position.step, reader.role or reader.label
    heads = reversed([*enumerate(session.position.past.heads[:newest])])
    went = (step for step, head in heads if sent.has_id(message_id("step", head, session.role or "reader", role)))
    known = next(went, -1 if sent.has_id(_id_of_role(session, charter_mail(session), role)) else newest)
    missing = range(max(known + 1, newest - ALONG_MOST), newest)
    return parcel._replace(notes=_notes_of_steps(session, missing) + parcel.notes)


ALONG_MOST = 40
"""The notes of so many steps come along with a letter at most; a mail has to stay short enough to be read."""


def _notes_of_steps(session: Session, steps: Iterable[int]) -> str:
    """The notes of some steps."""
    notes = session.history.signed_notes
    return render_bundle(signed for step in steps for signed in notes[step_name(step)]).decode()


def invitation_mail(session: Session, lang: str) -> Due | None:
    """The invitation of an offer that waits for players, for anybody; None where nobody is missing, or a shared folder
    brings it.
    """
    offer = session.history.offer
    if (
        offer is None
        or session.history.table is not None
        or not session.is_host
        or goes_by_folder(session.home, offer.id)
    ):
        return None
    if len(waiting_joins(session.folder)) >= offer.read(Offer).seats:
        return None
    reader = Recipient("", Sentence("post-to-friends").told(lang), None)
    parcel = _parcel(session, None)
    return Due(session, parcel, mails_to_recipients(session, parcel, (reader,), lang))


class Owed(NamedTuple):
    """What a party owes others by mail: its session, what was sent before, and the mails that were not, oldest
    first.
    """

    session: Session
    sent: SentMails
    drafts: tuple[MailDraft, ...]


def owed_mails(session: Session, lang: str) -> Owed | None:
    """What the party of a session has to tell by mail and has not sent; None for a reader, or where nothing is due.

    A host owes every step since the last one that was mailed; if none ever was, the latest alone.
    """
    if session.role is None or session.history.offer is None:
        return None
    sent, drafts = SentMails(session), list[MailDraft]()
    for parcel in parcels_to_send(session, sent):
        readers = recipients_of(session, parcel, (), lang) if parcel.roles else ()
        ids = ((reader, _id_of_role(session, parcel, reader.role or reader.label)) for reader in readers)
        wanted = [one for one, id in ids if one.person is not None and not sent.has_id(id, _reader_address(one))]
        drafts += [draft for _, draft in mails_to_recipients(session, parcel, wanted, lang)]
    return Owed(session, sent, tuple(drafts))


def mails_again(session: Session, lang: str, seat: str, since: int, sender: str) -> Owed | None:
    """The one letter for a seat that has sent a move for step `since` which was recorded long ago: the latest, with the
    notes of all steps since then.

    None if the address `sender` is not that of the seat, or if it had this letter sent again before: a mail can be
    repeated without end.
    """
    reader = recipient_for_party(session, seat, lang) if session.is_host and seat in session.table.names else None
    if reader is None or not sender or _reader_address(reader).casefold() != sender:
        return None
    newest, sent = session.position.step, SentMails(session)
    again_id = message_id("again", session.position.head, REFEREE, seat)
    if since > newest or sent.has_id(again_id):
        return None
    notes = _notes_of_steps(session, range(max(since, newest - AGAIN_MOST + 1), newest + 1))
    parcel = step_letter_mail(session, newest)._replace(notes=notes)
    ((_, draft),) = mails_to_recipients(session, parcel, (reader,), lang)
    return Owed(session, sent, (replace(draft, message_id=again_id),))


ANSWERED_AGAIN_MOST = 3
"""So often a step an answer is sent again that was asked for again."""


def answers_again(session: Session, lang: str, came: Sequence[SignedNote], today: str) -> Owed | None:
    """One's own answer once more, for all, where the step that it answers was shown again, or somebody says that
    nothing of one's own seat has arrived: once a day, and three times a step.

    None where nothing was answered, or no words are asked.
    """
    position, role = session.history.position, session.role or ""
    if position is None or position.over or not session.table.terms.asks_words:
        return None
    signed = names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "move", position.step + 1, role))
    if not signed or not any(_asks_again(session, one) for one in came):
        return None
    parcel, sent = own_note_mail(session), SentMails(session)
    before = {line.partition(" ")[0] for line in sent.lines if line.startswith("<answered-")}
    days = {one.partition(".")[0] for one in before if position.head[:22] in one}
    if parcel is None or len(days | {f"<answered-{today}"}) > ANSWERED_AGAIN_MOST:
        return None
    drafts = list[MailDraft]()
    for reader, draft in mails_to_recipients(session, parcel, recipients_of(session, parcel, (), lang), lang):
        once = replace(draft, message_id=message_id(f"answered-{today}", position.head, role, reader.role))
        if reader.person is not None and not sent.has(once):
            drafts.append(once)
    return Owed(session, sent, tuple(drafts))


def _asks_again(session: Session, signed: SignedNote) -> bool:
    """Whether a note is the latest step of the game, or a word about one's own seat for the next one."""
    if not signed.is_readable:
        return False
    note, step = signed.note(), session.position.step
    if isinstance(note, Step):
        return (note.game, note.step) == (session.table.game_id, step)
    about = isinstance(note, Consent) and note.game == session.table.game_id and note.step == step + 1
    return about and isinstance(note, Consent) and seat_spoken_of(note.to) == session.role


AGAIN_MOST = 12
"""The notes of so many steps are sent again at most; anybody who lacks more asks for them."""


def parcels_to_send(session: Session, sent: SentMails) -> list[OutgoingMail]:
    """What this party has to tell, oldest first; of a host's letters those since the last one that was sent."""
    position = session.history.position
    if not session.is_host:
        own = own_note_mail(session)
        return [*([own] if own is not None else []), *handed_on(session)]
    if position is None:
        return [charter_mail(session), *_of_own_seat(session)] if session.history.table is not None else []
    found: list[OutgoingMail] = []
    newest, of_seat = _in_one_mail(session, step_letter_mail(session, position.step), _of_own_seat(session), sent)
    for step in range(position.step, -1, -1):
        found.insert(0, newest if step == position.step else step_letter_mail(session, step))
        if any(sent.has_id(_id_of_role(session, found[0], role)) for role in found[0].roles):
            return [*found, *of_seat]
    return [*found[-1:], *of_seat]


def _in_one_mail(
    session: Session, letter: OutgoingMail, of_seat: list[OutgoingMail], sent: SentMails | None = None
) -> tuple[OutgoingMail, list[OutgoingMail]]:
    """The letter with what one's own seat has for the same readers, and the mails that are left: each of them if that
    letter went to somebody without it.
    """
    known = sent or SentMails(session)

    def went(parcel: OutgoingMail, role: str) -> bool:
        return known.has_id(_id_of_role(session, parcel, role))

    for parcel in of_seat:
        apart = any(went(letter, role) and not went(parcel, role) for role in parcel.roles)
        if set(parcel.roles) == set(letter.roles) and not apart:
            letter, of_seat = letter.with_other(parcel), [one for one in of_seat if one is not parcel]
    return letter, of_seat


def _of_own_seat(session: Session) -> list[OutgoingMail]:
    """What the seat of a host who plays has to tell everybody, a consent or the ack; and what the host says after the
    end.
    """
    speaks = session.sits or session.history.end is not None
    own = own_note_mail(session.turned() if session.sits else session) if speaks else None
    return [own] if own is not None and own.roles != (REFEREE,) else []


def _id_of_role(session: Session, parcel: OutgoingMail, role: str) -> str:
    return parcel.message_id(session.role or "reader", role)


def _reader_address(reader: Recipient) -> str:
    return reader.person.address if reader.person is not None else ""


def _split_step(words: Sequence[str]) -> tuple[int | None, list[str]]:
    """The step, if the first word is one, and who is named after it."""
    if words and words[0].isascii() and words[0].isdigit():
        return int(words[0][:5]), list(words[1:])
    return None, list(words)


def _parcel(session: Session, step: int | None) -> OutgoingMail:
    """What is to be mailed: the letter of the step that is named; otherwise what this party has to tell now.

    Raises:
        OutOfOrder: nothing is due.
    """
    history = session.history
    if step is not None or (session.is_host and history.position is not None):
        return step_letter_mail(session, session.position.step if step is None else step)
    if history.offer is None:
        raise OutOfOrder("no-game-here", name=OFFER)
    if session.is_host:
        if history.table is not None:
            return charter_mail(session)
        return offer_mail(session, (session.key_name or "").removesuffix(HOSTING).title())
    parcel = own_note_mail(session)
    if parcel is None:
        newest = history.position.step if history.position is not None else None
        raise OutOfOrder("nothing-to-mail", hint=None if newest is None else Sentence("mail-a-step", step=newest))
    return parcel
