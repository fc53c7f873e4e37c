"""The words around the board, from the catalogues of the game (context `board`) and from the pack."""

from __future__ import annotations

from referee.games.civilization.pack import effects as e
from referee.games.civilization.pack.components import Components
from referee.kernel.sentence import Sentence

NAME_WIDTH = 12
"""Columns of a player's name in a table."""


def say(word: str, lang: str, **values: object) -> str:
    """The word or sentence in a language, with `values` in its places."""
    return Sentence(f"civilization/board/{word}", **values).told(lang)


def listed(items: list[str], lang: str) -> str:
    """Words joined by commas, or the word for none."""
    return ", ".join(items) or say("none", lang)


def short(name: str, width: int = NAME_WIDTH) -> str:
    """A name that fits into a column; the full one stands where there is room."""
    return name if len(name) <= width else f"{name[: width - 1]}~"


def box(effects: tuple[e.BoxEffect, ...], parts: Components, lang: str) -> str:
    """What a box of a card says."""
    return "; ".join(effect_told(effect, parts, lang) for effect in effects)


def effect_told(effect: e.BoxEffect, parts: Components, lang: str) -> str:
    """One effect in words."""
    code = str(type(effect).__struct_config__.tag)
    if isinstance(effect, e.Choose):
        among = " / ".join(effect_told(choice, parts, lang) for choice in effect.among)
        return say("effect choose", lang, n=effect.n, among=among)
    values: dict[str, object] = {name: getattr(effect, name) for name in type(effect).__struct_fields__}
    if isinstance(effect, e.BuyUnits | e.Upgrade):
        values["units"] = ", ".join(parts.name(unit, lang).lower() for unit in effect.units)
    if isinstance(effect, e.FreeUnit):
        values["unit"] = parts.name(effect.unit, lang).lower()
    if isinstance(effect, e.Income):
        values["per"] = say(f"per {effect.per}", lang)
    told = say(f"effect {code}", lang, **values)
    off = getattr(effect, "off", 0)
    return told + say(
        "off each" if isinstance(effect, e.BuyTech | e.BuyUnits | e.Found) else "off", lang, off=off
    ) * bool(off)


def gain_told(gain: e.TechGain, parts: Components, lang: str) -> str:
    """What the discoverer of a technology gets, in words."""
    if isinstance(gain, e.GainStructure):
        return say("gain structure", lang, name=parts.name(gain.id, lang))
    if isinstance(gain, e.GainUnit):
        return say("gain unit", lang, n=gain.n, unit=parts.name(gain.unit, lang).lower())
    return say("gain grow", lang, n=gain.n)
