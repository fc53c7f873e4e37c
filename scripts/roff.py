"""A help page as a page for `man`: what a command writes about itself, in roff instead of columns.

Stands where the command line expects its formatter of help pages, so whatever a command puts on its page is in the
man page too. man(7) macros alone, which every `man` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_BLANKS = re.compile(r"\s+")


def escaped(text: str) -> str:
    """Text that roff prints as it stands: `-` is a hyphen that can be pasted, and no line is a request."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha")
    safe = safe.replace("`", "\\(ga").replace("~", "\\(ti").replace('"', "\\(dq")
    known = "".join(char if char < "\x7f" else f"\\[u{ord(char):04X}]" for char in safe)
    return "\n".join(f"\\&{line}" if line.startswith(".") else line for line in known.split("\n"))


class RoffPage:
    """The formatter: sections, paragraphs, lists of terms, and lines that stay as they are."""

    current_indent = 0
    width = 80

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._verbatim = False
        self._is_behind_usage = False

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line that tells how a command is called."""
        self._ask(".SH SYNOPSIS")
        self._ask(f".B {escaped(prog)}")
        self._ask(escaped(args))
        self._is_behind_usage = True

    def write_heading(self, heading: str) -> None:
        """A heading."""
        self._is_behind_usage = False
        self._ask(f".SH {escaped(heading.upper())}")

    def write_paragraph(self) -> None:
        """An end of a paragraph; what follows asks for its own."""

    def write_text(self, text: str) -> None:
        """Paragraphs, wrapped by whoever shows them; the first ones behind the usage describe the command."""
        if self._is_behind_usage:
            self.write_heading("description")
        for paragraph in text.split("\n\n"):
            self._ask(".PP")
            self._ask(escaped(_BLANKS.sub(" ", paragraph).strip()))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Terms, each with what it means."""
        for term, meaning in rows:
            self._ask(".TP")
            self._ask(f".B {escaped(term.strip())}")
            self._ask(escaped(_BLANKS.sub(" ", meaning).strip()))

    def write(self, string: str) -> None:
        """Lines as they are typed or printed, never wrapped."""
        if not self._verbatim:
            self._lines += [".PP", ".nf"]
            self._verbatim = True
        self._lines += [escaped(line) for line in string.removesuffix("\n").split("\n")]

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """A part of the page under a heading."""
        self.write_heading(name)
        yield

    @contextmanager
    def indentation(self) -> Iterator[None]:
        """Nothing: the macros indent."""
        yield

    def text(self) -> str:
        """What was written, as the source of a page."""
        self._end_verbatim()
        return "".join(f"{line}\n" for line in self._lines)

    def _ask(self, line: str) -> None:
        self._end_verbatim()
        if line:
            self._lines.append(line)

    def _end_verbatim(self) -> None:
        if self._verbatim:
            self._lines.append(".fi")
            self._verbatim = False
