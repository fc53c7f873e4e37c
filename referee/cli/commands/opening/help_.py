"""`referee help`: the twelve commands of a month of play, and the topics of all others."""

from __future__ import annotations

from textwrap import wrap
from typing import Annotated

import msgspec
import typer

from referee.cli import registry
from referee.cli.context import Context, command
from referee.cli.help_pages.page import PageWords
from referee.cli.printing.output import print_result

_NAMES = 10
_WIDTH, _ROWS = 80, 24


class Topics(msgspec.Struct, frozen=True):
    """The commands by topic."""

    topics: dict[str, dict[str, str]]
    """What each command does in a sentence, by topic and command."""


@command(prints=Topics)
def help_(context: Context, topic: Annotated[str | None, typer.Argument(metavar="TOPIC")] = None) -> None:
    """Tell what a player needs in a month, and where the rest is found."""
    words = PageWords("help", context.lang)
    names = {
        topic: [row.name for row in registry.rows_in("") if row.section == topic and row.name != "help"]
        for topic in registry.TOPICS
    }
    told = {name: {row: words.about(row) for row in rows} for name, rows in names.items() if topic in (None, name)}
    if topic is not None:
        page = [f"{words.title(topic)}:", *(f"  {name:<{_NAMES}}  {does}" for name, does in told[topic].items())]
    else:
        rest = [name for name in names if name != registry.MONTH]
        page = [
            f"{words.title(registry.MONTH)}:",
            *(f"  {name:<{_NAMES}}{words.brief(name)}" for name in names[registry.MONTH]),
            "",
            f"{context.sentence('help-topics')}:",
            *(line for name in rest for line in _topic_lines(name, names[name])),
            "",
            context.sentence("help-of-one"),
        ]
        page = page if len(page) < _ROWS else [line for line in page if line]  # the prompt after it takes a row too
    print_result(context, Topics(told), page)


def _topic_lines(topic: str, commands: list[str]) -> list[str]:
    """A topic and its commands, on as many lines as they need."""
    begin = f"  help {topic:<{_NAMES}}"
    indent = " " * len(begin)
    return wrap(", ".join(commands), _WIDTH, initial_indent=begin, subsequent_indent=indent, break_on_hyphens=False)
