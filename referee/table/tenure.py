"""For which steps somebody had a key."""

from __future__ import annotations

from itertools import groupby

import msgspec

from referee.table.seating import REFEREE, Table


class Held(msgspec.Struct, frozen=True):
    """That `role` signed with `key` for the steps `first` to `last`; `last` is None for the key of now."""

    role: str
    key: bytes
    first: int
    last: int | None


def held(table: Table) -> tuple[Held, ...]:
    """Who had which key for which steps: the referee's keys, then those of each seat, oldest first."""
    found: list[Held] = []
    for role in (REFEREE, *table.names):
        until = max(party.since for party in table.ever if party.role == role) + 1
        signers = [(step, table.party_for(role, step)) for step in range(until + 1)]
        spans = [(party, [step for step, _ in steps]) for party, steps in groupby(signers, lambda pair: pair[1])]
        for party, steps in spans:
            assert party is not None
            found.append(Held(role, party.key, steps[0], None if party is spans[-1][0] else steps[-1]))
    return tuple(found)


def former_keys(table: Table) -> dict[str, tuple[tuple[int, int], ...]]:
    """For each role with a former key the first and the last step of each of those."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for time in held(table):
        if time.last is not None:
            found[time.role] = (*found.get(time.role, ()), (time.first, time.last))
    return found


def former(table: Table, role: str) -> tuple[Held, ...]:
    """The times of the keys that a role had before the one of now, oldest first."""
    return tuple(time for time in held(table) if time.role == role and time.last is not None)
