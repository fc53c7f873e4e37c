"""The report of an audit: made from a folder, and told on one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.lines import test_keys_told
from referee.cli.printing.output import as_builtin
from referee.crypto.keys import SigningKey
from referee.crypto.openssh import Locked
from referee.kernel.errors import NotAuthentic
from referee.record.elsewhere import Found
from referee.table.desk.desk import find_key
from referee.table.reading.audit import DEPTHS, Finding, Report
from referee.table.reading.audit import audit as recompute
from referee.table.reading.beside import Remark, remarked
from referee.table.reading.history import Progress
from referee.words.refusals import layer


class Checks(NamedTuple):
    """What an audit is told beside the record: the home to look for a key in, and what the reader knows from elsewhere.

    `expect` is fingerprints by role; `quick` checks each party's last signature only; `ask`: a person may be asked for
    a passphrase.
    """

    context: Context
    expect: Mapping[str, str]
    game_id: str | None = None
    head: str | None = None
    quick: bool = False
    ask: bool = False


def report_on(checks: Checks, found: Found, progress: Callable[[int], Progress | None] = lambda steps: None) -> Report:
    """The report on a record; `progress` gives, for a number of files, what is told of every step.

    Raises:
        NoGame: there is none. NotAuthentic: the key that is named cannot be read.
    """
    files = found.files
    key, remarks = _reader(checks, files)
    if found.loose:
        remarks = (*remarks, remarked("mailbox", "notes-beside-chain", count=len(found.loose)))
    report = recompute(
        files,
        key,
        strangers=found.foreign,
        expect=checks.expect,
        game_id=checks.game_id,
        head=checks.head,
        last_signatures=checks.quick,
        progress=progress(len(files)),
    )
    return replace(report, remarks=(*remarks, *report.remarks))


def _reader(checks: Checks, files: Mapping[str, bytes]) -> tuple[SigningKey | None, tuple[Remark, ...]]:
    """The key to look deeper with: the one named, or the only one of the home with a part. A stranger needs none; why
    somebody with a part looks as one is remarked on.
    """
    context = checks.context
    try:
        return find_key(files, context.home(), context.as_name, context.passphrase() if checks.ask else None)[1], ()
    except (NotAuthentic, Locked) as why:
        if context.as_name is not None:
            raise
        return None, (remarked("--as", "key-not-used", why=why.said),)


def as_json(report: Report) -> dict[str, Any]:
    """The report as one JSON object."""
    values: dict[str, Any] = msgspec.to_builtins(report, enc_hook=as_builtin)
    return values


def as_text(context: Context, report: Report) -> list[str]:
    """The report as one page; its last line is the verdict."""
    page: list[tuple[str, str]] = [(context.sentence("game"), report.game_id)]
    if report.words:
        page.append((context.sentence("words"), " ".join(report.words)))
    page.append((context.sentence("rules"), report.rules))
    page += [(context.sentence("referee") if role == "referee" else role, key) for role, key in report.parties]
    if report.test_keys:
        page.append((context.sentence("warning"), test_keys_told(context, report.test_keys)))
    counted = context.sentence("notes-and-steps", notes=report.notes, steps=report.step)
    page.append((context.sentence("record"), counted))
    reached = context.sentence(DEPTHS[report.depth])
    page.append((context.sentence("depth"), context.sentence("depth-of-five", depth=report.depth, reached=reached)))
    page += [("", context.sentence("not-checked", what=what)) for what in report.unchecked]
    if report.result:
        places = ", ".join(f"{place}. {seat}" for seat, place in report.result)
        page.append((context.sentence("result"), f"{places} ({report.reason})"))
        seats = len(report.parties) - 1
        closed = context.sentence("by-seats", count=len(report.acked), seats=seats)
        page.append((context.sentence("closed"), closed))
    page += [(context.sentence("noted"), f"{remark.at}: {remark.told(context.lang)}") for remark in report.remarks]
    page += [(context.sentence("fault-label"), finding_told(context, finding)) for finding in report.findings]
    width = max(8, *(len(label) for label, _ in page))
    return [*(f"{label:<{width}} {text}" for label, text in page), f"audit: {verdict_of(context, report)}"]


def finding_told(context: Context, finding: Finding) -> str:
    """A fault in one line: the file, the layer that speaks, the rule if one does, the sentence."""
    rule = f"[{finding.rule}] " if finding.rule else ""
    return f"{finding.at}: {layer(finding.layer, context.lang)}: {rule}{finding.told(context.lang)}"


def verdict_of(context: Context, report: Report) -> str:
    """The verdict as a few words."""
    if report.verdict == "in progress":
        return context.sentence("game-in-progress", step=report.step)
    if report.verdict == "not opened":
        return context.sentence("referee-not-open")
    return context.sentence("clean" if report.verdict == "clean" else "fault")
