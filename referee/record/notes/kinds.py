"""What the program decides by the type of a note: one row for each type, in the order of a game's life.

What needs a position or a folder is in `session/kinds.py`, which has a row for each of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from referee.record.notes import (
    Accept,
    Ack,
    Answer,
    AnyNote,
    Charter,
    Claim,
    Comment,
    Consent,
    Deal,
    End,
    Join,
    Mix,
    Move,
    NoteId,
    Offer,
    Rekey,
    Standing,
    Step,
    Unlock,
)

HOST, SEAT = "host", "seat"
FOLDERS = OUTBOX, PENDING, DISPUTES, COMMENTS = "outbox", "pending", "disputes", "comments"
"""The folders of a game in which notes wait or are kept outside the record."""

Phase = Literal["opening", "step", "key", "after the end", "unrecorded"]
RecordFile = Literal["offer", "charter", "deal", "step", "ack"]
Slot = tuple[str, ...]
"""What a key signs at most one note for, corrections apart: note type, then the words that distinguish slots."""

_SEAT, _STEP, _TAG = "{type}-{seat}.note", "{type}-{step}-{seat}.note", "{type}-{step}-{seat}-{tag}.note"
_NO_OFFERS: Mapping[NoteId, NoteId] = {}


class NoteKind(msgspec.Struct, frozen=True, kw_only=True):
    """One type of note. The first six fields have no default, so that a new type has to answer them."""

    note: type[AnyNote]
    """The struct whose fields are the lines."""
    signed_by: tuple[str, ...]
    """Whose key may sign it: HOST, SEAT or both."""
    phase: Phase
    """When a key may sign it; a note that is `unrecorded` is never in a record, whatever comes."""
    to: Literal["host", "all"]
    """Who records it: the host alone, or everybody."""
    slot: Callable[[Any, Mapping[NoteId, NoteId]], Slot] | None
    """What a key signs at most one of, from the note and the offer of each known charter; None: any number."""
    recorded_in: RecordFile | None
    """The file of the record that holds it; None: none does."""
    step_rank: int | None = None
    """Its place among the notes of a step file; None: it is not in one, or after them as `end` is."""
    files: Mapping[str, str] = {}
    """What a file with it is called, by folder; `{type}` is the type."""
    more_files: Mapping[str, Mapping[str, str]] = {}
    """The same for those notes of the type that have names of their own, by folder and what they are called there."""
    has_own_mail: bool = False
    """Whether a player's mail may be about it alone; the subject is the sentence `subject-TYPE`."""
    brings_key: bool = False
    """Whether a key first has a part in a game by it; a rekey note brings the next one of a seat that is known."""
    two_code: str = ""
    """The code of a verdict on two of them for one slot; empty: that of any two notes of the host, or of a seat."""
    has_proof: bool = False
    """Whether its proofs are expensive, so that the data folder remembers by its id that they hold."""
    is_masked: bool = False
    """Whether only a game with a masked deck has it."""
    masked_lines: tuple[str, ...] = ()
    """The lines that it has in a game with a masked deck, and in no other."""
    masked_extras: tuple[str, ...] = ()
    """The lines that it may have in a game with a masked deck, and in no other."""
    open_lines: tuple[str, ...] = ()
    """The lines that it never has in a game with a masked deck."""

    @property
    def type(self) -> str:
        """The word of the first line of the note."""
        return self.note.__name__.lower()


def _consent_slot(note: Consent, offers: Mapping[NoteId, NoteId]) -> Slot:
    """A consent of the host that hands over to another key leaves its step to that key: it has the slot of the step."""
    handed_over = note.seat == "referee" and note.secret is not None
    return ("step", note.game, str(note.step)) if handed_over else ()


