"""`referee judge`: what notes beside a record prove, and what they do not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from referee.cli import codes
from referee.cli.context import Context, command
from referee.cli.exhibits import Exhibits, exhibits
from referee.cli.judgements import Case, page
from referee.cli.lists import listed_in
from referee.cli.paths import shown
from referee.cli.printing.output import data
from referee.cli.report.written import HtmlFile, MarkdownFile, write
from referee.table.reading.claims import Statement, statements
from referee.table.reading.disputes import Reason, Verdict, judge_on
from referee.table.reading.facts import Fact
from referee.table.seating import Table


class Judgement(msgspec.Struct, frozen=True):
    """The verdict on one note, with its sentence; `against` is the id of the note it contradicts.

    `reason` is the refusal that the sentence gives as its why, if it gives one, `fact` what the verdict comes to.
    """

    note: str
    upheld: bool
    party: str
    code: str
    values: dict[str, Any]
    sentence: str
    fact: Fact
    against: str | None = None
    reason: Reason | None = None


class Judged(msgspec.Struct, frozen=True):
    """What disputed notes prove, and what they do not. `files` are those that the notes were read from, `heard` the
    claims among them and beside them, with their answers.
    """

    verdicts: tuple[Judgement, ...]
    files: tuple[str, ...] = ()
    heard: tuple[Statement, ...] = ()


@command(prints=Judged)
def judge(
    context: Context,
    notes: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[NOTE]..."),
    ] = None,
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
    verdicts = judge_on(shown_here.docket, shown_here.judged, shown_here.beside, where=shown_here.where)
    said = statements(shown_here.docket.table, (*shown_here.judged, *shown_here.beside))
    if html is not None or markdown is not None:
        from referee.cli.report.judged import Hearing, judge_page  # most verdicts are read in the terminal

        write(
            context,
            judge_page(context, Hearing(case, verdicts, said, record, folder.path, shown_here.paths)),
            html,
            markdown,
        )
    if context.json:
        data(context, _as_json(context, verdicts, said, shown_here), "")
    else:
        data(context, None, page(context, case, verdicts, said) or [context.sentence("no-evidence-kept-here")])
    raise typer.Exit(codes.FAULT if any(verdict.upheld for verdict in verdicts) else codes.DONE)


def _case(table: Table) -> Case:
    return Case(table.title, dict(zip(table.names, table.called, strict=True)))


def _as_json(
    context: Context, verdicts: tuple[Verdict, ...], said: tuple[Statement, ...], shown_here: Exhibits
) -> Judged:
    paths = tuple(shown(path) for path in shown_here.paths)
    return Judged(tuple(_judgement(context, told) for told in verdicts), paths, said)


def _judgement(context: Context, verdict: Verdict) -> Judgement:
    told = {name: getattr(verdict, name) for name in Judgement.__struct_fields__ if name != "sentence"}
    return Judgement(**told, sentence=verdict.said.told(context.lang))
