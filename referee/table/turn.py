"""A move note becomes a step.

`produce` is the referee's side: the clear orders of a note, then whatever plans answer; `turn_note` writes it down.
`follow` is everybody else's: the orders the turn note says were carried out, checked as deep as the reader's eyes go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.crypto import joint, sealed
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.events import Revealed, event_words
from referee.kernel.game import HiddenFace, Reveals
from referee.kernel.goods import Owner
from referee.kernel.play import state_digest
from referee.kernel.requests import Seat
from referee.record.note import Frame
from referee.record.notes import Accept, Ack, Did, Entered, Join, Move, Next, Opened, Order, Standing, Turn
from referee.table import deal
from referee.table.plan import Line, Plan, check_lines, ended, next_due, read_line
from referee.table.position import Position, active_seat
from referee.table.run import Run
from referee.table.seating import Eyes, Table


def open_plan(table: Table, eyes: Eyes, note: Move, seat: Seat, turn: int) -> Plan | None:
    """The plan of a covered note, with its lines if `eyes` can open the seal; None for a note without cover.

    Raises:
        NotAuthentic: the seal does not open, or a line does not match its pin.
        Unreadable: a number of pins or a size of the seal that the game does not have, or a line that is not canonical.
    """
    if note.seal is None:
        if note.pin:
            raise Unreadable("pins stand only beside a seal")
        return None
    pins = table.game.info.pins
    if len(note.pin) != pins:
        raise Unreadable("a covered note has {needed} pins, this one has {found}", needed=pins, found=len(note.pin))
    size = sealed.sealed_size(table.game.info.seal_blocks)
    if len(note.seal) != size:
        raise Unreadable("a seal has {needed} bytes in this game, this one {found}", needed=size, found=len(note.seal))
    plan = Plan(note.step, turn, note.pin)
    key = eyes.order_keys[seat]
    if key is None:
        return plan
    ad = sealed.address("seal", note.game, note.head, note.step, note.seat)
    q, texts = sealed.unpack_lines(sealed.unseal(key, note.seal, ad))
    if len(texts) != pins:
        raise Unreadable("the seal holds {needed} lines, this one {found}", needed=pins, found=len(texts))
    salts = joint.line_salts(q, pins)
    for line, (text, salt) in enumerate(zip(texts, salts, strict=True)):
        if joint.pin(table.charter, note.seat, note.step, line + 1, salt, text) != note.pin[line]:
            raise NotAuthentic("sealed line {line} is not the one that was pinned", line=line + 1)
    check_lines(table.game, texts)
    return Plan(note.step, turn, note.pin, texts=texts, salts=salts)


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
    while _play_due(run) is not None or _play_standing(run) is not None:
        pass
    return run


def _play_due(run: Run, shown: Reveals = ()) -> tuple[int, str] | None:
    """Carry out the next planned order that is due, if there is one: its line and text."""
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
    run.opened.append((seat, plan.step, due.line, plan.texts[due.line], plan.salts[due.line]))
    return due.line, due.order


def _play_standing(run: Run, shown: Reveals = ()) -> Did | None:
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
    order = run.game.notation.format_move(move)
    try:
        run.play(seat, order, move, (), shown)
    except (IllegalMove, OutOfOrder):
        return None
    return Did(run.before.table.names[seat], order)


def turn_note(run: Run, frames: Sequence[Frame], eyes: Eyes) -> Turn:
    """The turn note of a produced run; `frames` are the other notes of its bundle, in seat order.

    A pure function of its arguments: the referee run twice, or an auditor with the same eyes, writes the same bytes.
    """
    table, before = run.before.table, run.before
    assert eyes.hidden_seed is not None or not run.drawn
    step = before.step + 1
    for lain in run.revealed:
        assert lain.text is not None and lain.salt is not None
        run.opened.append((lain.seat, lain.step, lain.line, lain.text, lain.salt))
    hands = seal_hands(table, eyes, run.drawn, before.head, step) if run.drawn else {}
    return Turn(
        game=table.game_id,
        step=step,
        head=before.head,
        note=tuple(Entered(author(frame), frame.id) for frame in frames),
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


def author(frame: Frame) -> str:
    """The seat that a move, standing note, accept, join or ack names as its author."""
    note = frame.note()
    assert isinstance(note, Move | Standing | Accept | Join | Ack)
    return note.seat


def next_lines(table: Table, run: Run) -> tuple[Next, ...]:
    """Who is asked what now, as it stands in a note."""
    return tuple(Next(table.names[r.seat], r.question) for r in table.game.requests(run.state))


def seal_hands(table: Table, eyes: Eyes, drawn: Sequence[deal.Drawn], head: str, step: int) -> dict[str, bytes]:
    """A sealed hand line for every seat that drew, by seat name."""
    assert eyes.hidden_seed is not None
    lines = {}
    for seat, records in deal.hand_records(table, eyes.hidden_seed, drawn).items():
        key = eyes.hand_keys[seat]
        assert key is not None
        ad = sealed.address("hand", table.game_id, head, step, table.names[seat])
        blocks = sealed.blocks_for(len(records))
        lines[table.names[seat]] = sealed.seal(key, sealed.pack_records(records), ad, blocks)
    return lines


def follow(position: Position, note: Move, turn: Turn, eyes: Eyes) -> Run:
    """Carry out the orders that `turn` says were carried out, as a reader with `eyes` checks them.

    Raises:
        NotAuthentic: the turn note does not say what follows from the notes: the referee's fault.
        Unreadable, OutOfOrder, IllegalMove: an order that should have been refused was entered.
    """
    try:
        return _follow(position, note, turn, eyes)
    except HiddenFace as hidden:
        raise NotAuthentic("the face of {place} is not shown", place=hidden.place, at=f"step {turn.step}") from None


class entered:
    """Says of a refused note that it stands in a bundle: two keys signed for it, that of its seat and the referee's."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (Unreadable, NotAuthentic, OutOfOrder, IllegalMove)):
            raise type(error)(
                "{seat} signed, and the referee entered, what must be refused: {why}",
                rule=error.rule,
                at=error.at,
                seat=self.seat,
                why=error.sentence(),
            ) from error


