"""The host receives moves and standing orders: a move is recorded at once, moves of seats that are asked together wait
for one another; one for a closed step is refused, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.messages.step_news import Notice
from referee.protocol.agreements.table_lines import read_table_lines, write_table_line
from referee.protocol.step.ending import places_by_agreement
from referee.protocol.step.position import Position, names_waited_for
from referee.protocol.step.record_step import check_move
from referee.protocol.step.standing_orders import check_standing, is_standing, is_standing_due, with_standing_note
from referee.record import note_slots
from referee.record.file_names import PENDING, FileName, step_name
from referee.record.note import Notes, SignedNote, notes_of, render_bundle
from referee.record.notes import Move, Standing
from referee.record.notes.kinds import slot_of
from referee.session.agreements.proposals import consents_for_lines, decisions_besides_moves
from referee.session.close_step import close_together
from referee.session.incoming.blind_answers import check_blind_answer, drop_refused_answers
from referee.session.incoming.received_notes import ReceivedNotes, check_signer, remark_sentence, store_evidence
from referee.session.incoming.replies import TOO_LATE
from referee.session.opening.playing_host import own_answer_missing
from referee.session.pending import early_steps, pending_notes_that_hold, store_pending
from referee.session.publish import finish_publishing, pending_unlocks, publish, with_moment
from referee.session.session import Session
from referee.session.silence.skipped_moves import passed_over, passed_seats
from referee.session.todo.waiting_for import seats_waited_for, seats_without_answer, standing_notes_to_record


def handle_standing(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Standing orders wait at the host's: for the next step if they are due, and for a move that names them.

    Of a note that comes along with such a move nothing is said; the result of the move says it.
    """
    belonging = bag.belonging
    notices = []
    for signed in bag.of("standing"):
        if signed.id in belonging:
            continue
        check_signer(session, signed)
        note = check_standing(session.position, signed)
        if not session.is_host:
            raise OutOfOrder("standing-goes-to-host")
        if not own_answer_missing(session):
            with_standing_note(session.position, signed, session.eyes)
        said = _keep_standing(session, note, signed)
        if signed.id not in {move.standing for move in notes_of(Move, bag.signed_notes)}:
            notices.append(said)
    return notices


def _keep_standing(session: Session, note: Standing, signed: SignedNote) -> Notice:
    values: dict[str, object] = {"seat": session.table.person(note.seat)}
    if is_standing(session.position, note.seat, signed.id):
        return Notice("standing-entered", values)
    store_pending(session.folder, signed)
    return Notice("standing-waits-step" if is_standing_due(session.position, note) else "standing-waits-move", values)


