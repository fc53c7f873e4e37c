"""A key made on the spot, from bytes that nobody else has."""

from __future__ import annotations

import secrets

from referee.crypto.keys import SigningKey, format_private
from referee.crypto.openssh import format_public
from referee.record.store import DataFolder


def write_new_key(home: DataFolder, name: str) -> SigningKey:
    """A new key, kept in the home under `name`. Raises as `DataFolder.write_key`."""
    key = SigningKey.from_seed(secrets.token_bytes(32))
    home.write_key(name, format_private(key, name), format_public(key.public, name))
    return key
