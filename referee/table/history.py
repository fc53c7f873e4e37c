"""A whole game from the bytes of its record: every hash, every rule, as deep as the reader can look.

The record is a mapping of file names to bytes, so that a folder, a test and an audit are read by the same code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.record.note import Frame, read_bundle
from referee.record.notes import Ack, End, Move, Turn
from referee.table.dealing import opened_shares, read_deal
from referee.table.ending import check_ack, check_end
from referee.table.follow import entered, follow
from referee.table.opening import check_offer, read_charter
from referee.table.position import Position
from referee.table.seating import Eyes, Table, eyes_of, stranger_eyes
from referee.table.standing import stand
from referee.table.turn import author, produce, settle, turn_note

OFFER, CHARTER, DEAL = "offer.note", "charter.note", "0000.deal"
_STEP = re.compile(r"\A(?:0000\.deal|(?!0000)[0-9]{4}\.turn)\Z")
_ACK = re.compile(r"\Aack-[a-z][a-z0-9-]{0,11}\.note\Z")


class History(msgspec.Struct, frozen=True):
    """What a record holds, as far as it goes. `position` is None before the deal, `table` before the charter.

    `frames` are the notes by file. `shares` are the r of the seats once they are open. `end` is the end note of a
    finished game, `acks` the seats that acknowledged it.
    """

    frames: Mapping[str, tuple[Frame, ...]]
    eyes: Eyes | None = None
    table: Table | None = None
    position: Position | None = None
    shares: Mapping[str, bytes] = {}
    end: Frame | None = None
    acks: Mapping[str, Frame] = {}

    @property
    def offer(self) -> Frame | None:
        """The offer, if the record has one."""
        return self.frames[OFFER][0] if OFFER in self.frames else None

    def steps(self) -> tuple[tuple[str, tuple[Frame, ...]], ...]:
        """(file name, notes) of the deal and every turn, in order."""
        return tuple((name, self.frames[name]) for name in sorted(self.frames) if _STEP.match(name))


Progress = Callable[[int, int], None]


LAST_STEP = 9999
"""A record has four digits for its steps; a game that needs more is not played by mail."""


def turn_name(step: int) -> str:
    """The file of a step: `0017.turn`."""
    return f"{step:04d}.turn"


def read_history(
    files: Mapping[str, bytes],
    key: SigningKey | None = None,
    *,
    all_signatures: bool = False,
    eyes_for: Callable[[Table, Mapping[str, bytes]], Eyes] | None = None,
    progress: Progress | None = None,
    watch: Callable[[Position], None] | None = None,
) -> History:
    """Read a record from its first note to its last.

    Every hash and every rule is checked. Of the signatures all are checked with `all_signatures`, else those of offer,
    joins, charter, accepts and deal and the last one of each party, which countersigns everything before it.
    `key` decides what can be opened; `eyes_for(table, shares)` overrules it (the audit of a finished game). `watch`
    sees the position after every step.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: with `at` naming the file.
    """
    frames = {name: bundle_of(name, files[name]) for name in sorted(files)}
    history = History(frames)
    if history.offer is not None:
        with at_file(OFFER):
            _single_offer(frames[OFFER])
    if CHARTER not in frames:
        _nothing_after(frames, (OFFER,))
        return history
    history = _charter(history)
    table = history.table
    assert table is not None
    if DEAL not in frames:
        _nothing_after(frames, (OFFER, CHARTER))
        return replace(history, eyes=eyes_of(table, key, {}))
    history = _deal(history, key, eyes_for)
    if watch is not None and history.position is not None:
        watch(history.position)
    history = _turns(history, all_signatures, progress, watch)
    return _acks(history)


def read_on(
    history: History, later: Mapping[str, bytes], *, watch: Callable[[Position], None] | None = None
) -> History:
    """A history that has reached the deal, and the files that have come into its record since: steps and acks.

    They are checked as `read_history` checks them; what was read before is not read again, for it cannot change.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: with `at` naming the file.
    """
    found = {name: bundle_of(name, data) for name, data in later.items()}
    history = replace(history, frames=dict(sorted({**history.frames, **found}.items())))
    return _acks(_turns(history, False, None, watch))


class at_file:
    """Names the file in every refusal that passes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RefereeError) and (error.at is None or not error.at.startswith(self.name)):
            error.at = f"{self.name}, {error.at}" if error.at else self.name


