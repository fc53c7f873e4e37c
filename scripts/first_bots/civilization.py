"""A program that plays: it sees the map and all that lies in the open, and answers every question of the game.

All worths are in hundredths of a point of the end. An order is tried out with the rules themselves, and the position
it leads to is valued; cards are valued by their lines. A greedy player values its own civilization and
takes cards by their kind; a good one looks at the rivals too, and plays each card in its head before it takes one. What
lies under a covered marker nobody knows: turning one up counts for what it brings on the average.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import DESERT, RESOURCES
from referee.games.civilization.legal import legal_orders
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules.ahead import on_turn
from referee.games.civilization.rules.boxes import number_of
from referee.games.civilization.rules.counting import fields, happiness, outcome, points_for, production
from referee.games.civilization.rules.course import apply
from referee.games.civilization.state import State, towns_of, with_player
from referee.kernel.game import NeedsHiddenFace, Typed
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Seat
from scripts.first_bots.shared import GOOD, best_order, outcome_value

COUNTS = 400
"""A count gives its points once at the end, and more often to the seat that plays the card that starts one."""
CREDIT = 1
"""Sixty credits buy a technology of the middle of the game, which is worth a point or so by itself."""
TECHNOLOGY, LATER = 60, 20
"""A technology, and more for each era: it opens others, and its rights are paid by all who build with it."""
SEMINAL, WONDER = 350, 100
"""What the last count adds for them, less a little: the end is far."""
HAPPY, PRODUCTION, LEVEL = 40, 25, 40
"""What counts and incomes look at, beside the places in a count as they are now."""
TOWN = 80
"""A settlement: without any there are no cards, and with few there is little to grow."""
GUARDED = 40
"""A settlement with a military unit, which is not taken by the first who comes by."""
UNIT = 12
"""Each point of value of a unit: it opens land and holds it."""
EXPLOITED = 40
"""A marker with a resource at a settlement or under a colonist, for the cards that pay for it."""
COLONIST, CLAIM = 10, 35
"""A colonist, and one where a settlement may be founded."""
UNKNOWN = 40
"""Turning up a marker: a technology, credits or a resource, against one plague in fifty."""
NEAR = 12
"""Free land beside a new settlement, twice as much with a resource on it."""
RIVALS = 50
"""What the best of the others has counts so many hundredths of the same of one's own."""
OFFERS = {fx.FreeTech: 140, fx.BuyTech: 90, fx.BuildEffect: 70, fx.FoundEffect: 70, fx.GrowEffect: 60, fx.FreeUnit: 40}
OFFERS |= {fx.BuyUnits: 30, fx.Colonists: 30, fx.BuyColonists: 10, fx.MoveEffect: 20, fx.UpgradeEffect: 20}
"""What a line of a card that asks is worth to the seat that may use it."""
SPLENDOUR = 300
"""The same of a line that starts a count, to a seat that does not reckon what it would bring."""
LINES = 4
"""So many orders of the own next turn are thought ahead."""
MANY = (fx.BuyUnits, fx.FreeUnit, fx.MoveEffect)
"""Lines that can be used in hundreds of ways: ahead they count by their kind."""
MOST = 60
"""So many orders of one question are tried out; of more, every second or third."""
SHARED = 50
"""The lower box serves the others as well: so many hundredths."""


def answer(state: State, seat: Seat, own: OwnGoods, chance: Iterator[int], level: str) -> Typed[m.CivilizationOrder]:
    """What a program at `seat` does now. `chance` breaks ties, `level` is one of `bot.LEVELS`."""
    good = level == GOOD
    now = _worth(state, seat, good)

    def gained(move: m.CivilizationOrder) -> int:
        if isinstance(move, m.Take | m.Pick):
            return _card_promise(state, seat, move.card, good)
        return _gain_of(state, seat, move, now, good)

    return Typed(best_order(_sensible(state, seat, own), gained, chance))


def _gain_of(state: State, seat: Seat, move: m.CivilizationOrder, now: int, good: bool) -> int:
    """What an order leads to; `now` is what the position is worth as it lies."""
    try:
        after = apply(state, seat, move, ()).state
    except NeedsHiddenFace:
        return now + UNKNOWN
    return _worth(after, seat, good) + _extra_worth(state, seat, move, good)


