"""One look into the shared folders, printed as `receive` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import typer

from referee.cli.context import Context
from referee.cli.folders.find_game import current_game
from referee.cli.folders.paths import path_text, whereabouts
from referee.cli.open_games import reader_of
from referee.cli.printing.my_games import status_here
from referee.cli.printing.output import print_aside, print_either, print_result
from referee.cli.printing.status_screen import status_page
from referee.cli.printing.turn_screen import print_turn_screen, status_at_a_glance
from referee.cli.prompts.due_prompts import ask_what_is_due, ask_what_remains, due_commands, prompts_below
from referee.cli.prompts.terminal import is_terminal
from referee.cli.receiving.import_mails import TOLD_AS_NEWS
from referee.cli.receiving.invitations import existing_folders
from referee.kernel.errors import OutOfOrder
from referee.kernel.late_loading import Lazy
from referee.kernel.sentence import Sentence
from referee.mail.inbox import watched_folders
from referee.mail.shared_folder import PROGRAMS, SharedFolder
from referee.service.home.shared_folders import check_shared_folder, keep_shared_folder
from referee.service.incoming.taken import ReceiveResult
from referee.service.watching.shared_folder import Shared
from referee.service.watching.silence_words import Words
from referee.service.watching.watcher import Event, Source, Watched, Watcher

_running_program = Lazy("referee.session.program_file").running_program
_program_words = Lazy("referee.mail.outgoing").program_words


def watcher_of(context: Context) -> Watcher:
    """The person of a command that goes on by itself: a passphrase is asked for when it is first needed, and kept in
    this process alone.
    """
    ask, game = context.passphrase(), context.folder().path if context.game is not None else None
    reader = msgspec.structs.replace(reader_of(context), passphrase=cache(ask) if ask else None)
    return Watcher(reader, whereabouts(), game)


def shared_folders(context: Context, named: Path | None) -> list[Path]:
    """The folder that is named, else those that this home has shared before and that are there."""
    if named is not None:
        return [named]
    return existing_folders(context, tuple(map(Path, watched_folders(context.home()).shared)))


def share_program(context: Context, paths: Sequence[Path]) -> None:
    """Put the program that runs here into each shared folder, for anyone who does not have it, and print its sha256.

    Raises what `running_program` raises, and FileTrouble.
    """
    made = _running_program()
    words = _program_words("program-lies-beside", made.name, made.data, context.lang)
    for path in paths:
        check_shared_folder(context.home(), path)
        is_new = SharedFolder(path).put_program(made.name, made.data, words)
        code = "program-put" if is_new else "program-there"
        file = path_text(path / PROGRAMS / made.name)
        print_aside(context, context.sentence(code, file=file, size=f"{len(made.data) / 1e6:.1f}", sha256=made.sha256))


def look(context: Context, folder: Path | None, *, yes: bool = False, full: bool = False, says: bool = True) -> None:
    """A look into the folder, or into those that are known, told as `receive` tells it; where the game of this folder
    stands is described in `full`, or at a glance. Where only the screen was asked for, no word about others is said
    (`says`). Raises OutOfOrder: none is.
    """
    watcher, game = watcher_of(context), current_game(context.game)
    sources = [Shared(watcher, path, game, yes=yes) for path in shared_folders(context, folder)]
    if not sources:
        raise OutOfOrder("no-shared-folder", hint=Sentence("sync-a-folder"))
    if folder is not None:
        keep_shared_folder(watcher.home, folder)
    looks: list[Source] = [*sources, *([Words(watcher, sources)] if says else [])]
    events = tuple(event for source in looks for event in source.look())
    answers = [received for source in sources for received in source.answers]
    print_either(context, Watched(events), lambda: _tell(context, sources, events, answers, game, full=full))
    waiting = sum(source.waiting for source in sources)
    if waiting:
        print_aside(context, context.sentence("shared-not-whole", count=waiting))
    for source in sources:
        if source.failed is not None:
            raise typer.Exit(source.failed.exit_code)
    ask_what_is_due(context, answers)
    if game is not None and not says and not any(_is_in(game, received.folder) for received in answers):
        ask_what_remains(context, game, status_here(context, context.session(folder=game)))


def _tell(
    context: Context,
    sources: Sequence[Shared],
    events: Sequence[Event],
    answers: Sequence[ReceiveResult],
    game: Path | None,
    *,
    full: bool,
) -> None:
    """Print everything that arrived and what was put there; then, as `receive` does, the state of each game that goes
    on, that of the game of this folder last, unless something is asked of the reader right below.
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
    """Whether a game is in this folder."""
    return game.resolve() == Path(folder).resolve()


_ON_SCREEN = (*TOLD_AS_NEWS, "watch-needs-you")
"""What the screen of a game that goes on tells as well."""
