"""What a judge has: the part of a record that holds, the notes beside it, and what each would have led to.

It is looked at with a stranger's eyes: everyone with the same notes comes to the same answer. Once the referee has
opened what he had locked, a ruling is looked at again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from referee.audit.facts import CitedNote, cite_note
from referee.audit.finding import PART, Finding, finding_at_fault
from referee.crypto import joint_randomness
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable, refusal_in
from referee.kernel.game import NeedsHiddenFace
from referee.protocol.agreements.consent import KEY, NO
from referee.protocol.agreements.host_change import HostChange
from referee.protocol.deck import deck_of
from referee.protocol.history.valid_part import (
    ValidPart,
    host_changes_in,
    last_end_note,
    notes_of_record_file,
    read_valid_part,
    record_reading_order,
)
from referee.protocol.kinds import CHECKS, check_on_position
from referee.protocol.masked import shuffling
from referee.protocol.opening.deal import check_accept
from referee.protocol.seating import REFEREE, Eyes, Table, author_role, eyes_at_table, stranger_eyes
from referee.protocol.step.ending import eyes_after_end
from referee.protocol.step.position import Position
from referee.protocol.step.produce import run_of_notes
from referee.protocol.step.record_step import check_move, position_after_step
from referee.record.file_names import Files
from referee.record.note import Notes, SignedNote
from referee.record.notes import Accept, AnyNote, Charter, Consent, Mix, Move, NoteId, Rekey, Standing, Step, Unlock
from referee.record.notes.kinds import Slot, slot_of


class KeyReplacement(msgspec.Struct, frozen=True):
    """The step that has replaced a key, whether by its `own` consent, and what others had `named` by then."""

    step: int
    own: bool
    named: frozenset[NoteId]


class Evidence(msgspec.Struct, frozen=True, dict=True):
    """A record as far as it holds, and the notes beside it."""

    table: Table
    positions: tuple[Position, ...]
    """The position of every step, the deal first."""
    recorded: Mapping[NoteId, SignedNote]
    """The notes of the part that holds."""
    beside: Mapping[NoteId, SignedNote] = {}
    """The others by id, each in a copy whose signature holds."""
    faults: Mapping[NoteId, Finding] = {}
    """What keeps the rest from holding, by the notes of the file it was found in: as everybody sees it, and as
    everybody sees it once everything is public.
    """
    files: Mapping[NoteId, tuple[str, int]] = {}
    """Where a note stands: file and number from 1."""
    eyes: Eyes | None = None
    """Everybody's, if the referee has opened what he had locked."""
    opened: tuple[Position, ...] = ()
    """The positions seen with these eyes."""
    changes: tuple[HostChange, ...] = ()
    """The changes of the referee's key."""
    data: Mapping[str, bytes] = {}
    """The record itself, for anyone who opens a box in it."""

    @cached_property
    def known(self) -> dict[NoteId, SignedNote]:
        """Every note that holds, by id."""
        return {**self.beside, **self.recorded}

    @cached_property
    def offers(self) -> dict[NoteId, NoteId]:
        """The offer of each charter that the key of the offer has signed, so that its accepts share a slot."""
        return {charter_id: charter.offer for charter_id, charter in self._charters.items()}

    @cached_property
    def slots(self) -> dict[tuple[bytes, Slot], list[SignedNote]]:
        """The notes that hold by key and slot, in order of their ids."""
        found: dict[tuple[bytes, Slot], list[SignedNote]] = {}
        for _, signed in sorted(self.known.items()):
            if slot := self.slot(signed):
                found.setdefault((signed.key, slot), []).append(signed)
        return found

    def slot(self, signed: SignedNote) -> Slot:
        """The slot of a note; () for a consent that no step has recorded, for then nobody was misled by it."""
        if isinstance(signed.note(), Consent) and not self._is_entered(signed):
            return ()
        return self._slot_of_host_change(signed) or slot_of(signed.note(), self.offers)

    def _slot_of_host_change(self, signed: SignedNote) -> Slot:
        """The slot of a consent by which the host of a game with a masked deck leaves its step to another: it hands
        nothing over, so the note alone does not say so; () for any other note.
        """
        note = signed.note()
        if self.table.deck.keeper == "host" or not isinstance(note, Consent) or note.seat != REFEREE:
            return ()
        rekey = self.known.get(note.to.removeprefix(KEY)) if note.to.startswith(KEY) else None
        return ("step", note.game, str(note.step)) if rekey is not None and author_role(rekey) == REFEREE else ()

    def _is_entered(self, consent: SignedNote) -> bool:
        """Whether a consent to a key is in a step, or a step note of that very key lists it."""
        note = consent.note()
        assert isinstance(note, Consent)
        rekey = self.known.get(note.to.removeprefix(KEY))
        return consent.id in self.recorded or any(
            isinstance(step := signed.note(), Step) and consent.id in {line.id for line in step.note}
            for signed in self.beside.values()
            if rekey is not None and signed.key == rekey.key
        )

    def taken_back(self, first: SignedNote, second: SignedNote) -> bool:
        """Whether one of two notes of a slot leaves a step to another host, and the other is the step note of one who
        closes it himself because all seats that play on have said no to that key, as far as this evidence shows.
        """
        pairs = [(one.note(), other.note()) for one, other in ((first, second), (second, first))]
        return any(isinstance(a, Consent) and isinstance(b, Step) and self._refused_by_all(a, b) for a, b in pairs)

    def _refused_by_all(self, consent: Consent, step: Step) -> bool:
        no = f"{NO}{consent.to.removeprefix(KEY)}"
        seats = set()
        for line in step.note:
            listed = self._find_listed_note(line.id)
            note = listed.note() if listed is not None else None
            if listed is None or (isinstance(note, Consent) and (note.to, note.step) == (no, step.step)):
                seats.add(line.seat)
        before = self.positions[step.step - 1] if step.step <= len(self.positions) else None
        left = [self.table.names[seat] for seat in before.left] if before is not None else []
        return seats >= set(self.table.names) - set(left)

    @cached_property
    def _charters(self) -> dict[NoteId, Charter]:
        host, found = self.table.first_host.key, {}
        for signed in self.known.values():
            note = signed.note() if signed.type == "charter" and signed.key == host else None
            if isinstance(note, Charter) and note.offer == self.table.offer_id:
                found[signed.id] = note
        return found

    @cached_property
    def _replacements(self) -> dict[bytes, KeyReplacement]:
        """What is to be known of each key that was replaced, by that key."""
        found: dict[bytes, KeyReplacement] = {}
        agreed: set[tuple[bytes, str]] = set()
        named: list[tuple[bytes, NoteId]] = []
        rekeys: list[SignedNote] = []
        for signed in self.recorded.values():
            note = signed.note()
            named += [(signed.key, note_id) for note_id in _named_notes(note)]
            if isinstance(note, Consent):
                agreed.add((signed.key, note.to))
            elif isinstance(note, Rekey):
                rekeys.append(signed)
            elif isinstance(note, Step):
                for rekey in rekeys:
                    old = self.table.party_for(author_role(rekey), note.step)
                    if old is not None:
                        others = frozenset(note_id for key, note_id in named if key != old.key)
                        own = (old.key, f"{KEY}{rekey.id}") in agreed
                        found[old.key] = KeyReplacement(note.step, own, others)
                rekeys = []
        return found

    def void_since(self, signed: SignedNote) -> int | None:
        """The step since which a note counts for nothing, None for one that counts.

        It counts for nothing if it is in no step, and is for a later step than the one that has replaced its key,
        or others have replaced it without its consent and nobody else had said before that the note was there.
        """
        replaced = self._replacements.get(signed.key)
        if replaced is None or signed.id in self.recorded:
            return None
        late = getattr(signed.note(), "step", 0) > replaced.step
        counts = not late and (replaced.own or signed.id in replaced.named)
        return None if counts else replaced.step

    def own_replacement(self, signed: SignedNote) -> int | None:
        """The step that has replaced the key of a note with its own consent: that key answers for what it signed."""
        replaced = self._replacements.get(signed.key)
        return replaced.step if replaced is not None and replaced.own else None

    def refused(self, signed: SignedNote) -> RefereeError | None:
        """Why a note of a player had to be refused where it belongs, as far as everybody can see.

        None if it could be recorded; also for the notes that nobody records, such as the referee's.
        """
        if signed.id in self.recorded:
            return None
        if (signed.id, signed.key) not in self._refusals:
            self._refusals[signed.id, signed.key] = self._refusal(signed)
        return self._refusals[signed.id, signed.key]

    @cached_property
    def _refusals(self) -> dict[tuple[NoteId, bytes], RefereeError | None]:
        return {}

    def _refusal(self, signed: SignedNote) -> RefereeError | None:
        note = signed.note()
        try:
            deck_of(self.table).check_type(signed)
            if isinstance(note, Mix):
                self._check_mix(signed, note)
            elif isinstance(note, Accept):
                self._check_accept(signed, note)
            elif isinstance(note, Move):
                self._check_move(signed, note)
            elif CHECKS.get(type(note)) is not None:
                check_on_position(self._position_before(getattr(note, "step", 0)), signed)
        except RefereeError as error:
            return error
        except (
            NeedsHiddenFace
        ):  # allowed as far as everybody can see; only its author or the referee knows where it leads
            return None
        return None

    def _position_before(self, step: int) -> Position:
        if not 0 < step <= len(self.positions):
            raise OutOfOrder("no-such-step", step=step)
        return self.positions[step - 1]

    def _check_mix(self, signed: SignedNote, note: Mix) -> None:
        """Check a mix on those before it, as far back as they are known."""
        before, head = list[SignedNote](), note.head
        while head != self.table.game_id:
            known = self.known.get(head)
            earlier = known.note() if known is not None else None
            if known is None or not isinstance(earlier, Mix) or len(before) == len(self.table.names):
                raise OutOfOrder("mix-other-head", seat=self.table.person(note.seat))
            before.insert(0, known)
            head = earlier.head
        shuffling.check_mix(self.table, shuffling.check_mixes(self.table, before), signed)

    def _check_move(self, signed: SignedNote, note: Move) -> None:
        position = self._position_before(note.step)
        check_move(position, signed)
        deck, known = deck_of(position.table), self.known.values()
        position = deck.with_waiting(position, (one for one in known if one.type == "unlock"))  # the step may have any
        position = deck.with_moves(position, (note,))
        run = run_of_notes(position, (note,), stranger_eyes(self.table))
        if len(position.asked) == 1:
            run.play_clear(note)

    def _check_accept(self, signed: SignedNote, note: Accept) -> None:
        """An accept of another charter of this offer is held against what that charter says of its seat."""
        charter = self._charters.get(note.game)
        if charter is None or note.game == self.table.game_id:
            check_accept(self.table, signed)
            return
        key, lock = charter.key.get(note.seat), charter.lock.get(note.seat)
        if key != signed.key or note.head != note.game:
            raise NotAuthentic("accept-other-key", seat=self.table.person(note.seat))
        if joint_randomness.share_commitment(self.table.offer_nonce, note.seat, signed.key, note.open) != lock:
            raise NotAuthentic("accept-lock-unopened", seat=self.table.person(note.seat))

    def cite(self, signed: SignedNote) -> CitedNote:
        """A note as a fact names it, with its place, if that is known."""
        file, place = self.files.get(signed.id, ("", 1))
        return cite_note(self.table, signed, file, place)

    def missing(self, note: Step) -> tuple[NoteId, ...]:
        """The ids of the notes that a step note lists and that are not here."""
        return tuple(line.id for line in note.note if self._find_listed_note(line.id) is None)

    def _find_listed_note(self, note_id: NoteId) -> SignedNote | None:
        """The note that a step note lists, in the copy that its author has signed.

        The id fixes the text; a copy of it under another key says nothing of the step that lists it.
        """
        signed = self.known.get(note_id)
        if signed is None:
            return None
        note = signed.note()
        if isinstance(note, Rekey):
            return signed if signed.key == note.key else None
        if isinstance(note, Consent) and note.pok is not None:
            rekey = self.known.get(note.to.removeprefix(KEY))
            return signed if rekey is not None and rekey.key == signed.key else None
        if isinstance(note, Move | Standing | Unlock | Consent) and note.seat in (REFEREE, *self.table.names):
            owner = self.table.party_for(note.seat, note.step)
            return signed if owner is not None and signed.key == owner.key else None
        return signed

    def follow(self, signed: SignedNote, note: Step) -> Position | RefereeError | None:
        """Where a step note leads, or why it does not follow; None if that cannot be told from what is here.

        The position before it must be in the record, and the notes that it lists must be here.
        """
        if note.game != self.table.game_id or not 0 < note.step <= len(self.positions):
            return None
        before = self.positions[note.step - 1]
        if note.head != before.head:
            return NotAuthentic("other-branch-signed", step=note.step - 1)
        listed = [found for line in note.note if (found := self._find_listed_note(line.id)) is not None]
        if len(listed) != len(note.note):
            return None
        bundle = (*listed, signed)
        led = _next_position(before, bundle, stranger_eyes(self.table))
        if isinstance(led, Position) and self.eyes is not None and note.step <= len(self.opened):
            deep = _next_position(self.opened[note.step - 1], bundle, self.eyes)
            return deep if isinstance(deep, RefereeError) else led
        return led

    def after(self, head: NoteId) -> Position | None:
        """The position after a deal or step note of the record, or after a step note beside it that follows."""
        recorded = next((position for position in self.positions if position.head == head), None)
        signed = self.beside.get(head)
        note = signed.note() if signed is not None else None
        if recorded is not None or signed is None or not isinstance(note, Step):
            return recorded
        led = self.follow(signed, note) if signed.key == self.table.host_of(note.step).key else None
        return led if isinstance(led, Position) else None