def _sensible(state: State, seat: Seat, own: OwnGoods) -> list[m.CivilizationOrder]:
    """The orders worth a look: no wishes, one way to pay for a thing, one second choice for a card."""
    found: dict[m.CivilizationOrder, m.CivilizationOrder] = {}
    for move in legal_orders(state, seat, own):
        if isinstance(move, m.Wish):
            continue
        plain = replace(move, change=None) if getattr(move, "change", None) else move
        plain = replace(plain, other="") if isinstance(plain, m.Pick) else plain
        found.setdefault(plain, move)
    moves = list(found.values())
    return moves[:: 1 + len(moves) // MOST]


def _extra_worth(state: State, seat: Seat, move: m.CivilizationOrder, good: bool) -> int:
    """What an order promises beside the position that it leads to."""
    if isinstance(move, m.Skip):  # the next line may bring more
        return 1
    if isinstance(move, m.Choose):
        return _effect_worth(state, seat, _line_choices(state, seat)[move.number - 1], good)
    if isinstance(move, m.Settle | m.Found):
        free = [land for land in state.world.lands[move.place] if land not in state.towns]
        return NEAR * sum(2 if state.markers.get(land) in RESOURCES else 1 for land in free)
    if isinstance(move, m.Symbol):
        return EXPLOITED * _advantage(state, seat, move.resource)
    if isinstance(move, m.Peek):
        return 10
    return 0


def _line_choices(state: State, seat: Seat) -> tuple[fx.BoxEffect, ...]:
    """The alternatives of the line that `seat` is asked about."""
    frame = state.frames[-1]
    acts = frame.acts if isinstance(frame, f.Together) else (frame,)
    act = next(act for act in acts if isinstance(act, f.BoxTurn) and act.seat == seat)
    line = act.effects[0]
    return line.among if isinstance(line, fx.ChooseEffect) else (line,)


# Cards


def _card_promise(state: State, seat: Seat, code: str, good: bool) -> int:
    """What a card promises to the seat that plays it next time."""
    card = state.world.cards[code]
    if good and isinstance(state.frames[-1], f.PickCard):
        worth = _ahead(state, seat, code)
    else:
        worth = sum(_effect_worth(state, seat, line, good) for line in card.top)
    worth += SHARED * sum(_effect_worth(state, seat, line, good) for line in card.bottom) // 100
    return worth + (CREDIT * card.credits * _advantage(state, seat, card.resource) if good else 0)


def _ahead(state: State, seat: Seat, code: str) -> int:
    """What the lines of a card that `seat` carries out alone would bring, if it played it at once."""
    player = replace(state.players[seat], card=code)
    pool = tuple(card for card in state.pool if card != code)
    begun = on_turn(replace(with_player(state, seat, player), pool=pool), seat)
    found = -_worth(state, seat, True)
    for _ in range(LINES):
        act = begun.frames[-1] if begun.frames else None
        if not isinstance(act, f.BoxTurn) or act.seat != seat:
            break
        if isinstance(act.effects[0], MANY):
            found += _effect_worth(begun, seat, act.effects[0], True)
            order: m.CivilizationOrder = m.Skip() if len(act.effects) > 1 else m.Pass()
        else:
            now = _worth(begun, seat, True)
            order = max(_sensible(begun, seat, OwnGoods()), key=lambda move: _gain_of(begun, seat, move, now, True))
        try:
            begun = apply(begun, seat, order, ()).state
        except NeedsHiddenFace:
            return found + _worth(begun, seat, True) + UNKNOWN
    return found + _worth(begun, seat, True)


def _effect_worth(state: State, seat: Seat, line: fx.BoxEffect, good: bool) -> int:
    if isinstance(line, fx.ChooseEffect):
        return line.n * max(_effect_worth(state, seat, one, good) for one in line.among)
    if isinstance(line, fx.ScoreEffect):
        return _count(state, seat, face=seat) if good else SPLENDOUR
    if isinstance(line, fx.GainEffect):
        return CREDIT * line.n
    if isinstance(line, fx.IncomeEffect):
        return CREDIT * line.n * (number_of(state, seat, line.per) if good else 2)
    return OFFERS[type(line)] * (1 + getattr(line, "n", 1)) // 2


def _count(state: State, seat: Seat, face: Seat | None) -> int:
    """What a count made now would give a seat more than the best of the others in each field."""
    found = 0
    for numbers in fields(state, face):
        points = points_for(numbers, state.setting.ranking, zero=state.setting.zero_scores)
        found += points[seat] - max(points[other] for other in range(state.seats) if other != seat)
    return 100 * found


def _advantage(state: State, seat: Seat, resource: str) -> int:
    held = [
        sum(state.markers.get(place) == resource for place in _held_places(state, other))
        for other in range(state.seats)
    ]
    return held[seat] - (sum(held) - held[seat]) // (state.seats - 1)


def _held_places(state: State, seat: Seat) -> list[str]:
    return [*towns_of(state, seat), *(land for land, group in state.colonists.items() if group.seat == seat)]


# Positions


def _worth(state: State, seat: Seat, good: bool) -> int:
    own = _outlook(state, seat)
    if not good:
        return own
    end = outcome_value(outcome(state), seat)
    if end is not None:
        return end + own
    return own - RIVALS * max(_outlook(state, other) for other in range(state.seats) if other != seat) // 100


def _outlook(state: State, seat: Seat) -> int:
    """The points of a seat, what a count would give it now, and what it has for later."""
    player = state.players[seat]
    if state.ended:
        return 100 * player.points
    worth = 100 * (player.points + player.plagues) + COUNTS * sum(
        points_for(numbers)[seat] for numbers in fields(state)
    )
    worth += CREDIT * player.credits + WONDER * len(player.wonders)
    worth += HAPPY * happiness(state, seat) + PRODUCTION * production(state, seat)
    for code in player.technologies:
        technology = state.world.technologies[code]
        worth += TECHNOLOGY + LATER * technology.era + (SEMINAL if technology.seminal else 0)
    return worth + _land(state, seat)


def _land(state: State, seat: Seat) -> int:
    """What a seat has on the map: settlements, units, colonists, and the markers they exploit."""
    worth, guarded = 0, set()
    for unit in state.units:
        if unit.seat == seat:
            worth += UNIT * (state.world.values[unit.kind] + unit.era)
            guarded.add(unit.place)
    for land, town in state.towns.items():
        if town.seat == seat:
            worth += TOWN + LEVEL * town.level + (GUARDED if land in guarded else 0)
            worth += EXPLOITED if state.markers.get(land) in RESOURCES else 0
    for land, group in state.colonists.items():
        if group.seat == seat:
            worth += COLONIST * group.count
            if land not in state.towns:
                marker = state.markers.get(land)
                worth += (0 if marker == DESERT else CLAIM) + (EXPLOITED if marker in RESOURCES else 0)
    return worth
