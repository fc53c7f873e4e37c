"""What can be wrong with the strategy cards of a pack."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization.pack import effects as e
from referee.games.civilization.pack.entries import Card, Pack
from referee.games.civilization.pack.kinds import ERAS, RESOURCES, SEATS_MOST
from referee.games.civilization.pack.tree_faults import price, unit_known, within
from referee.kernel.errors import Unreadable

SPARE_CARDS = 2
"""So many cards more than players are to choose from in every era."""


def faults_of_cards(pack: Pack) -> Iterator[Unreadable]:
    """Cards one by one, then whether every era has enough of them."""
    for card in pack.cards:
        yield from _card(card)
    for era in range(1, ERAS + 1):
        yield from _era(pack, era)


def _card(card: Card) -> Iterator[Unreadable]:
    at = f"cards {card.id}"
    if card.resource not in RESOURCES:
        known = ", ".join(RESOURCES)
        yield Unreadable("civilization/pack-unknown-resource", at=at, found=card.resource[:40], known=known)
    if card.credits not in (5, 10):
        yield Unreadable("civilization/pack-card-amount", at=at, found=card.credits)
    if card.leaves and not card.era < card.leaves <= ERAS:
        yield Unreadable("civilization/pack-card-leaves", at=at, found=card.leaves, era=card.era)
    for field, box in (("top", card.top), ("bottom", card.bottom)):
        if not box:
            yield Unreadable("civilization/pack-box-empty", at=at, field=field)
        for effect in box:
            yield from _effect(at, field, effect)
    yield from _lower_box(at, card)


def _lower_box(at: str, card: Card) -> Iterator[Unreadable]:
    for effect in flat(card.bottom):
        if isinstance(effect, e.Score):
            yield Unreadable("civilization/pack-score-below", at=at)
        elif card.mode == "at-once" and not isinstance(effect, e.AT_ONCE):
            known = ", ".join(code(kind) for kind in (*e.AT_ONCE, e.Choose))
            yield Unreadable("civilization/pack-not-at-once", at=at, effect=code(type(effect)), known=known)


def _effect(at: str, field: str, effect: e.BoxEffect) -> Iterator[Unreadable]:
    where = f"{field} {code(type(effect))}"
    match effect:
        case e.Choose(n, among):
            yield from within(at, f"{where} n", n, 1, 4)
            if len(among) < 2:
                yield Unreadable("civilization/pack-choice-of-one", at=at, field=field)
            for choice in among:
                yield from _effect(at, field, choice)
        case e.Gain(n) | e.Income(_, n):
            yield from price(at, f"{where} n", n)
        case e.FreeUnit(n, unit):
            yield from unit_known(at, where, unit)
            yield from within(at, f"{where} n", n, 1, 9)
        case e.Upgrade(units, cost):
            yield from _units(at, where, units)
            yield from price(at, f"{where} price", cost)
        case e.Move(n, steps):
            yield from within(at, f"{where} n", n, 1, 9)
            yield from within(at, f"{where} steps", steps, 1, 9)
        case e.Score():
            pass
        case _:
            yield from within(at, f"{where} n", effect.n, 1, 9)
    if isinstance(effect, e.BuyUnits):
        yield from _units(at, where, effect.units)
    if isinstance(effect, e.Found | e.Grow | e.Build | e.BuyTech | e.BuyUnits) and effect.off:
        yield from price(at, f"{where} off", effect.off)


def _units(at: str, where: str, units: tuple[str, ...]) -> Iterator[Unreadable]:
    if not units:
        yield Unreadable("civilization/pack-no-units", at=at, field=where)
    if len(set(units)) != len(units):
        yield Unreadable("civilization/pack-named-twice", at=at, field=where)
    for unit in units:
        yield from unit_known(at, where, unit)


def _era(pack: Pack, era: int) -> Iterator[Unreadable]:
    """In every era more cards than players, and among them a count, a way to technologies, and an income."""
    cards = [card for card in pack.cards if card.era <= era and not 0 < card.leaves <= era]
    least = SEATS_MOST + SPARE_CARDS
    if len(cards) < least:
        yield Unreadable("civilization/pack-too-few-cards", at="cards", era=era, found=len(cards), least=least)
    there = {type(effect) for card in cards for effect in (*flat(card.top), *flat(card.bottom))}
    for wanted in ((e.Score,), (e.BuyTech, e.FreeTech), (e.Income,)):
        if not there & set(wanted):
            names = ", ".join(code(kind) for kind in wanted)
            yield Unreadable("civilization/pack-era-lacks", at="cards", era=era, effects=names)


def flat(box: tuple[e.BoxEffect, ...]) -> Iterator[e.Simple]:
    """The effects of a box with those one may choose from in the place of the choice."""
    for effect in box:
        if isinstance(effect, e.Choose):
            yield from effect.among
        else:
            yield effect


def code(kind: type[e.Effect] | e.Effect) -> str:
    """How an effect is called in a pack."""
    return str(kind.__struct_config__.tag)
