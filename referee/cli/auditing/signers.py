"""The file with which the stock `ssh-keygen` checks every note of a game under the key of its step."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.cli.context import Context
from referee.cli.helping.usage import Misused
from referee.cli.paths import shown
from referee.cli.printing.facts import called_of
from referee.cli.printing.output import note, write_file
from referee.drawing.safe import safe_text
from referee.kernel.errors import OutOfOrder
from referee.table.reading.signers import signer_lines
from referee.table.reading.valid_part import ValidPart
from referee.table.seating import KeyPeriod


def is_printed(context: Context, to: Path | None) -> bool:
    """Whether the file goes to standard output, in place of the report. Raises Misused: so does the JSON of that."""
    if to is None or str(to) != "-":
        return False
    if context.json:
        raise Misused("signers-json-mixed")
    return True


def write_signers(context: Context, valid: ValidPart, to: Path) -> None:
    """Write the file, or print it for `-`. Raises FileTrouble; OutOfOrder: no charter tells whose keys there are."""
    text = signers_text(context, valid)
    if is_printed(context, to):
        print(text, end="")
        return
    write_file(to, text)
    if not context.json:
        note(context.sentence("signers-written", file=shown(to)))


def signers_text(context: Context, valid: ValidPart) -> str:
    """Whose key signs which steps, as far as the record holds: lines of `ssh-keygen`, each key behind a comment."""
    table = valid.table
    if table is None:
        raise OutOfOrder("signers-without-charter")
    names = dict(zip(table.names, table.called, strict=True))
    lines = [
        f"# {context.sentence('signers-of-game', title=table.title, id=table.game_id)}",
        f"# {context.sentence('signers-how')}",
        "#   ssh-keygen -Y verify -f allowed -I SEAT@STEP -n TYPE@referee.pbem -s sig < body",
    ]
    for time, line in signer_lines(table, valid.history.signed_notes):
        told = f"# {held_told(context, time, names)}"
        lines += [line] if told in lines else [told, line]
    return "".join(f"{safe_text(line)}\n" for line in lines)


def held_told(context: Context, time: KeyPeriod, names: Mapping[str, str]) -> str:
    """For which steps somebody had a key."""
    name = called_of(context, time.role, names)
    if time.last is not None:
        return context.sentence("signers-held", name=name, first=time.first, last=time.last)
    return context.sentence("signers-holds" if time.first else "signers-whole", name=name, first=time.first)
