"""What a host mails back to a player whose move was refused: the reason, and how to go on. Nothing else is told."""

from __future__ import annotations

from pathlib import Path

from referee.cli.context import Setting
from referee.cli.errors import lines
from referee.drawing.text import wrapped
from referee.kernel.errors import IllegalMove, RefereeError
from referee.record.note import unwrap
from referee.record.notes import Move
from referee.table.desk.desk import Desk

COLUMNS = 72


def write_reply(at: Setting, desk: Desk, mail: bytes, refusal: RefereeError) -> tuple[str, Path] | None:
    """(seat, file) of the reply to a move that the rules do not allow; None for anything else.

    A refusal is made of what its player may know: who holds what is never in it.
    """
    if not (desk.is_host and isinstance(refusal, IllegalMove)):
        return None
    try:
        notes = [signed.note() for signed in unwrap(mail).signed_notes if signed.type == "move"]
    except RefereeError:
        return None
    step = desk.position.step + 1
    seats = {note.seat for note in notes if isinstance(note, Move) and note.step == step and note.game == _game(desk)}
    if len(seats) != 1:
        return None
    (seat,) = seats
    name = f"{step:04d}-{seat}-refused.txt"
    return seat, desk.folder.write_letter(name, _text(at, desk, seat, refusal).encode())


def _game(desk: Desk) -> str:
    return desk.table.game_id


def _text(at: Setting, desk: Desk, seat: str, refusal: RefereeError) -> str:
    step, title = desk.position.step + 1, desk.table.game.info.title
    heading = at.sentence("{title}, step {step}: the move of {seat} is not entered", title=title, step=step, seat=seat)
    reason = [line.removeprefix("referee: ") for line in lines(refusal, at.lang)]
    further = at.sentence(
        "nothing has happened; look again, try other orders, and sign them in place of the refused ones"
    )
    page = [*wrapped(heading, COLUMNS, "", ""), ""]
    page += [part for line in reason for part in wrapped(line, COLUMNS, "  ", "    ")]
    page += ["", *wrapped(further, COLUMNS, "", ""), "    referee try ORDER", "    referee move --instead ORDER"]
    return "\n".join(page) + "\n"
