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
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Ack, End, Move, Step
from referee.table.dealing import opened_shares, read_deal
from referee.table.ending import check_ack, check_end
from referee.table.follow import entered, follow
from referee.table.opening import check_offer, read_charter
from referee.table.position import Position
from referee.table.produce import author, false_hand, make_step, produce, settle
from referee.table.seating import Eyes, Table, eyes_of, stranger_eyes
from referee.table.standing import check_due, check_named, stand

OFFER, CHARTER, DEAL = "offer.note", "charter.note", "0000.deal"
_STEP = re.compile(r"\A(?:0000\.deal|(?!0000)[0-9]{4}\.step)\Z")
_ACK = re.compile(r"\Aack-[a-z][a-z0-9-]{0,11}\.note\Z")


class History(msgspec.Struct, frozen=True):
    """What a record holds, as far as it goes. `position` is None before the deal, `table` before the charter.

    `signed_notes` are the notes by file. `shares` are the r of the seats once they are open. `end` is the end note of a
    finished game, `acks` the seats that acknowledged it.
    """

    signed_notes: Mapping[str, tuple[SignedNote, ...]]
    eyes: Eyes | None = None
    table: Table | None = None
    position: Position | None = None
    shares: Mapping[str, bytes] = {}
    end: SignedNote | None = None
    acks: Mapping[str, SignedNote] = {}

    @property
    def offer(self) -> SignedNote | None:
        """The offer, if the record has one."""
        return self.signed_notes[OFFER][0] if OFFER in self.signed_notes else None

    def steps(self) -> tuple[tuple[str, tuple[SignedNote, ...]], ...]:
        """(file name, notes) of the deal and every turn, in order."""
        return tuple((name, self.signed_notes[name]) for name in sorted(self.signed_notes) if _STEP.match(name))


Progress = Callable[[int, int], None]


def is_record_name(name: str) -> bool:
    """Whether a file of a record may be called this."""
    return name in (OFFER, CHARTER) or bool(_STEP.match(name) or _ACK.match(name))


LAST_STEP = 9999
"""A record has four digits for its steps; a game that needs more is not played by mail."""


def step_name(step: int) -> str:
    """The file of a step: `0017.step`."""
    return f"{step:04d}.step"


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
    signed_notes = {name: bundle_of(name, files[name]) for name in sorted(files)}
    history = History(signed_notes)
    if history.offer is not None:
        with at_file(OFFER):
            _single_offer(signed_notes[OFFER])
    if CHARTER not in signed_notes:
        _nothing_after(signed_notes, (OFFER,))
        return history
    history = _charter(history)
    table = history.table
    assert table is not None
    if DEAL not in signed_notes:
        _nothing_after(signed_notes, (OFFER, CHARTER))
        return replace(history, eyes=eyes_of(table, key, {}))
    history = _deal(history, key, eyes_for)
    if watch is not None and history.position is not None:
        watch(history.position)
    history = _steps(history, all_signatures, progress, watch)
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
    history = replace(history, signed_notes=dict(sorted({**history.signed_notes, **found}.items())))
    return _acks(_steps(history, False, None, watch))


