"""SSHSIG signatures as `ssh-keygen -Y sign` makes them, in exactly one shape: version 1, ssh-ed25519, sha512.

OpenSSH accepts more than this module does (S + L, a filled reserved field, sha256): its yes supports ours, our no
decides. Format: PROTOCOL.sshsig of OpenSSH.
"""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.crypto.curve25519 import GROUP
from referee.crypto.keys import SigningKey
from referee.crypto.openssh import KEY_TYPE, public_blob
from referee.crypto.ssh_wire import SshReader, base64_lines, from_base64, ssh_string
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.hashing import sha512

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

BEGIN = "-----BEGIN SSH SIGNATURE-----"
END = "-----END SSH SIGNATURE-----"
_MAGIC = b"SSHSIG"
_HASH = b"sha512"
_WIDTH = 64
_KEY_AT = 33


def sign(key: SigningKey, namespace: str, message: bytes) -> bytes:
    """The 64 bytes that sign `message` under `namespace`."""
    return key.sign(_signed_bytes(namespace, message))


def verify(public: bytes, namespace: str, message: bytes, signature: bytes) -> None:
    """Check one signature.

    Raises:
        NotAuthentic: `message` does not carry the signature of this key under this namespace.
    """
    if len(signature) != 64 or int.from_bytes(signature[32:], "little") >= GROUP:
        raise NotAuthentic("bad-ed25519-signature")
    try:
        _public_key(public).verify(signature, _signed_bytes(namespace, message))
    except _misfit():
        raise NotAuthentic("bad-signature") from None


def _misfit() -> type[Exception]:
    """What the library raises for a signature that does not fit: asked for when something was raised, and only then."""
    from cryptography.exceptions import InvalidSignature

    return InvalidSignature


def lets_go() -> bool:
    """Whether another thread can run while a signature is verified: release 50 of the library was seen to let go of
    the interpreter lock, and older ones are not relied on.
    """
    from cryptography import __version__

    return int(__version__.partition(".")[0]) >= 50


def blob(public: bytes, namespace: str, signature: bytes) -> bytes:
    """The bytes inside the armour."""
    return _before_signature(public, namespace) + signature


def read_blob(data: bytes) -> tuple[bytes, str, bytes]:
    """(public key, namespace, signature) of a signature blob.

    Raises:
        NotAuthentic: anything but the one shape; the sentence names what differs.
    """
    try:
        found = _read_blob(SshReader(data))
    except Unreadable:
        raise NotAuthentic("signature-block-short") from None
    if blob(*found) != data:
        raise NotAuthentic("signature-block-spelling")
    return found


def guess_blob(data: bytes) -> tuple[bytes, bytes]:
    """(public key, signature) as they appear in a blob of the one shape, for callers that then compare."""
    return data[_KEY_AT : _KEY_AT + 32], data[-64:]


def armour_lines(data: bytes) -> bytes:
    """The lines between the first and the last line of an SSH signature block, without the last line end."""
    text = b2a_base64(data, newline=False)
    return b"\n".join([text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)])


def armour(data: bytes) -> tuple[str, ...]:
    """A blob as lines of an SSH signature block."""
    return (BEGIN, *base64_lines(data, _WIDTH), END)


def read_armour(lines: Sequence[str]) -> bytes:
    """The blob in the lines of an SSH signature block, which must be exactly those that `armour` writes.

    Raises:
        NotAuthentic: other lines.
    """
    if len(lines) < 3 or lines[0] != BEGIN or lines[-1] != END:
        raise NotAuthentic("expected-ssh-signature-block")
    data = read_base64("".join(lines[1:-1]))
    if armour(data) != tuple(lines):
        raise NotAuthentic("signature-line-width", width=_WIDTH)
    return data


def read_base64(text: str) -> bytes:
    """The blob in the joined lines of a signature block. Raises NotAuthentic."""
    try:
        return from_base64(text)
    except Unreadable:
        raise NotAuthentic("signature-block-base64") from None


def _read_blob(reader: SshReader) -> tuple[bytes, str, bytes]:
    if reader.take(len(_MAGIC)) != _MAGIC or reader.number() != 1:
        raise NotAuthentic("not-ssh-signature")
    public = _read_block(reader.string(), "key", 32)
    namespace = reader.string()
    if reader.string():
        raise NotAuthentic("signature-reserved-field")
    hash_name = reader.string()
    if hash_name != _HASH:
        raise NotAuthentic("signature-hash", name=_quote_name(hash_name))
    signature = _read_block(reader.string(), "signature", 64)
    if reader.rest():
        raise NotAuthentic("bytes-behind-signature")
    try:
        return public, namespace.decode("ascii"), signature
    except UnicodeDecodeError:
        raise NotAuthentic("namespace-not-ascii") from None


def _read_block(data: bytes, what: str, size: int) -> bytes:
    reader = SshReader(data)
    kind = reader.string()
    if kind != KEY_TYPE:
        raise NotAuthentic("signature-type", what=what, kind=_quote_name(kind))
    value = reader.string()
    if len(value) != size or reader.rest():
        raise NotAuthentic("ed25519-bytes", what=what, size=size)
    return value


def _quote_name(name: bytes) -> str:
    return ascii(name[:40].decode("latin-1"))


def _signed_bytes(namespace: str, message: bytes) -> bytes:
    return _before_digest(namespace) + sha512(message)


@lru_cache(maxsize=64)
def _before_digest(namespace: str) -> bytes:
    names = ssh_string(namespace.encode("ascii")) + ssh_string(b"") + ssh_string(_HASH)
    return _MAGIC + names + (64).to_bytes(4, "big")


@lru_cache(maxsize=1024)
def _before_signature(public: bytes, namespace: str) -> bytes:
    head = _MAGIC + (1).to_bytes(4, "big") + ssh_string(public_blob(public)) + ssh_string(namespace.encode("ascii"))
    lengths = (4 + len(KEY_TYPE) + 4 + 64).to_bytes(4, "big") + ssh_string(KEY_TYPE) + (64).to_bytes(4, "big")
    return head + ssh_string(b"") + ssh_string(_HASH) + lengths


@lru_cache(maxsize=1024)
def _public_key(public: bytes) -> Ed25519PublicKey:
    # A table has a handful of keys and hundreds of notes.
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    return Ed25519PublicKey.from_public_bytes(public)