def _named_notes(note: AnyNote) -> tuple[NoteId, ...]:
    """The notes that a note says are there: its game, its head, and those that its author has seen."""
    return (getattr(note, "game", ""), getattr(note, "head", ""), *getattr(note, "seen", ()))


def _next_position(before: Position, bundle: tuple[SignedNote, ...], eyes: Eyes) -> Position | RefereeError:
    try:
        return position_after_step(before, bundle, eyes)
    except (Unreadable, NotAuthentic, OutOfOrder, IllegalMove) as error:
        return error


def read_evidence(files: Files) -> Evidence:
    """The docket of a record alone, as far as it holds. Every signature is checked.

    Raises:
        RefereeError: not even the charter holds, so that nobody's key is known.
    """
    positions: list[Position] = []
    valid = read_valid_part(files, watch=positions.append)
    if valid.table is None:
        raise valid.fault or NotAuthentic("no-charter-here")
    recorded = {signed.id: signed for signed_notes in valid.history.signed_notes.values() for signed in signed_notes}
    docket = Evidence(
        valid.table,
        tuple(positions),
        recorded,
        faults=_faults(files, valid),
        files=_note_places(files),
        changes=host_changes_in(valid.table, files),
        data=files,
    )
    # The notes of files that could not be checked may be listed by others.
    unread = [name for name in record_reading_order(files) if name not in valid.history.signed_notes]
    beside = [signed for name in unread for signed in notes_of_record_file(name, files)]
    return evidence_with_notes(_with_opened_view(docket, files, valid), beside)


