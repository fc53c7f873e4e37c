"""Which table it is, and who sits at it: what a list of tables and a table itself show first."""

from __future__ import annotations

import msgspec

from referee.drawing.safe_text import safe_text
from referee.kernel.sentence import in_language
from referee.service.dates import written_at
from referee.service.table import OpenTable
from referee.session.todo.status import PlayerStatus, PointsStatus, Status


class TableHead(msgspec.Struct, frozen=True):
    """Which table it is."""

    id: str
    """The id of the table in the data folder."""
    title: str
    """What people call it."""
    game: str
    """The board game, as `tigris`."""
    game_title: str
    """What people call the board game; empty before the charter."""
    stage: str
    """`offer`, `charter`, `playing` or `over`."""
    since: str
    """When the latest note arrived on this computer, in local time."""


class SeatView(msgspec.Struct, frozen=True):
    """A player, as the reader sees it."""

    id: str
    """The word of the seat in notes."""
    name: str
    """The name that people know."""
    you: bool
    """Whether it is the reader."""
    host: bool
    """Whether this player hosts too."""
    asked: bool
    """Whether an answer of this seat is waited for."""
    left: bool
    """Whether the seat has left the game."""
    sign: str
    """The symbol that pictures show for it; empty for a plain colour."""
    spoken: str
    """The symbol in words; empty if there is none."""
    hand: int
    """How many pieces are in the hand that others do not see."""
    points: tuple[PointsStatus, ...]
    """The points that the reader may see."""


def table_head(table: OpenTable, status: Status) -> TableHead:
    """Which table it is, as its status shows it. Raises FileTrouble."""
    history, lang = table.session.history, table.reader.lang
    info = history.table.game.info if history.table is not None else None
    since = written_at(table.session).isoformat(timespec="seconds")
    name, title = (info.name, in_language(info.title, lang)) if info is not None else ("", "")
    return TableHead(table.id, safe_text(status.title), name, title, status.stage, since)


def seat_views(status: Status) -> tuple[SeatView, ...]:
    """The players as the reader of a status sees them, the reader first; before the charter those who have joined."""
    asked = {one.seat for one in status.questions} if status.stage == "playing" else set()
    rows = [
        SeatView(
            id=one.seat,
            name=one.called,
            you=one.seat == status.you,
            host=one.seat == status.host,
            asked=one.seat in asked,
            left=one.seat in status.left,
            sign=one.sign,
            spoken=one.spoken,
            hand=one.hand,
            points=one.points,
        )
        for one in status.players or tuple(PlayerStatus(seat, status.called.get(seat, seat)) for seat in status.joined)
    ]
    first = next((at for at, one in enumerate(rows) if one.you), 0)
    return (*rows[first:], *rows[:first])
