"""The end of a game: the referee says the result and opens what he kept; the players acknowledge it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.crypto import boxes, joint_randomness
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.host_change import HostChange, keyring_of_hosts, table_with_hosts
from referee.protocol.seating import Eyes, Keyring, Shares, Table, eyes_of_ring, own_game_secret
from referee.protocol.step.position import Position
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Ack, End, Rank


def end_note(position: Position, key: SigningKey, ring: Keyring | None = None) -> End:
    """The end note of a game that is over, by the referee with `key`. `ring` is what he has to open; without it, all
    that follows from the key of a host who has hosted from the start.
    """
    table = position.table
    secret = own_game_secret(table, key)
    share = ring.share if ring is not None else joint_randomness.seed_share_of(secret)
    hides, (ranks, reason) = has_hidden_parts(position), _final_result(position)
    return End(
        game=table.game_id,
        step=position.step,
        head=position.head,
        rank=ranks,
        open=share if hides else None,
        box=boxes.box_private(secret) if hides else None,
        reason=reason,
    )


def has_hidden_parts(position: Position) -> bool:
    """Whether anything of the game was hidden: goods, or sealed lines that nobody else could read."""
    return position.table.hides_goods or position.past.sealed


def _final_result(position: Position) -> tuple[tuple[Rank, ...], str]:
    """The ranks and the reason that the end of a game has to say."""
    names = position.table.names
    if position.ended:
        return tuple(Rank(names[seat], place) for place, seat in sorted(places_by_agreement(position))), position.ended
    outcome = position.table.game.outcome(position.state)
    assert outcome is not None
    by_place = sorted(zip(outcome.ranks, range(len(outcome.ranks)), strict=True))
    ranks = (Rank(names[seat], place, " ".join(map(str, outcome.scores[seat]))) for place, seat in by_place)
    return tuple(ranks), outcome.reason


def places_by_agreement(position: Position) -> tuple[tuple[int, Seat], ...]:
    """(place, seat) in seat order when the table has ended the game. In a draw all players who were still playing share
    the first place; otherwise there are no places, unless one alone was left: that one has won. Who has left comes
    last.
    """
    seats = range(len(position.table.seats))
    playing = len(seats) - len(position.left)
    if position.ended != "draw" and playing > 1:
        return ()
    return tuple((playing + 1 if seat in position.left else 1, seat) for seat in seats)


def check_end(position: Position, signed: SignedNote) -> End:
    """The end note in `signed`, if it says the result of the game that is over at `position`.

    Whether it opens what the referee kept is asked of `opened`.

    Raises:
        NotAuthentic, OutOfOrder: another key, another last step, or another result than the rules give.
    """
    end = signed.read(End)
    at = Sentence("end")
    if signed.key != position.table.host.key:
        raise NotAuthentic("end-other-key", at=at)
    if not position.over:
        raise OutOfOrder("game-not-over", at=at)
    if (end.game, end.step, end.head) != (position.table.game_id, position.step, position.head):
        raise NotAuthentic("end-other-step", at=at)
    if (end.rank, end.reason) != _final_result(position):
        raise NotAuthentic("result-differs", at=at)
    if not has_hidden_parts(position) and (end.open, end.box) != (None, None):
        raise NotAuthentic("nothing-to-open", at=at)
    return end


class RevealedByHost(msgspec.Struct, frozen=True):
    """What an end note opens: r_0 and the box key, each None unless it is the one that offer and charter bind."""

    share: bytes | None
    box: bytes | None


def check_host_reveal(table: Table, end: End) -> RevealedByHost:
    """Check what the referee opened at the end against lock and box."""
    share, box, first = end.open, end.box, table.first_host
    if (
        share is not None
        and joint_randomness.share_commitment(table.offer_nonce, first.role, first.key, share) != first.lock
    ):
        share = None
    if box is not None and (boxes.clamp_scalar(box) != box or boxes.box_public(box) != table.host.box):
        box = None
    return RevealedByHost(share, box)


def wrong_reveals(table: Table, end: End, changes: Sequence[HostChange] = ()) -> tuple[str, ...]:
    """What an end opens and is not what was locked, each as the code of its sentence. `changes` are those of the
    referee's key in the game: the one who has taken it over could see whether he was handed what opens the rest.
    """
    truly = check_host_reveal(table, end)
    if truly.box is not None and truly.share is not None and changes and _keyring(table, truly, changes) is None:
        return ("end-handed-differs",)
    share = ("end-share-differs",) if end.open is not None and truly.share is None else ()
    return (*share, "end-box-key-differs") if end.box is not None and truly.box is None else share


def eyes_after_end(table: Table, end: End, shares: Shares, changes: Sequence[HostChange] = ()) -> Eyes | None:
    """The eyes everybody has once share and box are open, at the table of the deal or a later one; None if one of them
    is not, or does not open what was handed over in the `changes` of the referee's key.
    """
    ring = _keyring(table, check_host_reveal(table_with_hosts(table, changes), end), changes)
    return eyes_of_ring(table, ring, shares) if ring is not None else None


def _keyring(table: Table, found: RevealedByHost, changes: Sequence[HostChange]) -> Keyring | None:
    if found.share is None or found.box is None:
        return None
    try:
        return keyring_of_hosts(table, changes, found.box, found.share)
    except NotAuthentic:
        return None


def make_ack(key: SigningKey, table: Table, end_id: str) -> SignedNote:
    """The ack of the seat that signs with `key`: it closes the game for this seat."""
    party = table.party(key.public)
    if party is None or party == table.host:
        raise NotAuthentic("key-without-seat")
    return sign_note(Ack(game=table.game_id, seat=party.role, head=end_id), key)


def check_ack(table: Table, signed: SignedNote, end_id: str | None) -> Ack:
    """The ack in `signed`, by the key of its seat, for the end of this game.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: what does not hold.
    """
    signed.check()
    ack = signed.read(Ack)
    if ack.game != table.game_id:
        raise OutOfOrder("ack-of-other-game", seat=ack.seat)
    if signed.key != table.seats[table.seat(ack.seat)].key:
        raise NotAuthentic("ack-other-key", seat=ack.seat)
    if end_id is None:
        raise OutOfOrder("acknowledged-end-missing", seat=ack.seat, end=ack.head)
    if ack.head != end_id:
        raise NotAuthentic("other-end-acknowledged", seat=ack.seat)
    return ack
