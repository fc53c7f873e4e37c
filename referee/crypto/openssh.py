"""OpenSSH key files: our own small reader and writer for unprotected Ed25519 keys, the library's for protected ones.

The library's reader costs as much as one and a half empty interpreters to import, and every command reads a key.
Format: PROTOCOL.key of OpenSSH.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable

from referee.crypto import extras
from referee.crypto.ssh_wire import SshReader, base64_lines, from_base64, ssh_string
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.hashing import sha256
from referee.kernel.sentence import Sentence

KEY_TYPE = b"ssh-ed25519"
_MAGIC = b"openssh-key-v1\0"
_BEGIN = "-----BEGIN OPENSSH PRIVATE KEY-----"
_END = "-----END OPENSSH PRIVATE KEY-----"
_WIDTH = 70
_BLOCK = 8
_LIMIT = 65536
_CIPHERS = (b"none", b"aes256-ctr", b"aes256-cbc", b"aes256-gcm@openssh.com")
"""The ciphers of private key files that can be opened here."""
_MARK = b"\xef\xbb\xbf"


class PassphraseNeeded(Unreadable):
    """A private key file under a passphrase that cannot be asked for, or not be used, here."""


class OpenSshKey:
    """What an OpenSSH private key file holds: Ed25519 seed and public key, 32 bytes each, and a comment."""

    # No struct: what prints or encodes structs by their fields would give the seed away.
    __slots__ = ("comment", "public", "seed")

    def __init__(self, seed: bytes, public: bytes, comment: str) -> None:
        self.seed = seed
        self.public = public
        self.comment = comment


def public_blob(public: bytes) -> bytes:
    """A public key as SSH writes it: type, then 32 bytes."""
    return ssh_string(KEY_TYPE) + ssh_string(public)


def format_public(public: bytes, comment: str) -> str:
    """The line of a `.pub` file, without line end."""
    text = binascii.b2a_base64(public_blob(public), newline=False).decode("ascii")
    return f"ssh-ed25519 {text} {comment}".rstrip()


def format_private(key: OpenSshKey) -> bytes:
    """The bytes of an unprotected private key file; the check number is derived, so they are always the same."""
    check = sha256(b"referee/1 check number" + key.public)[:4]
    inner = check + check + public_blob(key.public) + ssh_string(key.seed + key.public)
    inner += ssh_string(key.comment.encode("utf-8"))
    inner += _pad_to(len(inner))
    outer = _MAGIC + ssh_string(b"none") + ssh_string(b"none") + ssh_string(b"")
    outer += (1).to_bytes(4, "big") + ssh_string(public_blob(key.public)) + ssh_string(inner)
    return "\n".join([_BEGIN, *base64_lines(outer, _WIDTH), _END, ""]).encode("ascii")


def read_private(data: bytes, passphrase: Callable[[], str] | None = None) -> OpenSshKey:
    """The key in a private key file. Raises as `keys.read_private` does."""
    cipher, kdf, blob, inner = _read_outer(data)
    if cipher != b"none":
        return _read_protected_key(data, passphrase)
    if kdf != b"none":
        raise Unreadable("bad-private-key")
    return _read_inner(blob, inner)


def public_of(data: bytes) -> bytes:
    """The public key in a private key file, protected or not; no passphrase is needed. Raises Unreadable."""
    _, _, blob, _ = _read_outer(data)
    return _read_blob(blob)


def is_protected(data: bytes) -> bool:
    """Whether a private key file needs a passphrase. Raises Unreadable."""
    return _read_outer(data)[0] != b"none"


def _read_outer(data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    reader = SshReader(_unarmour(data))
    if reader.take(len(_MAGIC)) != _MAGIC:
        raise Unreadable("not-openssh-key")
    cipher, kdf, _ = reader.string(), reader.string(), reader.string()
    if cipher not in _CIPHERS:  # said before anybody is asked for a passphrase that could not open it
        name = cipher.decode("ascii", "replace")[:40]
        raise Unreadable("key-cipher", name=ascii(name)[1:-1], hint=Sentence("key-cipher-change"))
    if reader.number() != 1:
        raise Unreadable("several-private-keys")
    blob, inner, behind = reader.string(), reader.string(), reader.rest()
    # After the private part stands the tag of an authenticated cipher, and nothing in a file without one.
    if cipher == b"none" and behind:
        raise Unreadable("bad-private-key")
    return cipher, kdf, blob, inner


def _read_blob(blob: bytes) -> bytes:
    reader = SshReader(blob)
    kind = reader.string()
    if kind != KEY_TYPE:
        raise Unreadable("expected-ed25519-key")
    public = reader.string()
    if len(public) != 32 or reader.rest():
        raise Unreadable("no-ed25519-key")
    return public


def _unarmour(data: bytes) -> bytes:
    if len(data) > _LIMIT:
        raise Unreadable("private-key-too-long", limit=_LIMIT)
    try:
        lines = data.removeprefix(_MARK).decode("ascii").split()
    except UnicodeDecodeError:
        lines = []
    text = " ".join(lines)
    if not (text.startswith(_BEGIN + " ") and text.endswith(" " + _END)):
        raise Unreadable("private-key-begin", begin=_BEGIN)
    return from_base64(text[len(_BEGIN) : -len(_END)].replace(" ", ""))


def _read_inner(blob: bytes, inner: bytes) -> OpenSshKey:
    public = _read_blob(blob)
    reader = SshReader(inner)
    if reader.number() != reader.number():
        raise Unreadable("key-check-numbers")
    kind, again, pair = reader.string(), reader.string(), reader.string()
    comment = reader.string().decode("utf-8", "replace")
    padding = reader.rest()
    if (kind, again, pair[32:]) != (KEY_TYPE, public, public) or len(pair) != 64 or padding != _pad_to(-len(padding)):
        raise Unreadable("bad-private-key")
    return OpenSshKey(pair[:32], public, comment)


def _pad_to(length: int) -> bytes:
    return bytes(range(1, 1 + -length % _BLOCK))


def _read_protected_key(data: bytes, passphrase: Callable[[], str] | None) -> OpenSshKey:
    if not _has_bcrypt():
        raise PassphraseNeeded("passphrase-extra-missing", hint=extras.how_to_add("passphrase"))
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    if passphrase is None:
        raise PassphraseNeeded("key-locked")
    try:
        key = load_ssh_private_key(data, passphrase().encode("utf-8"))
    except UnsupportedAlgorithm:
        raise Unreadable("key-protection-unknown", hint=Sentence("protect-anew")) from None
    except (ValueError, TypeError):
        raise NotAuthentic("wrong-passphrase") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise Unreadable("expected-ed25519-key")
    return OpenSshKey(key.private_bytes_raw(), key.public_key().public_bytes_raw(), "")


def _has_bcrypt() -> bool:
    # Asked first, so that nobody types a passphrase that cannot be used.
    from importlib.util import find_spec

    return find_spec("bcrypt") is not None
