"""What somebody hands over to a new key is in the consent to it, sealed to the box of that key."""

from __future__ import annotations

from referee.crypto import boxes, sealing, secret_shares
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic
from referee.protocol.seating import Party, Table, own_game_secret
from referee.protocol.step.position import Position
from referee.record.notes import Consent


def seal_for_new_key(position: Position, key: SigningKey, box: bytes, secret: bytes) -> bytes:
    """A secret (32 bytes), sealed by the party with `key` to the new `box` for the next step."""
    table, party = position.table, position.table.party(key.public)
    assert party is not None
    wrap = _key(table, party, boxes.box_private(own_game_secret(table, key)), box, box)
    return sealing.seal(wrap, secret, _seal_label(table, party.role, position.head, position.step + 1))


def unseal_handover(table: Table, giver: Party, consent: Consent, private: bytes, box: bytes) -> bytes | None:
    """What a consent of `giver` hands over to the key with the `private` half of `box`; None for what does not open."""
    wrap = _key(table, giver, private, giver.box, box)
    try:
        found = sealing.unseal(wrap, consent.secret or b"", _seal_label(table, giver.role, consent.head, consent.step))
    except NotAuthentic:
        return None
    return found if len(found) == secret_shares.SHARE else None


def _seal_label(table: Table, giver: str, head: str, step: int) -> bytes:
    return sealing.associated_data("handover", table.game_id, head, step, giver)


def _key(table: Table, giver: Party, private: bytes, other: bytes, box: bytes) -> bytes:
    boxed = {"referee_box": box, "box": giver.box}
    return sealing.sealing_key("handover", private, other, charter=table.charter, party=giver.role, **boxed)
