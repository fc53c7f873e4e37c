"""Everybody else's side of a step: its orders, checked with the reader's knowledge.

A sealed order must open a pin that was not opened yet, and be due as far as the eyes can tell; an answer without either
must come from standing orders. Then every public word of the step note is compared with where that led.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from referee.crypto import joint_randomness
from referee.kernel.errors import BrokenState, IllegalMove, NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.events import Revealed, event_words
from referee.kernel.game import NeedsHiddenFace, Reveals
from referee.kernel.play import state_digest
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.decisions import NOTHING, Decisions
from referee.protocol.seating import Eyes, Table
from referee.protocol.step import tokens
from referee.protocol.step.planned_orders import Plan, read_line, without_pin
from referee.protocol.step.position import FaceDownGood, FaceDownPlace, Position
from referee.protocol.step.produce import (
    next_question_lines,
    play_due_plan,
    play_neutral,
    play_next_plan,
    play_standing,
    run_of_notes,
)
from referee.protocol.step.simultaneous import can_continue_alone
from referee.protocol.step.step_deck import step_deck_of
from referee.protocol.step.step_run import StepRun
from referee.record.notes import Did, Move, Opened, Order, Step


def follow(position: Position, notes: Sequence[Move], step: Step, eyes: Eyes, decided: Decisions = NOTHING) -> StepRun:
    """The position after `step`, as a reader with `eyes` checks it. `notes` are the moves of the step, in seat order,
    and `decided` is what its table lines come to.

    Raises:
        NotAuthentic: the step note does not say what the notes lead to: the referee's fault.
        Unreadable, OutOfOrder, IllegalMove: an order that should have been refused was recorded.
    """
    try:
        return _follow(position, notes, step, eyes, decided)
    except NeedsHiddenFace as hidden:
        raise NotAuthentic("face-not-shown", place=hidden.place, at=Sentence("step", number=step.step)) from None
    except BrokenState as broken:
        if not step.show:
            raise
        # A face that contradicts what its owner knows he laid: the rules were asked with it, and the goods disagree.
        raise NotAuthentic("faces-differ", at=Sentence("step", number=step.step)) from broken


@contextmanager
def naming_bundle(seat: str) -> Iterator[None]:
    """Says of a refused note that it is in a bundle: two keys signed for it, that of its seat and the referee's."""
    try:
        yield
    except (Unreadable, NotAuthentic, OutOfOrder, IllegalMove) as error:
        raise type(error)("refusable-entered", rule=error.rule, at=error.at, seat=seat, why=error.said) from error


def _check_kinds(table: Table, step: Step) -> None:
    """The rules are asked with faces that the goods of this game have; whether they were there is checked later."""
    if not step.show:
        return
    known = {kind for pile in table.piles for kind, _ in pile.kinds}
    if not {kind for _, kind in step.show} <= known:
        raise NotAuthentic("faces-differ", at=Sentence("step", number=step.step))


def _follow(position: Position, notes: Sequence[Move], step: Step, eyes: Eyes, decided: Decisions) -> StepRun:
    table = position.table
    authors = ", ".join(note.seat for note in notes)
    with naming_bundle(authors):
        run = run_of_notes(position, notes, eyes, decided)
    _check_kinds(table, step)
    name = table.names[eyes.seat] if eyes.seat is not None else ""
    dealt = name in step.hand and run.rekeyed is None
    records = tokens.own_hand_records(table, eyes, step) if dealt else ()
    run.arriving = tokens.kinds_in_hand_line(table, records, position.bag, name)
    if notes and len(position.asked) == 1:
        with naming_bundle(authors):
            run.play_clear(notes[0], step.show)
    clear = tuple(Did(note.seat, order) for note in notes for order in note.do)
    if step.did[: len(clear)] != clear:
        raise NotAuthentic("orders-differ", at=Sentence("step", number=step.step))
    opened = list(zip(step.opened, step.order, strict=True)) if len(step.opened) == len(step.order) else None
    if opened is None:
        raise NotAuthentic("opening-without-text", at=Sentence("step", number=step.step))
    for did in step.did[len(clear) :]:
        _check_turn_of(run, did, step.step)
        if opened and (did.seat, did.order) == (opened[0][0].seat, read_line(opened[0][1].text).order):
            _follow_sealed_orders(run, did, *opened.pop(0), step.show)
        elif not _follow_neutral(run, did, step.show):
            _follow_standing(run, did, step.show)
    _check_answers(run, step.step)
    if decided.alone and run.orders:
        raise NotAuthentic("orders-differ", at=Sentence("step", number=step.step))
    if not decided.alone:
        _check_nothing_due(run, step.step)
    _check_revealed_goods(run, opened, step.step)
    _compare(run, step)
    step_deck_of(table).take_hand(run, step, eyes, records)
    return run


