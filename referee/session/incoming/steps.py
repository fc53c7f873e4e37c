"""Receiving what the referee has closed: steps, those that come before an earlier one, the end, and acks of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.messages.step_news import Notice
from referee.protocol.seating import REFEREE, Table
from referee.protocol.step.ending import check_ack, check_end
from referee.protocol.step.position import Position
from referee.protocol.step.record_step import position_after_step, split_step_notes
from referee.record.file_names import DEAL, ack_name, step_name
from referee.record.note import SignedNote, notes_of, read_bundle, render_bundle
from referee.record.notes import Ack, Consent, End, Entered, Move, Rekey, Step
from referee.record.notes.kinds import BY_HOST
from referee.session.agreements import next_host
from referee.session.agreements.new_key_requests import check_no_opposition
from referee.session.incoming import host_switch
from referee.session.incoming.received_notes import (
    ReceivedNotes,
    check_signer,
    contradicting_histories,
    remark_sentence,
    store_evidence,
)
from referee.session.pending import MOST_AHEAD, drop_pending, early_step_file_name, early_steps, missing_steps_report
from referee.session.publish import drop_recorded_unlocks
from referee.session.session import Session


def handle_steps(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Steps that the referee has closed: the next ones are recorded, the ones that are here are compared."""
    steps = sorted(
        ((_step_of(session, signed, bag), signed) for signed in bag.of("step")), key=lambda pair: pair[0].step
    )
    for (step_note, signed), (later, other) in pairwise(steps):
        if step_note.step == later.step:
            raise contradicting_histories(session, step_note.step, signed, other, (signed, other))
    if not steps:
        return enter_waiting(session) if session.position.step + 1 in early_steps(session) else []
    session, gone = _follow_new_host(session, steps, bag)
    known = [(step_note, signed) for step_note, signed in steps if step_note.step <= session.position.step]
    notices = [_known_step(session, signed, step_note, bag) for step_note, signed in known]
    position = session.position
    notices += gone
    for step_note, signed in steps[len(known) :]:
        following = position.step + 1
        if step_note.step > position.step + MOST_AHEAD:
            hint = Sentence("ask-host-for", name=step_name(following))
            raise OutOfOrder("step-missing", step=following, hint=hint)
        if step_note.step == following and is_left_behind(session, signed):
            _keep_ahead(session, step_note.step, _bundle(session, step_note, signed, bag, position.table), signed)
            notices.append(Notice("host-left-behind", next_host.left_behind(session, step_note.step)))
            break
        if step_note.step > following:
            if not step_note.next and bag.single("end") is None:
                raise Unreadable("last-step-without-end", at=step_name(step_note.step))
            notices.append(_keep_ahead(session, step_note.step, _bundle(session, step_note, signed, bag), signed))
            continue
        position = _enter_step(session, position, step_note, signed, bag)
        notices.append(Notice("step-entered", {"step": step_note.step}))
    return notices + _enter_kept_steps(session, position)


def _follow_new_host(
    session: Session, steps: Sequence[tuple[Step, SignedNote]], bag: ReceivedNotes
) -> tuple[Session, list[Notice]]:
    """The session that has given up what an old host had closed, where the others have replaced him by one of these
    steps; and what is said of it.

    Raises:
        NotAuthentic: something that others have signed would be taken back by it; its owner decides.
    """
    if session.table.deck.keeper == "host":
        return session, []
    for step_note, signed in steps:
        here = session.history.signed_notes.get(step_name(step_note.step), ())
        if (
            step_note.step > session.position.step
            or signed.id in {one.id for one in here}
            or signed.key == session.table.host.key
        ):
            continue
        bundle = host_switch.listed_notes(session, signed, bag.signed_notes)
        if not bundle or not host_switch.goes_before(session, bundle):
            continue
        if not host_switch.goes_over_by_itself(session, bundle):
            name = store_evidence(session, bundle, most=2)
            said = host_switch.two_hosts(session, bundle)
            code = "two-hosts-without" if said["silent"] else "two-hosts-agreed"
            raise NotAuthentic(code, file=f"pending/{name}", **said)
        over, notice = host_switch.give_up(session, bundle)
        return over, [notice]
    return session, []


def enter_waiting(session: Session) -> list[Notice]:
    """Record the steps that wait and for which nothing is missing any more."""
    return _enter_kept_steps(session, session.position)


def is_left_behind(session: Session, signed: SignedNote) -> bool:
    """Whether a step is one of the present host's, where the reader has agreed to another one without him: it waits
    until the new host's step builds on the reader's, the present host agrees as well, or a no is said.
    """
    if not session.table.replaces_host or signed.key != session.table.host.key:
        return False
    return bool(next_host.agreed_requests(session))


