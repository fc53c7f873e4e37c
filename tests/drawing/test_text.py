"""Pictures out of text: every line as wide as it says, nothing lost, no blanks at its end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.drawing.text_picture import (
    SEATS,
    STYLES,
    columns,
    join_lines,
    pad_line,
    plain_text_of,
    seat_style,
    side_by_side,
    strip_line,
    text_line,
    width_of,
    wrap_lines,
)

WORDS = st.lists(st.text("abcdefg", min_size=1, max_size=12), max_size=30).map(" ".join)


def test_a_picture_is_printed_without_styles_and_without_blanks_at_line_ends() -> None:
    picture = (text_line("Turn 3", "title"), (), (("a", "red"), ("  ", "dim")), text_line("   "))

    assert plain_text_of(picture) == "Turn 3\n\na\n\n"


def test_columns_are_as_wide_as_their_widest_cell_and_numbers_end_flush() -> None:
    rows = [[("name", ""), ("n", "")], [("a", "seat1"), ("100", "")], [("abcdef", ""), ("7", "")]]

    assert plain_text_of(columns(rows, right=(1,))) == "name      n\na       100\nabcdef    7\n"


def test_a_row_may_be_shorter_than_the_others() -> None:
    assert plain_text_of(columns([[("a", ""), ("b", "")], [("c", "")]])) == "a  b\nc\n"


def test_two_pictures_stand_side_by_side_with_their_heads_at_one_height() -> None:
    left, right = (text_line("ab"), text_line("a")), (text_line("1"), text_line("2"), text_line("3"))

    assert plain_text_of(side_by_side(left, right, gap=2)) == "ab  1\na   2\n    3\n"


def test_a_line_keeps_its_styles_when_it_is_joined_padded_and_stripped() -> None:
    drawn = join_lines([text_line("a", "red"), text_line("b ", "blue")], "-")

    assert drawn == (("a", "red"), ("-", ""), ("b ", "blue"))
    assert pad_line(drawn, 6) == (*drawn, ("  ", ""))
    assert strip_line(pad_line(drawn, 6)) == (("a", "red"), ("-", ""), ("b", "blue"))
    assert width_of(drawn) == 4


@given(WORDS, st.integers(20, 80))
def test_wrapping_keeps_every_word_in_order_and_every_line_in_its_width(text: str, width: int) -> None:
    lines = wrap_lines(text, width, "* ", "  ")

    assert " ".join(" ".join(part[2:] for part in lines).split()) == text
    assert all(len(part) <= width for part in lines)
    assert lines[0].startswith("*") and all(part.startswith("  ") for part in lines[1:])


def test_a_word_longer_than_a_line_stays_whole() -> None:
    assert wrap_lines("abc defghijk l", 5) == ("abc", "defghijk", "l")


def test_every_seat_has_a_style_and_every_style_one_name() -> None:
    assert [seat_style(seat) for seat in range(6)] == list(SEATS)
    assert len(set(STYLES)) == len(STYLES)
