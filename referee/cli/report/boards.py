"""The boards of a report, with a stranger's eyes: nothing that a hand holds is on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cli.report.content import Board
from referee.drawing.document import svg_of
from referee.drawing.text import plain
from referee.kernel.errors import RefereeError
from referee.kernel.game import HiddenFace, View
from referee.kernel.sentence import Sentence
from referee.record.notes import Move
from referee.table.reading.valid_part import notes_in, read_valid_part
from referee.table.seating import Table, stranger_eyes
from referee.table.step.position import Position
from referee.table.step.produce import entered_run


def positions_of(files: Mapping[str, bytes]) -> dict[int, Position]:
    """The position after every step that holds, by its number; the deal is step 0."""
    found: dict[int, Position] = {}
    read_valid_part(files, all_signatures=False, watch=lambda position: found.__setitem__(position.step, position))
    return found


def board_of(table: Table, state: Any, lang: str, code: str, step: int) -> Board:
    """The board of a state; `code` says in the reader's language which one it is."""
    faces, view = table.game.faces, View(table.called, lang=lang)
    svg = svg_of(faces, state, view) if faces.drawing is not None else ""
    return Board(Sentence(code, step=step).told(lang), svg, plain(faces.text(state, view)))


def around(files: Mapping[str, bytes], file: str, before: Position, lang: str) -> tuple[Board, ...]:
    """The board before a step, and where its orders lead by the rules, as far as everybody can tell."""
    table, step = before.table, before.step + 1
    boards = [board_of(table, before.state, lang, "report-board-before", step)]
    after = _by_the_rules(files, file, before)
    if after is not None:
        boards.append(board_of(table, after, lang, "report-board-rules", step))
    return tuple(boards)


def _by_the_rules(files: Mapping[str, bytes], file: str, before: Position) -> Any | None:
    try:
        moves = [note for signed in notes_in(file, files) if isinstance(note := signed.note(), Move)]
        if len(before.asked) != 1 or len(moves) != 1:
            return None
        run = entered_run(before, moves, stranger_eyes(before.table))
        run.play_clear(moves[0])
    except (RefereeError, HiddenFace):  # refused by the rules, or only its author knows where it leads
        return None
    return run.state
