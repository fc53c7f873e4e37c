"""Anybody who sits down at a practice table finds the others done with all that they had to do."""

from __future__ import annotations

from referee.practice.opponents import Opponents, let_opponents_play, opponents_are_due
from referee.practice.rewind import finish_rewind
from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session, open_session


def open_practice(folder: GameFolder, home: DataFolder, lang: str, *, as_name: str | None = None) -> Session:
    """The session of the one who practises in a folder, once the others have done what a crash may have left undone."""
    others = Opponents(folder)
    finish_rewind(others, home)
    session = open_session(folder, home, as_name=as_name)
    return (
        let_opponents_play(others, session, lang)
        if is_practice_session(session) and opponents_are_due(others, session)
        else session
    )


def is_practice_session(session: Session) -> bool:
    """Whether this is the session of the person at a practice table."""
    table = session.history.table
    return table is not None and table.terms.practice and session.role == table.names[0]
