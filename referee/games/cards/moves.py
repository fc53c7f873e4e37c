"""Orders: six actions of a turn, and the answers to questions. Words and places are those of the notation."""

from __future__ import annotations

import msgspec


class Move(msgspec.Struct, frozen=True, gc=False):
    """Base of all orders."""


class PlaceLeader(Move, frozen=True, gc=False):
    """`leader king C3`: place a leader, or move it there (CK 5.1)."""

    leader: str
    place: str


class WithdrawLeader(Move, frozen=True, gc=False):
    """`withdraw king` (CK 5.4)."""

    leader: str


class PlayCard(Move, frozen=True, gc=False):
    """`card green C`: under the lowest card of a column (CK 6.1)."""

    kind: str
    column: str


class Connect(Move, frozen=True, gc=False):
    """`connect C-D`: a card face down between two heads; its kind is the secret part (CK 8.1)."""

    slot: str


class PlayCatastrophe(Move, frozen=True, gc=False):
    """`catastrophe C3` (CK 10.1)."""

    place: str


class Pass(Move, frozen=True, gc=False):
    """`pass`: no further action in this turn (CK 4.1)."""


class Score(Move, frozen=True, gc=False):
    """`score yes` or `score no` (CK 7.1)."""

    yes: bool


class Commit(Move, frozen=True, gc=False):
    """`commit 2`: cards played in a conflict (CK 11.3, CK 12.4)."""

    count: int


class War(Move, frozen=True, gc=False):
    """`war green`: the conflict that is fought next (CK 12.1)."""

    kind: str


class Convert(Move, frozen=True, gc=False):
    """`convert yes` or `convert no` (CK 11.6, CK 12.7)."""

    yes: bool


class SwapTreasure(Move, frozen=True, gc=False):
    """`swap C0`: take this treasure for a red card (CK 9.1)."""

    place: str


class BuildShip(Move, frozen=True, gc=False):
    """`ship blue-black C3`: the ship, and the top one of the four cards it replaces (CK 14.2, CK 14.3)."""

    ship: str
    place: str


class TakeIncome(Move, frozen=True, gc=False):
    """`income blue blue green`: the points taken, sorted by kind (CK 14.6)."""

    kinds: tuple[str, ...]


class Decline(Move, frozen=True, gc=False):
    """`decline`: no ship, no treasure, no income."""


ACTIONS = (PlaceLeader, WithdrawLeader, PlayCard, Connect, PlayCatastrophe, Pass)

_ANSWERS: dict[type[Move], tuple[str, ...]] = {
    Score: ("score",),
    Commit: ("commit",),
    War: ("war",),
    Convert: ("convert",),
    SwapTreasure: ("swap",),
    BuildShip: ("ship",),
    TakeIncome: ("income",),
    Decline: ("income", "ship", "swap"),
}


def answers(move: Move) -> tuple[str, ...]:
    """The questions a move answers; ("turn",) for an action."""
    return _ANSWERS.get(type(move), ("turn",))


def secret(move: Move) -> int:
    """How many goods leave the hand unseen with a move: one for a connector."""
    return 1 if isinstance(move, Connect) else 0
