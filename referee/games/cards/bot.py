"""A bot: it sees the table, the victory piles and its own cards, and answers every question.

All worths are in hundredths of a point. An order is tried out with the rules themselves, the questions
it leads to get their likeliest answers, and what is then on the table is valued. A greedy player takes
points of whatever colour; a good one minds its lowest colour, and what the others have, so that it fights.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from referee.games.cards import events as ev
from referee.games.cards import moves as m
from referee.games.cards.board import (
    COLUMN,
    SLOTS,
    card_at,
    count_colour,
    is_red,
    is_ship,
    kingdom_of,
    owner_in,
    treasures_in,
)
from referee.games.cards.data import (
    BLUE,
    CARD_COUNTS,
    CARD_TOTAL,
    CODES,
    COVERED,
    KIND_INDEX,
    KINDS,
    KING,
    RED,
    SHIP_SECOND,
    TRADER,
)
from referee.games.cards.legal import is_long_beside, legal_orders
from referee.games.cards.rules.conflict import kind_of_conflict, standing_strength
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import apply, asked
from referee.games.cards.rules.ships import income_due
from referee.games.cards.state import Attack, Conversion, Defence, Income, Scoring, State, TreasureSwap, Turn
from referee.kernel.bot import (
    CERTAIN,
    EVEN,
    GOOD,
    GREEDY,
    STRONG,
    DeepPlanner,
    Foresight,
    Likeliest,
    Likely,
    Planner,
    best_order,
    first_order,
    likelihood_of_at_least,
    main_reason,
    outcome_value,
    worth_by_level,
)
from referee.kernel.game import PlayedTurn, Reveals, Typed
from referee.kernel.goods import Hand, OwnGoods
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence


class CardsWeights(msgspec.Struct, frozen=True):
    """What a position is worth, as data that `scripts/rate_bots.py --tune` changes."""

    level: tuple[int, int] = (100, 40)
    """As `kernel.bot.worth_by_level`."""
    coming: int = 30
    """A card in the draw pile will be so many hundredths of a point to one of the seats."""
    lasting: int = 50
    """With fewer cards in the draw pile a leader on the table is worth less with each."""
    treasure: int = 250
    """Beside the card that it is: it may be one of any colour at the end."""
    income: int = 200
    crown: int = 100
    """A leader on the table will be paid for cards to come, a king for those of missing leaders too .."""
    supporter: int = 12
    enough: int = 6
    """.. and loses no war as long as cards of its colour are in its kingdom; after so many one more hardly matters."""
    guard: int = 40
    """A red card under a leader: one card less to hold it in an internal conflict."""
    ship: int = 2
    """A ship pays a leader of its colour in its kingdom so often before somebody stops it."""
    due: int = 0
    """A card in hand that a ship will take as a point when the turn ends counts so many hundredths of that point."""
    threat: int = 0
    """What a rival would gain by an external conflict counts so many hundredths as lost, times how likely it wins .."""
    prey: int = 0
    """.. and the points that a seat would take itself, in its next turn, so many as gained."""
    near_treasure: int = 80
    """A treasure in the kingdom of a trader, to be had with the next connector."""
    pair: int = 35
    """Two cards of a colour in hand, which one action turns into a point: so many hundredths of that point."""
    rivals: int = 100
    """What the best of the others has counts so many hundredths of the same of one's own."""
    quiet: int = 30
    """A turn in which no card left a hand, and each before it: sooner or later somebody has to lay one."""
    idle: int = 60
    withdrawal: int = 100
    catastrophe: int = 150
    """What is lost by the order itself: an action that lays nothing, a leader off the table, the one catastrophe."""
    spent: int = 25
    """A card played in a conflict, which might have been a point."""
    width: int = 6
    """So many lines of a turn are gone on with .."""
    budget: int = 400
    """.. until so many orders have been tried."""


GREEDY_WEIGHTS = CardsWeights()
GOOD_WEIGHTS = CardsWeights(ship=1, due=100, threat=100, prey=40)
DEEP = {GREEDY: 2, GOOD: 4}
"""So many questions after an order are foreseen; then the position counts as it lies."""