def _enter_kept_steps(session: Session, position: Position) -> list[Notice]:
    """The steps that have waited for the ones before them; what is refused of them is left out, and no mail with it.
    A step of the number of one that is here is another host's, and is kept beside.
    """
    notices = []
    for step in early_steps(session):
        if step > position.step + 1:
            break
        if step == position.step + 1 and any(
            is_left_behind(session, one) for one in _kept_ahead(session, step).of("step")
        ):
            break
        if step <= position.step:
            _keep_other(session, step)
        if step == position.step + 1:
            try:
                bag = _kept_ahead(session, step)
                (signed,) = bag.of("step")
                position = _enter_step(session, position, _step_of(session, signed, bag, position.table), signed, bag)
                notices.append(Notice("step-entered", {"step": step}))
            except RefereeError as refusal:
                notices.append(Notice("left-out", {"what": remark_sentence(refusal)}))
        session.folder.drop_pending(early_step_file_name(step))
    return notices


def _keep_other(session: Session, step: int) -> None:
    """Keep a step that has waited and is not the one that was recorded, with all it lists."""
    waited = read_bundle(session.folder.read_pending(early_step_file_name(step)))
    entered = read_bundle(session.folder.read(step_name(step)))
    if waited[-1].id not in {signed.id for signed in entered}:
        store_evidence(session, waited, most=2)


def _step_of(session: Session, signed: SignedNote, bag: ReceivedNotes, table: Table | None = None) -> Step:
    if not may_be_later_host(session, signed, bag):
        _check_by(session, signed, bag, table)
    step_note = signed.read(Step)
    if step_note.game != session.table.game_id:
        raise OutOfOrder("step-of-other-game")
    return step_note


def _check_by(session: Session, part: SignedNote, bag: ReceivedNotes, table: Table | None = None) -> None:
    """Check that a part of a step is by a party of its type, or by a new key whose rekey note has arrived with it: that
    of a host, or of a seat that says itself what it knows. What that key may sign is asked where the step is recorded.

    Raises:
        NotAuthentic: it is by nobody.
    """
    news = notes_of(Rekey, bag.signed_notes)
    hosts, keys = {rekey.key for rekey in news if rekey.seat == REFEREE}, {rekey.key for rekey in news}
    if (part.type in BY_HOST and part.key in hosts) or (part.type == "consent" and part.key in keys):
        part.check()
    else:
        check_signer(session, part, table)


def _known_step(session: Session, signed: SignedNote, step_note: Step, bag: ReceivedNotes) -> Notice:
    here = session.history.signed_notes[step_name(step_note.step)]
    known = split_step_notes(here)[1] if step_note.step else here[-1]
    if known.id != signed.id:
        listed = {line.id for line in step_note.note} if known.key != signed.key else set()
        beside = [note for note in bag.signed_notes if note.id in listed and note.is_intact]
        raise contradicting_histories(session, step_note.step, known, signed, (*beside, signed))
    if step_note.step == session.position.step:
        # A computer that has lost what it signed may sign again once someone else has shown it the latest step.
        over = session.history.end is not None
        session.change_guard(lambda guard: guard.seen(step_note.step, signed.id, over=over))
    return Notice("already-entered", {"step": step_note.step})


def _bundle(
    session: Session, step_note: Step, signed: SignedNote, bag: ReceivedNotes, table: Table | None = None
) -> tuple[SignedNote, ...]:
    """The notes of a step, as its file in the record will hold them. Raises NotAuthentic if one has not come along.

    `table` has the keys that sign for this step; without it, for a step ahead, nobody knows them yet.
    """
    listed = [(line, _listed_note(session, bag, line, table or session.table)) for line in step_note.note]
    missing = [line.seat for line, found in listed if found is None]
    if missing:
        raise NotAuthentic("step-notes-missing", missing=", ".join(missing))
    end = bag.single("end") if not step_note.next else None
    closed = (*(found for _, found in listed if found is not None), signed)
    bundle = (*closed, end) if end is not None else closed
    for part in bundle:
        ahead = table is None and (part.type not in BY_HOST or part.key == signed.key)
        if part.type == "rekey" or ahead:
            part.check()
        else:
            _check_by(session, part, bag, table)
    return bundle


def _enter_step(
    session: Session, position: Position, step_note: Step, signed: SignedNote, bag: ReceivedNotes
) -> Position:
    bundle = _bundle(session, step_note, signed, bag, position.table)
    end = bundle[-1] if bundle[-1].type == "end" else None
    closed = bundle[:-1] if end is not None else bundle
    with _keeping_refused_step(session, bundle):
        after = position_after_step(position, closed, session.eyes)
        if end is not None:
            check_end(after, end)
    if after.over and end is None:
        raise Unreadable("last-step-without-end", at=step_name(step_note.step))
    check_no_opposition(session, step_note.step, closed)
    session.folder.commit(step_name(step_note.step), render_bundle(bundle))
    session.change_guard(lambda guard: guard.seen(step_note.step, signed.id, over=end is not None))
    drop_pending(session.folder, step_note.step, closed)
    drop_recorded_unlocks(session, after, closed)
    return after


