"""The words around the board, from the catalogues of the game: context `board`."""

from __future__ import annotations

from referee.kernel.sentence import Sentence


def say(word: str, lang: str, **values: object) -> str:
    """The word or sentence in a language, with `values` in its places."""
    return Sentence(f"tigris/board/{word}", **values).told(lang)
