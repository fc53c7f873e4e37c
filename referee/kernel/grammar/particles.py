"""Small words that mean nothing in an order, in Italian: articles, prepositions and both in one, for every game.

Apostrophes are blanks by the time a line is read: `l'Eufrate` is `l` and `eufrate`, `nell'Iberia` `nell` and `iberia`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ARTICLES: Final = ("il", "lo", "la", "l", "i", "gli", "gl", "le", "un", "uno", "una")

PLAIN: Final = ("a", "ad", "da", "d", "di", "in", "con", "su", "per", "tra", "fra")
"""Prepositions that stand by themselves."""

_STEMS: Final[Mapping[str, str]] = {"a": "a", "da": "da", "di": "de", "in": "ne", "su": "su", "con": "co"}
"""What is left of a preposition that takes the article in."""

_ENDINGS: Final = ("l", "llo", "lla", "ll", "i", "gli", "gl", "lle")
"""The articles behind such a stem; `con` and `il` are `col`."""


def articulated(preposition: str) -> tuple[str, ...]:
    """A preposition and each article in one word: `nel nello nella nell nei negli negl nelle`; () if it takes none
    in.
    """
    return tuple(_STEMS[preposition] + ending for ending in _ENDINGS) if preposition in _STEMS else ()


def forms(*prepositions: str) -> str:
    """These prepositions with everything that they become before an article, cut by blanks."""
    return " ".join(word for one in prepositions for word in (one, *articulated(one)))


FROM: Final = forms("da")
"""Before a place: where something comes from."""

ITALIAN: Final = " ".join((*ARTICLES, forms(*(one for one in PLAIN if one != "da"))))
"""Every other article and preposition."""
