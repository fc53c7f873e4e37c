"""Standing orders: what a seat has told the referee, under seal, to answer whenever it is asked out of turn.

A standing note holds the lines of a policy of the game (`score always`, `defend min 3`), sealed and pinned like a plan.
Which one holds is the author's word: each of its moves names one, which holds from that step on, or names none, and
then none does. In between the referee may record a note that is newer than the author's last move with any step; so he
can keep back a new one, or a withdrawal, until the author's next move and no longer.

An answer it gives is in the step note as `did` and is never opened: opened, it would tell what the hand lacks. Its
owner checks it at once, everybody after the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.crypto import joint_randomness, sealing
from referee.crypto.keys import SigningKey
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.game import Policies
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.protocol.allowances import allowances_of
from referee.protocol.seating import Eyes, Table
from referee.protocol.step.planned_orders import seal_lines
from referee.protocol.step.position import Position, StandingOrders
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import Move, Standing

_PIN_TAG = "standing"


def standing_note(position: Position, key: SigningKey, lines: Sequence[str]) -> SignedNote:
    """The standing note of the seat that signs with `key`; no lines end what was standing.

    Raises:
        Unreadable: lines that are no policy of this game, or too many of them.
        Unreadable, IllegalMove: as `policies_of`.
    """
    table = position.table
    policies, pins = policies_of(table), table.game.info.pins
    canonical = policies.format(policies.parse(tuple(lines)))
    if len(canonical) > pins:
        raise Unreadable("standing-note-lines", most=pins, found=len(canonical))
    texts, step = (*canonical, *("",) * (pins - len(canonical))), position.step + 1
    blocks = table.game.info.seal_blocks
    q, seal = seal_lines(table, key, _PIN_TAG, position.head, step, texts, blocks)
    party = table.party(key.public)
    assert party is not None
    pinned = _pins(table, party.role, step, joint_randomness.line_salts(q, pins), texts)
    return sign_note(Standing(**position.addressed(party.role), pin=pinned, seal=seal), key)


def policies_of(table: Table) -> Policies[Any, Any]:
    """The standing orders that may be given at a table. Raises Unreadable: the game has none; IllegalMove, PM 8: the
    deck is masked.
    """
    policies = allowances_of(table).standing
    if policies is not None:
        return policies
    if table.game.policies is None:
        raise Unreadable("no-standing-answers", game=table.game.info.title)
    raise IllegalMove("standing-in-masked", rule="PM 8")


def _pins(table: Table, seat: str, step: int, salts: Sequence[bytes], texts: Sequence[str]) -> tuple[bytes, ...]:
    numbered = enumerate(zip(salts, texts, strict=True), start=1)
    # The policy's pins are no pins of a move: another word in front, so that none can stand for the other.
    return tuple(
        joint_randomness.line_commitment(table.charter, seat, step, line, salt, f"{_PIN_TAG} {text}")
        for line, (salt, text) in numbered
    )


def check_standing(position: Position, signed: SignedNote) -> Standing:
    """The standing note in `signed`, if it is one of this game, of its seat and of this history.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: what does not hold; PM 8: the deck is masked.
    """
    table = position.table
    note = signed.read(Standing)
    if note.game != table.game_id:
        raise OutOfOrder("standing-of-other-game")
    if not table.deck.plans:
        raise IllegalMove("standing-in-masked", rule="PM 8")
    seat = table.seat(note.seat)
    if signed.key != table.seats[seat].key:
        replaced = table.replaced_at(signed.key)
        if replaced is not None:
            raise NotAuthentic("key-replaced", seat=note.seat, step=replaced)
        raise NotAuthentic("standing-other-key", seat=note.seat)
    table.seats[seat].check_holds(note.step)
    size = sealing.sealed_size(table.game.info.seal_blocks)
    covered = note.seal is not None and len(note.seal) == size and len(note.pin) == table.game.info.pins
    if table.game.policies is None or not covered:
        raise Unreadable("standing-without-lines")
    position.check_written_here(note.step, note.head)
    return note


def is_standing(position: Position, seat: str, note_id: str) -> bool:
    """Whether the standing note of this id stands for the seat of this name."""
    orders = position.standing[position.table.seat(seat)]
    return orders is not None and orders.note == note_id


def is_standing_due(position: Position, note: Standing) -> bool:
    """Whether a note that no move names may be recorded: newer than the seat's last move, and than the one in force."""
    seat = position.table.seat(note.seat)
    before = position.standing[seat]
    return note.step > position.past.signed[seat] and (before is None or note.step > before.step)


