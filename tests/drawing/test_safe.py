"""Whatever a stranger writes, a terminal obeys nothing in it and an eye misses nothing."""

from __future__ import annotations

import os
import subprocess
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.drawing.safe_text import MARKS_LIMIT, safe_text, shell_word
from tests.needed_tools import posix

HOSTILE = {
    "clears the screen": ("\x1b[2J", "\\u{1b}[2J"),
    "rings": ("a\x07", "a\\u{7}"),
    "goes back over what was said": ("you owe 5\rI owe 5", "you owe 5\\u{d}I owe 5"),
    "begins a line of its own": ("fine\nreferee: signed", "fine\\u{a}referee: signed"),
    "begins a line with a separator": ("a\u2028b\u2029c\x85d", "a\\u{2028}b\\u{2029}c\\u{85}d"),
    "8-bit escape": ("\x9b31m", "\\u{9b}31m"),
    "turns the sentence around": ("\u202eannA\u202c", "\\u{202e}annA\\u{202c}"),
    "isolates": ("\u2066x\u2069", "\\u{2066}x\\u{2069}"),
    "zero width": ("an\u200bna", "an\\u{200b}na"),
    "soft hyphen": ("an\u00adna", "an\\u{ad}na"),
    "byte order mark": ("\ufeffanna", "\\u{feff}anna"),
    "blank that is none": ("\u2800\u3164", "\\u{2800}\\u{3164}"),
    "no-break space looks like a space": ("a\u00a0b", "a\\u{a0}b"),
    "variation selectors carry bytes": ("x\ufe0f\U000e0101", "x\\u{fe0f}\\u{e0101}"),
    "tags": ("\U000e0041", "\\u{e0041}"),
    "mark without a base": ("\u0301a", "\\u{301}a"),
    "unassigned": ("\u0378", "\\u{378}"),
    "half a character": ("\ud800", "\\u{d800}"),
}


@pytest.mark.parametrize(("text", "shown"), HOSTILE.values(), ids=HOSTILE.keys())
def test_what_a_terminal_would_obey_becomes_visible(text: str, shown: str) -> None:
    assert safe_text(text) == shown


@pytest.mark.parametrize(
    "text", ["", "place temple F7", "Perché no? È già così: 3½ €", "Łódź, Ελλάδα, Москва, 東京", "a [b](c) <d> & 'e'"]
)
def test_ordinary_writing_of_any_language_stays_as_it_is(text: str) -> None:
    assert safe_text(text) == text


def test_two_marks_may_stand_on_a_letter_and_no_more() -> None:
    """A flood of marks paints over the lines above it."""
    marks = "\u0301\u0323\u0307\u0302"

    assert safe_text(f"a{marks}b") == "a\u0301\u0323\\u{307}\\u{302}b"


@given(st.text())
def test_nothing_invisible_is_left_and_the_whole_takes_one_line(text: str) -> None:
    shown = safe_text(text)

    assert shown.isprintable()
    assert len(shown.splitlines()) <= 1
    run = 0
    for char in shown:
        run = run + 1 if unicodedata.combining(char) else 0
        assert run <= MARKS_LIMIT


@given(st.text())
def test_safe_text_is_safe_already(text: str) -> None:
    assert safe_text(safe_text(text)) == safe_text(text)


@posix
@pytest.mark.parametrize(
    "path", ["~/games/friday", "~/games/friday tigris", "it's here", "a;b > c", "$HOME", "-x", "~"]
)
def test_a_path_means_the_same_where_a_shell_reads_it(path: str) -> None:
    """The `~/` in front is the person's folder in every shell, and nothing else in a path means anything to it."""
    typed, home = ["sh", "-c", f"printf %s {shell_word(path)}"], {"HOME": "/h", "PATH": os.defpath}
    printed = subprocess.run(typed, env=home, capture_output=True, check=True)
    assert printed.stdout.decode() == path.replace("~/", "/h/")
