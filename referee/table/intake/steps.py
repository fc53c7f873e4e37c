"""Taking in what the referee has closed: steps, those that come before an earlier one, the end, and acks of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.names import DEAL, ack_name, step_name
from referee.record.note import SignedNote, notes_of, read_bundle, render_bundle
from referee.record.notes import Ack, Consent, End, Entered, Move, Rekey, Step
from referee.table.desk.desk import Desk
from referee.table.desk.pending import MOST_AHEAD, ahead_name, drop, gap, steps_ahead
from referee.table.desk.publish import drop_unlocks
from referee.table.desk.rekeys import check_not_opposed
from referee.table.intake.mailbag import BY_REFEREE, Mailbag, authenticate, keep_evidence, remarked, two_histories
from referee.table.seating import REFEREE, Table
from referee.table.step.ending import check_ack, check_end
from referee.table.step.enter import after_step, split_step
from referee.table.step.position import Position
from referee.table.telling.news import Notice


def take_steps(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Steps that the referee has closed: the next ones are entered, the ones that are here are compared."""
    steps = sorted(((_step_of(desk, signed, bag), signed) for signed in bag.of("step")), key=lambda pair: pair[0].step)
    for (step_note, signed), (later, other) in pairwise(steps):
        if step_note.step == later.step:
            raise two_histories(desk, step_note.step, signed, other, (signed, other))
    if not steps:
        return enter_waiting(desk) if desk.position.step + 1 in steps_ahead(desk) else []
    desk, gone = _goes_over(desk, steps, bag)
    known = [(step_note, signed) for step_note, signed in steps if step_note.step <= desk.position.step]
    notices = [_known_step(desk, signed, step_note, bag) for step_note, signed in known]
    position = desk.position
    notices += gone
    for step_note, signed in steps[len(known) :]:
        following = position.step + 1
        if step_note.step > position.step + MOST_AHEAD:
            hint = Sentence("ask-host-for", name=step_name(following))
            raise OutOfOrder("step-missing", step=following, hint=hint)
        if step_note.step == following and is_left_behind(desk, signed):
            _keep_ahead(desk, step_note.step, _bundle(desk, step_note, signed, bag, position.table), signed)
            from referee.table.desk.succeeding import left_behind  # few games are masked

            notices.append(Notice("host-left-behind", left_behind(desk, step_note.step)))
            break
        if step_note.step > following:
            if not step_note.next and bag.single("end") is None:
                raise Unreadable("last-step-without-end", at=step_name(step_note.step))
            notices.append(_keep_ahead(desk, step_note.step, _bundle(desk, step_note, signed, bag), signed))
            continue
        position = _enter_step(desk, position, step_note, signed, bag)
        notices.append(Notice("step-entered", {"step": step_note.step}))
    return notices + _enter_kept(desk, position)


def _goes_over(desk: Desk, steps: Sequence[tuple[Step, SignedNote]], bag: Mailbag) -> tuple[Desk, list[Notice]]:
    """The desk that has given up what an old host had closed, where the others have replaced him by one of these steps;
    and what is said of it.

    Raises:
        NotAuthentic: something that others have signed would be undone by it; its owner decides.
    """
    if not desk.table.masked:
        return desk, []
    from referee.table.intake.going_over import (  # few games are masked
        give_up,
        goes_before,
        goes_over_by_itself,
        listed,
        two_hosts,
    )

    for step_note, signed in steps:
        here = desk.history.signed_notes.get(step_name(step_note.step), ())
        if (
            step_note.step > desk.position.step
            or signed.id in {one.id for one in here}
            or signed.key == desk.table.host.key
        ):
            continue
        bundle = listed(desk, signed, bag.signed_notes)
        if not bundle or not goes_before(desk, bundle):
            continue
        if not goes_over_by_itself(desk, bundle):
            name = keep_evidence(desk, bundle, most=2)
            said = two_hosts(desk, bundle)
            code = "two-hosts-without" if said["silent"] else "two-hosts-agreed"
            raise NotAuthentic(code, file=f"pending/{name}", **said)
        over, notice = give_up(desk, bundle)
        return over, [notice]
    return desk, []


def enter_waiting(desk: Desk) -> list[Notice]:
    """Enter the steps that wait and for which nothing is missing any more."""
    return _enter_kept(desk, desk.position)


def is_left_behind(desk: Desk, signed: SignedNote) -> bool:
    """Whether a step is one of the present host's, where the reader has agreed to another one without him: it waits
    until the new host's step builds on the reader's, the present host agrees as well, or a no is said.
    """
    if not desk.table.masked or signed.key != desk.table.host.key:
        return False
    from referee.table.desk.succeeding import requests_agreed  # few games are masked

    return bool(requests_agreed(desk))


