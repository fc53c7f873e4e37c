"""A bot: it sees the map and all that is in the open, and answers every question of the game.

All worths are in hundredths of a point of the end. An order is tried out with the rules themselves, and the position it
leads to is valued; cards are valued by their lines. A greedy player values its own civilization and takes cards by
their kind; a good one looks at the rivals too, and plays each card in its head before it takes one. What is under a
covered marker nobody knows: turning one up counts for what it brings on the average.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
from msgspec.structs import replace

from referee.games.civilization import events as ev
from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import DESERT, RESOURCES
from referee.games.civilization.legal import legal_orders
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules.ahead import on_turn
from referee.games.civilization.rules.boxes import number_of
from referee.games.civilization.rules.counting import FIELDS, fields, outcome, points_for, production
from referee.games.civilization.rules.course import apply, asked_now
from referee.games.civilization.rules.turn import may_declare
from referee.games.civilization.state import State, towns_of, with_player
from referee.kernel.bot import GREEDY, Likeliest, Planner, best_order, first_order, main_reason, outcome_value
from referee.kernel.game import NeedsHiddenFace, PlayedTurn, Typed
from referee.kernel.goods import Hand, OwnGoods
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence

OFFERS = {fx.FreeTech: 140, fx.BuyTech: 90, fx.BuildEffect: 70, fx.FoundEffect: 70, fx.GrowEffect: 60, fx.FreeUnit: 40}
OFFERS |= {fx.BuyUnits: 30, fx.Colonists: 30, fx.BuyColonists: 10, fx.MoveEffect: 20, fx.UpgradeEffect: 20}
"""What a line of a card that asks is worth to the seat that may use it."""
SPLENDOUR = 300
"""The same of a line that starts a count, to a seat that does not reckon what it would bring."""
IF_LEADING = "if-leading"
"""The standing wish to declare the end."""
MOST = 60
"""So many orders of one question are tried out; of more, every second or third."""


class CivilizationWeights(msgspec.Struct, frozen=True):
    """What a position is worth, as data that `scripts/rate_bots.py --tune` changes."""

    counts: int = 400
    """A count gives its points once at the end, and more often to the seat that plays the card that starts one."""
    lasting: int = 0
    """The same for each round that is left: who leads leads in the counts to come too."""
    credit: int = 1
    """Sixty credits buy a technology of the middle of the game, which is worth a point or so by itself."""
    income: int = 1
    """A credit that a card brings to a seat with few, who could not pay for what the cards after it offer .."""
    few: int = 60
    """.. which is with less than so many."""
    technology: int = 60
    later: int = 20
    """A technology, and more for each era: it opens others, and its rights are paid by everyone who builds with it."""
    seminal: int = 350
    wonder: int = 100
    """What the last count adds for them, less a little: the end is far."""
    happy: int = 40
    production: int = 25
    level: int = 40
    """The levels that counts and incomes depend on, beside the places in a count as they are now."""
    town: int = 80
    """A settlement: without any there are no cards, and with few there is little to grow."""
    guarded: int = 40
    """A settlement with a military unit, which is not taken by the first who comes by."""
    unit: int = 12
    """Each point of value of a unit: it opens land and holds it."""
    exploited: int = 40
    """A marker with a resource at a settlement or under a colonist, for the cards that pay for it."""
    colonist: int = 10
    claim: int = 35
    """A colonist, and one where a settlement may be founded."""
    unknown: int = 40
    """Turning up a marker: a technology, credits or a resource, against one plague in fifty."""
    near: int = 12
    """Free land beside a new settlement, twice as much with a resource on it."""
    rivals: int = 50
    """What the best of the others has counts so many hundredths of the same of one's own; greedy looks at none."""
    shared: int = 50
    """The lower box serves the others as well: so many hundredths."""
    width: int = 4
    """So many lines of a turn are gone on with .."""
    budget: int = 400
    """.. until so many orders have been tried .."""
    ahead: int = 60
    """.. and so many of the next turn, for each card that can be taken."""


GREEDY_WEIGHTS = CivilizationWeights(rivals=0)
GOOD_WEIGHTS = CivilizationWeights(counts=100, lasting=12, income=8, rivals=100, shared=70)