class at_file:
    """Names the file in every refusal that passes."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RefereeError) and (error.at is None or not error.at.startswith(self.name)):
            error.at = f"{self.name}, {error.at}" if error.at else self.name


def bundle_of(name: str, data: bytes) -> tuple[SignedNote, ...]:
    """The notes of the file called `name`, read strictly; signatures and grammar are not looked at.

    Raises:
        Unreadable, NotAuthentic: with `at` naming the file. Also for a name that no file of a record has: who passes
            such files over, says so.
    """
    with at_file(name):
        if not is_record_name(name):
            raise Unreadable("no file of a record is called this")
        try:
            return read_bundle(data)
        except (Unreadable, NotAuthentic):
            if _has_other_line_ends(data):
                raise Unreadable(
                    "the line ends of this file were changed by a checkout or an editor, nothing else: git config "
                    "core.autocrlf false, and check it out again"
                ) from None
            raise


def _has_other_line_ends(data: bytes) -> bool:
    """Whether the bytes are those of a file of a record but for CRLF where it has LF."""
    healed = data.replace(b"\r\n", b"\n")
    try:
        return healed != data and bool(read_bundle(healed))
    except (Unreadable, NotAuthentic):
        return False


def _single_offer(signed_notes: tuple[SignedNote, ...]) -> None:
    if len(signed_notes) != 1:
        raise Unreadable("an offer file holds one offer")
    check_offer(signed_notes[0])


def _nothing_after(signed_notes: Mapping[str, object], allowed: tuple[str, ...]) -> None:
    extra = sorted(set(signed_notes) - set(allowed))
    if extra:
        raise OutOfOrder("this file stands in a record that lacks the notes before it", at=extra[0])


def _charter(history: History) -> History:
    signed_notes = history.signed_notes[CHARTER]
    with at_file(CHARTER):
        if history.offer is None:
            raise OutOfOrder("the record lacks {name}", name=OFFER)
        table = read_charter(signed_notes)
        if signed_notes[0].id != history.offer.id:
            raise NotAuthentic("the charter belongs to another offer than the one in this record")
    return replace(history, table=table)


def _deal(
    history: History,
    key: SigningKey | None,
    eyes_for: Callable[[Table, Mapping[str, bytes]], Eyes] | None,
) -> History:
    signed_notes = history.signed_notes[DEAL]
    table = history.table
    assert table is not None
    with at_file(DEAL):
        shares = opened_shares(table, [signed for signed in signed_notes if signed.type == "accept"])
        if sorted(shares) != sorted(table.names):
            raise NotAuthentic("the deal lacks the accept of a seat")
        eyes = eyes_for(table, shares) if eyes_for is not None else eyes_of(table, key, shares)
        position = read_deal(table, signed_notes, eyes)
    return replace(history, eyes=eyes, shares=shares, position=position)


def _steps(
    history: History, all_signatures: bool, progress: Progress | None, watch: Callable[[Position], None] | None
) -> History:
    position, end = history.position, history.end
    assert position is not None and history.eyes is not None
    names = [name for name, _ in history.steps()][position.step + 1 :]
    last: dict[bytes, tuple[str, SignedNote]] = {}
    for number, name in enumerate(names, start=position.step + 1):
        if name != step_name(number):
            raise OutOfOrder(
                "step {step} is missing", step=number, at=name, hint=f"ask the host for {step_name(number)}"
            )
        signed_notes = history.signed_notes[name]
        with at_file(name):
            if end is not None:
                raise NotAuthentic("a step follows the end of the game")
            position, end = enter(position, signed_notes, history.eyes)
            for signed in signed_notes:
                if all_signatures:
                    signed.check()
                last[signed.key] = (name, signed)
        if watch is not None:
            watch(position)
        if progress is not None:
            progress(number, len(names))
    if not all_signatures:
        for name, signed in last.values():
            with at_file(name):
                signed.check()
    return replace(history, position=position, end=end)


def enter(position: Position, signed_notes: tuple[SignedNote, ...], eyes: Eyes) -> tuple[Position, SignedNote | None]:
    """The position after one step file, and the end note if it holds one. Signatures are the caller's business;
    that each note is under the key of its author is checked here.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the step does not follow from its notes.
    """
    end = signed_notes[-1] if signed_notes and signed_notes[-1].type == "end" else None
    after = after_step(position, signed_notes[:-1] if end is not None else signed_notes, eyes)
    if end is not None:
        check_end(after, end)
    elif after.over:
        raise Unreadable("the last step of a game stands in one file with its end")
    return after, end


def after_step(position: Position, signed_notes: tuple[SignedNote, ...], eyes: Eyes) -> Position:
    """The position after the notes of one step: those of the seats and the step note, without an end.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: as `enter`; with a stranger's eyes only what everybody can
            see from these notes alone, so that it says the same to anybody.
    """
    notes, signed_step, end = split_step(signed_notes)
    if end is not None:
        raise Unreadable("a step file holds the notes of the step, the step note, and the end if it is the last")
    table = position.table
    step_note = signed_step.note()
    assert isinstance(step_note, Step)
    if signed_step.key != table.host.key:
        raise NotAuthentic("the step note is not signed by the referee's key")
    if (step_note.game, step_note.step, step_note.head) != (table.game_id, position.step + 1, position.head):
        raise OutOfOrder("this step note is for another game, step or history")
    if tuple((line.seat, line.id) for line in step_note.note) != tuple((author(note), note.id) for note in notes):
        raise NotAuthentic("the notes of this file are not those that the step note lists")
    move = check_move(position, notes[-1])
    with entered(", ".join(author(note) for note in notes[:-1])):
        standing = with_standing(position, notes[:-1], eyes)
    check_due(position, move, notes[:-1])
    with entered(move.seat):
        position = with_named(standing, move)
    if eyes.see_all:
        with entered(move.seat):
            run = produce(position, move, eyes)
        made = make_step(run, notes, eyes)
        if made != step_note:
            follow(position, move, step_note, eyes)  # names the difference; if it finds none, the hands differ
            seat = false_hand(table, step_note.hand, made.hand)
            if seat is None:
                raise NotAuthentic("the step note is not the one that follows from its notes")
            raise NotAuthentic("the hand line of {seat} does not follow from the orders", seat=seat)
    else:
        run = follow(position, move, step_note, eyes)
    return settle(run, step_note, signed_step.id)


def split_step(signed_notes: tuple[SignedNote, ...]) -> tuple[tuple[SignedNote, ...], SignedNote, SignedNote | None]:
    """(notes of the seats, turn, end or None) of a step file: standing notes in seat order and then the move; the turn
    note; the end if the step is the last.

    Raises:
        Unreadable: another shape.
    """
    types = [signed.type for signed in signed_notes]
    end = signed_notes[-1] if types and types[-1] == "end" else None
    body = signed_notes[:-1] if end is not None else signed_notes
    if [signed.type for signed in body] != ["standing"] * (len(body) - 2) + ["move", "step"]:
        raise Unreadable("a step file holds the notes of the step, the step note, and the end if it is the last")
    return body[:-1], body[-1], end


def with_standing(position: Position, signed_notes: Sequence[SignedNote], eyes: Eyes) -> Position:
    """The position with these standing notes entered; whether this step may enter them is for `check_due`.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: a note of another game or history, or a seal that does not hold.
    """
    for signed in signed_notes:
        position = replace(position, standing=stand(position, signed, eyes))
    return position


def with_named(position: Position, move: Move) -> Position:
    """The position in which `move` is carried out: for its seat the standing note that it names holds, or none.

    Raises:
        OutOfOrder: it names one that is not here.
    """
    check_named(position, move)
    if move.standing is not None:
        return position
    seat = position.table.seat(move.seat)
    return replace(position, standing=(*position.standing[:seat], None, *position.standing[seat + 1 :]))


def check_move(position: Position, signed: SignedNote) -> Move:
    """The move note in `signed`, if it is for the next step of this game and by the seat that is asked.

    Raises:
        NotAuthentic: not signed with the key of its seat.
        OutOfOrder: another game, step or history, or a seat that is not asked.
    """
    table = position.table
    move = signed.note()
    if not isinstance(move, Move):
        raise Unreadable("expected a move, found a note of type {type}", type=signed.type)
    if move.game != table.game_id:
        raise OutOfOrder("this move belongs to another game")
    seat = table.seat(move.seat)
    if signed.key != table.seats[seat].key:
        party = table.party(signed.key)
        owner = party.role if party is not None else "nobody at this table"
        raise NotAuthentic("not signed by the key of seat {seat}, but by that of {owner}", seat=move.seat, owner=owner)
    if move.step != position.step + 1:
        raise OutOfOrder(
            "written for step {step}; the game waits for step {now}", step=move.step, now=position.step + 1
        )
    if move.step > LAST_STEP:
        raise OutOfOrder("a record holds at most {most} steps", most=LAST_STEP)
    if move.head != position.head:
        raise OutOfOrder("written on another history of this game than the one here", hint="receive the newest step")
    request = position.request
    if request is None:
        raise OutOfOrder("the game is over")
    if request.seat != seat:
        raise OutOfOrder(
            "{asked} is asked now, not {seat}", asked=table.names[request.seat], seat=move.seat, at=f"step {move.step}"
        )
    return move


def _acks(history: History) -> History:
    acks: dict[str, SignedNote] = {}
    table = history.table
    assert table is not None
    for name, signed_notes in history.signed_notes.items():
        if not _ACK.match(name):
            continue
        with at_file(name):
            if len(signed_notes) != 1:
                raise Unreadable("an ack file holds one ack")
            ack = check_ack(table, signed_notes[0], history.end.id if history.end is not None else None)
            if name != f"ack-{ack.seat}.note":
                raise NotAuthentic("this file holds the ack of {seat}", seat=ack.seat)
            acks[ack.seat] = signed_notes[0]
    return replace(history, acks=acks)


__all__ = ["Ack", "End", "History", "enter", "read_history", "split_step", "stranger_eyes"]
