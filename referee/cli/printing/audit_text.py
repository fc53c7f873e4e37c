"""The report of an audit on one page, and each of many as one line."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from referee.audit.finding import Finding
from referee.audit.recompute import DEPTHS, KeyTime, Report
from referee.cli import exit_codes
from referee.cli.context import Context
from referee.cli.printing.facts import fact_rows, role_name
from referee.cli.printing.lines import test_key_sentence
from referee.cli.report.page_content import Row
from referee.cli.report.terminal import rows_of
from referee.games import find
from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.i18n.refusal_text import layer_name
from referee.kernel.errors import BrokenState
from referee.messages.decisions_text import take_back_span_sentence
from referee.protocol.seating import people_in_sentence
from referee.service.audits.audit_many import AuditLine
from referee.service.audits.audit_table import verdict_text
from referee.service.json_text import to_builtins


def report_as_lines(context: Context, report: Report) -> list[str]:
    """The report as one page; its last line is the verdict."""
    rows = [*record_rows(context, report), *party_rows(context, report), *remark_rows(context, report)]
    for finding in report.findings:
        rows += fault_rows(context, report, finding)
    if report.kept_shut is not None:
        rows += fact_rows(context, report.kept_shut, names_by_role(report))
    if report.findings and report.after:
        rows.append(("row-after", context.sentence("page-after", count=len(report.after))))
    return [*report_heading(context, report), "", *rows_of(rows, context.lang), "", verdict_line(context, report)]


def names_by_role(report: Report) -> dict[str, str]:
    """What people call the seats, by role."""
    return dict(report.called)


def report_heading(context: Context, report: Report) -> list[str]:
    """What is audited: the game, how many play it, and how far it has got."""
    if not report.rules:
        return [report.title] if report.title else []
    names, game = names_by_role(report), find(report.rules.split()[0]).info.title
    title = game if report.title == game else context.sentence("page-title", title=report.title, game=game)
    values = {"title": title, "count": len(report.called), "step": report.step}
    if report.findings:
        return [context.sentence("page-players", **values)]
    if report.reason:
        return [context.sentence("page-ended", **values)]
    if report.step is None:
        return [context.sentence("page-players", **values)]
    asked = ", ".join(names[seat] for seat in report.asked)
    return [context.sentence("page-running", **values, asked=asked)]


def record_rows(context: Context, report: Report) -> list[Row]:
    """What was checked, how deep, and what was not."""
    game = context.sentence("page-game", id=report.game_id, rules=report.rules)
    rows = [("row-game", game)] if report.game_id else []
    rows.append(_checked_row(context, report))
    for first, last, by in report.undone:
        rows.append(("row-undone", take_back_span_sentence(first, last, by).told(context.lang)))
    reached = context.sentence(DEPTHS[report.depth])
    rows.append(("row-depth", context.sentence("page-depth", depth=report.depth, reached=reached)))
    told_below = "unchecked-after-fault" if report.after else ""
    rows += [("row-not-yet", what.told(context.lang)) for what in report.unchecked if what.code != told_below]
    if report.words:
        rows.append(("row-words", " ".join(report.words)))
    return rows


def _checked_row(context: Context, report: Report) -> Row:
    if not report.findings:
        return "row-checked", context.sentence("page-checked", notes=report.notes, steps=report.step or 0)
    if report.step is None:
        return "row-sound", context.sentence("page-sound-none")
    return "row-sound", context.sentence("page-sound", step=report.step, notes=report.notes)


def party_rows(context: Context, report: Report, *, listed: bool = False) -> list[Row]:
    """The result, `listed` as a row for each place, who has closed the game, and the keys."""
    names, rows = names_by_role(report), list[Row]()
    if report.result:
        places = [context.sentence("page-result", place=place, name=names[seat]) for seat, place in report.result]
        rows += [("row-result", place) for place in (places if listed else ["   ".join(places)])]
        rows.append(("row-ended", ending_text(context, report.rules.split()[0], report.reason)))
        acked = [name for seat, name in report.called if seat in report.acked]
        rows.append(("row-closed", ", ".join(acked) or context.sentence("nobody")))
    width = max((len(role_name(context, role, names)) for role, _ in report.parties), default=0)
    for role, key in report.parties:
        times = [time for time in report.keys if time.role == role]
        name = f"{role_name(context, role, names):<{width}}"
        rows += [("row-keys", f"{name}  {key_time_text(context, time)}") for time in times]
        rows += [] if times else [("row-keys", f"{name}  {key}")]
    if report.test_keys:
        rows.append(
            ("row-warning", test_key_sentence(context, people_in_sentence(dict(report.called), report.test_keys)))
        )
    return rows


def ending_text(context: Context, game: str, reason: str) -> str:
    """Why a game ended: in the words of the game, else in those of its last event, or of the table that agreed."""
    places = ((game, "ending"), (game, "word"), (HOUSE, "ending"))
    return next(filter(None, (catalogue_text(whose, part, reason, context.lang) for whose, part in places)), reason)


def key_time_text(context: Context, time: KeyTime) -> str:
    """A key of a party that had several, and which steps it signed."""
    code = "page-key-from" if time.last is None else "page-key-until"
    return context.sentence(code, key=time.key, first=time.first, last=time.last)


def remark_rows(context: Context, report: Report) -> list[Row]:
    """What is beside the record and is not a fault."""
    return [("row-noted", f"{remark.at}: {remark.told(context.lang)}") for remark in report.remarks]


def fault_rows(context: Context, report: Report, finding: Finding) -> list[Row]:
    """A fault, whose it is, what stays open and what to do."""
    return [
        ("row-fault", finding_line(context, finding)),
        *fact_rows(context, finding.fact, names_by_role(report), finding.at),
    ]


def verdict_line(context: Context, report: Report) -> str:
    """The last line of the page."""
    if report.findings:
        step = report.findings[0].fact.step
        return context.sentence("audit-fault") if step is None else context.sentence("audit-fault-step", step=step)
    if report.verdict == "in progress":
        return context.sentence("audit-in-progress")
    return context.sentence("audit-clean" if report.verdict == "clean" else "audit-not-opened")


def finding_line(context: Context, finding: Finding) -> str:
    """A fault in one line: the file, the layer that speaks, the rule if one does, the sentence."""
    rule = f"[{finding.rule}] " if finding.rule else ""
    return f"{finding.at}: {layer_name(finding.layer, context.lang)}: {rule}{finding.told(context.lang)}"


def audit_exit_code(line: AuditLine) -> int:
    """The exit code that the audit of this game alone would have."""
    if line.refused is not None:
        return line.refused.exit
    return exit_codes.FAULT if line.report is not None and line.report.findings else exit_codes.DONE


def audit_line_value(context: Context, line: AuditLine) -> dict[str, Any]:
    """One of many audits as one JSON object with its folder: a refusal, an entry of the index, or the report."""
    value: object = {"error": line.refused}
    if line.entry is not None:
        value = line.entry
    elif line.report is not None:
        value = replace(line.report, told=verdict_line(context, line.report))
    return {"folder": line.folder, **msgspec.to_builtins(value, enc_hook=to_builtins)}


def audit_line_text(context: Context, line: AuditLine) -> str:
    """One of many audits in one line; an entry says the same whether the game was audited now or before."""
    if line.refused is not None:
        if line.refused.exit != BrokenState.exit_code:
            return f"{line.folder}: {line.refused.sentence}"
        hint = line.refused.hint or ""
        return context.sentence("folder-unreadable", folder=line.folder, sentence=line.refused.sentence, hint=hint)
    report, entry = line.report, line.entry
    if report is not None:
        steps, depth, words = report.step or 0, report.depth, _finding_words(context, report)
    else:
        assert entry is not None
        steps, depth, words = entry.steps, entry.depth, verdict_text(context.lang, entry.verdict, entry.steps)
    return context.sentence("audited-line", folder=line.folder, steps=steps, depth=depth, words=words)


def _finding_words(context: Context, report: Report) -> str:
    words = verdict_text(context.lang, report.verdict, report.step)
    if report.findings:
        more = context.sentence("count-more", count=len(report.findings) - 1) if len(report.findings) > 1 else ""
        words = f"{context.sentence('fault-label')} {finding_line(context, report.findings[0])}{more}"
    return words + (context.sentence("noted-count", count=len(report.remarks)) if report.remarks else "")
