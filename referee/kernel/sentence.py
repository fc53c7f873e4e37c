"""What is said is a code with values; the words for it are in catalogues, one a language, above this layer."""

from __future__ import annotations

TYPE_CHECKING = False  # the package imports this module, and importing `typing` takes longer than all of it
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Teller = Callable[["Sentence", str], str]
    Typed = Callable[[str, str, str], Mapping[str, str]]


class Sentence:
    """One thing to say: a stable `code` (`step-missing`, of a game `tigris/leader-needs-temple`) and named values.

    A value may be a sentence itself; it is then said in the same language. Never changed once made.
    """

    __slots__ = ("code", "values")

    code: str
    values: Mapping[str, Any]

    def __init__(self, code: str, /, **values: object) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a sentence is not changed: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and (self.code, self.values) == (other.code, other.values)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.values))))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.code, dict(self.values))

    def __repr__(self) -> str:
        return "".join((self.code, *(f" {name}={value!r}" for name, value in self.values.items())))

    def __str__(self) -> str:
        """In English; code and values as long as nobody tells sentences."""
        return self.told("en")

    def told(self, lang: str) -> str:
        """In the language `lang` (`en`, `it`, ..)."""
        return _teller(self, lang)


def _again(code: str, values: Mapping[str, Any]) -> Sentence:
    return Sentence(code, **values)


def _bare(sentence: Sentence, lang: str) -> str:
    return repr(sentence)


def _none(game: str, context: str, code: str) -> Mapping[str, str]:
    return {}


_teller: Teller = _bare
_typed: Typed = _none


def set_teller(teller: Teller, typed: Typed = _none) -> None:
    """Let `teller` find the words for every sentence from now on, and `typed` what people may type: the package does so
    once, with its catalogues.
    """
    global _teller, _typed
    _teller, _typed = teller, typed


def typed_words(game: str, context: str, code: str) -> Mapping[str, str]:
    """What people may type for a code of a game, in each language that has words for it."""
    return _typed(game, context, code)


def in_language(said: Sentence | str, lang: str) -> str:
    """A sentence in a language, and likewise `Spelled` orders; any other text (a cell, a name) stays as it is."""
    return said.told(lang) if hasattr(said, "told") else said
