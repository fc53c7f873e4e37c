"""What every caller of a service must know how to meet: a refusal as data, and four that ask for a way on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from referee.crypto.openssh import PassphraseNeeded
from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import FileTrouble, OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence

if TYPE_CHECKING:
    from referee.service.ask import Ask


class Stale(OutOfOrder):
    """What was answered is not how the table stands any more; `stamp` is that of now."""

    def __init__(self, stamp: str) -> None:
        super().__init__("table-went-on", hint=Sentence("look-then-repeat"))
        self.stamp = stamp


class Changed(OutOfOrder):
    """A yes to something else than what would be done now, which is `ask`."""

    def __init__(self, ask: Ask) -> None:
        super().__init__("ask-reads-otherwise")
        self.ask = ask


class Locked(PassphraseNeeded):
    """The key is protected: the same call with its passphrase goes on."""

    def __init__(self) -> None:
        super().__init__("key-locked")


class NotHere(FileTrouble):
    """There is no such table: none of this id, or no game in this folder."""


class MistypedWord(msgspec.Struct, frozen=True):
    """A word that is not on the list."""

    number: int
    """Which word it was, from 1."""
    word: str
    """The word as it was typed."""
    nearest: str
    """The word of the list that is nearest."""


class Refused(msgspec.Struct, frozen=True):
    """A refusal: what was refused, why, and what helps."""

    layer: str
    """The layer that refuses, as `not understood`, `not now` or `not allowed`."""
    exit: int
    """The exit code of the program."""
    code: str
    """The code of the refusal, the same in every language."""
    sentence: str
    """The refusal in a sentence."""
    rule: str | None = None
    """The id of the rule it rests on; null if it rests on none."""
    at: str | None = None
    """Where in the input it is; null if that cannot be said."""
    hint: str | None = None
    """What helps: a sentence, an order or a command; null if nothing does."""
    hint_code: str | None = None
    """The code of the hint, the same in every language; null for an order or a command."""
    beside: tuple[Refused, ...] | msgspec.UnsetType = msgspec.UNSET
    """What else was wrong with the same input; absent if nothing was."""
    misheard: MistypedWord | msgspec.UnsetType = msgspec.UNSET
    """Which word was misheard; absent unless spoken words were compared."""


_SLIPS = ("misheard-word", "misheard-own-word")
"""The codes of refusals of a mistyped safety word."""


def refusal_of(error: RefereeError, lang: str) -> Refused:
    """A refusal as data, in a language."""
    words = refusal_text(error, lang)
    return Refused(
        layer=error.layer,
        exit=error.exit_code,
        code=words.code,
        sentence=words.sentence,
        rule=words.rule,
        at=words.at,
        hint=words.hint,
        hint_code=words.hint_code,
        beside=tuple(refusal_of(other, lang) for other in error.beside) or msgspec.UNSET,
        misheard=MistypedWord(**error.values) if error.code in _SLIPS else msgspec.UNSET,
    )
