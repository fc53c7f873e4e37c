"""Key files as people bring them: behind a passphrase, or of another kind. No other program makes them."""

from __future__ import annotations

from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from tests.needed_tools import need

KINDS = {
    "rsa": lambda: rsa.generate_private_key(public_exponent=65537, key_size=1024),
    "ecdsa": lambda: ec.generate_private_key(ec.SECP256R1()),
}


def protected_file(data: bytes, passphrase: str) -> bytes:
    """A key file behind a passphrase, which holds off nobody for long: one round is enough for a test."""
    need("bcrypt")
    key = form.load_ssh_private_key(data, None)
    slow = form.PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(1).build(passphrase.encode())
    return key.private_bytes(form.Encoding.PEM, form.PrivateFormat.OpenSSH, slow)


def file_of(kind: str) -> bytes:
    """An unprotected key file of another kind than ours."""
    return KINDS[kind]().private_bytes(form.Encoding.PEM, form.PrivateFormat.OpenSSH, form.NoEncryption())
