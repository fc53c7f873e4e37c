"""Refusals, in words on stderr and with `--json` as an object on stdout: layer, rule, place, sentence, hint."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.drawing.safe import safe_text
from referee.kernel.errors import RefereeError

if TYPE_CHECKING:
    from referee.cli.shapes import Refused


class Stopped(RefereeError):
    """The person said no, or stopped the command."""

    layer = "interrupted"
    exit_code = 130


def say(error: RefereeError, arguments: Sequence[str]) -> None:
    """Tell a refusal in the language and the form that the arguments ask for."""
    from referee.cli.context import language

    lang = language(arguments)
    if wants_json(arguments):
        from referee.cli.output import json_line

        print(json_line({"error": as_data(error, lang)}))
    sys.stdout.flush()
    for line in lines(error, lang):
        print(line, file=sys.stderr)


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` stands among the options."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def as_data(error: RefereeError, lang: str) -> Refused:
    """A refusal as data."""
    from referee.cli.shapes import Refused
    from referee.table.explain import refusal

    told = refusal(error, lang)
    return Refused(error.layer, error.exit_code, told.sentence, told.rule, told.at, told.hint)


def lines(error: RefereeError, lang: str, file: str = "") -> list[str]:
    """A refusal as lines for a terminal; `file` is the one that it speaks of, when several were given."""
    from referee.cli.context import Setting
    from referee.table.explain import refusal

    told, at = refusal(error, lang), Setting(lang=lang)
    rule = f"[{told.rule}] " if told.rule else ""
    place = "".join(f"{safe_text(part)}: " for part in (file, told.at) if part)
    found = [f"referee: {rule}{place}{safe_text(told.sentence)}"]
    if told.rule_sentence:
        found.append(at.sentence("rule: {sentence}", sentence=told.rule_sentence))
    if told.rule and _has_rulings(told.rule, lang):
        found.append(at.sentence('more: referee rule "{rule}"', rule=told.rule))
    if told.hint:
        found.append(at.sentence("hint: {hint}", hint=safe_text(told.hint)))
    return found


def _has_rulings(rule_id: str, lang: str) -> bool:
    """Whether there is more to say about a rule than its sentence."""
    from referee.kernel.errors import Unreadable
    from referee.table.explain import rule

    try:
        return bool(rule(rule_id, lang).rulings)
    except Unreadable:
        return False
