"""For whom a service works: the home with the keys, the language, and the key that is named."""

from __future__ import annotations

import msgspec

from referee.record.store import DataFolder
from referee.service.known_tables import KnownTables


class Reader(msgspec.Struct, frozen=True):
    """Somebody who reads and acts. `as_name` names one of several keys of the home; `known` is what has been read for
    this reader, so a process that runs for long keeps the reader.
    """

    home: DataFolder
    lang: str = "en"
    as_name: str | None = None
    known: KnownTables = msgspec.field(default_factory=KnownTables)
