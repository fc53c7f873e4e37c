"""Texts of people: one spelling for one text, and nothing in it that a terminal would act on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.errors import Unreadable
from referee.record.notes.escaping import escape_text, text_lines, unescape_text

SPELLINGS = {
    "pass": "pass",
    "Grüße aus Ulm!": "Gr\\u{fc}\\u{df}e aus Ulm!",
    "a\\b": "a\\u{5c}b",
    "\\u{41}": "\\u{5c}u{41}",
    "🎲": "\\u{1f3b2}",
    "  two   blanks\t and\u00a0one ": "two blanks and one",
    "~!@#$%^&*()[red]": "~!@#$%^&*()[red]",
    "a\u202eb": "a\\u{202e}b",
}

BARRED = {
    "nothing": "",
    "blanks only": " \t\u00a0 ",
    "line feed": "a\nb",
    "carriage return": "a\rb",
    "escape": "\x1b[31m",
    "NUL": "a\0",
    "bell": "\a",
    "delete": "\x7f",
    "C1 control": "\x9b31m",
    "line separator": "a\u2028b",
    "paragraph separator": "a\u2029b",
    "surrogate": "\ud800",
    "five hyphens": "-----BEGIN",
}


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_text_has_one_spelling(text: str) -> None:
    tidy = " ".join(text.replace("\u00a0", " ").split())

    assert escape_text(text) == SPELLINGS[text]
    assert unescape_text(SPELLINGS[text]) == tidy


@pytest.mark.parametrize("why", BARRED)
def test_what_is_no_line_of_text_is_refused(why: str) -> None:
    """Attack 59, at the door: no text of a note holds a control character."""
    with pytest.raises(Unreadable):
        escape_text(BARRED[why])


@given(st.text(max_size=60))
def test_a_text_that_can_be_escaped_comes_back(text: str) -> None:
    try:
        value = escape_text(text)
    except Unreadable:
        return
    assert escape_text(unescape_text(value)) == value
    assert value.isascii() and value.isprintable()


@given(st.text("ab\\u{}0169f -ü\n", max_size=20))
def test_a_value_that_is_read_is_the_spelling_of_its_text(value: str) -> None:
    try:
        text = unescape_text(value)
    except Unreadable:
        return
    assert escape_text(text) == value


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=300), st.integers(12, 68))
def test_a_long_text_becomes_lines_that_fit_and_loses_no_letter(text: str, columns: int) -> None:
    if "-----" in text:
        return
    lines = text_lines(text, columns)

    assert all(len(escape_text(line)) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_long_text_is_broken_at_line_ends_and_blanks() -> None:
    assert text_lines("one two three\r\n\r\nfour", 7) == ("one two", "three", "four")
    assert text_lines("incomprehensibilities", 8) == ("incompre", "hensibil", "ities")
    assert text_lines("  \n ", 8) == ()


def test_a_letter_is_never_cut_inside_its_escape() -> None:
    assert text_lines("üüü", 12) == ("üü", "ü")
