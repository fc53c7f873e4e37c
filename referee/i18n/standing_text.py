"""Standing orders in the words of a language: notes spell them in English, people read and type their own.

In the catalogue of a game, context `typed-standing`, stands for each code the word that is printed, and for each word
that may be typed the code; what is not there is printed as it is called anywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.i18n.catalogue import catalogue_text, in_each_language
from referee.i18n.formatting import fill_bare
from referee.kernel.game import AnyGame
from referee.kernel.grammar.lexer import healed

_CONTEXT = "typed-standing"
_WORD = r"[^\W\d_]+"


def standing_order_text(game: str, line: str, lang: str) -> str:
    """A line, or the form of one, in the words of a language; what the game has no word for stays as it is."""

    def told(found: re.Match[str]) -> str:
        code = found[0].lower()
        own = in_each_language(game, _CONTEXT, f"{code}:told").get(lang)
        word = own or catalogue_text(game, "word", code, lang) or found[0]
        return word.upper() if found[0].isupper() else word

    return line if lang == "en" else re.sub(_WORD, told, line)


def standing_line_text(game: AnyGame, line: str, lang: str) -> str:
    """A line in the words of a language, with names for the codes of a data pack."""
    text = standing_order_text(game.info.name, line, lang)
    return text if game.policies is None else game.policies.named(text, lang)


def standing_order_meaning(game: AnyGame, line: str, lang: str) -> str:
    """What a line does, in a sentence about the one who gives it: that of its verb, or that of each of its words in the
    catalogue of the game, context `standing`; where one is missing, the line itself in words.
    """
    verb, *words = line.split()
    whole = _meaning(game, verb, words, lang)
    if whole is not None:
        return whole
    told = list[str]()
    for at, word in enumerate(words):
        meaning = _meaning(game, f"{verb} {word}", words[at + 1 :], lang)
        if meaning is None:
            return standing_line_text(game, line, lang)
        told.append(meaning)
        if _NAMES in (catalogue_text(game.info.name, _MEANINGS, f"{verb} {word}", lang) or ""):
            break
    return ", ".join(told) or standing_line_text(game, line, lang)


def standing_form_meanings(game: AnyGame, form: str, lang: str) -> tuple[str, ...]:
    """What the form of a line means, one text for each word that may be in it; none where the game says nothing."""
    verb, *words = form.split()
    whole = _meaning(game, verb, words, lang)
    if whole is not None:
        return (whole,)
    pairs = re.findall(r"\[(\w+)([^]]*)", form)
    found = ((word, _meaning(game, f"{verb} {word}", rest.split(), lang)) for word, rest in pairs)
    return tuple(f"{standing_order_text(game.info.name, word, lang)}: {told}" for word, told in found if told)


_MEANINGS, _NAMES = "standing", "{names}"


def _meaning(game: AnyGame, code: str, words: Sequence[str], lang: str) -> str | None:
    """A text of the catalogue, with the names behind its word, and the number before them; None if there is none."""
    pattern = catalogue_text(game.info.name, _MEANINGS, code, lang)
    if pattern is None:
        return None
    told = [standing_line_text(game, word, lang) for word in words]
    number, names = (told[0], told[1:]) if "{number}" in pattern else ("", told)
    listed = ", ".join(name for name in names if name != "..") + " .." * (".." in names)
    return fill_bare(pattern, {"number": (number,), "names": (listed,)})


def standing_order_canonical(game: AnyGame, line: str) -> str:
    """A typed line as notes spell it, whatever language its words are of, and with codes for the names in it."""

    def meant(found: re.Match[str]) -> str:
        return next(iter(in_each_language(game.info.name, _CONTEXT, healed(found[0])).values()), found[0])

    verb, *_ = line.split() or [""]
    spelled = re.sub(_WORD, meant, verb) + line[len(verb) :] if game.policies is not None else line
    named = line if game.policies is None else game.policies.codes(spelled)
    return re.sub(_WORD, meant, named)
