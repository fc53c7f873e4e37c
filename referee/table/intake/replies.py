"""What a host mails back to a player whose move was refused: the reason, and how to go on. Nothing else is told."""

from __future__ import annotations

from pathlib import Path

from referee.drawing.text import wrapped
from referee.kernel.errors import IllegalMove, OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.record.mails.unwrap import unwrap
from referee.record.notes import Move
from referee.table.desk.desk import Desk
from referee.table.intake.moves import TOO_LATE
from referee.table.telling.refusals import refusal_lines

COLUMNS = 72


def write_reply(desk: Desk, mail: bytes, refusal: RefereeError, lang: str) -> tuple[str, Path] | None:
    """(seat, file) of the reply to a move that the rules do not allow, or that came when its step was closed; None for
    anything else.

    A refusal is made of what its player may know: who holds what is never in it.
    """
    late = isinstance(refusal, OutOfOrder) and refusal.code == TOO_LATE
    if not (desk.is_host and (late or isinstance(refusal, IllegalMove))):
        return None
    try:
        notes = [signed.note() for signed in unwrap(mail).signed_notes if signed.type == "move"]
    except RefereeError:
        return None
    step, game_id = refusal.values["step"] if late else desk.position.step + 1, desk.table.game_id
    seats = {note.seat for note in notes if isinstance(note, Move) and note.step == step and note.game == game_id}
    if len(seats) != 1:
        return None
    (seat,) = seats
    name = f"{step:04d}-{seat}-{'late' if late else 'refused'}.txt"
    text = _late(desk, seat, refusal, lang) if late else _refused(desk, seat, refusal, lang)
    return seat, desk.folder.write_letter(name, text.encode())


def _heading(desk: Desk, step: int, seat: str, lang: str) -> list[str]:
    title = desk.table.title
    return [
        *wrapped(Sentence("step-move-not-entered", title=title, step=step, seat=seat).told(lang), COLUMNS, "", ""),
        "",
    ]


def _refused(desk: Desk, seat: str, refusal: RefereeError, lang: str) -> str:
    reason = [line.removeprefix("referee: ") for line in refusal_lines(refusal, lang)]
    further = Sentence("move-refused-try-again").told(lang)
    page = _heading(desk, desk.position.step + 1, seat, lang)
    page += [part for line in reason for part in wrapped(line, COLUMNS, "  ", "    ")]
    page += ["", *wrapped(further, COLUMNS, "", ""), "    referee try ORDER", "    referee move --instead ORDER"]
    return "\n".join(page) + "\n"


def _late(desk: Desk, seat: str, refusal: RefereeError, lang: str) -> str:
    page = _heading(desk, refusal.values["step"], seat, lang)
    page += wrapped(refusal.said.told(lang), COLUMNS, "  ", "    ")
    page += ["", *wrapped(Sentence("play-goes-on").told(lang), COLUMNS, "", ""), "    referee receive MAIL"]
    return "\n".join(page) + "\n"
