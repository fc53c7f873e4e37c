"""`referee watch`: everything that arrives is received and what is due is sent, look after look, with nobody there."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event as Flag
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.find_game import current_game
from referee.cli.printing.output import print_aside, print_result
from referee.cli.printing.width import terminal_columns
from referee.cli.prompts.watch_prompts import DueQuestions
from referee.cli.receiving.hook import Hook
from referee.cli.receiving.look_once import share_program, shared_folders, watcher_of
from referee.cli.sending.written_mails import account_secret
from referee.service.dates import now_text
from referee.service.home.shared_folders import keep_shared_folder
from referee.service.watching.mailbox import account_with_password
from referee.service.watching.watched_sources import WatchedSources, sources_of
from referee.service.watching.watcher import Event, Source, Watched, Watcher, games

_LOOKS, _LOOKS_OFTEN = 60, 5
"""Seconds between two looks, and into a shared folder while somebody sits at the terminal."""


@command(prints=Watched)
def watch(
    context: Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]")] = None,
    mail: Annotated[bool, typer.Option("--mail")] = False,
    every: Annotated[int | None, typer.Option("--every", min=1, max=86_400)] = None,
    once: Annotated[bool, typer.Option("--once")] = False,
    on_event: Annotated[str | None, typer.Option("--on-event", metavar="COMMAND")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    with_program: Annotated[bool, typer.Option("--with-program")] = False,
) -> None:
    """Receive everything that arrives and send what is due, until Ctrl-C; by mail, by a shared folder, or by both."""
    hook = Hook(context, on_event)
    if with_program:
        share_program(context, shared_folders(context, folder))
    watcher = watcher_of(context)
    sources = _sources(context, watcher, folder, mail=mail, yes=yes)
    person = None
    if not once:
        print_aside(context, context.sentence("watch-begins", count=len(games(watcher.home))))
        person = DueQuestions(context, watcher.folders) if context.can_ask else None
    pause = every or (_LOOKS_OFTEN if person is not None and not mail else _LOOKS)
    with _stop_flag() as stop:
        _go_on(context, WatchedSources(watcher, sources), stop, hook, every=0 if once else pause, person=person)
    if not once:
        print_aside(context, context.sentence("watch-ends"))


def _go_on(
    context: Context, looks: WatchedSources, stop: Flag, hook: Hook, *, every: int, person: DueQuestions | None
) -> None:
    """Look after look, `every` so many seconds, until the flag is raised; with 0 there is one. A `person` who is there
    is asked meanwhile.
    """
    rest = person.rest if person is not None else Flag.wait
    while True:
        events = list[Event]()
        for event in looks.look():
            if person is None or event.code != "watch-needs-you":  # said with the key that begins it
                _tell_event(context, event)
            hook.tell(event)
            events.append(event)
        for due in person.news(moved=bool(events)) if person is not None else ():
            _tell_event(
                context, Event(due.title, "watch-press-enter", due.todo.sentence), context.sentence("press-enter")
            )
        _tell_all(context, events, hook.look() if every else hook.close(), always=not every)
        if not every or rest(stop, every):
            break
    _tell_all(context, [], hook.close(), always=False)


def _tell_all(context: Context, told: list[Event], more: Iterable[Event], *, always: bool) -> None:
    """Tell what else has happened, and all of it in JSON; `always` even if it is nothing."""
    for event in more:
        _tell_event(context, event)
        told.append(event)
    if told or always:
        print_result(context, Watched(tuple(told)), ())
        sys.stdout.flush()


def _sources(context: Context, watcher: Watcher, folder: Path | None, *, mail: bool, yes: bool) -> Sequence[Source]:
    """What is looked at. Raises OutOfOrder: nothing is named, or no account is set."""
    account = account_with_password(watcher.reader, partial(account_secret, context)) if mail else None
    shared = shared_folders(context, folder) if folder is not None or not mail else []
    sources = sources_of(watcher, shared, current_game(context.game) if shared else None, account, yes=yes)
    if folder is not None:
        keep_shared_folder(watcher.home, folder)
    return sources


def _tell_event(context: Context, event: Event, key: str = "") -> None:
    """Print what happened; the `key` that goes on from there in the same line, or unbroken in the next one."""
    said = f"{now_text(context.lang)}  {event.game or '-'}  {event.sentence}"
    together = f"{said}: {key}" if key else said
    fits = not key or len(together) <= (terminal_columns(sys.stdout) or len(together))
    print_result(context, None, together if fits else [f"{said}:", f"  {key}"])
    sys.stdout.flush()


@contextmanager
def _stop_flag() -> Iterator[Flag]:
    """A flag that Ctrl-C and the end of the system raise: what is being done is done to its end. A second one stops at
    once, and loses nothing either.
    """
    flag = Flag()

    def stop(number: int, frame: object) -> None:
        if flag.is_set():
            raise KeyboardInterrupt
        flag.set()

    before = [(number, signal.signal(number, stop)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield flag
    finally:
        for number, handler in before:
            signal.signal(number, handler)
