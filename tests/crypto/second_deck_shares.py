"""Shares of a deck secret, written once more from the page: whole numbers on the curve, no line of the program."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from tests.crypto import second

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE_Y = 4 * pow(5, -1, P) % P
SEATS = ("anna", "bert", "carl")
SECRET = {seat: bytes([number]) * 32 for number, seat in enumerate(SEATS, 1)}
CHARTER = bytes(32)

Point = tuple[int, int]


def base() -> Point:
    """The base point: of the two x that go with its y the even one."""
    square = (BASE_Y * BASE_Y - 1) * pow(D * BASE_Y * BASE_Y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    return (x if x % 2 == 0 else P - x, BASE_Y)


def add(one: Point, other: Point) -> Point:
    (x, y), (u, v) = one, other
    both = D * x * u * y * v % P
    return (x * v + y * u) * pow(1 + both, -1, P) % P, (y * v + x * u) * pow(1 - both, -1, P) % P


def times(number: int, point: Point) -> Point:
    total = (0, 1)
    while number:
        total = add(total, point) if number & 1 else total
        point, number = add(point, point), number >> 1
    return total


def written(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def wide(secret: bytes, label: bytes) -> int:
    return int.from_bytes(second.hkdf(secret, b"", label, 64), "little") % L


def shares_of(seat: str) -> dict[str, int]:
    others = [other for other in SEATS if other != seat]
    found = {name: wide(SECRET[seat], b"referee/1 deck share " + name.encode()) for name in others[:-1]}
    return {**found, others[-1]: (wide(SECRET[seat], b"referee/1 deck key") - sum(found.values())) % L}


def box(seat: str) -> bytes:
    return second.hkdf(SECRET[seat], b"", b"referee/1 box", 32)


def sealed(giver: str, holder: str, share: int) -> bytes:
    private, public = second.clamp(box(giver)), second.x_public(second.clamp(box(holder)))
    secret = X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(public))
    named = (b"referee/1 deck share", giver.encode(), holder.encode(), second.x_public(private), public)
    key = second.hkdf(secret, CHARTER, b"".join(map(second.lp, named)), 64)
    head = second.b64(CHARTER)
    return second.siv(key, share.to_bytes(32, "little"), second.address("deck share", CHARTER, head, 0, holder))


def deck_share_vectors() -> dict[str, Any]:
    """The shares of anna: by seat as a point, and sealed by a mix whose head is the charter."""
    found = shares_of("anna")
    return {
        "points": {name: written(times(share, base())).hex() for name, share in found.items()},
        "sealed": {name: sealed("anna", name, share).hex() for name, share in found.items()},
    }


def deck_key(seat: str) -> bytes:
    return written(times(wide(SECRET[seat], b"referee/1 deck key"), base()))


def joined(points: dict[str, bytes]) -> bytes:
    """What points of shares add up to."""
    total = (0, 1)
    for data in points.values():
        total = add(total, read(data))
    return written(total)


def read(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    y, odd = number % 2**255, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    return (x if x % 2 == odd else P - x, y)
