"""Forge a step for the judge's page: `python page_forge.py FILE.step` prints the step with another state after it.

It is signed with the host's public TEST key of the examples: what a host signs who enters another result.
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import replace

from referee.crypto.keys import read_private
from referee.record.note import read_bundle, render_bundle, sign_note
from referee.record.notes import Step

ROOT = Path(__file__).resolve().parent.parent


def forged(step: bytes) -> bytes:
    """The notes of a step file, the step note changed and signed again. Raises AssertionError if it holds no step."""
    *moves, last = read_bundle(step)
    note = last.note()
    assert isinstance(note, Step)
    key = read_private((ROOT / "examples" / "keys" / "host").read_bytes())
    return render_bundle((*moves, sign_note(replace(note, state=bytes(32)), key)))


if __name__ == "__main__":
    sys.stdout.buffer.write(forged(Path(sys.argv[1]).read_bytes()))
