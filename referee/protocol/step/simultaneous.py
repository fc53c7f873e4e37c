"""Several seats asked at once: who has answered.

Each answers by a note whose orders are all sealed, by a plan or by standing orders. What one seat does until it is not
asked any more is its *share*; it is judged as if nobody else had answered. Nothing is carried out before all shares are
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.kernel.errors import IllegalMove, RefereeError
from referee.kernel.game import NeedsHiddenFace
from referee.kernel.goods import Hand, Knowledge
from referee.kernel.play import play
from referee.kernel.requests import Seat
from referee.protocol.step.planned_orders import Plan, emptied_plan, next_due_order
from referee.protocol.step.position import Position
from referee.protocol.step.step_run import StepRun
from referee.record.notes import Move


def check_simultaneous_answer(note: Move) -> None:
    """Check that a note which answers beside others shows none of its orders.

    Raises:
        IllegalMove: PM 6: it has an order in the clear, or no sealed lines.
    """
    if note.do:
        raise IllegalMove("order-in-the-clear", rule="PM 6", at=note.do[0])
    if note.seal is None:
        raise IllegalMove("asked-at-once-sealed", rule="PM 6")


def check_whole_answer(position: Position, seat: Seat, plan: Plan | None) -> None:
    """Check that the sealed lines of `seat` begin with its whole share; passes a plan that is closed to us.

    Raises:
        IllegalMove: PM 7: they end before the share does, or hold what nobody asks; or the rule that an order breaks.
    """
    if plan is None or plan.texts is None:
        return
    run = StepRun(position, seat, plan)
    while (question := run.question_of(seat)) is not None:
        looked = next_due_order(run.game, plan, question)
        due = looked.due
        if due is None or due.line != plan.following:
            raise IllegalMove("share-unfinished", rule="PM 7", line=plan.following + 1)
        run.plans[seat] = plan = looked.plan
        try:
            run.play(seat, due.order, due.move, due.secret)
        except IllegalMove as refusal:
            refusal.at = refusal.at or due.order
            raise


def can_continue_alone(run: StepRun) -> bool:
    """Whether plans and standing orders may answer the present questions: for one seat always, for several at once as
    soon as each of them has a whole share.
    """
    return bool(run.unfinished) or len(run.requests) < 2 or not seats_missing_answer(run)


def seats_missing_answer(run: StepRun) -> tuple[Seat, ...]:
    """Those who are asked at once and have no whole share in a note, plan or standing orders that we can read."""
    return tuple(request.seat for request in run.requests if not has_whole_answer(run, request.seat))


def has_answered(position: Position, seat: Seat) -> bool:
    """Whether what `seat` has sealed before, or its standing orders, answer what it is asked, to the end."""
    return has_whole_answer(StepRun(position, seat, position.plans[seat]), seat)


def has_whole_answer(run: StepRun, seat: Seat) -> bool:
    """Whether the plan or the standing orders of `seat` answer what it is asked beside others, to the end."""
    game, state, knowledge, plan = run.game, run.state, run.knowledge, run.plans[seat]
    while (question := _question_of(run, state, seat)) is not None:
        for move, secret, left in _candidates(run, seat, state, knowledge, plan, question):
            try:
                played = play(game, state, seat, move, knowledge, secret=secret)
            except (RefereeError, NeedsHiddenFace):  # it ends the plan; standing orders come after it
                continue
            state, knowledge, plan = played.state, played.knowledge, left
            break
        else:
            return False
    return True


def _question_of(run: StepRun, state: Any, seat: Seat) -> str | None:
    return next((request.question for request in run.game.requests(state) if request.seat == seat), None)


def _candidates(
    run: StepRun, seat: Seat, state: Any, knowledge: Knowledge, plan: Plan | None, question: str
) -> Iterator[tuple[Any, Hand, Plan | None]]:
    """The planned order that is due, then the standing order, then what a seat does for which nobody decides; each
    with its secret part and the plan after it.
    """
    if plan is not None and plan.texts is not None:
        looked = next_due_order(run.game, plan, question)
        if (due := looked.due) is not None:
            yield due.move, due.secret, due.plan
        plan = emptied_plan(looked.plan)
    standing = run.before.standing[seat]
    move = standing.answer(run.game, state, seat, knowledge.own(seat)) if standing is not None else None
    if move is not None:
        yield move, (), plan
    if run.passes(seat) and run.game.neutral is not None:
        yield run.game.neutral(state, seat), (), plan
