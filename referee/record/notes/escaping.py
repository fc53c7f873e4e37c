"""Texts of people inside a note: printable ASCII, every other character as `\\u{hex}`, one spelling for one text."""

from __future__ import annotations

import re

from referee.kernel.errors import Unreadable

_ESCAPE = r"\\u\{([0-9a-f]{1,6})\}"
_BLANKS = r"[ \t\u00a0]+"
_HYPHENS = "-----"
# Line ends and controls: a text is one line, and a terminal must not act on it. Surrogates are no characters.
_BARRED = "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"


def escape_text(text: str) -> str:
    """`text` as a note has it; runs of blanks become one space, blanks at the ends go.

    Raises:
        Unreadable: nothing is left, a control character, or five hyphens in a row.
    """
    tidy = re.sub(_BLANKS, " ", text).strip(" ")
    _check_text(tidy)
    return "".join(char if " " <= char <= "~" and char != "\\" else f"\\u{{{ord(char):x}}}" for char in tidy)


def unescape_text(value: str) -> str:
    """The text of a value.

    Raises:
        Unreadable: an escape in another spelling than `escape_text` writes, or of what may not be in a text.
    """
    if "\\" not in value and value.isascii() and value.isprintable() and " ".join(value.split()) == value:
        _check_text(value)
        return value
    parts = re.split(_ESCAPE, value)  # text, hex, text, hex, .. text
    for index in range(1, len(parts), 2):
        code = int(parts[index], 16)
        if code > 0x10FFFF:
            raise Unreadable("no-such-character", code=parts[index])
        parts[index] = chr(code)
    text = "".join(parts)
    _check_text(text)
    if escape_text(text) != value:
        raise Unreadable("bad-escape")
    return text


def text_lines(text: str, columns: int) -> tuple[str, ...]:
    """`text` as texts that take at most `columns` columns each once escaped, broken at line ends and blanks.

    Raises:
        Unreadable: as `escape_text`, for any of the lines; empty lines are left out.
    """
    lines: list[str] = []
    for line in re.split(r"\r\n|\r|\n", text):
        here = ""
        for word in re.sub(_BLANKS, " ", line).split(" "):
            for piece in _word_pieces(word, columns):
                longer = f"{here} {piece}" if here else piece
                if here and len(escape_text(longer)) > columns:
                    lines.append(here)
                    longer = piece
                here = longer
        if here:
            lines.append(here)
    return tuple(lines)


def single_line_text(text: str, field: str) -> str:
    """A person's own text, in one line of a note. Raises Unreadable."""
    lines = text_lines(text, 71 - len(field))
    if len(lines) != 1:
        raise Unreadable("one-line-too-long", field=field, most=71 - len(field))
    return lines[0]


def _word_pieces(word: str, columns: int) -> list[str]:
    # A word is cut only if it is longer than a line, and never inside an escape.
    pieces, here, width = [], "", 0
    for char in word:
        more = len(escape_text(char))
        if width + more > columns:
            pieces.append(here)
            here, width = "", 0
        here, width = here + char, width + more
    return [*pieces, here] if here else pieces


def _check_text(text: str) -> None:
    if not text:
        raise Unreadable("text-empty")
    if not text.isprintable() and re.search(_BARRED, text):
        raise Unreadable("text-control-characters")
    if _HYPHENS in text:
        raise Unreadable("text-five-hyphens")
