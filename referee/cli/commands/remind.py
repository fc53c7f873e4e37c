"""`referee remind`: a reminder for each one for whom all wait, as a mail; or one a day for oneself, over all games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.completion.choices import seats_here
from referee.cli.context import Context, command
from referee.cli.digest import digest as digest_of
from referee.cli.digest import is_due, send_once
from referee.cli.helping.usage import Misused
from referee.cli.late import now_away, wanted
from referee.cli.mailing import Mail, tell_missing
from referee.cli.overview import GameRow, asked_since, games_of, status_here
from referee.cli.paths import shown
from referee.cli.printing.output import data, note, write_file
from referee.cli.watching.lateness import reminders
from referee.kernel.errors import OutOfOrder
from referee.post.drafts import eml as eml_of
from referee.table.desk.desk import Desk
from referee.table.reading.words import spoken
from referee.table.seating import REFEREE
from referee.table.step.position import names_asked
from referee.words.catalogue import in_any_language


class Reminded(msgspec.Struct, frozen=True):
    """The mails of a reminder or a digest."""

    mails: tuple[Mail, ...]
    """The mails that were written; of a digest one, with its words."""
    games: tuple[GameRow, ...] = ()
    """The games in the digest; empty for a reminder."""
    sent: bool = False
    """Whether the digest was sent now."""


@command(prints=Reminded)
def remind(
    context: Context,
    seat: Annotated[list[str] | None, typer.Argument(metavar="[SEAT]...", autocompletion=seats_here)] = None,
    digest: Annotated[bool, typer.Option("--digest")] = False,
    eml: Annotated[str, typer.Option("--eml", metavar="FILE")] = "",
    sending: Annotated[bool, typer.Option("--send")] = False,
) -> None:
    """Write a reminder, as a mail, for each one for whom all wait."""
    if digest if seat else not digest and (eml or sending):
        raise Misused("digest-alone")
    if eml == "-" and context.json:
        raise Misused("one-output")
    if digest:
        _digest(context, eml, sending=sending)
        return
    desk = context.desk(side="hosts")
    waited = asked_since(desk, status_here(context, desk))
    drafts = reminders(context, desk, _named(desk, seat or []), waited)
    written = []
    for reader, draft in drafts:
        path = desk.folder.write_letter(f"{desk.position.step:04d}-remind-{reader.label}.eml", eml_of(draft))
        written.append(Mail(draft.name, draft.to, draft.subject, shown(path)))
    data(context, Reminded(tuple(written)), [f"{one.file}  {one.name}" for one in written])
    if not context.json:
        note(context.sentence("mails-are-drafts"))
        tell_missing(context, drafts)


def _digest(context: Context, eml: str, *, sending: bool) -> None:
    """What is due in all games: printed, written or sent, as it is asked for."""
    home = context.home()
    rows = games_of(context, home).games
    draft = digest_of(context, home, rows)
    written, told = eml_of(draft).decode("ascii"), list[str]()
    if eml == "-":
        sys.stdout.write(written)
    elif eml:
        write_file(Path(eml), written)
        told = [eml]
    sent = sending and is_due(rows) and send_once(context, home, draft)
    if sending:
        code = "digest-sent" if sent else "digest-sent-before" if is_due(rows) else "nothing-to-do"
        told += [context.sentence(code, address=draft.to)]
    mail = Mail(draft.name, draft.to, draft.subject, eml, text=draft.text)
    if context.json or eml != "-":
        data(context, Reminded((mail,), rows, sent), told or draft.text.splitlines())


def host_names() -> tuple[str, ...]:
    """How the host can be named behind a command, in every language."""
    return (REFEREE, spoken(REFEREE), *in_any_language("party", "host"))


def _named(desk: Desk, named: list[str]) -> list[str]:
    """Those who are waited for, with an answer, locks or a word, or as the host, and are not on holiday; or of these
    who are named. Raises OutOfOrder for one that is not waited for, and where nobody is left.
    """
    position, names = desk.position, desk.table.names
    if position.over:
        raise OutOfOrder("game-over")
    late = wanted(desk)
    named = [REFEREE if name in host_names() and REFEREE in late else name for name in named]
    for name in named:
        if name != REFEREE and names[desk.table.seat(name)] not in late:
            raise OutOfOrder("absent-not-asked", seat=desk.table.person(name), asked=names_asked(position))
    away = now_away(desk) if not named else ()
    found = [name for name in late if (name in named or not named) and name not in {one.seat for one in away}]
    if away and not found:
        raise OutOfOrder("all-on-holiday", names=desk.table.people(late), hint="referee remind SEAT")
    return found
