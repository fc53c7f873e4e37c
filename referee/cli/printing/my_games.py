"""All games of a home in one table: which, where, who it is waiting for and since when, and whether it is the reader's
turn.

The date is when the latest step reached this computer. It is shown to its owner, and nothing is made from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.cli.context import Context
from referee.cli.folders.paths import current_folder, game_folder_above, path_text
from referee.cli.open_games import as_table, reader_of
from referee.drawing.safe_text import safe_text, shell_text
from referee.service.dates import iso_day_text
from referee.service.views import lobby
from referee.service.views.games_list import GameRow, Games, game_trouble, games_to_move, names_to_move, role_name
from referee.service.views.table_status import read_status
from referee.session.session import Session
from referee.session.todo.status import Status


def games_of_home(context: Context) -> Games:
    """Every game this home knows of. One that cannot be read says why, and stops no other."""
    return lobby.list_tables(reader_of(context), path_text).games


def status_here(context: Context, session: Session) -> Status:
    """Where a game stands, with paths as they are typed here."""
    return read_status(as_table(context, session), path_text)


def game_table_lines(context: Context, games: Sequence[GameRow]) -> list[str]:
    """The table for people, and what to type for the first game with the reader's turn."""
    if not games:
        return [context.sentence("no-games-yet")]
    heads = ("games-title", "games-game", "games-step", "games-asked", "games-since", "games-you-are")
    head = context.sentences(*heads)
    sound = [row for row in games if row.trouble is None]
    cells = [head, *(_cells(context, row) for row in sound)]
    widths = [max(len(line[at]) for line in cells) for at in range(len(head))]
    marks = [" ", *(">" if row.turn else " " for row in sound)]
    lines = [
        f"{mark} {'  '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))}".rstrip()
        for mark, line in (zip(marks, cells, strict=True) if sound else ())
    ]
    lines += [f"! {game_trouble(row)}" for row in games if row.trouble is not None]
    return [*lines, "", *_closing_lines(context, sound)]


def _cells(context: Context, row: GameRow) -> tuple[str, ...]:
    asked = names_to_move(row, context.lang)
    over = context.sentence("games-over") if row.stage == "over" else ""
    return (
        safe_text(row.title),
        row.rules,
        "-" if row.step is None else str(row.step),
        over or ", ".join(asked) or context.sentence("games-players"),
        iso_day_text(context.lang, row.since),
        context.sentence("games-looking-on") if row.you is None else role_name(row, row.you, context.lang),
    )


def _closing_lines(context: Context, games: Sequence[GameRow]) -> list[str]:
    own = games_to_move(games)
    if not own:
        return [context.sentence("nothing-to-do")]
    lines = [context.sentence("your-turn-in-games", count=len(own))]
    if game_folder_above(current_folder()) != Path(own[0].folder):
        lines += [context.sentence("go-on-with-it"), f"  referee --game {shell_text(own[0].title)}"]
    return lines
