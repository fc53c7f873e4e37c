"""What can be wrong with the map of a pack and with its markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.games.civilization.pack import effects as e
from referee.games.civilization.pack.bounds import tag_of
from referee.games.civilization.pack.entries import Card, Pack, Point, Sea, Territory
from referee.games.civilization.pack.kinds import ERAS, MARKERS, RESOURCES, SEATS_MOST
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
        if any(isinstance(effect, e.ChooseEffect) and len(effect.among) < 2 for effect in box):
            yield Unreadable("civilization/pack-choice-of-one", at=at, field=field)
    yield from _lower_box(at, card)


def _lower_box(at: str, card: Card) -> Iterator[Unreadable]:
    for effect in flat(card.bottom):
        if isinstance(effect, e.ScoreEffect):
            yield Unreadable("civilization/pack-score-below", at=at)
        elif card.mode == "at-once" and not isinstance(effect, e.AT_ONCE):
            known = ", ".join(tag_of(kind) for kind in (*e.AT_ONCE, e.ChooseEffect))
            yield Unreadable("civilization/pack-not-at-once", at=at, effect=tag_of(effect), known=known)


def _era(pack: Pack, era: int) -> Iterator[Unreadable]:
    """In every era more cards than players, and among them a count, a way to technologies, and an income."""
    cards = [card for card in pack.cards if card.era <= era and not 0 < card.leaves <= era]
    least = SEATS_MOST + SPARE_CARDS
    if len(cards) < least:
        yield Unreadable("civilization/pack-too-few-cards", at="cards", era=era, found=len(cards), least=least)
    there = {type(effect) for card in cards for effect in (*flat(card.top), *flat(card.bottom))}
    for wanted in ((e.ScoreEffect,), (e.BuyTech, e.FreeTech), (e.IncomeEffect,)):
        if not there & set(wanted):
            names = ", ".join(tag_of(kind) for kind in wanted)
            yield Unreadable("civilization/pack-era-lacks", at="cards", era=era, effects=names)


def flat(box: tuple[e.BoxEffect, ...]) -> Iterator[e.Simple]:
    """The effects of a box with those one may choose from in the place of the choice."""
    for effect in box:
        if isinstance(effect, e.ChooseEffect):
            yield from effect.among
        else:
            yield effect


WIDTH, HEIGHT = 1720, 1160
"""The picture of the map, in its units."""

CARD = (118, 74)
"""The card of a territory in the picture."""

COLUMNS, ROWS = 10, 20
"""The cells of the map in text."""


def faults_of_map(pack: Pack) -> Iterator[Unreadable]:
    """Borders and coasts that do not fit together, and places that cannot be reached or drawn."""
    lands, seas = {land.id: land for land in pack.territories}, {sea.id: sea for sea in pack.seas}
    if len(lands) < SEATS_MOST:
        yield Unreadable("civilization/pack-too-few-territories", at="pack", least=SEATS_MOST, found=len(lands))
    regions = {region.id for region in pack.regions}
    for land in pack.territories:
        at = f"territories {land.id}"
        if land.region not in regions:
            yield Unreadable("civilization/pack-unknown-id", at=at, field="region", found=land.region[:40])
        yield from _borders(at, land, land.borders, lands)
    for sea in pack.seas:
        at = f"seas {sea.id}"
        yield from _borders(at, sea, sea.borders, seas)
        for coast in sea.coast:
            if coast not in lands:
                yield Unreadable("civilization/pack-unknown-id", at=at, field="coast", found=coast[:40])
    yield from _out_of_reach(pack)
    yield from _coordinate_faults(pack)


def _borders(
    at: str, here: Territory | Sea, borders: tuple[str, ...], others: Mapping[str, Territory | Sea]
) -> Iterator[Unreadable]:
    for name in borders:
        if name == here.id:
            yield Unreadable("civilization/pack-borders-itself", at=at)
        elif name not in others:
            yield Unreadable("civilization/pack-unknown-id", at=at, field="borders", found=name[:40])
        elif here.id not in others[name].borders:
            yield Unreadable("civilization/pack-border-one-sided", at=at, other=name)


def _out_of_reach(pack: Pack) -> Iterator[Unreadable]:
    """Territories to which neither land nor sea leads from the first one."""
    ways = {land.id: set(land.borders) for land in pack.territories}
    ways |= {sea.id: set(sea.borders) for sea in pack.seas}
    for sea in pack.seas:
        for land in sea.coast:
            ways[sea.id].add(land)
            ways.setdefault(land, set()).add(sea.id)
    todo = [pack.territories[0].id] if pack.territories else []
    seen = set(todo)
    while todo:
        for place in ways.get(todo.pop(), set()) - seen:
            seen.add(place)
            todo.append(place)
    for territory in pack.territories:
        if territory.id not in seen:
            first = pack.territories[0].id
            yield Unreadable("civilization/pack-out-of-reach", at=f"territories {territory.id}", first=first)


def _coordinate_faults(pack: Pack) -> Iterator[Unreadable]:
    """Coordinates: of all or of none, on the sheet, and no two of them in one place."""
    places: Sequence[tuple[str, tuple[Point, ...], Point | None]] = [
        *((f"territories {land.id}", (land.at,) if land.at else (), land.cell) for land in pack.territories),
        *((f"seas {sea.id}", sea.at, sea.cell) for sea in pack.seas),
    ]
    for field, missing in (("at", [not at for _, at, _ in places]), ("cell", [not cell for *_, cell in places])):
        if any(missing) and not all(missing):
            where = places[missing.index(True)][0]
            yield Unreadable("civilization/pack-coordinates-missing", at=where, field=field)
    taken: dict[Point, str] = {}
    for where, points, cell in places:
        if any(not (0 <= x <= WIDTH and 0 <= y <= HEIGHT) for x, y in points):
            yield Unreadable("civilization/pack-off-the-sheet", at=where, width=WIDTH, height=HEIGHT)
        if cell is None:
            continue
        if not (0 <= cell[0] < COLUMNS and 0 <= cell[1] < ROWS):
            yield Unreadable("civilization/pack-off-the-grid", at=where, columns=COLUMNS, rows=ROWS)
        elif taken.setdefault(cell, where) != where:
            yield Unreadable("civilization/pack-cell-taken", at=where, other=taken[cell])
    yield from _overlaps(pack)


def _overlaps(pack: Pack) -> Iterator[Unreadable]:
    drawn = [(land.id, land.at) for land in pack.territories if land.at is not None]
    for number, (name, (x, y)) in enumerate(drawn):
        for other, (a, b) in drawn[:number]:
            if abs(x - a) < CARD[0] and abs(y - b) < CARD[1]:
                yield Unreadable("civilization/pack-cards-overlap", at=f"territories {name}", other=other)


def faults_of_markers(pack: Pack) -> Iterator[Unreadable]:
    """Markers the rules do not know, that are not told, or that are too few for the map."""
    told = {marker.id for marker in pack.markers}
    for marker in pack.markers:
        at = f"markers {marker.id}"
        if marker.id not in MARKERS:
            yield Unreadable("civilization/pack-unknown-marker", at=at, known=", ".join(MARKERS))
    for name in MARKERS:
        if name not in told:
            yield Unreadable("civilization/pack-marker-missing", at="markers", name=name)
    total = sum(Counter({marker.id: marker.count for marker in pack.markers}).values())
    if total < len(pack.territories):
        lands = len(pack.territories)
        yield Unreadable("civilization/pack-too-few-markers", at="markers", found=total, territories=lands)
