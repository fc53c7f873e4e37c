"""What disputed papers prove: whom they speak against first, then whom they clear, and the report to keep."""

from __future__ import annotations

from pathlib import Path

from referee.cli.context import Context
from referee.cli.judgements import Case, Judged, Judgement, heard_parts, question_of, told, verdict_rows
from referee.cli.report.content import Row
from referee.cli.web.forms import button
from referee.cli.web.rooms import bar, said_plain, terminal
from referee.cli.web.sheet import Room, said
from referee.cli.web.spoken import grouped, listed
from referee.cli.web.typing import Answer
from referee.drawing.document import escaped
from referee.record.store import Folder
from referee.table.reading.history import read_history
from referee.words.chronicle import as_sentence


def disputed(context: Context, offer: str, folder: str, answer: Answer, report: str) -> Room:
    """The room of what `judge` has answered; `report` is where its report can be had."""
    lang, judged = context.lang, answer.read(Judged)
    table = read_history(Folder(Path(folder)).record()).table
    assert table is not None  # else nothing could have been judged
    case = Case(table.title, table.called_by_seat)
    verdicts = sorted(judged.verdicts, key=lambda verdict: not verdict.upheld)
    told_all = "".join(_verdict(context, case, verdict) for verdict in verdicts)
    heard = "".join(
        f'<section class="panel"><h2>{escaped(part.heading)}</h2>{_rows(part.rows, lang)}</section>'
        for part in heard_parts(context, case, judged.heard)
    )
    steps = {verdict.fact.step for verdict in verdicts} - {None}
    title = said_plain(lang, "page-proves-step" if len(steps) == 1 else "page-proves", step=next(iter(steps), ""))
    at = f"/game/{escaped(offer)}"
    acts = (
        f'<a class="button go" href="{escaped(report)}" download="report.html">{said(lang, "page-save-report")}</a>'
        f'<a class="button" href="{at}/do/claim">{button("claim", lang)}</a>'
        f'<a class="button" href="{at}/board">{said(lang, "page-board")}</a>'
    )
    do = (
        f'<section class="panel mine"><h2>{said(lang, "page-can-do")}</h2><p>{said(lang, "page-report-holds")}</p>'
        f'<div class="row">{acts}</div>{terminal(lang, answer)}</section>'
    )
    return Room(title, f"{told_all}{heard}{do}", lang, top=bar(lang, title=table.title, offer=offer))


def _verdict(context: Context, case: Case, verdict: Judgement) -> str:
    said_of = as_sentence(told(context, case, verdict).partition(": ")[2]).rstrip(".")
    rows = verdict_rows(context, case, verdict.fact, verdict.sentence)
    return (
        f'<section class="panel"><p class="verdict {"bad" if verdict.upheld else "good"}"><b>{escaped(said_of)}</b></p>'
        f'<p class="dim">{escaped(question_of(context, case, verdict))}</p>{_rows(rows, context.lang)}</section>'
    )


def _rows(rows: tuple[Row, ...], lang: str) -> str:
    return listed(grouped((said_plain(lang, label), text) for label, text in rows))
