"""Text written by a stranger, made harmless: what a terminal would obey or an eye would miss becomes visible.

A control character can move the cursor, a bidirectional mark can turn a sentence around, a zero-width character can
make two names look alike, and a hundred combining marks can paint over the lines above. Each is written `\\u{1b}`.
"""

from __future__ import annotations

import shlex
import unicodedata

MARKS_LIMIT = 2
"""So many combining marks may stand on one character; languages that people write here need no more."""

_UNSEEN = frozenset("\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0\ufffc")
"""Characters that show nothing although their category says that they are printable, and those that hide or join."""


def safe_text(text: str) -> str:
    """`text` with whatever is not plainly visible as `\\u{hex}`; the same text again if nothing is wrong with it.

    Kept are letters, digits, signs, ordinary spaces and up to `MARKS_LIMIT` combining marks on each character.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = MARKS_LIMIT  # a mark at the beginning has nothing to stand on
    for char in text:
        marks = marks + 1 if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me") else 0
        visible = char.isprintable() and char not in _UNSEEN and not _is_variation(char) and marks <= MARKS_LIMIT
        shown.append(char if visible else f"\\u{{{ord(char):x}}}")
    return "".join(shown)


def _is_variation(char: str) -> bool:
    # Variation selectors are marks that show nothing: sixteen old ones, and 240 that can smuggle any bytes.
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


__all__ = ["MARKS_LIMIT", "safe_text", "shell_text", "shell_word"]


def shell_word(path: str) -> str:
    """A path as it can be typed into a shell: in quotes if it needs them, except for a `~/` in front, which a shell
    finds only outside of them.
    """
    home = "~/" if path.startswith("~/") else ""
    return home + shlex.quote(path.removeprefix(home))


def shell_text(text: str) -> str:
    """A title as it can be typed into a shell: in the quotes that every shell has, unless a sign in it works there."""
    shown = safe_text(text)
    return shlex.quote(shown) if any(sign in shown for sign in '"$`\\!%') else f'"{shown}"'
