"""A bot: it sees the board, the points and its own tiles, and answers every question the game asks.

All worths are in hundredths of a point. An order is tried out with the rules themselves, the questions
it leads to get their likeliest answers, and what is then on the board is valued. A greedy player takes
points of whatever colour; a good one minds its lowest colour, and what the others have, so that it fights for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from referee.games.tigris import events as ev
from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import SPACE, Spaces, neighbours
from referee.games.tigris.data import (
    COLOURS,
    KIND_NUMBER,
    KINDS,
    KING,
    MONUMENT_COLOURS,
    MONUMENTS,
    ROLE_NUMBER,
    TEMPLE,
    TILE_COUNTS,
    TRADER,
)
from referee.games.tigris.legal import legal_orders, tile_spaces
from referee.games.tigris.rules.conflicts import conflict_kind, possible_counts
from referee.games.tigris.rules.order import apply, asked
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.state import State, kingdoms
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
from referee.kernel.events import Discarded, Spent
from referee.kernel.game import PlayedTurn, Typed
from referee.kernel.goods import Hand, OwnGoods
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence


class TigrisWeights(msgspec.Struct, frozen=True):
    """What a position is worth, as data that `scripts/rate_bots.py --tune` changes."""

    level: tuple[int, int] = (100, 40)
    """As `kernel.bot.worth_by_level`."""
    coming: int = 70
    """A tile in the bag will be so many hundredths of a point to one of the seats."""
    lasting: int = 50
    """With fewer tiles in the bag a leader on the board is worth less with each."""
    treasure: int = 250
    """Beside the point that it is: it may be a point of any colour at the end."""
    income: int = 200
    crown: int = 100
    """A leader on the board will be paid for tiles to come, a king for those of missing leaders too .."""
    supporter: int = 12
    enough: int = 6
    """.. and loses no war as long as tiles of its colour are in its kingdom; after so many one more hardly matters."""
    guard: int = 35
    """A temple beside a leader, up to three: a revolt against it costs that many more."""
    monument: int = 3
    """A monument pays its leader so many points before somebody stops it."""
    near_treasure: int = 80
    """A treasure in the kingdom of a trader, to be had once another kingdom joins."""
    rivals: int = 60
    """What the best of the others has counts so many hundredths of the same of one's own."""
    patience: int = 40
    hurry: int = 1
    """After so many turns of each player a tile left in the bag weighs more with every turn: the game shall end."""
    idle: int = 60
    swap: int = 50
    withdrawal: int = 100
    catastrophe: int = 150
    """What is lost by the order itself: an action that lays nothing, a leader off the board, a catastrophe."""
    spent: int = 25
    """A tile laid beside the board in a conflict, which might have been a point."""
    held: int = 0
    """A tile in hand of the colour that is needed most."""
    threat: int = 50
    """What a rival would gain by a war counts so many hundredths as lost, times how likely it wins .."""
    prey: int = 15
    """.. and the points that a seat would take itself, in its next turn, so many as gained."""
    width: int = 6
    """So many lines of a turn are gone on with .."""
    budget: int = 400
    """.. until so many orders have been tried."""


GREEDY_WEIGHTS = TigrisWeights()
GOOD_WEIGHTS = TigrisWeights(rivals=100, monument=8)
KEPT = 3
"""So many tiles stay when the others are swapped: a swap is for hands of one kind."""
TILES = sum(TILE_COUNTS)
DEEP = {GREEDY: 2, GOOD: 4}
"""So many questions after an order are foreseen; then the position counts as it lies."""


