"""Who has answered of those who are asked at once, and what the step enters beside their answers.

A plan that is still good and standing answers count as well, so who is missing is for the host's eyes to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.record.note import SignedNote
from referee.record.notes import Move, Standing
from referee.table.desk.desk import Desk
from referee.table.desk.proposals import agreed_now
from referee.table.desk.waiting import held
from referee.table.seating import author
from referee.table.step.decisions import Decided, with_decided
from referee.table.step.enter import with_named, with_standing
from referee.table.step.produce import entered_run
from referee.table.step.run import Run
from referee.table.step.standing import is_due, stands
from referee.table.step.table_lines import Left
from referee.table.step.together import missing


def awaited(desk: Desk) -> tuple[str, ...]:
    """The seats for which all wait, clockwise; the host knows which of several has answered already."""
    position = desk.position
    asked = tuple(position.table.names[request.seat] for request in position.awaited)
    missing = unanswered(desk) if desk.is_host and len(position.asked) > 1 else asked
    return tuple(name for name in asked if name in missing)


def unanswered(desk: Desk) -> tuple[str, ...]:
    """Who is asked at once with others and has not answered, clockwise; only the host can tell. For those who leave
    nobody waits.
    """
    position, answers = desk.position, held(desk, "answer")
    moves = tuple(signed.read(Move) for signed in answers)
    entered = with_named(with_standing(position, standing_to_enter(desk, moves), desk.eyes), moves)
    left = tuple(position.table.seat(line.seat) for line in agreed_now(desk) if isinstance(line, Left))
    entered = with_decided(entered, Decided(left=left))
    if moves:
        run = entered_run(entered, moves, desk.eyes)
    else:
        first = position.asked[0].seat
        run = Run(entered, first, entered.plans[first])
    return tuple(position.table.names[seat] for seat in missing(run))


def standing_to_enter(desk: Desk, moves: Sequence[Move]) -> list[SignedNote]:
    """The standing notes that the step of `moves` enters, in seat order; for a step signed before, those it listed.

    Of each author the one that the move names. Of each other seat the newest that is due; of two for one step neither,
    until a move names one: which came first is no fact of the record.
    """
    position = desk.position
    listed = desk.guard().listed.get(f"step {position.step + 1}")
    found = {seat: due for seat in position.table.names if (due := _newest_due(desk, seat, listed)) is not None}
    for move in moves:
        found.pop(move.seat, None)
        if move.standing is not None and not stands(position, move.seat, move.standing):
            entered = (signed for signed_notes in desk.history.signed_notes.values() for signed in signed_notes)
            known = {signed.id: signed for signed in (*entered, *held(desk, "standing"))}
            named = known.get(move.standing)
            if named is not None and named.type == "standing" and author(named) == move.seat:
                found[move.seat] = named
    return [found[seat] for seat in position.table.names if seat in found]


def _newest_due(desk: Desk, seat: str, listed: tuple[str, ...] | None) -> SignedNote | None:
    waiting: dict[int, list[SignedNote]] = {}
    owner = desk.table.seats[desk.table.seat(seat)]  # what an earlier key has said has ended with it
    for signed in held(desk, "standing"):
        note = signed.read(Standing)
        if (
            note.seat == seat
            and signed.key == owner.key
            and is_due(desk.position, note)
            and (listed is None or signed.id in listed)
        ):
            waiting.setdefault(note.step, []).append(signed)
    newest = waiting[max(waiting)] if waiting else []
    return newest[0] if len(newest) == 1 else None
