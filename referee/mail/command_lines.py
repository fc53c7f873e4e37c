"""Commands of the user's own, which are started without a shell: cut into words as his system cuts a line."""

from __future__ import annotations

import os
import re
import shlex

_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


def words_of(command: str, system: str = os.name) -> list[str]:
    r"""The words of a command. On Windows (`nt`) a backslash is part of a path, and `"` alone keeps blanks together.

    Raises:
        ValueError: a quotation mark is left open.
    """
    if system != "nt":
        return shlex.split(command)
    if command.count('"') % 2:
        raise ValueError(command)
    return [word.replace('"', "") for word in _WORD.findall(command)]