def answer(
    state: State, seat: Seat, own: OwnGoods, chance: Iterator[int], level: str, weights: TigrisWeights = GOOD_WEIGHTS
) -> Typed[m.Move]:
    """What a bot at `seat` does now. `own` is its hand, `chance` breaks ties, `level` is one of `bot.LEVELS`; a greedy
    one has weights of its own.
    """
    if level == STRONG:
        return _with_tiles(_deep_planner(weights).order(state, seat, own.hand, chance), own)
    if level == GOOD:
        plans = planner_of(weights).plans(state, seat, own.hand, weights.width, weights.budget)
        return _with_tiles(first_order(plans, chance), own)
    foresight, deep = _foresight(GREEDY_WEIGHTS, GREEDY), DEEP[GREEDY]
    orders = _sensible(state, seat, own)
    return _with_tiles(best_order(orders, lambda move: foresight.after(state, move, seat, own.hand, deep), chance), own)


def _with_tiles(move: m.Move, own: OwnGoods) -> Typed[m.Move]:
    return Typed(move, _given_away(own.hand, move.count) if isinstance(move, m.Swap) else ())


def _sensible(state: State, seat: Seat, own: OwnGoods) -> Iterator[m.Move]:
    """The orders worth a look. Of placements that do the same to the same kingdoms one is enough."""
    found = kingdoms(state.pieces, state.all_leaders)
    seen = set()
    for move in legal_orders(state, seat, own):
        if isinstance(move, m.Place | m.Leader):
            alike = _same_gain(state, seat, move, found)
            if not alike or alike in seen:
                continue
            seen.add(alike)
        elif (isinstance(move, m.Catastrophe) and not SPACE[move.cell] & state.laid) or (
            isinstance(move, m.Swap) and move.count != max(1, len(own.hand) - KEPT)
        ):
            continue
        yield move


def _same_gain(state: State, seat: Seat, move: m.Place | m.Leader, found: list[Spaces]) -> tuple[object, ...] | None:
    """What a placement does, as far as it can be seen without playing it; None for a tile far from everything."""
    near = neighbours(SPACE[move.cell])
    touched = tuple(number for number, kingdom in enumerate(found) if kingdom & near)
    temples = (near & state.tiles[TEMPLE]).bit_count()
    if isinstance(move, m.Leader):
        return (ROLE_NUMBER[move.role], touched, temples)
    if not near & state.pieces:
        return None
    colour = KIND_NUMBER[move.kind]
    own = near & sum(state.leaders[4 * seat : 4 * seat + 4])
    return (colour, touched, (near & state.tiles[colour]).bit_count(), bool(own), bool(near & state.treasures))


def _given_away(hand: Hand, count: int) -> Hand:
    """The tiles to exchange: of the kind that is held most often, one after the other."""
    left, given = list(hand), []
    for _ in range(count):
        given.append(max(left, key=lambda kind: (left.count(kind), kind)))
        left.remove(given[-1])
    return tuple(sorted(given))


def _likely(state: State, seat: Seat) -> Likely:
    """Another seat adds to a conflict what it must and may well hold, and else gives its first answer."""
    frame = state.frames[-1]
    if not isinstance(frame, f.Commit):
        return ((CERTAIN, next(legal_orders(state, seat, None))),)
    kind, held = TILE_COUNTS[KINDS.index(conflict_kind(frame))], state.hands[seat]
    if frame.added is None:
        counts = possible_counts(state.setting.english, frame, held)
        return ((CERTAIN, m.Commit(max(count for count in counts if count * TILES <= kind * held))),)
    missing = max(0, frame.attack + frame.added - frame.defence)
    if not missing or missing > held:
        return ((CERTAIN, m.Commit(0)),)
    holds = likelihood_of_at_least(missing, kind, TILES, held)
    return ((holds, m.Commit(missing)), (CERTAIN - holds, m.Commit(0)))


def _is_at_rest(state: State) -> bool:
    return not state.frames or isinstance(state.frames[-1], f.TakeAction)


def _price(move: m.Move, weights: TigrisWeights) -> int:
    match move:
        case m.Commit():
            return weights.spent * move.count
        case m.Pass():
            return weights.idle
        case m.Swap():
            return weights.swap
        case m.Withdraw():
            return weights.withdrawal
        case m.Catastrophe():
            return weights.catastrophe
    return 0


