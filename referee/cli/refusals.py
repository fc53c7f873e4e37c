"""Refusals and bugs on stderr. A refusal says layer, rule, place, sentence and hint; a bug says where."""

from __future__ import annotations

import sys

from referee.drawing.safe import safe_text
from referee.kernel.errors import RefereeError


def say(error: RefereeError, arguments: list[str]) -> None:
    """Print a refusal: words on stderr, and with `--json` an object on stdout."""
    from referee.cli.settings import language
    from referee.table.explain import refusal

    told = refusal(error, language(arguments))
    if "--json" in arguments:
        import msgspec

        found = {"layer": error.layer, "exit": error.exit_code, "sentence": told.sentence, "rule": told.rule}
        found |= {"at": told.at, "hint": told.hint}
        print(msgspec.json.encode({"error": found}).decode())
    rule = f"[{told.rule}] " if told.rule else ""
    place = f"{safe_text(told.at)}: " if told.at else ""
    print(f"referee: {rule}{place}{safe_text(told.sentence)}", file=sys.stderr)
    if told.rule_sentence:
        print(f"rule: {safe_text(told.rule_sentence)}", file=sys.stderr)
    if told.hint:
        print(f"hint: {safe_text(told.hint)}", file=sys.stderr)


def dump(error: Exception) -> None:
    """Print what is needed to report a bug: the kind of error and where it arose, no values."""
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{last.filename.rsplit('/', 1)[-1]}, line {last.lineno}"
    print(f"referee: our fault: {type(error).__name__} at {place}; nothing was written", file=sys.stderr)
    print("hint: please report it with the game folder's record/", file=sys.stderr)
