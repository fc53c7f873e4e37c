"""One hierarchy of refusals, ordered by the layer that speaks (see the table in `docs/architecture.md`).

A refusal is built from a *template* and named values, so that the same refusal can be said in another
language: the template is the key under which a game's or the table's translations are found.
"""

from __future__ import annotations

from typing import ClassVar


class RefereeError(Exception):
    """A refusal: what was found, where, under which rule, and what would be right.

    `template` is one English sentence, lower case, no full stop, with `{named}` places filled from `values`.
    `at` names the place in the input (`line 4`, `D7`); `hint` is a command or a fact, on its own line.
    """

    layer: ClassVar[str] = "referee"
    exit_code: ClassVar[int] = 1

    def __init__(
        self,
        template: str,
        *,
        rule: str | None = None,
        at: str | None = None,
        hint: str | None = None,
        **values: object,
    ) -> None:
        self.template = template
        self.rule = rule
        self.at = at
        self.hint = hint
        self.values = values
        super().__init__(self.sentence())

    def sentence(self) -> str:
        """The refusal in English, without rule, place and hint."""
        return self.template.format(**self.values) if self.values else self.template

    def __str__(self) -> str:
        """The refusal in English as one line: `[rule] place: sentence`."""
        rule = f"[{self.rule}] " if self.rule else ""
        place = f"{self.at}: " if self.at else ""
        return f"{rule}{place}{self.sentence()}"


class Unreadable(RefereeError):
    """Layer 1: the input is not understood.

    `meant` is what was typed without its slips, if that can be read: a caller may ask whether it is right.
    """

    layer = "not understood"
    exit_code = 3

    def __init__(
        self,
        template: str,
        *,
        rule: str | None = None,
        at: str | None = None,
        hint: str | None = None,
        meant: str | None = None,
        **values: object,
    ) -> None:
        super().__init__(template, rule=rule, at=at, hint=hint, **values)
        self.meant = meant


class NotAuthentic(RefereeError):
    """Layer 2: the input is not by the key it must be by, or was changed."""

    layer = "not authentic"
    exit_code = 4


class OutOfOrder(RefereeError):
    """Layer 3: the input is not for this game, this step or this seat now."""

    layer = "not now"
    exit_code = 5


class IllegalMove(RefereeError):
    """Layer 4: a rule of the game, or what a hand holds, does not allow it. `rule` is always set."""

    layer = "not allowed"
    exit_code = 6


class BrokenState(RefereeError):
    """Layer 5: our fault. A state that no sequence of legal moves can reach."""

    layer = "our fault"
    exit_code = 70


class FileTrouble(RefereeError):
    """The file system did not do what it was asked to (full, read-only, missing, not a regular file)."""

    layer = "file system"
    exit_code = 74


class Unsupported(RefereeError):
    """This machine lacks something that the game needs, such as a cipher; the input may be in order."""

    layer = "this machine"
    exit_code = 69


def illegal(
    rule: str, template: str, *, at: str | None = None, hint: str | None = None, **values: object
) -> IllegalMove:
    """The refusal of a move under `rule`: `raise illegal("TE 6.2", "a leader must ...", at="D7")`."""
    return IllegalMove(template, rule=rule, at=at, hint=hint, **values)
