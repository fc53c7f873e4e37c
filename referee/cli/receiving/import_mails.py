"""Mails are received, each for its game, and what became of them is printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

import typer
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.paths import path_text, whereabouts
from referee.cli.open_games import as_table, reader_of
from referee.cli.printing.lines import status_lines
from referee.cli.printing.output import print_aside, print_either, print_notice, print_result
from referee.cli.printing.turn_screen import already_received_lines, print_end_screen, print_turn_screen
from referee.cli.printing.width import fit_to_stream
from referee.cli.prompts.terminal import is_terminal
from referee.i18n.refusal_text import refusal_lines
from referee.kernel.errors import RefereeError
from referee.mail.prefilter import NoteMails
from referee.messages.step_news import step_lines
from referee.record.note import FILE_LIMIT
from referee.service.ask import Ask
from referee.service.home.shared_folders import goes_by_shared_folder
from referee.service.incoming import intake
from referee.service.incoming.intake import Event, GameIntake, ReceivedMails, Receiver, Refusal, Reply
from referee.service.incoming.places import Whereabouts, new_game_folder
from referee.service.incoming.taken import ReceivedItem, ReceiveResult
from referee.service.views import whole_status
from referee.session.session import Session

TOLD_AS_NEWS = (
    *("step-entered", "deal-is-here", "already-entered", "entered", "all-seats-accepted"),
    *("answer-waits", "answers-wait-for"),
)
"""What a person who watches reads in the news that come below; a script finds it beside them."""


QuestionsBelow = Callable[[ReceiveResult], Collection[str]]
"""Tells what somebody is asked right below what is printed, by the codes of what is to do."""


def ask_nothing(_: ReceiveResult) -> Collection[str]:
    """Where nobody is asked anything."""
    return ()


def import_mails(
    context: Context,
    came: NoteMails,
    typed: Sequence[Path] = (),
    new: Path | None = None,
    *,
    yes: bool = False,
    told: bool = True,
    asked: QuestionsBelow = ask_nothing,
) -> ReceivedMails:
    """Receive mails that arrived together, each for its game, and print what became of them if it is to be `told`,
    except for what the reader is `asked` right below. `typed` are the paths that were named, `new` the new folder of a
    game that they open; with `yes` the host ends a game without being asked.

    Raises the first failure of the program, once all other mails are in; if nobody is told, it is handed back.
    """
    where = whereabouts(typed)
    game, looked = _named_game(context, where, new), len(came.mails) + came.others
    receiver = Receiver(
        reader=reader_of(context),
        where=where,
        opened=lambda folder: context.session(folder=folder, side="hosts"),
        happens=partial(_print_event, context) if told else intake.pass_by,
        agrees=partial(_agrees_to_end, context),
        confirms_end=yes,
        counts_known=not told,
    )
    boxes = intake.receive_mails(receiver, came, game)
    done = intake.received_mails(boxes)
    if done.faults and told:
        raise done.faults[0][1]
    if told:
        whole = partial(_whole_result, context, boxes, done.answers)
        print_either(context, whole, partial(_show_boxes, context, boxes, done.answers, looked, asked))
    return done


def _named_game(context: Context, where: Whereabouts, new: Path | None) -> Path | None:
    """The folder of the game that all mails are for: a new one, or the one that is named; None for each its own."""
    if new is not None:
        return new_game_folder(context.home(), where, new.name, new).path
    return context.folder().path if context.game is not None else None


def _show_boxes(
    context: Context, boxes: Sequence[GameIntake], results: Sequence[ReceiveResult], looked: int, asked: QuestionsBelow
) -> None:
    """Print what became of all the files that were `looked` at, game by game."""
    known, others = sum(box.known for box in boxes), sum(box.others for box in boxes)
    for box, result in zip(boxes, results, strict=True):
        _print_box(context, box, result, len(boxes), below=int(known + others > 0), asked=asked(result))
    if others:
        print_notice(context.sentence("files-looked-at", looked=looked, count=known, others=others))
    elif known:
        print_notice(context.sentence("notes-here-already", count=known))


def _whole_result(context: Context, boxes: Sequence[GameIntake], results: Sequence[ReceiveResult]) -> ReceiveResult:
    """The result of the first game, and `also` those of others, with all that their reader's home knows of each."""
    first, *also = (
        replace(result, status=whole_status.whole_status(as_table(context, box.session), result.status))
        if result.status is not None
        else result
        for box, result in zip(boxes, results, strict=True)
    )
    return replace(first, also=tuple(also))


def tell_cut(context: Context, came: NoteMails) -> None:
    """Say of how many mails only the beginning was read."""
    if came.cut:
        print_aside(context, context.sentence("mails-read-in-part", count=came.cut, limit=FILE_LIMIT))


def left_with(failed: RefereeError) -> typer.Exit:
    """How a command ends that has said already what was refused."""
    return typer.Exit(failed.exit_code)


def _print_event(context: Context, event: Event, session: Session | None) -> None:
    """Print what happens while mails are received; with `--json` refusals alone, which are not part of the data."""
    if isinstance(event, Refusal):
        for line in refusal_lines(event.error, context.lang, event.name):
            print("\n".join(fit_to_stream(line, sys.stderr)), file=sys.stderr)
    elif isinstance(event, Reply):
        print_aside(context, context.sentence("mail-to-seat", path=event.file, seat=event.seat))
    else:
        _print_item(context, event, session)


def _print_item(context: Context, item: ReceivedItem, session: Session | None) -> None:
    if item.code in TOLD_AS_NEWS and is_terminal():
        return
    print_aside(context, item.sentence)
    if item.letter is not None and session is not None and not goes_by_shared_folder(session):
        print_aside(context, context.sentence("mail-all-players", path=item.letter))


def _agrees_to_end(context: Context, ask: Ask) -> bool:
    """Whether the reader agrees to the end of a game: a person at a terminal is asked."""
    if not context.can_ask:
        return False
    print_notice(ask.sentence)
    return context.confirm(ask.then[0])


def _print_box(
    context: Context, box: GameIntake, result: ReceiveResult, boxes: int, *, below: int, asked: Collection[str]
) -> None:
    """What happened since and who must answer now, among several games below the folder, and nothing without news; the
    player to move sees board and hand as well. So many lines come `below`; what is `asked` there is not printed.
    """
    if box.game is None or (boxes > 1 and not result.taken):
        return
    session, status, new = box.session, result.status, box.new
    if status is not None and status.stage == "playing":
        if result.taken and all(taken.code == "already-entered" and not taken.letter for taken in result.taken):
            lines = already_received_lines(context, session, result.taken[-1].values["step"], status)
            print_result(context, None, lines)
            return
        print_turn_screen(context, session, new, status, below=below, asked=asked)
        return
    head = [f"{path_text(session.folder.path)}:"] if boxes > 1 else []
    told = [step_lines(context.lang, session.table, step) for step in result.news]
    left = tuple(todo for todo in status.next if todo.code not in asked) if status is not None else ()
    lines = status_lines(context, session, replace(status, next=left)) if status is not None else []
    if status is not None and status.stage == "over" and new:  # who has won comes before how
        ended = [session.seen[step] for step in new]
        print_end_screen(context, session, [*head, *lines], ended, below=below)
        return
    print_result(context, None, [*head, *(line for step in told for line in step), *lines])
