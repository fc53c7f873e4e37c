"""Who gets a mail: parties of the game, people of the book, or bare addresses; and the mail that each of them gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.mail.address_book import (
    ME,
    Person,
    address_book_people,
    address_command,
    check_address,
    name_of_host,
    own_entry,
    person_of_party,
)
from referee.mail.mime import MailDraft, message_id
from referee.mail.outgoing import OutgoingMail, board_heading, party_of, role_by_name, role_display_name, seat_of_host
from referee.protocol.seating import REFEREE
from referee.record.file_names import slug
from referee.session.session import Session


class Recipient(NamedTuple):
    """Somebody who gets a mail: the role in the game (`referee`, a seat, or nothing), what they are called, their entry
    in the book, if there is one.
    """

    role: str
    name: str
    person: Person | None

    def speaks(self, lang: str) -> str:
        """The language of the mails for them; `lang` is that of the writer."""
        return (self.person.lang if self.person is not None else "") or lang

    @property
    def label(self) -> str:
        """What tells the files of several readers apart."""
        if self.role:
            return "host" if self.role == REFEREE else self.role
        return slug(self.person.address.partition("@")[0] if self.person is not None else self.name) or "reader"


def recipients_of(session: Session, parcel: OutgoingMail, named: Sequence[str], lang: str) -> tuple[Recipient, ...]:
    """Those who are named, else all for whom the mail is.

    Raises:
        OutOfOrder: somebody is not a party of the game, has no address in the book, and is not an address; or nobody
            is named where the mail is for nobody of the game.
    """
    book = address_book_people(session.home)
    wanted = [name for text in named for name in text.split(",") if name]
    if not wanted and not parcel.roles:
        raise OutOfOrder("mail-to-whom", hint=Sentence("name-readers"))
    if not wanted:
        return tuple(_reader_of_party(session, role, book, lang) for role in parcel.roles)
    return tuple(dict.fromkeys(_named_reader(session, name, book, lang) for name in wanted))


def recipient_for_party(session: Session, role: str, lang: str) -> Recipient:
    """The reader that a party of the game is."""
    return _reader_of_party(session, role, address_book_people(session.home), lang)


def address_of(reader: Recipient) -> str:
    """The address of a reader as it is compared, "" if nobody knows it."""
    return reader.person.address.casefold() if reader.person is not None else ""


def mails_to_recipients(
    session: Session, parcel: OutgoingMail, readers: Sequence[Recipient], lang: str
) -> tuple[tuple[Recipient, MailDraft], ...]:
    """The mail of each reader, one recipient each, in the reader's language."""
    return tuple((reader, _draft(session, parcel, reader, lang)) for reader in readers)


def mail_to_recipient(session: Session, reader: Recipient, lang: str, own_name: str, **said: Any) -> MailDraft:
    """A mail to a reader: from whom and to whom it goes, and what is `said` in it."""
    to, sender = (entry.address if entry is not None else "" for entry in (reader.person, own_entry(session.home)))
    return MailDraft(to=to, name=reader.name, lang=reader.speaks(lang), sender=sender, sender_name=own_name, **said)


def _draft(session: Session, parcel: OutgoingMail, reader: Recipient, lang: str) -> MailDraft:
    speaks = reader.speaks(lang)
    subject, text = parcel.told(reader.role, speaks)
    sender, to = session.role or "reader", reader.role or reader.label
    answers: tuple[str, ...] = ()
    if parcel.after is not None:  # every letter is the answer to the one before it, whichever host wrote that one
        answers = (message_id(*parcel.after, REFEREE, to if parcel.kind == "step" else sender),)
    return mail_to_recipient(
        session,
        reader,
        lang,
        _own_name(session, lang),
        subject=subject,
        text=text,
        notes=parcel.notes,
        file=parcel.file,
        message_id=parcel.message_id(sender, to),
        holds=parcel.message_ids(sender, to)[1:],
        answers=answers,
        picture=parcel.picture(speaks) if parcel.picture is not None else "",
        heading=board_heading(speaks),
        caption=Sentence("board-in-words-below").told(speaks),
    )


def _own_name(session: Session, lang: str) -> str:
    table, role = session.history.table, session.role
    if table is not None and role is not None and role != REFEREE:
        return role_display_name(table, role, lang)
    return (session.key_name or "").title()


def _reader_of_party(session: Session, role: str, book: tuple[Person, ...], lang: str) -> Recipient:
    table = session.history.table
    party = party_of(table, role)
    key = party.key if party is not None else None
    if table is not None and role == REFEREE and (seat := seat_of_host(table)):  # one person, known by either key
        as_host, as_player = person_of_party(book, key, ("host",)), _reader_of_party(session, seat, book, lang)
        return Recipient(role, as_player.name, as_host or as_player.person)
    if table is None or role == REFEREE:  # before the charter a player knows the host by name alone
        name = name_of_host(book, key) or Sentence("the-host").told(lang)
        return Recipient(role, name, person_of_party(book, key, ("host",)))
    return Recipient(
        role,
        role_display_name(table, role, lang),
        person_of_party(book, key, (role, role_display_name(table, role, lang))),
    )


def _named_reader(session: Session, name: str, book: tuple[Person, ...], lang: str) -> Recipient:
    if "@" in name:
        return Recipient("", "", Person("", check_address(name)))
    role = role_by_name(session.history.table, name.casefold())
    if role is not None:
        return _reader_of_party(session, role, book, lang)
    person = next((person for person in book if person.name == name.casefold()), None)
    if person is None:
        hint = address_command(name.casefold())
        raise OutOfOrder("nobody-of-that-name", name=name, known=_known_names(session, book), hint=hint)
    return Recipient("", person.name.title(), person)


def _known_names(session: Session, book: tuple[Person, ...]) -> str | Sentence:
    seats = session.history.table.names if session.history.table is not None else ()
    names = (person.name for person in book if person.name != ME)
    return ", ".join(dict.fromkeys((*seats, *names))) or Sentence("none")
