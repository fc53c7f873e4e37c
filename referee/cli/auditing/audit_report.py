"""The report of an audit: made from a folder, and told on one page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from referee.audit.finding import Finding
from referee.audit.recompute import DEPTHS, KeyTime, Report
from referee.audit.recompute import audit as recompute
from referee.audit.stray_files import Remark, stray_remark
from referee.cli.context import Context
from referee.cli.help_pages.usage import UsageError
from referee.cli.printing.facts import fact_rows, role_name
from referee.cli.printing.lines import test_key_sentence
from referee.cli.printing.output import to_builtins
from referee.cli.report.page_content import Row
from referee.cli.report.terminal import rows_of
from referee.crypto.keys import SigningKey
from referee.crypto.openssh import PassphraseNeeded
from referee.games import find
from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.i18n.refusal_text import layer_name
from referee.kernel.errors import NotAuthentic
from referee.messages.decisions_text import take_back_span_sentence
from referee.protocol.history.read_record import Progress
from referee.protocol.history.valid_part import ValidPart
from referee.protocol.seating import people_in_sentence
from referee.record.sources import FoundRecord
from referee.session.own_keys import find_own_key

READER = "--as"
"""Where a remark stands that is about who reads, on this machine: no report for others has it."""


class AuditChecks(NamedTuple):
    """What an audit is told beside the record: the home to look for a key in, and what the reader knows from elsewhere.

    `expect` is the fingerprints that a role may have had; `quick` checks each party's last signature only; `ask`: a
    person may be asked for a passphrase. A `stranger` looks at a game without a key of this home; `indexed`: for an
    index, which holds for any reader. `threads` check signatures beside the rules: none where processes share
    the games.
    """

    context: Context
    expect: Mapping[str, Collection[str]]
    game_id: str | None = None
    head: str | None = None
    quick: bool = False
    ask: bool = False
    stranger: bool = False
    indexed: bool = False
    threads: int = 0


def audit_report_on(
    checks: AuditChecks,
    found: FoundRecord,
    progress: Callable[[int], Progress | None] = lambda steps: None,
    seen: Callable[[ValidPart], None] | None = None,
) -> Report:
    """The report on a record; `progress` gives, for a number of files, what is told of every step. `seen` is shown
    what of the record holds.

    Raises:
        NoGame: there is none. NotAuthentic: the key that is named cannot be read. Misused: a key is expected of
            somebody who has no part.
    """
    files = found.files
    key, remarks = _reader(checks, files)
    if found.loose:
        remarks = (*remarks, stray_remark("mailbox", "notes-beside-chain", count=len(found.loose)))
    report = recompute(
        files,
        key,
        strangers=found.foreign,
        comments=found.comments,
        expect=checks.expect,
        game_id=checks.game_id,
        head=checks.head,
        last_signatures=checks.quick,
        progress=progress(len(files)),
        seen=seen,
        threads=checks.threads,
    )
    roles = [role for role, _ in report.parties]
    if roles and (unknown := sorted(set(checks.expect) - set(roles))):
        raise UsageError("expect-no-such-role", role=unknown[0], known=", ".join(roles))
    return replace(report, remarks=(*remarks, *report.remarks))


def _reader(checks: AuditChecks, files: Mapping[str, bytes]) -> tuple[SigningKey | None, tuple[Remark, ...]]:
    """The key to look deeper with: the one named, or the only one of the home with a part. A stranger needs none; why
    somebody with a part looks as one is remarked on.
    """
    context = checks.context
    if checks.stranger:
        return None, ()
    try:
        return find_own_key(
            files, context.home(), context.as_name, context.passphrase() if checks.ask else None
        ).key, ()
    except (NotAuthentic, PassphraseNeeded) as why:
        if context.as_name is not None:
            raise
        return None, (stray_remark(READER, "key-not-used", why=why.said),)


def report_as_json(report: Report) -> dict[str, Any]:
    """The report as one JSON object."""
    values: dict[str, Any] = msgspec.to_builtins(report, enc_hook=to_builtins)
    return values


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
    """What is looked at: the game, how many play it, and where it stands."""
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
    """What lies beside the record and is no fault."""
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


def verdict_words(context: Context, report: Report) -> str:
    """The verdict as a few words."""
    return verdict_text(context, report.verdict, report.step)


def verdict_text(context: Context, verdict: str, step: int | None) -> str:
    """A verdict on a game that has come to `step`, as a few words."""
    if verdict == "in progress":
        return context.sentence("game-in-progress", step=step)
    if verdict == "not opened":
        return context.sentence("referee-not-open")
    return context.sentence("clean" if verdict == "clean" else "fault")
