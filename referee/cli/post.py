"""What comes and goes by mail: receive, letter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.settings import Setting, is_terminal, shared
from referee.cli.terminal import confirm, data, note
from referee.kernel.errors import OutOfOrder

if TYPE_CHECKING:
    from referee.table.desk import Desk


@shared
def receive(
    at: Setting,
    files: Annotated[list[Path], typer.Argument(help="Mails or notes, saved as files; - for standard input.")],
    yes: Annotated[bool, typer.Option("--yes", help="Host: write the end of the game without asking.")] = False,
) -> None:
    """Take in what came by mail: every note is checked, then entered, kept or refused."""
    from referee.record.store import read_input
    from referee.table.explain import say
    from referee.table.receive import receive as take_in

    desk = at.desk()
    told: list[dict[str, Any]] = []
    for path in files:
        mail = typer.get_binary_stream("stdin").read(2**20 + 1) if str(path) == "-" else read_input(path)
        try:
            notices, desk = take_in(desk, mail, confirm_end=yes, lang=at.lang)
        except OutOfOrder as refused:
            if "ends the game" not in refused.template or not is_terminal() or not _agreed():
                raise
            notices, desk = take_in(desk, mail, confirm_end=True, lang=at.lang)
        for found in notices:
            told.append({"file": str(path), "what": found.template, "values": found.values, "letter": found.letter})
            if not at.json:
                note(say(found.template, found.values, at.lang))
            if found.letter is not None and not at.json:
                note(f"mail to all: {desk.folder.path / 'letters' / found.letter}")
    _say_next(at, desk, told)


def _agreed() -> bool:
    return confirm("this move ends the game, and the end opens what the referee kept. Write it")


def _say_next(at: Setting, desk: Desk, told: list[dict[str, Any]]) -> None:
    from referee.cli.look import status_lines, status_of

    found = status_of(desk)
    data(at, {"taken": told, "status": found}, status_lines(desk, found, at.lang))


@shared
def letter(
    at: Setting,
    step: Annotated[int | None, typer.Argument(help="Which step; else the newest.")] = None,
) -> None:
    """Write the letter of a step again: the words, the board, and the notes."""
    from referee.table.letters import letter as write
    from referee.table.position import Position

    seen: dict[int, Position] = {}
    desk = at.desk(watch=lambda position: seen.__setitem__(position.step, position))
    number = desk.position.step if step is None else step
    if number not in seen:
        raise OutOfOrder("there is no step {step}; the newest is {newest}", step=number, newest=desk.position.step)
    name = "0000.deal" if number == 0 else f"{number:04d}.turn"
    text = write(seen[number], desk.history.frames[name], at.lang)
    desk.folder.write_letter(f"{number:04d}.txt", text)
    path = desk.folder.path / "letters" / f"{number:04d}.txt"
    data(at, {"file": str(path), "step": number}, text.decode("utf-8", "replace").splitlines())
