"""The participants a game waits for, and for what: used by lists of games, reminders and `--json`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.protocol.seating import REFEREE
from referee.record.file_names import OUTBOX, name_prefix, names_with_prefix
from referee.record.notes import Offer
from referee.session.agreements.proposals import proposals
from referee.session.masked import pending_key_shares
from referee.session.session import Session
from referee.session.todo.tasks import seat_due_to_mix, seats_with_note_here
from referee.session.todo.waiting_for import seats_waited_for

JOIN = "join"
CHARTER = "charter"
ACCEPTANCE = "acceptance"
MIX = "mix"
MOVE = "move"
KEY_SHARES = "key shares"
AGREEMENT = "agreement"
END = "end"

BESIDE = (JOIN, KEY_SHARES, AGREEMENT)
"""For what nobody is told to be awaited: it is done beside the game, or by programs."""


class WaitedParty(msgspec.Struct, frozen=True):
    """A seat or `referee` that is waited for, "" for a player who may still join; `goods` are those of the reader that
    wait for it, or how many may join.
    """

    role: str
    what: str
    goods: int = 0


def waited_parties(session: Session) -> tuple[WaitedParty, ...]:
    """The participants that a game waits for, as far as this folder shows; the first to act comes first."""
    history = session.history
    if history.offer is None:
        return ()
    if history.table is None:
        return tuple(_until_charter(session, history.offer.read(Offer).seats))
    if history.position is None:
        return tuple(_until_deal(session))
    if history.position.over:
        return tuple(WaitedParty(name, END) for name in history.table.names if name not in history.acks)
    return tuple(_in_play(session))


def _until_charter(session: Session, seats: int) -> Iterator[WaitedParty]:
    missing = seats - len(seats_with_note_here(session, "join"))
    if missing <= 0 or not session.is_host:
        yield WaitedParty(REFEREE, CHARTER)
    if missing > 0 and session.is_host:
        yield WaitedParty("", JOIN, missing)


def _until_deal(session: Session) -> Iterator[WaitedParty]:
    signed = names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "accept"))
    here = {*seats_with_note_here(session, "accept"), *([session.role] if signed else [])}
    missing = [name for name in session.table.names if name not in here]
    yield from (WaitedParty(name, ACCEPTANCE) for name in missing)
    if not missing and (mixes := seat_due_to_mix(session)):
        yield WaitedParty(mixes, MIX)


def _in_play(session: Session) -> Iterator[WaitedParty]:
    yield from (WaitedParty(name, MOVE) for name in seats_waited_for(session))
    closed = pending_key_shares.undecrypted_counts(session.position, session.folder, session.eyes.seat)
    owing, own = {name for names in closed.locks.values() for name in names}, closed.locks.get(session.role or "", ())
    for name in session.table.names:
        if name in owing:
            yield WaitedParty(name, KEY_SHARES, closed.dark if name in own else 0)
    for _, _, missing in proposals(session):
        yield from (WaitedParty(name, AGREEMENT) for name in missing)
