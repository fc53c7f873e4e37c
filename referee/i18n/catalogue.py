"""The catalogues: what a code says in a language.

The project has one folder a language, `<lang>/*.toml`, which `compiler` makes into `<lang>/words.mo`; a game brings its
own, `words/<lang>.toml` and `.mo` in its folder. The help pages have a catalogue to themselves, `help.toml`, for a
command that only runs says none of it. A catalogue is read when its first word is needed. What a language lacks is
said in English.

An entry is found by its context (none for sentences; `rule`, `event`, `word` ..) and its code. In a sentence the code
of a game begins with its name: `tigris/no-such-word`, or `tigris/board/turn` for an entry with a context. An entry with
plural forms takes the one for a number. What a context such as `word-the` lacks is looked for under `word`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from gettext import c2py
from pathlib import Path
from pkgutil import get_data
from struct import unpack_from

from referee import games

HOUSE = ""
"""The catalogue of the project, among those of the games."""

PREFIX = "PM"
"""What the ids of the table's own rules begin with."""
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
        raise FileNotFoundError("the catalogues are not compiled: python -m referee.i18n.compiler")
    return tuple(sorted(found, key=lambda name: (name != "en", name)))


def known_language(name: str) -> str | None:
    """The language that `it`, `it_IT.UTF-8` or `it-CH` names, if it can be spoken."""
    first = name.replace("-", "_").replace(".", "_").lower().partition("_")[0]
    return first if first in languages() else None


@lru_cache(maxsize=4096)
def catalogue_text(game: str, context: str, code: str, lang: str, count: int | None = None) -> str | None:
    """The words for a code in the catalogue of a game or of the project, or None."""
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
    """What can be typed for a code of the project: the code itself, and its words in every language."""
    return frozenset((code, *(catalogue_text(HOUSE, context, code, lang) or code for lang in languages())))


@cache
def _catalogue(game: str, lang: str) -> Catalogue | None:
    if game in (HOUSE, HELP):
        package, name = "referee.i18n", f"{lang}/help.mo" if game == HELP else f"{lang}/words.mo"
    else:
        package, name = games.package(game), f"words/{lang}.mo"
    try:
        data = get_data(package, name) if package else None
    except (OSError, ImportError):
        return None
    return Catalogue(data) if data else None


_LITTLE = b"\xde\x12\x04\x95"


class Catalogue:
    """The entries of one `.mo` file of GNU gettext, in UTF-8, by their keys: a code, or context, `\4` and code.

    Only those that are asked for are read. The reader of the standard library makes all 1,500 entries into text before
    it gives the first one; a command says thirty.
    """

    def __init__(self, data: bytes) -> None:
        order = "<" if data.startswith(_LITTLE) else ">"
        count, keys, texts = unpack_from(f"{order}3I", data, 8)
        self._data, self._rows = data, range(count)
        self._keys, self._texts = (unpack_from(f"{order}{2 * count}I", data, at) for at in (keys, texts))

    def _key_at(self, row: int) -> bytes:
        """The key in a row, of which there are thousands, sorted; of one with a plural, `one\0many`, its first half."""
        return self._data[(at := self._keys[2 * row + 1]) : at + self._keys[2 * row]].partition(b"\0")[0]

    def text(self, key: str, count: int = 1) -> str | None:
        """The words of an entry, for a number if it has forms for several; None if there is no such entry."""
        wanted = key.encode("utf-8", "surrogatepass")  # what was typed may be no text
        row = bisect_left(self._rows, wanted, key=self._key_at)
        if row == len(self._rows) or self._key_at(row) != wanted:
            return None
        size, at = self._texts[2 * row : 2 * row + 2]
        forms = self._data[at : at + size].decode().split("\0")
        return forms[self._form_for(count)] if len(forms) > 1 else forms[0]

    @cached_property
    def _form_for(self) -> Callable[[int], int]:
        """The number of the form for a number: `Plural-Forms` in the header, which is the entry without a key."""
        _, _, rule = (self.text("") or "").partition("plural=")
        return c2py(rule.partition(";")[0] or "n != 1")