def _check_turn_of(run: StepRun, did: Did, step: int) -> None:
    """Shares of seats that are asked at once stand one after the other, clockwise from the active seat."""
    if len(run.requests) > 1 and run.before.table.names[run.requests[0].seat] != did.seat:
        raise NotAuthentic("answers-out-of-order", order=did.order, seat=did.seat, at=Sentence("step", number=step))


def _check_answers(run: StepRun, step: int) -> None:
    """Nothing of those who are asked at once is carried out before all have answered, and then all of it is."""
    closes = bool(run.authors or run.decided.absent)
    if run.unfinished or (closes and len(run.before.asked) > 1 and not run.orders):
        raise NotAuthentic("closed-before-all-answered", at=Sentence("step", number=step))


def _follow_sealed_orders(run: StepRun, did: Did, opened: Opened, order: Order, shown: Reveals) -> None:
    table = run.before.table
    seat = table.seat(did.seat)
    plan = run.plans[seat]
    line = read_line(order.text)
    at = Sentence("step", number=run.before.step + 1)
    if plan is None or not _opens(table, plan, opened, order, seat):
        raise NotAuthentic("not-sealed-now", order=did.order, seat=did.seat, at=at)
    if line.order != did.order or line.condition not in (0, plan.fought):
        raise NotAuthentic("sealed-line-differs", order=did.order, at=at)
    move = run.game.notation.parse_order(did.order)
    if plan.texts is not None:
        _follow_own(run, seat, opened.line - 1, shown, at)
        return
    used = plan.following + (2 if run.game.secret(move) else 1)  # the hidden part of an order is in a line of its own
    if used > len(plan.pins):
        raise NotAuthentic("sealed-lines-used-up", order=did.order, seat=did.seat, at=at)
    run.plans[seat] = replace(plan, following=used, pins=without_pin(plan.pins, opened.line - 1))
    run.opened.append((seat, plan.step, opened.line - 1, order.text, opened.salt))
    run.play(seat, did.order, move, (), shown)


def _follow_own(run: StepRun, seat: Seat, line: int, shown: Reveals, at: Sentence) -> None:
    done = play_due_plan(run, shown) if run.asked is not None and run.asked[0] == seat else None
    if done is None or done[0] != line:
        raise NotAuthentic("sealed-line-not-due", line=line + 1, at=at)


def _follow_neutral(run: StepRun, did: Did, shown: Reveals) -> bool:
    """Whether this is the neutral order of a seat for which nobody decides; then it is carried out. What the seat has
    sealed comes first, so anybody who can read it goes on as if nobody had to decide.
    """
    asked, game = run.asked, run.game
    seat = run.before.table.seat(did.seat)
    if asked is None or asked[0] != seat or not run.passes(seat):
        return False
    standing = run.before.standing[seat]
    if standing is not None and standing.answer(game, run.state, seat, run.knowledge.own(seat)) is not None:
        return False
    assert game.neutral is not None
    return did.order == game.notation.format_order(game.neutral(run.state, seat)) and play_neutral(run, shown)


def _follow_standing(run: StepRun, did: Did, shown: Reveals) -> None:
    """An answer that no note opens must come from standing orders; a reader who can open them computes it."""
    policies, asked = run.game.policies, next(iter(run.requests), None)
    seat = run.before.table.seat(did.seat)
    standing = run.before.standing[seat]
    at = Sentence("step", number=run.before.step + 1)
    if policies is None or standing is None or asked is None or asked.seat != seat or not policies.may_answer(asked):
        raise NotAuthentic("order-in-no-note", order=did.order, at=at)
    if standing.policy is None:
        run.play(seat, did.order, run.game.notation.parse_order(did.order), (), shown)
    elif (
        play_due_plan(run, shown) is not None or play_standing(run, shown) != did
    ):  # plans come first, and may end here
        raise NotAuthentic("standing-order-differs", order=did.order, seat=did.seat, at=at)


