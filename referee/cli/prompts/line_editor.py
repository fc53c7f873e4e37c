"""A line that can be edited while it is typed: arrows, the earlier lines of this dialogue, and words for Tab.

The line editor is the system's; where there is none, lines are read as they come. Earlier lines are kept in memory
alone and never written to disk, for orders may be secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from types import ModuleType

Words = Callable[[str], Sequence[str]]
"""The words that can follow a line as far as it is typed, or that its last word can become."""

_APART = re.compile(r"[\s,;]")


@cache
def line_editor() -> ModuleType | None:
    """The line editor, set up so that a line looks as it always did; None where the system has none."""
    try:
        import readline  # a terminal's own library: nothing but a dialogue needs it
    except ImportError:
        return None
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        for setting in ("tab: complete", "set enable-bracketed-paste off", "set enable-meta-key off"):
            readline.parse_and_bind(setting)
    readline.set_completer_delims(" \t\n,;")
    readline.set_auto_history(False)
    return readline


def read_edited_line(prompt: str, words: Words | None, offered: str = "") -> str | None:
    """A line from the terminal after `prompt`; None where there is no line editor. Where `words` can follow, it is an
    order: it joins the earlier lines. What is `offered` is there already, to be changed or taken.

    Raises:
        EOFError: the person has ended the input.
    """
    lines = line_editor()
    if lines is None:
        return None
    lines.set_completer(_completer(lines, words) if words is not None else lambda text, state: None)
    lines.set_startup_hook(partial(lines.insert_text, offered) if offered else None)
    line = input(prompt)
    if words is not None and line.strip():
        lines.add_history(line)
    return line


def _completer(lines: ModuleType, words: Words) -> Callable[[str, int], str | None]:
    def completer(text: str, state: int) -> str | None:
        found = tab_candidates(lines.get_line_buffer()[: lines.get_endidx()], words)
        return found[state] if state < len(found) else None

    return completer


def tab_candidates(typed: str, words: Words) -> list[str]:
    """What the last word of a line can become. A word that continues a compound keeps the part before it: `red-gr`
    becomes `red-green`.
    """
    begun = _APART.split(typed)[-1]
    head = begun[: len(begun) - len(re.split(r"[\W_]", begun)[-1])]
    found = words(typed)
    return [word if word.casefold().startswith(begun.casefold()) else f"{head}{word}" for word in found]
