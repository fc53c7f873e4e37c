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
from referee.record.note import SignedNote
from referee.record.notes import Charter, Move
from referee.table.history import History, check_move, read_history
from referee.table.position import Position
from referee.table.produce import open_plan
from referee.table.run import Run
from referee.table.seating import Table, stranger_eyes


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


def judge(files: Mapping[str, bytes], strays: Sequence[SignedNote]) -> tuple[Verdict, ...]:
    """A verdict on every stray note, in the order given. Every signature of the record is checked.

    Raises:
        RefereeError: the record itself does not hold; audit it first.
    """
    positions: list[Position] = []
    history = read_history(files, all_signatures=True, watch=positions.append)
    table = history.table
    if table is None:
        raise NotAuthentic("there is no charter here, so no key of this game is known", hint="referee audit")
    recorded = {signed.id: signed for signed_notes in history.signed_notes.values() for signed in signed_notes}
    return tuple(_verdict(history, table, positions, recorded, signed, strays) for signed in strays)


def _verdict(
    history: History,
    table: Table,
    positions: Sequence[Position],
    recorded: Mapping[str, SignedNote],
    signed: SignedNote,
    strays: Sequence[SignedNote],
) -> Verdict:
    party = table.party(signed.key)
    role = party.role if party is not None else ""
    try:
        signed.check()
        slot = slot_of(signed.note(), _offers(recorded, table))
    except RefereeError as error:
        return _no(signed, role, "its signature or its text does not hold: {why}", why=error.sentence())
    if party is None:
        return _no(signed, role, "it is signed by a key of nobody at this table")
    if signed.id in recorded:
        return _no(signed, role, "it stands in the record")
    rivals = {**recorded, **{stray.id: stray for stray in strays if stray.key == signed.key}}
    pairs = equivocation((known for known in rivals.values() if known.key == signed.key), _offers(recorded, table))
    rival = next(
        (_other(pair.first, pair.second, signed.id) for pair in pairs if signed.id in (pair.first, pair.second)), None
    )
    if rival is None:
        return _no(signed, role, "nothing that this key has signed contradicts it")
    if isinstance(signed.note(), Move):
        refused = _refused(positions, signed)
        if refused is not None:
            return _no(signed, role, "it had to be refused, and a refused note proves nothing: {why}", why=refused)
    return Verdict(
        note=signed.id,
        upheld=True,
        party=role,
        template="two different notes for one {type} ({slot}) carry the signature of {party}'s key",
        values={"type": signed.type, "slot": " ".join(slot[2:]) or "game", "party": role},
        against=rival,
    )


def _no(signed: SignedNote, party: str, template: str, **values: str) -> Verdict:
    return Verdict(signed.id, False, party, template, dict(values))


def _other(first: str, second: str, own: str) -> str:
    return second if first == own else first


def _offers(recorded: Mapping[str, SignedNote], table: Table) -> dict[str, str]:
    """The offer of each charter in the record, so that two accepts for one offer share a slot."""
    notes = {note_id: signed.note() for note_id, signed in recorded.items() if signed.type == "charter"}
    return {table.game_id: table.offer_id, **{i: note.offer for i, note in notes.items() if isinstance(note, Charter)}}


def _refused(positions: Sequence[Position], signed: SignedNote) -> str | None:
    """Why a move had to be refused where it belongs, as far as everybody can see; None if it could be entered."""
    note = signed.note()
    assert isinstance(note, Move)
    if not 0 < note.step <= len(positions):
        return "there is no such step"
    position = positions[note.step - 1]
    try:
        check_move(position, signed)
        seat = position.table.seat(note.seat)
        eyes = stranger_eyes(position.table)
        Run(position, seat, open_plan(position.table, eyes, note, seat, position.turn)).play_clear(note)
    except RefereeError as error:
        return error.sentence()
    except HiddenFace:  # allowed as far as everybody can see; only its author or the referee knows where it leads
        return None
    return None
