"""Claims that something went wrong, and what others say to them: notes beside the record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from referee.kernel.errors import OutOfOrder, Unreadable
from referee.record.note import Notes, SignedNote
from referee.record.notes import Claim
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.disputed_notes import notes_of_files
from referee.service.signed_notes import Signed, ask_of, send_current, signed_of
from referee.service.table import OpenTable
from referee.session.sign_claim import (
    ClaimDraft,
    RevealedSecret,
    answer_note,
    claim_note,
    keep_beside,
    outgoing_claim,
    reveal_former_box,
    reveal_planned_order,
    reveal_position,
)
from referee.session.silence.skipped_moves import passed_over


class Reveals(msgspec.Struct, frozen=True):
    """The one thing of their own that a claim opens: a position, a sealed line, or the box of a former key; nothing if
    all are None.
    """

    position: int | None = None
    """The position in the bag or in a pile, from 1."""
    pile: str | None = None
    """The pile of the position; None where it is the only one."""
    step: int | None = None
    """The step of one's own note whose sealed line is opened."""
    line: int = 1
    """The number of that line in the order of use, from 1."""
    box: int | None = None
    """A step at which the reader had the box that is opened."""


def kept_moves(table: OpenTable, step: int) -> Notes:
    """The moves stored here of the players who were skipped in a step. Raises OutOfOrder: none is."""
    found = tuple(one.note for one in passed_over(table.session) if one.step == step)
    if not found:
        raise OutOfOrder("nothing-kept-of-step", step=step)
    return found


def named_notes(table: OpenTable, files: Iterable[Path], steps: Iterable[int]) -> Notes:
    """The notes of files, and the moves stored here of the players who were skipped in these steps. Raises as
    `kept_moves`, and RefereeError: a file holds none that could be named.
    """
    kept = (signed for step in steps for signed in kept_moves(table, step))
    return tuple({signed.id: signed for signed in (*notes_of_files(files), *kept)}.values())


class _Prepared(msgspec.Struct, frozen=True):
    """A note as it would be signed, the notes that go with it, and the question to answer before it is signed."""

    signed: SignedNote
    along: Notes
    ask: Ask


def ask_claim(table: OpenTable, notes: Notes, reveals: Reveals, say: Sequence[str]) -> Ask:
    """What a claim about `notes` would open for everyone who has it. Raises OutOfOrder: it would say nothing, or what
    it opens is not the reader's.
    """
    return _claim(table, notes, reveals, say).ask


def claim(table: OpenTable, notes: Notes, reveals: Reveals, say: Sequence[str], digest: str) -> Signed:
    """A claim, signed, with a file to send and a copy for a judge. Raises Changed: `digest` is of another one; Stale:
    the game has gone on; and as `ask_claim`.
    """
    check_current(table)
    return _send(table, _claim(table, notes, reveals, say), digest)


def _claim(table: OpenTable, notes: Notes, reveals: Reveals, say: Sequence[str]) -> _Prepared:
    opening = _opening(table, notes, reveals)
    draft = ClaimDraft(tuple(notes), tuple(notes), opening, tuple(say))
    signed = claim_note(table.session, table.session.signer(), draft)
    told = opening.told.told(table.reader.lang) if opening.told is not None else ""
    ask = ask_of(
        table,
        told or table.sentence("claim-reveals-nothing"),
        {"note": signed.id},
        warnings=[table.sentence("claim-reveals-for-good")] if told else (),
    )
    return _Prepared(signed, (*notes, *([opening.note] if opening.note is not None else [])), ask)


def _opening(table: OpenTable, notes: Notes, reveals: Reveals) -> RevealedSecret:
    if reveals.position is not None:
        return reveal_position(table.session, reveals.pile, reveals.position)
    if reveals.step is not None:
        return reveal_planned_order(table.session, reveals.step, reveals.line, notes)
    return reveal_former_box(table.session, reveals.box) if reveals.box is not None else RevealedSecret()


def ask_reply(table: OpenTable, mail: Notes, say: Sequence[str], *, seen: bool = False) -> Ask:
    """What would be answered to the claim in a mail; `seen`: that the reader has seen the notes of the mail that it is
    about. Raises Unreadable: no claim is there. OutOfOrder: the answer says nothing.
    """
    return _reply(table, mail, say, seen=seen).ask


def reply(table: OpenTable, mail: Notes, say: Sequence[str], digest: str, *, seen: bool = False) -> Signed:
    """An answer, signed, with a file to send and a copy for a judge. Raises Changed: `digest` is of another one; Stale:
    the game has gone on; and as `ask_reply`.
    """
    check_current(table)
    return _send(table, _reply(table, mail, say, seen=seen), digest)


def _reply(table: OpenTable, mail: Notes, say: Sequence[str], *, seen: bool) -> _Prepared:
    about, shown = _claim_in(mail, seen=seen)
    signed = answer_note(table.session, table.session.signer(), about, shown, say)
    told = [table.sentence("answer-says-seen", type=other.type, id=other.id) for other in shown]
    ask = ask_of(table, table.sentence("you-answer-claim", id=about.id), {"note": signed.id}, warnings=told)
    return _Prepared(signed, (*shown, about), ask)


def _claim_in(mail: Notes, *, seen: bool) -> tuple[SignedNote, Notes]:
    """The claim of a mail, and the notes beside it that it names, if they were `seen`."""
    about = next((signed for signed in mail if signed.type == "claim"), None)
    if about is None:
        raise Unreadable("no-claim-to-answer")
    named = about.read(Claim).note
    return about, tuple(signed for signed in mail if seen and signed.id in named)


def _send(table: OpenTable, prepared: _Prepared, digest: str) -> Signed:
    check_digest(prepared.ask, digest)
    session, signed, along = table.session, prepared.signed, prepared.along
    sent = send_current(table, outgoing_claim(session, signed, along))
    keep_beside(session, signed, along)
    return signed_of(sent, "all", game=session.table.game_id)
