"""Where a table stands for its reader, and since when this computer knows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from referee.service.dates import written_at
from referee.service.table import OpenTable
from referee.service.views.capabilities import capabilities_of
from referee.service.views.deadlines import late_todos
from referee.session.todo.status import Status, status_for

__all__ = ["Status", "read_status"]


def read_status(table: OpenTable, shown: Callable[[Path], str] = str, *, bare: bool = False) -> Status:
    """Where the table stands, whom it waits for since when, and what its reader should do, about others who are late
    too; `shown` is how a path is written, `bare` that no command is. Raises FileTrouble.
    """
    session, lang = table.session, table.reader.lang
    status = status_for(session, lang, shown, bare=bare)
    if status.stage == "nothing":
        return status
    moment = written_at(session)
    late = late_todos(lang, session, moment) if status.stage == "playing" else ()
    tasks = capabilities_of(session, asks_mail=False).offer_tasks((*late, *status.next))
    return replace(status, since=moment.isoformat(timespec="seconds"), next=tasks)
