"""The host takes in the moves of the step that is asked for: one is entered at once, several wait for one another."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record import chain
from referee.record.names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Move
from referee.table.desk.answers import keep_answer, standing_to_enter, unanswered, waiting_answers
from referee.table.desk.close import close_together
from referee.table.desk.consents import agreed_now, consents_to
from referee.table.desk.desk import Desk
from referee.table.desk.publish import publish
from referee.table.intake.mailbag import Mailbag, keep_evidence
from referee.table.step.ending import agreed_places
from referee.table.step.enter import check_move, with_named, with_standing
from referee.table.step.position import Position
from referee.table.step.produce import entered_run
from referee.table.step.standing import check_due
from referee.table.step.table_lines import Left, read_table_lines, write_table_line
from referee.table.step.together import check_share
from referee.table.telling.news import Notice


def take_in(desk: Desk, rivals: Sequence[SignedNote], bag: Mailbag) -> list[Notice]:
    """Moves for the step that is asked for. Of one seat that is asked the newest is entered; of several that are asked
    at once the newest of each waits for those of the others.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the note is refused.
    """
    for signed in rivals:
        check_move(desk.position, signed)
    if len(desk.position.asked) == 1:
        return [enter_moves(desk, (chain.newest(rivals),), bag)]
    keys = dict.fromkeys(signed.key for signed in rivals)
    return [_wait(desk, chain.newest([signed for signed in rivals if signed.key == key])) for key in keys]


def _wait(desk: Desk, signed: SignedNote) -> Notice:
    """Let an answer wait that holds for itself; what the others have said counts for nothing in it."""
    position, move = desk.position, signed.read(Move)
    known = next((waiting for waiting in waiting_answers(desk) if waiting.key == signed.key), None)
    if known is not None and signed.id in chain.replaced_by(known):
        return Notice("already-replaced-answer-waits", {"seat": move.seat})
    standing = standing_to_enter(desk, (move,))
    entered = with_standing(position, standing, desk.eyes)
    check_due(position, (move,), standing)
    seat = position.table.seat(move.seat)
    run = entered_run(with_named(entered, (move,)), (move,), desk.eyes)
    check_share(run.before, seat, run.plans[seat])
    if known is not None and known.id == signed.id:
        return Notice("answer-waits-already", {"seat": move.seat})
    if known is not None:
        _check_replaces(desk, known, signed)
    keep_answer(desk, signed)
    return Notice("answer-waits", {"seat": move.seat})


def _check_replaces(desk: Desk, known: SignedNote, signed: SignedNote) -> None:
    """Check that a note may take the place of the one that waits.

    Raises:
        OutOfOrder: neither names the other; or a step with the one that waits is signed already.
    """
    step = desk.position.step + 1
    if known.id in desk.guard().listed.get(f"step {step}", ()):
        raise OutOfOrder("move-too-late", step=step)
    if chain.contradict(known, signed):
        hint = Sentence("two-moves-kept", name=keep_evidence(desk, (signed,)))
        raise OutOfOrder("rival-notes", type="move", first=known.id, second=signed.id, hint=hint)


def close_if_answered(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Close the step once all who are asked at once have answered; who is missing is told to the host alone."""
    position = desk.history.position
    if not desk.is_host or position is None or len(position.asked) < 2 or not bag.of("move", "standing"):
        return []
    answers = waiting_answers(desk)
    if not answers:
        return []
    missing = unanswered(desk)
    if missing:
        return [Notice("answers-wait-for", {"names": ", ".join(missing)})]
    return [enter_moves(desk, answers, bag)]


def enter_moves(desk: Desk, answers: Sequence[SignedNote], bag: Mailbag) -> Notice:
    """Close the step with these moves, in seat order, the standing notes that are due or named, and those who leave."""
    left = tuple(line for line in agreed_now(desk) if isinstance(line, Left))
    return _enter(desk, answers, tuple(map(write_table_line, left)), bag)


ENDING = ("ends-the-game", "agreement-ends-game")
"""The codes of the refusals of a step that ends the game and that the host has not said yes to."""


def enter_decided(desk: Desk, lines: Sequence[str], bag: Mailbag) -> Notice:
    """Close the step with what the table has decided, and no move."""
    return _enter(desk, (), lines, bag)


def _enter(desk: Desk, answers: Sequence[SignedNote], lines: Sequence[str], bag: Mailbag) -> Notice:
    desk.check_memory()
    standing = standing_to_enter(desk, [check_move(desk.position, signed) for signed in answers])
    consents = consents_to(desk, read_table_lines(lines))
    closed = close_together(
        desk.position, answers, desk.eyes, desk.host_key(), standing, lines=lines, consents=consents
    )
    if closed.position.over and not bag.confirm_end:
        raise OutOfOrder(
            "agreement-ends-game" if closed.position.ended else "ends-the-game",
            result=_places(closed.position),
            hint=Sentence("check-then-repeat"),
        )
    return publish(desk, closed, step_name(closed.position.step), Notice("entered"), bag.lang)


def _places(position: Position) -> str:
    if position.ended:
        names = [f"{place}. {position.table.names[seat]}" for place, seat in sorted(agreed_places(position))]
        return ", ".join(names) or position.ended
    outcome = position.table.game.outcome(position.state)
    assert outcome is not None
    by_place = sorted(zip(outcome.ranks, position.table.names, strict=True))
    return ", ".join(f"{place}. {name}" for place, name in by_place)
