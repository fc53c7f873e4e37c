"""`referee status`, and plain `referee`: where a game stands, and what the reader should do now."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.outgoing import is_shared
from referee.cli.overview import games_listed, games_of, status_here
from referee.cli.printing.output import data
from referee.cli.printing.screen import glance
from referee.cli.printing.status_page import status_page
from referee.table.desk.status import Status


@command(prints=Status)
def status(context: Context, full: Annotated[bool, typer.Option("--full")] = False) -> None:
    """Who is asked what, what you should do now, and how many mails this turn still needs."""
    desk = context.desk()
    if not context.json and is_shared(desk):
        from referee.cli.watching.looking import look  # most games go by mail

        look(context, None, full=full, says=False)
        return
    status_now = status_here(context, desk)
    if status_now.stage == "nothing":
        data(context, status_now, _outside(context))
        return
    page = status_page if full or status_now.stage != "playing" else glance
    data(context, status_now, page(context, desk, status_now))


def _outside(context: Context) -> list[str]:
    """What somebody reads where there is no game: the reader's games, or how to begin."""
    home = context.home()
    games = games_of(context, home).games
    if games:
        return [context.sentence("no-game-in-folder"), "", *games_listed(context, games)]
    return [
        context.sentence("start-no-game" if home.keys() else "start-no-key"),
        "",
        context.sentence("you-are-alone"),
        "  referee practice tigris",
        "",
        context.sentence("you-were-invited"),
        "  referee join",
        "",
        context.sentence("you-want-to-host"),
        f'  referee offer tigris --seats 4 --title "{context.sentence("title-such-as")}"',
        "",
        context.sentence("key-was-lost"),
        f"  referee receive FILE --folder {context.sentence('name-such-as')}",
        "  referee rekey --help",
        "",
        f"{context.sentence('all-commands')}:  referee help          {context.sentence('other-language')}",
    ]
