"""What tests ask about signatures: another valid one of the same text, and what stock `ssh-keygen` says of a record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha512

from referee.crypto import sshsig
from referee.crypto.curve25519 import GROUP
from referee.crypto.deck import group
from referee.crypto.keys import SigningKey
from referee.record.note import SignedNote
from tests.long_runs import of
from tests.table import second_checker


@cache
def second_signature(signed: SignedNote, key: SigningKey) -> SignedNote:
    """Another valid signature of the same text by the same key, made with another nonce: Ed25519 signatures are not
    unique, so nothing may depend on one.
    """
    digest = sha512(key._seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    message = sshsig._signed_bytes(signed.namespace, signed.body)
    nonce = int.from_bytes(sha512(b"another nonce" + message).digest(), "little") % GROUP
    r = group.written(group.times_base(nonce))
    s = (nonce + int.from_bytes(sha512(r + key.public + message).digest(), "little") * scalar) % GROUP
    twin = SignedNote(signed.body, signed.key, signed.namespace, r + s.to_bytes(32, "little"))
    twin.check()
    return twin


def checked_apart(
    files: dict[str, bytes],
    bag: second_checker.Bag | None = None,
    covers: Mapping[str, second_checker.Cover] | None = None,
) -> str | None:
    """What the second checker finds in a game of honest people, in which `ssh-keygen` takes longest: in the usual run
    it is asked for a note of each kind by each key. For every note it is in `test_second_checker.py`.
    """
    return second_checker.check(files, bag, covers, sample=not of(False, True))
