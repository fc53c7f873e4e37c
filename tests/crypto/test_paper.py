"""A key in 26 words: the same key comes back from them, and from nothing that was miswritten."""

from __future__ import annotations

import string
from hashlib import sha256
from itertools import combinations

import pytest

from referee.crypto.joint_randomness import word_list
from referee.crypto.keys import SigningKey
from referee.crypto.paper_key import WORDS, key_of_words, paper_words
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from tests.crypto import second
from tests.long_runs import of
from tests.support.rehearse import test_key

ANNA = test_key("anna")
LETTERS = of(5, 25)
"""So many of the 25 wrong letters at every place of every word."""
SHEET = (
    "bevon fened zunan romis kerot gomol kemid rezek gidir tatas gofus takus botad dibav "
    "nobun gatek tulog nebim vomos zepof loles nolit menuk sivam lizot nesik"
)
"""Written down once: a sheet that lies in a drawer gives the same key for ever."""


def by_hand(seed: bytes) -> list[str]:
    """The same words by the text of the module alone: 256 bits of the key, then 30 of a tagged hash."""
    tag = second.h("paper", seed)
    bits = "".join(f"{byte:08b}" for byte in (*seed, *tag))[: 11 * WORDS]
    return [word_list()[int(bits[at : at + 11], 2)] for at in range(0, len(bits), 11)]


def test_the_words_of_a_key_are_those_that_were_written_down() -> None:
    assert " ".join(paper_words(ANNA)) == SHEET
    assert key_of_words(SHEET.split())._seed == ANNA._seed


@pytest.mark.parametrize("seed", [bytes(32), b"\xff" * 32, bytes(31) + b"\x01", b"\x80" + bytes(31)])
def test_seeds_at_the_edges_come_back(seed: bytes) -> None:
    words = paper_words(SigningKey.from_seed(seed))

    assert list(words) == by_hand(seed) and key_of_words(words)._seed == seed


def test_every_key_comes_back() -> None:
    seeds = [sha256(b"paper %d" % at).digest() for at in range(of(100, 5000))]

    assert [key_of_words(paper_words(SigningKey.from_seed(seed)))._seed for seed in seeds] == seeds


def test_one_wrong_letter_anywhere_is_named_by_the_number_of_its_word() -> None:
    words, found = list(paper_words(ANNA)), 0
    for place, word in enumerate(words):
        for at in range(len(word)):
            for letter in sorted(set(string.ascii_lowercase) - {word[at]})[:: 25 // LETTERS]:
                wrong = word[:at] + letter + word[at + 1 :]
                with pytest.raises(Unreadable) as refused:
                    key_of_words([*words[:place], wrong, *words[place + 1 :]])
                assert refused.value.values["place"] == place + 1
                assert word in str(refused.value.values["like"])
                found += 1
    assert found == WORDS * 5 * LETTERS


def test_two_words_that_have_changed_places_are_no_key() -> None:
    words = paper_words(ANNA)
    for one, other in combinations(range(WORDS), 2):
        swapped = list(words)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        with pytest.raises(NotAuthentic):
            key_of_words(swapped)


def test_another_word_of_the_list_is_no_key() -> None:
    words = paper_words(ANNA)
    for place in (0, 12, WORDS - 1):
        for other in word_list()[:: of(16, 1)]:
            if other != words[place]:
                with pytest.raises(NotAuthentic):
                    key_of_words([*words[:place], other, *words[place + 1 :]])


@pytest.mark.parametrize("change", [lambda words: words[:-1], lambda words: (*words, words[0]), lambda words: ()])
def test_too_few_or_too_many_words_are_counted(change: object) -> None:
    with pytest.raises(RefereeError, match="has 26 words, not"):
        key_of_words(change(paper_words(ANNA)))  # type: ignore[operator]
