"""`referee people`: the book of addresses in the home."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.completion.choices import language_names
from referee.cli.context import Context, command
from referee.cli.printing.output import print_notice, print_result
from referee.i18n.catalogue import known_language, languages
from referee.kernel.canonical_json import b64_encoded
from referee.kernel.errors import OutOfOrder, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.address_book import ME, Person, check_address, store_person
from referee.mail.address_book import address_book_people as book_of
from referee.mail.address_book import forget_person as take_out
from referee.mail.outgoing import party_of, role_by_name
from referee.protocol.seating import Party


class Book(msgspec.Struct, frozen=True):
    """The book of addresses."""

    people: tuple[Person, ...]
    """Everybody in it, by name."""


@command(prints=Book)
def list_(context: Context) -> None:
    """Show the addresses of this home."""
    found = book_of(context.home())
    if not found:
        print_notice(context.sentence("no-people"))
    print_result(context, Book(found), [_person_line(person) for person in found])


@command(prints=Person)
def set_(
    context: Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    address: Annotated[str, typer.Argument(metavar="ADDRESS")],
    speaks: Annotated[str, typer.Option("--speaks", metavar="LANG", autocompletion=language_names)] = "",
) -> None:
    """Set somebody's address, and the language of their mails."""
    if speaks and known_language(speaks) is None:
        raise Unreadable("no-language-called", name=speaks, known=", ".join(languages()))
    called = name.casefold()
    if not called or not called.isprintable() or len(called) > 64:
        raise Unreadable("bad-person-name", name=name)
    party = _party(context, called)
    person = Person(called, check_address(address), speaks, b64_encoded(party.key) if party is not None else "")
    store_person(context.home(), person)
    print_result(context, person, [_person_line(person)])


@command(prints=Book)
def forget(context: Context, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Forget somebody's address."""
    home = context.home()
    if not take_out(home, name.casefold()):
        known = ", ".join(person.name for person in book_of(home))
        raise OutOfOrder("nobody-of-that-name", name=name, known=known or Sentence("none"))
    print_result(context, Book(book_of(home)), [context.sentence("person-forgotten", name=name)])


def _party(context: Context, name: str) -> Party | None:
    """The party of the game at hand that is called so, if there is a game and such a party; its key is remembered."""
    if name == ME:
        return None
    try:
        table = context.session().history.table
    except RefereeError:  # no game here: somebody may be known by name alone
        return None
    role = role_by_name(table, name)
    return party_of(table, role) if role is not None else None


def _person_line(person: Person) -> str:
    return "  ".join(part for part in (person.name, person.address, person.lang) if part)
