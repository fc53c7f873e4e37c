"""A key of one's own that the others have replaced without its consent: which, when, and by whose word."""

from __future__ import annotations

from referee.crypto.openssh import public_of
from referee.kernel.errors import NotAuthentic
from referee.kernel.sentence import Sentence
from referee.record.names import step_name
from referee.record.store import Home
from referee.table.reading.history import History
from referee.table.reading.new_keys import NewKey, new_keys
from referee.table.reading.words import said
from referee.table.seating import Table
from referee.table.telling.people import people_told


def lost_key(history: History, home: Home) -> NewKey | None:
    """The newest of the keys that others have put in the place of one of a home without its consent, where the home has
    not the key that holds there now; None if there is none.
    """
    table, replaced = history.table, [new for new in new_keys(history) if not new.by_itself]
    if table is None or not replaced:
        return None
    names = home.keys()
    here = {public_of(home.read_key(name)) for name in names}
    lost = [new for new in replaced if new.old in here and table.party_at(new.role).key not in here]
    return lost[-1] if lost else None


def told_lost(table: Table, new: NewKey) -> Sentence:
    """That the own key was replaced: at which step, and who had agreed."""
    names = people_told(table, [role for role, _ in new.agreed])
    return Sentence("own-key-replaced", seat=said(new.role), step=new.step, names=names)


def refused_lost(table: Table, new: NewKey) -> NotAuthentic:
    """The refusal of whatever the key that was replaced would sign."""
    told = told_lost(table, new)
    return NotAuthentic(told.code, **told.values, hint=Sentence("own-key-replaced-hint", name=step_name(new.step)))
