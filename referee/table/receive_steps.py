"""Taking in the notes of a running game: turns, standing notes, moves, the end, acks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.requests import Seat
from referee.record import chain
from referee.record.note import Frame, render_bundle
from referee.record.notes import Ack, End, Move, Standing, Turn
from referee.table.desk import Desk, pending
from referee.table.ending import check_ack
from referee.table.history import DEAL, check_move, enter, split_step, turn_name
from referee.table.host import close_step
from referee.table.mailbag import Mailbag, Notice, authenticate, keep_evidence, two_histories
from referee.table.position import Position
from referee.table.publish import finish, publish
from referee.table.standing import check_standing, stand


def take_turns(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Steps that the referee has closed: the next ones are entered, the ones that are here are compared."""
    turns = sorted(((_turn(desk, frame), frame) for frame in bag.of("turn")), key=lambda pair: pair[0].step)
    for (turn, frame), (following, other) in pairwise(turns):
        if turn.step == following.step:
            raise two_histories(desk, turn.step, frame, other, (frame, other))
    if not turns:
        return []
    notices = [_known_turn(desk, frame, turn) for turn, frame in turns if turn.step <= desk.position.step]
    position = desk.position
    for turn, frame in turns[len(notices) :]:
        if turn.step > position.step + 1:
            raise OutOfOrder(
                "step {step} is missing",
                step=position.step + 1,
                hint=f"ask the host for {turn_name(position.step + 1)}",
            )
        position = _enter_turn(desk, position, turn, frame, bag)
        notices.append(Notice("step {step} is entered", {"step": turn.step}))
    return notices


def _turn(desk: Desk, frame: Frame) -> Turn:
    authenticate(desk, frame)
    turn = frame.note()
    assert isinstance(turn, Turn)
    if turn.game != desk.table.game_id:
        raise OutOfOrder("this turn belongs to another game")
    return turn


def _known_turn(desk: Desk, frame: Frame, turn: Turn) -> Notice:
    known = split_step(desk.history.frames[turn_name(turn.step)])[1] if turn.step else desk.history.frames[DEAL][-1]
    if known.id != frame.id:
        raise two_histories(desk, turn.step, known, frame, (frame,))
    if turn.step == desk.position.step:
        # A machine that has forgotten what it signed may sign again once somebody else has shown it the newest step.
        desk.write_guard(desk.guard().seen(turn.step, frame.id, over=desk.history.end is not None))
    return Notice("already entered as step {step}", {"step": turn.step})


def _enter_turn(desk: Desk, position: Position, turn: Turn, frame: Frame, bag: Mailbag) -> Position:
    by_id = {note.id: note for note in bag.of("move", "standing")}
    missing = [line.seat for line in turn.note if line.id not in by_id]
    if missing:
        raise NotAuthentic("the turn comes without the notes of {missing}", missing=", ".join(missing))
    end = bag.single("end") if not turn.next else None
    if not turn.next and end is None:
        raise Unreadable("the last turn comes with the end of the game", at=turn_name(turn.step))
    bundle = (*(by_id[line.id] for line in turn.note), frame, *((end,) if end is not None else ()))
    for part in bundle:
        authenticate(desk, part)
    after, _ = enter(position, bundle, desk.eyes)
    desk.folder.commit(turn_name(turn.step), render_bundle(bundle))
    desk.write_guard(desk.guard().seen(turn.step, frame.id, over=end is not None))
    return after


def _belonging(bag: Mailbag) -> set[str]:
    """The ids of the notes that the turns of a mail list: they come with their turns and ask for nothing."""
    turns = [frame.note() for frame in bag.of("turn")]
    return {line.id for turn in turns if isinstance(turn, Turn) for line in turn.note}


