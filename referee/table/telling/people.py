"""What people call the parties of a table, one by one and in a list."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.sentence import Sentence
from referee.table.seating import REFEREE, Table


def called_in(table: Table, role: str) -> Sentence | str:
    """What people call the party of a role: `Anna`, or `the host` in the language of the reader."""
    return Sentence("the-host") if role == REFEREE else table.called[table.seat(role)]


def people_told(table: Table, roles: Sequence[str]) -> Sentence | str:
    """Parties in a sentence: `the host, Anna, Bert`; the host first, whatever the order of the others."""
    names = ", ".join(table.called[table.seat(role)] for role in roles if role != REFEREE)
    if REFEREE not in roles:
        return names
    return Sentence("host-and", names=names) if names else Sentence("the-host")
