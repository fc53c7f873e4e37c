"""Refusals, in words on stderr and with `--json` as an object on stdout: layer, rule, place, sentence, hint."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from referee.cli.asking.prompt import at_page
from referee.cli.options import language, wants_json
from referee.cli.printing.output import json_line
from referee.cli.printing.width import fitted
from referee.kernel.errors import RefereeError
from referee.words.refusals import refusal, refusal_lines


class Stopped(RefereeError):
    """The person said no, or stopped the command."""

    layer = "interrupted"
    exit_code = 130


class Kept(Stopped):
    """The person stopped, and nothing of it is lost: told as news, without the name of an error."""


class Misheard(msgspec.Struct, frozen=True):
    """A word that is not on the list."""

    number: int
    """Which word it was, from 1."""
    word: str
    """The word as it was typed."""
    nearest: str
    """The word of the list that is nearest."""


class Refused(msgspec.Struct, frozen=True):
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
    beside: tuple[Refused, ...] | msgspec.UnsetType = msgspec.UNSET
    """What else was wrong with the same input; absent if nothing was."""
    misheard: Misheard | msgspec.UnsetType = msgspec.UNSET
    """Which word was misheard; absent unless spoken words were compared."""


class Failure(msgspec.Struct, frozen=True):
    """What every command prints instead of its own object when it is refused."""

    error: Refused
    """The refusal."""


def report(error: RefereeError, arguments: Sequence[str]) -> None:
    """Tell a refusal in the language and the form that the arguments ask for; a page is handed it, and tells it."""
    lang = language(arguments)
    if wants_json(arguments):
        print(json_line({"error": as_data(error, lang)}))
    if (page := at_page()) is not None:
        page.refused = error
        return
    sys.stdout.flush()
    for line in [error.said.told(lang)] if isinstance(error, Kept) else refusal_lines(error, lang):
        for part in fitted(line, sys.stderr):
            print(part, file=sys.stderr)


_SLIPS = ("misheard-word", "misheard-own-word")
"""The codes of a word that is none."""


def as_data(error: RefereeError, lang: str) -> Refused:
    """A refusal as data."""
    words = refusal(error, lang)
    return Refused(
        layer=error.layer,
        exit=error.exit_code,
        code=words.code,
        sentence=words.sentence,
        rule=words.rule,
        at=words.at,
        hint=words.hint,
        hint_code=words.hint_code,
        beside=tuple(as_data(other, lang) for other in error.beside) or msgspec.UNSET,
        misheard=Misheard(**error.values) if error.code in _SLIPS else msgspec.UNSET,
    )
