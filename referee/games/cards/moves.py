"""The orders: six actions of a turn, and the answers to questions.

leader farmer C3     card green C     withdraw king     score yes     commit 2       swap C0
leader king C-D      connect C-D      catastrophe C3    convert no    war green      decline
pass                                  ship blue-black C3              income blue blue green
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from referee.games.cards.board import COLUMNS, PLACES, SLOTS
from referee.games.cards.data import BLUE, KINDS, LEADERS, SHIPS
from referee.kernel.errors import Unreadable
from referee.kernel.grammar import Part, Sort, Verb
from referee.kernel.grammar.orders import Orders, Said, up_to

_PAIRS = {spelled: slot for slot in SLOTS for spelled in (slot.lower(), slot.replace("-", "").lower())}
_IN_COLUMNS = tuple(place for place in PLACES if "-" not in place)

LEADER = Sort(name="leader", missing="cards/bad-leader", values=LEADERS)
KIND = Sort(name="kind", missing="cards/bad-colour", values=KINDS)
SHIP = Sort(name="ship", missing="cards/bad-ship", values=SHIPS)
PLACE = Sort(
    name="place", missing="cards/bad-place", labels={**{place.lower(): place for place in _IN_COLUMNS}, **_PAIRS}
)
SLOT = Sort(name="slot", missing="cards/bad-slot", labels=_PAIRS)
COLUMN = Sort(
    name="column",
    missing="cards/bad-column",
    labels={column.lower(): column for column in COLUMNS} | {place.lower(): place[0] for place in _IN_COLUMNS},
)
HEAD = Sort(
    name="head",
    missing="cards/bad-head",
    labels={word: f"{column}0" for column in COLUMNS for word in (column.lower(), f"{column.lower()}0")},
)
NUMBER = Sort(name="number", missing="cards/bad-number", number=True)
SAY = Sort(name="say", missing="cards/bad-yes-no", values=("yes", "no"), known={"yes": True, "no": False})
WHOLE = Sort(name="whole", missing="cards/bad-yes-no", values=("all",))
BETWEEN = Sort(name="between", missing="cards/bad-slot", values=("between",))


class CardsOrder(msgspec.Struct, frozen=True, gc=False):
    """Base of all orders."""


class PlaceLeader(CardsOrder, frozen=True, gc=False):
    """`leader king C3`: place a leader, or move it there (CK 5.1)."""

    leader: Annotated[str, LEADER]
    place: Annotated[str, PLACE]


class WithdrawLeader(CardsOrder, frozen=True, gc=False):
    """`withdraw king` (CK 5.4)."""

    leader: Annotated[str, LEADER]


class PlayCard(CardsOrder, frozen=True, gc=False):
    """`card green C`: under the lowest card of a column (CK 6.1)."""

    kind: Annotated[str, KIND]
    column: Annotated[str, COLUMN]


class Connect(CardsOrder, frozen=True, gc=False):
    """`connect C-D`: a card face down between two heads; its kind is the secret part (CK 8.1)."""

    slot: Annotated[str, SLOT]


class PlayCatastrophe(CardsOrder, frozen=True, gc=False):
    """`catastrophe C3` (CK 10.1)."""

    place: Annotated[str, PLACE]


class Pass(CardsOrder, frozen=True, gc=False):
    """`pass`: no further action in this turn (CK 4.1)."""


class Score(CardsOrder, frozen=True, gc=False):
    """`score yes` or `score no` (CK 7.1)."""

    yes: Annotated[bool, SAY]


class Commit(CardsOrder, frozen=True, gc=False):
    """`commit 2`: cards played in a conflict (CK 11.3, CK 12.4)."""

    count: Annotated[int, NUMBER]


class War(CardsOrder, frozen=True, gc=False):
    """`war green`: the conflict that is fought next (CK 12.1)."""

    kind: Annotated[str, KIND]


class Convert(CardsOrder, frozen=True, gc=False):
    """`convert yes` or `convert no` (CK 11.6, CK 12.7)."""

    yes: Annotated[bool, SAY]


class SwapTreasure(CardsOrder, frozen=True, gc=False):
    """`swap C0`: take this treasure for a red card (CK 9.1)."""

    place: Annotated[str, HEAD]


class BuildShip(CardsOrder, frozen=True, gc=False):
    """`ship blue-black C3`: the ship, and the top one of the four cards it replaces (CK 14.2, CK 14.3)."""

    ship: Annotated[str, SHIP]
    place: Annotated[str, PLACE]


class TakeIncome(CardsOrder, frozen=True, gc=False):
    """`income blue blue green`: the points taken, sorted by kind (CK 14.6)."""

    kinds: tuple[str, ...]


class Decline(CardsOrder, frozen=True, gc=False):
    """`decline`: no ship, no treasure, no income."""


ACTIONS = (PlaceLeader, WithdrawLeader, PlayCard, Connect, PlayCatastrophe, Pass)

_SAID = Part("say", 0, 1)


def is_income(kinds: list[str]) -> bool:
    """Whether three ships could pay these kinds, which are sorted: blue is on every ship, each other kind on one."""
    known = all(kind in KINDS and kinds.count(kind) <= (len(SHIPS) if kind == KINDS[BLUE] else 1) for kind in kinds)
    return bool(kinds) and known and kinds == sorted(kinds)


def _income(*kinds: str) -> TakeIncome:
    if not is_income(list(kinds)):
        raise Unreadable("cards/bad-income", found=repr(" ".join(kinds)))
    return TakeIncome(kinds)


ORDERS = Orders(
    "cards",
    Said(PlaceLeader, "leader king C3", verb="leader", bare=True),
    Said(WithdrawLeader, "withdraw king", verb="withdraw"),
    Said(PlayCard, "card green C", verb="card", bare=True, also=("between",)),
    Said(
        Connect,
        "connect C-D red",
        bare=True,
        parts=(Part("slot"), Part("kind", 0, 1)),
        also=("between",),
        unseen=lambda move: 1,
    ),
    Verb(name="between", example="connect C-D red", parts=(Part("column", 2, 2), *up_to(kind=1, between=1))),
    Said(PlayCatastrophe, "catastrophe C3", verb="catastrophe"),
    Said(Pass, "pass"),
    Said(Score, "score yes", answers=("score",), bare=True, parts=(_SAID,)),
    Said(Commit, "commit 2", answers=("commit",), bare=True, parts=(*up_to(number=1, kind=6, whole=1), _SAID)),
    Said(War, "war green", answers=("war",), bare=True, parts=(Part("kind", 0, 1), Part("leader", 0, 1))),
    Said(Convert, "convert yes", answers=("convert",), bare=True, parts=(_SAID,)),
    Said(SwapTreasure, "swap C0", verb="swap", answers=("swap",), bare=True, parts=(Part("head", 0, 1), _SAID)),
    Said(
        BuildShip,
        "ship blue-black C3",
        verb="ship",
        answers=("ship",),
        bare=True,
        parts=(Part("ship", 0, 1), Part("place", 0, 1), _SAID),
    ),
    Said(
        TakeIncome,
        "income blue green",
        verb="income",
        answers=("income",),
        bare=True,
        parts=(Part("number", 0, 6), Part("kind", 0, 6), _SAID, Part("whole", 0, 1)),
        spell=lambda move: move.kinds,
        parse=_income,
    ),
    Said(Decline, "decline", answers=("income", "ship", "swap")),
    sorts=(LEADER, KIND, SHIP, PLACE, SLOT, COLUMN, HEAD, NUMBER, SAY, WHOLE, BETWEEN),
)
