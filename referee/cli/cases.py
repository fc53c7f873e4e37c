"""`referee cases run`: rule cases as data, for this and any other program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import codes
from referee.cli.settings import Setting, example, shared
from referee.cli.terminal import data
from referee.kernel.game import AnyGame


@example("referee cases run cases.json", "referee cases run cases.json --only C51")
@shared
def run(
    at: Setting,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of cases in the exchange format.")],
    only: Annotated[str | None, typer.Option("--only", help="One case, by its id.")] = None,
) -> None:
    """Run rule cases; one line for each that fails, with expected and found. Exit 0 only if all pass."""
    from referee.cli.shapes import Cases, FailedCase
    from referee.kernel.cases import run_case

    failed: list[FailedCase] = []
    count = 0
    for path in files:
        game, cases = _book(path)
        for case in cases:
            if only is not None and case.get("id") != only:
                continue
            count += 1
            differences = tuple((where, str(wanted), str(got)) for where, wanted, got in run_case(game, case))
            if differences:
                failed.append(FailedCase(str(path), str(case.get("id")), differences))
    lines = []
    for failure in failed:
        for where, wanted, got in failure.differences:
            lines.append(
                at.sentence(
                    "{case}: {where}: expected {wanted}, found {got}",
                    case=failure.id,
                    where=where,
                    wanted=wanted,
                    got=got,
                )
            )
    lines.append(at.sentence("{passed} of {count} cases pass", passed=count - len(failed), count=count))
    data(at, Cases(count, tuple(failed)), lines)
    raise typer.Exit(codes.DONE if count and not failed else codes.FAULT)


def _book(path: Path) -> tuple[AnyGame, list[dict[str, Any]]]:
    from referee.games.cases import read_book
    from referee.record.store import read_input

    return read_book(read_input(path), str(path))
