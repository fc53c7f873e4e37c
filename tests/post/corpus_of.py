"""The corpus: mails as programs, people and mishaps make them, and what must be found in each."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from referee.kernel.errors import RefereeError
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes import Move

CORPUS = Path(__file__).with_name("corpus")


@cache
def expected() -> dict[str, dict[str, Any]]:
    """What `expected.toml` says of each mail, by its file."""
    return tomllib.loads((CORPUS / "expected.toml").read_text("utf-8"))


def programs() -> dict[str, dict[str, Any]]:
    """Which programs wrote which mails, and their versions."""
    return tomllib.loads((CORPUS / "programs.toml").read_text("utf-8"))


def files() -> list[str]:
    """The mails, by name."""
    return sorted(path.name for path in CORPUS.iterdir() if path.suffix != ".toml")


def found_in(data: bytes) -> dict[str, Any]:
    """What the intake makes of a mail: notes by name, codes of remarks; or the code and layer of its refusal."""
    try:
        unwrapped = unwrap(data)
    except RefereeError as refusal:
        hint = getattr(refusal.hint, "code", None)
        return {"refused": refusal.code, **({"hint": hint} if hint else {})}
    notes, remarks = map(name_of, unwrapped.signed_notes), [remark.code for remark in unwrapped.remarks]
    return {"notes": list(notes), **({"remarks": remarks} if remarks else {})}


def name_of(signed: SignedNote) -> str:
    """A note by its type, step and seat: `move 12 anna`."""
    note = signed.note()
    step = getattr(note, "step", "")
    return f"{signed.type} {step} {note.seat}" if isinstance(note, Move) else f"{signed.type} {step}"