def answer(
    state: State, seat: Seat, own: OwnGoods, chance: Iterator[int], level: str, weights: CardsWeights = GOOD_WEIGHTS
) -> Typed[m.CardsOrder]:
    """What a program at `seat` does now. `own` is its hand, `chance` breaks ties, `level` is one of `bot.LEVELS`; a
    greedy one has weights of its own.
    """
    if level == GREEDY:
        foresight = _foresight(GREEDY_WEIGHTS, GREEDY)
        return best_order(
            (Typed(move, _card_to_cover(move, own.hand)) for move in _worth_a_look(state, seat, own)),
            lambda order: foresight.after(state, order.move, seat, own.hand, DEEP[GREEDY], order.secret),
            chance,
        )
    if level == STRONG:
        return _later_planner(weights).order(state, seat, own.hand, chance)
    return first_order(turn_planner(weights).plans(state, seat, own.hand, weights.width, weights.budget), chance)


def _orders_to_try(state: State, seat: Seat, hand: Hand) -> Iterator[Typed[m.CardsOrder]]:
    """The orders worth a look, a connector with each kind that is held."""
    for move in _worth_a_look(state, seat, OwnGoods(hand)):
        for kind in sorted(set(hand)) if isinstance(move, m.Connect) else ("",):
            yield Typed(move, (kind,) if kind else ())


def _worth_a_look(state: State, seat: Seat, own: OwnGoods) -> Iterator[m.CardsOrder]:
    """The orders worth a look. Of places that are alike for a leader, and of ships on one run, one is enough."""
    seen = set()
    for move in legal_orders(state, seat, own):
        if isinstance(move, m.PlaceLeader | m.PlayCatastrophe | m.BuildShip):
            alike = _symmetry(state, move)
            if alike in seen:
                continue
            seen.add(alike)
        yield move


def _symmetry(state: State, move: m.PlaceLeader | m.PlayCatastrophe | m.BuildShip) -> tuple[object, ...]:
    code = card_at(state.columns, state.slots, move.place)
    if isinstance(move, m.BuildShip):
        return (move.ship,)
    if isinstance(move, m.PlayCatastrophe):
        return (code, kingdom_of(state.slots, COLUMN[move.place]), "-" in move.place)
    return (move.leader, kingdom_of(state.slots, COLUMN[move.place]), is_red(code))


def _card_to_cover(move: m.CardsOrder, hand: Hand) -> Hand:
    """The card that goes face down with a connector: of the kind that is held most often."""
    return (max(hand, key=lambda kind: (hand.count(kind), kind)),) if isinstance(move, m.Connect) else ()


def _likely(state: State, seat: Seat) -> Likely:
    """Another seat adds to a conflict what it must and may well hold, and takes what it can pay for."""
    frame = state.frames[-1]
    if isinstance(frame, Attack | Defence):
        return _fought(state, frame, seat)
    if isinstance(frame, Scoring | Conversion):
        holds = _holding_likelihood(state, seat, frame.kind, 1)
        make = m.Score if isinstance(frame, Scoring) else m.Convert
        return ((holds, make(True)), (CERTAIN - holds, make(False)))
    *_, last = legal_orders(state, seat, None)
    if isinstance(frame, TreasureSwap):
        holds = _holding_likelihood(state, seat, KINDS[1], 1)
        return ((holds, last), (CERTAIN - holds, m.Decline()))
    return ((CERTAIN, last),)


