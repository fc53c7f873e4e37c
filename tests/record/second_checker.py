"""A stranger's check of one note: some lines and stock ssh-keygen, sharing no line with the program.

OpenSSH says Good to more than the format allows, so key, blob and S are looked at here; the curve is OpenSSH's matter,
but for machines that have no ssh-keygen: there the equation of RFC 8032 is worked out as on paper.
"""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import struct
import subprocess
import tempfile
from functools import cache
from pathlib import Path

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ARMOURED = re.compile(
    r"-----BEGIN REFEREE NOTE-----\n"
    r"(referee/1 ([a-z]+)\n(?:[a-z]{1,16} [!-~]+(?: [!-~]+)*\n)*)"
    r"(-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/]{64}\n)*[A-Za-z0-9+/=]{1,64}\n)-----END SSH SIGNATURE-----\n)"
    r"-----END REFEREE NOTE-----\n"
)


def verdict(note: str) -> str:
    """`good`, or what is wrong with a note as it stands in a file of the record."""
    signed = ARMOURED.fullmatch(note)
    if signed is None or any(len(line) > 72 for line in signed[1].split("\n")):
        return "shape"
    body, note_type, block, text = signed.groups()
    blob = base64.b64decode(text)
    if base64.b64encode(blob).decode() != text.replace("\n", ""):
        return "base64"
    key, signature = blob[33:65], blob[-64:]
    if blob != expected_blob(key, f"{note_type}@referee.pbem".encode(), signature):
        return "blob"
    if int.from_bytes(signature[32:], "little") >= L:
        return "S"
    if not has_prime_order(key):
        return "key"
    if shutil.which("ssh-keygen"):
        return "good" if openssh_says_good(body, note_type, block, key) else "signature"
    return "good" if equation_holds(body, note_type, key, signature) else "signature"


def note_id(note: str) -> str:
    """The id of a note in a file of the record."""
    signed = ARMOURED.fullmatch(note)
    assert signed is not None
    tagged = b"".join(struct.pack(">Q", len(part)) + part for part in (b"referee/1 note", signed[1].encode()))
    return base64.urlsafe_b64encode(hashlib.sha256(tagged).digest()).decode().rstrip("=")


def contradict(one: str, other: str) -> bool:
    """Whether two different notes of one key and slot contradict each other: neither names the other."""
    return not any(f"\ninstead {note_id(named)}\n" in note for note, named in ((one, other), (other, one)))


def ssh(*parts: bytes) -> bytes:
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def expected_blob(key: bytes, namespace: bytes, signature: bytes) -> bytes:
    fields = ssh(ssh(b"ssh-ed25519", key), namespace, b"", b"sha512", ssh(b"ssh-ed25519", signature))
    return b"SSHSIG\0\0\0\1" + fields


@cache
def has_prime_order(key: bytes) -> bool:
    """Affine arithmetic, as on paper."""
    point = point_of(key)
    return point is not None and times(L, point) == (0, 1) and times(8, point) != (0, 1)


def point_of(key: bytes) -> tuple[int, int] | None:
    """The point that 32 bytes spell, if they spell one."""
    number = int.from_bytes(key, "little")
    y, odd = number % 2**255, number >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and odd):
        return None
    return x if x % 2 == odd else P - x, y


def times(factor: int, point: tuple[int, int]) -> tuple[int, int]:
    total = (0, 1)
    while factor:
        if factor & 1:
            total = plus(total, point)
        point, factor = plus(point, point), factor >> 1
    return total


def plus(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    (a, b), (c, d) = one, other
    product = D * a * b * c * d
    x = (a * d + b * c) * pow(1 + product, P - 2, P) % P
    return x, (b * d + a * c) * pow(1 - product, P - 2, P) % P


def equation_holds(body: str, note_type: str, key: bytes, signature: bytes) -> bool:
    """Whether S B = R + k A, with k = SHA-512(R, A, M), and M what SSHSIG signs of a body."""
    namespace = f"{note_type}@referee.pbem".encode()
    message = b"SSHSIG" + ssh(namespace, b"", b"sha512", hashlib.sha512(body.encode()).digest())
    base, r, a = (point_of(spelled) for spelled in (b"\x58" + b"\x66" * 31, signature[:32], key))
    if base is None or r is None or a is None:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little")
    return times(int.from_bytes(signature[32:], "little"), base) == plus(r, times(k % L, a))


def openssh_says_good(body: str, note_type: str, block: str, key: bytes) -> bool:
    """What `ssh-keygen -Y verify` says of a body and a signature block under a key."""
    line = base64.b64encode(struct.pack(">I", 11) + b"ssh-ed25519" + struct.pack(">I", 32) + key).decode()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "allowed").write_text(f"party ssh-ed25519 {line}\n")
        (folder / "sig").write_text(block)
        command = ["ssh-keygen", "-Y", "verify", "-f", "allowed", "-I", "party", "-s", "sig"]
        command += ["-n", f"{note_type}@referee.pbem"]
        return (
            subprocess.run(command, cwd=folder, input=body.encode(), capture_output=True, check=False).returncode == 0
        )
