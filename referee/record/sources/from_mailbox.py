"""Records put together again from notes in any order, as they are in a mailbox.

Every note is named by id in a later one, so the charter, and then the chain of step notes, says what belongs where.
Where the chain forks, the longest branch is the record; what is left over stays beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from referee.record.file_names import CHARTER, OFFER, ack_name, comment_name, step_name
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Ack, Charter, Comment, Deal, End, Entered, NoteId, Rekey, Step
from referee.record.notes.kinds import STEPS

_REFEREE = "referee"
_REPLACING = 2
"""People who replace a host that may play, at least."""


class FoundRecord(msgspec.Struct, frozen=True):
    """A record as it was found: its files by name, the files beside it, the notes of its game beside it, and the files
    in which it was commented.

    `name` tells several records of one archive or mailbox apart: a folder, or the begin of the game's id.
    """

    name: str
    files: Mapping[str, bytes]
    foreign: Mapping[str, bytes] = {}
    loose: tuple[SignedNote, ...] = ()
    comments: Mapping[str, bytes] = {}


def rebuild_records(signed_notes: Iterable[SignedNote]) -> tuple[FoundRecord, ...]:
    """The record of every game whose charter is among these notes, in the order of their ids; signatures were checked.

    What is missing is missing in the record as well: anybody who reads it says so.
    """
    shelf = {(signed.id, signed.key): signed for signed in signed_notes if signed.is_readable}
    charters = sorted((signed.id, signed.key) for signed in shelf.values() if signed.type == "charter")
    own = [shelf[key] for key in charters if shelf[key].read(Charter).key.get(_REFEREE) == shelf[key].key]
    found = [_record(shelf, signed) for signed in own]
    return tuple(found) or (FoundRecord("", {}),)


class _MailboxGame(msgspec.Struct, frozen=True, dict=True):
    """The notes by id and key, and the charter of the game that is put together."""

    shelf: Mapping[tuple[NoteId, bytes], SignedNote]
    signed: SignedNote
    charter: Charter

    def by(self, role: str, note_id: NoteId | None, step: int = 0) -> list[SignedNote]:
        """The note of this id for a step, under the key that a party had then, if it is here: a list of one or none."""
        keys = [key for since, key in reversed(self.keys.get(role, ())) if since < max(1, step)]
        found = (self.shelf.get((note_id or "", key)) for key in keys)
        return [signed for signed in found if signed is not None][:1]

    @cached_property
    def keys(self) -> dict[str, list[tuple[int, bytes]]]:
        """The keys of each party with the steps that entered them, oldest first; that of the charter was there before.

        A step that records one is signed by a key of the referee; one that records a key of the referee is signed by
        that key and has his consent, or the consents of those who may replace him.
        """
        keys = {role: [(0, key)] for role, key in self.charter.key.items()}
        for signed in sorted(self._all_steps, key=_step):
            asked = self._request_of(signed)
            role = getattr(asked.note(), "seat", "") if asked is not None else ""
            if asked is None or role not in keys:
                continue
            if role == _REFEREE:
                agreed = self._agreeing(signed, f"key {asked.id}", keys)
                signers = {asked.key} if _REFEREE in agreed or self._may_replace(agreed) else set()
            else:
                signers = {key for _, key in keys[_REFEREE]}
            if signed.key in signers:
                keys[role].append((_step(signed), asked.key))
        return keys

    def _may_replace(self, agreed: set[str]) -> bool:
        """Whether these seats may have replaced the host without him: every seat of the charter, those that hold shares
        of what he keeps hidden, or, where the deck is masked and a host may play, two others.
        """
        option, seats = dict(self.charter.option), {*self.charter.seat}
        if option.get("absence") == "agreed" or "host" in option:
            others = seats - {option.get("host", "")}
            masked = option.get("deal") == "masked"
            return len(agreed) >= _REPLACING if masked else agreed >= others
        return agreed >= seats

    def _request_of(self, signed: SignedNote) -> SignedNote | None:
        """The request for the key that a step enters, if it says that it does and the request is here."""
        if not any(line.startswith("key ") for line in getattr(signed.note(), "table", ())):
            return None
        return next((self.rekeys[line.id] for line in _entered_lines(signed) if line.id in self.rekeys), None)

    def _agreeing(self, signed: SignedNote, to: str, keys: Mapping[str, Sequence[tuple[int, bytes]]]) -> set[str]:
        """The parties whose consent to this is in a step, under any key of theirs."""
        listed = (
            (line.seat, self.shelf.get((line.id, key)))
            for line in _entered_lines(signed)
            for _, key in keys.get(line.seat, ())
        )
        return {role for role, found in listed if found is not None and getattr(found.note(), "to", "") == to}

    @cached_property
    def rekeys(self) -> dict[NoteId, SignedNote]:
        """The requests for a new key, each under the key that it asks for."""
        found = ((signed.note(), signed) for _, signed in sorted(self.shelf.items()))
        return {signed.id: signed for note, signed in found if isinstance(note, Rekey) and note.key == signed.key}

    @cached_property
    def _all_steps(self) -> list[SignedNote]:
        """The deals and step notes of this game, no matter who has signed them."""
        found = (signed for _, signed in sorted(self.shelf.items()) if signed.type in STEPS)
        return [signed for signed in found if _game_of(signed) == self.signed.id]

    @cached_property
    def steps(self) -> dict[NoteId, SignedNote]:
        """The deal and step notes of this game under a key of the referee, by id."""
        return {signed.id: signed for signed in self._all_steps if signed.key in self.hosts}

    @cached_property
    def hosts(self) -> frozenset[bytes]:
        """Every key that the referee ever had."""
        return frozenset(key for _, key in self.keys[_REFEREE])

    @cached_property
    def followers(self) -> dict[NoteId, list[NoteId]]:
        """The step notes that follow each one."""
        found: dict[NoteId, list[NoteId]] = {}
        for note_id, signed in self.steps.items():
            before = self.steps.get(_head_of(signed))
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
        """The end notes by the id of the step note that each follows."""
        found: dict[NoteId, SignedNote] = {}
        for (_, key), signed in sorted(self.shelf.items()):
            note = signed.note()
            if isinstance(note, End) and key in self.hosts:
                found.setdefault(note.head, signed)
        return found

    def longest(self, ids: Iterable[NoteId]) -> NoteId | None:
        """The one of these steps with which the longest branch begins."""
        return min(ids, key=lambda note_id: (-self.lengths[note_id], note_id), default=None)


def _game_of(signed: SignedNote) -> NoteId | None:
    return getattr(signed.note(), "game", None)


def _record(shelf: Mapping[tuple[NoteId, bytes], SignedNote], signed: SignedNote) -> FoundRecord:
    game = _MailboxGame(shelf, signed, signed.read(Charter))
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
    said = [other for other in loose if other.type == "comment"]
    comments = {
        comment_name(note.step, note.seat, other.body): render_bundle((other,))
        for other in said
        if isinstance(note := other.note(), Comment)
    }
    bundles = {name: render_bundle(notes) for name, notes in sorted(files.items()) if notes}
    return FoundRecord(
        signed.id[:8], bundles, loose=tuple(other for other in loose if other not in said), comments=comments
    )


def _chain(game: _MailboxGame) -> dict[str, list[SignedNote]]:
    """The files of the deal and of every step: the longest branch, then what goes on where a step is missing."""
    files: dict[str, list[SignedNote]] = {}
    begin = (signed for signed in game.steps.values() if _head_of(signed) not in game.steps)
    loose = sorted((_step(signed), signed.id) for signed in begin)
    last, at = -1, game.longest(note_id for step, note_id in loose if step == 0)
    while at is not None:
        files[step_name(_step(game.steps[at]))] = _step_file(game, game.steps[at])
        last = _step(game.steps[at])
        at = game.longest(game.followers.get(at, ())) or _next_piece(game, loose, last)
    return files


def _next_piece(game: _MailboxGame, loose: Sequence[tuple[int, NoteId]], last: int) -> NoteId | None:
    """Where the chain goes on when the note that comes next is not here."""
    first = min((step for step, _ in loose if step > last + 1), default=0)
    return game.longest(note_id for step, note_id in loose if first and step == first)


def _entered_lines(signed: SignedNote) -> tuple[Entered, ...]:
    note = signed.note()
    return note.note if isinstance(note, Step) else ()


def _step(signed: SignedNote) -> int:
    note = signed.note()
    return note.step if isinstance(note, Deal | Step) else 0


def _head_of(signed: SignedNote) -> NoteId:
    note = signed.note()
    return note.head if isinstance(note, Deal | Step) else ""


def _step_file(game: _MailboxGame, signed: SignedNote) -> list[SignedNote]:
    note = signed.note()
    if isinstance(note, Deal):
        accepts = [accept for seat in game.charter.seat for accept in game.by(seat, note.accept.get(seat))]
        return [*accepts, signed]
    assert isinstance(note, Step)
    listed = [
        entered
        for line in note.note
        for entered in ([game.rekeys[line.id]] if line.id in game.rekeys else game.by(line.seat, line.id, note.step))
    ]
    end = game.ends.get(signed.id)
    return [*listed, signed, *((end,) if end is not None else ())]


def _acks(game: _MailboxGame, end: NoteId | None) -> dict[str, list[SignedNote]]:
    found: dict[str, list[SignedNote]] = {}
    for (_, key), signed in sorted(game.shelf.items()):
        note = signed.note()
        fits = isinstance(note, Ack) and note.game == game.signed.id and note.head == end
        if isinstance(note, Ack) and fits and note.seat in game.charter.seat and game.keys[note.seat][-1][1] == key:
            found.setdefault(ack_name(note.seat), [signed])
    return found
