"""What is done to the letters of a text before a note is looked for in it. A note is made of printable ASCII alone, so
whatever else is in one was put there on its way: dashes for hyphens, letters that are not seen. Whether it was put
right, the signature says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_ODD = "[^\t\n\r -~]"
_EM, _EN, _MINUS = "\u2014\u2015", "\u2013", "\u2212"
_JOINERS = "\u034f\ufe0e\ufe0f"
_SINGLE, _DOUBLE = "\u2018\u2019\u201a\u201b\u2032\u2039\u203a", "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
_DASHES = (("--", "-"), ("---", "--"), ("--", "--"), ("-", "-"), ("---", "-"))
"""How many hyphens an em dash and an en dash may have been, the likeliest first."""


def sayable(text: str) -> str:
    """A text without what UTF-8 cannot say, and without NUL."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode("utf-8")


def in_ascii(text: str) -> str:
    """A text with each letter beyond ASCII as what it was made of, as far as that can be guessed."""
    return next(readings(text))


def readings(text: str) -> Iterator[str]:
    """The text in ASCII, as it may have been: the likeliest first, then with dashes of another length."""
    odd = set(re.findall(_ODD, text))
    if not odd:
        yield text
        return
    plain = {ord(sign): _plain(sign) for sign in odd}
    dashes = [sign for sign in odd if sign in _EM or sign in _EN]
    for em, en in _DASHES if dashes else _DASHES[:1]:
        yield text.translate(plain | {ord(sign): em if sign in _EM else en for sign in dashes})


@cache
def _plain(sign: str) -> str:
    if sign in _LINE_ENDS:
        return "\n"
    if sign in _SINGLE or sign in _DOUBLE:
        return "'" if sign in _SINGLE else '"'
    if "\x80" <= sign <= "\x9f":  # Windows' own letters in what calls itself Latin-1
        meant = sign.encode("latin-1").decode("cp1252", "ignore")
        return _plain(meant) if meant > "\x9f" else ""
    kind = unicodedata.category(sign)
    if kind in ("Cf", "Cc") or sign in _JOINERS:
        return ""
    if kind == "Zs":
        return " "
    if kind == "Pd" or sign == _MINUS:
        return "--" if sign in _EM else "-"
    same = unicodedata.normalize("NFKC", sign)
    return same if same.isascii() and same.isprintable() else sign