def bundle_of(name: str, data: bytes) -> tuple[Frame, ...]:
    """The notes of the file called `name`, read strictly; signatures and grammar are not looked at.

    Raises:
        Unreadable, NotAuthentic: with `at` naming the file. Also for a name that no file of a record has: a file that
            is passed over in silence could later be taken for part of the game.
    """
    with at_file(name):
        if name not in (OFFER, CHARTER) and not _STEP.match(name) and not _ACK.match(name):
            raise Unreadable("no file of a record is called this")
        return read_bundle(data)


def _single_offer(frames: tuple[Frame, ...]) -> None:
    if len(frames) != 1:
        raise Unreadable("an offer file holds one offer")
    check_offer(frames[0])


def _nothing_after(frames: Mapping[str, object], allowed: tuple[str, ...]) -> None:
    extra = sorted(set(frames) - set(allowed))
    if extra:
        raise OutOfOrder("this file stands in a record that lacks the notes before it", at=extra[0])


def _charter(history: History) -> History:
    frames = history.frames[CHARTER]
    with at_file(CHARTER):
        if history.offer is None:
            raise OutOfOrder("the record lacks {name}", name=OFFER)
        table = read_charter(frames)
        if frames[0].armoured() != history.offer.armoured():
            raise NotAuthentic("the charter belongs to another offer than the one in this record")
    return replace(history, table=table)


def _deal(
    history: History,
    key: SigningKey | None,
    eyes_for: Callable[[Table, Mapping[str, bytes]], Eyes] | None,
) -> History:
    frames = history.frames[DEAL]
    table = history.table
    assert table is not None
    with at_file(DEAL):
        shares = opened_shares(table, [frame for frame in frames if frame.type == "accept"])
        if sorted(shares) != sorted(table.names):
            raise NotAuthentic("the deal lacks the accept of a seat")
        eyes = eyes_for(table, shares) if eyes_for is not None else eyes_of(table, key, shares)
        position = read_deal(table, frames, eyes)
    return replace(history, eyes=eyes, shares=shares, position=position)


def _turns(
    history: History, all_signatures: bool, progress: Progress | None, watch: Callable[[Position], None] | None
) -> History:
    position, end = history.position, history.end
    assert position is not None and history.eyes is not None
    names = [name for name, _ in history.steps()][position.step + 1 :]
    last: dict[bytes, tuple[str, Frame]] = {}
    for number, name in enumerate(names, start=position.step + 1):
        if name != turn_name(number):
            raise OutOfOrder(
                "step {step} is missing", step=number, at=name, hint=f"ask the host for {turn_name(number)}"
            )
        frames = history.frames[name]
        with at_file(name):
            if end is not None:
                raise NotAuthentic("a step follows the end of the game")
            position, end = enter(position, frames, history.eyes)
            for frame in frames:
                if all_signatures:
                    frame.check()
                last[frame.key] = (name, frame)
        if watch is not None:
            watch(position)
        if progress is not None:
            progress(number, len(names))
    if not all_signatures:
        for name, frame in last.values():
            with at_file(name):
                frame.check()
    return replace(history, position=position, end=end)


def enter(position: Position, frames: tuple[Frame, ...], eyes: Eyes) -> tuple[Position, Frame | None]:
    """The position after one step file, and the end note if it holds one. Signatures are the caller's business;
    that each note is under the key of its author is checked here.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the step does not follow from its notes.
    """
    notes, turn_frame, end = split_step(frames)
    table = position.table
    turn = turn_frame.note()
    assert isinstance(turn, Turn)
    if turn_frame.key != table.host.key:
        raise NotAuthentic("the turn note is not signed by the referee's key")
    if (turn.game, turn.step, turn.head) != (table.game_id, position.step + 1, position.head):
        raise OutOfOrder("this turn note is for another game, step or history")
    if tuple((line.seat, line.id) for line in turn.note) != tuple((author(note), note.id) for note in notes):
        raise NotAuthentic("the notes of this file are not those that the turn note lists")
    move = check_move(position, notes[-1])
    with entered(", ".join(author(note) for note in notes[:-1])):
        position = with_standing(position, notes[:-1], eyes)
    if eyes.see_all:
        with entered(move.seat):
            run = produce(position, move, eyes)
        if turn_note(run, notes, eyes) != turn:
            follow(position, move, turn, eyes)  # names the difference; if it finds none, the hands differ
            raise NotAuthentic("the hand lines do not follow from the orders")
    else:
        run = follow(position, move, turn, eyes)
    after = settle(run, turn, turn_frame.id)
    if end is not None:
        check_end(after, end)
    elif after.over:
        raise Unreadable("the last turn of a game stands in one file with its end")
    return after, end


