"""`referee remind`: a reminder for each one for whom all wait, as a mail; or one a day for oneself, over all games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.printing.my_games import games_of_home
from referee.cli.printing.output import check_one_output, print_aside, print_result
from referee.cli.sending.daily_digest import daily_digest as digest_of
from referee.cli.sending.daily_digest import is_digest_due, send_digest_once
from referee.cli.sending.written_mails import tell_missing
from referee.kernel.errors import UsageError
from referee.mail.mime import eml_bytes as eml_of
from referee.record.files import write_file
from referee.service.post.mail_drafts import Mail
from referee.service.views.games_list import GameRow
from referee.service.waiting.reminders import remind as remind_seats


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
    seat: Annotated[
        list[str] | None, typer.Argument(metavar="[SEAT]...", autocompletion=choices_of("seats_to_move"))
    ] = None,
    digest: Annotated[bool, typer.Option("--digest")] = False,
    eml: Annotated[str, typer.Option("--eml", metavar="FILE")] = "",
    sending: Annotated[bool, typer.Option("--send")] = False,
) -> None:
    """Write a reminder, as a mail, for each one for whom all wait."""
    if digest if seat else not digest and (eml or sending):
        raise UsageError("digest-alone")
    check_one_output(context, eml)
    if digest:
        _digest(context, eml, sending=sending)
        return
    table = open_game(context, side="hosts")
    made = remind_seats(table, seat or ())
    written = [Mail(one.mail.name, one.mail.to, one.mail.subject, path_text(Path(one.file))) for one in made]
    print_result(context, Reminded(tuple(written)), [f"{one.file}  {one.name}" for one in written])
    print_aside(context, context.sentence("mails-are-drafts"))
    missing = [one.reader for one in made if not one.mail.to]
    tell_missing(context, table.session, [reader.name for reader in missing], [reader.label for reader in missing])


def _digest(context: Context, eml: str, *, sending: bool) -> None:
    """What is due in all games: printed, written or sent, as it is asked for."""
    home = context.home()
    rows = games_of_home(context).games
    draft = digest_of(context, home, rows)
    written, told = eml_of(draft).decode("ascii"), list[str]()
    if eml == "-":
        sys.stdout.write(written)
    elif eml:
        write_file(Path(eml), written)
        told = [eml]
    sent = sending and is_digest_due(rows) and send_digest_once(context, home, draft)
    if sending:
        code = "digest-sent" if sent else "digest-sent-before" if is_digest_due(rows) else "nothing-to-do"
        told += [context.sentence(code, address=draft.to)]
    mail = Mail(draft.name, draft.to, draft.subject, eml, text=draft.text)
    print_result(context, Reminded((mail,), rows, sent), [] if eml == "-" else told or draft.text.splitlines())
