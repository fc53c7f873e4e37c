"""The new keys of a game as its steps have recorded them: in place of which, by whose word; which own key is lost."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from referee.crypto.openssh import public_of
from referee.kernel.errors import NotAuthentic
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.consent import KEY
from referee.protocol.agreements.new_key import six_words
from referee.protocol.history.read_record import History
from referee.protocol.history.safety_words import four_words
from referee.protocol.seating import Table, author_role
from referee.record.file_names import step_name
from referee.record.notes import Consent, NoteId, Rekey
from referee.record.store import DataFolder


class NewKey(msgspec.Struct, frozen=True):
    """A key that `step` has recorded for a role in place of the key `old`, by the rekey note `id`. `other_holder` says
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
    """Every new key that the steps of a game have recorded, oldest first."""
    table = history.table
    if table is None:
        return ()
    return tuple(_new_key(history, party.role, party.key, table.replaced_at(party.key)) for party in table.former)


def _new_key(history: History, role: str, old: bytes, step: int | None) -> NewKey:
    assert step is not None
    signed_notes = history.signed_notes[step_name(step)]
    (rekey,) = (signed for signed in signed_notes if signed.type == "rekey" and author_role(signed) == role)
    consents = [(signed, signed.read(Consent)) for signed in signed_notes if signed.type == "consent"]
    given = [signed for signed, note in consents if note.to == f"{KEY}{rekey.id}" and note.pok is None]
    agreed = tuple((author_role(one), one.key) for one in given)
    return NewKey(role, step, old, rekey.key, rekey.id, rekey.read(Rekey).name is not None, agreed)


def keys_agreed_to(news: Collection[NewKey], role: str | None, key: bytes) -> frozenset[bytes]:
    """The new keys to which the holder of `role`, who has `key` now, has agreed, also by a key before it that the same
    person has changed for this one.
    """
    own = {key}
    for new in reversed(tuple(news)):
        if new.key in own and new.role == role and new.by_itself and not new.other_holder:
            own.add(new.old)
    return frozenset(new.key for new in news if any((role, one) in new.agreed for one in own))


def lost_key(history: History, home: DataFolder) -> NewKey | None:
    """The latest of the keys that others have put in the place of one of a home without its consent, where the home has
    not the key that holds there now; None if there is none.
    """
    table, replaced = history.table, [new for new in new_keys(history) if not new.by_itself]
    if table is None or not replaced:
        return None
    names = home.keys()
    here = {public_of(home.read_key(name)) for name in names}
    lost = [new for new in replaced if new.old in here and table.party_at(new.role).key not in here]
    return lost[-1] if lost else None


def lost_key_sentence(table: Table, new: NewKey) -> Sentence:
    """That the reader's key was replaced: at which step, and who had agreed."""
    names = table.people([role for role, _ in new.agreed])
    return Sentence("own-key-replaced", seat=table.person(new.role), step=new.step, names=names)


def lost_key_refusal(table: Table, new: NewKey) -> NotAuthentic:
    """The refusal of whatever the key that was replaced would sign."""
    told = lost_key_sentence(table, new)
    return NotAuthentic(told.code, **told.values, hint=Sentence("own-key-replaced-hint", name=step_name(new.step)))


def spoken_words_of(history: History, role: str) -> tuple[str, ...]:
    """What the party of a role says: the four words of the game or, with a key of later, the six of that key."""
    if history.table is None or not history.table.party_at(role).since:
        return four_words(history)
    return next(six_words(new.id) for new in reversed(new_keys(history)) if new.role == role)
