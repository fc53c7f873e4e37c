"""At a practice table: the answers of the bots to what a person signs, printed as if mails had come."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing.lines import status_lines
from referee.cli.printing.my_games import status_here
from referee.cli.printing.output import print_either, print_result
from referee.cli.printing.progress_bar import progress_bar
from referee.cli.printing.turn_screen import print_turn_screen
from referee.kernel.game import complete_options
from referee.messages.step_news import step_lines
from referee.practice import better_turns
from referee.practice.opponents import Opponents
from referee.record.store import GameFolder
from referee.service.signed_notes import Signed
from referee.session.log_cache import news_of_positions
from referee.session.session import Session
from referee.session.todo.status import Status


def print_opponents_answers(context: Context, folder: GameFolder, written: Signed) -> None:
    """Say that a note was signed and what a friend would do with it, let the others answer, and show where that leads.

    With `--json` the note alone is told.
    """
    others = Opponents(folder)
    before = _newest_step(folder)
    session = context.session(folder=folder.path)
    new = [step for step in session.seen if step > before]
    print_either(
        context, written, lambda: print_practice_position(context, session, new, _head(context, others, written))
    )


def print_practice_position(context: Context, session: Session, new: Sequence[int], head: Sequence[str]) -> None:
    """Where a practice game stands, after the lines of `head`; `new` are the steps to tell."""
    status = status_here(context, session)
    if status.stage == "playing":
        print_turn_screen(context, session, new, status, head=head)
        return
    news = news_of_positions(session, [session.seen[step] for step in new], context.lang)
    told = [line for step in news for line in step_lines(context.lang, session.table, step)]
    end = practice_end_lines(context, session, status)
    print_result(context, status, lambda: [*head, *told, *end, *(_better_turn_lines(context, session) if new else ())])


def _better_turn_lines(context: Context, session: Session) -> list[str]:
    """Up to three turns in which a bot has found more than the player did, once the game is over."""
    tell = progress_bar(context, context.sentence("/practice/better-looking"))
    found = better_turns.better_turns(Opponents(session.folder), session.eyes.seat or 0, tell)
    lines = [
        context.sentence(
            "/practice/better-turn",
            step=one.step,
            played=", ".join(one.played),
            better=", ".join(one.better),
            count=one.points,
        )
        for one in found
    ]
    return ["", context.sentence("/practice/better-turns"), *lines] if lines else []


def practice_end_lines(context: Context, session: Session, status: Status) -> list[str]:
    """What is said when a practice game is over: who has won, and what to do with it."""
    table, last = session.table, session.position.step
    usual = dict(complete_options(table.game.info, len(table.names), ()).values)
    chosen = (f" -o {name}={value}" for name, value in table.options.values if usual[name] != value)
    played = f"{table.game.info.name} --seats {len(table.names)}{''.join(chosen)}"
    seed = Opponents(session.folder).settings().seed
    commands = {
        "/practice/see-again": "referee replay --open",
        "/practice/go-back": f"referee practice --back {max(1, last - len(table.names))}",
        "/practice/check": "referee audit",
        "/practice/same-again": f"referee practice {played} --seed {seed}",
        "/practice/with-people": f"referee offer {played}",
    }
    lines = [f"{context.sentence(code)}: {typed}" for code, typed in commands.items()]
    acks = [task for task in status.next if task.command == "referee ack"]
    told = status_lines(context, session, replace(status, next=tuple(acks)))[1:]
    return [context.sentence("/practice/over", step=last), *told, "", *lines]


def _newest_step(folder: GameFolder) -> int:
    """The latest step that has reached the player."""
    steps = [int(name[:4]) for name in folder.record_names() if name[:4].isdecimal()]
    return max(steps, default=-1)


def _head(context: Context, others: Opponents, written: Signed) -> list[str]:
    """That it is signed, and what would be done with it among friends, the first time for each kind of note."""
    settings = others.settings()
    if written.type in settings.told:
        return [context.sentence("/practice/signed")]
    others.keep(replace(settings, told=(*settings.told, written.type)))
    return [
        context.sentence(
            "/practice/send-host" if written.to == "host" else "/practice/send-all", path=path_text(Path(written.file))
        )
    ]
