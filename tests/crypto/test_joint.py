"""What all parties make together, and the words they compare."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.crypto import joint_randomness

CONSONANTS, VOWELS = "bpdtgkvfmnlrsz", "aeiou"
WORDS = joint_randomness.word_list()


def test_there_are_2048_words_to_read_out() -> None:
    assert len(WORDS) == 2048
    assert list(WORDS) == sorted(WORDS)


def test_every_word_is_made_by_the_published_recipe() -> None:
    """The recipe stands above the list; it makes what is heard wrong visible."""
    for word in WORDS:
        first, second, third, fourth = (
            CONSONANTS.index(word[0]),
            VOWELS.index(word[1]),
            CONSONANTS.index(word[2]),
            VOWELS.index(word[3]),
        )

        assert (first + second + third + fourth) % 2 == 0
        assert word[4:] == CONSONANTS[(first + 2 * second + 3 * third + 5 * fourth) % 13]


def test_no_two_words_share_four_letters_or_differ_in_one_letter_only() -> None:
    """So that four letters identify a word, and one letter misheard gives no other word."""
    holes = Counter(word[:at] + "." + word[at + 1 :] for word in WORDS for at in range(5))

    assert len({word[:4] for word in WORDS}) == 2048
    assert max(holes.values()) == 1


def test_the_role_and_the_key_stand_in_a_lock() -> None:
    """Attack 17: a neighbour's lock cannot be copied, nor his reveal."""
    locks = {
        joint_randomness.share_commitment(b"n" * 16, "anna", b"k" * 32, b"r" * 32),
        joint_randomness.share_commitment(b"n" * 16, "bert", b"k" * 32, b"r" * 32),
        joint_randomness.share_commitment(b"n" * 16, "anna", b"K" * 32, b"r" * 32),
        joint_randomness.share_commitment(b"N" * 16, "anna", b"k" * 32, b"r" * 32),
        joint_randomness.toss_commitment(b"n" * 16, b"k" * 32, b"r" * 32),
    }

    assert len(locks) == 5


def test_one_changed_share_changes_the_words() -> None:
    """Attack 101: words hang on every r and on the charter, never on a text one side may choose alone."""
    rs = [bytes([seat]) * 32 for seat in range(4)]
    variants = [rs, [*rs[:3], bytes(32)], rs[::-1], rs[:3]]

    assert len({joint_randomness.four_words(b"c" * 32, b"t" * 32, shares) for shares in variants}) == 4
    assert joint_randomness.four_words(b"d" * 32, b"t" * 32, rs) != joint_randomness.four_words(
        b"c" * 32, b"t" * 32, rs
    )


def test_the_words_hang_on_the_share_that_the_host_opens_last() -> None:
    """H-5: t_0 is opened with the deal, when every other share is fixed."""
    rs = [bytes([seat]) * 32 for seat in range(4)]

    assert len({joint_randomness.four_words(b"c" * 32, bytes([toss]) * 32, rs) for toss in range(50)}) == 50


def test_no_share_of_a_relay_that_fits_his_guess_fits_the_hosts_words() -> None:
    """H-5 at 16 bits: a relay in all the seats tries shares until the first word and a half are those he needs."""
    needed = bits_of(joint_randomness.four_words(b"p" * 32, b"x" * 32, [b"a" * 32, b"b" * 32]), 16)
    guess, toss = b"guess of the relay".ljust(32), b"t_0 of the host".ljust(32)
    tried = ([b"m" * 32, number.to_bytes(32, "big")] for number in range(2**20))
    fitting = next(rs for rs in tried if bits_of(joint_randomness.four_words(b"c" * 32, guess, rs), 16) == needed)

    assert bits_of(joint_randomness.four_words(b"c" * 32, toss, fitting), 16) != needed


def bits_of(words: tuple[str, ...], count: int) -> int:
    """The first bits of four words, of the 44 they stand for."""
    number = 0
    for word in words:
        number = number << 11 | NUMBERS[word]
    return number >> 44 - count


NUMBERS = {word: number for number, word in enumerate(joint_randomness.word_list())}


def test_a_pin_binds_game_seat_step_line_salt_and_text() -> None:
    """Attack 128: none of them can be another one's."""
    facts: list[tuple[bytes, str, int, int, bytes, str]] = [
        (b"g" * 32, "anna", 17, 1, b"s" * 16, "pass"),
        (b"G" * 32, "anna", 17, 1, b"s" * 16, "pass"),
        (b"g" * 32, "bert", 17, 1, b"s" * 16, "pass"),
        (b"g" * 32, "anna", 18, 1, b"s" * 16, "pass"),
        (b"g" * 32, "anna", 17, 2, b"s" * 16, "pass"),
        (b"g" * 32, "anna", 17, 1, b"S" * 16, "pass"),
        (b"g" * 32, "anna", 17, 1, b"s" * 16, ""),
    ]

    assert len({joint_randomness.line_commitment(*fact) for fact in facts}) == len(facts)


def test_a_corrected_note_has_other_salts_even_for_lines_that_stay() -> None:
    """A note replaced by `instead` stays closed when its correction is opened."""
    _, salts = joint_randomness.pin_salts(b"s" * 32, "move", 17, ("pass", "", "", ""))
    _, corrected = joint_randomness.pin_salts(b"s" * 32, "move", 17, ("pass", "commit 2", "", ""))

    assert not set(salts) & set(corrected)


def test_a_move_and_a_standing_note_of_one_step_share_no_salt() -> None:
    """Finding L-1."""
    move, standing = (
        joint_randomness.pin_salts(b"s" * 32, note, 17, ("", "", "", "")) for note in ("move", "standing")
    )

    assert move[0] != standing[0]
    assert not set(move[1]) & set(standing[1])


@pytest.mark.parametrize("text", ["é", "\u2014"])
def test_sealed_texts_are_ascii(text: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        joint_randomness.pin_salts(b"s" * 32, "move", 17, (text,))
