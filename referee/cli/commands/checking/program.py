"""`referee program`: the running program as a file for somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee import __version__
from referee.cli import exit_codes
from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_result
from referee.kernel.errors import Unsupported, UsageError
from referee.messages.install_lines import FILE
from referee.service.archives import Program, compare_program, find_program, write_program


@command(prints=Program)
def program(
    context: Context,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE")] = None,
) -> None:
    """Hand the running program on as one file."""
    if file is not None and to is not None:
        raise UsageError("program-file-and-to")
    try:
        made = write_program(to) if to is not None else compare_program(file) if file is not None else find_program()
    except Unsupported as why:
        if file is not None or to is not None:
            raise
        print_result(context, Program(FILE, __version__), context.sentence(why.code))
        return
    compared = "program-differs" if made.differs else "program-same"
    code = compared if file is not None else "program-written" if to is not None else "program-here"
    about = {"name": made.differs[0] if made.differs else made.name, "count": len(made.differs), "sha256": made.sha256}
    about |= {"version": made.version, "size": f"{made.size / 1e6:.1f}", "file": path_text(Path(made.file))}
    print_result(context, made, context.sentence(code, **about))
    raise typer.Exit(exit_codes.FAULT if made.differs else exit_codes.DONE)
