"""A signed note leaves: where its file lies and to whom it goes; what that leads to at once at a practice table, and
where the host plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.paths import path_text
from referee.cli.printing import practice_replies
from referee.cli.printing.output import print_result
from referee.cli.receiving import import_mails
from referee.drawing.safe_text import safe_text
from referee.record.file_names import OTHERS
from referee.record.store import GameFolder
from referee.service.home.shared_folders import put_in_shared_folder
from referee.service.incoming import intake
from referee.service.signed_notes import Signed
from referee.session.session import Session


def print_signed_note(context: Context, session: Session, signed: Signed, lines: Sequence[str] = ()) -> None:
    """Print that a note was signed, where its file lies and to whom it goes (`host` or `all`), in the usual words if
    there are no `lines` and it is put into no shared folder.
    """
    folder, written = Path(signed.file).parent.parent, replace(signed, file=path_text(Path(signed.file)))
    if (folder / OTHERS).is_dir():
        practice_replies.print_opponents_answers(context, GameFolder(folder), written)
        return
    usual = context.sentence("send-host" if written.to == "host" else "send-all-host-players", path=written.file)
    print_result(context, written, lines or shared_folder_lines(context, session) or usual)


def shared_folder_lines(context: Context, session: Session) -> list[str]:
    """That what was signed is in the shared folder, where it is put now; [] without one."""
    return [context.sentence("lies-in-shared")] if put_in_shared_folder(session) else []


def print_sent_note(
    context: Context, session: Session, signed: Signed, lines: Sequence[str] = (), *, yes: bool = False
) -> None:
    """Say where a note that was signed lies and to whom it goes. That of a host who plays is received at once."""
    if not session.sits or session.is_host:
        print_signed_note(context, session, signed, lines)
        return
    there, path = replace(context, game=str(session.folder.path)), Path(signed.file)
    by_hand = context.sentence("send-all-players", path=path_text(path))
    goes = shared_folder_lines(context, session) or [by_hand] if signed.to == "all" else []
    print_result(context, replace(signed, file=path_text(path)), goes)
    done = import_mails.import_mails(there, intake.mails_of_files([path]), (path,), yes=yes, told=not context.json)
    if done.failed is not None:
        raise import_mails.left_with(done.failed)


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
