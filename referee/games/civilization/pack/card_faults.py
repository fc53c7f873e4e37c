"""What can be wrong with the strategy cards of a pack."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization.pack import effects as e
from referee.games.civilization.pack.bounds import tag_of
from referee.games.civilization.pack.entries import Card, Pack
from referee.games.civilization.pack.kinds import ERAS, RESOURCES, SEATS_MOST
from referee.kernel.errors import Unreadable

SPARE_CARDS = 2
"""So many cards more than players are to choose from in every era."""


def faults_of_cards(pack: Pack) -> Iterator[Unreadable]:
    """Cards one by one, then whether every era has enough of them."""
    for card in pack.cards:
        yield from _faults_of_card(card)
    for era in range(1, ERAS + 1):
        yield from _era(pack, era)


def _faults_of_card(card: Card) -> Iterator[Unreadable]:
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
        if any(isinstance(effect, e.Choose) and len(effect.among) < 2 for effect in box):
            yield Unreadable("civilization/pack-choice-of-one", at=at, field=field)
    yield from _lower_box(at, card)


def _lower_box(at: str, card: Card) -> Iterator[Unreadable]:
    for effect in flat(card.bottom):
        if isinstance(effect, e.Score):
            yield Unreadable("civilization/pack-score-below", at=at)
        elif card.mode == "at-once" and not isinstance(effect, e.AT_ONCE):
            known = ", ".join(tag_of(kind) for kind in (*e.AT_ONCE, e.Choose))
            yield Unreadable("civilization/pack-not-at-once", at=at, effect=tag_of(effect), known=known)


def _era(pack: Pack, era: int) -> Iterator[Unreadable]:
    """In every era more cards than players, and among them a count, a way to technologies, and an income."""
    cards = [card for card in pack.cards if card.era <= era and not 0 < card.leaves <= era]
    least = SEATS_MOST + SPARE_CARDS
    if len(cards) < least:
        yield Unreadable("civilization/pack-too-few-cards", at="cards", era=era, found=len(cards), least=least)
    there = {type(effect) for card in cards for effect in (*flat(card.top), *flat(card.bottom))}
    for wanted in ((e.Score,), (e.BuyTech, e.FreeTech), (e.Income,)):
        if not there & set(wanted):
            names = ", ".join(tag_of(kind) for kind in wanted)
            yield Unreadable("civilization/pack-era-lacks", at="cards", era=era, effects=names)


def flat(box: tuple[e.BoxEffect, ...]) -> Iterator[e.Simple]:
    """The effects of a box with those one may choose from in the place of the choice."""
    for effect in box:
        if isinstance(effect, e.Choose):
            yield from effect.among
        else:
            yield effect