def take_standing(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Standing answers wait at the host's and are entered with the next step."""
    belonging = _belonging(bag)
    fresh = [frame for frame in bag.of("standing") if frame.id not in belonging]
    chain.check_slot(fresh)
    notices = []
    for frame in fresh:
        authenticate(desk, frame)
        note = check_standing(desk.position, frame)
        if not desk.is_host:
            raise OutOfOrder("standing answers go to the host, who enters them with the next step")
        stand(desk.position, frame, desk.eyes)
        desk.folder.write_pending(f"standing-{note.step:04d}-{note.seat}.note", render_bundle((frame,)))
        notices.append(Notice("the standing answers of {seat} wait for the next step", {"seat": note.seat}))
    return notices


def _standing_to_enter(desk: Desk) -> list[Frame]:
    """The newest standing note of each seat that waits, in seat order; for a step signed before, those it listed."""
    position = desk.position
    listed = desk.guard().listed.get(f"turn {position.step + 1}")
    newest: dict[Seat, Frame] = {}
    for frame in pending(desk.folder, "standing-"):
        note = frame.note()
        assert isinstance(note, Standing)
        seat = position.table.seat(note.seat)
        before = position.standing[seat]
        if (before is None or note.step > before.step) and (listed is None or frame.id in listed):
            newest[seat] = frame
    return [newest[seat] for seat in sorted(newest)]


def take_moves(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Moves that come with no turn: the host enters the newest one of each step, in order.

    Notes for steps that are closed are left out when there is a new one beside them, and refused when there is none.
    """
    belonging = _belonging(bag)
    moves = [(_move(desk, frame), frame) for frame in bag.of("move") if frame.id not in belonging]
    notices: list[Notice] = []
    refusals: list[OutOfOrder] = []
    for step in sorted({move.step for move, _ in moves}):
        rivals = [frame for move, frame in moves if move.step == step]
        if step <= desk.position.step:
            found, refused = _known_moves(desk, step, rivals, bag.lang)
            notices += found
            refusals += refused
            continue
        if not desk.is_host:
            raise OutOfOrder("a move goes to the host, who answers with the turn")
        notices.append(_enter_move(desk, _newest_asked(desk.position, rivals), bag))
        desk = desk.reloaded()
    if refusals and not notices and not bag.of("turn"):
        raise refusals[0]
    return notices + [Notice("left out: {what}", {"what": refusal.sentence()}) for refusal in refusals]


def _move(desk: Desk, frame: Frame) -> Move:
    authenticate(desk, frame)
    move = frame.note()
    assert isinstance(move, Move)
    if move.game != desk.table.game_id:
        raise OutOfOrder("this move belongs to another game")
    return move


def _known_moves(desk: Desk, step: int, rivals: Iterable[Frame], lang: str) -> tuple[list[Notice], list[OutOfOrder]]:
    """What is said of moves for a step that is closed: entered already, or too late."""
    entered = {frame.id: frame for frame in desk.history.frames.get(turn_name(step), ()) if frame.type == "move"}
    notices, refusals = [], []
    for frame in rivals:
        if frame.id in entered:
            letter = finish(desk, lang) if desk.is_host and step == desk.position.step else None
            notices.append(Notice("already entered as step {step}", {"step": step}, letter))
            continue
        late = OutOfOrder("step {step} is closed; this move was written for it", step=step)
        if chain.equivocation((*entered.values(), frame)):
            late.hint = f"two moves of one seat for one step: kept in pending/{keep_evidence(desk, (frame,))}"
        refusals.append(late)
    return notices, refusals


def _newest_asked(position: Position, rivals: list[Frame]) -> Frame:
    """The last correction of the seat that is asked; a note of another seat is refused by `check_move`."""
    for frame in rivals:
        check_move(position, frame)
    return chain.newest(rivals)


def _enter_move(desk: Desk, frame: Frame, bag: Mailbag) -> Notice:
    desk.check_memory()
    closed = close_step(desk.position, frame, desk.eyes, desk.host_key(), _standing_to_enter(desk))
    if closed.position.over and not bag.confirm_end:
        raise OutOfOrder(
            "this move ends the game: {result}",
            result=_places(closed.position),
            hint="look at the result, then repeat with --yes",
        )
    return publish(desk, closed, turn_name(closed.position.step), Notice("entered as step {step}"), bag.lang)


def _places(position: Position) -> str:
    outcome = position.table.game.outcome(position.state)
    assert outcome is not None
    by_place = sorted(zip(outcome.ranks, position.table.names, strict=True))
    return ", ".join(f"{place}. {name}" for place, name in by_place)


def take_end(desk: Desk, bag: Mailbag) -> list[Notice]:
    """An end that comes with a turn was taken with it; one that differs from ours is a second history."""
    for frame in bag.of("end"):
        authenticate(desk, frame)
        end, known = frame.note(), desk.history.end
        assert isinstance(end, End)
        if end.game == desk.table.game_id and known is not None and known.id != frame.id:
            raise two_histories(desk, end.step, known, frame, (frame,))
    return []


def take_acks(desk: Desk, bag: Mailbag) -> list[Notice]:
    """Acks of the end: one for each seat, whatever its signature looks like."""
    notices = []
    end = desk.history.end
    for frame in bag.of("ack"):
        authenticate(desk, frame)
        ack = _ack(desk, frame, end)
        if ack.seat in desk.history.acks:
            notices.append(Notice("the ack of {seat} is already here", {"seat": ack.seat}))
            continue
        desk.folder.commit(f"ack-{ack.seat}.note", render_bundle((frame,)))
        notices.append(Notice("{seat} has acknowledged the end", {"seat": ack.seat}))
    return notices


def _ack(desk: Desk, frame: Frame, end: Frame | None) -> Ack:
    try:
        return check_ack(desk.table, frame, end.id if end is not None else None)
    except NotAuthentic as refusal:
        ack = frame.note()
        if isinstance(ack, Ack) and end is not None and ack.head != end.id:
            # The seat has seen another end than we: the referee's second history, or the seat's invention.
            refusal.hint = f"kept in pending/{keep_evidence(desk, (frame,))}: ask {ack.seat} for the last turn"
        raise
