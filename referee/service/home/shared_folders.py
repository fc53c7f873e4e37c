"""Shared folders: whether a game goes through one, and what this party has signed put there."""

from __future__ import annotations

from pathlib import Path

from referee.mail import inbox, shared_folder
from referee.session.game_folders import SHARED
from referee.session.session import Session


def goes_by_shared_folder(session: Session) -> bool:
    """Whether the game goes through a shared folder that is there."""
    offer = session.history.offer
    if offer is None or session.home.guard(offer.id, SHARED) is None:
        return False
    return any(Path(place).is_dir() for place in inbox.watched_folders(session.home).shared)


def put_in_shared_folder(session: Session, named: Path | None = None) -> bool:
    """Put what this party has signed into the shared folders that speak of its game, or into the one that is `named`;
    whether there is one.
    """
    offer, table = session.history.offer, session.history.table
    if offer is None or (named is None and session.home.guard(offer.id, SHARED) is None):
        return False
    done = False
    for place in [named] if named is not None else map(Path, inbox.watched_folders(session.home).shared):
        if place.is_dir():
            folder = shared_folder.SharedFolder(place)
            look = folder.look()
            if {offer.id, table.game_id if table is not None else ""} & look.games:
                folder.put(session, look)
                done = True
    return done
