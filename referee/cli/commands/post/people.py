"""`referee people`: the book of addresses in the home."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import reader_of
from referee.cli.options import choices_of
from referee.cli.printing.output import print_notice, print_result
from referee.kernel.errors import RefereeError
from referee.protocol.seating import Table
from referee.service.home.contacts import Book, Person, forget_person, list_people, set_person


@command(prints=Book)
def list_(context: Context) -> None:
    """Show the addresses of this home."""
    book = list_people(reader_of(context))
    if not book.people:
        print_notice(context.sentence("no-people"))
    print_result(context, book, [_person_line(person) for person in book.people])


@command(prints=Person)
def set_(
    context: Context,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    address: Annotated[str, typer.Argument(metavar="ADDRESS")],
    speaks: Annotated[str, typer.Option("--speaks", metavar="LANG", autocompletion=choices_of("language_names"))] = "",
) -> None:
    """Set somebody's address, and the language of their mails."""
    person = set_person(reader_of(context), name, address, speaks, _table_here(context))
    print_result(context, person, [_person_line(person)])


@command(prints=Book)
def forget(context: Context, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Forget somebody's address."""
    book = forget_person(reader_of(context), name)
    print_result(context, book, [context.sentence("person-forgotten", name=name)])


def _table_here(context: Context) -> Table | None:
    try:
        return context.session().history.table
    except RefereeError:  # no game here: somebody may be known by name alone
        return None


def _person_line(person: Person) -> str:
    return "  ".join(part for part in (person.name, person.address, person.lang) if part)
