"""What people type: codes or names, in any language, cut short; `read` makes orders of it.

Verbs have their words in the catalogues, places, technologies and all else of the pack by code or by a name in it; any
unambiguous beginning will do. Beyond the canonical spelling it takes names (`buy cavalry Ganges`), a change without its
place (`tech mas +c`), a unit without its kind where one stands alone (`march mis app`), `upgrade all`, an order of an
alternative without `choose`, and one of a later line of the box without `skip`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

import msgspec

from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.alternatives import alternatives, orders_needed_before
from referee.games.civilization.data import COLONIST, FLEET, INFANTRY, KIND_OF_LETTER, KINDS
from referee.games.civilization.legal import legal_orders
from referee.games.civilization.moves import ORDERS
from referee.games.civilization.order_words import codes_of, orders_of, words_in
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules import marching
from referee.games.civilization.rules.course import apply, requests
from referee.games.civilization.rules.money import best_home, best_leaver
from referee.games.civilization.rules.together import act_of
from referee.games.civilization.state import State
from referee.games.civilization.world import World
from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from referee.kernel.grammar import Entry as Row
from referee.kernel.grammar import HeardOrder
from referee.kernel.grammar.orders import Orders, fields
from referee.kernel.grammar.orders import read as read_word
from referee.kernel.grammar.reader import Reader
from referee.kernel.grammar.sentences import Meant
from referee.kernel.grammar.speech import TypedWord, Usage, doing_of
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Seat


def _one_spelling(text: str, state: State) -> Meant:
    """The order with this one spelling, if all its codes are codes of the pack."""
    try:
        order = ORDERS.parse(text)
    except Unreadable:
        return ()
    return (Typed(order),) if words_in(order) <= codes_of(state.world) else ()


_ODD_CREDITS = 5
"""What a colonist is worth as change."""

_OF_CHANGE = frozenset(("change", "colonist", "place", "buy", "take"))
"""The verbs of words that may tell where the colonist of a purchase comes from or goes to: `the one I get`."""


class _Reader(Reader):
    """Words are those of the pack that is played; an order may stand for what must be ordered before it as well."""

    def orders(self, state: State) -> Orders:
        """The orders with the words of the pack."""
        return orders_of(state.world)

    def needed_before(self, move: m.CivilizationOrder, state: State, seat: Seat) -> tuple[m.CivilizationOrder, ...]:
        """A choice, or the end of lines of the box before its own."""
        return orders_needed_before(state, seat, move)

    def ahead(
        self, allowed: Collection[m.CivilizationOrder], state: State, seat: Seat
    ) -> Iterator[m.CivilizationOrder]:
        """What a choice or the next line of the box leads to."""
        for move in allowed:
            if isinstance(move, m.Choose | m.Skip):
                after, is_known = self.after((Typed(move),), state, seat)
                orders = legal_orders(after, seat, None) if is_known else ()
                yield from (one for one in orders if not isinstance(one, m.Wish | m.Pass | m.Skip | m.Choose))

    def amendment_of(self, spelled: str, words: tuple[TypedWord, ...], state: State, seat: Seat) -> str:
        """A purchase with the colonist of its change or its price: `and the colonist of my change goes to Dakota`."""
        own = frozenset[str]().union(*(word.own for word in words))
        values = [one for word in words for one in word.values]
        places = [one.value for one in values if one.sort == "place"]
        is_paid = any(one.sort == "less" for one in values) or ("colonist" in own and any(w.is_origin for w in words))
        is_other = not own <= _OF_CHANGE or any(one.sort == "technology" for one in values)
        is_other = is_other or any(word.number not in (0, 1, _ODD_CREDITS) for word in words)
        is_exact = "colonist" not in own and any(one.sort == "way" for one in values)  # `change place dak`
        if len(places) != 1 or is_other or is_exact or not (is_paid or "change" in own):
            return ""
        found = f"{spelled} {'-' if is_paid else '+'}c {places[0]}"
        return found if found in map(ORDERS.format, legal_orders(state, seat, None)) else ""

    def name_now(self, spelled: str, state: State, seat: Seat) -> str:
        """An order with the kinds of its units, a choice with what it gives; none with a change, which is told with
        what it is for.
        """
        verb, _, rest = spelled.partition(" ")
        if " +c" in spelled or " -c" in spelled:
            return ""
        if verb == "choose":
            return f"{spelled} {_gain_text(state, seat, int(rest))}"
        if verb == "colonist":
            return f"{spelled} {COLONIST}"
        if verb == "attack":
            return " ".join((verb, rest.partition(" ")[0], *ORDERS.parse(spelled).kinds))
        return re.sub(r":(\w)", lambda unit: f" {KIND_OF_LETTER[unit[1]]} ", spelled)


def _gain_text(state: State, seat: Seat, number: int) -> str:
    """What an alternative gives, and how much."""
    act = act_of(state, seat)
    line = act.effects[0] if act is not None and act.effects else None
    among = line.among if isinstance(line, fx.ChooseEffect) else ()
    return (
        f"{alternatives(state, seat)[number - 1]} {getattr(among[number - 1], 'n', '')}" if number <= len(among) else ""
    )


# Readers


def _written_like(order: HeardOrder, state: State, verb: str = "") -> Unreadable:
    return orders_of(state.world).written_like(order, verb)


_SPOKEN = {"with-colonist": "+", "with-a-colonist": "+", "less-colonist": "-"}


def _change(
    order: HeardOrder, state: State, seat: Seat, places: tuple[str, ...]
) -> tuple[m.ColonistChange | None, tuple[str, ...]]:
    """The change at the end of an order, and the places before it."""
    spoken = next(iter((*order.all("less"), *order.all("wholly"), *order.all("paid"))), "")
    sign = next(iter(order.all("sign")), _SPOKEN.get(spoken, ""))[:1]
    if not sign:
        return None, places
    if spoken == "with-colonist" and _gives_colonists(state, seat):
        raise _written_like(order, state)  # `a colonist in Gaul` may be change, or what the box gives
    where = (order.parts[-1].sort == "place" and places[-1:]) or ()
    if where:
        return m.ColonistChange(sign, where[0]), places[:-1]
    best = best_home(state, seat) if sign == "+" else best_leaver(state, seat)
    if best is None:
        raise Unreadable(
            "civilization/change-needs-place", hint=said(orders_of(state.world).grammar, f"{order.text} gan")
        )
    return m.ColonistChange(sign, best), places


def _sells_units(state: State, seat: Seat) -> bool:
    act = act_of(state, seat)
    return act is not None and bool(act.effects) and isinstance(act.effects[0], fx.BuyUnits | fx.FreeUnit)


def _gives_colonists(state: State, seat: Seat) -> bool:
    act = act_of(state, seat)
    return act is not None and any(isinstance(line, fx.Colonists | fx.BuyColonists) for line in act.effects)


def _one_place(order: HeardOrder, state: State, seat: Seat) -> tuple[str, m.ColonistChange | None]:
    change, places = _change(order, state, seat, order.all("place"))
    if len(places) != 1:
        raise _written_like(order, state)
    return places[0], change


def _of_place(order: HeardOrder, state: State, seat: Seat) -> m.CivilizationOrder:
    return ORDERS.struct(order.verb)(*_one_place(order, state, seat))  # type: ignore[no-any-return]


def _of_places(order: HeardOrder, state: State, seat: Seat) -> tuple[m.CivilizationOrder, ...]:
    """`colonist gan`, `2 colonists gan`, `colonist gan 2, mek`: an order for each."""
    make, (places, change) = ORDERS.struct(order.verb), _each_place(order, state, seat)
    return tuple(make(place, change) for place in places)


def _each_place(order: HeardOrder, state: State, seat: Seat) -> tuple[list[str], m.ColonistChange | None]:
    """Every place, as often as the number beside it says, or else of a single place with its change."""
    if not any(part.sort in ("sign", "paid", "wholly", "less") for part in order.parts):
        words = orders_of(state.world).grammar.vocabulary
        is_moved = any(one.sort == "from" for word in order.line.split() for one in words.exact(word))
        if is_moved and ({order.verb, *order.all("kind")} & {"colonist", COLONIST} or len(order.all("place")) > 1):
            raise _written_like(order, state)  # what is bought comes from nowhere
        return _repeat_places(order, state), None
    if order.all("number") not in ((), ("1",)):
        raise _written_like(order, state)
    place, change = _one_place(order, state, seat)
    return [place], change


def _repeat_places(order: HeardOrder, state: State) -> list[str]:
    """The places, each as often as the number beside it says, or once if one number says how many they are. Raises
    Unreadable if it does not say beside which.
    """
    sorts = "".join(part.sort[0] for part in order.parts if part.sort in ("number", "place"))
    numbers, places = list(map(int, order.all("number"))), order.all("place")
    if len(numbers) == len(places) + 1 and numbers[0] == sum(numbers[1:]):
        sorts, numbers = sorts.replace("n", "", 1), numbers[1:]  # `two colonists, one in Gaul and one in Italy`
    if set(numbers) <= {1} or (numbers == [len(places)] and sorts[0] == "n"):
        return list(places)
    by_place = re.fullmatch("(np)+", sorts) or re.fullmatch("(pn)+", sorts)
    if by_place is None or max(numbers) > m.MOST:
        raise _written_like(order, state)
    return [place for place, count in zip(places, numbers, strict=True) for _ in range(count)]


def _begins(state: State, seat: Seat) -> bool:
    """Whether a seat has its first settlement to come."""
    return any(isinstance(frame, f.TakeCard | f.FirstSettlement) and frame.seat == seat for frame in state.frames)


def _settle(order: HeardOrder, state: State, seat: Seat) -> m.CivilizationOrder | tuple[m.CivilizationOrder, ...]:
    """The first settlement as long as there is none, then a new one, by whichever verb."""
    if not _begins(state, seat):
        return _of_places(msgspec.structs.replace(order, verb="found"), state, seat)
    return m.Settle(_one_place(order, state, seat)[0])


def _of_code(order: HeardOrder, state: State, seat: Seat) -> m.CivilizationOrder:
    if order.line == order.text and len(order.parts) == 1 and _sells_units(state, seat):
        raise _written_like(order, state, "buy")  # a technology may be called like a unit: `cavalry`
    change, left = _change(order, state, seat, order.all("place"))
    if left:
        raise _written_like(order, state)
    make = ORDERS.struct(order.verb)
    return make(order.all(fields(make)[0].sort.name)[0], change)  # type: ignore[no-any-return]


def _buy(order: HeardOrder, state: State, seat: Seat) -> Any:
    if state.frames and isinstance(state.frames[-1], f.PlaceUnit):
        return _typed_place(order, state, seat)
    places, change = _each_place(order, state, seat)
    kind = order.all("kind")[0]
    return tuple(m.Settler(place, change) if kind == COLONIST else m.Buy(kind, place, change) for place in places)


def _typed_place(order: HeardOrder, state: State, seat: Seat) -> Any:
    """`place inf gan`, `inf gan`, `gan`: a unit that is to be placed, or the one the box sells."""
    if COLONIST in order.all("kind") and not (order.all("sign") or order.all("less")):
        parts = tuple(part for part in order.parts if part.sort != "kind")
        return _of_places(msgspec.structs.replace(order, verb="colonist", parts=parts), state, seat)
    if set(order.all("kind")) <= {INFANTRY} and _begins(state, seat):
        return _settle(order, state, seat)
    if len(order.all("place")) > 1 and not order.all("sign") and _marches(state, seat):
        return _march(order, state, seat)
    places, change = _each_place(order, state, seat)
    frame, act = state.frames[-1] if state.frames else None, act_of(state, seat)
    kind = next(iter(order.all("kind")), "")
    if kind == COLONIST or (not kind and isinstance(frame, f.PlaceColonists)):
        return tuple(m.Settler(place, change) for place in places)
    if not kind and isinstance(frame, f.PlaceUnit):
        kind = frame.kind
    lines = act.effects if act else ()
    if not kind and lines and isinstance(lines[0], fx.FreeUnit):
        kind = lines[0].unit
    if not kind:
        raise _written_like(order, state)
    sold = bool(lines) and isinstance(lines[0], fx.BuyUnits)
    return tuple((m.Buy if sold else m.Place)(kind, place, change) for place in places)


def _attack(order: HeardOrder, state: State, seat: Seat) -> m.CivilizationOrder | tuple[m.CivilizationOrder, ...]:
    """`attack gob 2i+a` buys; `attack gob app:i sie:c` marches, and so do `2 infantry from app`."""
    places, numbers = order.all("place"), order.all("number")
    if len(places) > 1:
        marches = _march(order, state, seat)
        if not isinstance(marches, m.March) or len(marches.units) > 1 or len(numbers) != 1:
            return marches
        return m.March(marches.place, marches.units * int(numbers[0]))
    kinds = (*order.counted("kind"), *order.counted("letter"))
    if not kinds or COLONIST in kinds or max(map(kinds.count, kinds)) > m.MOST:
        raise _written_like(order, state)
    if len(kinds) == 1:
        return m.Buy(kinds[0], places[0])
    return m.Attack(places[0], tuple(sorted(kinds, key=KINDS.index)))


def _marches(state: State, seat: Seat) -> list[m.March]:
    """The marches of a single unit that the rules allow."""
    found = (one for one in legal_orders(state, seat, None) if isinstance(one, m.March))
    return [one for one in found if len(one.units) == 1]


def _march(order: HeardOrder, state: State, seat: Seat) -> m.CivilizationOrder | tuple[m.CivilizationOrder, ...]:
    kinds = order.all("kind")
    if len(order.all("place")) == 1 and len(kinds) < 2 and not order.all("old"):
        goal = order.all("place")[0]
        there = [one for one in _marches(state, seat) if one.place == goal and one.units[0].kind in (kinds or KINDS)]
        if len(there) != 1 or order.all("from"):
            raise _written_like(order, state, "march")
        return there[0]
    origins = {after.value for before, after in pairwise(order.parts) if (before.sort, after.sort) == ("from", "place")}
    if len(order.all("place")) == 2 and len(kinds) < 2 and not order.all("old"):
        one, other = order.all("place")  # the first is the goal, unless only there a unit stands, or it says where from
        stands = {place for place in (one, other) if _stands(state, seat, place, kinds)}
        goal, origin = (other, one) if (origins or stands) == {one} else (one, other)
        return m.March(goal, (_marcher(state, seat, origin, "".join(kinds)),))
    target, units = "", list[m.Marcher]()
    parts = [part for part in order.parts if part.sort in ("place", "kind", "old")]
    for number, part in enumerate(parts):
        if part.sort != "place":
            continue
        after = parts[number + 1] if number + 1 < len(parts) else None
        if after is not None and after.sort != "place":
            units.append(_marcher(state, seat, part.value, after.value))
        elif not target and part.value not in origins:
            target = part.value
        else:
            units.append(_marcher(state, seat, part.value, ""))
    if not target or not units:
        raise _written_like(order, state, "march")
    return m.March(target, tuple(sorted(units)))


def _stands(state: State, seat: Seat, place: str, kinds: tuple[str, ...]) -> bool:
    return any(unit.seat == seat and unit.place == place and unit.kind in (kinds or KINDS) for unit in state.units)


def _marcher(state: State, seat: Seat, place: str, unit: str) -> m.Marcher:
    """The unit meant: without its kind the only one there, its era only where it must be said."""
    here = [one for one in state.units if one.seat == seat and one.place == place]
    kinds = {one.kind for one in here}
    kind = read_word(m.UNIT, unit[:3]) if unit else kinds.pop() if len(kinds) == 1 else ""
    if not kind:
        every = map(ORDERS.format, (one for one in legal_orders(state, seat, None) if isinstance(one, m.March)))
        found = sorted(every, key=lambda one: f" {place}:" not in one)[:1]
        hint = said(orders_of(state.world).grammar, found[0]) if found else None
        raise Unreadable("civilization/which-unit", place=place, hint=hint)
    if kind == FLEET and kinds == {INFANTRY}:
        kind = INFANTRY  # an Italian `f`
    alike = {one.era for one in here if one.kind == kind}
    return m.Marcher(place, kind, 0 if len(alike) < 2 else int(unit[3:] or 0))


def _upgrade(order: HeardOrder, state: State, seat: Seat) -> tuple[m.CivilizationOrder, ...]:
    places = order.all("place")
    if order.all("every") and not places:
        act = act_of(state, seat)
        lines = [line for line in act.effects if isinstance(line, fx.UpgradeEffect)] if act else []
        found = sorted(set(marching.upgrades(state, seat, lines[0].units, lines[0].price))) if lines else []
        if not found:
            raise _written_like(order, state)
        return tuple(found)
    parts = [part.value for part in order.parts if part.sort in ("kind", "old")]
    if not places or len(parts) not in (0, len(places)):
        raise _written_like(order, state)
    parts = parts or [""] * len(places)
    return tuple(m.Upgrade(_marcher(state, seat, place, unit)) for place, unit in zip(places, parts, strict=True))


def _typed_card(order: HeardOrder, state: State, seat: Seat) -> m.CivilizationOrder:
    """A card, by whichever verb: the first one as long as it is not taken, then the next one."""
    cards = order.all("card")
    is_first = any(isinstance(frame, f.TakeCard) and frame.seat == seat for frame in state.frames)
    return m.Take(*cards) if is_first and len(cards) == 1 else m.Pick(*cards)


def _choose(order: HeardOrder, state: State, seat: Seat) -> m.CivilizationOrder:
    """`choose 1`, or by what the alternative gives: `choose structures`."""
    among = alternatives(state, seat)
    if order.all("among") and not among:
        return m.Choose(1)  # the rules say that there is no choice
    named = [number for number, what in enumerate(among, 1) if what in order.all("among")]
    numbers = {*map(int, order.all("number")), *named}
    is_next = len(order.parts) > 1 and order.parts[-1].sort == "number"  # `the credits, two colonists ..`
    if is_next or len(numbers) != 1 or not 1 <= min(numbers) <= m.MOST:
        raise _written_like(order, state)
    return m.Choose(*numbers)


def _odd_fives(order: HeardOrder, state: State, seat: Seat) -> m.CivilizationOrder:
    """`change place gan`, and `change in gan`: a colonist comes there."""
    places, ways = order.all("place"), order.all("way")
    if not places and not ways:
        raise _written_like(order, state)
    return m.OddFives(*(ways or ("place",)), *places)


_ODD = {
    "change": _odd_fives,
    **dict.fromkeys(("take", "pick"), _typed_card),
    **dict.fromkeys(("tech", "build"), _of_code),
    **dict.fromkeys(("settle", "found"), _settle),
    "colonist": _of_places,
    "grow": _of_place,
    "buy": _buy,
    "attack": _attack,
    "place": _typed_place,
    "march": _march,
    "upgrade": _upgrade,
    "choose": _choose,
}
_USAGE = Usage(
    doing=doing_of(
        "put: place settle colonist found buy, move: march, go: march place colonist settle",
        "attack: march attack buy, take: take pick tech build buy choose, buy: buy tech build colonist",
        "choose: take pick choose settle, make: build found, begin: settle take, settle: settle found, pass: pass",
        "grow: grow, announce: symbol, keep: pick, vote: vote, found: found settle, add: colonist place",
        "look: peek, destroy: strike",
    ),
    places=frozenset(("place",)),
    origins=(frozenset(("upgrade",)), frozenset(("march",))),
    free=frozenset(("change", "excess", "vote", "end")),
)
READER = _Reader(ORDERS, requests, legal_orders, _ODD, apply, _USAGE, _one_spelling)
read, cut, complete = READER.read, READER.cut, READER.complete


def page(world: World) -> tuple[Row, ...]:
    """The page of order words, over a pack."""
    return orders_of(world).page()
