"""Sign a player's move: the question before it, and the signed move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import msgspec

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.late_loading import Lazy
from referee.kernel.sentence import Sentence
from referee.messages.forecast import failing_plan_sentences, next_step_forecast
from referee.protocol.step.draft import MoveDraft, draft, move_note
from referee.protocol.step.planned_orders import planned_order_text
from referee.protocol.step.position import names_waited_for
from referee.record.file_names import OUTBOX, FileName, step_name
from referee.record.note import SignedNote
from referee.record.notes import Move
from referee.record.notes.escaping import text_lines
from referee.service.answers import (
    check_digest,
    check_stamp,
    current_table,
    record_in_stamp,
    table_stamp,
    waiting_in_stamp,
    waiting_move,
)
from referee.service.ask import Ask
from referee.service.errors import Stale
from referee.service.moves import move_drafts, signature_effects
from referee.service.signed_notes import Signed, ask_of, signed_of
from referee.service.table import OpenTable, unlocked_table
from referee.session.send import EarlierNote, OutgoingNote, SentNote, check_replaceable, finish_sending, send
from referee.session.session import Session
from referee.session.todo.waiting_for import NamedStanding, standing_named_next

CAPABILITIES = Lazy("referee.service.views.capabilities")
"""Asked where a move is refused: most are not."""

_SAY_COLUMNS = 68
"""So long is a line that goes to all with a move."""


class OwnMove(msgspec.Struct, frozen=True):
    """A move as it would be signed now."""

    drafted: MoveDraft
    """The orders, and where they lead as far as the reader knows."""
    say: tuple[str, ...]
    """The lines to all."""
    named: NamedStanding
    """The standing note that it names."""
    replaced: EarlierNote | None = None
    """The note that it takes the place of; None for none."""


def ask_sign(
    table: OpenTable, stamp: str, lines: Sequence[str], *, say: Sequence[str] = (), instead: bool = True
) -> Ask:
    """What signing these lines would be: orders, then what is sealed; with words to all.

    Raises:
        Stale: the table is not as it was seen. NotAuthentic: the reader cannot sign here.
        OutOfOrder: the reader is asked nothing, or has signed another move that is not to be replaced.
        Unreadable, IllegalMove: the orders are none, or are not allowed.
    """
    move = prepare_move(table, stamp, lines, say=say, instead=instead)
    return move_ask(table, stamp, move.drafted, move.say)


def sign_orders(
    table: OpenTable,
    stamp: str,
    orders: Sequence[str],
    plan: Sequence[str],
    say: Sequence[str],
    digest: str,
    secret: str = "",
) -> Signed:
    """The move, signed, its draft gone and all done that follows from it here. The same yes again signs nothing more.
    Raises as `sign_move`.
    """
    opened = unlocked_table(table, secret)
    signed = sign_move(opened, stamp, (*orders, *plan), say, digest)
    with suppress(RefereeError):  # it is signed, even if the draft could not be deleted
        move_drafts.drop_draft(opened.session)
    return signature_effects.deliver(opened, signed)


def sign_move(
    table: OpenTable, stamp: str, lines: Sequence[str], say: Sequence[str], digest: str, *, instead: bool = True
) -> Signed:
    """The signed move, without its consequences. Raises Stale: the game has gone on, or another move was signed.
    Changed: `digest` is of something else. And as `ask_sign`.
    """
    try:
        return _sign(table, stamp, lines, say, digest, instead=instead)
    except Stale:
        before = _signed_before(table, stamp, lines, say, digest)
        if before is None:
            raise
        return before


def prepare_move(
    table: OpenTable, stamp: str, lines: Sequence[str], *, say: Sequence[str] = (), instead: bool = True
) -> OwnMove:
    """The move as it would be signed now. Raises as `ask_sign`."""
    check_stamp(table, stamp)
    session = table.session
    session.mover()
    check_own_step_open(session)
    move = OwnMove(drafted_move(table, lines), said_lines(say), standing_named_next(session))
    replaced = check_replaceable(session, _outgoing(session, move, instead=instead))
    return msgspec.structs.replace(move, replaced=replaced)


def replaced_move_text(table: OpenTable, move: OwnMove) -> list[str]:
    """Which move this one takes the place of, in a sentence, as far as the outbox still knows it; [] for none."""
    if move.replaced is None:
        return []
    signed, game = move.replaced.signed, table.session.table.game
    note, step = signed.note() if signed is not None else None, table.session.position.step + 1
    own = game.notation.said(", ".join(note.do)) if isinstance(note, Move) else ""
    return [table.sentence("you-replace-your-move" if own else "you-replace-another", step=step, orders=own)]


def standing_named_lines(table: OpenTable, move: OwnMove) -> list[str]:
    """What a move says of the reader's standing orders, in a sentence; [] if there are none and were none."""
    named = move.named
    begins = "standing-from-step" if named.along else "standing-stays"
    holds = "standing-last-holds" if named.step is None else begins
    said = named.ends or named.note is not None
    return [table.sentence("standing-ends-here" if named.ends else holds, step=named.step)] if said else []


