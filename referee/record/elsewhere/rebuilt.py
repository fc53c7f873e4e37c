"""Records put together again from notes in any order, as they lie in a mailbox.

Every note of a record is named by id in a note that comes after it, so the charter, and then the chain of step notes,
says what belongs where. Where the chain forks, the longest branch is the record; what is left over stays beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from referee.record.names import CHARTER, OFFER, ack_name, step_name
from referee.record.notes import Ack, Charter, Deal, End, NoteId, Step
from referee.record.signed import SignedNote, render_bundle

_REFEREE = "referee"


class Found(msgspec.Struct, frozen=True):
    """A record as it was found: its files by name, the files beside it, and the notes of its game beside it.

    `name` tells several records of one archive or mailbox apart: a folder, or the begin of the game's id.
    """

    name: str
    files: Mapping[str, bytes]
    foreign: Mapping[str, bytes] = {}
    loose: tuple[SignedNote, ...] = ()


def rebuilt(signed_notes: Iterable[SignedNote]) -> tuple[Found, ...]:
    """The record of every game whose charter is among these notes, in the order of their ids; signatures were checked.

    What is missing is missing in the record as well: whoever reads it says so.
    """
    shelf = {(signed.id, signed.key): signed for signed in signed_notes if signed.is_readable}
    charters = sorted((signed.id, signed.key) for signed in shelf.values() if signed.type == "charter")
    found = [_record(shelf, shelf[key]) for key in charters if _is_own(shelf[key])]
    return tuple(found) or (Found("", {}),)


def _is_own(signed: SignedNote) -> bool:
    """Whether a charter is under the key that it gives its referee."""
    return signed.read(Charter).key.get(_REFEREE) == signed.key


class _Game(msgspec.Struct, frozen=True, dict=True):
    """The notes by id and key, and the charter of the game that is put together."""

    shelf: Mapping[tuple[NoteId, bytes], SignedNote]
    signed: SignedNote
    charter: Charter

    def by(self, role: str, note_id: NoteId | None) -> list[SignedNote]:
        """The note of this id under the key of a party, if it is here: a list of one or none."""
        signed = self.shelf.get((note_id or "", self.charter.key.get(role, b"")))
        return [signed] if signed is not None else []

    @cached_property
    def steps(self) -> dict[NoteId, SignedNote]:
        """The deal and step notes of this game by id."""
        return {
            signed.id: signed
            for (_, key), signed in sorted(self.shelf.items())
            if key == self.signed.key and signed.type in ("deal", "step") and _game_of(signed) == self.signed.id
        }

    @cached_property
    def followers(self) -> dict[NoteId, list[NoteId]]:
        """The step notes that follow each one."""
        found: dict[NoteId, list[NoteId]] = {}
        for note_id, signed in self.steps.items():
            before = self.steps.get(_head(signed))
            if before is not None and _step(signed) == _step(before) + 1:
                found.setdefault(before.id, []).append(note_id)
        return found

    @cached_property
    def lengths(self) -> dict[NoteId, int]:
        """How many steps the longest branch has that begins with each one."""
        lengths: dict[NoteId, int] = {}
        for note_id in sorted(self.steps, key=lambda note_id: -_step(self.steps[note_id])):
            lengths[note_id] = 1 + max((lengths[after] for after in self.followers.get(note_id, ())), default=0)
        return lengths

    @cached_property
    def ends(self) -> dict[NoteId, SignedNote]:
        """An end note by the step note that it closes the game after."""
        found: dict[NoteId, SignedNote] = {}
        for (_, key), signed in sorted(self.shelf.items()):
            note = signed.note()
            if isinstance(note, End) and key == self.signed.key:
                found.setdefault(note.head, signed)
        return found

    def longest(self, ids: Iterable[NoteId]) -> NoteId | None:
        """The one of these steps with which the longest branch begins."""
        return min(ids, key=lambda note_id: (-self.lengths[note_id], note_id), default=None)


def _game_of(signed: SignedNote) -> NoteId | None:
    return getattr(signed.note(), "game", None)


def _record(shelf: Mapping[tuple[NoteId, bytes], SignedNote], signed: SignedNote) -> Found:
    game = _Game(shelf, signed, signed.read(Charter))
    charter = game.charter
    offer = game.by(_REFEREE, charter.offer)
    joins = [join for seat in charter.seat for join in game.by(seat, charter.join.get(seat))]
    files = {OFFER: offer, CHARTER: [*offer, *joins, signed], **_chain(game)}
    end = next((note.id for notes in files.values() for note in notes if note.type == "end"), None)
    files.update(_acks(game, end))
    placed = {(note.id, note.key) for notes in files.values() for note in notes}
    loose = [
        other
        for key, other in sorted(shelf.items())
        if key not in placed and signed.id in (_game_of(other), getattr(other.note(), "offer", None))
    ]
    bundles = {name: render_bundle(notes) for name, notes in sorted(files.items()) if notes}
    return Found(signed.id[:8], bundles, loose=tuple(loose))


def _chain(game: _Game) -> dict[str, list[SignedNote]]:
    """The files of the deal and of every step: the longest branch, then what goes on where a step is missing."""
    files: dict[str, list[SignedNote]] = {}
    loose = sorted(((_step(signed), note_id) for note_id, signed in game.steps.items() if _begins(game, signed)))
    last, at = -1, game.longest(note_id for step, note_id in loose if step == 0)
    while at is not None:
        files[step_name(_step(game.steps[at]))] = _step_file(game, game.steps[at])
        last = _step(game.steps[at])
        at = game.longest(game.followers.get(at, ())) or _next_piece(game, loose, last)
    return files


def _begins(game: _Game, signed: SignedNote) -> bool:
    """Whether the note before a step note is not here; a deal has none."""
    return _head(signed) not in game.steps


def _next_piece(game: _Game, loose: Sequence[tuple[int, NoteId]], last: int) -> NoteId | None:
    """Where the chain goes on when the note that comes next is not here."""
    first = min((step for step, _ in loose if step > last + 1), default=0)
    return game.longest(note_id for step, note_id in loose if first and step == first)


def _step(signed: SignedNote) -> int:
    note = signed.note()
    return note.step if isinstance(note, Deal | Step) else 0


def _head(signed: SignedNote) -> NoteId:
    note = signed.note()
    return note.head if isinstance(note, Deal | Step) else ""


def _step_file(game: _Game, signed: SignedNote) -> list[SignedNote]:
    note = signed.note()
    if isinstance(note, Deal):
        accepts = [accept for seat in game.charter.seat for accept in game.by(seat, note.accept.get(seat))]
        return [*accepts, signed]
    assert isinstance(note, Step)
    listed = [entered for line in note.note for entered in game.by(line.seat, line.id)]
    end = game.ends.get(signed.id)
    return [*listed, signed, *((end,) if end is not None else ())]


def _acks(game: _Game, end: NoteId | None) -> dict[str, list[SignedNote]]:
    found: dict[str, list[SignedNote]] = {}
    for (_, key), signed in sorted(game.shelf.items()):
        note = signed.note()
        fits = isinstance(note, Ack) and note.game == game.signed.id and note.head == end
        if isinstance(note, Ack) and fits and note.seat in game.charter.seat and game.charter.key.get(note.seat) == key:
            found.setdefault(ack_name(note.seat), [signed])
    return found
