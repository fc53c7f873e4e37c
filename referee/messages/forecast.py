"""What happens next once a move is recorded, as far as its author can know: said before anything is signed.

Nobody should sign half a turn without being told: a second note for what could be in the first costs everybody a
mail each way. Nor should anybody sign a sealed line that no future allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec
from msgspec.structs import replace

from referee.i18n.event_text import actions_left_text, question_sentence
from referee.kernel.errors import IllegalMove, RefereeError
from referee.kernel.game import NeedsHiddenFace
from referee.kernel.goods import Owner
from referee.kernel.grammar.spelling import Spelled
from referee.kernel.requests import TURN, Request, Seat
from referee.kernel.sentence import Sentence
from referee.protocol.allowances import allowances_of
from referee.protocol.step import produce, simultaneous
from referee.protocol.step.draft import MoveDraft, plan_of_draft
from referee.protocol.step.planned_orders import FailedPlan, next_due_order, planned_order_text, read_line
from referee.protocol.step.position import Position
from referee.protocol.step.step_run import StepRun, play_assuming_plain_faces

FEW = 6
"""So many answers are listed; of more only an example is told."""


def next_step_forecast(
    position: Position, seat: Seat, drafted: MoveDraft, lang: str, *, typed: bool = True
) -> Sentence:
    """What happens next, as one sentence; with orders to type, if the reader types them."""
    run, table = drafted.run, position.table
    if run.open_end:
        return Sentence("next-unknown")
    if not run.requests:
        return Sentence("next-game-ends")
    others = [request for request in run.requests if request.seat != seat]
    if others and _has_answered(position, seat, drafted):
        return _others(position, seat, drafted, others[0], lang)
    request = next((request for request in run.requests if request.seat == seat), run.requests[0])
    if request.seat != seat:
        return _others(position, seat, drafted, request, lang)
    if request.question == TURN and not run.turn_runs:
        return Sentence("next-own-turn-again")
    if request.question == TURN:
        left = actions_left_text(table.game, request, lang) or question_sentence(
            table.game, request, table.called, lang
        )
        after_draw = "next-turn-after-draw" if run.may_seal else "next-turn-next-note"
        return Sentence(after_draw if run.unforeseen else "next-turn-not-over", left=left)
    question = question_sentence(table.game, request, table.called, lang)
    if not typed:
        return Sentence("next-still-asked", question=question)
    after = replace(position, state=run.state, knowledge=run.knowledge)  # as the author knows it
    return Sentence(
        "next-you-are-asked", question=question, orders=few_orders_text(after, seat, orders_to_answer(after, seat))
    )


def orders_to_answer(position: Position, seat: Seat) -> tuple[str, ...]:
    """The orders with which a seat may answer, if they are few; of many the first and the last. An order that only says
    more than another one, such as how it is paid, is left out.
    """
    game = position.table.game
    moves = game.legal_orders(position.state, seat, position.knowledge.own(seat))
    given = tuple(game.notation.format_order(move) for move in moves if not game.free(move))
    known = frozenset(given)
    found = tuple(order for order in given if not any(order[: at.start()] in known for at in re.finditer(" ", order)))
    return found if len(found) <= FEW else (found[0], "..", found[-1])


def few_orders_text(position: Position, seat: Seat, orders: Sequence[str], *, brief: bool = False) -> Spelled:
    """A few orders that a seat may give, for a sentence: a choice by what it gives, not by its number."""
    notation, state = position.table.game.notation, position.state
    named = orders if notation.by_name is None else [notation.by_name(state, seat, order) for order in orders]
    return notation.said(", ".join(named), brief=brief)


def is_unfinished(position: Position, seat: Seat, drafted: MoveDraft) -> bool:
    """Whether the author of a move could go on in the same note, with what is known already."""
    run = drafted.run
    return run.asked is not None and run.asked[0] == seat and run.turn_runs and not (run.unforeseen or run.open_end)


def unfinished_part_text(position: Position, seat: Seat, drafted: MoveDraft, lang: str) -> str:
    """What an unfinished move leaves open, in words: the actions that are left, or the question."""
    table = position.table
    request = next(request for request in drafted.run.requests if request.seat == seat)
    left = actions_left_text(table.game, request, lang) if request.question == TURN else ""
    return left or question_sentence(table.game, request, table.called, lang)


def _has_answered(position: Position, seat: Seat, drafted: MoveDraft) -> bool:
    """Whether what is sealed answers all that the author is asked beside others."""
    run = drafted.run.branch()
    run.plans[seat] = plan_of_draft(position, run.plans[seat], drafted.lines)
    return simultaneous.has_whole_answer(run, seat)


def _others(position: Position, seat: Seat, drafted: MoveDraft, request: Request, lang: str) -> Sentence:
    table, run = position.table, drafted.run
    mine = position.on_turn == seat
    if request.question == TURN and not run.turn_runs:
        return Sentence("next-turn-of" if mine else "next-turn-of-other", seat=table.called[request.seat])
    left = actions_left_text(table.game, request, lang) if request.question == TURN else ""
    if left:
        return Sentence("next-other-goes-on", seat=table.called[request.seat], left=left)
    question = question_sentence(table.game, request, table.called, lang)
    if not (mine and run.turn_runs):
        return Sentence("next-others", question=question)
    sealed = len(drafted.lines) > 0
    return Sentence("next-others-then-sealed" if sealed else "next-others-then-you", question=question)


MOST_FUTURES = 400
"""So many futures are looked through."""


class _Unknown(Exception):
    """It cannot be told what will be."""


class FailingPlan(msgspec.Struct, frozen=True):
    """A sealed line that is not carried out, and why, if the game knows it or it is tried. `always`: whatever others
    do; else if they do nothing, and no face that is turned up does.
    """

    line: str
    why: FailedPlan | None
    always: bool


def failing_plans(position: Position, seat: Seat, drafted: MoveDraft) -> tuple[FailingPlan, ...]:
    """The sealed orders that are carried out in no future; where futures cannot be told, those that fail in the
    quietest one, in which they end the plan.
    """
    if not drafted.lines:
        return ()
    known = _failures_by_line(position, seat, drafted)
    failed = (known or {}) | _chanceless(position, seat, drafted)
    found = [FailingPlan(line, failed[number], True) for number, line in enumerate(drafted.lines) if number in failed]
    why = _quietly(position, seat, drafted)[0] if known is None and not found else None
    return tuple(found) if why is None else (FailingPlan(why.order, why, False),)


def failing_plan_sentences(position: Position, seat: Seat, drafted: MoveDraft, lang: str) -> tuple[str, ...]:
    """The plans that will fail, and why, a sentence each."""
    return tuple(_doubt_text(position, doubt, lang) for doubt in failing_plans(position, seat, drafted))


def _doubt_text(position: Position, doubt: FailingPlan, lang: str) -> str:
    why = doubt.why.told(lang) if doubt.why is not None else Sentence("never-due")
    code = "sealed-in-vain" if doubt.always else "sealed-in-doubt"
    return Sentence(code, line=planned_order_text(position.table.game, doubt.line), why=why).told(lang)


def _chanceless(position: Position, seat: Seat, drafted: MoveDraft) -> dict[int, FailedPlan | None]:
    """By number the lines of which the game knows, without any future, that their moment is gone."""
    game, found = position.table.game, dict[int, FailedPlan | None]()
    for number, line in enumerate(map(read_line, drafted.lines)):
        try:
            if line.order:
                game.check_chance(drafted.run.state, seat, game.notation.parse_order(line.order))
        except IllegalMove as why:
            found[number] = FailedPlan(seat, position.step + 1, line.order, why.said, why.rule, why.at)
    return found


def _failures_by_line(position: Position, seat: Seat, drafted: MoveDraft) -> dict[int, FailedPlan | None] | None:
    """By number the lines that no answer of the others lets be carried out; None where it cannot be told."""
    ends = _first_futures(_with_plan(position, seat, drafted), seat)
    if ends is None or len(ends) > MOST_FUTURES:
        return None
    carried = {place for end in ends for opened_by, _, place, _, _ in end.opened if opened_by == seat}
    why = {failed.order: failed for end in ends for failed in end.failed if failed.seat == seat}
    orders = ((number, read_line(line)) for number, line in enumerate(drafted.lines))
    return {n: why.get(line.order) for n, line in orders if line.order and n not in carried}


def _with_plan(position: Position, seat: Seat, drafted: MoveDraft) -> StepRun:
    """The run of a draft going on by itself, with what is sealed."""
    run = drafted.run.branch()
    run.failed.clear()
    run.plans[seat] = plan_of_draft(position, run.plans[seat], drafted.lines)
    return run


def _quietly(position: Position, seat: Seat, drafted: MoveDraft) -> tuple[FailedPlan | None, bool]:
    """If the others do what does nothing, and what is turned up is plain: the line that ends the plan, and whether the
    seat is asked in this turn what no line answers.
    """
    run, game, neutral = drafted.run, position.table.game, position.table.game.neutral
    plan, state = plan_of_draft(position, run.plans[seat], drafted.lines), run.state
    if run.open_end:
        state = play_assuming_plain_faces(game, state, seat, game.notation.parse_order(run.orders[-1][1]))
    while state is not None and game.turn(state) == position.turn and (asked := game.requests(state)):
        if asked[0].seat != seat:
            state = (
                play_assuming_plain_faces(game, state, asked[0].seat, neutral(state, asked[0].seat))
                if neutral is not None
                else None
            )
            continue
        looked = next_due_order(game, plan, asked[0].question)
        order, why = looked.order, looked.why
        if looked.due is not None:
            order, plan = looked.due.order, looked.plan
            try:
                state = play_assuming_plain_faces(game, state, seat, looked.due.move)
                continue
            except IllegalMove as refused:
                why = refused
        failed = FailedPlan(seat, position.step + 1, order, why.said, why.rule, why.at) if why is not None else None
        return failed, True
    left = map(read_line, (plan.texts or ())[plan.following :] if state is not None else ())
    unused = (one.order for one in left if one.order and not one.condition)
    late = next((order for order in unused if TURN in game.answers(game.notation.parse_order(order))), "")
    return (FailedPlan(seat, position.step + 1, late, Sentence("plan-turn-over")) if late else None), False


def plan_moments(position: Position, seat: Seat, drafted: MoveDraft) -> dict[int, StepRun] | None:
    """Where a seat is asked again in this turn once its sealed lines are used: after a conflict that it has won or
    lost, or after none (0), the first future of each. None where that cannot be told.
    """
    ends = _first_futures(_with_plan(position, seat, drafted), seat)
    found: dict[int, StepRun] = {}
    for end in ends or ():
        if end.turn_runs and end.asked is not None and end.asked[0] == seat:
            found.setdefault(plan.fought if (plan := end.plans[seat]) is not None else 0, end)
    return found if ends is not None and (found or len(ends) <= MOST_FUTURES) else None


def is_plan_useful(position: Position, seat: Seat, drafted: MoveDraft) -> bool:
    """Whether the author of a move may be asked again in this turn, so that what is sealed now could answer; where
    futures cannot be told, whether it is so in the quietest one. Never where nothing may be sealed.
    """
    allowed = allowances_of(position.table).plans
    if not allowed or drafted.run.open_end:
        return allowed
    moments = plan_moments(position, seat, replace(drafted, lines=()))
    if moments is None:
        return position.table.game.neutral is None or _quietly(position, seat, drafted)[1]
    return bool(moments)


def _first_futures(run: StepRun, seat: Seat) -> list[StepRun] | None:
    """The first of all futures; None where they cannot be told."""
    try:
        return list(islice(_futures(run, seat), MOST_FUTURES + 1)) if not run.open_end else None
    except (_Unknown, NeedsHiddenFace, RefereeError):
        return None


def _futures(run: StepRun, seat: Seat) -> Iterator[StepRun]:
    """Every way in which others may answer, up to where the seat is asked again or the turn is over."""
    while produce.play_due_plan(run) is not None:
        pass
    unseen = isinstance(run.knowledge, Owner) and run.knowledge.unseen
    if unseen and any(failed.rule == run.game.info.hand_rule for failed in run.failed):
        raise _Unknown  # what is drawn may be just what the order takes
    if run.unfinished or len(run.requests) > 1:
        raise _Unknown  # each of these answers is sealed, and none of them is an answer to another
    asked = run.asked
    if asked is None or not run.turn_runs or asked[0] == seat or asked[1] == TURN:
        yield run
        return
    other = asked[0]
    answers = (move for move in run.game.legal_orders(run.state, other, None) if not run.game.free(move))
    for number, move in enumerate(answers):
        if number > MOST_FUTURES:
            raise _Unknown
        future = run.branch()
        future.play(other, run.game.notation.format_order(move), move, ())
        yield from _futures(future, seat)
