"""What an audit or a judge has found, as a page: the verdict first, then what it rests on."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from referee.cli.context import Context
from referee.cli.printing.verdicts import JudgedCase, heard_parts, question_of, told, verdict_rows
from referee.cli.report.page_content import Row
from referee.cli.web.components import bar, shell_line, tr_plain
from referee.cli.web.forms import button
from referee.cli.web.layout import WebPage, tr
from referee.cli.web.output_html import grouped_rows, rows_html, text_paragraphs
from referee.cli.web.run_command import CommandOutput
from referee.drawing.svg_document import escaped
from referee.i18n.step_summary import capitalised
from referee.protocol.history.read_record import read_history
from referee.record.store import GameFolder
from referee.service.disputed_notes import Judged, Judgement


def disputed(context: Context, offer: str, folder: str, answer: CommandOutput, report: str) -> WebPage:
    """The room of what `judge` has answered; `report` is where its report can be had."""
    lang, judged = context.lang, answer.read(Judged)
    table = read_history(GameFolder(Path(folder)).record()).table
    assert table is not None  # else nothing could have been judged
    case = JudgedCase(table.title, table.called_by_seat)
    verdicts = sorted(judged.verdicts, key=lambda verdict: not verdict.upheld)
    told_all = "".join(_verdict(context, case, verdict) for verdict in verdicts)
    heard = "".join(
        f'<section class="panel"><h2>{escaped(part.heading)}</h2>{_rows(part.rows, lang)}</section>'
        for part in heard_parts(context, case, judged.heard)
    )
    steps = {verdict.fact.step for verdict in verdicts} - {None}
    title = tr_plain(lang, "page-proves-step" if len(steps) == 1 else "page-proves", step=next(iter(steps), ""))
    at = f"/game/{escaped(offer)}"
    acts = (
        f'<a class="button go" href="{escaped(report)}" download="report.html">{tr(lang, "page-save-report")}</a>'
        f'<a class="button" href="{at}/do/claim">{button("claim", lang)}</a>'
        f'<a class="button" href="{at}/board">{tr(lang, "page-board")}</a>'
    )
    do = (
        f'<section class="panel mine"><h2>{tr(lang, "page-can-do")}</h2><p>{tr(lang, "page-report-holds")}</p>'
        f'<div class="row">{acts}</div>{shell_line(lang, answer)}</section>'
    )
    return WebPage(title, f"{told_all}{heard}{do}", lang, top=bar(lang, title=table.title, offer=offer))


def _verdict(context: Context, case: JudgedCase, verdict: Judgement) -> str:
    said_of = capitalised(told(context, case, verdict).partition(": ")[2]).rstrip(".")
    rows = verdict_rows(context, case, verdict.fact, verdict.sentence)
    return (
        f'<section class="panel"><p class="verdict {"bad" if verdict.upheld else "good"}"><b>{escaped(said_of)}</b></p>'
        f'<p class="dim">{escaped(question_of(context, case, verdict))}</p>{_rows(rows, context.lang)}</section>'
    )


def _rows(rows: tuple[Row, ...], lang: str) -> str:
    return rows_html(grouped_rows((tr_plain(lang, label), text) for label, text in rows))


class Checked(NamedTuple):
    """The code of the verdict, which is the first line of a room, and what stands below it as markup."""

    title: str
    news: str


_VERDICTS = {
    "audit-clean": ("page-all-right", "good"),
    "audit-in-progress": ("page-right-so-far", "good"),
    "audit-not-opened": ("page-kept-shut", "bad"),
}
"""For each last line of an audit that is no fault the sentence of this room, and how it looks."""


def checked(lang: str, answer: CommandOutput, link: str, *, whole: bool) -> Checked:
    """What `audit` has said; `link` is where its report can be had, and with `whole` it has looked at all signatures.
    What everything rests on is folded only where nothing is wrong.
    """
    last = answer.printed.rstrip().rpartition("\n")[2]
    verdicts = (found for code, found in _VERDICTS.items() if tr_plain(lang, code) == last)
    title, look = next(verdicts, ("page-fault-found", "bad"))
    all_of_it = f"<p>{tr(lang, 'page-all-checked')}</p>" if whole and title == "page-all-right" else ""
    return Checked(
        title,
        f'<section class="panel" role="status"><p class="verdict {look}">{tr(lang, "page-checked-now")}</p>'
        f"{all_of_it}<details{' open' if look == 'bad' else ''}><summary>{tr(lang, 'page-checked-what')}</summary>"
        f'{text_paragraphs(answer.printed)}</details><div class="row">'
        f'<a class="button" href="{link}" download="report.html">{tr(lang, "page-save-report")}</a></div>'
        f"{shell_line(lang, answer)}</section>",
    )
