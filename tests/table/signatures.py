"""Another valid signature of the same text: Ed25519 signatures are not unique, so nothing may depend on one."""

from __future__ import annotations

from hashlib import sha512

from referee.crypto import sshsig
from referee.crypto.keys import SigningKey
from referee.record.note import SignedNote


def second_signature(signed: SignedNote, key: SigningKey) -> SignedNote:
    """Another valid signature of the same text by the same key, made with another nonce."""
    p, order_ = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
    d = -121665 * pow(121666, p - 2, p) % p
    y = 4 * pow(5, p - 2, p) % p
    x = pow((y * y - 1) * pow(d * y * y + 1, p - 2, p), (p + 3) // 8, p)
    if (x * x * (d * y * y + 1) - (y * y - 1)) % p:
        x = x * pow(2, (p - 1) // 4, p) % p
    base = (p - x if x % 2 else x, y)

    def add(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
        (x1, y1), (x2, y2) = one, two
        product = d * x1 * x2 * y1 * y2 % p
        return (
            (x1 * y2 + x2 * y1) * pow(1 + product, p - 2, p) % p,
            (y1 * y2 + x1 * x2) * pow(1 - product, p - 2, p) % p,
        )

    def times(number: int) -> bytes:
        total, step = (0, 1), base
        while number:
            if number & 1:
                total = add(total, step)
            step, number = add(step, step), number >> 1
        return (total[1] | (total[0] & 1) << 255).to_bytes(32, "little")

    digest = sha512(key._seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    message = sshsig._signed_bytes(signed.namespace, signed.body)
    nonce = int.from_bytes(sha512(b"another nonce" + message).digest(), "little") % order_
    r = times(nonce)
    s = (nonce + int.from_bytes(sha512(r + key.public + message).digest(), "little") * scalar) % order_
    twin = SignedNote(signed.body, signed.key, signed.namespace, r + s.to_bytes(32, "little"))
    twin.check()
    return twin
