"""What a note of each type means to one participant at a game: who handles it when it comes, how it waits, and when a
copy of it in a shared folder still says something. `record/notes/kinds.py` has what follows from the notes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from referee.kernel.errors import RefereeError
from referee.kernel.late_loading import Lazy
from referee.protocol.agreements.consent import (
    check_consent,
    consent_sort_key,
    consent_weight,
    is_holiday,
    rekey_of_consent,
)
from referee.protocol.agreements.new_key import check_rekey
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
    """Who takes it in, each at its turn."""
    pending: PendingKind | None = None
    """How it waits; None: it never does, or in another note's name (a step that came early)."""
    says_new: Callable[..., bool] | None = None
    """Whether a copy still says something, by (notes of the session, note, the notes beside it); None: always."""


def consent_topic(consent: Consent) -> str:
    """What a consent is about: for a key the same, whether it is agreed to or not."""
    return rekey_of_consent(consent) or consent.to


def _consent_file(signed: SignedNote) -> FileName:
    note = signed.read(Consent)
    tag = content_tag(consent_topic(note).encode() + (b"" if note.pok is None else b" proven"))
    if rekey_of_consent(note) is not None:
        return FileName(PENDING, "key", seat=note.seat, tag=tag)
    if is_holiday(note):
        return FileName(PENDING, "holiday", seat=note.seat, tag=tag)
    return FileName(PENDING, "consent", note.step, note.seat, tag)


def _standing_file(signed: SignedNote) -> FileName:
    note = signed.read(Standing)
    return FileName(PENDING, "standing", note.step, note.seat, content_tag(signed.body))


def _unlock_file(signed: SignedNote) -> FileName:
    note = signed.read(Unlock)
    return FileName(PENDING, "unlock", note.step, note.seat, content_tag(signed.body))


def _unrefused(check: Callable[[Position, SignedNote], object]) -> Callable[[Position, SignedNote], bool]:
    """Whether a check refuses a note: the game has gone on, or another key was entered since."""

    def holds(position: Position, signed: SignedNote) -> bool:
        try:
            check(position, signed)
        except RefereeError:
            return False
        return True

    return holds


def _is_asked(position: Position, signed: SignedNote) -> bool:
    move = signed.read(Move)
    return (move.step, move.head) == (position.step + 1, position.head) and move.seat in position.table.names


def _says_more(signed: SignedNote, known: SignedNote) -> bool:
    """Of what a party says to anything but a key the first waits, of its words on a key the last; of two for one step
    the one that hands a share over.
    """
    note, before = signed.read(Consent), known.read(Consent)
    more = (consent_weight(note), note.secret is not None) > (consent_weight(before), before.secret is not None)
    return rekey_of_consent(note) is not None and more


BINDINGS: Mapping[type[AnyNote], Binding] = {
    Offer: Binding(handlers=((1, _incoming.opening.handle_offer),)),
    Join: Binding(
        handlers=((2, _incoming.opening.handle_joins),),
        pending=PendingKind(sort="join", file=lambda signed: FileName(PENDING, "join", seat=author_role(signed))),
    ),
    Charter: Binding(handlers=((3, _incoming.opening.handle_charter),)),
    Accept: Binding(
        handlers=((4, _incoming.opening.handle_accepts),),
        pending=PendingKind(sort="accept", file=lambda signed: FileName(PENDING, "accept", seat=author_role(signed))),
    ),
    Mix: Binding(
        handlers=((5, _incoming.masked_notes.handle_mixes),),
        pending=PendingKind(sort="mix", file=lambda signed: FileName(PENDING, "mix", seat=author_role(signed))),
    ),
    Deal: Binding(handlers=((6, _incoming.opening.handle_deal),)),
    Step: Binding(handlers=((7, _incoming.steps.handle_steps),)),
    Rekey: Binding(
        handlers=((8, _incoming.consents.handle_rekeys), (15, _incoming.consents.close_if_keyed)),
        pending=PendingKind(
            sort="rekey",
            file=lambda signed: FileName(PENDING, "rekey", seat=author_role(signed), tag=content_tag(signed.body)),
            holds=_unrefused(check_rekey),
            place=lambda position, signed: (position.table.place(author_role(signed)), signed.id),
        ),
        says_new=_news.is_rekey_new,
    ),
    Consent: Binding(
        handlers=(
            (9, _incoming.consents.handle_consents),
            (14, _incoming.consents.close_if_agreed),
            (15, _incoming.consents.close_if_keyed),
        ),
        pending=PendingKind(
            sort="consent",
            file=_consent_file,
            holds=_unrefused(check_consent),
            place=lambda position, signed: consent_sort_key(position.table, signed.read(Consent)),
            replaces=_says_more,
            lapse=True,
        ),
        says_new=_news.is_consent_new,
    ),
    Standing: Binding(
        handlers=((10, _incoming.moves.handle_standing), (13, _incoming.moves.close_if_answered)),
        pending=PendingKind(sort="standing", file=_standing_file),
    ),
    Unlock: Binding(
        handlers=((11, _incoming.masked_notes.handle_unlocks),), pending=PendingKind(sort="unlock", file=_unlock_file)
    ),
    Move: Binding(
        handlers=((12, _incoming.moves.handle_moves), (13, _incoming.moves.close_if_answered)),
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


def pending_kind(signed: SignedNote) -> PendingKind:
    """How a note of this type waits. It is one of a type that does."""
    kind = BINDINGS[type(signed.note())].pending
    assert kind is not None
    return kind