def answer(
    state: State,
    seat: Seat,
    own: OwnGoods,
    chance: Iterator[int],
    level: str,
    weights: CivilizationWeights = GOOD_WEIGHTS,
) -> Typed[m.CivilizationOrder]:
    """What a bot at `seat` does now. `chance` breaks ties, `level` is one of `bot.LEVELS`; a greedy one has weights of
    its own.
    """
    if level == GREEDY:
        return Typed(_best_single(state, seat, chance, GREEDY_WEIGHTS))
    if may_declare(state, seat) and state.players[seat].wish.ending != IF_LEADING:
        return Typed(m.End(IF_LEADING))
    if isinstance(state.frames[-1], f.PickCard | f.TakeCard | f.FirstSettlement):
        return Typed(_best_single(state, seat, chance, weights))
    return Typed(first_order(turn_planner(weights).plans(state, seat, (), weights.width, weights.budget), chance))


def _best_single(state: State, seat: Seat, chance: Iterator[int], weights: CivilizationWeights) -> m.CivilizationOrder:
    """The order that gains most at once, a card by what it promises."""
    now = _worth(state, seat, weights)

    def gained(move: m.CivilizationOrder) -> int:
        if isinstance(move, m.Take | m.Pick):
            return _card_promise(state, seat, move.card, weights)
        return _gain_of(state, seat, move, now, weights)

    orders = _sensible(state, seat)
    there = [move for move in orders if not isinstance(move, m.Pick) or move.card in state.pool]
    return best_order(there if weights.rivals else orders, gained, chance)


@cache
def turn_planner(weights: CivilizationWeights, top: bool = False) -> Planner[State, m.CivilizationOrder]:
    """The search through a turn with these weights, or through the upper box of its card alone."""

    def follow(state: State, move: m.CivilizationOrder, seat: Seat, hand: Hand) -> Likeliest[State]:
        try:
            after = apply(state, seat, move, ()).state
        except NeedsHiddenFace:
            found = _worth(state, seat, weights)
            return Likeliest(state, (), found, found + weights.unknown, stuck=True)
        found = _worth(after, seat, weights)
        line = isinstance(move, m.Skip | m.Choose)
        return Likeliest(after, (), found, found + (0 if line else _extra_worth(state, seat, move, weights)))

    def ends(state: State, seat: Seat) -> bool:
        if not state.frames or seat not in asked_now(state) or isinstance(state.frames[-1], f.PickCard):
            return True
        act = state.frames[-1]
        return top and not (isinstance(act, f.BoxTurn) and act.box == "top")

    return Planner(
        follow=follow,
        orders=lambda state, seat, hand: _telling(state, seat),
        ends=ends,
        worth=lambda state, seat, hand: _worth(state, seat, weights),
    )


def _gain_of(state: State, seat: Seat, move: m.CivilizationOrder, now: int, weights: CivilizationWeights) -> int:
    """The effect of an order; `now` is what the position is worth as it lies."""
    try:
        after = apply(state, seat, move, ()).state
    except NeedsHiddenFace:
        return now + weights.unknown
    return _worth(after, seat, weights) + _extra_worth(state, seat, move, weights)


