"""Refusals, in words on stderr and with `--json` as an object on stdout: layer, rule, place, sentence, hint."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from referee.cli.options import language, wants_json
from referee.cli.printing.width import fit_to_stream
from referee.i18n.refusal_text import refusal_lines
from referee.kernel.errors import RefereeError
from referee.service.errors import Refused, refusal_of
from referee.service.json_text import json_line


class StoppedByUser(RefereeError):
    """The person said no, or stopped the command."""

    layer = "interrupted"
    exit_code = 130


class StoppedWithDraft(StoppedByUser):
    """The person stopped, and nothing of it is lost: told as news, without the name of an error."""


class RefusalReply(msgspec.Struct, frozen=True):
    """What every command prints instead of its own object when it is refused."""

    error: Refused
    """The refusal."""


def print_refusal(error: RefereeError, arguments: Sequence[str]) -> None:
    """Tell a refusal in the language and the form that the arguments ask for."""
    lang = language(arguments)
    if wants_json(arguments):
        print(json_line({"error": refusal_of(error, lang)}))
    sys.stdout.flush()
    for line in [error.said.told(lang)] if isinstance(error, StoppedWithDraft) else refusal_lines(error, lang):
        for part in fit_to_stream(line, sys.stderr):
            print(part, file=sys.stderr)