def _enter_kept(desk: Desk, position: Position) -> list[Notice]:
    """The steps that have waited for the ones before them; what is refused of them is left out, and no mail with it.
    A step of the number of one that is here is another host's, and is kept beside.
    """
    notices = []
    for step in steps_ahead(desk):
        if step > position.step + 1:
            break
        if step == position.step + 1 and any(is_left_behind(desk, one) for one in _kept_ahead(desk, step).of("step")):
            break
        if step <= position.step:
            _keep_other(desk, step)
        if step == position.step + 1:
            try:
                bag = _kept_ahead(desk, step)
                (signed,) = bag.of("step")
                position = _enter_step(desk, position, _step_of(desk, signed, bag, position.table), signed, bag)
                notices.append(Notice("step-entered", {"step": step}))
            except RefereeError as refusal:
                notices.append(Notice("left-out", {"what": remarked(refusal)}))
        desk.folder.drop_pending(ahead_name(step))
    return notices


def _keep_other(desk: Desk, step: int) -> None:
    """Keep a step that has waited and is not the one that was entered, with all it lists."""
    waited = read_bundle(desk.folder.read_pending(ahead_name(step)))
    entered = read_bundle(desk.folder.read(step_name(step)))
    if waited[-1].id not in {signed.id for signed in entered}:
        keep_evidence(desk, waited, most=2)


def _step_of(desk: Desk, signed: SignedNote, bag: Mailbag, table: Table | None = None) -> Step:
    if not may_be_later_host(desk, signed, bag):
        _check_by(desk, signed, bag, table)
    step_note = signed.read(Step)
    if step_note.game != desk.table.game_id:
        raise OutOfOrder("step-of-other-game")
    return step_note


def _check_by(desk: Desk, part: SignedNote, bag: Mailbag, table: Table | None = None) -> None:
    """Check that a part of a step is by a party of its type, or by a new key whose rekey note has come along: that of
    a host, or of a seat that says itself what it knows. What that key may sign is asked where the step is entered.

    Raises:
        NotAuthentic: it is by nobody.
    """
    news = notes_of(Rekey, bag.signed_notes)
    hosts, keys = {rekey.key for rekey in news if rekey.seat == REFEREE}, {rekey.key for rekey in news}
    if (part.type in BY_REFEREE and part.key in hosts) or (part.type == "consent" and part.key in keys):
        part.check()
    else:
        authenticate(desk, part, table)


def _known_step(desk: Desk, signed: SignedNote, step_note: Step, bag: Mailbag) -> Notice:
    here = desk.history.signed_notes[step_name(step_note.step)]
    known = split_step(here)[1] if step_note.step else here[-1]
    if known.id != signed.id:
        listed = {line.id for line in step_note.note} if known.key != signed.key else set()
        beside = [note for note in bag.signed_notes if note.id in listed and note.is_intact]
        raise two_histories(desk, step_note.step, known, signed, (*beside, signed))
    if step_note.step == desk.position.step:
        # A machine that has forgotten what it signed may sign again once somebody else has shown it the newest step.
        over = desk.history.end is not None
        desk.change_guard(lambda guard: guard.seen(step_note.step, signed.id, over=over))
    return Notice("already-entered", {"step": step_note.step})


def _bundle(
    desk: Desk, step_note: Step, signed: SignedNote, bag: Mailbag, table: Table | None = None
) -> tuple[SignedNote, ...]:
    """The notes of a step, as its file in the record will hold them. Raises NotAuthentic if one has not come along.

    `table` has the keys that sign for this step; without it, for a step ahead, nobody knows them yet.
    """
    listed = [(line, _note_listed(desk, bag, line, table or desk.table)) for line in step_note.note]
    missing = [line.seat for line, found in listed if found is None]
    if missing:
        raise NotAuthentic("step-notes-missing", missing=", ".join(missing))
    end = bag.single("end") if not step_note.next else None
    closed = (*(found for _, found in listed if found is not None), signed)
    bundle = (*closed, end) if end is not None else closed
    for part in bundle:
        ahead = table is None and (part.type not in BY_REFEREE or part.key == signed.key)
        if part.type == "rekey" or ahead:
            part.check()
        else:
            _check_by(desk, part, bag, table)
    return bundle


def _enter_step(desk: Desk, position: Position, step_note: Step, signed: SignedNote, bag: Mailbag) -> Position:
    bundle = _bundle(desk, step_note, signed, bag, position.table)
    end = bundle[-1] if bundle[-1].type == "end" else None
    closed = bundle[:-1] if end is not None else bundle
    with _kept_if_refused(desk, bundle):
        after = after_step(position, closed, desk.eyes)
        if end is not None:
            check_end(after, end)
    if after.over and end is None:
        raise Unreadable("last-step-without-end", at=step_name(step_note.step))
    check_not_opposed(desk, step_note.step, closed)
    desk.folder.commit(step_name(step_note.step), render_bundle(bundle))
    desk.change_guard(lambda guard: guard.seen(step_note.step, signed.id, over=end is not None))
    drop(desk.folder, step_note.step, closed)
    drop_unlocks(desk, after, closed)
    return after


