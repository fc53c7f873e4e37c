"""`referee judge`: what notes beside a record prove, and what they do not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import codes
from referee.cli.settings import Setting, example, shared
from referee.cli.terminal import data


@example("referee judge pending/evidence-*.note", "referee judge mail.txt --game GAME")
@shared
def judge(
    at: Setting,
    notes: Annotated[list[Path], typer.Argument(metavar="NOTE...", help="Files with the disputed notes.")],
) -> None:
    """Judge disputed notes against the record: exit 1 if any proves something against a key, 0 if none does."""
    from referee.record.note import unwrap
    from referee.record.store import read_input
    from referee.table.desk import record_files
    from referee.table.disputes import judge as judged
    from referee.table.explain import say

    strays = [signed for path in notes for signed in unwrap(read_input(path)).signed_notes]
    verdicts = judged(record_files(at.folder()), strays)
    lines = []
    for verdict in verdicts:
        sentence = say(verdict.template, verdict.values, at.lang)
        word = at.sentence("upheld" if verdict.upheld else "not upheld")
        lines.append(f"{word}: {sentence}")
    if at.json:
        from referee.cli.outputs import Judged

        data(at, Judged(verdicts), "")
    else:
        data(at, None, lines)
    raise typer.Exit(codes.FAULT if any(verdict.upheld for verdict in verdicts) else codes.DONE)
