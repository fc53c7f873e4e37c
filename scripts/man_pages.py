"""The pages for `man`: one of the program and one of each command, written by the commands' own help pages."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

from referee import __version__, games
from referee.cli.app import command_of_row, root
from referee.cli.help_pages.page import PageWords
from referee.cli.registry import ROWS, Command
from scripts.roff import RoffPage, escaped

ABOUT = "a referee for board games by mail"

ENVIRONMENT = (
    ("REFEREE_HOME", "The folder of keys and memory; else ~/.referee."),
    ("REFEREE_LANG", "The language, en or it; else that of the system."),
    ("REFEREE_TRACE", "With 1, a failure of the program itself prints the calls that led there."),
    ("NO_COLOR", "If set, nothing is coloured."),
)

EXIT_STATUS = (
    ("0", "Done; audit: no fault as deep as can be checked; judge: nothing is proved; cases run: all pass."),
    ("1", "audit: a fault; judge: something is proved against a key; cases run: a case fails."),
    ("2", "The command line makes no sense."),
    ("3", "Something was not understood; audit: no game is there."),
    ("4", "Something is not authentic: a signature or key does not fit."),
    ("5", "Not now: it comes too early, too late, or twice."),
    ("6", "The rules of the game do not allow it."),
    ("69", "This machine lacks something that the program needs."),
    ("70", "A failure of the program itself; it names a file to send with a report."),
    ("74", "The file system did not do what it was asked for."),
    ("130", "Interrupted."),
)


def pages() -> dict[str, str]:
    """The source of every page by its file name: `referee.1`, `referee-key-new.1`."""
    with patch.object(games, "packages", dict):
        whole = root()
        context = whole.make_context("referee", [], resilient_parsing=True)
        found = {"referee.1": _page("referee", ABOUT, whole, context, _names(""))}
        for row in ROWS:
            found |= _of(row, context)
    return found


def _of(row: Command, outermost: Any) -> dict[str, str]:
    parent = outermost
    if row.group:
        group = next(other for other in ROWS if other.name == row.group)
        parent = command_of_row(group).make_context(row.group, [], parent=outermost, resilient_parsing=True)
    command = command_of_row(row)
    context = command.make_context(row.word, [], parent=parent, resilient_parsing=True)
    name = f"referee-{row.name.replace(' ', '-')}"
    beside = [f"referee-{row.group}"] if row.group else _names(row.name)
    return {f"{name}.1": _page(name, PageWords(row.name, "en").about(), command, context, ["referee", *beside])}


def _names(group: str) -> list[str]:
    return [f"referee-{row.name.replace(' ', '-')}" for row in ROWS if row.group == group]


def _page(name: str, about: str, command: Any, context: Any, beside: list[str]) -> str:
    body, rest = RoffPage(), RoffPage()
    command.format_help(context, body)
    for title, rows in (("Environment", ENVIRONMENT), ("Exit status", EXIT_STATUS)):
        with rest.section(title):
            rest.write_dl(rows)
    title = f'.TH {escaped(name.upper())} 1 "" "referee {escaped(__version__)}" "referee"'
    head = ['.\\" Written by python scripts/make_docs.py from the help pages.', title]
    sentence = (about[0].lower() + about[1:]).removesuffix(".")
    head += [".SH NAME", f"{escaped(name)} \\- {escaped(sentence)}"]
    also = ",\n".join(f".BR {escaped(other)} (1)" for other in beside)
    return "\n".join(head) + "\n" + body.text() + rest.text() + f".SH SEE ALSO\n{also}\n"
