"""Sealed lines that no future allows: a plan is tried against every answer that others may give, before it is signed.

Nothing is guessed. Where a future hangs on what the author cannot know (a face, a draw, the sealed answers of all who
are asked at once), or where there are too many, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from referee.kernel.errors import IllegalMove, RefereeError
from referee.kernel.game import HiddenFace
from referee.kernel.goods import Owner
from referee.kernel.requests import TURN, Seat
from referee.table.step.draft import Draft, planned
from referee.table.step.position import Position
from referee.table.step.produce import play_due
from referee.table.step.run import Run
from referee.table.step.sealed_lines import Failed, read_line

MOST = 400
"""So many futures are looked through."""


class _Unknown(Exception):
    """It cannot be told what will be."""


def hopeless(position: Position, seat: Seat, drafted: Draft) -> tuple[tuple[str, Failed | None], ...]:
    """The sealed orders that are carried out in no future, each with why if the game knows it, or if it is tried."""
    if not drafted.lines:
        return ()
    failed = _failed(position, seat, drafted) | _chanceless(position, seat, drafted)
    return tuple((line, failed[number]) for number, line in enumerate(drafted.lines) if number in failed)


def _chanceless(position: Position, seat: Seat, drafted: Draft) -> dict[int, Failed | None]:
    """By number the lines of which the game knows, without any future, that their moment is gone."""
    game, found = position.table.game, dict[int, Failed | None]()
    for number, line in enumerate(map(read_line, drafted.lines)):
        try:
            if line.order:
                game.check_chance(drafted.run.state, seat, game.notation.parse_order(line.order))
        except IllegalMove as why:
            found[number] = Failed(seat, position.step + 1, line.order, why.said, why.rule, why.at)
    return found


def _failed(position: Position, seat: Seat, drafted: Draft) -> dict[int, Failed | None]:
    """By number the lines that no answer of the others lets be carried out; none where it cannot be told."""
    if drafted.run.open_end:
        return {}
    run = drafted.run.branch()
    run.failed.clear()
    run.plans[seat] = planned(position, run.plans[seat], drafted.lines)
    try:
        ends = list(islice(_futures(run, seat), MOST + 1))
    except (_Unknown, HiddenFace, RefereeError):
        return {}
    if len(ends) > MOST:
        return {}
    carried = {place for end in ends for opened_by, _, place, _, _ in end.opened if opened_by == seat}
    why = {failed.order: failed for end in ends for failed in end.failed if failed.seat == seat}
    orders = ((number, read_line(line)) for number, line in enumerate(drafted.lines))
    return {n: why.get(line.order) for n, line in orders if line.order and n not in carried}


def _futures(run: Run, seat: Seat) -> Iterator[Run]:
    """Every way in which others may answer, up to where the seat is asked anew or the turn is over."""
    while play_due(run) is not None:
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
        if number > MOST:
            raise _Unknown
        future = run.branch()
        future.play(other, run.game.notation.format_order(move), move, ())
        yield from _futures(future, seat)
