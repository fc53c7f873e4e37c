"""`referee judge`: what notes beside a record prove, and what they do not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from referee.cli import codes
from referee.cli.context import Context, command
from referee.cli.paths import shown
from referee.cli.printing.output import data
from referee.kernel.errors import RefereeError
from referee.record.note import SignedNote, read_bundle, unwrap
from referee.record.store import Folder, read_input
from referee.table.reading.disputes import Reason, Verdict
from referee.table.reading.disputes import judge as judged


class Judgement(msgspec.Struct, frozen=True):
    """The verdict on one note, with its sentence; `against` is the id of the note it contradicts.

    `reason` is the refusal that the sentence gives as its why, if it gives one.
    """

    note: str
    upheld: bool
    party: str
    code: str
    values: dict[str, Any]
    sentence: str
    against: str | None = None
    reason: Reason | None = None


class Judged(msgspec.Struct, frozen=True):
    """What disputed notes prove, and what they do not. `files` are those that the notes were read from."""

    verdicts: tuple[Judgement, ...]
    files: tuple[str, ...] = ()


@command(prints=Judged)
def judge(
    context: Context,
    notes: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[NOTE]..."),
    ] = None,
) -> None:
    """Judge disputed notes against the record: exit 1 if any proves something against a key, 0 if none does."""
    folder = context.folder()
    kept = [folder.path / "pending" / name for name in folder.list_pending() if name.startswith("evidence-")]
    paths = notes or kept
    strays = [signed for path in paths for signed in unwrap(read_input(path)).signed_notes]
    strays = list({(signed.id, signed.key, signed.signature): signed for signed in strays}.values())
    verdicts = judged(folder.record(), strays, _beside(folder))
    if context.json:
        data(
            context,
            Judged(tuple(_judgement(context, told) for told in verdicts), tuple(shown(path) for path in paths)),
            "",
        )
    else:
        data(
            context,
            None,
            [_line(context, verdict) for verdict in verdicts] or [context.sentence("no-evidence-kept-here")],
        )
    raise typer.Exit(codes.FAULT if any(verdict.upheld for verdict in verdicts) else codes.DONE)


def _judgement(context: Context, verdict: Verdict) -> Judgement:
    told = {name: getattr(verdict, name) for name in Judgement.__struct_fields__ if name != "sentence"}
    return Judgement(**told, sentence=verdict.said.told(context.lang))


def _line(context: Context, verdict: Verdict) -> str:
    word = context.sentence("upheld" if verdict.upheld else "not-upheld")
    return f"{word}: {verdict.said.told(context.lang)}"


def _beside(folder: Folder) -> list[SignedNote]:
    """The notes in pending/, which a disputed step note may list; what cannot be read is passed over."""
    notes: list[SignedNote] = []
    for name in folder.list_pending():
        try:
            notes += read_bundle(folder.read_pending(name))
        except RefereeError:
            continue
    return notes
