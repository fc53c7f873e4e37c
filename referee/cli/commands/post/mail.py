"""`referee mail`: what is to be told the others, as mails that a mail program opens and sends."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_aside, print_result
from referee.cli.sending.clipboard import copy
from referee.cli.sending.written_mails import tell_missing
from referee.kernel.errors import UsageError
from referee.service.post import mail_drafts
from referee.service.post.mail_drafts import Mail, Mails


@command(prints=Mails)
def mail(
    context: Context,
    what: Annotated[list[str] | None, typer.Argument(metavar="[STEP] [WHO]...")] = None,
    to: Annotated[list[str] | None, typer.Option("--to", metavar="WHO")] = None,
    link: Annotated[bool, typer.Option("--mailto")] = False,
    clip: Annotated[bool, typer.Option("--clip")] = False,
    sent: Annotated[bool, typer.Option("--sent")] = False,
    with_program: Annotated[bool, typer.Option("--with-program")] = False,
) -> None:
    """Write the mails that are due, one for each recipient."""
    if with_program and (link or clip or sent):
        raise UsageError("program-in-no-link")
    table, words, named = open_game(context, side="hosts"), what or (), to or ()
    if sent:
        marked = mail_drafts.mark_mails(table, words, named)
        names = ", ".join(one.name or one.address for one in marked.mails)
        print_result(context, marked, context.sentence("mails-count-as-sent", names=names))
    elif clip:
        made = _with_short_paths(Mails((mail_drafts.copy_mail(table, words, named),)))
        one = made.mails[0]
        print_result(context, made, lambda: [_copied_words(context, one), _attach_line(context, one)])
    elif link:
        made = _with_short_paths(mail_drafts.link_mails(table, words, named))
        print_result(context, made, list(_link_lines(context, made.mails)))
    else:
        made = _with_short_paths(mail_drafts.write_mails(table, words, named, program=with_program))
        print_result(context, made, [_mail_line(one) for one in made.mails])
        print_aside(context, context.sentence("mails-are-drafts"))
        missing = list(dict.fromkeys(one.name for one in made.mails if not one.address))
        tell_missing(context, table.session, missing, made.missing)


def _copied_words(context: Context, one: Mail) -> str:
    """That the words of the only mail are on the clipboard, where they are put now: for people alone."""
    copy(f"{one.subject}\n\n{one.text}")
    return context.sentence("words-on-clipboard")


def _link_lines(context: Context, mails: Iterable[Mail]) -> Iterable[str]:
    """The links, and below those of a file that this has to be attached where not all of them hold the notes."""
    for _, alike in groupby(mails, lambda one: one.file):
        together = list(alike)
        yield from (one.link for one in together)
        if not all(one.whole for one in together):
            yield _attach_line(context, together[0])


def _attach_line(context: Context, one: Mail) -> str:
    return context.sentence("attach-file", path=one.file)


def _with_short_paths(made: Mails) -> Mails:
    return replace(made, mails=tuple(replace(one, file=path_text(Path(one.file))) for one in made.mails))


def _mail_line(one: Mail) -> str:
    who = f"{one.name} <{one.address}>" if one.name and one.address else one.address or one.name
    return f"{one.file}  {who}"