def _opens(table: Table, held: Plan | FaceDownGood, opened: Opened, order: Order, seat: Seat) -> bool:
    """Whether a line is truly opened, and for the first time, of the note of a plan or of a good laid face down."""
    same = (opened.seat, opened.step, opened.line) == (order.seat, order.step, order.line)
    if not same or (opened.seat, opened.step) != (table.names[seat], held.step):
        return False
    if not 1 <= opened.line <= len(held.pins):
        return False
    pinned = joint_randomness.line_commitment(
        table.charter, opened.seat, opened.step, opened.line, opened.salt, order.text
    )
    return pinned == held.pins[opened.line - 1]


def _check_nothing_due(run: StepRun, step: int) -> None:
    """A plan that we can read and that applies must have been carried out."""
    try:
        due = can_continue_alone(run) and play_next_plan(run)
    except NeedsHiddenFace:  # it was allowed, and its face would have been shown
        due = True
    if due:
        raise NotAuthentic("sealed-order-skipped", at=Sentence("step", number=step))


def _check_revealed_goods(run: StepRun, opened: list[tuple[Opened, Order]], step: int) -> None:
    if not opened and not run.revealed:
        return
    table = run.before.table
    found = [(table.seat(opening.seat), opening.step, opening.line) for opening, _ in opened]
    # A reader who cannot open the seal does not know which line of the note it is, only that no line is opened twice.
    expected = [
        (lain.seat, lain.step, opening.line if lain.line is None else lain.line + 1)
        for lain, (opening, _) in zip(run.revealed, opened, strict=False)
    ]
    if len(run.revealed) != len(set(found)) or found != expected:
        raise NotAuthentic("opened-lines-differ", at=Sentence("step", number=step))
    kinds = {event.place: event.kind for event in run.noted if isinstance(event, Revealed)}
    for lain, (opening, order) in zip(run.revealed, opened, strict=True):
        if not _opens(table, lain, opening, order, lain.seat) or read_line(order.text).secret != (kinds[lain.place],):
            raise NotAuthentic("not-show-laid", place=lain.place, at=Sentence("step", number=step))
        run.opened.append((lain.seat, lain.step, opening.line - 1, order.text, opening.salt))
        _use_up(run, lain, opening.line - 1)


def _use_up(run: StepRun, lain: FaceDownGood, place: int) -> None:
    """No other good of the same note may be shown by the line that has shown this one."""
    run.covered = [
        replace(other, pins=without_pin(other.pins, place))
        if (other.seat, other.step) == (lain.seat, lain.step)
        else other
        for other in run.covered
    ]
    plan = run.plans[lain.seat]
    if plan is not None and plan.step == lain.step:
        run.plans[lain.seat] = replace(plan, pins=without_pin(plan.pins, place))


def _compare(run: StepRun, step: Step) -> None:
    """Check that the step note says what the orders led to."""
    table, at = run.before.table, f"step {step.step}"
    if step.show != tuple((e.place, e.kind) for e in run.noted if isinstance(e, Revealed)):
        raise NotAuthentic("faces-differ", at=at)
    _check_proofs(run, step)
    if step.event != tuple(event_words(event, table.names) for event in run.events):
        raise NotAuthentic("events-differ", at=at)
    if step.next != (() if run.decided.ended else next_question_lines(table, run.requests)):
        raise NotAuthentic("questions-differ", at=at)
    if step.state != state_digest(table.game, run.state):
        raise NotAuthentic("state-differs", at=at)
    step_deck_of(table).check_hand_lines(run, step)


def _check_proofs(run: StepRun, step: Step) -> None:
    """What was turned up of the piles must be what the deal has put there."""
    table, turned = run.before.table, list(run.turned)
    shown: list[tuple[FaceDownPlace, str]] = []
    for place, kind in step.show:
        if turned and turned[0].place == place:
            shown.append((turned.pop(0), kind))
    tokens.check_proofs(table, run.before.bag, shown, step.proof, Sentence("step", number=step.step))
