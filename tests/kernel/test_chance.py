"""The stream everybody recomputes: published numbers, no bias, one label one stream."""

from __future__ import annotations

from collections import Counter

from referee.kernel.dice import Dice, below, shuffle, stream

KEY = bytes(range(32))


def test_a_stream_is_a_function_of_key_and_label() -> None:
    words = stream(KEY, "bag")

    assert [next(words) for _ in range(3)] == [next(w) for w in [stream(KEY, "bag")] for _ in range(3)]
    assert next(stream(KEY, "bag")) != next(stream(KEY, "bag x"))


def test_words_that_would_carry_a_bias_are_thrown_away() -> None:
    """2**64 mod 3 is 1, so the largest word alone is unfair for three."""
    assert below(iter([2**64 - 1, 5]), 3) == 2


def test_a_shuffle_is_a_permutation_and_every_place_is_reached() -> None:
    firsts = Counter(shuffle(KEY, f"s{i}", 4)[0] for i in range(400))

    assert sorted(shuffle(KEY, "bag", 153)) == list(range(153))
    assert set(firsts) == {0, 1, 2, 3}


def test_labels_of_dice_do_not_move_one_another() -> None:
    dice = Dice(KEY)

    assert dice.number("first", 4) == Dice(KEY).number("first", 4)
    assert dice.shuffle("layout", 9) == Dice(KEY).shuffle("layout", 9)
