"""A signed note leaves: where its file lies and to whom it goes; what that leads to at once at a practice table, and
where the host plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from referee.cli.asking.prompt import is_typed
from referee.cli.context import Context
from referee.cli.outgoing import put_in_shared
from referee.cli.paths import shown
from referee.cli.printing.output import Signed, data
from referee.drawing.safe import safe_text
from referee.record.names import OTHERS
from referee.record.note import SignedNote
from referee.record.store import Folder
from referee.table.desk.desk import Desk
from referee.table.desk.send import Sent


def tell_signed(
    context: Context, desk: Desk, signed: SignedNote, path: Path, to: str, lines: Sequence[str] = (), **more: Any
) -> None:
    """Print that a note was signed, where its file lies and to whom it goes (`host` or `all`), in the usual words if
    there are no `lines`; where people share a folder it is put there. `more` are fields of `Signed`.
    """
    written = Signed(signed.type, signed.id, shown(path), to, **more)
    if (path.parent.parent / OTHERS).is_dir():
        from referee.cli.practice import tell_answered  # few games are practice

        tell_answered(context, Folder(path.parent.parent), signed, written)
        return
    if signed.type not in ("move", "join") and not context.json and put_in_shared(desk):  # these say it themselves
        lines = [context.sentence("lies-in-shared")]
    usual = context.sentence("send-host" if to == "host" else "send-all-host-players", path=written.file)
    data(context, written, lines or usual)


def sealed_to_player(context: Context, desk: Desk) -> list[str]:
    """That a host who plays could read what is sealed, said once a game: with the first note that seals something."""
    table = desk.table
    if table.terms.host in ("", desk.role):
        return []
    own = (signed for signed_notes in desk.history.signed_notes.values() for signed in signed_notes)
    if any(signed.key == desk.signer().public and b"\nseal " in signed.body for signed in own):
        return []
    return [context.sentence("host-reads-sealed", name=safe_text(table.called[table.seat(table.terms.host)]))]


def tell_sent(
    context: Context, desk: Desk, sent: Sent, to: str, lines: Sequence[str] = (), *, yes: bool = False, **more: Any
) -> None:
    """Say where a note that was signed lies and to whom it goes. That of a host who plays is taken in at once."""
    if not desk.sits or desk.is_host:
        tell_signed(context, desk, sent.note, sent.path, to, lines, **more)
        return
    if context.json:
        tell_signed(context, desk, sent.note, sent.path, to, **more)
    elif to == "all":
        by_hand = context.sentence("send-all-players", path=shown(sent.path))
        data(context, None, context.sentence("lies-in-shared") if put_in_shared(desk) else by_hand)
    from referee.cli.receiving.taking import (  # only a host who plays takes in what the own seat signs
        left_with,
        take_all_in,
    )
    from referee.post.inbox import mails_in
    from referee.post.sieve import sieved

    there = replace(context, game=str(desk.folder.path))
    done = take_all_in(there, sieved(mails_in([sent.path])), (sent.path,), yes=is_typed(yes), told=not context.json)
    if done.failed is not None:
        raise left_with(done.failed)
