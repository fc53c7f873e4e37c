"""`referee judge`: what notes beside a record prove, and what they do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer

from referee.cli import exit_codes
from referee.cli.context import Context, command
from referee.cli.folders.path_lists import listed_in
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_result
from referee.cli.printing.verdicts import Case, Judged, Judgement, judgement_told
from referee.cli.report.report_files import HtmlFile, MarkdownFile, write
from referee.disputes.evidence import Evidence, read_evidence, reason_not_held
from referee.disputes.judging import faulty_notes, judge_evidence
from referee.disputes.opened_claims import ClaimStatement, claim_statements
from referee.disputes.verdict import Verdict
from referee.kernel.canonical_json import b64_decoded
from referee.kernel.errors import FileTrouble, OutOfOrder, RefereeError
from referee.protocol.seating import Table
from referee.record.file_names import PENDING, name_prefix, names_with_prefix
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.sources import notes_at
from referee.record.store import GameFolder


@command(prints=Judged)
def judge(
    context: Context,
    notes: Annotated[list[Path] | None, typer.Argument(metavar="[NOTE]...")] = None,
    listed: Annotated[Path | None, typer.Option("--from")] = None,
    html: HtmlFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Judge disputed notes against the record: exit 1 if any proves something against a key, 0 if none does."""
    folder = context.folder()
    record = folder.record()
    named = [*(notes or ()), *(map(Path, listed_in(listed)) if listed is not None else ())]
    shown_here = exhibits(folder, record, named)
    case = _case(shown_here.docket.table)
    verdicts = judge_evidence(shown_here.docket, shown_here.judged, shown_here.beside, where=shown_here.where)
    said = claim_statements(shown_here.docket.table, (*shown_here.judged, *shown_here.beside))
    if html is not None or markdown is not None:
        from referee.cli.report.verdict_page import Hearing, judge_page  # most verdicts are read in the terminal

        write(
            context,
            judge_page(context, Hearing(case, verdicts, said, record, folder.path, shown_here.paths)),
            html,
            markdown,
        )
    none = [context.sentence("no-evidence-kept-here")]
    print_result(
        context,
        _as_json(context, verdicts, said, shown_here),
        lambda: judgement_told(context, case, verdicts, said) or none,
    )
    raise typer.Exit(exit_codes.FAULT if any(verdict.upheld for verdict in verdicts) else exit_codes.DONE)


def _case(table: Table) -> Case:
    return Case(table.title, table.called_by_seat)


def _as_json(
    context: Context, verdicts: tuple[Verdict, ...], said: tuple[ClaimStatement, ...], shown_here: Exhibits
) -> Judged:
    paths = tuple(path_text(path) for path in shown_here.paths)
    return Judged(tuple(_judgement(context, told) for told in verdicts), paths, said)


def _judgement(context: Context, verdict: Verdict) -> Judgement:
    said, told = verdict.said, msgspec.structs.asdict(verdict)
    del told["said"]
    return Judgement(**told, code=said.code, values=dict(said.values), sentence=said.told(context.lang))


Where = dict[str, tuple[str, int]]
"""The file of each note by its id, seen from the folder of the game, and its number there from 1."""


class Exhibits(NamedTuple):
    """The record as a judge reads it, the notes that are judged, those that lie beside them and may be listed, and
    where they stand.
    """

    docket: Evidence
    judged: tuple[SignedNote, ...]
    beside: tuple[SignedNote, ...]
    paths: tuple[Path, ...]
    where: Where


def exhibits(folder: GameFolder, record: Mapping[str, bytes], named: Sequence[Path]) -> Exhibits:
    """What is judged: the notes of the files that are named; or else what is kept in `pending/` as evidence and in
    `disputes/`, and what stands in the first file of the record that does not hold.

    A note that is named from elsewhere is kept in `disputes/`, as the file that its checks are run on.

    Raises:
        RefereeError: a file cannot be read; or not even the charter holds, and then nothing is kept.
    """
    paths = tuple(named) or _kept_evidence(folder)
    found = [signed for path in paths for signed in notes_at(path)]
    docket = read_evidence(record)
    faulty = faulty_notes(docket) if not named else ()
    once = {(signed.id, signed.key, signed.signature): signed for signed in (*faulty, *found)}
    beside = [(file, number, signed) for file, data in _files(folder) for number, signed in enumerate(_notes(data), 1)]
    where: Where = {}
    for file, number, signed in beside:
        where.setdefault(signed.id, (file, number))
    for signed in once.values():
        if signed.id not in where and not _stands(record, signed):
            where.update(_keep_disputed(folder, signed))
    return Exhibits(docket, tuple(once.values()), tuple(signed for *_, signed in beside), paths, where)


def _kept_evidence(folder: GameFolder) -> tuple[Path, ...]:
    evidence = [
        folder.path / PENDING / name
        for name in names_with_prefix(folder.list_pending(), name_prefix(PENDING, "evidence"))
    ]
    return (*evidence, *(folder.path / "disputes" / name for name in folder.list_disputes()))


def _files(folder: GameFolder) -> Iterable[tuple[str, bytes]]:
    for part, names, read in (
        ("disputes", folder.list_disputes(), folder.read_dispute),
        ("pending", folder.list_pending(), folder.read_pending),
        ("outbox", folder.list_outbox(), folder.read_outbox),
    ):
        for name in names:
            with suppress(FileTrouble):
                yield f"{part}/{name}", read(name)


def _notes(data: bytes) -> tuple[SignedNote, ...]:
    """The notes of a file that holds nothing else; of any other none, for what cannot be read is passed over."""
    try:
        return read_bundle(data)
    except RefereeError:
        return ()


def _stands(record: Mapping[str, bytes], signed: SignedNote) -> bool:
    text = signed.armoured().encode("latin-1")
    return any(text in data for data in record.values())


def _keep_disputed(folder: GameFolder, signed: SignedNote) -> Where:
    """Keep a note in `disputes/`, if it holds and the folder can be written."""
    if reason_not_held(signed) is not None:
        return {}
    step = getattr(signed.note(), "step", None)
    name = f"{signed.type}-{f'{step:04d}-' if step is not None else ''}{b64_decoded(signed.id, 32)[:4].hex()}.note"
    try:
        folder.write_dispute(name, render_bundle((signed,)))
    except (FileTrouble, OutOfOrder):  # a folder that is only read, such as a mounted archive
        return {}
    return {signed.id: (f"disputes/{name}", 1)}
