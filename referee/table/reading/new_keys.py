"""The new keys of a game as its steps have entered them: in place of which, and who had agreed."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from referee.record.names import step_name
from referee.record.notes import Consent, NoteId, Rekey
from referee.table.reading.history import History
from referee.table.seating import author
from referee.table.step.consent import KEY


class NewKey(msgspec.Struct, frozen=True):
    """A key that `step` has entered for a role in place of the key `old`, by the rekey note `id`. `other_holder` says
    that the note names another person; `agreed` are the (role, key) of those who had agreed, in the order of the file.
    """

    role: str
    step: int
    old: bytes
    key: bytes
    id: NoteId
    other_holder: bool
    agreed: tuple[tuple[str, bytes], ...]

    @property
    def by_itself(self) -> bool:
        """Whether the key that was replaced has agreed to it."""
        return (self.role, self.old) in self.agreed


def new_keys(history: History) -> tuple[NewKey, ...]:
    """Every new key that the steps of a game have entered, oldest first."""
    table = history.table
    if table is None:
        return ()
    return tuple(_entered(history, party.role, party.key, table.replaced_at(party.key)) for party in table.former)


def _entered(history: History, role: str, old: bytes, step: int | None) -> NewKey:
    assert step is not None
    signed_notes = history.signed_notes[step_name(step)]
    (rekey,) = (signed for signed in signed_notes if signed.type == "rekey" and author(signed) == role)
    agreed = tuple(
        (author(signed), signed.key)
        for signed in signed_notes
        if signed.type == "consent" and signed.read(Consent).to == f"{KEY}{rekey.id}"
    )
    return NewKey(role, step, old, rekey.key, rekey.id, rekey.read(Rekey).name is not None, agreed)


def agreed_by(news: Collection[NewKey], role: str | None, key: bytes) -> frozenset[bytes]:
    """The new keys to which the holder of `role`, who has `key` now, has agreed, also by a key before it that the same
    person has changed for this one.
    """
    own = {key}
    for new in reversed(tuple(news)):
        if new.key in own and new.role == role and new.by_itself and not new.other_holder:
            own.add(new.old)
    return frozenset(new.key for new in news if any((role, one) in new.agreed for one in own))
