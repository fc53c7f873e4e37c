"""`referee audit`: recompute a game and compare."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from referee.cli import codes
from referee.cli.settings import Setting, shared
from referee.cli.terminal import data, note

if TYPE_CHECKING:
    from referee.crypto.keys import SigningKey
    from referee.table.audit import Report
    from referee.table.history import Progress


class Checks(NamedTuple):
    """What an audit is told beside the record: the home to look for a key in, and what the reader knows from elsewhere.

    `expect` is fingerprints by role; `quick` checks each party's last signature only.
    """

    at: Setting
    expect: Mapping[str, str]
    game_id: str | None = None
    head: str | None = None
    quick: bool = False


@shared
def audit(
    at: Setting,
    folders: Annotated[
        list[Path] | None, typer.Argument(metavar="[FOLDER]...", help="The game's folder, or its record.")
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
    from referee.table.audit import NoGame

    folder = folders[0] if folders else at.folder().path
    try:
        report = report_on(checks, folder, lambda steps: _progress(at, steps))
    except NoGame as nothing:
        note(nothing.sentence())
        raise typer.Exit(codes.NO_GAME) from None
    data(at, as_json(report), as_text(report))
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
    from referee.record.store import Folder
    from referee.table.audit import audit as recompute
    from referee.table.desk import record_files

    place = Folder(folder.parent if folder.name == "record" else folder)
    files = record_files(place)
    return recompute(
        files,
        _reader(checks.at, files),
        strangers=place.unknown_names(),
        expect=checks.expect,
        game_id=checks.game_id,
        head=checks.head,
        last_signatures=checks.quick,
        progress=progress(len(files)),
    )


def _reader(at: Setting, files: Mapping[str, bytes]) -> SigningKey | None:
    """The key to look deeper with: the one named, or the only one of the home with a part; a stranger needs none."""
    from referee.kernel.errors import NotAuthentic
    from referee.table.desk import find_key

    try:
        return find_key(files, at.home(), at.as_name, None)[1]
    except NotAuthentic:
        if at.as_name is not None:
            raise
        return None


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


def as_text(report: Report) -> list[str]:
    """The report as one page; its last line is the verdict."""
    from referee.table.audit import DEPTHS

    lines = [f"game     {report.game_id}"]
    if report.words:
        lines.append(f"words    {' '.join(report.words)}")
    lines.append(f"rules    {report.rules}")
    lines += [f"{role:<8} {fingerprint}" for role, fingerprint in report.parties]
    lines.append(f"record   {report.notes} notes, {report.step} steps")
    lines.append(f"depth    {report.depth} of 5: {DEPTHS[report.depth]}")
    lines += [f"         not checked: {what}" for what in report.unchecked]
    if report.result:
        lines.append(f"result   {', '.join(f'{place}. {seat}' for seat, place in report.result)} ({report.reason})")
        seats = len(report.parties) - 1
        lines.append(f"closed   by {len(report.acked)} of {seats} seats")
    for finding in report.findings:
        rule = f"[{finding.rule}] " if finding.rule else ""
        lines.append(f"FAULT    {finding.at}: {finding.layer}: {rule}{finding.sentence}")
    lines.append(f"audit: {verdict_of(report)}")
    return lines


def verdict_of(report: Report) -> str:
    """The verdict as a few words."""
    if report.verdict == "in progress":
        return f"a game in progress at step {report.step}; no fault as deep as can be checked"
    if report.verdict == "not opened":
        return "the referee did not open: nobody can show that the tiles were those of the joint seed"
    return report.verdict
