"""Taking in what programs send by themselves in a masked game: mixes before the deal, unlocks from then on.

What is cheap is looked at before any arithmetic; what was found to hold once is not computed again.
"""

from __future__ import annotations

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Unlock
from referee.record.store import notes_kept
from referee.table.desk.desk import Desk
from referee.table.desk.pending import MOST_AHEAD, held, keep_waiting
from referee.table.desk.publish import finish
from referee.table.desk.unlocks import look_at_mixes, mixed_here, seat_key
from referee.table.intake.mailbag import Mailbag, authenticate, is_entered, keep_evidence
from referee.table.intake.opening import deal_if_complete
from referee.table.masked import check_type
from referee.table.opening.mixing import check_alone, check_mix
from referee.table.seating import author
from referee.table.step.unlock import check_first_unlock, read_unlock
from referee.table.telling.news import Notice


def take_mixes(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Mixes wait for the deal, each on the one before; with the last of them the host deals."""
    mixes = bag.of("mix")
    if bag.of("deal"):
        return []
    for signed in mixes:
        _check_masked(desk, signed)
        authenticate(desk, signed)
    ranked = sorted(mixes, key=lambda signed: desk.table.seat(author(signed)))
    notices = [_take_mix(desk, signed) for signed in ranked]
    look_at_mixes(desk)
    if desk.is_host and desk.history.position is not None:
        finish(desk, bag.lang)
    elif desk.is_host:
        notices += deal_if_complete(desk, bag.lang)
    return notices


def _take_mix(desk: Desk, signed: SignedNote) -> Notice:
    seat = author(signed)
    known = next((mix for mix in held(desk, "mix") if author(mix) == seat), None)
    if is_entered(desk, signed.id) or (known is not None and known.id == signed.id):
        return Notice("mix-already-here", {"seat": desk.table.person(seat)})
    if desk.history.position is not None:
        raise OutOfOrder("mix-after-deal", seat=desk.table.person(seat))
    if known is not None:
        hint = Sentence("keep-proof", name=keep_evidence(desk, (signed,)))
        raise OutOfOrder("rival-notes", type="mix", first=known.id, second=signed.id, hint=hint)
    mixed = mixed_here(desk)
    if desk.table.seat(seat) > mixed.done:  # it has overtaken another, and is looked at behind that
        check_alone(desk.table, signed)
    else:
        check_mix(desk.table, mixed, signed, desk.proven, seat_key(desk))
        desk.keep_proven([signed.id])
    keep_waiting(desk.folder, signed)
    return Notice("seat-mixes", {"seat": desk.table.person(seat)})


def take_unlocks(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Unlocks wait until a step enters them, and light what this player holds as soon as they are here."""
    belonging = bag.belonging
    notices = []
    for signed in bag.of("unlock"):
        _check_masked(desk, signed)
        if signed.id not in belonging:
            authenticate(desk, signed)
            notices.append(_take_unlock(desk, signed))
    return notices


def _take_unlock(desk: Desk, signed: SignedNote) -> Notice:
    note = signed.read(Unlock)
    waiting = notes_kept(desk.folder, "unlock")
    if is_entered(desk, signed.id) or signed.id in {known.id for known in waiting}:
        return Notice("unlock-already-here", {"seat": desk.table.person(note.seat)})
    ahead = _is_ahead(desk, note)
    _check_number(desk, note, waiting, ahead=ahead)
    position = desk.history.position
    if not ahead and position is None:
        mixed = mixed_here(desk)
        check_first_unlock(desk.table, mixed.deck, mixed.head, signed, desk.proven)
    elif not ahead:
        try:
            read_unlock(desk.position, signed)
        except OutOfOrder as refusal:
            if refusal.code == "lock-nothing-new":
                return Notice("unlock-already-here", {"seat": desk.table.person(note.seat)})
            if refusal.code == "other-history-here":
                refusal.hint = Sentence("keep-proof", name=keep_evidence(desk, (signed,)))
            raise
    if not ahead:
        desk.keep_proven([signed.id])
    keep_waiting(desk.folder, signed)
    return Notice("seat-unlocks", {"seat": desk.table.person(note.seat)})


def _is_ahead(desk: Desk, note: Unlock) -> bool:
    """Whether an unlock has overtaken what it was signed behind: the last mix, the deal, or a step. It waits as it is,
    and is looked at once that is here.
    """
    position = desk.history.position
    if position is not None:
        return note.step > position.step + 1
    return note.step > 0 or mixed_here(desk).due(desk.table) is not None


def _check_number(desk: Desk, note: Unlock, waiting: tuple[SignedNote, ...], *, ahead: bool) -> None:
    """A party cannot fill this folder: of each seat as many unlocks wait as there are tiles, and of a step that is not
    here yet one.
    """
    newest = desk.history.position.step if desk.history.position is not None else 0
    if note.step > newest + MOST_AHEAD:
        raise OutOfOrder("step-missing", step=newest + 1, hint=Sentence("ask-host-for", name=step_name(newest + 1)))
    own = [known.read(Unlock) for known in waiting if author(known) == note.seat]
    if len(own) >= desk.table.piles[0].size or (ahead and note.step in {known.step for known in own}):
        raise OutOfOrder("too-many-unlocks", seat=desk.table.person(note.seat))


def _check_masked(desk: Desk, signed: SignedNote) -> None:
    """Only a masked game has such notes."""
    if not desk.table.masked:
        check_type(signed)
