"""What a host mails back to a player whose move was refused: the reason, and how to go on. Nothing else is told."""

from __future__ import annotations

from pathlib import Path

from referee.drawing.text import wrapped
from referee.kernel.errors import IllegalMove, RefereeError
from referee.kernel.sentence import Sentence
from referee.record.note import unwrap
from referee.record.notes import Move
from referee.table.desk.desk import Desk
from referee.table.telling.refusals import refusal_lines

COLUMNS = 72


def write_reply(desk: Desk, mail: bytes, refusal: RefereeError, lang: str) -> tuple[str, Path] | None:
    """(seat, file) of the reply to a move that the rules do not allow; None for anything else.

    A refusal is made of what its player may know: who holds what is never in it.
    """
    if not (desk.is_host and isinstance(refusal, IllegalMove)):
        return None
    try:
        notes = [signed.note() for signed in unwrap(mail).signed_notes if signed.type == "move"]
    except RefereeError:
        return None
    step, game_id = desk.position.step + 1, desk.table.game_id
    seats = {note.seat for note in notes if isinstance(note, Move) and note.step == step and note.game == game_id}
    if len(seats) != 1:
        return None
    (seat,) = seats
    name = f"{step:04d}-{seat}-refused.txt"
    return seat, desk.folder.write_letter(name, _text(desk, seat, refusal, lang).encode())


def _text(desk: Desk, seat: str, refusal: RefereeError, lang: str) -> str:
    title, step = desk.table.title, desk.position.step + 1
    heading = Sentence("step-move-not-entered", title=title, step=step, seat=seat).told(lang)
    reason = [line.removeprefix("referee: ") for line in refusal_lines(refusal, lang)]
    further = Sentence("move-refused-try-again").told(lang)
    page = [*wrapped(heading, COLUMNS, "", ""), ""]
    page += [part for line in reason for part in wrapped(line, COLUMNS, "  ", "    ")]
    page += ["", *wrapped(further, COLUMNS, "", ""), "    referee try ORDER", "    referee move --instead ORDER"]
    return "\n".join(page) + "\n"