def _fought(state: State, frame: Attack | Defence, seat: Seat) -> Likely:
    kind, held = kind_of_conflict(frame), state.hands[seat]
    if isinstance(frame, Attack):
        return ((CERTAIN, m.Commit(CARD_COUNTS[KIND_INDEX[kind]] * held // CARD_TOTAL)),)
    attack = frame.attack + standing_strength(state, frame, frame.attacker)
    missing = max(0, attack - standing_strength(state, frame, frame.defender))
    if not missing or missing > held:
        return ((CERTAIN, m.Commit(0)),)
    holds = _holding_likelihood(state, seat, kind, missing)
    return ((holds, m.Commit(missing)), (CERTAIN - holds, m.Commit(0)))


def _holding_likelihood(state: State, seat: Seat, kind: str, count: int) -> int:
    return likelihood_of_at_least(count, CARD_COUNTS[KIND_INDEX[kind]], CARD_TOTAL, state.hands[seat])


def _is_at_rest(state: State) -> bool:
    """Whether no question is open but the income of ships, which has too many answers to be tried out."""
    return not state.frames or isinstance(state.frames[-1], Turn | Income)


def _price(move: m.CardsOrder, weights: CardsWeights) -> int:
    match move:
        case m.Commit():
            return weights.spent * move.count
        case m.Pass():
            return weights.idle
        case m.WithdrawLeader():
            return weights.withdrawal
        case m.PlayCatastrophe():
            return weights.catastrophe
    return 0


def _own_worth(state: State, seat: Seat, hand: Hand, weights: CardsWeights) -> int:
    return _prospects(state, seat, hand, GREEDY, weights) - weights.quiet * state.quiet


def _hand_worth(state: State, seat: Seat, hand: Hand, weights: CardsWeights) -> int:
    end = outcome_value(outcome(state), seat)
    if end is not None:
        return end
    others = max(_prospects(state, other, (), GOOD, weights) for other in range(len(state.hands)) if other != seat)
    own = _prospects(state, seat, hand, GOOD, weights) + _conflict_worth(state, seat, hand, weights)
    return own - weights.rivals * others // 100 - weights.quiet * state.quiet


def _conflict_worth(state: State, seat: Seat, hand: Hand, weights: CardsWeights) -> int:
    """What a seat would gain by external conflicts with kingdoms that one connector may join to its own, less the most
    that a rival would take from each of its leaders.
    """
    needs = [_needs(state, other, GOOD, weights) for other in range(len(state.piles))]
    worth = 0
    for index, place in enumerate(state.leaders[seat]):
        if not place:
            continue
        home = kingdom_of(state.slots, COLUMN[place])
        cards, threats = count_colour(state.columns, state.slots, home, index), [0]
        strength = cards + hand.count(KINDS[index])
        for slot, beyond in ((home[0] - 1, home[0] - 1), (home[1], home[1] + 1)):
            if not 0 <= slot < len(state.slots) or not is_long_beside(state, slot):
                continue
            abroad = kingdom_of(state.slots, beyond)
            rival = owner_in(state.leaders, index, abroad, seat)
            if rival is None:
                continue
            against = count_colour(state.columns, state.slots, abroad, index)
            wins, holds = (
                _holding_likelihood(state, rival, KINDS[index], strength - against + more) for more in (1, 0)
            )
            lost = (cards + 1) * needs[rival][index] * weights.rivals // 100 + weights.income
            lost += needs[seat][index] // 2 + weights.supporter * min(weights.enough, cards)
            threats.append(weights.threat * lost * wins // 100)
            worth += weights.prey * (against + 1) * needs[seat][index] * (CERTAIN - holds) // 100
        worth -= max(threats)
    return worth // CERTAIN


def _prospects(state: State, seat: Seat, hand: Hand, level: str, weights: CardsWeights) -> int:
    """The points of a seat, and while the game runs what its leaders on the table and its hand will bring."""
    pile = state.piles[seat]
    if level == GREEDY:
        worth = EVEN * sum(pile.cards) + (EVEN + weights.treasure) * pile.treasures
        if state.ending:
            return worth
        worth += sum(_leader_worths(state, seat, _needs(state, seat, level, weights), weights))
        return worth + sum(weights.pair * EVEN * (hand.count(kind) // 2) // 100 for kind in KINDS)
    parts, worth = [100 * count for count in pile.cards], weights.treasure * pile.treasures
    if state.ending:
        return worth + worth_by_level(tuple(parts), pile.treasures, 0, weights.level)[0]
    late = min(state.deck, weights.lasting)
    for index, place in enumerate(state.leaders[seat]):
        if place:
            plain, part = _leader_terms(state, index, place, weights)
            worth += plain * late // weights.lasting
            parts[index] += part * late // weights.lasting
    due = income_due(state) if hand and state.active == seat else (0, 0, 0, 0)
    for index, kind in enumerate(KINDS):
        held = hand.count(kind)
        paid = min(due[index], held)  # before the end of its turn ships take cards of this hand
        parts[index] += weights.due * paid + weights.pair * ((held - paid) // 2)
    coming = weights.coming * state.deck // len(state.piles)
    return worth + worth_by_level(tuple(parts), pile.treasures, coming, weights.level)[0]


def _needs(state: State, seat: Seat, level: str, weights: CardsWeights) -> tuple[int, ...]:
    """About what one more point of each colour is worth to a seat."""
    if level == GREEDY:
        return (EVEN,) * len(KINDS)
    pile, coming = state.piles[seat], weights.coming * state.deck // len(state.piles)
    return worth_by_level(tuple([100 * count for count in pile.cards]), pile.treasures, coming, weights.level)[1]


def _leader_worths(state: State, seat: Seat, needs: tuple[int, ...], weights: CardsWeights) -> list[int]:
    """What each leader of a seat is worth, 0 for one that is off the table."""
    return [
        _leader_worth(state, index, place, needs[index], weights) if place else 0
        for index, place in enumerate(state.leaders[seat])
    ]


def _leader_worth(state: State, index: int, place: str, need: int, weights: CardsWeights) -> int:
    """What a leader on the table is worth, if a point of its colour is worth so much."""
    plain, parts = _leader_terms(state, index, place, weights)
    return plain + need * parts // 100


def _leader_terms(state: State, index: int, place: str, weights: CardsWeights) -> tuple[int, int]:
    """What a leader on the table is worth for support in wars, the card under it and treasures, and hundredths of a
    point of its colour in prospect: income and ships.
    """
    kingdom = kingdom_of(state.slots, COLUMN[place])
    worth = weights.income + (weights.crown if index == KING else 0)
    worth += weights.supporter * min(weights.enough, count_colour(state.columns, state.slots, kingdom, index))
    worth += weights.guard * is_red(card_at(state.columns, state.slots, place))
    ships = 0
    for column in state.columns[kingdom[0] : kingdom[1] + 1]:
        for ship in filter(is_ship, column):
            ships += index in (BLUE, SHIP_SECOND[ship])
    if index == TRADER:
        worth += weights.near_treasure * len(treasures_in(state.columns, kingdom))
    return worth, 50 + 100 * weights.ship * ships


@cache
def _foresight(weights: CardsWeights, level: str) -> Foresight[State, m.CardsOrder]:
    def worth(state: State, seat: Seat, hand: Hand) -> int:
        return (_own_worth if level == GREEDY else _hand_worth)(state, seat, hand, weights)

    def price(move: m.CardsOrder) -> int:
        return _price(move, weights)

    guessed = _no_guess if level == GREEDY else _guessed_faces
    return Foresight(apply, asked, _worth_a_look, _likely, _is_at_rest, worth, price, guessed)


def _no_guess(state: State) -> Reveals:
    return ()


def _guessed_faces(state: State) -> Reveals:
    """A connector face down is taken to be of the commonest kind."""
    return tuple((place, KINDS[RED]) for place, code in zip(SLOTS, state.slots, strict=True) if code == COVERED)


def _is_turn_over(state: State, seat: Seat) -> bool:
    return not state.frames or state.active != seat or not isinstance(state.frames[-1], Turn)


@cache
def turn_planner(weights: CardsWeights) -> Planner[State, Typed[m.CardsOrder]]:
    """The search through a turn with these weights."""
    foresight = _foresight(weights, GOOD)

    def follow(state: State, order: Typed[m.CardsOrder], seat: Seat, hand: Hand) -> Likeliest[State]:
        return foresight.follow(state, order.move, seat, hand, DEEP[GOOD], order.secret)

    return Planner(follow=follow, orders=_orders_to_try, ends=_is_turn_over, worth=foresight.worth)


def _unseen_cards(state: State, seat: Seat, hand: Hand) -> tuple[str, ...]:
    """What is neither on the table nor in a pile nor in the hand."""
    table = "".join((*state.columns, state.slots))
    seen = [
        table.count(code) + state.discards[index] + sum(pile.cards[index] for pile in state.piles)
        for index, code in enumerate(CODES)
    ]
    counts = zip(KINDS, CARD_COUNTS, seen, strict=True)
    return tuple(kind for kind, count, gone in counts for _ in range(count - gone - hand.count(kind)))


@cache
def _later_planner(weights: CardsWeights) -> DeepPlanner[State, Typed[m.CardsOrder]]:
    return DeepPlanner(
        planner=turn_planner(weights),
        asked=asked,
        unseen=_unseen_cards,
        sizes=lambda state: state.hands,
        first=(weights.width, weights.budget),
    )


# Reasons


def reason(turn: PlayedTurn[State], level: str) -> Sentence:
    """Why a bot may have played a turn: what has gained it most of all that is in the open."""
    seat, frame = turn.seat, turn.after.frames[-1:]
    if (result := outcome(turn.after)) is not None:
        return Sentence("cards/why-ends-ahead" if result.ranks[seat] == 1 else "cards/why-ends")
    if frame and isinstance(frame[0], Attack | Defence) and frame[0].attacker == seat:
        attack, defence = (standing_strength(turn.after, frame[0], side) for side in (seat, frame[0].defender))
        said = {"leader": frame[0].leader, "attack": attack, "defence": defence}
        return Sentence("cards/why-external" if frame[0].slot else "cards/why-internal", **said)
    return main_reason(_table_gains(turn, level), _card_reason(turn))


def _table_gains(turn: PlayedTurn[State], level: str) -> Iterator[tuple[int, Sentence]]:
    """What a turn has gained its seat, by the terms of the worth of a position without any hand."""
    before, after, seat = turn.before, turn.after, turn.seat
    earlier, later = before.piles[seat], after.piles[seat]
    weights = GREEDY_WEIGHTS if level == GREEDY else GOOD_WEIGHTS
    needs = _needs(before, seat, level, weights)
    leaders = [_leader_worths(state, seat, needs, weights) for state in (before, after)]
    ship = any(isinstance(event, ev.ShipBuilt) and event.seat == seat for event in turn.events)
    for index, kind in enumerate(KINDS):
        count = later.cards[index] - earlier.cards[index]
        minds = level != GREEDY and before.variant.piles == "open" and earlier.cards[index] == min(earlier.cards)
        said = {"count": count, "kind": kind}
        yield needs[index] * count, Sentence("cards/why-weakest" if minds else "cards/why-points", **said)
        gain = leaders[1][index] - leaders[0][index]
        if ship:
            yield gain, Sentence("cards/why-ship")
        else:
            yield gain, Sentence("cards/why-supports" if leaders[0][index] else "cards/why-leader", kind=kind)
    treasures = later.treasures - earlier.treasures
    yield (EVEN + weights.treasure) * treasures, Sentence("cards/why-treasure", count=treasures)
    if level != GREEDY:
        others = [other for other in range(len(before.hands)) if other != seat]
        best = [max(_prospects(state, other, (), GOOD, weights) for other in others) for state in (before, after)]
        lost = [event.leader for event in turn.events if isinstance(event, ev.LeaderReturned) and event.seat != seat]
        away = Sentence("cards/why-sends-home", leader=lost[0]) if lost else Sentence("cards/why-rivals")
        yield weights.rivals * (best[0] - best[1]) // 100, away


def _card_reason(turn: PlayedTurn[State]) -> Sentence:
    """Why a turn that has gained nothing to be seen was played."""
    for event in turn.events:
        if getattr(event, "seat", None) == turn.seat:
            match event:
                case ev.CardPlayed():
                    return Sentence("cards/why-lays")
                case ev.LeaderWithdrawn(leader=leader):
                    return Sentence("cards/why-withdraw", leader=leader)
                case ev.CatastrophePlayed():
                    return Sentence("cards/why-catastrophe")
                case ev.Committed(count=count):
                    return Sentence("cards/why-spends" if count else "cards/why-saves")
    return Sentence("cards/why-nothing-better")
