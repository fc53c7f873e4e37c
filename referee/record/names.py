"""The names of the files of a record: the grammar of what stands in `record/`."""

from __future__ import annotations

import re
from functools import lru_cache

OFFER, CHARTER, DEAL = "offer.note", "charter.note", "0000.deal"

PACK = "pack.json"
"""The data pack of a game that is played from one; the only file of a record that holds no notes."""

MAILDIR = ("new", "cur")
"""The folders of a Maildir that hold mails."""

LAST_STEP = 9999
"""A record has four digits for its steps; a game that needs more is not played by mail."""

_STEP = re.compile(r"\A(?:0000\.deal|(?!0000)[0-9]{4}\.step)\Z")
_ACK = re.compile(r"\Aack-[a-z][a-z0-9-]{0,11}\.note\Z")


def step_name(step: int) -> str:
    """The file of a step: `0017.step`, and `0000.deal` for step 0."""
    return f"{step:04d}.step" if step else DEAL


def ack_name(seat: str) -> str:
    """The file of a seat's ack: `ack-anna.note`."""
    return f"ack-{seat}.note"


@lru_cache(maxsize=LAST_STEP)
def is_step_name(name: str) -> bool:
    """Whether a file of a record that is called this holds a step, the deal being step 0."""
    return bool(_STEP.match(name))


def is_ack_name(name: str) -> bool:
    """Whether a file of a record that is called this holds an ack."""
    return bool(_ACK.match(name))


def is_record_name(name: str) -> bool:
    """Whether a file of a record may be called this."""
    return name in (OFFER, CHARTER, PACK) or is_step_name(name) or is_ack_name(name)
