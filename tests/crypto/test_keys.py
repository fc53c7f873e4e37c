"""Identities: which keys are let into a game, what a key shows of itself, and that its secrets stay apart."""

from __future__ import annotations

import msgspec
import pytest

from referee.crypto.keys import SigningKey, check_key, fingerprint
from referee.kernel.errors import NotAuthentic
from tests.crypto.vectors_of import vectors

KEYS = vectors("keys")
SEED = bytes(range(32))
KEY = SigningKey.from_seed(SEED)


@pytest.mark.parametrize("why", KEYS["good"])
def test_an_honest_key_is_let_in(why: str) -> None:
    check_key(bytes.fromhex(KEYS["good"][why]))


@pytest.mark.parametrize("why", KEYS["bad"])
def test_a_key_that_nobody_made_honestly_is_refused(why: str) -> None:
    """Attacks 1 (14 small-order encodings), 2 (mixed order), 3 (not canonical, off the curve, wrong length)."""
    with pytest.raises(NotAuthentic):
        check_key(bytes.fromhex(KEYS["bad"][why]))


def test_the_library_takes_a_forgery_under_a_small_order_key() -> None:
    """Why `check_key` exists: S = 0 and R = the identity fit every message under the identity as a key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    identity = bytes.fromhex(KEYS["bad"]["order 1"])

    Ed25519PublicKey.from_public_bytes(identity).verify(identity + bytes(32), b"anything at all")
    with pytest.raises(NotAuthentic, match="prime order"):
        check_key(identity)


def test_thousands_of_honest_keys_would_pass() -> None:
    for number in range(20):
        check_key(SigningKey.from_seed(number.to_bytes(32, "big")).public)


def test_a_key_shows_its_fingerprint_and_nothing_else() -> None:
    """Attack 71: a traceback or log that prints a key must not print a secret."""
    assert repr(KEY) == f"SigningKey({fingerprint(KEY.public)})" == str(KEY) == f"{KEY}"
    assert SEED.hex() not in repr(KEY) and repr(SEED) not in repr(KEY)


def test_a_key_cannot_be_written_out_as_a_struct_can() -> None:
    """Nor by what prints objects field by field."""
    with pytest.raises(TypeError):
        msgspec.json.encode(KEY)
    assert not hasattr(KEY, "__rich_repr__") and not hasattr(KEY, "__dict__")


def test_two_keys_are_equal_if_their_public_halves_are() -> None:
    assert {KEY, SigningKey.from_seed(SEED)} == {KEY}
    assert SigningKey.from_seed(bytes(32)) != KEY and KEY.public != KEY


def test_a_fingerprint_is_the_one_that_openssh_shows() -> None:
    """`ssh-keygen -lf` on the key of seed 00 01 .. 1f."""
    assert fingerprint(KEY.public) == "SHA256:lbmsoA0yIEcEiVDRnMWuzm+nV+3ZEEpVIURqFoeSspg"


def test_a_signature_is_the_same_every_time() -> None:
    assert KEY.sign(b"text") == SigningKey.from_seed(SEED).sign(b"text")


def test_a_key_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        KEY.public = bytes(32)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("offer_nonce", "role", "nonce"),
    [(b"o" * 16, "bert", b"n" * 16), (b"O" * 16, "anna", b"n" * 16), (b"o" * 16, "anna", b"N" * 16)],
    ids=["another role", "another offer", "another join"],
)
def test_another_role_offer_or_join_gives_another_game_secret(offer_nonce: bytes, role: str, nonce: bytes) -> None:
    assert KEY.game_secret(offer_nonce, role, nonce) != KEY.game_secret(b"o" * 16, "anna", b"n" * 16)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {size}"):
        SigningKey.from_seed(bytes(size))
