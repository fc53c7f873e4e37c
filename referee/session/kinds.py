"""What a note of each type means to one participant at a game: who handles it when it comes, how it waits, and when a
copy of it in a shared folder still says something. `record/notes/kinds.py` has all that depends on the notes only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from referee.kernel.errors import refusal_in
from referee.kernel.late_loading import Lazy
from referee.protocol import kinds
from referee.protocol.agreements import consent as consents
from referee.protocol.seating import author_role
from referee.protocol.step.position import Position
from referee.record.file_names import PENDING, FileName, content_tag
from referee.record.note import SignedNote
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
    Offer,
    Rekey,
    Standing,
    Step,
    Unlock,
)
from referee.record.notes.kinds import KINDS

_incoming = Lazy("referee.session.incoming")
_news = Lazy("referee.session.new_notes")

Handler = tuple[int, Lazy]
"""When it is its turn in the life of a game, and the function of `session/incoming` that is loaded then."""


class PendingKind(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the notes of a type that wait in `pending/`."""

    sort: str
    """How the name of its file begins; an `answer` is the move of one of those who are asked at once."""
    file: Callable[[SignedNote], FileName]
    """The file of one."""
    holds: Callable[[Position, SignedNote], bool] | None = None
    """Whether it still holds; None: always."""
    place: Callable[[Position, SignedNote], Any] | None = None
    """What it is sorted by among the others of its type in a step file."""
    replaces: Callable[[SignedNote, SignedNote], bool] | None = None
    """Whether it takes the place of the one before in its file; None: a file is written once."""
    lapse: bool = False
    """Whether it is dropped with its step."""


class Binding(msgspec.Struct, frozen=True, kw_only=True):
    """What a note of one type means to a participant."""

    handlers: tuple[Handler, ...]
    """The functions that receive it, each at its turn."""
    pending: PendingKind | None = None
    """How it waits; None: it never does, or in another note's name (a step that came early)."""
    made_code: str = ""
    """What is said when the program has signed one by itself; empty: it never does."""
    says_new: Callable[..., bool] | None = None
    """Whether a copy still says something, by (notes of the session, note, the notes beside it); None: always."""


def consent_topic(consent: Consent) -> str:
    """What a consent is about: for a key the same, whether it is agreed to or not."""
    return consents.rekey_of_consent(consent) or consent.to


def _consent_file(signed: SignedNote) -> FileName:
    note = signed.read(Consent)
    tag = content_tag(consent_topic(note).encode() + (b"" if note.pok is None else b" proven"))
    if consents.rekey_of_consent(note) is not None:
        return FileName(PENDING, "key", seat=note.seat, tag=tag)
    if consents.is_holiday(note):
        return FileName(PENDING, "holiday", seat=note.seat, tag=tag)
    if consents.is_stand_in(note):
        return FileName(PENDING, "standin", seat=note.seat, tag=content_tag(b"stand-in"))
    return FileName(PENDING, "consent", note.step, note.seat, tag)


def _one_by_seat(sort: str) -> PendingKind:
    """How the one note of a seat waits."""
    return PendingKind(sort=sort, file=lambda signed: FileName(PENDING, sort, seat=author_role(signed)))


def _any_by_step(sort: str, note_type: type[Standing | Unlock]) -> PendingKind:
    """How the notes of a seat for a step wait, however many."""

    def file(signed: SignedNote) -> FileName:
        note = signed.read(note_type)
        return FileName(PENDING, sort, note.step, note.seat, content_tag(signed.body))

    return PendingKind(sort=sort, file=file)


def _is_unrefused(position: Position, signed: SignedNote) -> bool:
    """Whether a note still holds: it does not once the game has gone on, or another key was recorded."""
    return refusal_in(kinds.check_on_position, position, signed) is None


def _is_asked(position: Position, signed: SignedNote) -> bool:
    move = signed.read(Move)
    return (move.step, move.head) == (position.step + 1, position.head) and move.seat in position.table.names


