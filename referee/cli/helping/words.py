"""The words of the help pages, out of their own catalogue: a command that only runs reads none of them.

Under the name of a command stands what it does in a sentence, `<name>:more` goes on, `<name>:examples` ends its page,
`<name>:<parameter>` tells a parameter; what several commands share stands under the parameter alone, in the context
`option`. Titles are in the context `section`; what stands for a value (`ORDER`, `<path>`) in `metavar`.
"""

from __future__ import annotations

import re
from typing import Any

from referee.cli.parameters import metavar_of
from referee.words.catalogue import HELP, entry

_METAVAR = r"<[a-z ]+>|[A-Z]{2,}"


class PageWords:
    """The words of the page of one command in one language; `name` as it is typed, `referee` for the first page."""

    def __init__(self, name: str, lang: str) -> None:
        self.name = name
        self.lang = lang

    def about(self, name: str = "") -> str:
        """What it does, or another command, in one sentence. Raises LookupError where the catalogue has none."""
        told = self._words("", name or self.name)
        if not told:
            raise LookupError(f'help.toml has no entry "{name or self.name}"')
        return told

    def brief(self, name: str) -> str:
        """What a command is for, in the few words of the page of a month."""
        return self._words("brief", name)

    def button(self) -> str:
        """What is on its button: a few words, else what it does without who does it."""
        about = self.about().rpartition(": ")[2].rstrip(".")
        return self._words("button", self.name) or f"{about[:1].upper()}{about[1:]}"

    def text(self) -> str:
        """What the page begins with: the sentence, and what follows on it."""
        more = self._words("", f"{self.name}:more")
        return f"{self.about()} {more}" if more and not more.startswith("\n") else f"{self.about()}\n{more}".strip()

    def examples(self) -> list[str]:
        """The lines that can be typed as they stand."""
        return self._words("", f"{self.name}:examples").splitlines()

    def title(self, code: str) -> str:
        """The title of a section, and the few words of the frame."""
        return self._words("section", code)

    def parameter(self, param: Any) -> tuple[str, str]:
        """(how it is typed, what it is) of one option or argument."""
        typed = metavar_of(param) if param.param_type_name == "argument" else _options(param)
        told = self._words("", f"{self.name}:{param.name}") or self._words("option", param.name)
        return self.metavars(typed), f"{told}  [{self.title('required')}]" if param.required else told

    def metavars(self, text: str) -> str:
        """A text with everything that stands for a value in the words of the language."""
        return re.sub(_METAVAR, lambda found: self._words("metavar", found.group()) or found.group(), text)

    def _words(self, context: str, code: str) -> str:
        return entry(HELP, context, code, self.lang) or ""


def _options(param: Any) -> str:
    names = ", ".join(sorted((*param.opts, *param.secondary_opts), key=len))
    return names if param.is_flag else f"{names} {metavar_of(param)}"
