"""Help pages: what a command does, its own options before the shared ones, and examples that can be typed.

The first page lists the commands in the order of a game's life, each with the one who uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from typer.core import TyperCommand, TyperGroup

from referee.cli import registry
from referee.cli.options import COMMON, language
from referee.cli.pages import Window, turn_pages

_SHARED = "Options of every command"


class CommandPage(TyperCommand):
    """A command whose page tells its own options first, and ends with its examples and what else there is."""

    more: Callable[[], Iterable[tuple[str, list[str]]]] | None = None

    def get_help_option(self, ctx: Any) -> Any:
        """`--help`, which is read page by page where the window is too low for it."""
        return _by_pages(super().get_help_option(ctx))

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
        """Write the examples as they are typed, one a line, and what else comes after them."""
        lines = (self.epilog or "").splitlines()
        with formatter.section("Examples" if len(lines) > 1 else "Example"):
            _write(formatter, lines)
        for title, more in self.more() if self.more is not None else ():
            with formatter.section(title):
                _write(formatter, more)


class GroupPage(TyperGroup):
    """Commands under a common word, listed from the registry; the outermost one sorts them by the life of a game."""

    group = ""

    def get_help_option(self, ctx: Any) -> Any:
        """`--help`, which is read page by page where the window is too low for it."""
        return _by_pages(super().get_help_option(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write every command with its whole first sentence."""
        rows = registry.rows_in(self.group)
        width = max(len(row.word) for row in rows)
        for section, listed in groupby(rows, lambda row: row.section):
            with formatter.section("Commands" if self.group else section):
                formatter.write_dl([(row.word.ljust(width), row.about) for row in listed])

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


def _by_pages(option: Any) -> Any:
    if option is not None:
        option.callback = _show_help
    return option


def _show_help(ctx: Any, param: Any, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        turn_pages(ctx.get_help().splitlines(), Window(), language())
        ctx.exit()


def _write(formatter: Any, lines: list[str]) -> None:
    # Not `write_text`: an example that is wrapped cannot be copied.
    for line in lines:
        formatter.write(f"{'':>{formatter.current_indent}}{line}\n" if line else "\n")
