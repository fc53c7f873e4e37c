"""Who gets a mail: parties of the game, people of the book, or bare addresses; and the mail that each of them gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.post.addresses import ME, Person, check_address, host_called, myself, of_party, people
from referee.post.drafts import Draft, message_id
from referee.post.parcels import Parcel, board_heading, called, party_of, role_called
from referee.record.names import slug
from referee.table.desk.desk import Desk
from referee.table.seating import REFEREE


class Reader(NamedTuple):
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


def readers_of(desk: Desk, parcel: Parcel, named: Sequence[str], lang: str) -> tuple[Reader, ...]:
    """Those who are named, else all for whom the mail is.

    Raises:
        OutOfOrder: somebody is no party of the game, has no address in the book, and is no address; or nobody is named
            where the mail is for nobody of the game.
    """
    book = people(desk.home)
    wanted = [name for text in named for name in text.split(",") if name]
    if not wanted and not parcel.roles:
        raise OutOfOrder("mail-to-whom", hint=Sentence("name-readers"))
    if not wanted:
        return tuple(_reader_of_party(desk, role, book, lang) for role in parcel.roles)
    return tuple(dict.fromkeys(_reader_called(desk, name, book, lang) for name in wanted))


def party_reader(desk: Desk, role: str, lang: str) -> Reader:
    """The reader that a party of the game is."""
    return _reader_of_party(desk, role, people(desk.home), lang)


def address_of(reader: Reader) -> str:
    """The address of a reader as it is compared, "" if nobody knows it."""
    return reader.person.address.casefold() if reader.person is not None else ""


def drafts_of(desk: Desk, parcel: Parcel, readers: Sequence[Reader], lang: str) -> tuple[tuple[Reader, Draft], ...]:
    """The mail of each reader, one recipient each, in the reader's language."""
    return tuple((reader, _draft(desk, parcel, reader, lang)) for reader in readers)


def draft_to(desk: Desk, reader: Reader, lang: str, own_name: str, **said: Any) -> Draft:
    """A mail to a reader: from whom and to whom it goes, and what is `said` in it."""
    to, sender = (entry.address if entry is not None else "" for entry in (reader.person, myself(desk.home)))
    return Draft(to=to, name=reader.name, lang=reader.speaks(lang), sender=sender, sender_name=own_name, **said)


def _draft(desk: Desk, parcel: Parcel, reader: Reader, lang: str) -> Draft:
    speaks = reader.speaks(lang)
    subject, text = parcel.told(reader.role, speaks)
    sender, to = desk.role or "reader", reader.role or reader.label
    answers: tuple[str, ...] = ()
    if parcel.after is not None:  # every letter is the answer to the one before it, whoever had that one written
        answers = (message_id(*parcel.after, REFEREE, to if parcel.kind == "step" else sender),)
    return draft_to(
        desk,
        reader,
        lang,
        _own_name(desk, lang),
        subject=subject,
        text=text,
        notes=parcel.notes,
        file=parcel.file,
        message_id=parcel.message_id(sender, to),
        answers=answers,
        picture=parcel.picture(speaks) if parcel.picture is not None else "",
        heading=board_heading(speaks),
        caption=Sentence("board-in-words-below").told(speaks),
    )


def _own_name(desk: Desk, lang: str) -> str:
    table, role = desk.history.table, desk.role
    if table is not None and role is not None and role != REFEREE:
        return called(table, role, lang)
    return (desk.key_name or "").title()


def _reader_of_party(desk: Desk, role: str, book: tuple[Person, ...], lang: str) -> Reader:
    table = desk.history.table
    party = party_of(table, role)
    key = party.key if party is not None else None
    if table is None or role == REFEREE:  # before the charter a player knows the host by name alone
        name = host_called(book, key) or Sentence("the-host").told(lang)
        return Reader(role, name, of_party(book, key, ("host",)))
    return Reader(role, called(table, role, lang), of_party(book, key, (role, called(table, role, lang))))


def _reader_called(desk: Desk, name: str, book: tuple[Person, ...], lang: str) -> Reader:
    if "@" in name:
        return Reader("", "", Person("", check_address(name)))
    role = role_called(desk.history.table, name.casefold())
    if role is not None:
        return _reader_of_party(desk, role, book, lang)
    person = next((person for person in book if person.name == name.casefold()), None)
    if person is None:
        hint = Sentence("people-set", name=name.casefold())
        raise OutOfOrder("nobody-of-that-name", name=name, known=_known_names(desk, book), hint=hint)
    return Reader("", person.name.title(), person)


def _known_names(desk: Desk, book: tuple[Person, ...]) -> str | Sentence:
    seats = desk.history.table.names if desk.history.table is not None else ()
    names = (person.name for person in book if person.name != ME)
    return ", ".join(dict.fromkeys((*seats, *names))) or Sentence("none")
