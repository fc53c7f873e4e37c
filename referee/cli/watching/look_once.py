"""One look into the shared folders, printed as `receive` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer
from msgspec.structs import astuple

from referee.cli.context import Context
from referee.cli.folders.find_game import current_game
from referee.cli.folders.paths import path_text
from referee.cli.printing.my_games import status_here
from referee.cli.printing.output import print_aside, print_result
from referee.cli.printing.status_screen import status_page
from referee.cli.printing.turn_screen import print_turn_screen, status_at_a_glance
from referee.cli.prompts.due_prompts import ask_what_is_due, due_commands, prompts_below
from referee.cli.prompts.terminal import is_terminal
from referee.cli.receiving.import_mails import TOLD_AS_NEWS
from referee.cli.watching.session_secrets import Event, Source, Unattended, Watched
from referee.cli.watching.shared_folder import Shared, shared_folders
from referee.cli.watching.silence_words import Words
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.mail.inbox import watch_shared_folder
from referee.service.incoming.taken import ReceiveResult


def look(context: Context, folder: Path | None, *, yes: bool = False, full: bool = False, says: bool = True) -> None:
    """A look into the folder, or into those that are known, told as `receive` tells it; where the game of this folder
    stands is told in `full`, or at a glance. Where only the screen was asked for, no word about others is said
    (`says`). Raises OutOfOrder: none is.
    """
    unattended, game, home = Unattended(*astuple(context)), current_game(context.game), context.home()
    sources = [Shared(unattended, home, path, game, yes=yes) for path in shared_folders(context, folder)]
    if not sources:
        raise OutOfOrder("no-shared-folder", hint=Sentence("sync-a-folder"))
    if folder is not None:
        watch_shared_folder(home, folder)
    looks: list[Source] = [*sources, *([Words(unattended, home, sources)] if says else [])]
    events = tuple(event for source in looks for event in source.look())
    answers = [received for source in sources for received in source.answers]
    if context.json:
        print_result(context, Watched(events), "")
    else:
        _tell(context, sources, events, answers, game, full=full)
    waiting = sum(source.waiting for source in sources)
    if waiting:
        print_aside(context, context.sentence("shared-not-whole", count=waiting))
    for source in sources:
        if source.failed is not None:
            raise typer.Exit(source.failed.exit_code)
    ask_what_is_due(context, answers)


def _tell(
    context: Context,
    sources: Sequence[Shared],
    events: Sequence[Event],
    answers: Sequence[ReceiveResult],
    game: Path | None,
    *,
    full: bool,
) -> None:
    """What came and what was put there; then, as `receive` tells it, where each game stands that goes on. The last
    of all is where the game of this folder stands, unless something is asked of the reader right below.
    """
    news = (one for one in answers if one.news and one.status is not None and one.status.stage == "playing")
    playing = [one for one in news if not (full and game is not None and _is_in(game, one.folder))]
    due = due_commands(answers) if is_terminal() else {}
    told_above = (*due, *(one.folder for one in playing))
    below = game is not None and not any(_is_in(game, folder) for folder in told_above)
    shown_below = _ON_SCREEN if playing else ("watch-needs-you",) if due or below else ()
    told = [event for event in events if event.code not in shown_below]
    lines = [f"{event.game}: {event.sentence}" if event.game else event.sentence for event in told]
    if lines:
        print_result(context, None, lines)
    for received in playing:
        session = context.session(folder=Path(received.folder))
        assert received.status is not None
        new, asked = [step.step for step in received.news], prompts_below(context, received)
        print_turn_screen(context, session, new, received.status, asked=asked)
    if below:
        here = context.session(folder=game)
        status = status_here(context, here)
        page = status_at_a_glance if status.stage == "playing" and not full else status_page
        print_result(context, None, page(context, here, status))
    elif not events:
        print_result(
            context, None, [context.sentence("shared-nothing-new", path=path_text(source.path)) for source in sources]
        )


def _is_in(game: Path, folder: str) -> bool:
    """Whether a game lies in this folder."""
    return game.resolve() == Path(folder).resolve()


_ON_SCREEN = (*TOLD_AS_NEWS, "watch-needs-you")
"""What the screen of a game that goes on tells as well."""
