"""The catalogues as tables: what a game says, by code and language, beside what is no language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

from referee import games
from referee.i18n.catalogue import HELP
from referee.i18n.compiler import Entry, Key, join_entries

ROOT = Path(__file__).parents[2] / "referee"
WORDS = ROOT / "i18n"


def _folder(game: str) -> Path:
    return Path(str(import_module(games.package(game)).__file__)).parent


def languages_of(game: str) -> tuple[str, ...]:
    """The languages that a game speaks: English, and Italian once it is translated."""
    return tuple(lang for lang in ("en", "it") if lang == "en" or (_folder(game) / "words" / f"{lang}.toml").exists())


@cache
def catalogue(game: str, lang: str) -> dict[Key, Entry]:
    """Every entry of a game, of the help pages or of the house (``) in a language: (context, code) to its text, or its
    plural forms; none where a game does not speak it yet.
    """
    if game not in ("", HELP) and lang not in languages_of(game):
        return {}
    help_pages = WORDS / lang / "help.toml"
    house = [path for path in sorted((WORDS / lang).glob("*.toml")) if path != help_pages]
    return join_entries(*({"": house, HELP: [help_pages]}.get(game) or [_folder(game) / "words" / f"{lang}.toml"]))


def places(template: str) -> list[str]:
    """The names in braces, sorted."""
    return sorted({place for _, place, _, _ in Formatter().parse(template) if place})


def rules_of(game: str) -> dict[str, Any]:
    """The rules and rulings of a game, or of the table (``), each with its sentence in both languages."""
    folder = _folder(game) if game else WORDS
    book = tomllib.loads((folder / "rules.toml").read_text("utf-8"))
    for lang in ("en", "it"):
        for (context, code), (text, *_) in catalogue(game, lang).items():
            if context == "rule":
                book["rules"].setdefault(code, {})[lang] = text
            elif context == "ruling":
                name, _, part = code.partition(":")
                book["rulings"].setdefault(name, {})[f"{part}_{lang}" if part else lang] = text
    return book


def prose_of(game: str) -> dict[str, Any]:
    """Events, questions and words of a game, or of the house (``), each with its sentences in both languages."""
    book = tomllib.loads(((_folder(game) if game else WORDS) / "prose.toml").read_text("utf-8"))
    book = {"events": {}, "questions": {}, "words": {}, **book}
    for lang in ("en", "it"):
        for (context, code), texts in catalogue(game, lang).items():
            if context in ("event", "question"):
                name, _, value = code.partition(":")
                entry = book[f"{context}s"].setdefault(name, {})
                (entry.setdefault(value, {}) if value else entry)[lang] = texts[0]
            elif context == "word":
                book["words"].setdefault(code, {})[lang] = texts[0]
    return book
