"""The book of addresses in the home: where somebody's mail goes, and in which language. It never leaves the home.

An address belongs to a key where one is known, so that the Anna of one game is not that of another; else to a name.
"""

from __future__ import annotations

import msgspec

from referee.drawing.safe_text import shell_word
from referee.kernel.canonical_json import decode_as, encode_b64
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.store import DataFolder

_FILE = "people"
_LONGEST = 254
ME = "me"
"""The name under which the reader's address stands."""

_HOSTS = ("host", "referee")
"""The names of any host, whose own one is not known."""


class Person(msgspec.Struct, frozen=True, order=True):
    """Somebody who gets mail."""

    name: str
    """The name of the person."""
    address: str
    """The mail address."""
    lang: str = ""
    """The language of mails to them, `en` or `it`; empty: that of the writer."""
    key: str = ""
    """The fingerprint of their key; empty for somebody known by name alone."""


def address_book_people(home: DataFolder) -> tuple[Person, ...]:
    """Everybody in the book, by name. Raises OutOfOrder for a book that is damaged."""
    data = home.own(_FILE)
    try:
        return () if data is None else tuple(sorted(decode_as(tuple[Person, ...], data)))
    except msgspec.DecodeError as error:
        raise OutOfOrder("people-unreadable", path=str(home.path / _FILE)) from error


def store_person(home: DataFolder, person: Person) -> None:
    """Set the address of a person, in place of an older one of the same name and key."""
    with home.locked():
        others = [known for known in address_book_people(home) if (known.name, known.key) != (person.name, person.key)]
        _write(home, [*others, person])


def forget_person(home: DataFolder, name: str) -> int:
    """Take everybody of a name out of the book; how many that were."""
    with home.locked():
        known = address_book_people(home)
        left = [person for person in known if person.name != name]
        if len(left) < len(known):
            _write(home, left)
        return len(known) - len(left)


def address_command(name: str) -> Sentence:
    """The command that sets the address of a name; a shell takes a name of two words as one."""
    return Sentence("people-set", name=shell_word(name))


def own_entry(home: DataFolder) -> Person | None:
    """What the owner of a home has said of one's own address and language; None for nothing."""
    return next((person for person in address_book_people(home) if person.name == ME), None)


def person_of_party(book: tuple[Person, ...], key: bytes | None, names: tuple[str, ...]) -> Person | None:
    """The person with this key; otherwise the one who is known by one of these names alone."""
    by_key = [person for person in book if key is not None and person.key == encode_b64(key)]
    alike = [person for person in book if not person.key and person.name in {name.casefold() for name in names}]
    return next(iter((*by_key, *alike)), None)


def name_of_host(book: tuple[Person, ...], key: bytes | None) -> str:
    """What the owner of the book calls the host who has this key; "" for a host who has no name in it."""
    person = person_of_party(book, key, _HOSTS)
    return person.name.title() if person is not None and person.name not in _HOSTS else ""


def check_address(text: str) -> str:
    """An address as it is written in a mail.

    Raises:
        Unreadable: it is not one address of printable ASCII, `name@place`; so no header can be slipped in with it.
    """
    refusal = Unreadable("bad-address", address=text[:_LONGEST], hint=Sentence("address-looks-so"))
    from email.errors import MessageError  # an address is typed seldom, and read with every status
    from email.headerregistry import Address

    if len(text) > _LONGEST or not text.isascii() or not text.isprintable() or " " in text:
        raise refusal
    try:
        address = Address(addr_spec=text)
    except (ValueError, IndexError, MessageError) as error:
        raise refusal from error
    if not address.username or not address.domain or address.addr_spec != text:
        raise refusal
    return text


def _write(home: DataFolder, book: list[Person]) -> None:
    home.write_own(_FILE, msgspec.json.encode(sorted(book)) + b"\n")
