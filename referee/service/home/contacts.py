"""The address book in a data folder."""

from __future__ import annotations

import msgspec

from referee.i18n.catalogue import known_language, languages
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.mail import address_book
from referee.mail.address_book import ME, Person, address_book_people, check_address, store_person
from referee.mail.outgoing import party_of, role_by_name
from referee.protocol.seating import Table
from referee.service.reader import Reader

__all__ = ["Book", "Person", "forget_person", "list_people", "set_person"]

_NAME_LONGEST = 64


class Book(msgspec.Struct, frozen=True):
    """The book of addresses."""

    people: tuple[Person, ...]
    """Everybody in it, by name."""


def list_people(reader: Reader) -> Book:
    """Everybody in the book."""
    return Book(address_book_people(reader.home))


def set_person(reader: Reader, name: str, address: str, speaks: str = "", table: Table | None = None) -> Person:
    """Somebody as the book has them now; the key that they have at `table` is remembered. Raises Unreadable: the name
    or the address is invalid, or the program does not have the language.
    """
    if speaks and known_language(speaks) is None:
        raise Unreadable("no-language-called", name=speaks, known=", ".join(languages()))
    called = name.casefold()
    if not called or not called.isprintable() or len(called) > _NAME_LONGEST:
        raise Unreadable("bad-person-name", name=name)
    role = role_by_name(table, called) if table is not None and called != ME else None
    party = party_of(table, role) if table is not None and role is not None else None
    person = Person(called, check_address(address), speaks, encode_b64(party.key) if party is not None else "")
    store_person(reader.home, person)
    return person


def forget_person(reader: Reader, name: str) -> Book:
    """The book without somebody. Raises OutOfOrder: nobody of that name is in it."""
    if not address_book.forget_person(reader.home, name.casefold()):
        known = ", ".join(person.name for person in address_book_people(reader.home))
        raise OutOfOrder("nobody-of-that-name", name=name, known=known or Sentence("none"))
    return list_people(reader)
