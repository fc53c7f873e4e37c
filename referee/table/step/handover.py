"""What somebody hands over to a new key stands in the consent to it, sealed to the box of that key."""

from __future__ import annotations

from referee.crypto import boxes, sealed, shares
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic
from referee.record.notes import Consent
from referee.table.seating import Party, Table, own_secret
from referee.table.step.position import Position


def seal_to(position: Position, key: SigningKey, box: bytes, secret: bytes) -> bytes:
    """A secret (32 bytes), sealed by the party with `key` to the new `box` for the next step."""
    table, party = position.table, position.table.party(key.public)
    assert party is not None
    wrap = _key(table, party, boxes.box_private(own_secret(table, key)), box, box)
    return sealed.seal(wrap, secret, _address(table, party.role, position.head, position.step + 1))


def unsealed(table: Table, giver: Party, consent: Consent, private: bytes, box: bytes) -> bytes | None:
    """What a consent of `giver` hands over to the key with the `private` half of `box`; None for what does not open."""
    wrap = _key(table, giver, private, giver.box, box)
    try:
        found = sealed.unseal(wrap, consent.secret or b"", _address(table, giver.role, consent.head, consent.step))
    except NotAuthentic:
        return None
    return found if len(found) == shares.SHARE else None


def _address(table: Table, giver: str, head: str, step: int) -> bytes:
    return sealed.address("handover", table.game_id, head, step, giver)


def _key(table: Table, giver: Party, private: bytes, other: bytes, box: bytes) -> bytes:
    boxed = {"referee_box": box, "box": giver.box}
    return sealed.sealing_key("handover", private, other, charter=table.charter, party=giver.role, **boxed)
