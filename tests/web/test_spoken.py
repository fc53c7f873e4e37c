"""What a command has said becomes lists and sentences; what lives of its columns keeps them; nothing is markup."""

from __future__ import annotations

from html import unescape

import pytest

from referee.cli.web.output_html import text_paragraphs

pytestmark = pytest.mark.needs("starlette")

ROWS = "Ur, as Anna: you accept\n  players  Anna, Bert\n  game     Ur: plain,\n           as printed\n\naudit: clean"
TABLE = "   game  step  asked\n>  Ur    12    Bert\n   Civ   3     Carl"


def test_labels_and_sentences() -> None:
    assert text_paragraphs(ROWS) == (
        '<div class="panel told"><p>Ur, as Anna: you accept</p><dl class="facts"><dt>players</dt><dd>Anna, Bert</dd>'
        "<dt>game</dt><dd>Ur: plain,</dd><dd>as printed</dd></dl><p>audit: clean</p></div>"
    )


@pytest.mark.parametrize("text", [TABLE, "  A B C\n1 . . .\n2 . # .", "  a   1   x\n  bb  2   y"])
def test_a_table_or_a_picture_in_letters_keeps_its_columns(text: str) -> None:
    made = text_paragraphs(text)

    assert made.startswith('<div class="panel told"><pre>')
    assert unescape(made.removeprefix('<div class="panel told"><pre>').removesuffix("</pre></div>")) == text


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "\" onload='x'", "\x1b[2J", "\u202ea"])
def test_nothing_that_is_said_is_markup(hostile: str) -> None:
    for text in (hostile, f"  label  {hostile}", f"  {hostile}  x\n    y  z\n w  v"):
        made = text_paragraphs(text)

        assert "<script" not in made and "'x'" not in made and "\x1b" not in made and "\u202e" not in made


def test_nothing_said_is_nothing() -> None:
    assert text_paragraphs("") == text_paragraphs(" \n") == ""
