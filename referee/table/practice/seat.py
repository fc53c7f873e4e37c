"""Anybody who sits down at a practice table finds the others done with all that they had to do."""

from __future__ import annotations

from referee.record.store import Folder, Home
from referee.table.desk.desk import Desk, open_desk
from referee.table.practice.going_back import finish_back
from referee.table.practice.others import Others, go_on, is_behind


def seat_at(folder: Folder, home: Home, lang: str, *, as_name: str | None = None) -> Desk:
    """The desk of the one who practises in a folder, once the others have done what a crash may have left undone."""
    others = Others(folder)
    finish_back(others, home)
    desk = open_desk(folder, home, as_name=as_name)
    return go_on(others, desk, lang) if practises(desk) and is_behind(others, desk) else desk


def practises(desk: Desk) -> bool:
    """Whether this is the desk of the person at a practice table."""
    table = desk.history.table
    return table is not None and table.terms.practice and desk.role == table.names[0]
