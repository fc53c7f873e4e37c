"""With `escrow yes` the shares of the referee's game secret, sealed to the seats.

A line holds the commitment to a share, and the share for its seat. The deal has them, the step that gives the referee a
new key has those of his new secret, and one that gives a seat a new key has its line again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from referee.crypto import boxes, sealing, secret_shares
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic
from referee.protocol.seating import REFEREE, Eyes, Table, own_game_secret

COMMITMENT = 32
SIZE = COMMITMENT + sealing.sealed_size(1)
"""Bytes of an escrow line: the commitment, then the sealed share."""


class Escrowed(msgspec.Struct, frozen=True):
    """The latest escrow line of a seat, and the head and step of the note that contains it."""

    line: bytes
    head: str
    step: int

    @property
    def commitment(self) -> bytes:
        """What everybody sees of the share."""
        return self.line[:COMMITMENT]


NOTHING = Escrowed(b"", "", 0)
"""In the place of the line of a seat that holds no share."""


class EscrowNote(Protocol):
    """The shares in a deal or step note: the commitments, and the sealed shares."""

    @property
    def share(self) -> Mapping[str, bytes]: ...

    @property
    def escrow(self) -> Mapping[str, bytes]: ...


def escrow_lines_in(note: EscrowNote) -> dict[str, bytes]:
    """The escrow lines of a deal or step note: for each seat the commitment and the sealed share."""
    if not note.share and not note.escrow:
        return {}
    return {name: note.share.get(name, b"") + note.escrow.get(name, b"") for name in (*note.share, *note.escrow)}


def escrow_fields(lines: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """(`share`, `escrow`) of a note with these escrow lines."""
    bound = {name: line[:COMMITMENT] for name, line in lines.items()}
    return bound, {name: line[COMMITMENT:] for name, line in lines.items()}


def escrow_lines(table: Table, secret: bytes, names: Sequence[str], head: str, step: int) -> dict[str, bytes]:
    """The escrow lines of these seats in the note of `step` on `head`; `secret` is the game secret of the referee."""
    if not names:
        return {}
    private, split = boxes.box_private(secret), secret_shares.split(secret, table.holders)
    lines = {}
    for name in names:
        key, ad = _share_key(table, name, private), sealing.associated_data("escrow", table.game_id, head, step, name)
        lines[name] = secret_shares.commitment(table.charter, name, split[name]) + sealing.seal(key, split[name], ad)
    return lines


def escrowed_seats(table: Table, rekeyed: str | None) -> tuple[str, ...]:
    """Whose lines a step has that gives this party a new key (None: the deal): everybody sees it."""
    return table.holders if rekeyed in (None, REFEREE) else tuple(name for name in table.holders if name == rekeyed)


def check_escrow(
    table: Table,
    lines: Mapping[str, bytes],
    before: Sequence[Escrowed],
    names: Sequence[str],
    at: tuple[str, int],
    eyes: Eyes,
) -> None:
    """Check the escrow lines of a note whose head and step are `at`, which must be those of the seats `names`, as far
    as `eyes` can see. `before` are the lines so far, for a seat whose share is given again.

    Raises:
        NotAuthentic: other seats or another length; the commitment to another share than before; a share that does not
            open, or is not what was committed to; or all of them, which do not make the secret of the box.
    """
    if {name: len(line) for name, line in lines.items()} != dict.fromkeys(names, SIZE):
        raise NotAuthentic("escrow-lines-differ")
    again = names if before and len(names) < len(table.holders) else ()
    for name in again:
        if lines[name][:COMMITMENT] != before[table.seat(name)].commitment:
            raise NotAuthentic("escrow-share-differs", seat=name)
    found = {}
    for name in names:
        key = _eyes_key(table, name, eyes)
        if key is not None:
            found[name] = _open_share(table, name, Escrowed(lines[name], *at), key)
    if names and len(found) == len(table.holders):
        secret = secret_shares.xor_of(found.values())
        split = secret_shares.split(secret, table.holders)
        if boxes.box_public(boxes.box_private(secret)) != table.host.box or split != found:
            raise NotAuthentic("escrow-secret-differs")


def own_share(table: Table, escrowed: Sequence[Escrowed], key: SigningKey) -> bytes:
    """The share of the seat that signs with `key`. Raises NotAuthentic: it does not open."""
    party = table.party(key.public)
    assert party is not None
    private = boxes.box_private(own_game_secret(table, key))
    return _open_share(table, party.role, escrowed[table.seat(party.role)], _share_key(table, party.role, private))


def escrow_after(
    before: Sequence[Escrowed], table: Table, lines: Mapping[str, bytes], head: str, step: int
) -> tuple[Escrowed, ...]:
    """The latest line of every seat once the `lines` of a step hold; () for a table without escrow."""
    if not lines:
        return tuple(before)
    new = {name: Escrowed(line, head, step) for name, line in lines.items()}
    old = before or (NOTHING,) * len(table.names)
    return tuple(new.get(name, old[seat]) for seat, name in enumerate(table.names))


def _open_share(table: Table, name: str, line: Escrowed, key: bytes) -> bytes:
    ad = sealing.associated_data("escrow", table.game_id, line.head, line.step, name)
    try:
        share = sealing.unseal(key, line.line[COMMITMENT:], ad)
    except NotAuthentic:
        share = b""
    if len(share) != secret_shares.SHARE or secret_shares.commitment(table.charter, name, share) != line.commitment:
        raise NotAuthentic("escrow-share-differs", seat=name)
    return share


def _eyes_key(table: Table, name: str, eyes: Eyes) -> bytes | None:
    """The key of a seat's line, as far as `eyes` have one."""
    if eyes.ring is not None:
        private = eyes.ring.private(table.host.box)
        return _share_key(table, name, private) if private is not None else None
    if eyes.key is None or eyes.seat is None or table.names[eyes.seat] != name:
        return None
    return _share_key(table, name, boxes.box_private(own_game_secret(table, eyes.key)))


def _share_key(table: Table, name: str, private: bytes) -> bytes:
    """The key of a seat's line, from the private box of the referee or of the seat."""
    host, seat = table.host.box, table.seats[table.seat(name)].box
    other = seat if boxes.box_public(private) == host else host
    return sealing.sealing_key("escrow", private, other, charter=table.charter, party=name, referee_box=host, box=seat)