def _with_opened_view(docket: Evidence, files: Files, valid: ValidPart) -> Evidence:
    """The docket with what everybody sees once the end of the game has opened it."""
    end, shares = last_end_note(files), valid.history.shares
    eyes = eyes_after_end(docket.table, end, shares, docket.changes) if end is not None and shares else None
    if eyes is None:
        return docket
    opened: list[Position] = []
    deep = read_valid_part(files, eyes_for=lambda at, _: eyes_at_table(at, eyes), watch=opened.append)
    faults = {**_faults(files, deep), **docket.faults}
    return msgspec.structs.replace(docket, eyes=eyes, opened=tuple(opened), faults=faults)


def _faults(files: Files, valid: ValidPart) -> dict[NoteId, Finding]:
    if valid.fault is None:
        return {}
    finding = finding_at_fault(valid.fault, files, valid)
    return {signed.id: finding for signed in notes_of_record_file(finding.at, files)}


def _note_places(files: Files) -> dict[NoteId, tuple[str, int]]:
    """Where the notes of a record stand, seen from the folder of the game; the first place of those in several."""
    found: dict[NoteId, tuple[str, int]] = {}
    for name in record_reading_order(files):
        for number, signed in enumerate(notes_of_record_file(name, files), 1):
            found.setdefault(signed.id, (f"{PART}{name}", number))
    return found


def evidence_with_notes(docket: Evidence, signed_notes: Notes) -> Evidence:
    """The docket with notes beside the record. A copy that does not hold is left out: it says nothing.

    Of two copies of one text under two keys the one under the key of its author counts, or that of the referee.
    """
    beside = dict(docket.beside)
    for signed in signed_notes:
        if fault_of_note(signed) is None and (signed.id not in beside or _by_author(docket.table, signed)):
            beside[signed.id] = signed
    return msgspec.structs.replace(docket, beside=beside)


def fault_of_note(signed: SignedNote) -> RefereeError | None:
    """Why the signature or the text of a note does not hold, or None."""
    return refusal_in(signed.check) or refusal_in(signed.note)


def _by_author(table: Table, signed: SignedNote) -> bool:
    note = signed.note()
    if isinstance(note, Rekey):
        return note.key == signed.key
    step = getattr(note, "step", 0)
    seat = getattr(note, "seat", None)
    owner = table.party_for(seat, step) if isinstance(seat, str) else table.host_of(step)
    return owner is not None and owner.key == signed.key
