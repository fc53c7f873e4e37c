"""`referee audit`: recompute a game and compare."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from referee.cli import codes
from referee.cli.context import Setting, example, shared
from referee.cli.output import data, note, passphrase

if TYPE_CHECKING:
    from referee.crypto.keys import SigningKey
    from referee.table.reading.audit import Finding, Report
    from referee.table.reading.beside import Remark
    from referee.table.reading.history import Progress


class Checks(NamedTuple):
    """What an audit is told beside the record: the home to look for a key in, and what the reader knows from elsewhere.

    `expect` is fingerprints by role; `quick` checks each party's last signature only; `ask`: a person may be asked for
    a passphrase.
    """

    at: Setting
    expect: Mapping[str, str]
    game_id: str | None = None
    head: str | None = None
    quick: bool = False
    ask: bool = False


@example(
    "referee audit",
    "referee audit GAME --expect anna=SHA256:aC199cp9A4ustl2KcE8F3gfQ/00JkniMD9igB9Cocvc",
    "referee audit games/*",
)
@shared
def audit(
    at: Setting,
    folders: Annotated[
        list[str] | None, typer.Argument(metavar="[FOLDER]...", help="The game's folder, or its record.")
    ] = None,
    expect: Annotated[list[str] | None, typer.Option("--expect", help="ROLE=SHA256:..., as often as needed.")] = None,
    game_id: Annotated[str | None, typer.Option("--game-id", help="The game it must be.")] = None,
    head: Annotated[str | None, typer.Option("--head", help="A note that must stand in the record.")] = None,
    quick: Annotated[bool, typer.Option("--last-signatures", help="Check each party's last signature only.")] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes for several games; else as many as there are cores.")
    ] = None,
) -> None:
    """Check every rule, signature and tile of a game, offline. Exit 0: no fault, 1: a fault, 3: no game here.

    Of several folders, each gets a line, and any fault makes the exit 1.
    """
    checks = Checks(at, _pinned(expect or ()), game_id, head, quick)
    if len(folders or ()) > 1:
        from referee.cli.audits import audit_all

        raise typer.Exit(audit_all(checks, folders or [], jobs))
    from referee.table.reading.audit import NoGame

    folder = Path(folders[0]) if folders else at.folder().path
    try:
        report = report_on(checks._replace(ask=True), folder, lambda steps: _progress(at, steps))
    except NoGame as nothing:
        note(nothing.sentence())
        raise typer.Exit(codes.NO_GAME) from None
    data(at, report, [] if at.json else as_text(at, report))
    raise typer.Exit(codes.DONE if report.faultless else codes.FAULT)


def _pinned(expect: Sequence[str]) -> dict[str, str]:
    from referee.kernel.errors import Unreadable

    pinned = {}
    for pair in expect:
        role, equals, text = pair.partition("=")
        if not equals:
            raise Unreadable("--expect takes ROLE=SHA256:..., got {found}", found=pair)
        pinned[role] = text
    return pinned


def report_on(checks: Checks, folder: Path, progress: Callable[[int], Progress | None] = lambda steps: None) -> Report:
    """The report on the game in a folder; `progress` gives, for a number of files, what is told of every step.

    Raises:
        NoGame: there is none. FileTrouble, NotAuthentic: the record or the key that is named cannot be read.
    """
    from msgspec.structs import replace

    from referee.record.store import Folder
    from referee.table.desk.desk import record_files
    from referee.table.reading.audit import audit as recompute

    place = Folder(folder.parent if folder.name == "record" else folder)
    files = record_files(place)
    key, remarks = _reader(checks, files)
    report = recompute(
        files,
        key,
        strangers=place.unknown(),
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
    from referee.crypto.openssh import Locked
    from referee.kernel.errors import NotAuthentic
    from referee.table.desk.desk import find_key
    from referee.table.explain import refusal as explained
    from referee.table.reading.beside import remarked

    at = checks.at
    try:
        return find_key(files, at.home(), at.as_name, passphrase(at) if checks.ask else None)[1], ()
    except (NotAuthentic, Locked) as why:
        if at.as_name is not None:
            raise
        told = explained(why, at.lang).sentence
        return None, (remarked("--as", "your key was not used, this is what a stranger sees: {why}", why=told),)


def _progress(at: Setting, steps: int) -> Progress | None:
    """A progress bar for a person who waits; nothing for short games, files and scripts."""
    if steps < 400 or at.json or at.plain or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import Progress as Bar

    bar = Bar(console=Console(stderr=True), transient=True)
    task = bar.add_task("checking", total=steps)
    bar.start()

    def tell(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        if done == total:
            bar.stop()

    return tell


def as_json(report: Report) -> dict[str, Any]:
    """The report as one JSON object."""
    import msgspec

    found: dict[str, Any] = msgspec.to_builtins(report)
    return found


def as_text(at: Setting, report: Report) -> list[str]:
    """The report as one page; its last line is the verdict."""
    from referee.cli.commands.key import test_keys_told
    from referee.table.reading.audit import DEPTHS

    page: list[tuple[str, str]] = [(at.sentence("game"), report.game_id)]
    if report.words:
        page.append((at.sentence("words"), " ".join(report.words)))
    page.append((at.sentence("rules"), report.rules))
    page += [(at.sentence("referee") if role == "referee" else role, key) for role, key in report.parties]
    if report.test_keys:
        page.append((at.sentence("warning"), test_keys_told(at, report.test_keys)))
    counted = at.sentence("{notes} notes, {steps} steps", notes=report.notes, steps=report.step)
    page.append((at.sentence("record"), counted))
    reached = at.phrase(DEPTHS[report.depth])
    page.append((at.sentence("depth"), at.sentence("{depth} of 5: {reached}", depth=report.depth, reached=reached)))
    page += [("", at.sentence("not checked: {what}", what=at.phrase(what))) for what in report.unchecked]
    if report.result:
        places = ", ".join(f"{place}. {seat}" for seat, place in report.result)
        page.append((at.sentence("result"), f"{places} ({report.reason})"))
        seats = len(report.parties) - 1
        closed = at.sentence("by {count} of {seats} seats", count=len(report.acked), seats=seats)
        page.append((at.sentence("closed"), closed))
    page += [(at.sentence("noted"), f"{remark.at}: {remark.told(at.lang)}") for remark in report.remarks]
    page += [(at.sentence("FAULT"), finding_told(at, finding)) for finding in report.findings]
    width = max(8, *(len(label) for label, _ in page))
    return [*(f"{label:<{width}} {text}" for label, text in page), f"audit: {verdict_of(at, report)}"]


def finding_told(at: Setting, finding: Finding) -> str:
    """A fault in one line: the file, the layer that speaks, the rule if one does, the sentence."""
    rule = f"[{finding.rule}] " if finding.rule else ""
    return f"{finding.at}: {at.phrase(finding.layer)}: {rule}{finding.told(at.lang)}"


def verdict_of(at: Setting, report: Report) -> str:
    """The verdict as a few words."""
    if report.verdict == "in progress":
        return at.sentence("a game in progress at step {step}; no fault as deep as can be checked", step=report.step)
    if report.verdict == "not opened":
        return at.sentence("the referee did not open: nobody can show that the tiles were those of the joint seed")
    return at.sentence("clean" if report.verdict == "clean" else "fault")
