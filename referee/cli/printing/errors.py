"""Refusals, in words on stderr and with `--json` as an object on stdout: layer, rule, place, sentence, hint."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from referee.cli.options import language, wants_json
from referee.cli.printing.output import json_line
from referee.cli.printing.width import fit_to_stream
from referee.cli.prompts.terminal import page_input
from referee.i18n.refusal_text import refusal_lines, refusal_text
from referee.kernel.errors import RefereeError


class StoppedByUser(RefereeError):
    """The person said no, or stopped the command."""

    layer = "interrupted"
    exit_code = 130


class StoppedWithDraft(StoppedByUser):
    """The person stopped, and nothing of it is lost: told as news, without the name of an error."""


class MistypedWord(msgspec.Struct, frozen=True):
    """A word that is not on the list."""

    number: int
    """Which word it was, from 1."""
    word: str
    """The word as it was typed."""
    nearest: str
    """The word of the list that is nearest."""


class RefusalData(msgspec.Struct, frozen=True):
    """A refusal: what was refused, why, and what helps."""

    layer: str
    """The layer that refuses, as `not understood`, `not now` or `not allowed`."""
    exit: int
    """The exit code of the program."""
    code: str
    """The code of the refusal, the same in every language."""
    sentence: str
    """The refusal in a sentence."""
    rule: str | None = None
    """The id of the rule it rests on; null if it rests on none."""
    at: str | None = None
    """Where in the input it is; null if that cannot be said."""
    hint: str | None = None
    """What helps: a sentence, an order or a command; null if nothing does."""
    hint_code: str | None = None
    """The code of the hint, the same in every language; null for an order or a command."""
    beside: tuple[RefusalData, ...] | msgspec.UnsetType = msgspec.UNSET
    """What else was wrong with the same input; absent if nothing was."""
    misheard: MistypedWord | msgspec.UnsetType = msgspec.UNSET
    """Which word was misheard; absent unless spoken words were compared."""


class RefusalReply(msgspec.Struct, frozen=True):
    """What every command prints instead of its own object when it is refused."""

    error: RefusalData
    """The refusal."""


def print_refusal(error: RefereeError, arguments: Sequence[str]) -> None:
    """Tell a refusal in the language and the form that the arguments ask for; a page is handed it, and tells it."""
    lang = language(arguments)
    if wants_json(arguments):
        print(json_line({"error": refusal_data(error, lang)}))
    if (page := page_input()) is not None:
        page.refused = error
        return
    sys.stdout.flush()
    for line in [error.said.told(lang)] if isinstance(error, StoppedWithDraft) else refusal_lines(error, lang):
        for part in fit_to_stream(line, sys.stderr):
            print(part, file=sys.stderr)


_SLIPS = ("misheard-word", "misheard-own-word")
"""The codes of a word that is none."""


def refusal_data(error: RefereeError, lang: str) -> RefusalData:
    """A refusal as data."""
    words = refusal_text(error, lang)
    return RefusalData(
        layer=error.layer,
        exit=error.exit_code,
        code=words.code,
        sentence=words.sentence,
        rule=words.rule,
        at=words.at,
        hint=words.hint,
        hint_code=words.hint_code,
        beside=tuple(refusal_data(other, lang) for other in error.beside) or msgspec.UNSET,
        misheard=MistypedWord(**error.values) if error.code in _SLIPS else msgspec.UNSET,
    )
