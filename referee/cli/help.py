"""Help pages: what a command does, its own options before the shared ones, and examples that can be typed.

The first page lists the commands in the order of a game's life, each with the one who uses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from referee.cli.context import COMMON

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("To open a game", ("key", "offer", "join", "charter", "accept", "words")),
    ("While it is played", ("receive", "status", "show", "hand", "moves", "try", "move", "standing")),
    ("To look back", ("log", "letter", "rule")),
    ("At the end, and for whoever checks", ("ack", "audit", "judge", "cases")),
)

_SHARED = "Options of every command"


class Command(TyperCommand):
    """A command whose page tells its own options first, and ends with its examples."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, own options and shared options, each under a title of its own."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": [], _SHARED: []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is None:
                continue
            shared = param.name in COMMON or param.name == "help"
            own = "Arguments" if param.param_type_name == "argument" else "Options"
            sections[_SHARED if shared else own].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples as they are typed, one a line, and what else stands behind them."""
        from referee.cli.app import TAILS

        lines = (self.epilog or "").splitlines()
        with formatter.section("Examples" if len(lines) > 1 else "Example"):
            _write(formatter, lines)
        tail = TAILS.get(ctx.command_path.partition(" ")[2])
        if tail is not None:
            for title, more in tail():
                with formatter.section(title):
                    _write(formatter, more)


class Group(TyperGroup):
    """Commands under a common word; the outermost one groups them by the life of a game."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write every command with its whole first sentence."""
        sections = SECTIONS if ctx.parent is None else (("Commands", tuple(self.commands)),)
        width = max(map(len, self.commands))
        for title, names in sections:
            records = [(name.ljust(width), _first_sentence(self.commands[name])) for name in names]
            with formatter.section(title):
                formatter.write_dl(records)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands; the few options of a group say little and come last."""
        self.format_commands(ctx, formatter)
        records = [record for param in self.get_params(ctx) if (record := param.get_help_record(ctx)) is not None]
        with formatter.section("Options"):
            formatter.write_dl(records)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the lines that a newcomer can begin with."""
        if self.epilog:
            with formatter.section("Examples"):
                _write(formatter, self.epilog.splitlines())

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called; a mistyped one is answered with the nearest."""
        from referee.cli.usage import check_command

        check_command(args[0], self.commands, ctx.command_path)
        return super().resolve_command(ctx, args)


def _write(formatter: Any, lines: list[str]) -> None:
    # Not `write_text`: an example that is wrapped cannot be copied.
    for line in lines:
        formatter.write(f"{'':>{formatter.current_indent}}{line}\n" if line else "\n")


def _first_sentence(command: Any) -> str:
    text = " ".join((command.help or "").split("\n\n")[0].split())
    return next(_sentences(text), text)


def _sentences(text: str) -> Iterator[str]:
    at = text.find(". ")
    if at > 0:
        yield text[: at + 1]
