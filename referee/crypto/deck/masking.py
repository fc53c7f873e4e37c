"""A masked deck: its keys, its tiles as points, its mixes, and the key shares.

An entry is a pair (A, B); B is a tile M behind all masks, and what all seats together know of A takes them off:
M = B - (the sum of x A over all seats). `tests/crypto/vectors/masks.json` has published values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from referee.crypto.deck import group, shuffle_proof
from referee.crypto.deck.group import IDENTITY, Point, decode, is_identity, plus
from referee.kernel.canonical_json import u64be, with_length
from referee.kernel.dice import shuffle
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.hashing import hkdf

Deck = tuple[tuple[Point, Point], ...]
"""The entries (A, B) of a pile, by position."""

POINT = 32
POK = LOCK_PROOF = 64
LOCK = POINT + LOCK_PROOF


def deck_secret(game_secret: bytes) -> int:
    """The deck secret x of a seat, from the game secret (32 bytes) of its key in the charter."""
    return group.wide(hkdf(game_secret, b"", b"referee/1 deck key", 64))


def deck_key(secret: int) -> bytes:
    """The deck key X that belongs to x."""
    return group.written(group.times_base(secret))


def prove_key(secret: int, nonce: bytes, seat: str, key: bytes) -> bytes:
    """The proof, 64 bytes, that the player who joins at `seat` with the signing key `key` knows the secret of its deck
    key. `nonce` is that of the offer; for a new key of the seat the charter's id.
    """
    named = (nonce, seat.encode("ascii"), key)
    blind = group.hashed("pok nonce", group.written_scalar(secret), *named)
    challenge = group.hashed("pok", *named, deck_key(secret), group.written(group.times_base(blind)))
    return group.written_scalar(challenge) + group.written_scalar(blind + challenge * secret)


def check_key(public: bytes, proof: bytes, nonce: bytes, seat: str, key: bytes) -> None:
    """Check a deck key and its proof. Without it a key could be made of the others', and cancel them.

    Raises:
        NotAuthentic: the key is not a point, or it is not proven that its owner knows its secret.
    """
    point = group.read_point(public)
    if len(proof) != POK:
        raise NotAuthentic("deck-key-unproven", seat=seat)
    challenge, answer = group.read_scalar(proof[:32]), group.read_scalar(proof[32:])
    shown = plus(group.times_base(answer), group.negated(group.times(challenge, point)))
    if group.hashed("pok", nonce, seat.encode("ascii"), key, public, group.written(shown)) != challenge:
        raise NotAuthentic("deck-key-unproven", seat=seat)


def joint_key(keys: Mapping[str, bytes]) -> bytes:
    """The key Y of all seats together, from their deck keys by seat.

    Raises:
        NotAuthentic: two are alike, or together they are nothing; then a deck would not be masked at all.
    """
    if len(set(keys.values())) != len(keys):
        raise NotAuthentic("deck-keys-alike")
    total = sum_of(group.read_point(key) for key in keys.values())
    if is_identity(total):
        raise NotAuthentic("deck-keys-cancel")
    return group.written(total)


def tile_points(charter: bytes, pile: str, size: int) -> tuple[Point, ...]:
    """The points M of the tokens 0 .. `size` - 1 of a pile."""
    named = (charter, pile.encode("ascii"))
    return tuple(group.point_of("tile", *named, u64be(token)) for token in range(size))


def first_deck(tiles: Sequence[Point]) -> Deck:
    """The deck from which the first mix starts: every tile in its place, behind no mask."""
    return tuple((IDENTITY, tile) for tile in tiles)


def write_deck(deck: Deck) -> bytes:
    """The entries `A B A B ..`, 64 bytes each."""
    return b"".join(group.encoded([point for entry in deck for point in entry]))


class Mixer(msgspec.Struct, frozen=True):
    """Who mixes a pile, and where: `head` is the id of the note before, the charter's for the first mix; both 32 bytes.
    `joint` is the key of all seats.
    """

    charter: bytes
    head: bytes
    seat: str
    pile: str
    joint: bytes

    def statement(self, old: Deck, new: bytes) -> bytes:
        """What a proof is about: everything that was known before it, hashed."""
        named = (self.charter, self.head, self.seat.encode("ascii"), self.pile.encode("ascii"))
        return shuffle_proof.statement(*named, self.joint, len(old), write_deck(old), new)


def make_mix(mixer: Mixer, old: Deck, game_secret: bytes) -> tuple[bytes, bytes]:
    """(deck, proof) of a mix: each entry of the deck before in another place, with a further mask. Order and masks
    follow from the game secret and the note before, so that no masks are used for two decks.
    """
    size, joint = len(old), _key_comb(mixer.joint)
    delta = hkdf(game_secret, mixer.head, b"referee/1 mix " + mixer.pile.encode("ascii"))
    order = shuffle(delta, "mix", size)
    masks = [group.hashed("mask", delta, u64be(place)) for place in range(size)]
    new: Deck = tuple(
        (plus(old[token][0], group.times_base(mask)), plus(old[token][1], group.times_comb(mask, joint)))
        for token, mask in zip(order, masks, strict=True)
    )
    told = write_deck(new)
    witness = shuffle_proof.Witness(order, masks, delta)
    return told, shuffle_proof.prove(mixer.statement(old, told), joint, new, witness)


def read_mix(mixer: Mixer, old: Deck, told: bytes, proof: bytes) -> Deck:
    """The deck after a mix whose proof holds. What is cheap is looked at first: lengths, doubles, points, the proof.

    Raises:
        Unreadable: deck or proof have another length.
        NotAuthentic: an entry is in the deck twice or is not a point, or the proof does not hold.
    """
    check_lengths(len(old), told, proof)
    parts = [told[start : start + POINT] for start in range(0, len(told), POINT)]
    if len(set(parts)) != len(parts):
        raise NotAuthentic("deck-entry-twice", seat=mixer.seat)
    points = [group.read_point(part) for part in parts]
    new: Deck = tuple(zip(points[::2], points[1::2], strict=True))
    if not shuffle_proof.holds(mixer.statement(old, told), _key_comb(mixer.joint), old, new, proof):
        raise NotAuthentic("mix-unproven", seat=mixer.seat)
    return new


def check_lengths(size: int, told: bytes, proof: bytes) -> None:
    """Check how long the deck and the proof of a mix of so many tiles are. Raises Unreadable."""
    if len(told) != 2 * POINT * size:
        raise Unreadable("deck-size", needed=2 * POINT * size, found=len(told))
    if len(proof) != shuffle_proof.size_of(size):
        raise Unreadable("proof-size", needed=shuffle_proof.size_of(size), found=len(proof))


@lru_cache(maxsize=2)  # a command may read its record again for each thing that it does, and the deck is all of it
def known_deck(told: bytes) -> Deck:
    """The deck in the bytes of a mix that was found to hold before."""
    points = [decode(told[start : start + POINT]) for start in range(0, len(told), POINT)]
    found = [point for point in points if point is not None]
    return tuple(zip(found[::2], found[1::2], strict=True))


class LockPlace(msgspec.Struct, frozen=True):
    """A position of a pile, and whose lock on it is meant. `head` is the id of the last mix, 32 bytes."""

    head: bytes
    seat: str
    pile: str
    position: int

    def __bytes__(self) -> bytes:
        """The bytes by which a proof names it."""
        return (
            with_length(self.head)
            + with_length(self.seat.encode("ascii"))
            + with_length(self.pile.encode("ascii"))
            + u64be(self.position)
        )


def make_lock(place: LockPlace, secret: int, entry: Point) -> bytes:
    """The lock of a seat on a position, 96 bytes: its share in the mask of the entry (its A), and a proof of that."""
    key, told = deck_key(secret), group.written(entry)
    blind = group.hashed("lock nonce", group.written_scalar(secret), bytes(place), told)
    table = group.table_of(entry)
    share, first, second = group.encoded(
        [group.product_of((secret,), (table,)), group.times_base(blind), group.product_of((blind,), (table,))]
    )
    challenge = group.hashed("lock", bytes(place), key, told, share, first, second)
    return share + group.written_scalar(challenge) + group.written_scalar(blind + challenge * secret)


def read_lock(place: LockPlace, key: bytes, entry: Point, record: bytes) -> Point:
    """The share S in the mask of an entry that a lock brings, by the seat with the deck key `key`.

    Raises:
        NotAuthentic: it is not a point, or it is not proven to be that of this seat, on this position of this deck.
    """
    if len(record) != LOCK:
        raise NotAuthentic("lock-unproven", seat=place.seat, position=place.position)
    share = group.read_point(record[:POINT])
    challenge, answer = group.read_scalar(record[POINT:64]), group.read_scalar(record[64:])
    table = group.table_of(entry)
    first = plus(group.times_base(answer), group.negated(group.times_comb(challenge, _key_comb(key))))
    second = group.product_of((answer, -challenge), (table, group.table_of(share)))
    told = group.encoded([entry, first, second])
    if group.hashed("lock", bytes(place), key, told[0], record[:POINT], *told[1:]) != challenge:
        raise NotAuthentic("lock-unproven", seat=place.seat, position=place.position)
    return share


def known_share(record: bytes) -> Point:
    """The share in the bytes of a lock that was found to hold before, or that is looked at before its proof is.

    Raises:
        NotAuthentic: it is not a point at all.
    """
    share = known_point(record[:POINT])
    if share is None:
        raise NotAuthentic("bad-point")
    return share


def own_share(secret: int, entry: tuple[Point, Point]) -> Point:
    """The share in the mask of an entry of the seat whose deck secret this is."""
    return group.times(secret, entry[0])


def token_of(entry: tuple[Point, Point], shares: Sequence[Point], tiles: Mapping[bytes, int]) -> int | None:
    """The token of an entry once the shares of all seats are known; None if it is not one of `tiles`, which has the
    tokens by the bytes of their points.
    """
    return tiles.get(group.written(plus(entry[1], group.negated(sum_of(shares)))))


def by_point(tiles: Sequence[Point]) -> dict[bytes, int]:
    """The tokens of a pile by the bytes of their points."""
    return {told: token for token, told in enumerate(group.encoded(tiles))}


def sum_of(points: Iterable[Point]) -> Point:
    """All points added up; O for none."""
    total = IDENTITY
    for point in points:
        total = plus(total, point)
    return total


@lru_cache(maxsize=4096)
def known_point(told: bytes) -> Point | None:
    """The point in 32 bytes that were found to hold before, None for none: once for all times a command reads them."""
    return decode(told)


@lru_cache(maxsize=8)
def _key_comb(key: bytes) -> group.Comb:
    """The comb of a deck key, or of all together: a game has few, and asks for them with every lock."""
    return group.comb_of(group.read_point(key))
