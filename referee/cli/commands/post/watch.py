"""`referee watch`: what comes is taken in and what is due is sent, look after look, with nobody there."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Flag
from typing import Annotated

import typer
from msgspec.structs import astuple

from referee.cli.context import Context, command
from referee.cli.folders.find_game import current_game
from referee.cli.printing.output import print_aside, print_result
from referee.cli.prompts.terminal import passphrase_prompt
from referee.cli.watching.hook import Hook
from referee.cli.watching.late_reminders import Lateness
from referee.cli.watching.mailbox import Mailbox
from referee.cli.watching.session_secrets import Event, Programs, Source, Unattended, Watched, games, refused
from referee.cli.watching.shared_folder import Shared, share_program, shared_folders
from referee.cli.watching.silence_words import Door, Words
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.mail.accounts import account_password, mail_account
from referee.mail.inbox import watch_shared_folder
from referee.service.dates import now_text


@command(prints=Watched)
def watch(
    context: Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]")] = None,
    mail: Annotated[bool, typer.Option("--mail")] = False,
    every: Annotated[int, typer.Option("--every", min=1, max=86_400)] = 60,
    once: Annotated[bool, typer.Option("--once")] = False,
    on_event: Annotated[str | None, typer.Option("--on-event", metavar="COMMAND")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    with_program: Annotated[bool, typer.Option("--with-program")] = False,
) -> None:
    """Take in what comes and send what is due, until Ctrl-C; of mail, of a shared folder, or of both."""
    unattended = Unattended(*astuple(context))
    hook = Hook(unattended, on_event)
    if with_program:
        share_program(context, shared_folders(context, folder))
    sources = _sources(unattended, folder, mail=mail, yes=yes)
    if not once:
        print_aside(context, context.sentence("watch-begins", count=len(games(context.home()))))
    with _stop_flag() as stop:
        _go_on(unattended, sources, stop, hook, every=0 if once else every)
    if not once:
        print_aside(context, context.sentence("watch-ends"))


def _go_on(context: Context, sources: list[Source], stop: Flag, hook: Hook, *, every: int) -> None:
    """Look after look, `every` so many seconds, until the flag is raised; with 0 there is one."""
    troubles: dict[int, str] = {}
    while True:
        events = list[Event]()
        for number, source in enumerate(sources):
            for event in _look(context, number, source, troubles):
                hook.tell(event)
                events.append(event)
        _tell_all(context, events, hook.look() if every else hook.close(), always=not every)
        if not every or stop.wait(every):
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


def _sources(context: Context, folder: Path | None, *, mail: bool, yes: bool) -> list[Source]:
    """What is looked at. Raises OutOfOrder: nothing is named, or no account is set."""
    home = context.home()
    sources: list[Door] = []
    known, secret = None, None
    if mail:
        known = mail_account(home)
        ask = passphrase_prompt(context.sentence("password-for", user=known.user))
        if known.imap is None or known.smtp is None:
            raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
        secret = account_password(known, ask)
        sources.append(Mailbox(context, home, known, secret, yes=yes))
    if folder is not None or not mail:
        game = current_game(context.game)
        sources += [Shared(context, home, path, game, yes=yes) for path in shared_folders(context, folder)]
    if folder is not None:
        watch_shared_folder(home, folder)
    if not sources:
        raise OutOfOrder("watch-what", hint=Sentence("watch-so"))
    programs = Programs(context, home, sources)
    return [*sources, programs, Words(context, home, sources), Lateness(context, home, known, secret)]


def _look(context: Context, number: int, source: Source, troubles: dict[int, str]) -> Iterator[Event]:
    """One look, each event told as it happens. What keeps a source from being looked at is told once."""
    try:
        for event in source.look():
            _tell_event(context, event)
            yield event
        troubles.pop(number, None)
    except RefereeError as trouble:
        event = refused(context, "", trouble)
        if troubles.get(number) != event.sentence:
            troubles[number] = event.sentence
            _tell_event(context, event)
            yield event


def _tell_event(context: Context, event: Event) -> None:
    print_result(context, None, f"{now_text(context.lang)}  {event.game or '-'}  {event.sentence}")
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