def _own_worth(state: State, seat: Seat, weights: TigrisWeights) -> int:
    found = kingdoms(state.pieces, state.all_leaders)
    return _prospects(state, seat, found, (), GREEDY, weights) - _hurry(state, weights)


def _hurry(state: State, weights: TigrisWeights) -> int:
    return weights.hurry * state.bag * max(0, state.turn - weights.patience * state.seat_count)


def _hand_worth(state: State, seat: Seat, hand: Hand, weights: TigrisWeights) -> int:
    end = outcome_value(outcome(state), seat)
    if end is not None:
        return end + _prospects(state, seat, [], (), GOOD, weights)
    found = kingdoms(state.pieces, state.all_leaders)
    rivals = [other for other in range(state.seat_count) if other != seat]
    others = max(_prospects(state, other, found, (), GOOD, weights) for other in rivals)
    own = _prospects(state, seat, found, hand, GOOD, weights) + _war_worth(state, seat, found, hand, weights)
    return own - weights.rivals * others // 100 - _hurry(state, weights)


def _war_worth(state: State, seat: Seat, found: list[Spaces], hand: Hand, weights: TigrisWeights) -> int:
    """What a seat would gain by wars with kingdoms that one tile may join to its own, less the most that a rival would
    take from each of its leaders.
    """
    beside = [neighbours(kingdom) for kingdom in found]
    land, river = tile_spaces(state, found)
    needs = [_needs(state, other, GOOD, weights) for other in range(state.seat_count)]
    worth = 0
    for colour, leader in enumerate(state.leaders[4 * seat : 4 * seat + 4]):
        if not leader:
            continue
        home = next(number for number, kingdom in enumerate(found) if kingdom & leader)
        tiles, threats = (state.tiles[colour] & found[home]).bit_count(), [0]
        strength = tiles + hand.count(KINDS[colour])
        for other, rival in enumerate(state.leaders[colour::4]):
            abroad = next((number for number, kingdom in enumerate(found) if kingdom & rival), home)
            if abroad == home or not beside[home] & beside[abroad] & (land | river):
                continue
            against = (state.tiles[colour] & found[abroad]).bit_count()
            wins, holds = (
                likelihood_of_at_least(strength - against + more, TILE_COUNTS[colour], TILES, state.hands[other])
                for more in (1, 0)
            )
            lost = (tiles + 1) * needs[other][colour] * weights.rivals // 100 + weights.income
            lost += needs[seat][colour] // 2 + weights.supporter * min(weights.enough, tiles)
            threats.append(weights.threat * lost * wins // 100)
            worth += weights.prey * (against + 1) * needs[seat][colour] * (CERTAIN - holds) // 100
        worth -= max(threats)
    return worth // CERTAIN


def _prospects(state: State, seat: Seat, found: list[Spaces], hand: Hand, level: str, weights: TigrisWeights) -> int:
    """The points of a seat, and while the game runs what its leaders on the board and its hand will bring."""
    points, treasures = state.points[seat], state.treasures_won[seat]
    if level == GREEDY:
        worth = EVEN * sum(points) + (EVEN + weights.treasure) * treasures
        needs = _needs(state, seat, level, weights)
        return worth if state.ended else worth + sum(_leader_worths(state, seat, found, needs, weights))
    parts, worth = [100 * count for count in points], weights.treasure * treasures
    if state.ended:
        return worth + worth_by_level(tuple(parts), treasures, 0, weights.level)[0]
    late = min(state.bag, weights.lasting)
    for colour, leader in enumerate(state.leaders[4 * seat : 4 * seat + 4]):
        if leader:
            kingdom = next(kingdom for kingdom in found if kingdom & leader)
            plain, part = _leader_terms(state, colour, leader, kingdom, weights)
            worth += plain * late // weights.lasting
            parts[colour] += part * late // weights.lasting
    for kind in hand:
        parts[KIND_NUMBER[kind]] += weights.held
    return worth + worth_by_level(tuple(parts), treasures, _coming(state, weights), weights.level)[0]


def _coming(state: State, weights: TigrisWeights) -> int:
    """About how many points a seat will still get, in hundredths."""
    return weights.coming * state.bag // state.seat_count


def _needs(state: State, seat: Seat, level: str, weights: TigrisWeights) -> tuple[int, ...]:
    """About what one more point of each colour is worth to a seat."""
    if level == GREEDY:
        return (EVEN,) * len(COLOURS)
    parts = tuple([100 * count for count in state.points[seat]])
    return worth_by_level(parts, state.treasures_won[seat], _coming(state, weights), weights.level)[1]


def _leader_worths(
    state: State, seat: Seat, found: list[Spaces], needs: tuple[int, ...], weights: TigrisWeights
) -> list[int]:
    """What each leader of a seat is worth, 0 for one that is off the board."""
    return [
        _leader_worth(
            state, colour, leader, next(kingdom for kingdom in found if kingdom & leader), needs[colour], weights
        )
        if leader
        else 0
        for colour, leader in enumerate(state.leaders[4 * seat : 4 * seat + 4])
    ]


def _leader_worth(state: State, colour: int, leader: Spaces, kingdom: Spaces, need: int, weights: TigrisWeights) -> int:
    """What a leader on the board is worth, if a point of its colour is worth so much."""
    plain, parts = _leader_terms(state, colour, leader, kingdom, weights)
    return plain + need * parts // 100


def _leader_terms(
    state: State, colour: int, leader: Spaces, kingdom: Spaces, weights: TigrisWeights
) -> tuple[int, int]:
    """What a leader on the board is worth for support in wars, temples beside it and treasures, and hundredths of a
    point of its colour in prospect: income and monuments.
    """
    worth = weights.income + (weights.crown if colour == KING else 0)
    worth += weights.supporter * min(weights.enough, (state.tiles[colour] & kingdom).bit_count())
    worth += weights.guard * min(3, (neighbours(leader) & state.tiles[TEMPLE]).bit_count())
    parts = 50
    for colours, corner in zip(MONUMENT_COLOURS, state.monuments, strict=True):
        if corner & kingdom and colour in colours:
            parts += 100 * weights.monument
    if colour == TRADER:
        worth += weights.near_treasure * (state.treasures & kingdom).bit_count()
    if colour == KING and state.ziggurat & kingdom:
        worth += weights.monument * 100
    return worth, parts


@cache
def _foresight(weights: TigrisWeights, level: str) -> Foresight[State, m.Move]:
    def worth(state: State, seat: Seat, hand: Hand) -> int:
        return _own_worth(state, seat, weights) if level == GREEDY else _hand_worth(state, seat, hand, weights)

    def price(move: m.Move) -> int:
        return _price(move, weights)

    return Foresight(apply, asked, _sensible, _likely, _is_at_rest, worth, price)


def _is_turn_over(state: State, seat: Seat) -> bool:
    return not state.frames or state.active != seat or not _is_at_rest(state)


@cache
def planner_of(weights: TigrisWeights) -> Planner[State, m.Move]:
    """The search through a turn with these weights."""
    foresight = _foresight(weights, GOOD)

    def follow(state: State, move: m.Move, seat: Seat, hand: Hand) -> Likeliest[State]:
        given = _given_away(hand, move.count) if isinstance(move, m.Swap) else ()
        return foresight.follow(state, move, seat, hand, DEEP[GOOD], given)

    def orders(state: State, seat: Seat, hand: Hand) -> Iterator[m.Move]:
        return _sensible(state, seat, OwnGoods(hand))

    return Planner(follow=follow, orders=orders, ends=_is_turn_over, worth=foresight.worth)


def _unseen_tiles(state: State, seat: Seat, hand: Hand) -> tuple[str, ...]:
    """What is neither on the board nor in the hand; tiles out of the game count as in the bag."""
    counts = zip(KINDS, TILE_COUNTS, state.tiles, strict=True)
    return tuple(kind for kind, count, tiles in counts for _ in range(count - tiles.bit_count() - hand.count(kind)))


@cache
def _deep_planner(weights: TigrisWeights) -> DeepPlanner[State, m.Move]:
    return DeepPlanner(
        planner=planner_of(weights),
        asked=asked,
        unseen=_unseen_tiles,
        sizes=lambda state: state.hands,
        first=(weights.width, weights.budget),
    )


# Reasons


def reason(turn: PlayedTurn[State], level: str) -> Sentence:
    """Why a bot may have played a turn: what has gained it most of all that is in the open."""
    seat, frame = turn.seat, turn.after.frames[-1:]
    if (result := outcome(turn.after)) is not None:
        return Sentence("tigris/why-ends-ahead" if result.ranks[seat] == 1 else "tigris/why-ends")
    if frame and isinstance(frame[0], f.Commit) and frame[0].attacker == seat:
        strengths = {"colour": frame[0].colour, "attack": frame[0].attack, "defence": frame[0].defence}
        return Sentence("tigris/why-war" if frame[0].joining else "tigris/why-revolt", **strengths)
    return main_reason(_board_gains(turn, level), _order_reason(turn))


def _board_gains(turn: PlayedTurn[State], level: str) -> Iterator[tuple[int, Sentence]]:
    """What a turn has gained its seat, by the terms of the worth of a position without any hand."""
    before, after, seat = turn.before, turn.after, turn.seat
    weights = GREEDY_WEIGHTS if level == GREEDY else GOOD_WEIGHTS
    earlier, later = (kingdoms(state.pieces, state.all_leaders) for state in (before, after))
    points, needs = before.points[seat], _needs(before, seat, level, weights)
    ways = {event.colour: event.why for event in turn.events if isinstance(event, ev.Scored) and event.seat == seat}
    both = ((before, earlier), (after, later))
    leaders = [_leader_worths(state, seat, found, needs, weights) for state, found in both]
    built = [event.name for event in turn.events if isinstance(event, ev.Built) and event.seat == seat]
    for number, colour in enumerate(COLOURS):
        count = after.points[seat][number] - points[number]
        minds = level != GREEDY and before.setting.open_scores and points[number] == min(points)
        said: dict[str, object] = {"count": count, "colour": colour, "way": ways.get(colour, "tile")}
        yield needs[number] * count, Sentence("tigris/why-weakest" if minds else "tigris/why-points", **said)
        gain = leaders[1][number] - leaders[0][number]
        if built and built[0] in MONUMENTS:
            yield gain, Sentence("tigris/why-monument", name=built[0])
        else:
            yield gain, Sentence("tigris/why-supports" if leaders[0][number] else "tigris/why-leader", colour=colour)
    treasures = after.treasures_won[seat] - before.treasures_won[seat]
    yield (EVEN + weights.treasure) * treasures, Sentence("tigris/why-treasure", count=treasures)
    if level != GREEDY:
        others = [other for other in range(before.seat_count) if other != seat]
        best = [max(_prospects(state, other, found, (), GOOD, weights) for other in others) for state, found in both]
        lost = [event.piece for event in turn.events if isinstance(event, ev.Home) and event.seat != seat]
        away = Sentence("tigris/why-sends-home", piece=lost[0]) if lost else Sentence("tigris/why-rivals")
        yield weights.rivals * (best[0] - best[1]) // 100, away


def _order_reason(turn: PlayedTurn[State]) -> Sentence:
    """Why a turn that has gained nothing to be seen was played."""
    own = [event for event in turn.events if getattr(event, "seat", None) == turn.seat]
    for event in own:
        match event:
            case Discarded():
                return Sentence("tigris/why-swap")
            case ev.Withdrew(piece=piece):
                return Sentence("tigris/why-withdraw", piece=piece)
            case ev.Catastrophe():
                return Sentence("tigris/why-catastrophe")
            case Spent():
                return Sentence("tigris/why-spends")
    fought = isinstance(turn.before.frames[-1], f.Commit)
    return Sentence("tigris/why-saves" if fought else "tigris/why-nothing-better")
