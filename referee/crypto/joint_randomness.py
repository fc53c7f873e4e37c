"""What all participants make together: commitments, joint seeds, the order of the piles, and the safety words.

Ids, keys, nonces, r and t are raw bytes; roles, seats and piles ASCII text; numbers u64be. Positions count from 0,
sealed lines from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.kernel.canonical_json import hash_frame, tagged_hash, u64be, with_length
from referee.kernel.dice import shuffle
from referee.kernel.hashing import hmac_sha256, secret_for, sha256

SALT = 16
_WORD_BITS = 11
WORDS_SHOWN = 4
KEY_WORDS = 6


def seed_share_of(game_secret: bytes) -> bytes:
    """A party's share of the hidden seed (r), 32 bytes."""
    return secret_for(game_secret, "seed")


def toss_share_of(game_secret: bytes) -> bytes:
    """The referee's share of the public seed (t_0), 32 bytes."""
    return secret_for(game_secret, "toss")


def share_commitment(offer_nonce: bytes, role: str, key: bytes, r: bytes) -> bytes:
    """The commitment to r in an offer or join. Role and key are inside, so that no lock can be copied."""
    return tagged_hash("lock", offer_nonce, role.encode("ascii"), key, r)


def toss_commitment(offer_nonce: bytes, key: bytes, t: bytes) -> bytes:
    """The referee's commitment to t_0 in the offer."""
    return tagged_hash("toss", offer_nonce, key, t)


def hidden_seed(charter: bytes, r0: bytes, rs: Sequence[bytes]) -> bytes:
    """The seed of everything hidden. `r0` is the referee's share, `rs` the players' in the charter's seat order."""
    return tagged_hash("seed", charter, r0, *rs)


def public_seed(charter: bytes, t0: bytes, rs: Sequence[bytes]) -> bytes:
    """The seed of everything that is drawn in the open at the set-up."""
    return tagged_hash("public", charter, t0, *rs)


def pile_order(seed: bytes, pile: str, size: int) -> tuple[int, ...]:
    """The tokens of a pile in drawing order, from the hidden seed."""
    return shuffle(seed, f"bag {pile}", size)


def pile_salt(seed: bytes, pile: str, position: int) -> bytes:
    """The 16 bytes that hide the token on `position` in its line of the bag."""
    return hmac_sha256(seed, f"salt {pile} ".encode("ascii") + u64be(position))[:SALT]


def bag_line(charter: bytes, pile: str, position: int, token: int, salt: bytes) -> bytes:
    """The commitment to the token on one position of a pile."""
    return tagged_hash("bag", charter, pile.encode("ascii"), u64be(position), u64be(token), salt)


def line_commitment(game: bytes, seat: str, step: int, line: int, salt: bytes, text: str) -> bytes:
    """The commitment to the sealed line whose pin has the number `line` (from 1) in its note."""
    return tagged_hash(*_pin_parts(game, seat, step), u64be(line), salt, text.encode("ascii"))


def _pin_parts(game: bytes, seat: str, step: int) -> tuple[str, bytes, bytes, bytes]:
    """Tag and first parts of the pins of a note."""
    return "pin", game, seat.encode("ascii"), u64be(step)


def pin_salts(game_secret: bytes, note_type: str, step: int, texts: Sequence[str]) -> tuple[bytes, tuple[bytes, ...]]:
    """(q, salts): what the seal of a `move` or `standing` note carries, and the salt of each line.

    The type goes into q, so that two notes of one step share no salt, and so do all texts, so that a note replaced by a
    correction stays closed when the correction is opened.
    """
    plain = "".join(f"{text}\n" for text in texts).encode("ascii")
    q = hmac_sha256(game_secret, f"pin {note_type} ".encode("ascii") + u64be(step) + plain)[:SALT]
    return q, line_salts(q, len(texts))


def line_salts(q: bytes, count: int) -> tuple[bytes, ...]:
    """The salts of pins 1 .. count, from the q that a seal carries."""
    begun = hash_frame("pinsalt", q)
    return tuple([sha256(begun + with_length(u64be(line)))[:SALT] for line in range(1, count + 1)])


def pin_places(q: bytes, count: int) -> tuple[int, ...]:
    """Where the pins of a plan stand: the place (from 0) of the line that is used first, second and so on.

    A secret order, so that the number of a line that is opened says nothing about the lines passed over before it.
    """
    return shuffle(q, "pins", count)


def plan_commitments(game: bytes, seat: str, step: int, q: bytes, texts: Sequence[str]) -> tuple[bytes, ...]:
    """The pins of a move note, by place. `texts` are its sealed lines in their order of use."""
    places, salts = pin_places(q, len(texts)), line_salts(q, len(texts))
    used = [salts[place] for place in places]
    return tuple(one for _, one in sorted(zip(places, pins_by_use(game, seat, step, places, used, texts), strict=True)))


def pins_by_use(
    game: bytes, seat: str, step: int, places: Sequence[int], salts: Sequence[bytes], texts: Sequence[str]
) -> list[bytes]:
    """The pins of the lines of a move note, in their order of use, as are the places and salts of the lines."""
    begun = hash_frame(*_pin_parts(game, seat, step))  # the same for all lines of a note
    lines = zip(places, salts, texts, strict=True)
    return [
        sha256(begun + with_length(u64be(at + 1)) + with_length(salt) + with_length(text.encode("ascii")))
        for at, salt, text in lines
    ]


def four_words(charter: bytes, t0: bytes, rs: Sequence[bytes]) -> tuple[str, ...]:
    """The words that people compare before the first move: the first 44 bits of H("words", charter, t_0, r_1 .. r_n).

    t_0 is the referee's, committed to in the offer and revealed in the deal. Without it a relay who plays the host to
    everybody tries shares of his own until the words are those he needs.
    """
    return words_from_digest(tagged_hash("words", charter, t0, *rs))


def key_words(rekey: bytes) -> tuple[str, ...]:
    """The words in which the holder of a new key says it: the first 66 bits of H("rekeywords", id of its rekey note).

    Six, not four: who asks for a key knows all that goes in, and may try notes until the words are those he needs.
    """
    return words_from_digest(tagged_hash("rekeywords", rekey), KEY_WORDS)


def words_from_digest(digest: bytes, count: int = WORDS_SHOWN) -> tuple[str, ...]:
    """The first bits of a digest as words of 11 bits, which people can compare aloud."""
    words = word_list()
    number = int.from_bytes(digest, "big") >> 8 * len(digest) - _WORD_BITS * count
    shifts = [_WORD_BITS * place for place in reversed(range(count))]
    return tuple(words[number >> shift & (2**_WORD_BITS - 1)] for shift in shifts)


@lru_cache(maxsize=1)
def word_list() -> tuple[str, ...]:
    """The 2,048 words that the four are taken from, by number."""
    from pkgutil import get_data

    lines = (get_data("referee.crypto", "words.txt") or b"").decode("ascii").split("\n")
    return tuple(line for line in lines if line and not line.startswith("#"))
