"""A private key as words for paper, and back; nothing is guessed.

The seed of an Ed25519 key, 256 bits, and the first 30 bits of H("paper", seed) fill 26 words of 11 bits. Words in
another order, or another word of the list, do not fit the 30 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import ne

from referee.crypto.joint_randomness import word_list
from referee.crypto.keys import SigningKey
from referee.kernel.canonical_json import tagged_hash
from referee.kernel.errors import NotAuthentic, Unreadable

WORDS = 26
"""The words of a key."""

_SEED, _CHECK, _WORD = 256, 30, 11


def paper_words(key: SigningKey) -> tuple[str, ...]:
    """The 26 words of a key: anyone who has them has the key."""
    number = int.from_bytes(key._seed, "big") << _CHECK | _check_bits(key._seed)
    words = word_list()
    return tuple(words[number >> _WORD * place & 2**_WORD - 1] for place in reversed(range(WORDS)))


def key_of_words(words: Sequence[str]) -> SigningKey:
    """The key of its 26 words.

    Raises:
        Unreadable: a word that is none of the list, with its place from 1; or another number of words.
        NotAuthentic: all are words of the list, and together they are no key's.
    """
    known = {word: number for number, word in enumerate(word_list())}
    wrong = next((place for place, word in enumerate(words, 1) if word not in known), None)
    if wrong is not None:
        raise Unreadable("paper-no-word", place=wrong, like=", ".join(_near_words(words[wrong - 1])) or "-")
    if len(words) != WORDS:
        raise Unreadable("paper-words-count", needed=WORDS, found=len(words))
    number = 0
    for word in words:
        number = number << _WORD | known[word]
    seed = (number >> _CHECK).to_bytes(_SEED // 8, "big")
    if number & 2**_CHECK - 1 != _check_bits(seed):
        raise NotAuthentic("paper-check-differs")
    return SigningKey.from_seed(seed)


def _check_bits(seed: bytes) -> int:
    return int.from_bytes(tagged_hash("paper", seed), "big") >> 256 - _CHECK


def _near_words(typed: str) -> list[str]:
    """The words of the list with one other letter."""
    return [word for word in word_list() if len(word) == len(typed) and sum(map(ne, word, typed)) == 1]
