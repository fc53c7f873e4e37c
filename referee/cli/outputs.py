"""The shape of what each command prints with `--json`: `schemas/output.schema.json` and tests are made from it."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.cli.shapes import (
    Board,
    Cases,
    Hand,
    Key,
    Keys,
    Letter,
    Log,
    Moves,
    Received,
    Rules,
    Signed,
    Status,
    Tried,
    Words,
)
from referee.table.reading.audit import Report
from referee.table.reading.disputes import Verdict


class Judged(msgspec.Struct, frozen=True):
    """What disputed notes prove, and what they do not. `files` are those that the notes were read from."""

    verdicts: tuple[Verdict, ...]
    files: tuple[str, ...] = ()


OUTPUT: dict[str, Any] = {
    "key new": Key,
    "key list": Keys,
    "key show": Key,
    "key import": Key,
    "offer": Signed,
    "join": Signed,
    "charter": Signed,
    "accept": Signed,
    "words": Words,
    "receive": Received,
    "status": Status,
    "show": Board,
    "hand": Hand,
    "moves": Moves,
    "try": Tried,
    "move": Signed,
    "standing": Signed,
    "log": Log,
    "letter": Letter,
    "rule": Rules,
    "ack": Signed,
    "audit": Report,
    "judge": Judged,
    "cases run": Cases,
}
"""The shape of each command's object."""
