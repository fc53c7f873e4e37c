"""What a person does with what was signed: nothing where it goes by a shared folder, else one mail."""

from __future__ import annotations

from pathlib import Path

from referee.cli.context import Context
from referee.cli.paths import shown
from referee.drawing.safe import safe_text
from referee.table.desk.desk import Desk
from referee.table.desk.places import SHARED


def how_it_goes(context: Context, desk: Desk, path: Path) -> list[str]:
    """That the move of this step is signed, and how it gets to the host."""
    seat = desk.eyes.seat
    values = {"step": desk.position.step + 1, "name": safe_text(desk.table.called[seat]) if seat is not None else ""}
    if put_in_shared(context, desk):
        return [context.sentence("signed-in-folder", **values)]
    return [
        context.sentence("signed-send-it", **values),
        "  referee mail",
        context.sentence("or-by-hand"),
        f"  {shown(path)}",
    ]


def put_in_shared(context: Context, desk: Desk) -> bool:
    """Put what this party has signed into the shared folders that speak of its game; whether there is one."""
    if desk.home.guard(desk.table.offer_id, SHARED) is None:
        return False
    from referee.post.dropped import DropFolder  # most games go by mail
    from referee.post.inbox import kept_folders

    done = False
    for place in map(Path, kept_folders(desk.home).shared):
        if place.is_dir():
            folder = DropFolder(place)
            look = folder.look()
            if {desk.table.offer_id, desk.table.game_id} & look.games:
                folder.put(desk, look)
                done = True
    return done