def _sensible(state: State, seat: Seat) -> list[m.CivilizationOrder]:
    """The orders worth a look: so many of them that each can be tried."""
    moves = _plain_orders(state, seat)
    return moves[:: 1 + len(moves) // MOST]


def _telling(state: State, seat: Seat) -> Iterator[m.CivilizationOrder]:
    """The same, but one alone of the orders for units that do the same to the same sort of place."""
    seen = set[tuple[object, ...]]()
    for move in _plain_orders(state, seat):
        if isinstance(move, m.Buy | m.Place | m.March):
            units = move.units if isinstance(move, m.March) else (move.kind,)
            alike = (type(move), *units, *_sort_of_place(state, seat, move.place))
            if alike in seen:
                continue
            seen.add(alike)
        yield move


def _sort_of_place(state: State, seat: Seat, place: str) -> tuple[object, ...]:
    """What a unit finds on a place: its own name where somebody is."""
    town, group = state.towns.get(place), state.colonists.get(place)
    if town or group or any(unit.place == place and unit.seat != seat for unit in state.units):
        return (place,)
    near = [state.towns[land].seat == seat for land in state.world.lands.get(place, ()) if land in state.towns]
    return (state.markers.get(place), True in near, False in near, any(unit.place == place for unit in state.units))


def _plain_orders(state: State, seat: Seat) -> list[m.CivilizationOrder]:
    """The legal orders without wishes, one way to pay for a thing, one second choice for a card."""
    found: dict[m.CivilizationOrder, m.CivilizationOrder] = {}
    for move in legal_orders(state, seat, OwnGoods()):
        if isinstance(move, m.Wish):
            continue
        plain = replace(move, change=None) if getattr(move, "change", None) else move
        plain = replace(plain, other="") if isinstance(plain, m.Pick) else plain
        found.setdefault(plain, move)
    return list(found.values())


def _extra_worth(state: State, seat: Seat, move: m.CivilizationOrder, weights: CivilizationWeights) -> int:
    """What an order promises beside the position that it leads to."""
    if isinstance(move, m.Skip):  # the next line may bring more
        return 1
    if isinstance(move, m.Choose):
        return _effect_worth(state, seat, _line_choices(state, seat)[move.number - 1], weights)
    if isinstance(move, m.Settle | m.Found):
        free = [land for land in state.world.lands[move.place] if land not in state.towns]
        return weights.near * sum(2 if state.markers.get(land) in RESOURCES else 1 for land in free)
    if isinstance(move, m.Symbol):
        return weights.exploited * _advantage(state, seat, move.resource)
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


def _card_promise(state: State, seat: Seat, code: str, weights: CivilizationWeights) -> int:
    """What a card promises to the seat that plays it next time."""
    card = state.world.cards[code]
    good, credit = weights.rivals > 0, _credit_worth(state, seat, weights)
    if good and isinstance(state.frames[-1], f.PickCard):
        worth = _ahead(state, seat, code, weights)
        worth += (credit - weights.credit) * sum(_credits_of(state, seat, line, weights) for line in card.top)
    else:
        worth = sum(_effect_worth(state, seat, line, weights) for line in card.top)
    worth += weights.shared * sum(_effect_worth(state, seat, line, weights) for line in card.bottom) // 100
    return worth + (credit * card.credits * _advantage(state, seat, card.resource) if good else 0)


def _credit_worth(state: State, seat: Seat, weights: CivilizationWeights) -> int:
    """What a credit is worth to a seat that picks a card."""
    return weights.income if state.players[seat].credits < weights.few else weights.credit


def _credits_of(state: State, seat: Seat, line: fx.BoxEffect, weights: CivilizationWeights) -> int:
    """How many credits a line gives a seat; one that is greedy does not reckon how many."""
    if isinstance(line, fx.GainEffect):
        return line.n
    if isinstance(line, fx.IncomeEffect):
        return line.n * (number_of(state, seat, line.per) if weights.rivals else 2)
    return 0


def _ahead(state: State, seat: Seat, code: str, weights: CivilizationWeights) -> int:
    """What the lines of a card that `seat` carries out alone would bring, if it played it at once."""
    player = replace(state.players[seat], card=code)
    pool = tuple(card for card in state.pool if card != code)
    begun = on_turn(replace(with_player(state, seat, player), pool=pool), seat)
    now = _worth(state, seat, weights)
    planner = turn_planner(weights, top=True)
    if planner.ends(begun, seat):
        return _worth(begun, seat, weights) - now
    return planner.plans(begun, seat, (), weights.width, weights.ahead)[0].worth - now


def _effect_worth(state: State, seat: Seat, line: fx.BoxEffect, weights: CivilizationWeights) -> int:
    if isinstance(line, fx.ChooseEffect):
        return line.n * max(_effect_worth(state, seat, one, weights) for one in line.among)
    if isinstance(line, fx.ScoreEffect):
        return _count(state, seat, face=seat) if weights.rivals else SPLENDOUR
    if isinstance(line, fx.GainEffect | fx.IncomeEffect):
        return _credit_worth(state, seat, weights) * _credits_of(state, seat, line, weights)
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


def _worth(state: State, seat: Seat, weights: CivilizationWeights) -> int:
    places = fields(state)
    own = _outlook(state, seat, places, weights)
    if not weights.rivals:
        return own
    end = outcome_value(outcome(state), seat)
    if end is not None:
        return end + own
    others = [_outlook(state, other, places, weights) for other in range(state.seats) if other != seat]
    return own - weights.rivals * max(others) // 100


def _outlook(state: State, seat: Seat, places: tuple[tuple[int, ...], ...], weights: CivilizationWeights) -> int:
    """The points of a seat, what a count would give it now, and what it has for later."""
    player = state.players[seat]
    if state.ended:
        return 100 * player.points
    counts = weights.counts + weights.lasting * (state.setting.rounds - state.turn // state.seats)
    worth = 100 * (player.points + player.plagues) + counts * sum([points_for(numbers)[seat] for numbers in places])
    worth += weights.credit * player.credits + weights.wonder * len(player.wonders)
    worth += weights.happy * places[0][seat] + weights.production * production(state, seat)
    return worth + _knowledge(state, seat, weights) + _land(state, seat, weights)


def _knowledge(state: State, seat: Seat, weights: CivilizationWeights) -> int:
    """What the technologies of a seat are worth."""
    found = [state.world.technologies[code] for code in state.players[seat].technologies]
    return sum([weights.technology + weights.later * one.era + weights.seminal * one.seminal for one in found])


def _land(state: State, seat: Seat, weights: CivilizationWeights) -> int:
    """What a seat has on the map: settlements, units, colonists, and the markers they exploit."""
    worth, guarded = 0, set()
    for unit in state.units:
        if unit.seat == seat:
            worth += weights.unit * (state.world.values[unit.kind] + unit.era)
            guarded.add(unit.place)
    for land, town in state.towns.items():
        if town.seat == seat:
            worth += weights.town + weights.level * town.level + (weights.guarded if land in guarded else 0)
            worth += weights.exploited if state.markers.get(land) in RESOURCES else 0
    for land, group in state.colonists.items():
        if group.seat == seat:
            worth += weights.colonist * group.count
            if land not in state.towns:
                marker = state.markers.get(land)
                worth += (0 if marker == DESERT else weights.claim) + (weights.exploited if marker in RESOURCES else 0)
    return worth


# Reasons


def reason(turn: PlayedTurn[State], level: str) -> Sentence:
    """Why a bot may have played a turn: what has gained it most of all that is in the open."""
    if (result := outcome(turn.after)) is not None:
        return Sentence("civilization/why-ends-ahead" if result.ranks[turn.seat] == 1 else "civilization/why-ends")
    return main_reason(_civilization_gains(turn, level), _plain_reason(turn))


def _civilization_gains(turn: PlayedTurn[State], level: str) -> Iterator[tuple[int, Sentence]]:
    """What a turn has gained its seat, by the terms of the worth of a position."""
    before, after, seat = turn.before, turn.after, turn.seat
    weights = GREEDY_WEIGHTS if level == GREEDY else GOOD_WEIGHTS
    earlier, later = before.players[seat], after.players[seat]
    points = later.points - earlier.points
    yield 100 * points, Sentence("civilization/why-points", count=points)
    places = fields(before), fields(after)
    counts = weights.counts + weights.lasting * (before.setting.rounds - before.turn // before.seats)
    for field, old, new in zip(FIELDS, *places, strict=True):
        gain = counts * (points_for(new)[seat] - points_for(old)[seat])
        yield gain, Sentence("civilization/why-place", field=field)
    learned = len(later.technologies) - len(earlier.technologies)
    known = _knowledge(after, seat, weights) - _knowledge(before, seat, weights)
    yield known, Sentence("civilization/why-technology", count=learned)
    credits_ = later.credits - earlier.credits
    yield weights.credit * credits_, Sentence("civilization/why-credits", count=credits_)
    yield weights.wonder * (len(later.wonders) - len(earlier.wonders)), Sentence("civilization/why-wonder")
    yield weights.happy * (places[1][0][seat] - places[0][0][seat]), Sentence("civilization/why-happy")
    made = production(after, seat) - production(before, seat)
    yield weights.production * made, Sentence("civilization/why-production")
    yield _land(after, seat, weights) - _land(before, seat, weights), _land_reason(turn)
    if weights.rivals:
        others = [other for other in range(before.seats) if other != seat]
        best = [
            max(_outlook(state, other, found, weights) for other in others)
            for state, found in zip((before, after), places, strict=True)
        ]
        yield weights.rivals * (best[0] - best[1]) // 100, Sentence("civilization/why-rivals")


def _land_reason(turn: PlayedTurn[State]) -> Sentence:
    """In what way a seat has more on the map."""
    kinds = {type(event) for event in turn.events if getattr(event, "seat", None) == turn.seat}
    if ev.Conquered in kinds:
        return Sentence("civilization/why-conquers")
    if kinds & {ev.Founded, ev.Taken}:
        return Sentence("civilization/why-founds")
    if ev.Grew in kinds:
        return Sentence("civilization/why-grows")
    return Sentence("civilization/why-units" if ev.Unit in kinds else "civilization/why-land")


def _plain_reason(turn: PlayedTurn[State]) -> Sentence:
    """Why a turn that has gained nothing to be seen was played."""
    own = [event for event in turn.events if getattr(event, "seat", None) == turn.seat]
    for event in own:
        match event:
            case ev.Took() | ev.Opened():
                return Sentence("civilization/why-card")
            case ev.Wished(what="end"):
                return Sentence("civilization/why-wishes-end")
            case ev.Marched():
                return Sentence("civilization/why-marches")
    return Sentence("civilization/why-nothing-better")
