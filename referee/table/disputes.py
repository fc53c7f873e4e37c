"""Verdicts on notes that stand beside a record: what they prove about a key, and what they do not.

A verdict speaks of keys, never of people. Only signatures that contradict each other convict: two notes of one slot,
neither said to replace the other. A note that had to be refused proves nothing, nor does one that is merely missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.kernel.errors import NotAuthentic, RefereeError
from referee.kernel.game import HiddenFace
from referee.record.chain import equivocation, slot_of
from referee.record.note import Frame
from referee.record.notes import Charter, Move
from referee.table.history import History, check_move, read_history
from referee.table.position import Position
from referee.table.run import Run
from referee.table.seating import Table, stranger_eyes
from referee.table.turn import open_plan


class Verdict(msgspec.Struct, frozen=True):
    """What one note beside the record amounts to. `upheld`: it proves something against the key of `party`.

    `note` is its id, `against` the id of the note it contradicts. `template` and `values` make the sentence.
    """

    note: str
    upheld: bool
    party: str
    template: str
    values: dict[str, str | int]
    against: str | None = None

    def sentence(self) -> str:
        """The verdict in English."""
        return self.template.format(**self.values)


def judge(files: Mapping[str, bytes], strays: Sequence[Frame]) -> tuple[Verdict, ...]:
    """A verdict on every stray note, in the order given. Every signature of the record is checked.

    Raises:
        RefereeError: the record itself does not hold; audit it first.
    """
    positions: list[Position] = []
    history = read_history(files, all_signatures=True, watch=positions.append)
    table = history.table
    if table is None:
        raise NotAuthentic("there is no charter here, so no key of this game is known", hint="referee audit")
    recorded = {frame.id: frame for frames in history.frames.values() for frame in frames}
    return tuple(_verdict(history, table, positions, recorded, frame, strays) for frame in strays)


def _verdict(
    history: History,
    table: Table,
    positions: Sequence[Position],
    recorded: Mapping[str, Frame],
    frame: Frame,
    strays: Sequence[Frame],
) -> Verdict:
    party = table.party(frame.key)
    role = party.role if party is not None else ""
    try:
        frame.check()
        slot = slot_of(frame.note(), _offers(recorded, table))
    except RefereeError as error:
        return _no(frame, role, "its signature or its text does not hold: {why}", why=error.sentence())
    if party is None:
        return _no(frame, role, "it is signed by a key of nobody at this table")
    if frame.id in recorded:
        return _no(frame, role, "it stands in the record")
    rivals = {**recorded, **{stray.id: stray for stray in strays if stray.key == frame.key}}
    pairs = equivocation((known for known in rivals.values() if known.key == frame.key), _offers(recorded, table))
    rival = next(
        (_other(pair.first, pair.second, frame.id) for pair in pairs if frame.id in (pair.first, pair.second)), None
    )
    if rival is None:
        return _no(frame, role, "nothing that this key has signed contradicts it")
    if isinstance(frame.note(), Move):
        refused = _refused(positions, frame)
        if refused is not None:
            return _no(frame, role, "it had to be refused, and a refused note proves nothing: {why}", why=refused)
    return Verdict(
        note=frame.id,
        upheld=True,
        party=role,
        template="two different notes for one {type} ({slot}) carry the signature of {party}'s key",
        values={"type": frame.type, "slot": " ".join(slot[2:]) or "game", "party": role},
        against=rival,
    )


def _no(frame: Frame, party: str, template: str, **values: str) -> Verdict:
    return Verdict(frame.id, False, party, template, dict(values))


def _other(first: str, second: str, own: str) -> str:
    return second if first == own else first


def _offers(recorded: Mapping[str, Frame], table: Table) -> dict[str, str]:
    """The offer of each charter in the record, so that two accepts for one offer share a slot."""
    notes = {note_id: frame.note() for note_id, frame in recorded.items() if frame.type == "charter"}
    return {table.game_id: table.offer_id, **{i: note.offer for i, note in notes.items() if isinstance(note, Charter)}}


def _refused(positions: Sequence[Position], frame: Frame) -> str | None:
    """Why a move had to be refused where it belongs, as far as everybody can see; None if it could be entered."""
    note = frame.note()
    assert isinstance(note, Move)
    if not 0 < note.step <= len(positions):
        return "there is no such step"
    position = positions[note.step - 1]
    try:
        check_move(position, frame)
        seat = position.table.seat(note.seat)
        eyes = stranger_eyes(position.table)
        Run(position, seat, open_plan(position.table, eyes, note, seat, position.turn)).play_clear(note)
    except RefereeError as error:
        return error.sentence()
    except HiddenFace:  # allowed as far as everybody can see; only its author or the referee knows where it leads
        return None
    return None
