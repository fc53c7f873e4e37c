"""Receiving what programs send by themselves with a masked deck: mixes before the deal, unlocks from then on.

What is cheap is looked at before any arithmetic; what was found to hold once is not computed again.
"""

from __future__ import annotations

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.messages.step_news import Notice
from referee.protocol.deck import deck_of
from referee.protocol.masked.key_share_notes import check_first_unlock, read_unlock
from referee.protocol.masked.shuffling import check_mix, check_shuffle_alone
from referee.protocol.seating import author_role
from referee.record.file_names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Unlock
from referee.record.store import stored_notes
from referee.session.incoming.opening import deal_if_complete
from referee.session.incoming.received_notes import ReceivedNotes, check_signer, is_recorded, store_evidence
from referee.session.masked.automatic_notes import check_early_shuffles, deck_after_stored_shuffles, seat_key
from referee.session.pending import MOST_AHEAD, pending_notes_that_hold, store_pending
from referee.session.publish import finish_publishing
from referee.session.session import Session


def handle_mixes(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Mixes wait for the deal, each on the one before; with the last of them the host deals."""
    mixes = bag.of("mix")
    if bag.of("deal"):
        return []
    for signed in mixes:
        deck_of(session.table).check_type(signed)
        check_signer(session, signed)
    ranked = sorted(mixes, key=lambda signed: session.table.seat(author_role(signed)))
    notices = [_take_mix(session, signed) for signed in ranked]
    check_early_shuffles(session)
    if session.is_host and session.history.position is not None:
        finish_publishing(session, bag.lang)
    elif session.is_host:
        notices += deal_if_complete(session, bag.lang)
    return notices


def _take_mix(session: Session, signed: SignedNote) -> Notice:
    seat = author_role(signed)
    known = next((mix for mix in pending_notes_that_hold(session, "mix") if author_role(mix) == seat), None)
    if is_recorded(session, signed.id) or (known is not None and known.id == signed.id):
        return Notice("mix-already-here", {"seat": session.table.person(seat)})
    if session.history.position is not None:
        raise OutOfOrder("mix-after-deal", seat=session.table.person(seat))
    if known is not None:
        hint = Sentence("keep-proof", name=store_evidence(session, (signed,)))
        raise OutOfOrder("rival-notes", type="mix", first=known.id, second=signed.id, hint=hint)
    mixed = deck_after_stored_shuffles(session)
    if session.table.seat(seat) > mixed.done:  # it has overtaken another, and is looked at after that one
        check_shuffle_alone(session.table, signed)
    else:
        check_mix(session.table, mixed, signed, session.proven, seat_key(session))
        session.keep_proven([signed.id])
    store_pending(session.folder, signed)
    return Notice("seat-mixes", {"seat": session.table.person(seat)})


def handle_unlocks(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Unlocks wait until a step enters them, and light what this player holds as soon as they are here."""
    belonging = bag.belonging
    notices = []
    for signed in bag.of("unlock"):
        deck_of(session.table).check_type(signed)
        if signed.id not in belonging:
            check_signer(session, signed)
            notices.append(_take_unlock(session, signed))
    return notices


def _take_unlock(session: Session, signed: SignedNote) -> Notice:
    note = signed.read(Unlock)
    waiting = stored_notes(session.folder, "unlock")
    if is_recorded(session, signed.id) or signed.id in {known.id for known in waiting}:
        return Notice("unlock-already-here", {"seat": session.table.person(note.seat)})
    ahead = _is_ahead(session, note)
    _check_number(session, note, waiting, ahead=ahead)
    position = session.history.position
    if not ahead and position is None:
        mixed = deck_after_stored_shuffles(session)
        check_first_unlock(session.table, mixed.deck, mixed.head, signed, session.proven)
    elif not ahead:
        try:
            read_unlock(session.position, signed)
        except OutOfOrder as refusal:
            if refusal.code == "lock-nothing-new":
                return Notice("unlock-already-here", {"seat": session.table.person(note.seat)})
            if refusal.code == "other-history-here":
                refusal.hint = Sentence("keep-proof", name=store_evidence(session, (signed,)))
            raise
    if not ahead:
        session.keep_proven([signed.id])
    store_pending(session.folder, signed)
    return Notice("seat-unlocks", {"seat": session.table.person(note.seat)})


def _is_ahead(session: Session, note: Unlock) -> bool:
    """Whether an unlock has overtaken what it was signed behind: the last mix, the deal, or a step. It waits as it is,
    and is looked at once that is here.
    """
    position = session.history.position
    if position is not None:
        return note.step > position.step + 1
    return note.step > 0 or deck_after_stored_shuffles(session).due(session.table) is not None


def _check_number(session: Session, note: Unlock, waiting: tuple[SignedNote, ...], *, ahead: bool) -> None:
    """A party cannot fill this folder: of each seat as many unlocks wait as there are tiles, and of a step that is not
    here yet one.
    """
    newest = session.history.position.step if session.history.position is not None else 0
    if note.step > newest + MOST_AHEAD:
        raise OutOfOrder("step-missing", step=newest + 1, hint=Sentence("ask-host-for", name=step_name(newest + 1)))
    own = [known.read(Unlock) for known in waiting if author_role(known) == note.seat]
    if len(own) >= session.table.piles[0].size or (ahead and note.step in {known.step for known in own}):
        raise OutOfOrder("too-many-unlocks", seat=session.table.person(note.seat))
