"""One hierarchy of refusals, ordered by the layer that speaks (see the table in `docs/architecture.md`).

A refusal carries a sentence: a code with values. The words are in catalogues, so that every language says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from referee.kernel.sentence import Sentence


class RefereeError(Exception):
    """A refusal: what was found, where, under which rule, and what would be right.

    `said` is the sentence, in English one, lower case, no full stop. `at` names the place in the input: a sentence
    (line 4) or a bare cell or file (`D7`). `hint` is a sentence, or an order or command to type as it is.
    `beside` are refusals of other things in the same input, which are told with it.
    """

    layer: ClassVar[str] = "referee"
    exit_code: ClassVar[int] = 1

    def __init__(
        self,
        code: str,
        /,
        *,
        rule: str | None = None,
        at: Sentence | str | None = None,
        hint: Sentence | str | None = None,
        **values: object,
    ) -> None:
        self.said = Sentence(code, **values)
        self.rule = rule
        self.at = at
        self.hint = hint
        self.beside: tuple[RefereeError, ...] = ()
        super().__init__(code)

    @property
    def code(self) -> str:
        """What is refused, the same in every language: `step-missing`."""
        return self.said.code

    @property
    def values(self) -> Mapping[str, Any]:
        """What is in the places of the sentence."""
        return self.said.values

    def sentence(self) -> str:
        """The refusal in English, without rule, place and hint."""
        return str(self.said)

    def __str__(self) -> str:
        """The refusal in English as one line: `[rule] place: sentence`."""
        rule = f"[{self.rule}] " if self.rule else ""
        place = f"{self.at}: " if self.at else ""
        return f"{rule}{place}{self.sentence()}"


class UsageError(RefereeError):
    """The command line makes no sense: no such command or option, or something is missing."""

    layer = "usage"
    exit_code = 2


class Unreadable(RefereeError):
    """Layer 1: the input is not understood.

    `meant` is what was typed without its slips, if that can be read: a caller may ask whether it is right.
    """

    layer = "not understood"
    exit_code = 3

    def __init__(
        self,
        code: str,
        /,
        *,
        rule: str | None = None,
        at: Sentence | str | None = None,
        hint: Sentence | str | None = None,
        meant: str | None = None,
        **values: object,
    ) -> None:
        super().__init__(code, rule=rule, at=at, hint=hint, **values)
        self.meant = meant


class NotAuthentic(RefereeError):
    """Layer 2: the input is not by the key it must be by, or was changed."""

    layer = "not authentic"
    exit_code = 4


class WrongRuling(NotAuthentic):
    """Layer 2 as well: everything is signed by the key it must be by, and what it says does not follow."""

    layer = "wrong ruling"


class OutOfOrder(RefereeError):
    """Layer 3: the input is not for this game, this step or this seat now."""

    layer = "not now"
    exit_code = 5


class IllegalMove(RefereeError):
    """Layer 4: a rule of the game, or what a hand holds, does not allow it. `rule` is always set.

    `rest` is what was typed from the refused order on where an open question comes first: a caller may come back to it.
    """

    layer = "not allowed"
    exit_code = 6
    rest = ""


class BrokenState(RefereeError):
    """Layer 5: an error in referee. A state that no sequence of legal moves can reach."""

    layer = "our fault"
    exit_code = 70


class FileTrouble(RefereeError):
    """The file system did not do what it was asked to (full, read-only, missing, not a regular file)."""

    layer = "file system"
    exit_code = 74


class Unsupported(RefereeError):
    """This computer lacks something that the game needs, such as a cipher; the input may be in order."""

    layer = "this machine"
    exit_code = 69


def refusal_in(check: Callable[..., object], *values: object) -> RefereeError | None:
    """What a check refuses of these values, or None."""
    try:
        check(*values)
    except RefereeError as error:
        return error
    return None


def refuse(reason: IllegalMove | None) -> None:
    """Raise the reason why an order is not allowed, if there is one."""
    if reason is not None:
        raise reason


def illegal(
    rule: str, code: str, /, *, at: Sentence | str | None = None, hint: Sentence | str | None = None, **values: object
) -> IllegalMove:
    """The refusal of a move under `rule`: `raise illegal("TE 6.2", "tigris/catastrophe-hits-treasure", at="D7")`."""
    return IllegalMove(code, rule=rule, at=at, hint=hint, **values)
