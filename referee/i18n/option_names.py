"""The options of a game in words: `palazzi=sì` for `buildings=yes`, and back, whatever language was typed.

The catalogue of a game has them: `option-name` the name of an option, `value` that of a value (under `NAME=VALUE`
where it differs with this option), `option-said` what `NAME=VALUE` means in a list, `preset` that of a preset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from referee.crypto.joint_randomness import words_from_digest
from referee.drawing.safe_text import safe_text
from referee.i18n.catalogue import HOUSE, catalogue_text, languages
from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import Unreadable
from referee.kernel.game import PACK_OPTION, GameInfo, Option
from referee.kernel.grammar.lexer import healed
from referee.kernel.sentence import Sentence
from referee.record.notes.escaping import unescape_text


def option_name(game: str, name: str, lang: str) -> str:
    """What an option is called, one of the game or of every table."""
    return catalogue_text(game, "option-name", name, lang) or catalogue_text(HOUSE, "option-name", name, lang) or name


def option_value_text(game: str, name: str, value: str, lang: str) -> str:
    """What a value of an option is called; a data pack by words made of its hash, which people can compare, and the
    host's own terms as they were typed.
    """
    if name == PACK_OPTION:
        return pack_words(value)
    if name == "terms":
        return f'"{safe_text(unescape_text(value))}"'
    for book in (game, HOUSE):
        told = catalogue_text(book, "value", f"{name}={value}", lang) or catalogue_text(book, "value", value, lang)
        if told is not None:
            return told
    return value


def pack_words(spelled: str) -> str:
    """Four words for a data pack, of the hash that an offer names it by."""
    return " ".join(words_from_digest(decode_b64(spelled)))


def preset_name(game: str, preset: str, lang: str) -> str:
    """What a preset is called."""
    return catalogue_text(game, "preset", preset, lang) or preset


def options_row(game: str, chosen: Iterable[tuple[str, str]], lang: str, sign: str = "=") -> str:
    """Options with their values in a row: `board=advanced, buildings=yes`."""
    told = ((option_name(game, name, lang), option_value_text(game, name, value, lang)) for name, value in chosen)
    return ", ".join(f"{name}{sign}{value}" for name, value in told)


def option_help(game: str, option: Option, lang: str) -> str:
    """What an option decides, in the words that follow on its name, and what one must know of it beside that, such as
    that its default departs from the printed text.
    """
    about, more = (catalogue_text(game, context, option.name, lang) for context in ("option", "departure"))
    return "; ".join(filter(None, (about or option.about, more)))


def means_every_option(words: str) -> bool:
    """Whether this is the word for options, in any language."""
    return healed(words) in {healed(Sentence("every-option").told(each)) for each in languages()}


def option_explanations(info: GameInfo, chosen: Mapping[str, str], words: str, lang: str) -> list[str]:
    """The options that are called so in any language, or all of them where the word for options is given: for each its
    name and value, what else it might be, and what it decides.
    """
    asked, told = healed(words), []
    every = means_every_option(words)
    for option in info.options:
        called = {healed(option_name(info.name, option.name, each)) for each in languages()}
        if every or asked in {healed(option.name), *called}:
            told.append(_option_meaning(info.name, option, chosen[option.name], lang))
    return told


def _option_meaning(game: str, option: Option, value: str, lang: str) -> str:
    others = (option_value_text(game, option.name, other, lang) for other in option.choices if other != value)
    named = {"name": option_name(game, option.name, lang), "value": option_value_text(game, option.name, value, lang)}
    about = option_help(game, option, lang)
    return Sentence("option-explained", **named, others=", ".join(others), about=about).told(lang)


def options_in_prose(game: str, chosen: Iterable[tuple[str, str]], lang: str) -> str:
    """Options as people name them: `advanced board, buildings, no ziggurat`; a data pack by its words."""
    said = []
    for name, value in chosen:
        usual = "option-named" if name in (PACK_OPTION, "terms") else "option-is"
        code = {"yes": "option-yes", "no": "option-no"}.get(value, usual)
        values = {"name": option_name(game, name, lang), "value": option_value_text(game, name, value, lang)}
        said.append(catalogue_text(game, "option-said", f"{name}={value}", lang) or Sentence(code, **values).told(lang))
    return ", ".join(said)


def typed_option(
    info: GameInfo, name: str, value: str, lang: str, of_table: Mapping[str, tuple[str, ...]]
) -> tuple[str, str]:
    """The option and the value that are called so in any language; `of_table` are the options of every table, which may
    have other values than these.

    Raises:
        Unreadable: there is none, with what there is in `lang`.
    """
    game = info.name
    options = {option.name: option.choices for option in info.options} | dict(of_table)
    meant = _name_meant(name, options, lambda one, told: option_name(game, one, told))
    if meant is None:
        known = [option_name(game, one, lang) for one in sorted(options)] or [Sentence("none").told(lang)]
        raise Unreadable("no-option", game=info.title, name=name, known=", ".join(known))
    chosen = _name_meant(value, options[meant], lambda one, told: option_value_text(game, meant, one, told))
    if chosen is None and meant in of_table:
        return meant, value
    if chosen is None:
        known = [option_value_text(game, meant, one, lang) for one in options[meant]]
        raise Unreadable("bad-option-value", name=option_name(game, meant, lang), known=", ".join(known), value=value)
    return meant, chosen


def typed_preset(info: GameInfo, preset: str, lang: str) -> str:
    """The preset that is called so in any language. Raises Unreadable as `typed_option` does."""
    names = [name for name, _ in info.presets]
    meant = _name_meant(preset, names, lambda one, told: preset_name(info.name, one, told))
    if meant is None:
        known = ", ".join(preset_name(info.name, one, lang) for one in names) or Sentence("none")
        raise Unreadable("no-preset", game=info.title, name=preset, known=known)
    return meant


def _name_meant(typed: str, known: Iterable[str], called: Callable[[str, str], str]) -> str | None:
    spelled = healed(typed)
    return next(
        (one for one in known if spelled in {healed(one), *(healed(called(one, lang)) for lang in languages())}), None
    )
