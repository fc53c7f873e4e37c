"""The text of a file in RTF, which word processors and some mail programs write; enough to find notes in it.

Only what stands for text is read: letters, line ends, and the two ways to write other letters. Nothing is nested deeper
than the list of open groups, and each sign is looked at once.
"""

from __future__ import annotations

import re

_PIECE = re.compile(
    r"\\([a-z]{1,32})(-?[0-9]{1,10})?[ ]?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.IGNORECASE
)
_DEEPEST = 200
_LINES = frozenset(("par", "line", "row", "sect", "page"))
_SIGNS = {"tab": "\t", "emdash": "\u2014", "endash": "\u2013", "lquote": "'", "rquote": "'"}
_NO_TEXT = frozenset(("fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "listtable"))


class _Group:
    """What holds until a brace closes: whether it is text at all, and how many letters stand in for a \\u."""

    def __init__(self, silent: bool = False, skip: int = 1) -> None:
        self.silent, self.skip = silent, skip


def text_of_rtf(source: str) -> str:
    """What a reader of it sees, line by line."""
    groups, out, passed = [_Group()], [], 0
    for found in _PIECE.finditer(source):
        word, number, code, sign, brace, text = found.groups()
        here = groups[-1]
        if brace == "{" and len(groups) > _DEEPEST:
            break
        if brace == "{":
            groups.append(_Group(here.silent, here.skip))
        elif brace == "}":
            groups = groups[:-1] or [_Group()]
        elif sign == "*" or word in _NO_TEXT:
            here.silent = True
        elif word == "uc":
            here.skip = int(number or 1)
        elif not here.silent:
            told, passed = _told(word, number, code, sign, text, passed, here.skip)
            out.append(told)
    return "".join(out)


def _told(
    word: str | None, number: str | None, code: str | None, sign: str | None, text: str | None, passed: int, skip: int
) -> tuple[str, int]:
    """(what a piece says, how many letters behind it only stand in for it)."""
    if word == "u":
        return chr(int(number or 0) % 0x10000), skip
    if word is not None:
        return "\n" if word in _LINES else _SIGNS.get(word, ""), 0
    if code is not None:
        return ("", passed - 1) if passed else (bytes.fromhex(code).decode("cp1252", "replace"), 0)
    if sign is not None:
        return {"~": "\u00a0", "_": "-", "\n": "\n", "\r": "\n", "-": ""}.get(sign, sign), 0
    told = text or ""
    return told[passed:], max(0, passed - len(told))
