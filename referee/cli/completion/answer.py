"""The answer to a shell that asks what can stand next: see `shells`. Never an error, never a question, no word more."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from typing import Any, NamedTuple

# Which word belongs to which parameter is known to the parser alone, and it tells nobody else: typer < 0.29.
from typer._click.shell_completion import _resolve_context, _resolve_incomplete

from referee.cli.app import root
from referee.cli.helping.usage import arranged, with_value
from referee.cli.options import language
from referee.drawing.safe import safe_text

FILES = "\tfiles"


class Offer(NamedTuple):
    """What can stand in the place of a word: words with what they mean, after a part of it that stays as it is; or the
    names of files.
    """

    words: tuple[tuple[str, str], ...] = ()
    stays: str = ""
    files: bool = False


def answer(shell: str, arguments: Sequence[str]) -> str:
    """A line for each word that can stand next, with what it means after a tab."""
    given, breaks = list(arguments) or [""], ""
    if shell == "bash":
        given, breaks = _words_typed(given[0]) or [""], "".join(given[1:])
    offer = offered(given)
    if offer.files:
        return f"{FILES}\n"
    # bash has cut the word at these signs, and wants to hear only what stands after the last one
    skipped = max((given[-1].rfind(sign) + 1 for sign in "=:" if sign in breaks), default=0)
    return "".join(
        f"{safe_text(f'{offer.stays}{word}'[skipped:])}{_told(about, shell)}\n" for word, about in offer.words
    )


def _told(about: str, shell: str) -> str:
    return f"\t{safe_text(about)}" if about and shell != "bash" else ""


def _words_typed(line: str) -> list[str]:
    """The words after the first one, as bash will hand them over; the last is the one being typed."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    words: list[str] = []
    try:
        words.extend(lexer)
    except ValueError:  # a quotation mark is open: what stands after it is the word being typed
        words.append(lexer.token)
    if line[-1:].isspace() and not line.endswith("\\ "):
        words.append("")
    return words[1:]


def offered(words: Sequence[str]) -> Offer:
    """What can stand in the place of the last of the words after `referee`."""
    *before, begun = words
    lang = language(before)
    try:
        words_before = _arranged(before)
        context = _resolve_context(root(lang), {"obj": lang}, "referee", _without_open_option(words_before))
        asked, typed = _resolve_incomplete(context, words_before, begun)
        items = tuple((str(item.value), str(item.help or "")) for item in asked.shell_complete(context, typed))
    except Exception:  # whatever it is, there is nobody to tell: the shell is in the middle of a line
        if os.environ.get("REFEREE_TRACE"):
            raise
        return Offer()
    if not items and _takes_any_text(asked):
        return Offer(files=True)
    return Offer(items, begun.removesuffix(typed) if typed else begun)


def _arranged(before: list[str]) -> list[str]:
    """The words before the last one, with the shared options after the command, if there is one yet."""
    if not before:
        return []
    with_command = arranged([*before, "status"])
    if with_command[-1] == "status":
        return with_command[:-1]
    return ["status", before[-1]] if before[-1] in with_value() else []  # the value of a shared option


def _without_open_option(words: list[str]) -> list[str]:
    """The words but for an option at their end that waits for its value: the parser would forget all before it."""
    return words[:-1] if words and words[-1].startswith("-") and words[-1] != "--" else words


def _takes_any_text(asked: Any) -> bool:
    """Whether a parameter takes text that nothing here knows of: most often it is a file's name."""
    is_parameter = hasattr(asked, "param_type_name") and not getattr(asked, "is_flag", False)
    return is_parameter and asked._custom_shell_complete is None and asked.type.name not in ("integer", "boolean")
