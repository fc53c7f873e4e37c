"""`referee cases run`: rule cases as data, for this and any other program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli import exit_codes
from referee.cli.context import Context, command
from referee.cli.printing.output import print_result
from referee.service.data_checks import Cases, read_input, run_cases


@command(prints=Cases)
def run(
    context: Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    only: Annotated[str | None, typer.Option("--only")] = None,
) -> None:
    """Run rule cases; one line for each that fails, with expected and found."""
    found = run_cases(((str(path), read_input(path)) for path in files), only)
    lines = [
        context.sentence("expected-found", case=failure.id, where=where, wanted=wanted, got=got)
        for failure in found.failed
        for where, wanted, got in failure.differences
    ]
    lines.append(context.sentence("cases-passed", passed=found.cases - len(found.failed), count=found.cases))
    print_result(context, found, lines)
    raise typer.Exit(exit_codes.DONE if found.cases and not found.failed else exit_codes.FAULT)
