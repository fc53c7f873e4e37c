"""`referee audit`: recompute a game and compare."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import codes
from referee.cli.settings import Setting, shared
from referee.cli.terminal import data, note

if TYPE_CHECKING:
    from referee.crypto.keys import SigningKey
    from referee.table.audit import Report


@shared
def audit(
    at: Setting,
    folder: Annotated[Path | None, typer.Argument(help="The game's folder, or its record.")] = None,
    expect: Annotated[list[str] | None, typer.Option("--expect", help="ROLE=SHA256:..., as often as needed.")] = None,
    game_id: Annotated[str | None, typer.Option("--game-id", help="The game it must be.")] = None,
    head: Annotated[str | None, typer.Option("--head", help="A note that must stand in the record.")] = None,
    quick: Annotated[bool, typer.Option("--last-signatures", help="Check each party's last signature only.")] = False,
) -> None:
    """Check every rule, signature and tile of a game, offline. Exit 0: no fault, 1: a fault, 3: no game here."""
    from referee.kernel.errors import Unreadable
    from referee.record.store import Folder
    from referee.table.audit import NoGame
    from referee.table.audit import audit as recompute
    from referee.table.desk import record_files

    place = at.folder() if folder is None else Folder(folder.parent if folder.name == "record" else folder)
    files = record_files(place)
    pinned = {}
    for pair in expect or ():
        role, equals, text = pair.partition("=")
        if not equals:
            raise Unreadable("--expect takes ROLE=SHA256:..., got {found}", found=pair)
        pinned[role] = text
    key = _reader(at, files)
    try:
        report = recompute(
            files,
            key,
            strangers=place.unknown_names(),
            expect=pinned,
            game_id=game_id,
            head=head,
            last_signatures=quick,
            progress=_progress(at, len(files)),
        )
    except NoGame as nothing:
        note(nothing.sentence())
        raise typer.Exit(codes.NO_GAME) from None
    data(at, as_json(report), as_text(report))
    raise typer.Exit(codes.DONE if report.faultless else codes.FAULT)


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


def _progress(at: Setting, steps: int) -> Callable[[int, int], None] | None:
    """A progress bar for a person who waits; nothing for short games, files and scripts."""
    if steps < 400 or at.json or at.plain or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
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
    lines.append(f"audit: {_verdict(report)}")
    return lines


def _verdict(report: Report) -> str:
    if report.verdict == "in progress":
        return f"a game in progress at step {report.step}; no fault as deep as can be checked"
    if report.verdict == "not opened":
        return "the referee did not open: nobody can show that the tiles were those of the joint seed"
    return report.verdict
