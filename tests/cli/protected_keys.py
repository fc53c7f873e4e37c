"""A key that a passphrase protects."""

from __future__ import annotations

from pathlib import Path

from tests.cli.games_on_disk import home_of
from tests.crypto.foreign_keys import protected_file


def protected(folder: Path, name: str) -> Path:
    """A home whose key of `name` needs the passphrase `open sesame`."""
    home = home_of(folder, name)
    key = home / "keys" / name
    key.write_bytes(protected_file(key.read_bytes(), "open sesame"))
    return home
