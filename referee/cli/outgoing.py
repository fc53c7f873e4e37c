"""What a person does with what was signed: nothing where it goes by a shared folder, else one mail."""

from __future__ import annotations

from pathlib import Path

from referee.cli.context import Context
from referee.cli.paths import shown
from referee.drawing.safe import safe_text
from referee.table.desk.desk import Desk
from referee.table.desk.places import SHARED


def how_move_goes(context: Context, desk: Desk, path: Path) -> list[str]:
    """That the move of this step is signed, and how it gets to the host."""
    seat = desk.eyes.seat
    values = {"step": desk.position.step + 1, "name": safe_text(desk.table.called[seat]) if seat is not None else ""}
    if put_in_shared(desk):
        return [context.sentence("signed-in-folder", **values)]
    return [
        context.sentence("signed-send-it", **values),
        "  referee mail",
        context.sentence("or-by-hand"),
        f"  {shown(path)}",
    ]


def is_shared(desk: Desk) -> bool:
    """Whether the game goes through a shared folder that is there."""
    offer = desk.history.offer
    if offer is None or desk.home.guard(offer.id, SHARED) is None:
        return False
    from referee.post.inbox import kept_folders

    return any(Path(place).is_dir() for place in kept_folders(desk.home).shared)


def put_in_shared(desk: Desk, named: Path | None = None) -> bool:
    """Put what this party has signed into the shared folders that speak of its game, or into the one that is `named`;
    whether there is one.
    """
    offer, table = desk.history.offer, desk.history.table
    if offer is None or (named is None and desk.home.guard(offer.id, SHARED) is None):
        return False
    from referee.post.dropped import DropFolder  # most games go by mail
    from referee.post.inbox import kept_folders

    done = False
    for place in [named] if named is not None else map(Path, kept_folders(desk.home).shared):
        if place.is_dir():
            folder = DropFolder(place)
            look = folder.look()
            if {offer.id, table.game_id if table is not None else ""} & look.games:
                folder.put(desk, look)
                done = True
    return done