def _note_listed(desk: Desk, bag: Mailbag, line: Entered, table: Table) -> SignedNote | None:
    """The note that a step note lists, from the mail: the copy under the key of its seat, if there is one.

    A note of an earlier step, listed again, is taken from the record, so that what refuses the step says why.
    """
    copies = [note for note in bag.of("move", "unlock", "standing", "consent", "rekey") if note.id == line.id]
    own = [note for note in copies if note.type == "rekey" and note.key == note.read(Rekey).key]
    if own:
        return own[0]
    if not copies:
        before = (note for name, entered in desk.history.steps() for note in entered if name != DEAL)
        return next((note for note in before if note.id == line.id), None)
    keys = {party.key for party in (table.host, *table.seats) if party.role == line.seat}
    if copies[0].type == "consent" and copies[0].read(Consent).pok is not None:
        keys = {rekey.key for rekey in notes_of(Rekey, bag.signed_notes)}
    return next((note for note in copies if note.key in keys), copies[0])


@contextmanager
def _kept_if_refused(desk: Desk, bundle: tuple[SignedNote, ...]) -> Iterator[None]:
    """A step that the referee has signed and that does not follow is kept with all it lists: `judge` weighs it.

    Two of a slot are kept: where one alone shows nothing to others, such as a wrong hand, both together do.
    """
    try:
        yield
    except (Unreadable, NotAuthentic, OutOfOrder, IllegalMove) as refusal:
        name = keep_evidence(desk, bundle, most=2)
        refusal.hint = Sentence("kept-for-judging", name=name)
        raise


def _keep_ahead(desk: Desk, step: int, bundle: tuple[SignedNote, ...], signed: SignedNote) -> Notice:
    """Keep the notes of a step until the ones before it are here. Raises NotAuthentic if another one waits there."""
    if step in steps_ahead(desk):
        (known,) = (note for note in _kept_ahead(desk, step).of("step"))
        if known.id != signed.id:
            raise two_histories(desk, step, known, signed, (known, signed))
    else:
        desk.folder.write_pending(ahead_name(step), render_bundle(bundle))
    return Notice("step-kept", gap(desk) | {"step": f"{step:04d}"})


def may_be_later_host(desk: Desk, signed: SignedNote, bag: Mailbag) -> bool:
    """Whether a step may be that of somebody whom a step before it, which is missing here, has made the host: nobody
    here has its key, and a seat has signed for that very step on that head, so that no stranger can send any.
    """
    if desk.table.signer(signed.key) is not None or not signed.is_intact:
        return False
    step = signed.note()
    if not isinstance(step, Step) or step.game != desk.table.game_id or step.step <= desk.position.step + 1:
        return False
    listed = {line.id for line in step.note}
    return any(_vouches(desk, step, other) for other in bag.of("move", "consent") if other.id in listed)


def _vouches(desk: Desk, step: Step, signed: SignedNote) -> bool:
    note, party = signed.note(), desk.table.party(signed.key)
    if not isinstance(note, Move | Consent) or party is None or not signed.is_intact:
        return False
    return (note.game, note.seat, note.step, note.head) == (step.game, party.role, step.step, step.head)


def _kept_ahead(desk: Desk, step: int) -> Mailbag:
    """The notes of a step that waits. Raises Unreadable, NotAuthentic."""
    return Mailbag(read_bundle(desk.folder.read_pending(ahead_name(step))))


def take_end(desk: Desk, bag: Mailbag) -> list[Notice]:
    """An end that comes with a turn was taken with it; one that differs from ours is a second history."""
    for signed in bag.of("end"):
        if any(may_be_later_host(desk, step, bag) for step in bag.of("step") if step.key == signed.key):
            continue
        authenticate(desk, signed)
        end, known = signed.read(End), desk.history.end
        if end.game == desk.table.game_id and known is not None and known.id != signed.id:
            raise two_histories(desk, end.step, known, signed, (signed,))
    return []


def take_acks(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Acks of the end: one for each seat, whatever its signature looks like."""
    notices = []
    end = desk.history.end
    for signed in bag.of("ack"):
        authenticate(desk, signed)
        ack = _ack(desk, signed, end)
        if ack.seat in desk.history.acks:
            notices.append(Notice("ack-already-here", {"seat": desk.table.person(ack.seat)}))
            continue
        desk.folder.commit(ack_name(ack.seat), render_bundle((signed,)))
        notices.append(Notice("acknowledged-end", {"seat": desk.table.person(ack.seat)}))
    return notices


def _ack(desk: Desk, signed: SignedNote, end: SignedNote | None) -> Ack:
    try:
        return check_ack(desk.table, signed, end.id if end is not None else None)
    except NotAuthentic as refusal:
        ack = signed.note()
        if isinstance(ack, Ack) and end is not None and ack.head != end.id:
            # The seat has seen another end than we: the referee's second history, or the seat's invention.
            name, seat = keep_evidence(desk, (signed,)), ack.seat
            refusal.hint = Sentence("ack-kept", name=name, seat=desk.table.person(seat))
        raise
