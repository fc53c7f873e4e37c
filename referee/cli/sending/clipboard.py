"""The clipboard of the system, by the program that each system has for it; the usual package for it is kept no more."""

from __future__ import annotations

import shutil
import subprocess

from referee.kernel.errors import Unsupported
from referee.kernel.sentence import Sentence

_PROGRAMS = (
    ("pbcopy",),
    ("clip.exe",),
    ("wl-copy",),
    ("xclip", "-selection", "clipboard"),
    ("xsel", "--clipboard", "--input"),
    ("termux-clipboard-set",),
)
_PATIENCE = 10


def copy(text: str) -> None:
    """Put a text on the clipboard.

    Raises:
        Unsupported: no program for it is here, or the one that is does not reach a clipboard.
    """
    program = next((words for words in _PROGRAMS if shutil.which(words[0])), None)
    if program is None:
        raise Unsupported("no-clipboard", hint=Sentence("mailto-instead"))
    coded = text.encode("utf-16-le") if program[0] == "clip.exe" else text.encode()
    nowhere = subprocess.DEVNULL
    try:
        subprocess.run(program, input=coded, stdout=nowhere, stderr=nowhere, check=True, timeout=_PATIENCE)
    except (OSError, subprocess.SubprocessError) as error:
        raise Unsupported("no-clipboard", hint=Sentence("mailto-instead")) from error
