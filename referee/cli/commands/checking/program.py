"""`referee program`: the running program as a file for somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

from referee import __version__
from referee.cli import exit_codes
from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.help_pages.usage import UsageError
from referee.cli.printing.output import print_result
from referee.kernel.errors import OutOfOrder, Unsupported
from referee.messages.install_lines import FILE
from referee.record import files
from referee.session.program_file import differing_parts, read_wheel, running_program


class Program(msgspec.Struct, frozen=True):
    """The running program as a file."""

    name: str
    """What the file is called; installers read it, so it is never another one."""
    version: str
    """The version of the program."""
    sha256: str = ""
    """The digest of the file, as `sha256sum` tells it; empty where nobody has installed the program."""
    size: int = 0
    """The size of the file in bytes."""
    file: str = ""
    """The path of the file that was written or compared; empty without one."""
    differs: tuple[str, ...] = ()
    """What a compared file has otherwise than the running program, by names in the file."""


@command(prints=Program)
def program(
    context: Context,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE")] = None,
) -> None:
    """Hand the running program on as one file."""
    if file is not None and to is not None:
        raise UsageError("program-file-and-to")
    compared = read_wheel(file) if file is not None else None
    try:
        made = running_program()
    except Unsupported as why:
        if file is not None or to is not None:
            raise
        print_result(context, Program(FILE, __version__), context.sentence(why.code))
        return
    said = Program(made.name, __version__, made.sha256, len(made.data))
    values = {"name": made.name, "sha256": made.sha256, "version": __version__, "size": f"{len(made.data) / 1e6:.1f}"}
    if to is not None:
        target = to / made.name if to.is_dir() else to
        if target.name != made.name:
            raise OutOfOrder("program-file-name", file=path_text(to), name=made.name)
        files.replace_file(target, made.data, 0o644)
        written = replace(said, file=str(target))
        print_result(context, written, context.sentence("program-written", **values | {"file": path_text(target)}))
        return
    if file is None or compared is None:
        print_result(context, said, context.sentence("program-here", **values))
        return
    differs = differing_parts(compared, made.parts)
    code = "program-differs" if differs else "program-same"
    told = context.sentence(code, file=path_text(file), name=differs[0] if differs else "", count=len(differs))
    print_result(context, replace(said, file=str(file), differs=differs), told)
    raise typer.Exit(exit_codes.FAULT if differs else exit_codes.DONE)
