"""Notes, keys and boxes as the second checker reads them: standard library and stock `ssh-keygen` only; where there is
no `ssh-keygen`, the equation of its signatures (RFC 8032).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ARMOURED = re.compile(
    r"-----BEGIN REFEREE NOTE-----\n(referee/1 ([a-z]+)\n(?:[a-z]{1,16} [!-~]+(?: [!-~]+)*\n)+)"
    r"-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)\n-----END SSH SIGNATURE-----\n-----END REFEREE NOTE-----\n"
)


class Wrong(Exception):
    """Something does not hold; the sentence says what and where."""


def need(holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(what)


def h(tag: str, *parts: bytes) -> bytes:
    return hashlib.sha256(
        b"".join(struct.pack(">Q", len(p)) + p for p in (b"referee/1 " + tag.encode(), *parts))
    ).digest()


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def raw(text: str) -> bytes:
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    need(b64(data) == text, f"{text} is not base64url in its one spelling")
    return data


def u64(number: int) -> bytes:
    return struct.pack(">Q", number)


def add(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    (x1, y1), (x2, y2) = one, two
    k = D * x1 * x2 * y1 * y2 % P
    return (x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P


@cache
def check_key(key: bytes) -> None:
    """A canonical point of prime order: L times it is neutral, and it is not neutral itself."""
    point, total, factor = point_of(key), (0, 1), L
    need(point != (0, 1), "the neutral key")
    while factor:
        total, point, factor = (add(total, point) if factor & 1 else total), add(point, point), factor >> 1
    need(total == (0, 1), "a key that is not of prime order")


def point_of(key: bytes) -> tuple[int, int]:
    """The point that 32 bytes spell in their one way."""
    sign, y = key[31] >> 7, int.from_bytes(key, "little") & (1 << 255) - 1
    need(y < P, "a key above the field")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    need(x * x % P == square and (x or not sign), "a key that is no point of the curve")
    return P - x if x & 1 != sign else x, y


Extended = tuple[int, int, int, int]
"""X, Y, Z, T: the point X/Z, Y/Z with T/Z = xy, so that sums need no division."""


def extended(point: tuple[int, int]) -> Extended:
    x, y = point
    return x, y, 1, x * y % P


def plus(one: Extended, two: Extended) -> Extended:
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, two
    a, b, c, d = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2), 2 * D * t1 * t2, 2 * z1 * z2
    e, f, g, h_ = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return e * f % P, g * h_ % P, f * g % P, e * h_ % P


def equation_holds(key: bytes, space: str, signature: bytes, body: str) -> bool:
    """Whether S B - k A is R, with k = SHA-512(R, A, M), and M what SSHSIG signs of a body."""
    hashed = hashlib.sha512(body.encode()).digest()
    parts = (space.encode(), b"", b"sha512", hashed)
    message = b"SSHSIG" + b"".join(struct.pack(">I", len(part)) + part for part in parts)
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    s, (x, y) = int.from_bytes(signature[32:], "little"), point_of(key)
    base, minus = extended(point_of(b"\x58" + b"\x66" * 31)), extended((P - x, y))
    both, total = plus(base, minus), extended((0, 1))
    for bit in range(252, -1, -1):
        total = plus(total, total)
        if which := (s >> bit & 1) + 2 * (k >> bit & 1):
            total = plus(total, (base, minus, both)[which - 1])
    x, y = (number * pow(total[2], -1, P) % P for number in total[:2])
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


@cache
def times(scalar: bytes, u: int) -> int:
    """X25519 of a clamped scalar, as a number."""
    k = (int.from_bytes(scalar, "little") & ~7 & (1 << 254) - 1) | 1 << 254
    x2, z2, x3, z3 = 1, 0, u, 1
    for bit in range(254, -1, -1):
        if k >> bit & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb, aa, bb = d * a % P, c * b % P, a * a % P, b * b % P
        x3, z3, e = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P, aa - bb
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
        if k >> bit & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return x2 * pow(z2, P - 2, P) % P


def check_boxes(boxes: list[bytes]) -> None:
    """On the curve and not on its twist, in one spelling, and different as far as shared secrets go."""
    seen = set()
    for box in boxes:
        u = int.from_bytes(box, "little")
        need(len(box) == 32 and u < P, "a box in another spelling")
        need(pow(u**3 + 486662 * u * u + u, (P - 1) // 2, P) == 1, "a box on the twist")
        shared = times(hashlib.sha256(b"referee/1 box check").digest(), u)
        need(shared not in seen and shared != 0, "a box of small order, or of another party in disguise")
        seen.add(shared)


Question = tuple[bytes, str, str, str]
"""A key, a namespace, an armour and a body: a forged byte is another question."""

_verified: dict[Question, bool] = {}
"""What has been said before."""


def verifies(question: Question, place: Path) -> bool:
    """What `ssh-keygen` says, or the equation where there is none."""
    if question not in _verified and shutil.which("ssh-keygen") is None:
        key, space, armour, body = question
        _verified[question] = equation_holds(key, space, base64.b64decode(armour)[-64:], body)
    if question not in _verified:
        key, space, armour, body = question
        public = base64.b64encode(b"\0\0\0\x0bssh-ed25519\0\0\0\x20" + key).decode()
        (place / "allowed").write_text(f"signer ssh-ed25519 {public}\n")
        (place / "sig").write_text(f"-----BEGIN SSH SIGNATURE-----\n{armour}\n-----END SSH SIGNATURE-----\n")
        command = ["ssh-keygen", "-Y", "verify", "-f", "allowed", "-I", "signer", "-n", space, "-s", "sig"]
        done = subprocess.run(command, cwd=place, input=body.encode(), capture_output=True, check=False)
        _verified[question] = done.returncode == 0
    return _verified[question]


class Note:
    """One signed note: type, id, key, and the values behind each word in order."""

    def __init__(self, body: str, kind: str, armour: str) -> None:
        self.kind, self.id, self.lines = kind, b64(h("note", body.encode())), body.split("\n")[1:-1]
        blob = base64.b64decode(armour.replace("\n", ""), validate=True)
        text = base64.b64encode(blob).decode()
        need("\n".join(text[at : at + 64] for at in range(0, len(text), 64)) == armour, "armour in another spelling")
        head = b"SSHSIG\0\0\0\1\0\0\0\x33\0\0\0\x0bssh-ed25519\0\0\0\x20"
        space = f"{kind}@referee.pbem".encode()
        tail = (
            struct.pack(">I", len(space)) + space + b"\0\0\0\0\0\0\0\x06sha512\0\0\0\x53\0\0\0\x0bssh-ed25519\0\0\0\x40"
        )
        self.key, self.signature = blob[len(head) : len(head) + 32], blob[-64:]
        need(blob == head + self.key + tail + self.signature, "a signature of another shape")
        need(int.from_bytes(self.signature[32:], "little") < L, "S is not below the group order")
        self.question = (self.key, space.decode(), armour, body)

    def all(self, word: str) -> list[list[str]]:
        return [line.split(" ")[1:] for line in self.lines if line.split(" ")[0] == word]

    def one(self, word: str) -> str:
        (found,) = self.all(word)
        return found[-1]

    def named(self, word: str) -> dict[str, str]:
        return {row[0]: row[1] for row in self.all(word)}


def read(data: bytes) -> list[Note]:
    """The notes of a file; who has signed them is for `check_signatures`."""
    text, at, found = data.decode("ascii"), 0, []
    while match := ARMOURED.match(text, at):
        found.append(Note(match[1], match[2], match[3]))
        at = match.end()
    need(at == len(text) and bool(found), "something that is no note, or a note of another shape")
    return found


def check_signatures(notes: Iterable[Note], sample: bool = False) -> None:
    """Every note is verified, or one of each kind and key: last, for a process each takes longest."""
    asked = {(note.kind, note.key): note for note in notes}.values() if sample else notes
    with tempfile.TemporaryDirectory() as place:
        for note in asked:
            need(verifies(note.question, Path(place)), f"the signature of {note.kind} {note.id} does not hold")


def shuffled(key: bytes, label: str, size: int) -> list[int]:
    order, words, counter = list(range(size)), [], 0
    for i in range(size - 1, 0, -1):
        while True:
            if not words:
                words = list(struct.unpack(">4Q", hmac.digest(key, label.encode() + u64(counter), "sha256")))
                counter += 1
            if (word := words.pop(0)) < 2**64 - 2**64 % (i + 1):
                break
        order[i], order[word % (i + 1)] = order[word % (i + 1)], order[i]
    return order
