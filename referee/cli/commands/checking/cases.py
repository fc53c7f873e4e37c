"""`referee cases run`: rule cases as data, for this and any other program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from referee.cli import exit_codes
from referee.cli.context import Context, command
from referee.cli.printing.output import print_result
from referee.games.game_files import read_book
from referee.kernel.cases import run_case
from referee.kernel.game import AnyGame
from referee.record.store import read_input


class FailedCase(msgspec.Struct, frozen=True):
    """A rule case that came out differently."""

    file: str
    """The path of the file of cases."""
    id: str
    """The id of the case."""
    differences: tuple[tuple[str, str, str], ...]
    """(where, expected, found) for each difference."""


class Cases(msgspec.Struct, frozen=True):
    """Rule cases that were run."""

    cases: int
    """How many cases were run."""
    failed: tuple[FailedCase, ...]
    """The cases that failed; empty if all passed."""


@command(prints=Cases)
def run(
    context: Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    only: Annotated[str | None, typer.Option("--only")] = None,
) -> None:
    """Run rule cases; one line for each that fails, with expected and found."""
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
            lines.append(context.sentence("expected-found", case=failure.id, where=where, wanted=wanted, got=got))
    lines.append(context.sentence("cases-passed", passed=count - len(failed), count=count))
    print_result(context, Cases(count, tuple(failed)), lines)
    raise typer.Exit(exit_codes.DONE if count and not failed else exit_codes.FAULT)


def _book(path: Path) -> tuple[AnyGame, list[dict[str, Any]]]:
    return read_book(read_input(path), str(path))
