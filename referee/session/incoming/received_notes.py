"""The notes of one mail, what everybody checks about them first; what is kept when two contradict, and
what is said when one is damaged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.consent import is_refusal
from referee.protocol.seating import REFEREE, Table
from referee.record import note_slots
from referee.record.file_names import PENDING, FileName, content_tag, name_prefix, names_with_prefix, step_name
from referee.record.note import Notes, SignedNote, notes_of, read_bundle, render_bundle
from referee.record.notes import Consent, Step
from referee.record.notes.kinds import Slot, may_sign, slot_of
from referee.session.game_folders import game_locations
from referee.session.session import Session


class ReceivedNotes(msgspec.Struct, frozen=True):
    """The notes of a mail, a set, and how the host wants them handled.

    `delivery` are the notes of all mails that came in one go: a move that replaces others counts wherever it lies.
    `moment` is what the host's clock shows (`2026-11-21T18:00Z`), "" where no clock was looked at.
    """

    signed_notes: tuple[SignedNote, ...]
    confirm_end: bool = True
    lang: str = "en"
    delivery: tuple[SignedNote, ...] = ()
    moment: str = ""

    def of(self, *types: str) -> tuple[SignedNote, ...]:
        """The notes of these types."""
        return tuple(signed for signed in self.signed_notes if signed.type in types)

    @property
    def belonging(self) -> set[str]:
        """The ids of the notes that the step notes of the mail list: they come with these and ask for nothing."""
        return {line.id for signed in self.of("step") for line in signed.read(Step).note}

    def single(self, note_type: str) -> SignedNote | None:
        """The one note of a type, or None.

        Raises:
            OutOfOrder: two different ones; never does the first one win.
        """
        found = self.of(note_type)
        note_slots.check_slot(found)
        if len({signed.id for signed in found}) > 1:
            raise OutOfOrder("two-notes-of-type", type=note_type, first=found[0].id, second=found[1].id)
        return found[0] if found else None


def check_signer(session: Session, signed: SignedNote, table: Table | None = None) -> None:
    """Check the key of a note, which must be of a party that writes its type, then its signature.

    `table` is the one of another step than the latest.

    Raises:
        NotAuthentic: before anything of the note but its first line is looked at.
        OutOfOrder: a party of this table has signed it in another game, whose title this home knows.
    """
    party = (table or session.table).signer(signed.key)
    if party is None:
        raise _unknown_key_refusal(session, signed)
    if not may_sign(signed.type, is_host=party.role == REFEREE):
        raise NotAuthentic("note-other-key", type=signed.type, role=party.role)
    signed.check()
    if (named := _other_game(session, signed)) and (title := _title_here(session, named)):
        raise OutOfOrder("mail-of-game", title=title)


def _unknown_key_refusal(session: Session, signed: SignedNote) -> NotAuthentic:
    """Why a note under a key of nobody at this table is not taken: mostly its mail is of another game."""
    named = _other_game(session, signed)
    if not named:
        return NotAuthentic("note-by-nobody", type=signed.type)
    title = _title_here(session, named)
    return NotAuthentic("mail-of-game", title=title) if title else NotAuthentic("mail-of-other-game")


def _other_game(session: Session, signed: SignedNote) -> str:
    """The id of the offer or charter that a note names, if it is not of this game, else ""."""
    note = signed.note() if signed.is_readable else None
    named = getattr(note, "offer", None) or getattr(note, "game", None)
    return named if named not in (None, session.table.offer_id, session.table.game_id) else ""


def _title_here(session: Session, named: str) -> str:
    """What this home calls the game of that offer or charter, "" if it does not know it."""
    titles = (place.title for place in game_locations(session.home) if named in (place.offer, place.game))
    return safe_text(next(titles, ""))


def is_recorded(session: Session, note_id: str | None) -> bool:
    """Whether the record holds this note."""
    return any(note_id == known.id for notes in session.history.signed_notes.values() for known in notes)


def store_evidence(session: Session, signed_notes: Notes, *, most: int = 1) -> str:
    """Keep notes that contradict what is here, beside it: the record stays as it is. The name of the file.

    What is disputed is the last of them; those before it are what it lists. One contradiction of a key in one slot
    proves it, so of each slot `most` files are kept, however many more notes come.
    """
    data, slot = render_bundle(signed_notes), _slot_in_dispute(signed_notes)
    name = str(FileName(PENDING, "evidence", tag=content_tag(data)))
    alike = [found for found, disputed in _evidence(session) if disputed == slot]
    if name not in alike and len(alike) >= most:
        return alike[0]
    session.folder.write_pending(name, data)
    return name


def _evidence(session: Session) -> Iterator[tuple[str, tuple[bytes, Slot]]]:
    """(file, key and slot) of what is kept; a note that was recorded since is no longer in dispute."""
    entered = {signed.id for signed_notes in session.history.signed_notes.values() for signed in signed_notes}
    for name in names_with_prefix(session.folder.list_pending(), name_prefix(PENDING, "evidence")):
        try:
            signed_notes = read_bundle(session.folder.read_pending(name))
            if signed_notes[-1].id not in entered:
                yield name, _slot_in_dispute(signed_notes)
        except RefereeError:  # somebody has changed it, so it proves nothing
            continue


def evidence_against_host(session: Session) -> tuple[str, ...]:
    """The files of what is kept here as evidence against the key of the host, or one that has hosted before."""
    hosts = {party.key for party in session.table.ever if party.role == REFEREE}
    found = [(name, read_bundle(session.folder.read_pending(name))) for name, _ in _evidence(session)]
    return tuple(name for name, notes in found if hosts & {signed.key for signed in notes})


def _slot_in_dispute(signed_notes: Notes) -> tuple[bytes, Slot]:
    return signed_notes[-1].key, slot_of(signed_notes[-1].note())


def contradicting_histories(
    session: Session, step: int, known: SignedNote, other: SignedNote, signed_notes: Notes
) -> NotAuthentic:
    """The refusal when the referee's key has signed two notes where it may sign one; the new ones are kept. Where a
    step was closed under two keys, the host's before and after, and the one before has left it to the other in one
    history alone, each has signed once, and nobody is accused.
    """
    name = store_evidence(session, signed_notes)
    here = (*session.history.signed_notes.get(step_name(step), ()), known)
    pairs = [(known, other)] if known.key == other.key else _twice(here, signed_notes)
    if not pairs:
        return NotAuthentic("two-hosts", step=step, hint=Sentence("kept-for-judging", name=name))
    first, second = pairs[0]
    hint = Sentence("keep-proof", name=name)
    return NotAuthentic("two-histories", step=step, first=first.id, second=second.id, hint=hint)


def _twice(here: Notes, other: Notes) -> list[tuple[SignedNote, SignedNote]]:
    """The notes of one key with which a host has closed a step and left it to another; none where the seats have taken
    that back, for then he may.
    """
    if any(map(is_refusal, notes_of(Consent, (*here, *other)))):
        return []
    return [
        (one, two)
        for one in here
        for two in other
        if one.key == two.key and slot_of(one.note())[:1] == ("step",) and one.id != two.id
        if slot_of(one.note()) == slot_of(two.note())
    ]


_LEFT_BY_DAMAGE = frozenset(("move-goes-to-host", "standing-goes-to-host", "step-notes-missing"))
"""Refusals of what is left of a letter when a note of it is damaged: they are true, and beside the point."""


def remark_sentence(remark: RefereeError) -> Sentence:
    """What is said of a note that was left out: its place and what is wrong."""
    return remark.said if remark.at is None else Sentence("left-out-at", at=remark.at, what=remark.said)


def refusal_with_damage(refusal: RefereeError, remarks: Sequence[RefereeError]) -> RefereeError:
    """The refusal of a mail of which other notes are damaged: both are told, or the damage alone if it is the cause."""
    if not remarks:
        return refusal
    first, others = (remarks[0], remarks[1:]) if refusal.code in _LEFT_BY_DAMAGE else (refusal, remarks)
    first.beside = tuple(others)
    return first
