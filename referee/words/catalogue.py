"""The catalogues: what a code says in a language.

The house has one folder a language, `<lang>/*.toml`, which `compiler` makes into `<lang>/words.mo`; a game brings its
own, `words/<lang>.toml` and `.mo` in its folder. The help pages have a catalogue to themselves, `help.toml`, for a
command that only runs says none of it. A catalogue is read when its first word is needed. What a language lacks is
said in English.

An entry is found by its context (none for sentences; `rule`, `event`, `word` ..) and its code. In a sentence the code
of a game begins with its name: `tigris/no-such-word`, or `tigris/board/turn` for an entry with a context. An entry with
plural forms takes the one for a number. What a context such as `word-the` lacks is looked for under `word`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from pkgutil import get_data

from referee.words.compiled import Catalogue

HOUSE = ""
"""The catalogue of the house, among those of the games."""
HELP = "--help"
"""That of the help pages; no game can be called so."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that can be spoken: the folders with a catalogue; English first.

    Raises:
        FileNotFoundError: nothing was compiled, in a checkout that no environment was made for.
    """
    found = [path.parent.name for path in Path(__file__).parent.glob("*/words.mo")]
    if not found:
        raise FileNotFoundError("the catalogues are not compiled: python -m referee.words.compiler")
    return tuple(sorted(found, key=lambda name: (name != "en", name)))


def known_language(name: str) -> str | None:
    """The language that `it`, `it_IT.UTF-8` or `it-CH` names, if it can be spoken."""
    first = name.replace("-", "_").replace(".", "_").lower().partition("_")[0]
    return first if first in languages() else None


@lru_cache(maxsize=4096)
def entry(game: str, context: str, code: str, lang: str, count: int | None = None) -> str | None:
    """The words for a code as they stand in the catalogue of a game or of the house, or None."""
    for language in dict.fromkeys((lang, "en")):
        words = _catalogue(game, language)
        for place in dict.fromkeys((context, context.partition("-")[0])):
            key = f"{place}\x04{code}" if place else code
            found = words.text(key, 1 if count is None else count) if words is not None else None
            if found is not None:
                return found
    return None


def in_each_language(game: str, context: str, code: str) -> dict[str, str]:
    """The words for a code of a game in each language whose own catalogue has them."""
    key, found = f"{context}\x04{code}", {}
    for lang in languages():
        words = _catalogue(game, lang)
        told = words.text(key, 1) if words is not None else None
        if told is not None:
            found[lang] = told
    return found


def in_any_language(context: str, code: str) -> frozenset[str]:
    """What can be typed for a code of the house: the code itself, and its words in every language."""
    return frozenset((code, *(entry(HOUSE, context, code, lang) or code for lang in languages())))


@cache
def _catalogue(game: str, lang: str) -> Catalogue | None:
    if game in (HOUSE, HELP):
        package, name = "referee.words", f"{lang}/help.mo" if game == HELP else f"{lang}/words.mo"
    else:
        from referee import games  # what the house says needs no game

        package, name = games.package(game), f"words/{lang}.mo"
    try:
        data = get_data(package, name) if package else None
    except (OSError, ImportError):
        return None
    return Catalogue(data) if data else None