def _says_more(signed: SignedNote, known: SignedNote) -> bool:
    """Of what a party says to anything but a key or a stand-in the first waits, of its words on these the last; of two
    for one step the one that hands a share over.
    """
    note, before = signed.read(Consent), known.read(Consent)
    new, old = ((consents.consent_weight(one), one.secret is not None) for one in (note, before))
    return (consents.rekey_of_consent(note) is not None or consents.is_stand_in(note)) and new > old


BINDINGS: Mapping[type[AnyNote], Binding] = {
    Offer: Binding(handlers=((1, _incoming.opening.handle_offer),)),
    Join: Binding(handlers=((2, _incoming.opening.handle_joins),), pending=_one_by_seat("join")),
    Charter: Binding(handlers=((3, _incoming.opening.handle_charter),)),
    Accept: Binding(handlers=((4, _incoming.opening.handle_accepts),), pending=_one_by_seat("accept")),
    Mix: Binding(
        handlers=((5, _incoming.masked_notes.handle_mixes),), pending=_one_by_seat("mix"), made_code="mix-made"
    ),
    Deal: Binding(handlers=((6, _incoming.opening.handle_deal),)),
    Step: Binding(handlers=((7, _incoming.steps.handle_steps),)),
    Rekey: Binding(
        handlers=((8, _incoming.consents.handle_rekeys), (15, _incoming.consents.close_on_new_key)),
        pending=PendingKind(
            sort="rekey",
            file=lambda signed: FileName(PENDING, "rekey", seat=author_role(signed), tag=content_tag(signed.body)),
            holds=_is_unrefused,
            place=lambda position, signed: (position.table.place(author_role(signed)), signed.id),
        ),
        says_new=_news.is_rekey_new,
    ),
    Consent: Binding(
        handlers=(
            (9, _incoming.consents.handle_consents),
            (14, _incoming.consents.close_on_agreement),
            (15, _incoming.consents.close_on_new_key),
        ),
        pending=PendingKind(
            sort="consent",
            file=_consent_file,
            holds=_is_unrefused,
            place=lambda position, signed: consents.consent_sort_key(position.table, signed.read(Consent)),
            replaces=_says_more,
            lapse=True,
        ),
        made_code="share-made",
        says_new=_news.is_consent_new,
    ),
    Standing: Binding(
        handlers=((10, _incoming.moves.handle_standing), (13, _incoming.moves.close_on_answers)),
        pending=_any_by_step("standing", Standing),
    ),
    Unlock: Binding(
        handlers=((11, _incoming.masked_notes.handle_unlocks),),
        pending=_any_by_step("unlock", Unlock),
        made_code="unlock-made",
    ),
    Move: Binding(
        handlers=((12, _incoming.moves.handle_moves), (13, _incoming.moves.close_on_answers)),
        pending=PendingKind(
            sort="answer",
            file=lambda signed: FileName(PENDING, "answer", signed.read(Move).step, author_role(signed)),
            holds=_is_asked,
            place=lambda position, signed: position.table.seat(author_role(signed)),
            replaces=lambda signed, known: True,
            lapse=True,
        ),
        says_new=_news.is_move_new,
    ),
    End: Binding(handlers=((16, _incoming.steps.handle_end),)),
    Ack: Binding(handlers=((17, _incoming.steps.handle_acks),)),
    Claim: Binding(handlers=((0, _incoming.unrecorded_notes.handle_claims),), says_new=_news.is_claim_new),
    Answer: Binding(handlers=((0, _incoming.unrecorded_notes.handle_claims),), says_new=_news.is_claim_new),
    Comment: Binding(handlers=((18, _incoming.unrecorded_notes.handle_comments),), says_new=_news.is_comment_new),
}


LAPSING = tuple(kind.type for kind in KINDS if (pending := BINDINGS[kind.note].pending) is not None and pending.lapse)
"""The types of notes that are for one step, and are dropped with it."""


def pending_kind(signed: SignedNote) -> PendingKind:
    """How a note of this type waits. It is one of a type that does."""
    kind = BINDINGS[type(signed.note())].pending
    assert kind is not None
    return kind