def _listed_note(session: Session, bag: ReceivedNotes, line: Entered, table: Table) -> SignedNote | None:
    """The note that a step note lists, from the mail: the copy under the key of its seat, if there is one.

    A note of an earlier step, listed again, is taken from the record, so that what refuses the step says why.
    """
    copies = [note for note in bag.of("move", "unlock", "standing", "consent", "rekey") if note.id == line.id]
    own = [note for note in copies if note.type == "rekey" and note.key == note.read(Rekey).key]
    if own:
        return own[0]
    if not copies:
        before = (note for name, entered in session.history.steps() for note in entered if name != DEAL)
        return next((note for note in before if note.id == line.id), None)
    keys = {party.key for party in (table.host, *table.seats) if party.role == line.seat}
    if copies[0].type == "consent" and copies[0].read(Consent).pok is not None:
        keys = {rekey.key for rekey in notes_of(Rekey, bag.signed_notes)}
    return next((note for note in copies if note.key in keys), copies[0])


@contextmanager
def _keeping_refused_step(session: Session, bundle: tuple[SignedNote, ...]) -> Iterator[None]:
    """A step that the referee has signed and that does not follow is kept with all it lists: `judge` weighs it.

    Two of a slot are kept: where one alone shows nothing to others, such as a wrong hand, both together do.
    """
    try:
        yield
    except (Unreadable, NotAuthentic, OutOfOrder, IllegalMove) as refusal:
        name = store_evidence(session, bundle, most=2)
        refusal.hint = Sentence("kept-for-judging", name=name)
        raise


def _keep_ahead(session: Session, step: int, bundle: tuple[SignedNote, ...], signed: SignedNote) -> Notice:
    """Keep the notes of a step until the ones before it are here. Raises NotAuthentic if another one waits there."""
    if step in early_steps(session):
        (known,) = (note for note in _kept_ahead(session, step).of("step"))
        if known.id != signed.id:
            raise contradicting_histories(session, step, known, signed, (known, signed))
    else:
        session.folder.write_pending(early_step_file_name(step), render_bundle(bundle))
    return Notice("step-kept", missing_steps_report(session) | {"step": f"{step:04d}"})


def may_be_later_host(session: Session, signed: SignedNote, bag: ReceivedNotes) -> bool:
    """Whether a step may be that of somebody whom a step before it, which is missing here, has made the host: nobody
    here has its key, and a seat has signed for that very step on that head, so that no stranger can send any.
    """
    if session.table.signer(signed.key) is not None or not signed.is_intact:
        return False
    step = signed.note()
    if not isinstance(step, Step) or step.game != session.table.game_id or step.step <= session.position.step + 1:
        return False
    listed = {line.id for line in step.note}
    return any(_vouches(session, step, other) for other in bag.of("move", "consent") if other.id in listed)


def _vouches(session: Session, step: Step, signed: SignedNote) -> bool:
    note, party = signed.note(), session.table.party(signed.key)
    if not isinstance(note, Move | Consent) or party is None or not signed.is_intact:
        return False
    return (note.game, note.seat, note.step, note.head) == (step.game, party.role, step.step, step.head)


def _kept_ahead(session: Session, step: int) -> ReceivedNotes:
    """The notes of a step that waits. Raises Unreadable, NotAuthentic."""
    return ReceivedNotes(read_bundle(session.folder.read_pending(early_step_file_name(step))))


def handle_end(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """An end that comes with a turn was taken with it; one that differs from ours is a second history."""
    for signed in bag.of("end"):
        if any(may_be_later_host(session, step, bag) for step in bag.of("step") if step.key == signed.key):
            continue
        check_signer(session, signed)
        end, known = signed.read(End), session.history.end
        if end.game == session.table.game_id and known is not None and known.id != signed.id:
            raise contradicting_histories(session, end.step, known, signed, (signed,))
    return []


def handle_acks(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Acks of the end: one for each seat, whatever its signature looks like."""
    notices = []
    end = session.history.end
    for signed in bag.of("ack"):
        check_signer(session, signed)
        ack = _ack(session, signed, end)
        if ack.seat in session.history.acks:
            notices.append(Notice("ack-already-here", {"seat": session.table.person(ack.seat)}))
            continue
        session.folder.commit(ack_name(ack.seat), render_bundle((signed,)))
        notices.append(Notice("acknowledged-end", {"seat": session.table.person(ack.seat)}))
    return notices


def _ack(session: Session, signed: SignedNote, end: SignedNote | None) -> Ack:
    try:
        return check_ack(session.table, signed, end.id if end is not None else None)
    except NotAuthentic as refusal:
        ack = signed.note()
        if isinstance(ack, Ack) and end is not None and ack.head != end.id:
            # The seat has seen another end than we: the referee's second history, or the seat's invention.
            name, seat = store_evidence(session, (signed,)), ack.seat
            refusal.hint = Sentence("ack-kept", name=name, seat=session.table.person(seat))
        raise
