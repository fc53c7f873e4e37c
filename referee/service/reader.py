"""The person a service works for: the data folder with the keys, the language, and the key that is named."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from referee.record.store import DataFolder
from referee.service.known_tables import KnownTables


class Reader(msgspec.Struct, frozen=True):
    """Somebody who reads and acts. `as_name` names one of several keys of the home; `known` is what has been read for
    this reader, so a process that runs for long keeps the reader. `passphrase` gives the one of a protected key where
    none comes with a call; None where nobody has one.
    """

    home: DataFolder
    lang: str = "en"
    as_name: str | None = None
    known: KnownTables = msgspec.field(default_factory=KnownTables)
    passphrase: Callable[[], str] | None = None