def split_step(frames: tuple[Frame, ...]) -> tuple[tuple[Frame, ...], Frame, Frame | None]:
    """(notes of the seats, turn, end or None) of a step file: standing notes in seat order and then the move; the turn
    note; the end if the step is the last.

    Raises:
        Unreadable: another shape.
    """
    types = [frame.type for frame in frames]
    end = frames[-1] if types and types[-1] == "end" else None
    body = frames[:-1] if end is not None else frames
    if [frame.type for frame in body] != ["standing"] * (len(body) - 2) + ["move", "turn"]:
        raise Unreadable("a step file holds the notes of the step, the turn note, and the end if it is the last")
    return body[:-1], body[-1], end


def with_standing(position: Position, frames: Sequence[Frame], eyes: Eyes) -> Position:
    """The position with these standing notes entered, one at most for each seat, in seat order.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: a note that this step must not enter.
    """
    if not frames:
        return position
    seats = [position.table.seat(author(frame)) for frame in frames]
    if seats != sorted(set(seats)):
        raise OutOfOrder("the standing notes of a step stand in seat order, one for each seat")
    for frame in frames:
        position = replace(position, standing=stand(position, frame, eyes))
    return position


def check_move(position: Position, frame: Frame) -> Move:
    """The move note in `frame`, if it is for the next step of this game and by the seat that is asked.

    Raises:
        NotAuthentic: not signed with the key of its seat.
        OutOfOrder: another game, step or history, or a seat that is not asked.
    """
    table = position.table
    move = frame.note()
    if not isinstance(move, Move):
        raise Unreadable("expected a move, found a note of type {type}", type=frame.type)
    if move.game != table.game_id:
        raise OutOfOrder("this move belongs to another game")
    seat = table.seat(move.seat)
    if frame.key != table.seats[seat].key:
        party = table.party(frame.key)
        owner = party.role if party is not None else "nobody at this table"
        raise NotAuthentic("not signed by the key of seat {seat}, but by that of {owner}", seat=move.seat, owner=owner)
    if move.step != position.step + 1:
        raise OutOfOrder(
            "written for step {step}; the game waits for step {now}", step=move.step, now=position.step + 1
        )
    if move.step > LAST_STEP:
        raise OutOfOrder("a record holds at most {most} steps", most=LAST_STEP)
    if move.head != position.head:
        raise OutOfOrder("written on another history of this game than the one here", hint="receive the newest turn")
    request = position.request
    if request is None:
        raise OutOfOrder("the game is over")
    if request.seat != seat:
        raise OutOfOrder(
            "{asked} is asked now, not {seat}", asked=table.names[request.seat], seat=move.seat, at=f"step {move.step}"
        )
    return move


def _acks(history: History) -> History:
    acks: dict[str, Frame] = {}
    table = history.table
    assert table is not None
    for name, frames in history.frames.items():
        if not _ACK.match(name):
            continue
        with at_file(name):
            if len(frames) != 1:
                raise Unreadable("an ack file holds one ack")
            ack = check_ack(table, frames[0], history.end.id if history.end is not None else None)
            if name != f"ack-{ack.seat}.note":
                raise NotAuthentic("this file holds the ack of {seat}", seat=ack.seat)
            acks[ack.seat] = frames[0]
    return replace(history, acks=acks)


__all__ = ["Ack", "End", "History", "enter", "read_history", "split_step", "stranger_eyes"]
