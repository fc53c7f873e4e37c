"""A yes that is a value: what would be done, in words, with a digest of exactly that, which the yes brings back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.kernel.canonical_json import canonical, tagged_hash


class Ask(msgspec.Struct, frozen=True):
    """A question that waits for a yes."""

    digest: str
    """The digest of what would be signed and of the position it answers; it is brought back as the yes."""
    sentence: str
    """What would be signed or done, in a sentence."""
    then: tuple[str, ...] = ()
    """The consequences, one sentence each."""
    warnings: tuple[str, ...] = ()
    """What one may regret: that it cannot be taken back, or that somebody learns something."""
    label: str = ""
    """The label of the button."""
    secret: bool = False
    """Whether the passphrase of the key is wanted with the yes."""


def digest_of(stamp: str, seat: str, parts: Mapping[str, str | Sequence[str]]) -> str:
    """The digest of what would be signed: every part of it by its name, who signs, and the position it answers."""
    told = {name: part if isinstance(part, str) else list(part) for name, part in parts.items()}
    return tagged_hash("ask", canonical({"parts": told, "seat": seat, "stamp": stamp})).hex()
