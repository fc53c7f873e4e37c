"""The words around the board, from the catalogues of the game (context `board`) and from the pack."""

from __future__ import annotations

from referee.games.civilization.pack import effects as e
from referee.games.civilization.pack.bounds import tag_of
from referee.games.civilization.pack.components import Components, spoken
from referee.games.civilization.pack.entries import PackWonder, Technology
from referee.kernel.sentence import Sentence

NAME_WIDTH = 12
"""Columns of a player's name in a table."""


def say(word: str, lang: str, **values: object) -> str:
    """The word or sentence in a language, with `values` in its places."""
    return Sentence(f"civilization/board/{word}", **values).told(lang)


def join_words(items: list[str], lang: str, between: str = ", ") -> str:
    """Words joined, or the word for none."""
    return between.join(items) or say("none", lang)


def with_code(parts: Components, code: str, lang: str) -> str:
    """The name for a code of the pack, with the code that one types: `Ganges (gan)`."""
    return f"{parts.name(code, lang)} ({code})"


def short(name: str, width: int = NAME_WIDTH) -> str:
    """A name that fits into a column; the full one stands where there is room."""
    return name if len(name) <= width else f"{name[: width - 1]}~"


def box(effects: tuple[e.BoxEffect, ...], parts: Components, lang: str) -> str:
    """What a box of a card says."""
    return "; ".join(effect_text(effect, parts, lang) for effect in effects)


def card_text(code: str, parts: Components, lang: str) -> tuple[str, ...]:
    """A card in words: name, symbol, amount and when it leaves; then its boxes."""
    card = parts.cards[code]
    symbol = in_sentence(card.resource, parts, lang)
    head = say("card", lang, card=with_code(parts, code, lang), symbol=symbol, n=card.credits)
    if card.leaves:
        head += say("leaves", lang, era=in_sentence(parts.pack.eras[card.leaves - 1].id, parts, lang))
    return (
        head,
        say("top box", lang, what=box(card.top, parts, lang)),
        say(f"bottom box {card.mode}", lang, what=box(card.bottom, parts, lang)),
    )


def in_sentence(code: str, parts: Components, lang: str) -> str:
    """The name for a code of the pack, as it is written within a sentence."""
    return parts.name(code, lang).lower()


def effect_text(effect: e.BoxEffect, parts: Components, lang: str) -> str:
    """One effect in words."""
    code = tag_of(effect)
    if isinstance(effect, e.ChooseEffect):
        among = " / ".join(effect_text(choice, parts, lang) for choice in effect.among)
        return say("effect choose", lang, n=effect.n, among=among)
    values: dict[str, object] = {name: getattr(effect, name) for name in type(effect).__struct_fields__}
    if isinstance(effect, e.BuyUnits | e.UpgradeEffect):
        values["units"] = ", ".join(parts.name(unit, lang).lower() for unit in effect.units)
    if isinstance(effect, e.FreeUnit):
        values["unit"] = parts.name(effect.unit, lang).lower()
    if isinstance(effect, e.IncomeEffect):
        values["per"] = say(f"per {effect.per}", lang)
    told = say(f"effect {code}", lang, **values)
    off = getattr(effect, "off", 0)
    return told + say(
        "off each" if isinstance(effect, e.BuyTech | e.BuyUnits | e.FoundEffect) else "off", lang, off=off
    ) * bool(off)


def gain_text(gain: e.TechGain, parts: Components, lang: str) -> str:
    """What the discoverer of a technology gets, in words."""
    if isinstance(gain, e.GainStructure):
        return say("gain structure", lang, name=parts.name(gain.id, lang))
    if isinstance(gain, e.GainUnit):
        return say("gain unit", lang, n=gain.n, unit=parts.name(gain.unit, lang).lower())
    return say("gain grow", lang, n=gain.n)


def power_text(power: e.Power, parts: Components, lang: str) -> str:
    """What a wonder does for its owner."""
    values: dict[str, object] = {name: getattr(power, name) for name in type(power).__struct_fields__}
    if isinstance(power, e.Discount):
        values["era"] = parts.name(parts.pack.eras[power.era - 1].id, lang).lower()
    if isinstance(power, e.Waiting):
        values["unit"] = parts.name(power.unit, lang).lower()
    return say(f"power {tag_of(power)}", lang, **values)


def work_text(code: str, parts: Components, lang: str) -> str:
    """A wonder or a structure with what it does: `Library (lib): production 1`."""
    work = parts.wonders.get(code) or parts.structures[code]
    powers: tuple[e.Power, ...] = ()
    if isinstance(work, PackWonder):
        powers = work.powers
    else:
        powers = (e.Happy(work.happy),) * bool(work.happy) + (e.Production(work.production),) * bool(work.production)
    told = ", ".join(power_text(power, parts, lang) for power in powers)
    return f"{with_code(parts, code, lang)}: {told}" if told else with_code(parts, code, lang)


def waiting_units_text(waiting: tuple[tuple[str, int], ...], parts: Components, lang: str) -> list[str]:
    """The units that wait on the cards of wonders, in a sentence; nothing if none do."""
    names = [f"{in_sentence(kind, parts, lang)} {era}" for kind, era in waiting]
    return [say("waiting", lang, names=", ".join(names))] if names else []


def brings(tech: Technology, parts: Components, lang: str, between: str) -> list[str]:
    """What a technology allows everybody, and what its discoverer gets, a sentence each if there is anything."""
    told = (("allows", allowed_by(tech, parts, lang)), ("gives", given_by(tech, parts, lang)))
    return [say(word, lang, names=between.join(names)) for word, names in told if names]


def allowed_by(tech: Technology, parts: Components, lang: str) -> list[str]:
    """What a technology allows everybody: types of unit, structures, a level of settlements."""
    told = [f"{spoken(model, lang)} ({parts.name(model.unit, lang).lower()})" for model in tech.models]
    told += [work_text(structure, parts, lang) for structure in tech.structures]
    return told + ([say("settlement", lang, level=tech.level)] if tech.level else [])


def given_by(tech: Technology, parts: Components, lang: str) -> list[str]:
    """What the discoverer of a technology gets: wonders with what they do, structures, units, the end of the game."""
    told = [work_text(wonder, parts, lang) for wonder in tech.wonders]
    told += [gain_text(gain, parts, lang) for gain in tech.gains]
    return told + ([say(f"ends {tech.ends}", lang)] if tech.ends else [])
