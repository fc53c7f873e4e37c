"""The stamp of a question on a page: which record it was asked about, and what was read before it. A yes that comes
back with a stamp is one to exactly that.
"""

from __future__ import annotations

from collections.abc import Collection

from referee.kernel.hashing import sha256

_LETTERS = 32


def stamp_of(question: str, newest: str, told: str) -> str:
    """The stamp of a question by its code: `newest` tells the newest note of the record, `told` is what was read. The
    same gives the same, and anything else another one: 128 bits of a digest for the record, as many for the rest.
    """
    return f"{_digest(newest)}-{_digest(question, told)}"


def has_gone_on(asked: str, brought: Collection[str]) -> bool:
    """Whether the record is another one than that of every stamp that was brought."""
    return asked.partition("-")[0] not in {stamp.partition("-")[0] for stamp in brought}


def _digest(*texts: str) -> str:
    """Each text with its length before it, so that no two lists of them are alike."""
    told = "".join(f"{len(text)}:{text}" for text in texts)
    return sha256(told.encode("utf-8", "surrogatepass")).hex()[:_LETTERS]
