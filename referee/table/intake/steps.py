"""Taking in the notes of a running game: steps, standing notes, moves, the end, acks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise

from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.record import chain
from referee.record.names import DEAL, step_name
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Ack, End, Entered, Move, Rekey, Standing, Step
from referee.table.desk.ahead import MOST, ahead_name, kept_steps
from referee.table.desk.consents import drop_consents
from referee.table.desk.desk import Desk, tag_of
from referee.table.desk.publish import finish
from referee.table.desk.rekeys import check_not_opposed
from referee.table.intake.ahead import keep_ahead, kept_ahead, may_be_later_host
from referee.table.intake.answers import take_in
from referee.table.intake.damage import remarked
from referee.table.intake.mailbag import BY_REFEREE, Mailbag, authenticate, keep_evidence, two_histories
from referee.table.seating import REFEREE, Table
from referee.table.step.ending import check_ack, check_end
from referee.table.step.enter import after_step, split_step
from referee.table.step.position import Position, names_asked
from referee.table.step.standing import check_standing, is_due, stand, stands
from referee.table.telling.decided import lines_of
from referee.table.telling.news import Notice

TOO_LATE = "move-too-late"
"""The code of the refusal of a move for a closed step: its player gets a letter."""


def take_steps(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Steps that the referee has closed: the next ones are entered, the ones that are here are compared."""
    steps = sorted(((_step_of(desk, signed, bag), signed) for signed in bag.of("step")), key=lambda pair: pair[0].step)
    for (step_note, signed), (following, other) in pairwise(steps):
        if step_note.step == following.step:
            raise two_histories(desk, step_note.step, signed, other, (signed, other))
    if not steps:
        return []
    notices = [
        _known_step(desk, signed, step_note, bag) for step_note, signed in steps if step_note.step <= desk.position.step
    ]
    position = desk.position
    for step_note, signed in steps[len(notices) :]:
        if step_note.step > position.step + MOST:
            raise OutOfOrder(
                "step-missing",
                step=position.step + 1,
                hint=Sentence("ask-host-for", name=step_name(position.step + 1)),
            )
        if step_note.step > position.step + 1:
            if not step_note.next and bag.single("end") is None:
                raise Unreadable("last-step-without-end", at=step_name(step_note.step))
            notices.append(keep_ahead(desk, step_note.step, _bundle(desk, step_note, signed, bag), signed))
            continue
        position = _enter_step(desk, position, step_note, signed, bag)
        notices.append(Notice("step-entered", {"step": step_note.step}))
    return notices + _enter_kept(desk, position)


def _enter_kept(desk: Desk, position: Position) -> list[Notice]:
    """The steps that have waited for the ones before them; what is refused of them is left out, and no mail with it."""
    notices = []
    for step in kept_steps(desk):
        if step > position.step + 1:
            break
        if step == position.step + 1:
            try:
                bag = kept_ahead(desk, step)
                (signed,) = bag.of("step")
                position = _enter_step(desk, position, _step_of(desk, signed, bag, position.table), signed, bag)
                notices.append(Notice("step-entered", {"step": step}))
            except RefereeError as refusal:
                notices.append(Notice("left-out", {"what": remarked(refusal)}))
        desk.folder.drop_pending(ahead_name(step))
    return notices


def _step_of(desk: Desk, signed: SignedNote, bag: Mailbag, table: Table | None = None) -> Step:
    if not may_be_later_host(desk, signed, bag):
        _check_by(desk, signed, bag, table)
    step_note = signed.read(Step)
    if step_note.game != desk.table.game_id:
        raise OutOfOrder("step-of-other-game")
    return step_note


def _check_by(desk: Desk, part: SignedNote, bag: Mailbag, table: Table | None = None) -> None:
    """Check that a part of a step is by a party of its type, or by the new host whose rekey note has come along; what
    that key may sign is asked where the step is entered. Raises NotAuthentic.
    """
    rekeys = [signed.note() for signed in bag.of("rekey")]
    new_hosts = {note.key for note in rekeys if isinstance(note, Rekey) and note.seat == REFEREE}
    if part.type in BY_REFEREE and part.key in new_hosts:
        part.check()
    else:
        authenticate(desk, part, table)


