"""Shares of a referee's game secret and what is handed over to a new one, written once more from the protocol page."""

from __future__ import annotations

import hashlib
from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from tests.crypto import second

SEATS = ("anna", "bert", "carl")


def box(role: str) -> bytes:
    """The private box of a role in the vectors."""
    return second.clamp(hashlib.sha256(f"{role} box".encode()).digest())


def wrapping_key(label: bytes, charter: bytes, giver: str, new: bytes, old: bytes) -> bytes:
    """The key between two boxes; `new` is the referee's, whose public key stands first."""
    secret = X25519PrivateKey.from_private_bytes(new).exchange(X25519PublicKey.from_public_bytes(second.x_public(old)))
    boxes = second.lp(second.x_public(new)) + second.lp(second.x_public(old))
    return second.hkdf(secret, charter, second.lp(label) + second.lp(giver.encode()) + boxes, 64)


def share_vectors() -> dict[str, Any]:
    charter, secret = hashlib.sha256(b"charter").digest(), hashlib.sha256(b"game secret referee").digest()
    head = second.b64(hashlib.sha256(b"head").digest())
    shares = {seat: second.hkdf(secret, b"", b"referee/1 escrow " + seat.encode(), 32) for seat in SEATS[:-1]}
    last = secret
    for share in shares.values():
        last = bytes(one ^ other for one, other in zip(last, share, strict=True))
    rows = []
    for seat, share in {**shares, SEATS[-1]: last}.items():
        line = wrapping_key(b"referee/1 escrow", charter, seat, box("referee"), box(seat))
        over = wrapping_key(b"referee/1 handover", charter, seat, box("successor"), box(seat))
        rows.append(
            {
                "seat": seat,
                "box": second.x_public(box(seat)).hex(),
                "share": share.hex(),
                "commitment": second.h("escrow", charter, seat.encode(), share).hex(),
                "escrow_key": line.hex(),
                "escrow": second.siv(
                    line, share, second.address("escrow", charter, second.b64(charter), 0, seat)
                ).hex(),
                "handover_key": over.hex(),
                "handed": second.siv(over, share, second.address("handover", charter, head, 18, seat)).hex(),
            }
        )
    own = wrapping_key(b"referee/1 handover", charter, "referee", box("successor"), box("referee"))
    return {
        "charter": charter.hex(),
        "game_secret": secret.hex(),
        "head": head,
        "step": 18,
        "referee_private": box("referee").hex(),
        "successor_private": box("successor").hex(),
        "seats": rows,
        "handed": second.siv(own, secret, second.address("handover", charter, head, 18, "referee")).hex(),
    }


if __name__ == "__main__":
    second.write("shares", share_vectors())
