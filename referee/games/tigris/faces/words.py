"""The words around the board, from the catalogues of the game: context `board`."""

from __future__ import annotations

from functools import cache

from referee.kernel.sentence import Sentence


def say(word: str, lang: str, **values: object) -> str:
    """The word or sentence in a language, with `values` in its places."""
    return Sentence(f"tigris/board/{word}", **values).told(lang)


@cache
def sign(what: str, lang: str) -> str:
    """The letter of a kind, a role or a colour. A board holds a hundred of them, a dozen different ones."""
    return say(f"sign {what}", lang)
