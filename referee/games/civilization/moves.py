"""The orders of Civilization: one line each, of at most 40 columns with the codes of the shipped pack.

A line that pays an amount in fives may end in a `HostChange`: `+c gan` takes a colonist for 5 credits more, `-c gan`
gives one away for 5 credits less; without it the standing wish of the seat decides.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Final

import msgspec

from referee.games.civilization.data import COLONIST, KIND_OF_LETTER, KINDS, LAST_ERA, LETTER
from referee.kernel.grammar import Part, Sort
from referee.kernel.grammar.orders import Orders, Said, fields, read, up_to
from referee.kernel.requests import TURN

MOST: Final = 9
"""The highest number that an order may hold."""

_CODE = "[a-z][a-z0-9-]*"
_OLD = {f":{LETTER[kind]}{era or ''}": f"{kind}{era or ''}" for kind in KINDS for era in range(LAST_ERA + 1)}

CARD: Final = Sort(name="card", missing="civilization/expected-card", pattern=_CODE)
PLACE: Final = Sort(name="place", missing="civilization/expected-place", pattern=_CODE)
TECHNOLOGY: Final = Sort(name="technology", missing="civilization/expected-technology", pattern=_CODE)
STRUCTURE: Final = Sort(name="structure", missing="civilization/expected-structure", pattern=_CODE)
RESOURCE: Final = Sort(name="resource", missing="civilization/expected-resource", pattern=_CODE)
KIND: Final = Sort(name="kind", missing="civilization/expected-kind", values=(*KINDS, COLONIST))
UNIT: Final = Sort(name="kind", missing="civilization/expected-kind", values=KINDS)
OLD: Final = Sort(name="old", missing="civilization/expected-kind", labels=_OLD, known=_OLD)
FORCE: Final = Sort(name="letter", missing="civilization/expected-kind", labels=KIND_OF_LETTER, known=KIND_OF_LETTER)
FROM: Final = Sort(name="from", missing="civilization/expected-place", shared="from")
SIGN: Final = Sort(name="sign", missing="civilization/expected-sign", labels={"+c": "+c", "-c": "-c"})
PAID: Final = Sort(name="paid", missing="civilization/expected-sign", values=("with-colonist",))
WHOLLY: Final = Sort(name="wholly", missing="civilization/expected-sign", values=("with-a-colonist",))
LESS: Final = Sort(name="less", missing="civilization/expected-sign", values=("less-colonist",))
NUMBER: Final = Sort(name="number", missing="civilization/expected-number", number=True)
WHOLE: Final = Sort(name="every", missing="civilization/expected-kind", values=("all",))
WAY: Final = Sort(name="way", missing="civilization/expected-way", values=("auto", "place", "remove"))
STAYS: Final = Sort(name="stays", missing="civilization/expected-stays", values=("strongest", "newest"))
WHEN: Final = Sort(name="when", missing="civilization/expected-when", values=("never", "if-leading", "now"))
ANSWER: Final = Sort(name="answer", missing="civilization/expected-answer", values=("yes", "no"))
AMONG: Final = Sort(
    name="among",
    missing="civilization/expected-number",
    values=("build", "grow", "upgrade", "gain", "buy-units", "buy-colonists", "buy-tech", "free-tech", "found", "move"),
)
"""What an alternative of a box is called: the tag of its effect."""
CHOICE: Final = Sort(
    name="number", missing="civilization/expected-number", known={str(number): number for number in range(1, MOST + 1)}
)

Somewhere = Annotated[str, PLACE]


class CivilizationOrder(msgspec.Struct, frozen=True, gc=False):
    """Base of all orders."""


class ColonistChange(msgspec.Struct, frozen=True, gc=False):
    """A colonist as change: `sign` is `+` or `-`, `place` where it comes or goes."""

    sign: str
    place: str

    def __str__(self) -> str:
        return f"{self.sign}c {self.place}"


Paid = Annotated[ColonistChange | None, SIGN]


class Take(CivilizationOrder, frozen=True, gc=False):
    """Set-up: the first strategy card."""

    card: Annotated[str, CARD]


class Settle(CivilizationOrder, frozen=True, gc=False):
    """Set-up: the first settlement with its infantry."""

    place: Somewhere


class Learn(CivilizationOrder, frozen=True, gc=False):
    """A technology, bought or free."""

    code: Annotated[str, TECHNOLOGY]
    change: Paid = None


class Buy(CivilizationOrder, frozen=True, gc=False):
    """A unit, bought and placed."""

    kind: Annotated[str, UNIT]
    place: Somewhere
    change: Paid = None


class Attack(CivilizationOrder, frozen=True, gc=False):
    """Units bought one after the other that enter an occupied place together; kinds in the order of the box."""

    place: Somewhere
    kinds: tuple[str, ...]


class Place(CivilizationOrder, frozen=True, gc=False):
    """A unit that was not bought; `change` only where a desert costs extra."""

    kind: Annotated[str, UNIT]
    place: Somewhere
    change: Paid = None


class Settler(CivilizationOrder, frozen=True, gc=False):
    """A colonist, bought or free."""

    place: Somewhere
    change: Paid = None


class Marcher(msgspec.Struct, frozen=True, gc=False, order=True):
    """A unit on the board; `era` only where units of its kind differ there."""

    place: str
    kind: str
    era: int = 0

    def __str__(self) -> str:
        return f"{self.place}:{LETTER[self.kind]}{self.era or ''}"


class March(CivilizationOrder, frozen=True, gc=False):
    """Units that go to `place`, several only into an occupied one; sorted."""

    place: Somewhere
    units: tuple[Marcher, ...]


class Upgrade(CivilizationOrder, frozen=True, gc=False, order=True):
    """A unit becomes one of the current era."""

    unit: Annotated[Marcher, OLD]


class Found(CivilizationOrder, frozen=True, gc=False):
    """A new settlement."""

    place: Somewhere
    change: Paid = None


class Grow(CivilizationOrder, frozen=True, gc=False):
    """A settlement one level larger."""

    place: Somewhere
    change: Paid = None


class Build(CivilizationOrder, frozen=True, gc=False):
    """A structure."""

    code: Annotated[str, STRUCTURE]
    change: Paid = None


class Choose(CivilizationOrder, frozen=True, gc=False):
    """One of the alternatives of a box, from 1."""

    number: Annotated[int, CHOICE]


class Skip(CivilizationOrder, frozen=True, gc=False):
    """The running line of the box is over; the next follows."""


class Pass(CivilizationOrder, frozen=True, gc=False):
    """Nothing more in this box, or no answer to what may be left."""


class Peek(CivilizationOrder, frozen=True, gc=False):
    """Look under a covered marker."""

    place: Somewhere


class Strike(CivilizationOrder, frozen=True, gc=False):
    """Clear a territory."""

    place: Somewhere


class Symbol(CivilizationOrder, frozen=True, gc=False):
    """Another resource for the card that is played."""

    resource: Annotated[str, RESOURCE]


class Pick(CivilizationOrder, frozen=True, gc=False):
    """The next card; `other` if it is gone."""

    card: Annotated[str, CARD]
    other: str = ""


class Wish(CivilizationOrder, frozen=True, gc=False):
    """A standing wish, a free order of a seat that is asked; `what` it is about."""

    what: ClassVar[str]
    way: str


class OddFives(Wish, frozen=True, gc=False):
    """How odd fives are settled, with the territory that it would like best."""

    what: ClassVar[str] = "change"
    way: Annotated[str, WAY]
    place: Somewhere = ""


class Excess(Wish, frozen=True, gc=False):
    """Which unit stays."""

    what: ClassVar[str] = "excess"
    way: Annotated[str, STAYS]


class End(Wish, frozen=True, gc=False):
    """When to declare the end."""

    what: ClassVar[str] = "end"
    way: Annotated[str, WHEN]


class Vote(Wish, frozen=True, gc=False):
    """Whether to end early."""

    what: ClassVar[str] = "vote"
    way: Annotated[str, ANSWER]


WISHES = (Wish,)
"""Free orders of a seat that is asked anything."""


def _unit(spelled: str) -> Marcher:
    place, sign, kind = spelled.partition(":")
    unit = read(OLD, f"{sign}{kind}")
    return Marcher(read(PLACE, place), unit[:3], int(unit[3:] or 0))


def _spell_march(order: March) -> tuple[str, ...]:
    return order.place, *map(str, order.units)


def _read_march(place: str, first: str, *more: str) -> March:
    return March(read(PLACE, place), tuple(sorted(map(_unit, (first, *more)))))


def _read_upgrade(unit: str) -> Upgrade:
    return Upgrade(_unit(unit))


def _force(order: Attack) -> tuple[str, str]:
    counts = [(order.kinds.count(kind), LETTER[kind]) for kind in KINDS if kind in order.kinds]
    return order.place, "+".join(f"{count if count > 1 else ''}{letter}" for count, letter in counts)


def _read_attack(place: str, force: str) -> Attack:
    parts = [re.fullmatch("([2-9]?)(.+)", part) for part in force.split("+")]
    kinds = [read(FORCE, part[2]) for part in parts if part for _ in range(int(part[1] or 1))]
    if len(kinds) < 2:
        raise TypeError("one unit that is bought needs no others to enter with")
    return Attack(read(PLACE, place), tuple(sorted(kinds, key=KINDS.index)))


def _cards(order: Pick) -> tuple[str, ...]:
    return (order.card, ">", order.other) if order.other else (order.card,)


def _pick(card: str, sign: str = ">", *other: str) -> Pick:
    if sign != ">" or len(other) > 1:
        raise TypeError("a card, and behind the sign another")
    return Pick(read(CARD, card), *(read(CARD, word) for word in other))


def _payable(make: Any, example: str, *parts: Part, **more: Any) -> Said:
    """An order whose line may end in a change."""

    def parsed(*words: str) -> Any:
        own = fields(make)[:-1]
        given = [read(field.sort, word) for field, word in zip(own, words, strict=False)]
        match words[len(own) :]:
            case ():
                return make(*given)
            case (sign, place):
                return make(*given, ColonistChange(read(SIGN, sign)[0], read(PLACE, place)))
        raise TypeError("a change has two words")

    return Said(make, example, parts=parts, parse=parsed, **more)


BOX: Final = (TURN, "box")
ANY: Final = (
    *(TURN, "box", "card", "colonists", "growth", "peek"),
    *("pick", "place", "settle", "strike", "symbol", "technology"),
)
"""Every question: wishes go with any of them."""

_WITH = up_to(sign=1, paid=1, wholly=1, less=1)
_PLACED = (Part("place", 1, 2), *_WITH)
_SOLD = (Part("place", 1, 4), *_WITH, *up_to(number=4))
_POSTED = (Part("kind", 0, 1), Part("place", 1, 4), *up_to(sign=1, wholly=1, less=1, number=4))
_CHANGED = (*_WITH, *up_to(place=1))
_SEVERAL = (Part("place", 1, 12), *up_to(sign=1, wholly=1, number=12))
_UNITS = up_to(kind=12, old=12)
_FROM = (Part("from", 0, 12),)
_BOUGHT = (Part("place", 1, 12), *_UNITS, *up_to(letter=12, number=6), *_FROM)
_MOVED = (Part("place", 1, 12), *_UNITS, *_FROM)
_RENEWED = (Part("place", 0, 12), *_UNITS, Part("every", 0, 1), *_FROM)
_PICKED = (Part("card", 1, 2),)

ORDERS: Final = Orders(
    "civilization",
    Said(Take, "take c106", answers=("card",), bare=True, also=("pick", "tech")),
    Said(Settle, "settle gan", answers=("settle",), bare=True),
    _payable(Learn, "tech mat", Part("technology"), *_CHANGED, verb="tech", answers=(*BOX, "technology"), bare=True),
    _payable(Buy, "buy inf gan", Part("kind"), *_SOLD, answers=BOX, short=True, also=("tech", "build")),
    Said(Attack, "attack gob 2i+a", answers=BOX, parts=_BOUGHT, spell=_force, parse=_read_attack),
    _payable(Place, "place inf gan", *_POSTED, answers=("place", *BOX), heard=("colonists",), bare=True),
    _payable(Settler, "colonist gan", *_SEVERAL, *up_to(less=1), verb="colonist", answers=("colonists", *BOX)),
    Said(March, "march mis app:i sie:c", answers=BOX, parts=_MOVED, spell=_spell_march, parse=_read_march),
    Said(Upgrade, "upgrade gan:i", answers=BOX, parts=_RENEWED, parse=_read_upgrade),
    _payable(Found, "found gan", *_SEVERAL, *up_to(paid=1, less=1), answers=BOX, short=True),
    _payable(Grow, "grow gan", *_PLACED, answers=("growth", *BOX), short=True),
    _payable(Build, "build lib", Part("structure"), *_CHANGED, answers=BOX, short=True, bare=True, also=("found",)),
    Said(Choose, "choose 1", answers=BOX, short=True, also=("pick",), parts=up_to(number=1, among=1)),
    Said(Skip, "skip", answers=BOX),
    Said(Pass, "pass", answers=(*BOX, "place", "colonists", "growth", "peek", "strike", "symbol")),
    Said(Peek, "peek gan", answers=("peek",), bare=True),
    Said(Strike, "strike gan", answers=("strike",), bare=True),
    Said(Symbol, "symbol wine", answers=("symbol",), bare=True),
    Said(Pick, "pick c106 > c105", answers=("pick",), bare=True, parts=_PICKED, spell=_cards, parse=_pick),
    Said(OddFives, "change place gan", verb="change", answers=ANY, parts=up_to(way=1, place=1)),
    Said(Excess, "excess newest", answers=ANY),
    Said(End, "end if-leading", answers=ANY, also=("pass",)),
    Said(Vote, "vote yes", answers=ANY),
    sorts=(
        *(CARD, PLACE, TECHNOLOGY, STRUCTURE, RESOURCE, KIND, OLD, FORCE),
        *(FROM, SIGN, PAID, WHOLLY, LESS, NUMBER, WHOLE, AMONG, WAY, STAYS, WHEN, ANSWER),
    ),
    origins=False,
)
