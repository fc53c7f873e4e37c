"""Notes and seals as a client would make them, for whatever a liar wants to say; and what a seat knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tests.support.dishonest.project import (
    PACK,
    SEALED,
    STANDING,
    Dealer,
    Match,
    MoveDraft,
    Owner,
    Position,
    SignedNote,
    SigningKey,
    Table,
    eyes_of_key,
    joint_randomness,
    move_note,
    own_game_secret,
    read_bundle,
    sealing,
)


def legal(position: Position, seat: int) -> list[Any]:
    """The orders that a seat may give now."""
    return list(position.table.game.legal_orders(position.state, seat, position.knowledge.own(seat)))


def legal_orders(position: Position, seat: int) -> list[str]:
    """The orders that a seat may give now, as typed without their secret parts."""
    return [position.table.game.notation.format_order(move) for move in legal(position, seat)]


def hides(position: Position, order: str) -> int:
    """How many kinds an order gives away unseen."""
    game = position.table.game
    return game.secret(game.notation.parse_order(order))


def kinds(table: Table) -> tuple[str, ...]:
    """The kinds of goods of a game."""
    return tuple(sorted({kind for pile in table.piles for kind, _ in pile.kinds}))


def corrected(match: Match, seat: str, orders: MoveDraft, row: Sequence[SignedNote]) -> SignedNote:
    """A move that replaces the notes of `row`, oldest first, as an honest client says it."""
    names = tuple(signed.id for signed in row)
    return move_note(match.players[seat], match.keys[seat], orders, instead=names, standing=match.meant(seat))


def pinned(table: Table, key: SigningKey, note: Any, texts: Sequence[str]) -> dict[str, Any]:
    """The fields of a covered note that hold `texts` under honest pins: `pin` and `seal`. `note` has step and head."""
    party = table.party(key.public)
    assert party is not None
    q, salts = joint_randomness.pin_salts(own_game_secret(table, key), note.type, note.step, texts)
    if note.type == STANDING:
        pins = tuple(
            joint_randomness.line_commitment(table.charter, party.role, note.step, line, salt, f"{STANDING} {text}")
            for line, (salt, text) in enumerate(zip(salts, texts, strict=True), start=1)
        )
    else:
        pins = joint_randomness.plan_commitments(table.charter, party.role, note.step, q, texts)
    return {"pin": pins, "seal": sealed_as(table, key, note, sealing.pack_lines(q, texts))}


def sealed_as(table: Table, key: SigningKey, note: Any, plain: bytes) -> bytes | None:
    """`plain` under the key of the seat's seals, for the place of `note`; None if it fills more than a seal."""
    party = table.party(key.public)
    assert party is not None
    blocks = table.game.info.seal_blocks
    if len(plain) >= blocks * sealing.BLOCK:
        return None
    order_key = eyes_of_key(table, key, {}).order_keys[table.seat(party.role)]
    assert order_key is not None
    ad = sealing.associated_data(
        STANDING if note.type == STANDING else SEALED, table.game_id, note.head, note.step, party.role
    )
    return sealing.seal(order_key, plain, ad, blocks)


def opening_of(table: Table, key: SigningKey, step: int, texts: Sequence[str], line: int) -> tuple[int, bytes]:
    """(number of its pin, salt) of the sealed line that a move uses as its `line`-th (from 1)."""
    q, salts = joint_randomness.pin_salts(own_game_secret(table, key), "move", step, texts)
    place = joint_randomness.pin_places(q, len(texts))[line - 1]
    return place + 1, salts[place]


def seat_position(host: Position, seat: int) -> Position:
    """The referee's position as the owner of a seat knows it."""
    knowledge = host.knowledge
    assert isinstance(knowledge, Dealer)
    own = {covered.place for covered in host.covered if covered.seat == seat}
    lain = tuple(pair for pair in knowledge.covered if pair[0] in own)
    return msgspec.structs.replace(host, knowledge=Owner(seat, knowledge.hands[seat], 0, lain))


def may_lack(note: Any) -> tuple[str, ...]:
    """The single fields that a note may leave out."""
    return tuple(field.name for field in msgspec.structs.fields(note) if field.default is None)


def changed(note: Any, /, **values: Any) -> Any:
    """The note with other values in some fields."""
    return msgspec.structs.replace(note, **values)


def notes_of(files: Mapping[str, bytes]) -> dict[str, tuple[SignedNote, ...]]:
    """The signed notes of every file that holds notes."""
    return {name: read_bundle(data) for name, data in files.items() if name != PACK}


def heard(words: Sequence[str], who: str) -> list[str]:
    """The command by which somebody says which four words he heard from whom."""
    return ["words", *words, "--from", who]


def moved(order: str) -> list[str]:
    """The command that signs a move of one order."""
    return ["move", order, "--yes"]
