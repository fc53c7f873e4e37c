"""Digests beside those of the standard library."""

from __future__ import annotations

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.hashing import hmac_sha256, sha256, sha512


@given(st.binary(max_size=300), st.binary(max_size=200))
def test_digests_are_those_of_the_standard_library(message: bytes, key: bytes) -> None:
    assert (sha256(message), sha512(message), hmac_sha256(key, message)) == (
        hashlib.sha256(message).digest(),
        hashlib.sha512(message).digest(),
        hmac.digest(key, message, "sha256"),
    )


def test_one_digest_leaves_nothing_behind_for_the_next() -> None:
    assert sha256(b"one") != sha256(b"two") == sha256(b"two")
