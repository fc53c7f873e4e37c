"""One sign a seat, the same in every picture."""

from __future__ import annotations

import pytest

from referee.drawing.text_picture import numbered_names, seat_signs


@pytest.mark.parametrize(
    ("names", "signs", "told"),
    [
        (("Anna", "Bert", "Carl"), ("a", "b", "c"), ("Anna", "Bert", "Carl")),
        (("Anna", "Bert", "Bob", "Dora"), ("a", "2", "3", "d"), ("Anna", "2 Bert", "3 Bob", "Dora")),
        (("Özil", "Bert"), ("1", "b"), ("1 Özil", "Bert")),
        (("7up", "bert", "Bea"), ("1", "2", "3"), ("1 7up", "2 bert", "3 Bea")),
    ],
)
def test_a_seat_has_its_first_letter_or_its_number_where_that_tells_nothing(
    names: tuple[str, ...], signs: tuple[str, ...], told: tuple[str, ...]
) -> None:
    assert seat_signs(names) == signs
    assert numbered_names(names) == told
