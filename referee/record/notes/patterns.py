"""Regular expressions whose repetitions never go back, on every Python.

Before 3.11.5 a possessive repetition that holds another repetition may end in the middle of what it repeats: of
`(?: a+)*+` it keeps a blank without its `a` (python/cpython #106052). There, the same expression is compiled with
repetitions that may go back.
"""

from __future__ import annotations

import re
import sys
from typing import AnyStr

_IS_SOUND = sys.version_info >= (3, 11, 5)
# An escaped sign or a class of signs stays as it is; of a repetition with a plus after it the plus goes.
_POSSESSIVE = r"(?s)(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|([*+?]|\{\d*,?\d*\})\+"


def compile_possessive(pattern: AnyStr, flags: int = 0, *, sound: bool = _IS_SOUND) -> re.Pattern[AnyStr]:
    """`pattern`, in which a `+` after a repetition says that it never goes back; `sound`: this Python can do that."""
    if sound:
        return re.compile(pattern, flags)
    if isinstance(pattern, bytes):
        return re.compile(_going_back(pattern.decode("latin-1")).encode("latin-1"), flags)
    return re.compile(_going_back(pattern), flags)


def _going_back(pattern: str) -> str:
    return re.sub(_POSSESSIVE, r"\1\2", pattern)
