"""The words of the drawn table, from the catalogues of the game: contexts `board`, `word` and `dynasty`."""

from __future__ import annotations

from referee.games.cards.data import KINDS, SHIPS
from referee.kernel.sentence import Sentence


def say(word: str, lang: str, **values: object) -> str:
    """A sentence or head of the picture in a language, with `values` in its places."""
    return Sentence(f"cards/board/{word}", **values).told(lang)


def word(name: str, lang: str) -> str:
    """A kind, ship or leader in a language."""
    return Sentence(f"cards/word/{name}").told(lang)


def cards_of(kind: str, count: int, lang: str) -> str:
    """The adjective for so many cards of a kind: `nera`, `nere`."""
    return Sentence(f"cards/word-card/{kind}", count=count).told(lang)


def dynasty(name: str, lang: str) -> str:
    """A dynasty in a language."""
    return Sentence(f"cards/dynasty/{name}").told(lang)


def kinds(lang: str) -> dict[str, str]:
    """Every kind in a language."""
    return {kind: word(kind, lang) for kind in KINDS}


def ships(lang: str) -> dict[str, str]:
    """Every ship in a language."""
    return {ship: word(ship, lang) for ship in SHIPS}
