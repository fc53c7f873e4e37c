"""`referee judge`: what notes beside a record prove, and what they do not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli import codes
from referee.cli.context import Setting, example, shared, shown
from referee.cli.output import data
from referee.kernel.errors import RefereeError

if TYPE_CHECKING:
    from referee.record.note import SignedNote
    from referee.record.store import Folder
    from referee.table.reading.disputes import Verdict


@example("referee judge", "referee judge pending/evidence-1c2d3e4f.note", "referee judge mail.txt --game GAME --json")
@shared
def judge(
    at: Setting,
    notes: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[NOTE]...", help="Files with the disputed notes. None: the evidence kept in pending/."),
    ] = None,
) -> None:
    """Judge disputed notes against the record: exit 1 if any proves something against a key, 0 if none does.

    Upheld is what anybody can check who has the record and the notes: two notes of a key where it may sign one and
    neither names the other, or a note of the referee that does not follow from the notes it lists.
    """
    from referee.record.note import unwrap
    from referee.record.store import read_input
    from referee.table.desk.desk import record_files
    from referee.table.reading.disputes import judge as judged

    folder = at.folder()
    kept = [folder.path / "pending" / name for name in folder.list_pending() if name.startswith("evidence-")]
    paths = notes or kept
    strays = [signed for path in paths for signed in unwrap(read_input(path)).signed_notes]
    strays = list({(signed.id, signed.key, signed.signature): signed for signed in strays}.values())
    verdicts = judged(record_files(folder), strays, _beside(folder))
    if at.json:
        from referee.cli.outputs import Judged

        data(at, Judged(verdicts, tuple(shown(path) for path in paths)), "")
    else:
        data(at, None, [_line(at, verdict) for verdict in verdicts] or [at.sentence("no evidence is kept here")])
    raise typer.Exit(codes.FAULT if any(verdict.upheld for verdict in verdicts) else codes.DONE)


def _line(at: Setting, verdict: Verdict) -> str:
    from referee.table.explain import say

    values = dict(verdict.values)
    if verdict.reason is not None:
        values["why"] = say(verdict.reason.template, verdict.reason.values, at.lang)
    word = at.sentence("upheld" if verdict.upheld else "not upheld")
    return f"{word}: {say(verdict.template, values, at.lang)}"


def _beside(folder: Folder) -> list[SignedNote]:
    """The notes in pending/, which a disputed step note may list; what cannot be read is passed over."""
    from referee.record.note import read_bundle

    found: list[SignedNote] = []
    for name in folder.list_pending():
        try:
            found += read_bundle(folder.read_pending(name))
        except RefereeError:
            continue
    return found
