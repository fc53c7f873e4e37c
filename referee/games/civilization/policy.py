"""Standing orders: what decides little and would cost a mail each time, from a policy given beforehand.

A policy is lines of text:

    pick CARD ..            the next card is the first of these that is in the pool
    decline WHAT ..         nothing: in lower boxes (`box`), or where a wonder asks (`peek`, `strike`, `symbol`); `but
                            CARD ..` at the end leaves the lower boxes of these cards to the player
    tech N CODE ..          in a lower box the first of these that can be had for N credits or fewer, as long as the box
                            allows, and nothing if there is none; also which of them, when one is free
    best WHAT ..            a free `colonist` or unit (`place`) where a resource is unused, else in the largest of the
                            settlements, the unit to no place that is covered, held by others, or costs anything; a
                            free growth (`grow`) of the largest settlement that can; in a lower box the structure
                            (`build`) with most faces that can be had, also where that is one of two ways

Everything that decides is public, so everybody could work out the same answers;
what the lines are stays sealed.

Source: CV 3.7, CV 3.9, CV 5.8, CV 7.4, CV 10.8, CV 13.3, CV 15.3 to CV 15.7.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

import msgspec

from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import COVERED, RESOURCES
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack.entries import Technology
from referee.games.civilization.rules import settling, units
from referee.games.civilization.rules.course import asked_now
from referee.games.civilization.rules.money import best_home, changes
from referee.games.civilization.rules.places import has_rival
from referee.games.civilization.rules.technologies import any_era, found_free, offer, price
from referee.games.civilization.rules.together import BOTTOM, act_of
from referee.games.civilization.state import State, exploited_territories
from referee.games.civilization.world import World
from referee.kernel.goods import OwnGoods
from referee.kernel.grammar.policies import Line, PolicyLines, Words, are_some
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence

BOX, BUT = "box", "but"
WONDERS = {f.Spy: "peek", f.StrikeChoice: "strike", f.NameSymbol: "symbol"}
"""The word for each question of a wonder that may be declined."""
ASKED = (BOX, *WONDERS.values())
SORTS = COLONIST, UNIT, GROWTH, BUILDING = "colonist", "place", "grow", "build"
MOST = 7
"""More codes would not fit a sealed line."""


class Policy(msgspec.Struct, frozen=True):
    """Standing orders: the words after the first one of each line. An empty tuple leaves that to the player."""

    pick: Words = ()
    decline: Words = ()
    tech: Words = ()
    best: Words = ()


def _codes(known: Collection[str]) -> Line:
    return Line(lambda words, before: words if are_some(words, known, MOST) else None)


def _best(words: Words, before: Words) -> Words | None:
    """One line after another says more."""
    return tuple(what for what in SORTS if what in {*words, *before}) if are_some(words, SORTS, len(SORTS)) else None


def _decline_line(cards: Collection[str]) -> Line:
    def read(words: Words, before: Words) -> Words | None:
        (what, but, kept), (more, _, keeps) = _decline_parts(words), _decline_parts(before)
        if (
            not are_some(what, ASKED, len(ASKED))
            or bool(but) != bool(kept)
            or (but and not are_some(kept, cards, MOST))
        ):
            return None
        kept = kept or keeps
        return (*(one for one in ASKED if one in {*what, *more}), *((BUT, *kept) if kept else ()))

    return Line(read)


def _decline_parts(words: Words) -> tuple[Words, Words, Words]:
    """What is declined, `but`, and the cards after it."""
    at = words.index(BUT) if BUT in words else len(words)
    return words[:at], words[at : at + 1], words[at + 1 :]


def _price_line(known: Collection[str]) -> Line:
    def read(words: Words, before: Words) -> Words | None:
        limit = words[0] if words else ""
        is_limit = limit.isascii() and limit.isdigit() and limit == str(int(limit)) and len(limit) <= 3
        return words if is_limit and are_some(words[1:], known, MOST) else None

    return Line(read)


@lru_cache(maxsize=8)
def lines_of(world: World) -> PolicyLines:
    """How the lines of policies are written, over a pack."""
    example = f"pick {' '.join(sorted(world.cards)[:2])}, decline box peek, best colonist"
    of = {
        "pick": _codes(world.cards),
        "decline": _decline_line(world.cards),
        "tech": _price_line(world.technologies),
        "best": Line(_best),
    }
    return PolicyLines(Policy, example, of)


def parse_policy(world: World, lines: Words) -> Policy:
    """The policy that lines of text spell, over a pack; a later `pick` or `tech` replaces an earlier one, `decline` and
    `best` add to it.

    Raises:
        Unreadable: a line that is written otherwise, or a code that the pack does not have.
    """
    policy: Policy = lines_of(world).parse(lines)
    return policy


def format_policy(world: World, policy: Policy) -> Words:
    """The lines that spell a policy; `parse_policy` undoes it."""
    return lines_of(world).format(policy)


def answer(state: State, seat: Seat, own: OwnGoods, policy: Policy) -> m.CivilizationOrder | Sentence | None:
    """What the policy answers to the question that `seat` must answer now; a sentence why, or None, if it leaves it to
    the player: None if no line is for this question.
    """
    if seat not in asked_now(state):
        return None
    act = act_of(state, seat)
    if act is not None:
        return _in_box(state, act, policy) if act.box == BOTTOM else None
    frame = state.frames[-1]
    match frame:
        case f.PickCard() if policy.pick:
            card = next((card for card in policy.pick if card in state.pool), "")
            return m.Pick(card) if card else Sentence("civilization/policy-pick")
        case f.FreeTechnology() if policy.tech:
            return _learnt(found_free(state, kept=frame.kept), policy.tech) or Sentence("civilization/policy-tech")
        case f.PlaceColonists() if COLONIST in policy.best:
            return _settler(state, seat)
        case f.PlaceUnit() if UNIT in policy.best:
            return _unit(state, seat, frame.kind, frame.era)
        case f.Growth() if GROWTH in policy.best:
            return min(settling.growths(state, seat, 0), key=lambda order: _size(state, order.place))
    declined = _decline_parts(policy.decline)[0]
    return next((m.Pass() for kind, word in WONDERS.items() if isinstance(frame, kind) and word in declined), None)


def _in_box(state: State, act: f.BoxTurn, policy: Policy) -> m.CivilizationOrder | Sentence | None:
    """What is done under the running line of a lower box; passing a line does not lose the lines after it."""
    declined, _, kept = _decline_parts(policy.decline)
    if state.playing in kept:
        return Sentence("civilization/policy-ask")
    effect, seat = act.effects[0], act.seat
    match effect:
        case fx.BuyTech() if policy.tech:
            priced = ((tech, price(state, seat, tech, effect.off)) for tech in offer(state))
            able = [tech for tech, cost in priced if cost <= int(policy.tech[0]) and changes(state, seat, cost)]
            return _learnt(able, policy.tech) or _nothing(act)
        case fx.FreeTech() if policy.tech:
            scope = effect.scope == "offer" or any_era(state)
            return _learnt(offer(state, free=True, next_era=scope), policy.tech) or Sentence("civilization/policy-tech")
        case fx.BuildEffect() if BUILDING in policy.best:
            return _best_build(state, act, effect)
        case fx.ChooseEffect() if BUILDING in policy.best and (number := _building(state, act, effect)):
            return m.Choose(number)
        case fx.Colonists() if COLONIST in policy.best:
            return _settler(state, seat)
        case fx.FreeUnit() if UNIT in policy.best:
            era = units.free_era(state, effect.unit)
            assert era is not None  # else nobody is asked
            return _unit(state, seat, effect.unit, era)
    return _nothing(act) if BOX in declined else None


def _nothing(act: f.BoxTurn) -> m.CivilizationOrder:
    """No more of the running line; of the whole box, if no line follows."""
    return m.Skip() if len(act.effects) > 1 else m.Pass()


def _learnt(able: Iterable[Technology], line: Words) -> m.Learn | None:
    """The first technology of the line that can be had; the wish of the seat decides about change."""
    codes = {tech.id for tech in able}
    return next((m.Learn(code) for code in line[1:] if code in codes), None)


def _best_build(state: State, act: f.BoxTurn, effect: fx.BuildEffect) -> m.Build | None:
    """The structure with most faces of those that can be had; the wish of the seat decides about change."""
    price_now = settling.structure_price(effect.off, act.used)
    able = {order.code for order in settling.structures(state, act.seat, price_now)}
    found = min(able, key=lambda code: (-_faces(state, code), code), default="")
    return m.Build(found) if found else None


def _faces(state: State, code: str) -> int:
    structure = state.world.structures[code]
    return structure.happy + structure.production


def _building(state: State, act: f.BoxTurn, effect: fx.ChooseEffect) -> int:
    """The alternative under which something can be built, from 1; 0 if there is none."""
    ways = ((at, one) for at, one in enumerate(effect.among, 1) if isinstance(one, fx.BuildEffect))
    return next((at for at, one in ways if _best_build(state, act, one)), 0)


def _settler(state: State, seat: Seat) -> m.Settler | None:
    home = best_home(state, seat)
    return m.Settler(home) if home else None


def _unit(state: State, seat: Seat, kind: str, era: int) -> m.CivilizationOrder | Sentence:
    """A free unit, put on a place where nothing else happens."""
    quiet = [order for order in units.placements(state, seat, kind, era) if _is_quiet(state, seat, order)]
    used = exploited_territories(state, seat)
    guards = [order for order in quiet if state.markers.get(order.place) in RESOURCES and order.place not in used]
    guards = guards or [order for order in quiet if order.place in state.towns]
    best = min(guards, key=lambda order: _size(state, order.place), default=None)
    return best or Sentence("civilization/policy-places")


def _is_quiet(state: State, seat: Seat, order: m.Place) -> bool:
    own = any(unit.place == order.place and unit.seat == seat for unit in state.units)  # one of the two would go
    free = order.change is None and units.surcharge(state, order.kind, order.place) == 0
    return free and not own and state.markers.get(order.place) != COVERED and not has_rival(state, seat, order.place)


def _size(state: State, place: str) -> tuple[int, str]:
    town = state.towns.get(place)
    return -town.level if town else 0, place
