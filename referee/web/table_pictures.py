"""The pictures of a table as everybody may see them: its board, and the points step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType

from referee.drawing.svg_document import svg_of
from referee.kernel.errors import RefereeError
from referee.kernel.game import Viewer
from referee.messages.board_text import picture_view
from referee.messages.points_chart import points_picture
from referee.protocol.history.read_record import History, Seen, read_history, record_positions
from referee.record.store import GameFolder
from referee.service.errors import Locked
from referee.service.reader import Reader
from referee.service.table import open_table, table_path


class TablePictures:
    """The pictures of the tables of a home, each drawn once for each record and language."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str], tuple[tuple[str, ...], str]] = {}

    def picture(self, reader: Reader, table_id: str, name: str) -> str | None:
        """One of `PICTURES` as SVG; None if there is none, no such table, or nothing to see, for there is nothing yet
        or the record does not hold.
        """
        made: str | None = None
        with suppress(RefereeError):
            folder = GameFolder(table_path(reader, table_id))
            names = (str(folder.path), reader.lang, *sorted(folder.record_names()))
            known, made = self._drawn.get((table_id, name), ((), None))
            if known == names:
                return made
            made = PICTURES[name](reader, folder) if name in PICTURES else None
            if made is not None:
                self._drawn[table_id, name] = names, made
        return made


def _board(reader: Reader, folder: GameFolder) -> str | None:
    """The board; what everybody may see of it needs no key, and so no passphrase."""
    try:
        session = open_table(reader, folder.path).session
        history, seen = session.history, session.seen
    except Locked:
        history, seen = _read(folder)
    position = history.position
    if position is None:
        return None
    view = Viewer(position.table.called, None, None, reader.lang)
    shown = picture_view(view, position, seen.get(position.step - 1))
    return svg_of(position.table.game.faces, position.state, shown, board=True)


def _points(reader: Reader, folder: GameFolder) -> str | None:
    return points_picture(*_read(folder), reader.lang)


def _read(folder: GameFolder) -> tuple[History, Seen]:
    """The record, from its first note on. Raises what it gives reason to."""
    seen: Seen = {}
    return read_history(folder.record(), watch=record_positions(seen)), seen


PICTURES: Mapping[str, Callable[[Reader, GameFolder], str | None]] = MappingProxyType(
    {"picture": _board, "points": _points}
)
"""What draws each picture: the board, and the points where everybody may see them."""