def check_own_step_open(session: Session) -> None:
    """Check that the reader's move is not entered already, so that nobody who thinks again is only told who is asked.

    Raises:
        OutOfOrder: the latest step has recorded it, and somebody else must answer now.
    """
    position, seat = session.position, session.eyes.seat
    if seat is None or position.over or position.request_of(seat) is not None or position.step == 0:
        return
    notes = (signed.note() for signed in session.history.signed_notes[step_name(position.step)])
    own = next((note for note in notes if isinstance(note, Move) and note.seat == position.table.names[seat]), None)
    if own is not None:
        back = CAPABILITIES.way_back(session, position.step)
        can = CAPABILITIES.capabilities_of(session, asks_mail=False)
        ahead = Sentence("think-ahead" if back is None else "think-ahead-or-back", back=back)
        raise OutOfOrder(
            "your-move-stands",
            step=position.step,
            orders=session.table.game.notation.said(", ".join(own.do)),
            asked=names_waited_for(position),
            hint=next(iter(can.offer("now", (ahead,))), back),
        )


def drafted_move(table: OpenTable, lines: Sequence[str]) -> MoveDraft:
    """What lines of orders mean now. Raises as `draft`. What a passphrase has opened is kept by nobody."""
    session = table.session
    make = partial(draft, session.position, session.eyes, lines)
    if session.passphrase is not None:
        return make()
    key = (session.folder.path, session.eyes.seat, "draft", *lines)
    return table.reader.known.made_once(session.position, key, make)


def move_ask(
    table: OpenTable, stamp: str, drafted: MoveDraft, say: Sequence[str] = (), called: Sequence[str] = ()
) -> Ask:
    """What signing a drafted move would be: its orders in words (as buttons `called` them, otherwise as they are
    typed), their consequences, what may come to nothing, and the digest of all that would be in the note, of the move
    it takes the place of, and of the position it answers.
    """
    session, lang = table.session, table.reader.lang
    position, seat, notation = session.position, session.eyes.seat, session.table.game.notation
    assert seat is not None, "a move was drafted by a seat"
    sealed = tuple(planned_order_text(session.table.game, line).told(lang) for line in drafted.lines)
    typed = (notation.said(", ".join(drafted.do)).told(lang),) if drafted.do else ()
    if called:  # some of them may be sealed themselves: those come first among the sealed lines
        orders = "; ".join((*called, *sealed[0 if drafted.do else len(called) :]))
    else:
        orders = ", ".join((*typed, *sealed))
    parts = {
        "orders": drafted.do,
        "sealed": drafted.lines,
        "say": tuple(say),
        "standing": standing_named_next(session).note or "",
        "instead": waiting_in_stamp(stamp),
    }
    return ask_of(
        table,
        table.sentence("signs-orders", orders=orders),
        parts,
        stamp=stamp,
        then=(next_step_forecast(position, seat, drafted, lang, typed=False).told(lang),),
        warnings=failing_plan_sentences(position, seat, drafted, lang),
        label="page-sign",
    )


def said_lines(say: Sequence[str]) -> tuple[str, ...]:
    """What is said to all, in lines as a note has them. Raises Unreadable: it cannot be written so."""
    return tuple(line for text in say for line in text_lines(text, _SAY_COLUMNS))


def _outgoing(session: Session, move: OwnMove, *, instead: bool) -> OutgoingNote:
    step, key = session.position.step + 1, session.signer()

    def make(earlier: tuple[str, ...]) -> tuple[SignedNote, ...]:
        named = move.named
        signed = move_note(session.position, key, move.drafted, say=move.say, instead=earlier, standing=named.note)
        return (*named.along, signed)

    name = str(FileName(OUTBOX, "move", step, session.role or ""))
    return OutgoingNote(session.table.game_id, f"move {step}", make, name, instead=instead)


def _sign(
    table: OpenTable, stamp: str, lines: Sequence[str], say: Sequence[str], digest: str, *, instead: bool
) -> Signed:
    """The move, signed where the table, under the lock, is as it was seen and the yes is for exactly this."""
    session, move = table.session, prepare_move(table, stamp, lines, say=say, instead=instead)
    going = _outgoing(session, move, instead=instead)

    def check() -> None:
        check_stamp(table, stamp)
        check_digest(move_ask(table, stamp, move.drafted, move.say), digest)

    row = session.guard().signed.get(going.slot, ())
    sent = send(session, msgspec.structs.replace(going, check=check))
    again = sent.note.id in (*row, waiting_in_stamp(stamp))
    return _signed_move(session, sent, move, again=again)


def _signed_move(session: Session, sent: SentNote, move: OwnMove, *, again: bool) -> Signed:
    return signed_of(
        sent,
        "host",
        game=session.table.game_id,
        do=move.drafted.do,
        sealed=move.drafted.lines,
        standing=move.named.note or "",
        again=again,
    )


def _signed_before(
    table: OpenTable, stamp: str, lines: Sequence[str], say: Sequence[str], digest: str
) -> Signed | None:
    """The move of the outbox that the same yes has signed; None if the game has gone on, or another move is there."""
    now = current_table(table)
    finish_sending(now.session, now.session.table.game_id)
    session, found = now.session, waiting_move(now.session)
    here = table_stamp(now)
    if found is None or record_in_stamp(here) != record_in_stamp(stamp):
        return None
    try:
        move = prepare_move(now, here, lines, say=say)
    except RefereeError:  # other orders than those that were signed
        return None
    row = found.note.read(Move).instead
    made = _outgoing(session, move, instead=True).make(row)[-1]
    answers = waiting_in_stamp(stamp) == (row[-1] if row else "")
    if made.id != found.note.id or not answers or move_ask(now, stamp, move.drafted, move.say).digest != digest:
        return None
    return _signed_move(session, found, move, again=True)
