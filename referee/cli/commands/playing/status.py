"""`referee status`, and plain `referee`: where a game stands, and what the reader should do now."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.my_games import game_table_lines, games_of_home, status_here
from referee.cli.printing.output import print_result
from referee.cli.printing.status_screen import status_page
from referee.cli.printing.turn_screen import status_at_a_glance
from referee.cli.receiving import look_once
from referee.service.home.shared_folders import goes_by_shared_folder
from referee.service.views import whole_status
from referee.service.views.table_status import Status


@command(prints=Status)
def status(context: Context, full: Annotated[bool, typer.Option("--full")] = False) -> None:
    """Who is asked what, what you should do now, and how many mails this turn still needs."""
    table = open_game(context)
    session = table.session
    if not context.json and goes_by_shared_folder(session):
        look_once.look(context, None, full=full, says=False)
        return
    status_now = status_here(context, session)
    if status_now.stage == "nothing":
        print_result(context, status_now, _outside(context))
        return
    page = status_page if full or status_now.stage != "playing" else status_at_a_glance

    def whole() -> Status:
        return whole_status.whole_status(table, status_now)

    print_result(context, whole, lambda: page(context, session, status_now))


def _outside(context: Context) -> list[str]:
    """What somebody reads where there is no game: the reader's games, or how to begin."""
    home = context.home()
    games = games_of_home(context).games
    if games:
        return [context.sentence("no-game-in-folder"), "", *game_table_lines(context, games)]
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
