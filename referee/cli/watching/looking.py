"""One look into the shared folders by a person, told as `receive` tells it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer
from msgspec.structs import astuple

from referee.cli.asking.due import ask_what_is_due, asked_below, commands_due
from referee.cli.asking.prompt import is_terminal
from referee.cli.context import Context
from referee.cli.overview import status_here
from referee.cli.paths import shown
from referee.cli.printing.output import aside, data
from referee.cli.printing.screen import glance, tell_received
from referee.cli.printing.status_page import status_page
from referee.cli.receiving.taking import TOLD_AS_NEWS, Received
from referee.cli.watching.shared import Shared, shared_folders
from referee.cli.watching.silence import Words
from referee.cli.watching.unattended import Event, Source, Unattended, Watched
from referee.cli.whereabouts import game_here
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.post.inbox import keep_shared


def look(context: Context, folder: Path | None, *, yes: bool = False, full: bool = False, says: bool = True) -> None:
    """A look into the folder, or into those that are known, told as `receive` tells it; where the game of this folder
    stands is told in `full`, or at a glance. Where only the screen was asked for, no word about others is said
    (`says`). Raises OutOfOrder: none is.
    """
    unattended, game, home = Unattended(*astuple(context)), game_here(context.game), context.home()
    sources = [Shared(unattended, home, path, game, yes=yes) for path in shared_folders(context, folder)]
    if not sources:
        raise OutOfOrder("no-shared-folder", hint=Sentence("sync-a-folder"))
    if folder is not None:
        keep_shared(home, folder)
    looks: list[Source] = [*sources, *([Words(unattended, home, sources)] if says else [])]
    events = tuple(event for source in looks for event in source.look())
    answers = [received for source in sources for received in source.answers]
    if context.json:
        data(context, Watched(events), "")
    else:
        _tell(context, sources, events, answers, game, full=full)
    waiting = sum(source.waiting for source in sources)
    if waiting:
        aside(context, context.sentence("shared-not-whole", count=waiting))
    for source in sources:
        if source.failed is not None:
            raise typer.Exit(source.failed.exit_code)
    ask_what_is_due(context, answers)


def _tell(
    context: Context,
    sources: Sequence[Shared],
    events: Sequence[Event],
    answers: Sequence[Received],
    game: Path | None,
    *,
    full: bool,
) -> None:
    """What came and what was put there; then, as `receive` tells it, where each game stands that goes on. The last
    of all is where the game of this folder stands, unless something is asked of the reader right below.
    """
    news = (one for one in answers if one.news and one.status is not None and one.status.stage == "playing")
    playing = [one for one in news if not (full and game is not None and _is_in(game, one.folder))]
    due = commands_due(answers) if is_terminal() else {}
    told_above = (*due, *(one.folder for one in playing))
    below = game is not None and not any(_is_in(game, folder) for folder in told_above)
    shown_below = _ON_SCREEN if playing else ("watch-needs-you",) if due or below else ()
    told = [event for event in events if event.code not in shown_below]
    lines = [f"{event.game}: {event.sentence}" if event.game else event.sentence for event in told]
    if lines:
        data(context, None, lines)
    for received in playing:
        desk = context.desk(folder=Path(received.folder))
        assert received.status is not None
        new, asked = [step.step for step in received.news], asked_below(context, received)
        tell_received(context, desk, new, received.status, asked=asked)
    if below:
        here = context.desk(folder=game)
        status = status_here(context, here)
        page = glance if status.stage == "playing" and not full else status_page
        data(context, None, page(context, here, status))
    elif not events:
        data(context, None, [context.sentence("shared-nothing-new", path=shown(source.path)) for source in sources])


def _is_in(game: Path, folder: str) -> bool:
    """Whether a game lies in this folder."""
    return game.resolve() == Path(folder).resolve()


_ON_SCREEN = (*TOLD_AS_NEWS, "watch-needs-you")
"""What the screen of a game that goes on tells as well."""
