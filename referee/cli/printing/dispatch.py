"""A signed note leaves: where its file lies and to whom it goes; at a practice table what that leads to at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.cli.context import Context
from referee.cli.paths import shown
from referee.cli.printing.output import Signed, data
from referee.record.names import OTHERS
from referee.record.note import SignedNote
from referee.record.store import Folder


def tell_signed(
    context: Context, signed: SignedNote, path: Path, to: str, lines: Sequence[str] = (), **more: Any
) -> None:
    """Print that a note was signed, where its file lies and to whom it goes (`host` or `all`), in the usual words if
    there are no `lines`; `more` are fields of `Signed`.
    """
    written = Signed(signed.type, signed.id, shown(path), to, **more)
    if (path.parent.parent / OTHERS).is_dir():
        from referee.cli.practice import tell_answered  # few games are practice

        tell_answered(context, Folder(path.parent.parent), signed, written)
        return
    usual = context.sentence("send-host" if to == "host" else "send-all-host-players", path=written.file)
    data(context, written, lines or usual)
