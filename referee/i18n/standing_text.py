"""Standing orders in the words of a language: notes spell them in English, people read and type their own.

In the catalogue of a game, context `typed-standing`, stands for each code the word that is printed, and for each word
that may be typed the code; what is not there is printed as it is called anywhere else.
"""

from __future__ import annotations

import re

from referee.i18n.catalogue import catalogue_text, in_each_language
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
    """What a line does, in a sentence about the one who gives it: for each of its words that of the catalogue of the
    game, context `standing`; where one is missing, the line itself in words.
    """
    verb, *words = line.split()
    found = [catalogue_text(game.info.name, "standing", f"{verb} {word}", lang) for word in words]
    told = [text for text in found if text is not None]
    return ", ".join(told) if told and len(told) == len(found) else standing_line_text(game, line, lang)


def standing_order_canonical(game: AnyGame, line: str) -> str:
    """A typed line as notes spell it, whatever language its words are of, and with codes for the names in it."""

    def meant(found: re.Match[str]) -> str:
        return next(iter(in_each_language(game.info.name, _CONTEXT, healed(found[0])).values()), found[0])

    verb, *_ = line.split() or [""]
    spelled = re.sub(_WORD, meant, verb) + line[len(verb) :] if game.policies is not None else line
    named = line if game.policies is None else game.policies.codes(spelled)
    return re.sub(_WORD, meant, named)