def _known_step(desk: Desk, signed: SignedNote, step_note: Step, bag: Mailbag) -> Notice:
    known = (
        split_step(desk.history.signed_notes[step_name(step_note.step)])[1]
        if step_note.step
        else desk.history.signed_notes[DEAL][-1]
    )
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
    listed = [(line, _listed(desk, bag, line, table or desk.table)) for line in step_note.note]
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
    drop_consents(desk.folder, step_note.step)
    return after


def _listed(desk: Desk, bag: Mailbag, line: Entered, table: Table) -> SignedNote | None:
    """The note that a step note lists, from the mail: the copy under the key of its seat, if there is one.

    A note of an earlier step, listed again, is taken from the record, so that what refuses the step says why.
    """
    copies = [note for note in bag.of("move", "standing", "consent", "rekey") if note.id == line.id]
    own = [note for note in copies if note.type == "rekey" and note.key == note.read(Rekey).key]
    if own:
        return own[0]
    if not copies:
        before = (note for name, entered in desk.history.steps() for note in entered if name != DEAL)
        return next((note for note in before if note.id == line.id), None)
    keys = {party.role: party.key for party in (table.host, *table.seats)}
    return next((note for note in copies if note.key == keys.get(line.seat)), copies[0])


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


def take_standing(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Standing answers wait at the host's: for the next step if they are due, and for a move that names them.

    Of a note that comes along with such a move nothing is said; what becomes of the move tells it.
    """
    belonging = bag.belonging
    notices = []
    for signed in bag.of("standing"):
        if signed.id in belonging:
            continue
        authenticate(desk, signed)
        note = check_standing(desk.position, signed)
        if not desk.is_host:
            raise OutOfOrder("standing-goes-to-host")
        stand(desk.position, signed, desk.eyes)
        said = _keep_standing(desk, note, signed)
        if signed.id not in _named(bag):
            notices.append(said)
    return notices


def _named(bag: Mailbag) -> set[str | None]:
    """The standing notes that the moves of a mail name."""
    moves = [signed.note() for signed in bag.of("move")]
    return {move.standing for move in moves if isinstance(move, Move)}


def _keep_standing(desk: Desk, note: Standing, signed: SignedNote) -> Notice:
    values: dict[str, object] = {"seat": note.seat}
    if stands(desk.position, note.seat, signed.id):
        return Notice("standing-entered", values)
    desk.folder.write_pending(f"standing-{note.step:04d}-{note.seat}-{tag_of(signed)}.note", render_bundle((signed,)))
    if is_due(desk.position, note):
        return Notice("standing-waits-step", values)
    return Notice("standing-waits-move", values)


def take_moves(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Moves that come with no turn: the host enters the newest one of each step, in order.

    Notes for steps that are closed are left out when there is a new one beside them, and refused when there is none.
    """
    belonging = bag.belonging
    moves = [(_move(desk, signed), signed) for signed in bag.of("move") if signed.id not in belonging]
    notices: list[Notice] = []
    refusals: list[OutOfOrder] = []
    for step in sorted({move.step for move, _ in moves}):
        rivals = [signed for move, signed in moves if move.step == step]
        if step <= desk.position.step:
            found, refused = _known_moves(desk, step, rivals, bag.lang)
            notices += found
            refusals += refused
            continue
        if not desk.is_host:
            raise OutOfOrder("move-goes-to-host", hint=Sentence("letter-may-be-cut"))
        rivals += _delivered_beside(desk, rivals, bag)
        notices += take_in(desk, rivals, bag)
        desk = desk.reloaded()
    if refusals and not notices and not bag.of("step"):
        raise refusals[0]
    return notices + [Notice("left-out", {"what": remarked(refusal)}) for refusal in refusals]


def _move(desk: Desk, signed: SignedNote) -> Move:
    authenticate(desk, signed)
    move = signed.read(Move)
    if move.game != desk.table.game_id:
        raise OutOfOrder("move-of-other-game")
    return move


def _known_moves(
    desk: Desk, step: int, rivals: Iterable[SignedNote], lang: str
) -> tuple[list[Notice], list[OutOfOrder]]:
    """What is said of moves for a step that is closed: entered already, or too late."""
    entered = {
        signed.id: signed for signed in desk.history.signed_notes.get(step_name(step), ()) if signed.type == "move"
    }
    notices, refusals = [], []
    for signed in rivals:
        if signed.id in entered:
            letter = finish(desk, lang) if desk.is_host and step == desk.position.step else None
            notices.append(Notice("already-entered", {"step": step}, letter))
            continue
        if any(signed.id in chain.replaced_by(known) for known in entered.values() if known.key == signed.key):
            notices.append(Notice("move-replaced-already", {"step": step}))
            continue
        late = _let_pass(desk, step, signed) or _too_late(step, entered.values(), desk.position)
        if chain.equivocation((*entered.values(), signed)):
            name = keep_evidence(desk, (signed,))
            late.hint = Sentence("two-moves-kept", name=name)
        refusals.append(late)
    return notices, refusals


def _let_pass(desk: Desk, step: int, signed: SignedNote) -> OutOfOrder | None:
    """The refusal of a move whose seat was let pass in the closed step that it is for; None if it was not."""
    seat, closing = signed.read(Move).seat, desk.history.signed_notes.get(step_name(step), ())
    if f"absent {seat}" not in lines_of(closing):
        return None
    return OutOfOrder("let-pass-before", seat=seat, step=step, hint=Sentence("move-when-asked-again"))


def _too_late(step: int, entered: Iterable[SignedNote], position: Position) -> OutOfOrder:
    """The refusal of a move for a closed step: whose move stands, and who is asked now."""
    stands = next((note for note in (signed.note() for signed in entered) if isinstance(note, Move)), None)
    if stands is None:  # the deal, which no move has made, or what the table has decided
        return OutOfOrder("stale-step", step=step, now=position.step + 1)
    asked = Sentence("nobody") if position.over else names_asked(position)
    return OutOfOrder(TOO_LATE, step=step, seat=stands.seat, orders=", ".join(stands.do), asked=asked)


def _delivered_beside(desk: Desk, rivals: list[SignedNote], bag: Mailbag) -> list[SignedNote]:
    """The moves for the same slots that came in other mails of the same delivery; what does not hold is passed over."""
    slots = {(signed.key, chain.slot_of(signed.note())) for signed in rivals}
    found = []
    for signed in bag.delivery:
        if signed.type != "move" or signed.key not in {key for key, _ in slots}:
            continue
        try:
            authenticate(desk, signed)
            slot = chain.slot_of(signed.note())
        except RefereeError:
            continue
        if (signed.key, slot) in slots and signed.id not in {rival.id for rival in rivals}:
            found.append(signed)
    return found


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
            notices.append(Notice("ack-already-here", {"seat": ack.seat}))
            continue
        desk.folder.commit(f"ack-{ack.seat}.note", render_bundle((signed,)))
        notices.append(Notice("acknowledged-end", {"seat": ack.seat}))
    return notices


def _ack(desk: Desk, signed: SignedNote, end: SignedNote | None) -> Ack:
    try:
        return check_ack(desk.table, signed, end.id if end is not None else None)
    except NotAuthentic as refusal:
        ack = signed.note()
        if isinstance(ack, Ack) and end is not None and ack.head != end.id:
            # The seat has seen another end than we: the referee's second history, or the seat's invention.
            name, seat = keep_evidence(desk, (signed,)), ack.seat
            refusal.hint = Sentence("ack-kept", name=name, seat=seat)
        raise
