"""Help pages: what a command does, its own options before the shared ones, and examples that can be typed.

The first page lists the commands in the order of a game's life, each with the one who uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from typer.core import TyperCommand, TyperGroup

from referee.cli import registry
from referee.cli.options import COMMON
from referee.cli.parameters import metavar_of
from referee.cli.printing.pager import TerminalWindow, print_by_page
from referee.i18n.catalogue import HELP, catalogue_text
from referee.kernel.late_loading import Lazy

_now = Lazy("referee.service.dates").now_utc
_METAVAR = r"<[a-z ]+>|[A-Z]{2,}"


class PageWords:
    """The words of the page of one command in one language; `name` as it is typed, `referee` for the first page."""

    def __init__(self, name: str, lang: str) -> None:
        self.name = name
        self.lang = lang

    def about(self, name: str = "") -> str:
        """What it does, or another command, in one sentence. Raises LookupError where the catalogue has none."""
        told = self._words("", name or self.name)
        if not told:
            raise LookupError(f'help.toml has no entry "{name or self.name}"')
        return told

    def brief(self, name: str) -> str:
        """What a command is for, in the few words of the page of a month."""
        return self._words("brief", name)

    def text(self) -> str:
        """What the page begins with: its sentence, and the text that belongs to it."""
        more = self._words("", f"{self.name}:more")
        return f"{self.about()} {more}" if more and not more.startswith("\n") else f"{self.about()}\n{more}".strip()

    def examples(self) -> list[str]:
        """The lines that can be typed as they stand; no day in them is past."""
        return re.sub("YEAR", lambda _: f"{int(_now()[:4]) + 1}", self._words("", f"{self.name}:examples")).splitlines()

    def title(self, code: str) -> str:
        """The title of a section, and the few words of the frame."""
        return self._words("section", code)

    def parameter(self, param: Any) -> tuple[str, str]:
        """(how it is typed, what it is) of one option or argument."""
        typed = metavar_of(param) if param.param_type_name == "argument" else _options(param)
        told = self._words("", f"{self.name}:{param.name}") or self._words("option", param.name)
        return self.metavars(typed), f"{told}  [{self.title('required')}]" if param.required else told

    def metavars(self, text: str) -> str:
        """A text with everything that stands for a value in the words of the language."""
        return re.sub(_METAVAR, lambda found: self._words("metavar", found.group()) or found.group(), text)

    def _words(self, context: str, code: str) -> str:
        return catalogue_text(HELP, context, code, self.lang) or ""


def _options(param: Any) -> str:
    names = ", ".join(sorted((*param.opts, *param.secondary_opts), key=len))
    return names if param.is_flag else f"{names} {metavar_of(param)}"


class HelpPage:
    """What the pages of commands and groups have in common: where their words come from."""

    words: PageWords
    get_params: Callable[[Any], list[Any]]
    after_arguments: tuple[str, ...] = ()

    def get_help_option(self, ctx: Any) -> Any:
        """`--help`, which is read page by page where the window is too low for it."""
        return _by_pages(super().get_help_option(ctx))  # type: ignore[misc]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write how it is called."""
        arguments = (metavar_of(param) for param in self.get_params(ctx) if param.param_type_name == "argument")
        pieces = ("[OPTIONS]", *arguments, *self.after_arguments)
        formatter.write_usage(
            ctx.command_path, self.words.metavars(" ".join(pieces)), prefix=f"{self.words.title('usage')}: "
        )

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what it does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(self.words.text())

    def write_parameters(self, formatter: Any, title: str, params: Iterable[Any]) -> None:
        """Write options or arguments under their title; nothing if there are none."""
        records = [self.words.parameter(param) for param in params if not param.hidden]
        if records:
            with formatter.section(self.words.title(title)):
                formatter.write_dl(records)

    def write_examples(self, formatter: Any) -> None:
        """Write the lines that can be typed; nothing if there are none."""
        lines = self.words.examples()
        if lines:
            with formatter.section(self.words.title("examples" if len(lines) > 1 else "example")):
                _write_lines(formatter, lines)


class CommandPage(HelpPage, TyperCommand):
    """A command whose page shows its own options first, and ends with its examples and further sections."""

    more: Callable[[str], Iterable[tuple[str, list[str]]]] | None = None

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, own options and shared options, each under a title of its own."""
        params = self.get_params(ctx)
        shared = [param for param in params if param.name in COMMON or param.name == "help"]
        arguments = [param for param in params if param.param_type_name == "argument"]
        own = [param for param in params if param not in shared and param not in arguments]
        for title, listed in (("arguments", arguments), ("options", own), ("shared-options", shared)):
            self.write_parameters(formatter, title, listed)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples as they are typed, one a line, and what else comes after them."""
        self.write_examples(formatter)
        for title, more in self.more(self.words.lang) if self.more is not None else ():
            with formatter.section(title):
                _write_lines(formatter, more)


class GroupPage(HelpPage, TyperGroup):
    """Commands under a common word, listed from the registry; the outermost one sorts them by the life of a game."""

    group = ""
    after_arguments = ("COMMAND [ARGS]...",)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write every command with its whole first sentence."""
        rows = registry.rows_in(self.group)
        width = max(len(row.word) for row in rows)
        for section, listed in groupby(rows, lambda row: row.section):
            with formatter.section(self.words.title("commands" if self.group else section)):
                formatter.write_dl([(row.word.ljust(width), self.words.about(row.name)) for row in listed])

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands; the few options of a group say little and come last."""
        self.format_commands(ctx, formatter)
        self.write_parameters(formatter, "options", self.get_params(ctx))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the lines that a newcomer can begin with."""
        self.write_examples(formatter)


def _by_pages(option: Any) -> Any:
    if option is not None:
        option.callback = _show_help
    return option


def _show_help(ctx: Any, param: Any, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        print_by_page(ctx.get_help().splitlines(), TerminalWindow(), ctx.command.words.lang)
        ctx.exit()


def _write_lines(formatter: Any, lines: list[str]) -> None:
    # Not `write_text`: an example that is wrapped cannot be copied.
    for line in lines:
        formatter.write(f"{'':>{formatter.current_indent}}{line}\n" if line else "\n")
