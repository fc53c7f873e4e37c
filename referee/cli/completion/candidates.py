"""The answer to a shell that asks what can stand next: see `shells`. Never an error, never a question, no word more."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from typing import Any, NamedTuple

from typer.core import TyperArgument, TyperOption

from referee.cli import registry
from referee.cli.app import CommandGroup, command_of_row, root
from referee.cli.help_pages.usage import options_last, with_value
from referee.cli.options import language
from referee.cli.parameters import sort_of
from referee.drawing.safe_text import safe_text

FILES = "\tfiles"


class Suggestions(NamedTuple):
    """What can be typed in the place of a word: words with what they mean, after a part of it that stays as it is; or
    the names of files.
    """

    words: tuple[tuple[str, str], ...] = ()
    stays: str = ""
    files: bool = False


def completion_answer(shell: str, arguments: Sequence[str]) -> str:
    """A line for each word that can stand next, with what it means after a tab."""
    given, breaks = list(arguments) or [""], ""
    if shell == "bash":
        given, breaks = _typed_words(given[0]) or [""], "".join(given[1:])
    offer = suggestions_for(given)
    if offer.files:
        return f"{FILES}\n"
    # bash has cut the word at these signs, and wants only the part after the last one
    skipped = max((given[-1].rfind(sign) + 1 for sign in "=:" if sign in breaks), default=0)
    return "".join(
        f"{safe_text(f'{offer.stays}{word}'[skipped:])}{_told_beside(about, shell)}\n" for word, about in offer.words
    )


def _told_beside(about: str, shell: str) -> str:
    return f"\t{safe_text(about)}" if about and shell != "bash" else ""


def _typed_words(line: str) -> list[str]:
    """The words after the first one, as bash will hand them over; the last is the one being typed."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(lexer)
    except ValueError:  # a quotation mark is open: the text after it is the word being typed
        words.append(lexer.token)
    if line[-1:].isspace() and not line.endswith("\\ "):
        words.append("")
    return words[1:]


def suggestions_for(words: Sequence[str]) -> Suggestions:
    """What can be typed in the place of the last of the words after `referee`."""
    *before, begun = words
    lang = language(before)
    try:
        command, words_before = _command(_options_after_command(before), lang)
        given = _without_open_option(words_before)
        context = command.make_context("referee", given, obj=lang, resilient_parsing=True)
        asked, typed = _parameter_at(context, words_before, begun)
        items = tuple((str(item.value), str(item.help or "")) for item in asked.shell_complete(context, typed))
    except Exception:  # whatever it is, there is nobody to tell: the shell is in the middle of a line
        if os.environ.get("REFEREE_TRACE"):
            raise
        return Suggestions()
    if not items and _takes_any_text(asked):
        return Suggestions(files=True)
    return Suggestions(items, begun.removesuffix(typed) if typed else begun)


def _options_after_command(before: list[str]) -> list[str]:
    """The words before the last one, with the shared options after the command, if there is one yet."""
    if not before:
        return []
    with_command = options_last([*before, "status"])
    if with_command[-1] == "status":
        return with_command[:-1]
    return ["status", before[-1]] if before[-1] in with_value() else []  # the value of a shared option


def _command(words: list[str], lang: str) -> tuple[Any, list[str]]:
    """The command that these words begin with, and the words after its own."""
    command: Any = root(lang)
    rest = words
    while rest and isinstance(command, CommandGroup) and not rest[0].startswith("-"):
        command = command_of_row({row.word: row for row in registry.rows_in(command.group)}[rest[0]], lang)
        rest = rest[1:]
    return command, list(rest)


def _parameter_at(context: Any, before: Sequence[str], begun: str) -> tuple[Any, str]:
    """Which parameter the word being typed is for, or the command itself; and the part of it that is typed already."""
    options = {name: param for param in _parameters(context, TyperOption) for name in param.opts}
    name, joined, value = begun.partition("=")
    if joined and (name in options or not name):
        begun = value  # a shell may hand over `--game=Fri`, or `=` as a word of its own
        before = [*before, name] if name else before
    if before and before[-1] in options and not options[before[-1]].is_flag and "--" not in before[:-1]:
        return options[before[-1]], begun
    if begun.startswith("-") and "--" not in before:
        return context.command, begun
    for argument in _parameters(context, TyperArgument):
        source = context.get_parameter_source(argument.name)
        if argument.nargs == -1 or source is None or source.name != "COMMANDLINE":
            return argument, begun
    return context.command, begun


def _parameters(context: Any, sort: type) -> list[Any]:
    return [param for param in context.command.get_params(context) if isinstance(param, sort)]


def _without_open_option(words: list[str]) -> list[str]:
    """The words except for an option at their end that waits for its value: the parser would forget all before it."""
    return words[:-1] if words and words[-1].startswith("-") and words[-1] != "--" else words


def _takes_any_text(asked: Any) -> bool:
    """Whether a parameter takes text that nothing here knows of: most often it is a file's name."""
    is_parameter = hasattr(asked, "param_type_name") and not getattr(asked, "is_flag", False)
    return (
        is_parameter
        and getattr(asked, "_custom_shell_complete", None) is None
        and sort_of(asked) not in ("number", "boolean")
    )