def handle_moves(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Moves that come with no turn: the host records the latest one of each step, in order.

    Notes for steps that are closed are left out when there is a new one beside them, and refused when there is none.
    """
    belonging = bag.belonging
    moves = [(_move(session, signed), signed) for signed in bag.of("move") if signed.id not in belonging]
    notices: list[Notice] = []
    refusals: list[OutOfOrder] = []
    for step in sorted({move.step for move, _ in moves}):
        rivals = [signed for move, signed in moves if move.step == step]
        if step <= session.position.step:
            found, refused = _known_moves(session, step, rivals, bag.lang)
            notices += found
            refusals += refused
            continue
        if not session.is_host and session.table.deck.moves_to == "all":
            notices += _keep_unseen(session, rivals)
            continue
        if not session.is_host:
            raise OutOfOrder("move-goes-to-host", hint=Sentence("letter-may-be-cut"))
        rivals += _delivered_beside(session, rivals, bag)
        notices += record_answers(session, rivals, bag)
        session = session.reloaded()
    if refusals and not notices and not bag.of("step"):
        raise refusals[0]
    return notices + [Notice("left-out", {"what": remark_sentence(refusal)}) for refusal in refusals]


def _keep_unseen(session: Session, rivals: Notes) -> list[Notice]:
    """Keep moves of a game with a masked deck until their step, and show nothing of them: nobody alone sees what they
    reveal, and everyone who has one can prove that its author did answer.
    """
    newest = max((session.position.step, *early_steps(session)))
    for signed in rivals:
        move, party = signed.read(Move), session.table.party(signed.key)
        if move.step == session.position.step + 1:
            _check_seen_history(session, signed)
            store_pending(session.folder, signed)
        elif move.step <= newest + _LATER and party is not None and party.role == move.seat:
            store_pending(session.folder, signed)  # a step before it is still under way
    return [Notice("move-waits-for-host", {"seat": session.table.person(signed.read(Move).seat)}) for signed in rivals]


_LATER = 2
"""So many steps after the latest one here a move may be that is kept: its author had one more, or two."""


def _check_seen_history(session: Session, signed: SignedNote) -> None:
    """Check a move that waits for the host. One on a history that is not known here is kept beside the record: its
    author has been shown another step, or has not this one. Raises as `check_move`.
    """
    try:
        check_move(session.position, signed)
    except OutOfOrder as refusal:
        if refusal.code == "other-history-here":
            refusal.hint = Sentence("keep-proof", name=store_evidence(session, (signed,)))
        raise


def _move(session: Session, signed: SignedNote) -> Move:
    check_signer(session, signed)
    move = signed.read(Move)
    if move.game != session.table.game_id:
        raise OutOfOrder("move-of-other-game")
    return move


def _known_moves(session: Session, step: int, rivals: Notes, lang: str) -> tuple[list[Notice], list[OutOfOrder]]:
    """What is said of moves for a step that is closed: entered already, or too late."""
    closing = session.history.signed_notes.get(step_name(step), ())
    entered = {signed.id: signed for signed in closing if signed.type == "move"}
    notices, refusals = [], []
    for signed in rivals:
        if signed.id in entered:
            letter = finish_publishing(session, lang) if session.is_host and step == session.position.step else None
            notices.append(Notice("already-entered", {"step": step}, letter))
            continue
        if any(signed.id in note_slots.replaced_by(known) for known in entered.values() if known.key == signed.key):
            notices.append(Notice("move-replaced-already", {"step": step}))
            continue
        late = _let_pass(session, step, signed) or _too_late(step, tuple(entered.values()), session.position)
        if note_slots.equivocation((*entered.values(), signed)):
            name = store_evidence(session, (signed,))
            late.hint = Sentence("two-moves-kept", name=name)
        refusals.append(late)
    return notices, refusals


def _let_pass(session: Session, step: int, signed: SignedNote) -> OutOfOrder | None:
    """The refusal of a move whose seat was skipped in the closed step that it is for; None if it was not."""
    seat, closing = signed.read(Move).seat, session.history.signed_notes.get(step_name(step), ())
    if seat not in passed_seats(closing):
        return None
    kept = next((one for one in passed_over(session) if one.note.id == signed.id), None)
    if kept is not None:
        return OutOfOrder("let-pass-though-here", seat=session.table.person(seat), step=step, name=kept.file)
    if session.table.terms.asks_words:  # its author is there: the days are those of the charter again
        session.folder.write_pending(str(FileName(PENDING, "late", step, seat)), render_bundle((signed,)))
    return OutOfOrder(
        "let-pass-before", seat=session.table.person(seat), step=step, hint=Sentence("move-when-asked-again")
    )


def _too_late(step: int, entered: Notes, position: Position) -> OutOfOrder:
    """The refusal of a move for a closed step: whose move stands, and who has to answer now."""
    stands = next((note for note in (signed.note() for signed in entered) if isinstance(note, Move)), None)
    if stands is None:  # the deal, which no move has made, or what the table has decided
        return OutOfOrder("stale-step", step=step, now=position.step + 1)
    asked = Sentence("nobody") if position.over else names_waited_for(position)
    return OutOfOrder(
        TOO_LATE, step=step, seat=position.table.person(stands.seat), orders=", ".join(stands.do), asked=asked
    )


def _delivered_beside(session: Session, rivals: list[SignedNote], bag: ReceivedNotes) -> list[SignedNote]:
    """The moves for the same slots that came in other mails of the same delivery; what does not hold is passed over."""
    slots = {(signed.key, slot_of(signed.note())) for signed in rivals}
    found = []
    for signed in bag.delivery:
        if signed.type != "move" or signed.key not in {key for key, _ in slots}:
            continue
        try:
            check_signer(session, signed)
            slot = slot_of(signed.note())
        except RefereeError:
            continue
        if (signed.key, slot) in slots and signed.id not in {rival.id for rival in rivals}:
            found.append(signed)
    return found


def record_answers(session: Session, rivals: Notes, bag: ReceivedNotes) -> list[Notice]:
    """Moves for the step that is asked for. Of one seat that is asked the latest is recorded; of several that are asked
    at once the latest of each waits for those of the others.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the note is refused.
    """
    for signed in rivals:
        check_move(session.position, signed)
    if len(session.position.asked) == 1:
        return [enter_moves(session, (note_slots.newest_of_slot(rivals),), bag)]
    keys = dict.fromkeys(signed.key for signed in rivals)
    return [
        _wait(session, note_slots.newest_of_slot([signed for signed in rivals if signed.key == key])) for key in keys
    ]


def _wait(session: Session, signed: SignedNote) -> Notice:
    """Let an answer wait that holds for itself, or unopened until a host who plays has answered."""
    move = signed.read(Move)
    known = next((waiting for waiting in pending_notes_that_hold(session, "answer") if waiting.key == signed.key), None)
    if known is not None and signed.id in note_slots.replaced_by(known):
        return Notice("already-replaced-answer-waits", {"seat": session.table.person(move.seat)})
    if move.seat == session.sits or not own_answer_missing(session):
        check_blind_answer(session, move)
    if known is not None and known.id == signed.id:
        return Notice("answer-waits-already", {"seat": session.table.person(move.seat)})
    if known is not None:
        _check_replaces(session, known, signed)
    store_pending(session.folder, signed)
    return Notice("answer-waits", {"seat": session.table.person(move.seat)})


def _check_replaces(session: Session, known: SignedNote, signed: SignedNote) -> None:
    """Check that a note may take the place of the one that waits.

    Raises:
        OutOfOrder: neither names the other; or a step with the one that waits is signed already.
    """
    step = session.position.step + 1
    if known.id in session.guard().listed.get(f"step {step}", ()):
        raise OutOfOrder("move-too-late", step=step)
    if note_slots.is_contradiction(known, signed):
        hint = Sentence("two-moves-kept", name=store_evidence(session, (signed,)))
        raise OutOfOrder("rival-notes", type="move", first=known.id, second=signed.id, hint=hint)


def close_on_answers(session: Session, bag: ReceivedNotes) -> list[Notice]:
    """Close the step once everyone who is asked at once have answered; who is missing is told to the host alone."""
    position = session.history.position
    if not session.is_host or position is None or len(position.asked) < 2 or not bag.of("move", "standing"):
        return []
    told: list[Notice] = []
    if session.sits:
        if own_answer_missing(session):
            return [Notice("own-answer-first")] if pending_notes_that_hold(session, "answer") else []
        told = drop_refused_answers(session, bag.lang)
    answers = pending_notes_that_hold(session, "answer")
    if not answers:
        return told
    if seats_without_answer(session):
        names = ", ".join(seats_waited_for(session))
        return [*told, Notice("answers-wait-for", {"names": names})] if names else told
    return [*told, enter_moves(session, answers, bag)]


def enter_moves(session: Session, answers: Notes, bag: ReceivedNotes) -> Notice:
    """Close the step with these moves, in seat order, the standing notes that are due or named, and who leaves."""
    return _enter(session, answers, tuple(map(write_table_line, decisions_besides_moves(session))), bag)


ENDING = ("ends-the-game", "agreement-ends-game")
"""The codes of the refusals of a step that ends the game and that the host has not said yes to."""


def close_step_without_moves(session: Session, lines: Sequence[str], bag: ReceivedNotes) -> Notice:
    """Close the step with what the table has decided, and no move."""
    return _enter(session, (), lines, bag)


def _enter(session: Session, answers: Notes, lines: Sequence[str], bag: ReceivedNotes) -> Notice:
    session.check_memory()
    lines = with_moment(session, lines, bag.moment)
    standing = standing_notes_to_record(session, [check_move(session.position, signed) for signed in answers])
    consents = consents_for_lines(session, read_table_lines(lines))
    key = session.host_key()
    closed = close_together(
        session.position,
        answers,
        session.eyes,
        key,
        standing,
        lines=lines,
        consents=consents,
        unlocks=pending_unlocks(session),
    )
    if closed.position.over and not bag.confirm_end:
        by_table, result = closed.position.ended, _final_places(closed.position)
        hint = Sentence("check-then-repeat")
        raise OutOfOrder("agreement-ends-game" if by_table else "ends-the-game", result=result, hint=hint)
    return publish(session, closed, step_name(closed.position.step), Notice("entered"), bag.lang)


def _final_places(position: Position) -> str:
    if position.ended:
        names = [f"{place}. {position.table.called[seat]}" for place, seat in sorted(places_by_agreement(position))]
        return ", ".join(names) or position.ended
    outcome = position.table.game.outcome(position.state)
    assert outcome is not None
    by_place = sorted(zip(outcome.ranks, position.table.called, strict=True))
    return ", ".join(f"{place}. {name}" for place, name in by_place)
