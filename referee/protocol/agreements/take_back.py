"""The table goes back to where the game was before one of its steps. The steps since stay in the record, taken back.

The game is that of then; the record goes on. So step numbers and heads are never used twice. Sealed lines of moves end,
and so do standing orders given since. Goods drawn since are in their pile again.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from msgspec.structs import replace

from referee.kernel.errors import OutOfOrder
from referee.kernel.events import Drew, Peeked
from referee.kernel.goods import Counts, Dealer, Holder, Knowledge, Stock
from referee.kernel.requests import Seat
from referee.protocol.masked import note_rules
from referee.protocol.step.position import Position, StandingOrders


def check_take_back(position: Position, step: int) -> Position:
    """Check that the table may go back to before `step`; gives the position to which it would.

    Raises:
        OutOfOrder: no such step was recorded; it is taken back already, or goes back itself; or a key was recorded
            since, or a seat has left.
    """
    if position.over:  # bag and hands are open by then
        raise OutOfOrder("game-over")
    if not 0 < step <= position.step:
        raise OutOfOrder("back-no-step", step=step, newest=position.step)
    if step <= position.past.rollback_limit:
        keyed = any(party.since == position.past.rollback_limit for party in position.table.ever)
        raise OutOfOrder("back-over-key" if keyed else "back-over-leaving", step=position.past.rollback_limit)
    undone = steps_taken_back(position)
    if step in undone:
        raise OutOfOrder("back-undone", step=step, by=undone[step])
    target = next((earlier for earlier in position.past.rollback_points if earlier.step == step - 1), None)
    if target is None:
        raise OutOfOrder("back-of-back", step=step)
    return target


def position_after_take_back(position: Position, step: int) -> Position:
    """The position in which nothing is carried out any more by the step that goes back to before `step`.

    Raises:
        OutOfOrder: as `check_take_back`.
    """
    target, past = check_take_back(position, step), position.past
    stocks = tuple(now.back_to(then) for now, then in zip(position.stocks, target.stocks, strict=True))
    return replace(
        target,
        table=position.table,
        step=position.step,
        head=position.head,
        standing=tuple(map(_held_on, position.standing, target.standing)),
        stocks=stocks,
        knowledge=_knowledge_back_then(target.knowledge, stocks),
        plans=(None,) * len(position.plans),
        failed=(),
        past=replace(
            past,
            rollback_points=tuple(earlier for earlier in past.rollback_points if earlier.step <= target.step),
            rollbacks=(*past.rollbacks, (position.step + 1, step)),
            undone=positions_to_take_back(position, step),
        ),
    )


def positions_to_take_back(position: Position, step: int) -> tuple[Position, ...]:
    """The positions of the steps that going back before `step` undoes now, oldest first; of each what happened in it.

    Raises:
        OutOfOrder: as `check_take_back`.
    """
    target = check_take_back(position, step)
    return tuple(earlier for earlier in position.past.rollback_points if earlier.step > target.step)


def seats_acting_since(position: Position, step: int) -> tuple[Seat, ...]:
    """The seats that have moved, answered or drawn in the steps that going back before `step` undoes, ascending."""
    undone = (after for _, after in pairwise(position.past.rollback_points) if after.step >= step)
    return tuple(sorted({seat for after in undone for seat in _seats_acting_in(after)}))


def _seats_acting_in(after: Position) -> set[Seat]:
    """Who has moved, answered or drawn in the step that led to a position: by a note of it, a sealed line or standing
    orders. What is done for a seat that is skipped is not its own, unless it has standing orders.
    """
    learned = {event.seat for event in after.events if isinstance(event, Drew | Peeked)}
    ordered = {seat for seat, _ in after.orders if _is_own(after, seat)}
    moved = {seat for seat, step in enumerate(after.past.signed) if step == after.step}
    return learned | ordered | moved


def _is_own(after: Position, seat: Seat) -> bool:
    """Whether an order of `seat` in a step may be its own word: no stranger can tell which of its standing orders was
    the neutral order.
    """
    return seat not in after.passed or after.standing[seat] is not None


def _held_on(now: StandingOrders | None, then: StandingOrders | None) -> StandingOrders | None:
    """The standing orders of a seat that were in force then and still are. Others could answer what was open then, and
    nobody would be left to move; what has ended since stays ended, as its author has said.
    """
    return now if now is not None and then is not None and now.note == then.note else None


def _knowledge_back_then(knowledge: Knowledge, stocks: tuple[Stock, ...]) -> Knowledge:
    """What was known then, with the piles as they are now; what a hand holds is public to its owner alone, as then."""
    if isinstance(knowledge, Counts | Holder):
        return note_rules.with_public_counts(knowledge, replace(note_rules.public_counts(knowledge), stock=stocks[0]))
    if not isinstance(knowledge, Dealer):
        return knowledge
    piles = (replace(pile, stock=stock) for pile, stock in zip(knowledge.piles, stocks, strict=True))
    return replace(knowledge, piles=tuple(piles))


def steps_taken_back(position: Position) -> dict[int, int]:
    """For each undone step the one by which the table went back over it."""
    found: dict[int, int] = {}
    for at, first in position.past.rollbacks:
        for step in range(first, at):
            found.setdefault(step, at)
    return found


def taken_back_spans(steps: Mapping[int, int]) -> tuple[tuple[int, int, int], ...]:
    """(first step, last step, step that has undone them) of what `steps_taken_back` gives, ascending."""
    found: list[tuple[int, int, int]] = []
    for step, by in sorted(steps.items()):
        if found and found[-1][1:] == (step - 1, by):
            found[-1] = (found[-1][0], step, by)
        else:
            found.append((step, step, by))
    return tuple(found)