def _follow(position: Position, note: Move, turn: Turn, eyes: Eyes) -> Run:
    table = position.table
    seat = table.seat(note.seat)
    with entered(note.seat):
        run = Run(position, seat, open_plan(table, eyes, note, seat, position.turn))
    name = table.names[eyes.seat] if eyes.seat is not None else ""
    records = own_records(table, eyes, turn.hand, turn.head, turn.step) if name in turn.hand else ()
    run.arriving = deal.kinds_of(table, records, position.bag, name)
    with entered(note.seat):
        run.play_clear(note, turn.show)
    clear = tuple(Did(note.seat, order) for order in note.do)
    if turn.did[: len(clear)] != clear:
        raise NotAuthentic("the orders carried out do not begin with those of the note", at=f"step {turn.step}")
    opened = list(zip(turn.opened, turn.order, strict=True)) if len(turn.opened) == len(turn.order) else None
    if opened is None:
        raise NotAuthentic("every opened line has its text, and every text its opening", at=f"step {turn.step}")
    for did in turn.did[len(clear) :]:
        if opened and (did.seat, did.order) == (opened[0][0].seat, read_line(opened[0][1].text).order):
            _follow_sealed(run, did, *opened.pop(0), turn.show)
        else:
            _follow_standing(run, did, turn.show)
    _check_nothing_due(run, turn.step)
    _check_revealed(run, opened, turn.step)
    _compare(run, turn)
    if isinstance(run.knowledge, Owner):
        deal.check_positions(records, [draw for draw in run.drawn if draw.seat == eyes.seat], name)
    return run


def _follow_sealed(run: Run, did: Did, opened: Opened, order: Order, shown: Reveals) -> None:
    table = run.before.table
    seat = table.seat(did.seat)
    plan = run.plans[seat]
    line = read_line(order.text)
    at = f"step {run.before.step + 1}"
    if plan is None or not _opens(table, plan, opened, order, seat) or opened.line <= plan.following:
        raise NotAuthentic("{order} was not sealed for now by {seat}", order=did.order, seat=did.seat, at=at)
    if line.order != did.order or line.condition not in (0, plan.fought):
        raise NotAuthentic("{order} is not what the sealed line says", order=did.order, at=at)
    move = run.game.notation.parse_move(did.order)
    if plan.texts is not None:
        _follow_own(run, seat, opened.line - 1, shown, at)
        return
    hides = 1 if run.game.secret(move) else 0
    used = Plan(plan.step, plan.turn, plan.pins, opened.line + hides, plan.fought)
    run.plans[seat] = used
    run.opened.append((seat, plan.step, opened.line - 1, order.text, opened.salt))
    run.play(seat, did.order, move, (), shown)