def check_standing_due(position: Position, moves: Sequence[Move], signed_notes: Notes) -> None:
    """Check that the step of `moves` may enter these standing notes of this game: one at most for each seat, in seat
    order; of each author the one that it names; of the others notes that are due.

    Raises:
        NotAuthentic: the move of its author does not name it.
        OutOfOrder: another order, or a note that is not due.
    """
    notes = [note for note in (signed.note() for signed in signed_notes) if isinstance(note, Standing)]
    seats = [position.table.seat(note.seat) for note in notes]
    named = {move.seat: move.standing for move in moves}
    if seats != sorted(set(seats)):
        raise OutOfOrder("standing-notes-order")
    for signed, note in zip(signed_notes, notes, strict=True):
        if is_standing(position, note.seat, signed.id):
            raise OutOfOrder("standing-entered-twice", seat=note.seat)
        if note.seat in named and signed.id != named[note.seat]:
            raise NotAuthentic("standing-unnamed", seat=note.seat)
        if note.seat not in named and not is_standing_due(position, note):
            raise OutOfOrder("standing-outdated", seat=note.seat)


def check_named_standing(position: Position, move: Move) -> None:
    """Check that the standing note that `move` names is the one in force for its seat, once those of its step are
    recorded.

    Raises:
        OutOfOrder: it is neither entered nor here.
    """
    if move.standing is not None and not is_standing(position, move.seat, move.standing):
        raise OutOfOrder("named-standing-missing", seat=move.seat, note=move.standing, hint=Sentence("send-again-move"))


def named_standing_note(position: Position, seat: Seat, remembered: str | None) -> str | None:
    """The id of the standing note that the next move of `seat` names, or None.

    `remembered` is what its author's computer knows: an id, "" for none, or None if nothing was said on it; then the
    orders in force stay so.
    """
    standing = position.standing[seat]
    if remembered is None:
        return standing.note if standing is not None else None
    return remembered or None


def with_standing_note(position: Position, signed: SignedNote, eyes: Eyes) -> tuple[StandingOrders | None, ...]:
    """The standing orders of all seats once the note in `signed` is in force.

    Raises:
        NotAuthentic, Unreadable: the seal does not hold a policy that was pinned, as far as `eyes` can open it.
    """
    note = check_standing(position, signed)
    table = position.table
    seat = table.seat(note.seat)
    orders = StandingOrders(signed.id, note.step, _open(table, note, eyes.order_keys[seat]))
    return (*position.standing[:seat], orders, *position.standing[seat + 1 :])


def _open(table: Table, note: Standing, key: bytes | None) -> Any:
    if key is None:
        return None
    assert note.seal is not None and table.game.policies is not None
    ad = sealing.associated_data(_PIN_TAG, note.game, note.head, note.step, note.seat)
    q, texts = sealing.unpack_lines(sealing.unseal(key, note.seal, ad))
    salts = joint_randomness.line_salts(q, len(note.pin))
    if len(texts) != len(note.pin) or _pins(table, note.seat, note.step, salts, texts) != note.pin:
        raise NotAuthentic("pinned-standing-differs", seat=note.seat)
    lines = tuple(text for text in texts if text)
    policy = table.game.policies.parse(lines)
    if table.game.policies.format(policy) != lines:
        raise Unreadable("standing-spelling", seat=note.seat)
    return policy
