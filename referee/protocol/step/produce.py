"""A move note becomes a step: the referee's side.

`produce` carries out the clear orders of a note, then whatever plans and standing orders are due; `make_step_note`
writes it down; `settle` gives the position it leads to. Everybody else's side is in `follow`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.crypto import joint_randomness, sealing
from referee.kernel.errors import BrokenState, IllegalMove, NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.events import Revealed, event_words
from referee.kernel.game import Reveals
from referee.kernel.play import state_digest
from referee.kernel.requests import Request, Seat
from referee.protocol.agreements.decisions import NOTHING, Decisions
from referee.protocol.agreements.host_escrow import escrow_after, escrow_fields, escrow_lines_in
from referee.protocol.agreements.new_key import drawn_to_hands, hand_counts_after, peeks_after
from referee.protocol.masked.key_shares import KeyShares, key_shares_after_step
from referee.protocol.masked.note_rules import public_counts
from referee.protocol.seating import Eyes, Table, author_role
from referee.protocol.step import tokens
from referee.protocol.step.planned_orders import Plan, check_lines, cover_size, emptied_plan, next_due_order
from referee.protocol.step.position import Pass, Position, RecordedPast
from referee.protocol.step.simultaneous import can_continue_alone, check_simultaneous_answer, has_answered
from referee.protocol.step.step_deck import step_deck_of
from referee.protocol.step.step_run import StepRun
from referee.record.note import Notes
from referee.record.notes import Did, Entered, Move, Next, Opened, Order, Step


def open_plan(
    table: Table, eyes: Eyes, note: Move, seat: Seat, step_note: int, request: Request | None = None
) -> Plan | None:
    """The plan of a covered note, with its lines if `eyes` can open the seal; None for a note without cover.

    `request` is what the note answers.

    Raises:
        NotAuthentic: the seal does not open, or a line does not match its pin.
        Unreadable: a number of pins or a size of the seal that the game does not have, or a line that is not canonical.
    """
    if note.seal is None:
        if note.pin:
            raise Unreadable("pins-without-seal")
        return None
    pins, blocks = cover_size(table.game, request)
    if len(note.pin) != pins:
        raise Unreadable("pin-count", needed=pins, found=len(note.pin))
    size = sealing.sealed_size(blocks)
    if len(note.seal) != size:
        raise Unreadable("seal-size", needed=size, found=len(note.seal))
    plan = Plan(note.step, step_note, note.pin)
    key = eyes.order_keys[seat]
    if key is None:
        return plan
    ad = sealing.associated_data("seal", note.game, note.head, note.step, note.seat)
    q, texts = sealing.unpack_lines(sealing.unseal(key, note.seal, ad))
    if len(texts) != pins:
        raise Unreadable("seal-line-count", needed=pins, found=len(texts))
    places, salts = joint_randomness.pin_places(q, pins), joint_randomness.line_salts(q, pins)
    by_use = tuple(salts[place] for place in places)
    pinned = joint_randomness.pins_by_use(table.charter, note.seat, note.step, places, by_use, texts)
    for line, (place, expected) in enumerate(zip(places, pinned, strict=True), start=1):
        if note.pin[place] != expected:
            raise NotAuthentic("pinned-line-differs", line=line)
    check_lines(table, texts)
    return Plan(note.step, step_note, note.pin, texts=texts, salts=by_use, places=places)


def produce(position: Position, note: Move, eyes: Eyes, *others: Move) -> StepRun:
    """Carry out a move note as the referee does: its clear orders, then plans and standing orders of the seats that
    must answer.

    `others` are those of further seats that are asked at once, in seat order. The game, step, head and seat of every
    note must have been checked before (`enter.check_move`), and the share of each (`together.check_share`).

    Raises:
        Unreadable, OutOfOrder, IllegalMove: the note is refused as a whole.
        OutOfOrder: several are asked, and somebody has not answered.
    """
    return produce_step(position, (note, *others), eyes)


def produce_step(position: Position, notes: Sequence[Move], eyes: Eyes, decided: Decisions = NOTHING) -> StepRun:
    """`produce` for a step that may stand without a move, because the table has decided something in it. `position` is
    that in which its notes are carried out (`decisions.with_decided`).

    Raises:
        Unreadable, OutOfOrder, IllegalMove: as `produce`; or a seat that is skipped has answered by standing orders.
    """
    run = run_of_notes(position, notes, eyes, decided)
    if decided.alone:
        return run
    if notes and len(position.asked) == 1:
        run.play_clear(notes[0])
    elif (notes or decided.absent) and not can_continue_alone(run):
        raise OutOfOrder("answers-missing")
    while can_continue_alone(run) and play_next_plan(run):
        pass
    if run.unfinished:
        raise BrokenState("answers-hinder-one-another")
    return run


def run_of_notes(position: Position, notes: Sequence[Move], eyes: Eyes, decided: Decisions = NOTHING) -> StepRun:
    """A run of the notes of one step, in seat order, before anything is carried out.

    Raises:
        Unreadable, NotAuthentic: a seal that does not hold.
        IllegalMove: several are asked, and a note shows one of its orders (PM 6).
        OutOfOrder: a seat that is skipped has standing orders that answer.
    """
    table = position.table
    plans = []
    for note in notes:
        seat = table.seat(note.seat)
        if len(position.asked) > 1:
            check_simultaneous_answer(note)
        plans.append((seat, open_plan(table, eyes, note, seat, position.turn, position.request_of(seat))))
    for seat in decided.absent:
        if has_answered(position, seat):
            raise OutOfOrder("absent-has-answered", seat=table.person(table.names[seat]))
    if plans:
        run = StepRun(position, *plans[0], decided)
    else:
        first = decided.absent[0] if decided.absent else position.asked[0].seat
        run = StepRun(position, first, position.plans[first], decided, wrote=False)
    for seat, plan in plans[1:]:
        run.join(seat, plan)
    return run


def play_next_plan(run: StepRun, shown: Reveals = ()) -> bool:
    """Carry out the next planned order or standing order of the seat that is asked, or the neutral order where nobody
    decides for it; whether there was one.
    """
    if run.asked is None:
        return False
    seat, _ = run.asked
    if run.plans[seat] is None and run.before.standing[seat] is None and not run.passes(seat):
        return False  # nobody has said anything for it
    return play_due_plan(run, shown) is not None or play_standing(run, shown) is not None or play_neutral(run, shown)


def play_due_plan(run: StepRun, shown: Reveals = ()) -> tuple[int, str] | None:
    """Carry out the next planned order that is due, if there is one: the place of its pin, and its text."""
    if run.asked is None:
        return None
    seat, question = run.asked
    plan = run.plans[seat]
    if plan is None or plan.texts is None:
        return None
    looked = next_due_order(run.game, plan, question)
    due, run.plans[seat] = looked.due, looked.plan
    if due is None:
        if looked.why is not None:
            run.fail(seat, plan.step, looked.order, looked.why)
        return None
    try:
        run.play(seat, due.order, due.move, due.secret, shown)
    except (IllegalMove, OutOfOrder) as refused:
        run.plans[seat] = emptied_plan(plan)
        run.fail(seat, plan.step, due.order, refused)
        return None
    place = plan.places[due.line]
    run.opened.append((seat, plan.step, place, plan.texts[due.line], plan.salts[due.line]))
    return place, due.order


def play_standing(run: StepRun, shown: Reveals = ()) -> Did | None:
    """Carry out the standing order of the seat that is asked, if we can read one that answers."""
    if run.asked is None:
        return None
    seat, _ = run.asked
    standing = run.before.standing[seat]
    if standing is None:
        return None
    move = standing.answer(run.game, run.state, seat, run.knowledge.own(seat))
    if move is None:
        return None
    order = run.game.notation.format_order(move)
    try:
        run.play(seat, order, move, (), shown)
    except (IllegalMove, OutOfOrder):
        return None
    return Did(run.before.table.names[seat], order)


def play_neutral(run: StepRun, shown: Reveals = ()) -> bool:
    """Carry out what the seat that is asked does if nobody decides for it: the order that does nothing."""
    if run.asked is None or not run.passes(run.asked[0]):
        return False
    seat, _ = run.asked
    assert run.game.neutral is not None
    move = run.game.neutral(run.state, seat)
    run.play(seat, run.game.notation.format_order(move), move, (), shown)
    return True


def make_step_note(
    run: StepRun, signed_notes: Notes, eyes: Eyes, lines: Sequence[str] = (), escrow: Mapping[str, bytes] | None = None
) -> Step:
    """The step note of a produced run; `signed_notes` are the other notes of its bundle, in their order, `lines` what
    the table has decided, and `escrow` the shares that it gives again.

    A pure function of its arguments: the referee run twice, or an auditor with the same eyes, writes the same bytes.
    """
    table, before, seed = run.before.table, run.before, eyes.hidden_seed
    assert seed is not None or table.deck.keeper == "seats" or not (run.drawn or run.turned)
    for lain in run.revealed:
        assert lain.line is not None and lain.text is not None and lain.salt is not None
        run.opened.append((lain.seat, lain.step, lain.line, lain.text, lain.salt))
    hands = step_deck_of(table).hand_lines(run, eyes)
    bound, escrowed = escrow_fields(escrow or {})
    return Step(
        game=table.game_id,
        step=before.step + 1,
        head=before.head,
        note=tuple(Entered(author_role(signed), signed.id) for signed in signed_notes),
        table=tuple(lines),
        opened=tuple(Opened(table.names[s], at, line + 1, salt) for s, at, line, _, salt in run.opened),
        order=tuple(Order(table.names[s], at, line + 1, text) for s, at, line, text, _ in run.opened),
        did=tuple(Did(table.names[s], order) for s, order in run.orders),
        show=tuple((event.place, event.kind) for event in run.noted if isinstance(event, Revealed)),
        proof=tuple(tokens.position_proof(table, seed or b"", place) for place in run.turned),
        state=state_digest(table.game, run.state),
        event=tuple(event_words(event, table.names) for event in run.events),
        next=() if run.decided.ended else next_question_lines(table, run.requests),
        hand=hands,
        share=bound,
        escrow=escrowed,
    )


def next_question_lines(table: Table, requests: Sequence[Request]) -> tuple[Next, ...]:
    """Who must answer what now, as a note has it: clockwise from the active seat."""
    return tuple(Next(table.names[r.seat], r.question) for r in requests)


def first_wrong_hand(table: Table, found: Mapping[str, bytes], made: Mapping[str, bytes]) -> str | None:
    """The first seat whose hand line is `found` to be another than the one `made` again, or None."""
    return next((name for name in table.names if found.get(name) != made.get(name)), None)


def position_after_run(run: StepRun, step_note: Step, step_id: str) -> Position:
    """The position after a step: its head is the step note."""
    before, decided, past = run.before, run.decided, run.before.past
    limited = decided.rekey is not None or bool(decided.out)  # the table cannot go back over such a step
    seats = range(len(before.table.seats))
    after = Position(
        table=before.table,
        step=step_note.step,
        head=step_id,
        state=run.state,
        knowledge=run.knowledge,
        stocks=run.stocks,
        plans=tuple(run.plans),
        active=run.active,
        bag=before.bag,
        covered=tuple(run.covered),
        standing=before.standing,
        places=run.places,
        orders=tuple(run.orders),
        events=tuple(run.events),
        failed=tuple(run.failed),
        drew=(*before.drew, *drawn_to_hands(run.drawn, (*before.places, *run.places, *run.turned))),
        held=hand_counts_after(before.held, run.noted),
        peeked=peeks_after(before.peeked, run.noted),
        left=before.left,
        missed=_missed_steps(run),
        passed=decided.absent,
        ended=decided.ended,
        past=RecordedPast(
            signed=tuple(step_note.step if seat in run.authors else past.signed[seat] for seat in seats),
            heads=(*past.heads, step_id),
            sealed=past.sealed or run.sealed or any(before.standing),
            escrow=escrow_after(past.escrow, before.table, escrow_lines_in(step_note), before.head, step_note.step),
            rollback_limit=step_note.step if limited else past.rollback_limit,
            rollbacks=past.rollbacks,
            undone=past.undone if decided.back else (),
            locks=_locks_after(run, step_note.step),
            holidays=past.holidays,
            stand_ins=past.stand_ins,
            moment=decided.moment,
            passes=(*past.passes, *_passes(run, step_note.step)),
        ),
    )
    return after.with_rollback_points(() if limited else past.rollback_points)


def _locks_after(run: StepRun, step: int) -> KeyShares | None:
    """The locks of a masked deck after this step: who holds what now, and who has left by it."""
    locks = run.locks
    if locks is None:
        return None
    decided = run.decided
    gone = {**dict.fromkeys(decided.out, step), **locks.gone}
    opening = {**locks.opening, **dict.fromkeys(decided.opened, step)}
    return key_shares_after_step(replace(locks, gone=gone, opening=opening), public_counts(run.knowledge))


def _passes(run: StepRun, step: int) -> Iterator[Pass]:
    """Whom this step lets pass, in seat order."""
    decided = run.decided
    behind = decided.behind or (((), ()),) * len(decided.absent)
    for seat, (words, without) in zip(decided.absent, behind, strict=True):
        yield Pass(
            step,
            seat,
            asked=run.before.past.moment,
            closed=decided.moment,
            words=words,
            without=without,
            counts=seat in decided.marked,
        )


def _missed_steps(run: StepRun) -> tuple[int, ...]:
    """How many steps that count each seat was skipped since its last move, after this step; () while none was."""
    before, let_pass = run.before, run.decided.marked
    if not let_pass and not any(before.missed):
        return ()
    seats = range(len(before.table.seats))
    return tuple(
        0 if seat in run.authors else before.missed_by(seat) + (1 if seat in let_pass else 0) for seat in seats
    )