def _follow_own(run: Run, seat: Seat, line: int, shown: Reveals, at: str) -> None:
    done = _play_due(run, shown) if run.asked is not None and run.asked[0] == seat else None
    if done is None or done[0] != line:
        raise NotAuthentic("sealed line {line} was not due now", line=line + 1, at=at)


def _follow_standing(run: Run, did: Did, shown: Reveals) -> None:
    """An answer that no note opens must come from standing answers; who can read them computes it."""
    policies, asked = run.game.policies, run.asked
    seat = run.before.table.seat(did.seat)
    standing = run.before.standing[seat]
    at = f"step {run.before.step + 1}"
    if policies is None or standing is None or asked is None or asked[0] != seat or asked[1] not in policies.questions:
        raise NotAuthentic("{order} stands in no note", order=did.order, at=at)
    if standing.policy is None:
        run.play(seat, did.order, run.game.notation.parse_move(did.order), (), shown)
    elif _play_due(run, shown) is not None or _play_standing(run, shown) != did:  # plans come first, and may end here
        raise NotAuthentic(
            "{order} is not what the standing answers of {seat} say", order=did.order, seat=did.seat, at=at
        )


def _opens(table: Table, plan: Plan, opened: Opened, order: Order, seat: Seat) -> bool:
    same = (opened.seat, opened.step, opened.line) == (order.seat, order.step, order.line)
    if not same or opened.seat != table.names[seat] or opened.step != plan.step or opened.line > len(plan.pins):
        return False
    pinned = joint.pin(table.charter, opened.seat, opened.step, opened.line, opened.salt, order.text)
    return pinned == plan.pins[opened.line - 1]


def _check_nothing_due(run: Run, step: int) -> None:
    """A plan that we can read and that applies must have been carried out."""
    try:
        due = _play_due(run) is not None or _play_standing(run) is not None
    except HiddenFace:  # it was allowed, and its face would have been shown
        due = True
    if due:
        raise NotAuthentic("a sealed order that applied was not carried out", at=f"step {step}")


def _check_revealed(run: Run, opened: list[tuple[Opened, Order]], step: int) -> None:
    expected = [(covered.seat, covered.step, covered.line + 1) for covered in run.revealed]
    table = run.before.table
    found = [(table.seat(opening.seat), opening.step, opening.line) for opening, _ in opened]
    if found != expected:
        raise NotAuthentic("the lines opened are not those of the goods turned up", at=f"step {step}")
    kinds = {event.place: event.kind for event in run.events if isinstance(event, Revealed)}
    for covered, (opening, order) in zip(run.revealed, opened, strict=True):
        pinned = joint.pin(table.charter, order.seat, order.step, order.line, opening.salt, order.text)
        if pinned != covered.pin or read_line(order.text).secret != (kinds[covered.place],):
            raise NotAuthentic("{place} does not show what was laid there", place=covered.place, at=f"step {step}")
        run.opened.append((covered.seat, covered.step, covered.line, order.text, opening.salt))


def _compare(run: Run, turn: Turn) -> None:
    """What the turn note says must be what follows from the orders."""
    table, at = run.before.table, f"step {turn.step}"
    if turn.show != tuple((e.place, e.kind) for e in run.events if isinstance(e, Revealed)) or turn.proof:
        raise NotAuthentic("the faces shown are not those the rules turn up", at=at)
    if turn.event != tuple(event_words(event, table.names) for event in run.events):
        raise NotAuthentic("the events do not follow from the orders", at=at)
    if turn.next != next_lines(table, run):
        raise NotAuthentic("the questions do not follow from the orders", at=at)
    if turn.state != state_digest(table.game, run.state):
        raise NotAuthentic("the state does not follow from the orders", at=at)
    deal.check_hand_lines(table, turn.hand, run.drawn)


def settle(run: Run, turn: Turn, turn_id: str) -> Position:
    """The position after a step: its head is the turn note."""
    before, table = run.before, run.before.table
    request = table.game.requests(run.state)
    return Position(
        table=table,
        step=turn.step,
        head=turn_id,
        state=run.state,
        knowledge=run.knowledge,
        drawn=run.drawn_until,
        plans=tuple(run.plans),
        active=active_seat(request[0] if request else None, before.active),
        signed=(*before.signed[: run.author], turn.step, *before.signed[run.author + 1 :]),
        bag=before.bag,
        covered=tuple(run.covered),
        standing=before.standing,
        heads=(*before.heads, turn_id),
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


__all__ = ["Line", "follow", "open_plan", "own_records", "produce", "settle", "turn_note"]