KINDS = (
    NoteKind(note=Offer, signed_by=(HOST,), phase="opening", to="all", slot=None, recorded_in="offer", brings_key=True),
    NoteKind(
        note=Join,
        signed_by=(SEAT,),
        phase="opening",
        to="host",
        slot=None,
        recorded_in="charter",
        files={OUTBOX: _SEAT, PENDING: _SEAT},
        more_files={PENDING: {"rival": "join-{seat}.{tag}.note"}},
        has_own_mail=True,
        brings_key=True,
        masked_lines=("deck", "pok"),
    ),
    NoteKind(
        note=Charter,
        signed_by=(HOST,),
        phase="opening",
        to="all",
        slot=lambda note, offers: ("charter", note.offer),
        recorded_in="charter",
        two_code="R-TWO-CHARTERS",
        masked_lines=("deck",),
    ),
    NoteKind(
        note=Accept,
        signed_by=(SEAT,),
        phase="opening",
        to="all",
        slot=lambda note, offers: ("accept", offers.get(note.game, note.game), note.seat),
        recorded_in="deal",
        two_code="P-TWO-ACCEPTS",
        files={OUTBOX: _SEAT, PENDING: _SEAT},
        has_own_mail=True,
    ),
    NoteKind(
        note=Mix,
        signed_by=(SEAT,),
        phase="opening",
        to="all",
        slot=lambda note, offers: ("mix", note.game, note.pile, note.seat),
        recorded_in="deal",
        files={OUTBOX: _SEAT, PENDING: _SEAT},
        has_own_mail=True,
        has_proof=True,
        is_masked=True,
    ),
    NoteKind(
        note=Deal,
        signed_by=(HOST,),
        phase="step",
        to="all",
        slot=lambda note, offers: ("deal", note.game),
        recorded_in="deal",
        masked_lines=("mix",),
        open_lines=("bag", "hand", "show", "proof", "share", "escrow"),
    ),
    NoteKind(
        note=Step,
        signed_by=(HOST,),
        phase="step",
        to="all",
        slot=lambda note, offers: ("step", note.game, str(note.step)),
        recorded_in="step",
        step_rank=5,
        open_lines=("opened", "order", "show", "proof", "hand", "share", "escrow"),
    ),
    NoteKind(
        note=Move,
        signed_by=(SEAT,),
        phase="step",
        to="host",
        slot=lambda note, offers: ("move", note.game, str(note.step), note.seat),
        recorded_in="step",
        step_rank=4,
        files={OUTBOX: "{step}-{seat}.move"},
        more_files={
            OUTBOX: {"handed": "handed-{step}-{seat}.note"},
            PENDING: {"answer": "answer-{step}-{seat}.move", "late": "late-{step}-{seat}.note"},
        },
        has_own_mail=True,
        has_proof=True,
        masked_extras=("give", "drop", "locks"),
        open_lines=("standing", "pin", "seal"),
    ),
    NoteKind(
        note=Standing,
        signed_by=(SEAT,),
        phase="step",
        to="host",
        slot=None,
        recorded_in="step",
        step_rank=0,
        files={OUTBOX: _STEP, PENDING: _TAG},
        has_own_mail=True,
    ),
    NoteKind(
        note=End,
        signed_by=(HOST,),
        phase="step",
        to="all",
        slot=lambda note, offers: ("end", note.game),
        recorded_in="step",
        open_lines=("open", "box"),
    ),
    NoteKind(
        note=Rekey,
        signed_by=(SEAT, HOST),
        phase="key",
        to="all",
        slot=None,
        recorded_in="step",
        step_rank=1,
        files={OUTBOX: _STEP, PENDING: "rekey-{seat}-{tag}.note"},
    ),
    NoteKind(
        note=Consent,
        signed_by=(SEAT, HOST),
        phase="step",
        to="all",
        slot=_consent_slot,
        recorded_in="step",
        step_rank=2,
        files={OUTBOX: _TAG, PENDING: _TAG},
        more_files={
            OUTBOX: {
                "key": "consent-key-{seat}-{tag}.note",
                "no": "consent-no-{step}-{seat}-{tag}.note",
                "holiday": "consent-holiday-{seat}-{tag}.note",
            },
            PENDING: {
                "key": "consent-key-{seat}-{tag}.note",
                "holiday": "consent-holiday-{seat}-{tag}.note",
                "standin": "consent-standin-{seat}-{tag}.note",
            },
        },
        has_own_mail=True,
        masked_extras=("pok",),
    ),
    NoteKind(
        note=Unlock,
        signed_by=(SEAT,),
        phase="step",
        to="all",
        slot=None,
        recorded_in="step",
        step_rank=3,
        files={OUTBOX: _STEP, PENDING: _TAG},
        has_own_mail=True,
        has_proof=True,
        is_masked=True,
    ),
    NoteKind(
        note=Ack,
        signed_by=(SEAT,),
        phase="after the end",
        to="all",
        slot=lambda note, offers: ("ack", note.game, note.seat),
        recorded_in="ack",
        files={OUTBOX: _SEAT},
        has_own_mail=True,
    ),
    NoteKind(
        note=Claim,
        signed_by=(SEAT,),
        phase="unrecorded",
        to="all",
        slot=None,
        recorded_in=None,
        files={OUTBOX: _TAG, DISPUTES: _TAG},
    ),
    NoteKind(
        note=Answer,
        signed_by=(SEAT, HOST),
        phase="unrecorded",
        to="all",
        slot=None,
        recorded_in=None,
        files={OUTBOX: _TAG, DISPUTES: _TAG},
    ),
    NoteKind(
        note=Comment,
        signed_by=(SEAT, HOST),
        phase="after the end",
        to="all",
        slot=None,
        recorded_in=None,
        files={OUTBOX: _TAG, COMMENTS: _TAG},
        has_own_mail=True,
    ),
)

