"""What a person does with what was signed: nothing where it goes by a shared folder, else one mail."""

from __future__ import annotations

from pathlib import Path

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.drawing.safe_text import safe_text
from referee.service.home.shared_folders import put_in_shared_folder
from referee.session.session import Session


def delivery_lines(context: Context, session: Session, path: Path) -> list[str]:
    """That the move of this step is signed, and how it gets to the host."""
    seat = session.eyes.seat
    values = {
        "step": session.position.step + 1,
        "name": safe_text(session.table.called[seat]) if seat is not None else "",
    }
    if put_in_shared_folder(session):
        return [context.sentence("signed-in-folder", **values)]
    return [
        context.sentence("signed-send-it", **values),
        "  referee mail",
        context.sentence("or-by-hand"),
        f"  {path_text(path)}",
    ]
