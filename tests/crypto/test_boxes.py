"""Box keys: every one on the curve in its one spelling, and really another one than the others."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.bindings import _rust
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

from referee.crypto import boxes
from referee.kernel.errors import NotAuthentic
from tests.crypto.vectors_of import vectors

BOXES = vectors("boxes")
GOOD = {name: bytes.fromhex(value) for name, value in BOXES["good"].items()}


def test_sound_boxes_that_differ_are_let_in() -> None:
    boxes.check_boxes(GOOD)


@pytest.mark.parametrize("why", [*BOXES["not a box"], *BOXES["small order"]])
def test_an_unsound_box_is_refused_and_its_party_named(why: str) -> None:
    """Attacks 4, 107: 0, 1, p - 1, p, p + 1, p + 2, the top bit, the twist, small order."""
    bad = bytes.fromhex({**BOXES["not a box"], **BOXES["small order"]}[why])

    with pytest.raises(NotAuthentic, match="anna"):
        boxes.check_boxes({"referee": GOOD["RFC 7748, Alice"], "anna": bad})


@pytest.mark.parametrize("why", BOXES["the same box twice"])
def test_one_box_in_two_disguises_is_refused_and_both_parties_named(why: str) -> None:
    """Attack 107: 1/u shares every secret with u."""
    one, other = (bytes.fromhex(text) for text in BOXES["the same box twice"][why])

    with pytest.raises(NotAuthentic, match="bert and anna"):
        boxes.check_boxes({"anna": one, "bert": other})


def test_the_disguise_would_share_the_same_secrets() -> None:
    one, other = (bytes.fromhex(text) for text in BOXES["the same box twice"]["u and 1/u"])
    assert backend.name == "openssl"  # both are loaded before the inner functions go
    private = boxes.clamp_scalar(bytes(range(32)))

    assert boxes.shared_secret(private, one) == boxes.shared_secret(private, other)


def test_a_small_order_box_shares_nothing() -> None:
    with pytest.raises(NotAuthentic, match="small order"):
        boxes.shared_secret(boxes.clamp_scalar(bytes(32)), bytes.fromhex(BOXES["small order"]["u = 1"]))


def test_a_private_box_key_has_one_spelling() -> None:
    """`end` opens it, and an auditor must not see two openings of one box."""
    private = boxes.box_private(bytes(range(32)))

    assert private == boxes.clamp_scalar(private)
    assert boxes.box_public(private) == boxes.box_public(bytes([private[0] | 7, *private[1:31], private[31] | 128]))


def test_the_shared_secret_is_that_of_rfc_7748() -> None:
    """Section 5.2, first vector."""
    scalar = bytes.fromhex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")
    u = bytes.fromhex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")

    assert boxes.shared_secret(scalar, u).hex() == "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"


def test_a_library_without_its_inner_functions_gives_the_same_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are nobody's promise: where they are not what they were, the public ones are asked."""
    assert backend.name == "openssl"  # both are loaded before the inner functions go
    private = boxes.clamp_scalar(bytes(range(32)))
    public = boxes.box_public(private)
    inner = boxes.shared_secret(private, public)
    monkeypatch.setattr(_rust, "openssl", SimpleNamespace())
    boxes._library.cache_clear()
    outer, asked = boxes.shared_secret(private, public), boxes._library()
    boxes._library.cache_clear()

    assert (outer, asked.from_public_bytes) == (inner, X25519PublicKey.from_public_bytes)