KIND_OF: Mapping[str, NoteKind] = {kind.type: kind for kind in KINDS}


def types_of(is_wanted: Callable[[NoteKind], bool]) -> tuple[str, ...]:
    """The types of the kinds that are wanted, in the order of a game's life."""
    return tuple(kind.type for kind in KINDS if is_wanted(kind))


UNRECORDED = types_of(lambda kind: kind.phase == "unrecorded")
"""The types of notes that are kept beside a record, and never in it."""
BY_HOST = types_of(lambda kind: kind.signed_by == (HOST,))
"""The types of notes that the host alone signs."""
FOR_HOST = types_of(lambda kind: kind.to == "host")
"""The types of notes that the host alone records."""
OPENING = types_of(lambda kind: kind.recorded_in in ("offer", "charter"))
"""The types of notes that say who plays: offer, join and charter."""
KEY_BRINGING = types_of(lambda kind: kind.brings_key)
"""The types of notes by which a key first has a part in a game: offer and join."""
OPENING_REPLIES = types_of(lambda kind: kind.recorded_in == "deal" and kind.signed_by == (SEAT,))
"""The types of notes by which a seat replies to a charter: accept and mix."""
CLOSING = types_of(lambda kind: kind.phase == "step" and kind.signed_by == (HOST,))
"""The types of notes that the host closes a step with: deal, step and end."""
STEPS = tuple(name for name in CLOSING if name != "end")
"""The types of notes that make a position: the deal and each step."""
ANSWERS = types_of(lambda kind: kind.to == "host" and kind.phase == "step")
"""The types of notes by which a seat answers a question, now or in advance."""
AFTER_END = types_of(lambda kind: kind.phase == "after the end")
"""The types of notes that only a finished game has."""
MASKED_ONLY = types_of(lambda kind: kind.is_masked)
"""The types of notes that only a game with a masked deck has."""
PROVEN = types_of(lambda kind: kind.has_proof)
"""The types of notes whose proofs are remembered."""


def may_sign(note_type: str, *, is_host: bool) -> bool:
    """Whether the key of the host, or of a seat, may sign a note of this type."""
    kind = KIND_OF.get(note_type)
    return kind is not None and (HOST if is_host else SEAT) in kind.signed_by


def slot_of(note: AnyNote, offers: Mapping[NoteId, NoteId] = _NO_OFFERS) -> Slot:
    """The slot of a note; `()` for those of which a key may sign any number: offers, joins, unlocks, standing notes and
    most consents. `offers` gives the offer of each known charter: a seat accepts one charter per offer.
    """
    slot = KIND_OF[note.type].slot
    return () if slot is None else slot(note, offers)


def forms_of(folder: str) -> dict[str, str]:
    """What the files of notes in a folder are called, by the sort that is in the name."""
    forms: dict[str, str] = {}
    for kind in KINDS:
        if folder in kind.files:
            forms[kind.type] = kind.files[folder].replace("{type}", kind.type)
        forms |= kind.more_files.get(folder, {})
    return forms
