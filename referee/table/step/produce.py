"""A move note becomes a step: the referee's side.

`produce` carries out the clear orders of a note, then whatever plans and standing answers are due; `make_step` writes
it down; `settle` gives the position it leads to. Everybody else's side is in `follow`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.crypto import joint, sealed
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.events import Revealed, event_words
from referee.kernel.game import Reveals
from referee.kernel.play import state_digest
from referee.kernel.requests import Seat
from referee.record.note import SignedNote
from referee.record.notes import Did, Entered, Move, Next, Opened, Order, Step
from referee.table.seating import Eyes, Table, author
from referee.table.step import tokens
from referee.table.step.position import Position, active_seat
from referee.table.step.run import Run
from referee.table.step.sealed_lines import Plan, check_lines, ended, next_due


def open_plan(table: Table, eyes: Eyes, note: Move, seat: Seat, step_note: int) -> Plan | None:
    """The plan of a covered note, with its lines if `eyes` can open the seal; None for a note without cover.

    Raises:
        NotAuthentic: the seal does not open, or a line does not match its pin.
        Unreadable: a number of pins or a size of the seal that the game does not have, or a line that is not canonical.
    """
    if note.seal is None:
        if note.pin:
            raise Unreadable("pins-without-seal")
        return None
    pins = table.game.info.pins
    if len(note.pin) != pins:
        raise Unreadable("pin-count", needed=pins, found=len(note.pin))
    size = sealed.sealed_size(table.game.info.seal_blocks)
    if len(note.seal) != size:
        raise Unreadable("seal-size", needed=size, found=len(note.seal))
    plan = Plan(note.step, step_note, note.pin)
    key = eyes.order_keys[seat]
    if key is None:
        return plan
    ad = sealed.address("seal", note.game, note.head, note.step, note.seat)
    q, texts = sealed.unpack_lines(sealed.unseal(key, note.seal, ad))
    if len(texts) != pins:
        raise Unreadable("seal-line-count", needed=pins, found=len(texts))
    pinned, places = joint.plan_pins(table.charter, note.seat, note.step, q, texts), joint.pin_places(q, pins)
    for line, place in enumerate(places, start=1):
        if note.pin[place] != pinned[place]:
            raise NotAuthentic("pinned-line-differs", line=line)
    check_lines(table, texts)
    salts = joint.line_salts(q, pins)
    by_use = tuple(salts[place] for place in places)
    return Plan(note.step, step_note, note.pin, texts=texts, salts=by_use, places=places)


def produce(position: Position, note: Move, eyes: Eyes) -> Run:
    """Carry out a move note as the referee does: its clear orders, then plans and standing answers of who is asked.

    The note's game, step, head and seat must have been checked before (`receive.check_move`).

    Raises:
        Unreadable, OutOfOrder, IllegalMove: the note is refused as a whole.
    """
    table = position.table
    seat = table.seat(note.seat)
    run = Run(position, seat, open_plan(table, eyes, note, seat, position.turn))
    run.play_clear(note)
    while play_due(run) is not None or play_standing(run) is not None:
        pass
    return run


def play_due(run: Run, shown: Reveals = ()) -> tuple[int, str] | None:
    """Carry out the next planned order that is due, if there is one: the place of its pin, and its text."""
    if run.asked is None:
        return None
    seat, question = run.asked
    plan = run.plans[seat]
    if plan is None or plan.texts is None:
        return None
    due, left = next_due(run.game, plan, question)
    run.plans[seat] = left
    if due is None:
        return None
    try:
        run.play(seat, due.order, due.move, due.secret, shown)
    except (IllegalMove, OutOfOrder):
        run.plans[seat] = ended(plan)
        return None
    place = plan.places[due.line]
    run.opened.append((seat, plan.step, place, plan.texts[due.line], plan.salts[due.line]))
    return place, due.order


def play_standing(run: Run, shown: Reveals = ()) -> Did | None:
    """Carry out the standing answer of the seat that is asked, if we can read one that answers."""
    if run.asked is None:
        return None
    seat, question = run.asked
    standing = run.before.standing[seat]
    if standing is None:
        return None
    move = standing.answer(run.game, run.state, seat, run.knowledge.own(seat), question)
    if move is None:
        return None
    order = run.game.notation.format_order(move)
    try:
        run.play(seat, order, move, (), shown)
    except (IllegalMove, OutOfOrder):
        return None
    return Did(run.before.table.names[seat], order)


def make_step(run: Run, signed_notes: Sequence[SignedNote], eyes: Eyes) -> Step:
    """The step note of a produced run; `signed_notes` are the other notes of its bundle, in seat order.

    A pure function of its arguments: the referee run twice, or an auditor with the same eyes, writes the same bytes.
    """
    table, before = run.before.table, run.before
    assert eyes.hidden_seed is not None or not run.drawn
    step = before.step + 1
    for lain in run.revealed:
        assert lain.line is not None and lain.text is not None and lain.salt is not None
        run.opened.append((lain.seat, lain.step, lain.line, lain.text, lain.salt))
    hands = seal_hands(table, eyes, run.drawn, before.head, step) if run.drawn else {}
    return Step(
        game=table.game_id,
        step=step,
        head=before.head,
        note=tuple(Entered(author(signed), signed.id) for signed in signed_notes),
        opened=tuple(Opened(table.names[s], at, line + 1, salt) for s, at, line, _, salt in run.opened),
        order=tuple(Order(table.names[s], at, line + 1, text) for s, at, line, text, _ in run.opened),
        did=tuple(Did(table.names[s], order) for s, order in run.orders),
        show=tuple((event.place, event.kind) for event in run.events if isinstance(event, Revealed)),
        proof=(),
        state=state_digest(table.game, run.state),
        event=tuple(event_words(event, table.names) for event in run.events),
        next=next_lines(table, run),
        hand=hands,
    )


def next_lines(table: Table, run: Run) -> tuple[Next, ...]:
    """Who is asked what now, as it stands in a note."""
    return tuple(Next(table.names[r.seat], r.question) for r in table.game.requests(run.state))


def seal_hands(table: Table, eyes: Eyes, drawn: Sequence[tokens.Drawn], head: str, step: int) -> dict[str, bytes]:
    """A sealed hand line for every seat that drew, by seat name."""
    assert eyes.hidden_seed is not None
    lines = {}
    for seat, records in tokens.hand_records(table, eyes.hidden_seed, drawn).items():
        key = eyes.hand_keys[seat]
        assert key is not None
        ad = sealed.address("hand", table.game_id, head, step, table.names[seat])
        blocks = sealed.blocks_for(len(records))
        lines[table.names[seat]] = sealed.seal(key, sealed.pack_records(records), ad, blocks)
    return lines


def false_hand(table: Table, found: Mapping[str, bytes], made: Mapping[str, bytes]) -> str | None:
    """The first seat whose hand line is `found` to be another than the one `made` again, or None."""
    return next((name for name in table.names if found.get(name) != made.get(name)), None)


def settle(run: Run, step_note: Step, step_id: str) -> Position:
    """The position after a step: its head is the step note."""
    before, table = run.before, run.before.table
    request = table.game.requests(run.state)
    return Position(
        table=table,
        step=step_note.step,
        head=step_id,
        state=run.state,
        knowledge=run.knowledge,
        drawn=run.drawn_until,
        plans=tuple(run.plans),
        active=active_seat(request[0] if request else None, before.active),
        signed=(*before.signed[: run.author], step_note.step, *before.signed[run.author + 1 :]),
        bag=before.bag,
        covered=tuple(run.covered),
        standing=before.standing,
        heads=(*before.heads, step_id),
        sealed=before.sealed or run.sealed or any(before.standing),
        orders=tuple(run.orders),
        events=tuple(run.events),
    )


def own_records(
    table: Table, eyes: Eyes, lines: Mapping[str, bytes], head: str, step: int
) -> tuple[sealed.Record, ...]:
    """The records in the reader's own hand line. Raises NotAuthentic if it was not sealed for this place."""
    assert eyes.seat is not None
    key, name = eyes.hand_keys[eyes.seat], table.names[eyes.seat]
    assert key is not None
    ad = sealed.address("hand", table.game_id, head, step, name)
    return sealed.unpack_records(sealed.unseal(key, lines[name], ad))
