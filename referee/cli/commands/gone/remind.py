"""`referee remind`: a reminder for each one for whom all wait, as a mail; or one a day for oneself, over all games."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.open_games import open_game, reader_of
from referee.cli.options import choices_of
from referee.cli.printing.output import check_one_output, print_aside, print_result
from referee.cli.sending.written_mails import account_secret, tell_missing
from referee.kernel.errors import UsageError
from referee.service.post.mail_drafts import Mail
from referee.service.waiting.daily_digest import daily_digest, send_digest_once, write_digest
from referee.service.waiting.reminders import Reminded
from referee.service.waiting.reminders import remind as remind_seats


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
    reader, said = reader_of(context), list[str]()
    digest = daily_digest(reader, path_text)
    if eml == "-":
        sys.stdout.write(digest.eml)
    elif eml:
        write_digest(digest, Path(eml))
        said = [eml]
    sent, draft = sending and send_digest_once(reader, digest, partial(account_secret, context)), digest.mail
    if sending:
        code = "digest-sent" if sent else "digest-sent-before" if digest.is_due else "nothing-to-do"
        said += [context.sentence(code, address=draft.to)]
    mail = Mail(draft.name, draft.to, draft.subject, eml, text=draft.text)
    lines = [] if eml == "-" else said or draft.text.splitlines()
    print_result(context, Reminded((mail,), digest.games, sent), lines)
