"""The public state of a game, and the frames that say who must act next.

Nothing hidden is in it: hands and the draw pile are counts, a connector face down is `?`. Frames are a stack; the
last one acts. A frame asks a seat, or, when public facts leave nothing to ask, runs by itself (`rules/flow.py`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.games.cards.board import Leaders
from referee.games.cards.data import KINDS
from referee.games.cards.events import Declined
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import Seat


class CardsOptions(msgspec.Struct, frozen=True, gc=False):
    """The options of the charter, under their names; what is not named is as it was before there was the option."""

    last_refill: str = "any"
    own_colour: str = "banned"
    passes: str = "endless"
    piles: str = "top"
    ship_income: str = "per-ship"
    thirty_out: str = "yes"
    withdraw: str = "allowed"


class VictoryPile(msgspec.Struct, frozen=True, gc=False):
    """One victory pile: cards of each of KINDS, treasures, and the kind (or `treasure`) on top (CK 7.4)."""

    cards: tuple[int, int, int, int] = (0, 0, 0, 0)
    treasures: int = 0
    top: str = ""


class CardsFrame(msgspec.Struct, frozen=True, gc=False, tag_field="step", tag=str.lower):
    """Base of all frames. `step` in the JSON of a state is the name of the rulebook's step."""


class Turn(CardsFrame, frozen=True, gc=False):
    """The active seat is asked for an action; `left` counts this one in (CK 4.1)."""

    left: int


class Scoring(CardsFrame, frozen=True, gc=False):
    """The owner of the leader that scores a card of `kind` is asked (CK 7.1)."""

    seat: Seat
    kind: str


class Shipbuilding(CardsFrame, frozen=True, gc=False):
    """The active seat may turn four cards of the run that ends `column` into a ship (CK 14.1)."""

    column: str


class Fight(CardsFrame, frozen=True, gc=False):
    """Two leaders in a conflict. `slot` is the connector; empty in an internal conflict."""

    leader: str
    attacker: Seat
    defender: Seat
    slot: str


class Attack(Fight, frozen=True, gc=False):
    """The attacker is asked how many cards to play."""


class Defence(Fight, frozen=True, gc=False):
    """The defender is asked how many cards to play, against `attack` cards."""

    attack: int


class Conversion(CardsFrame, frozen=True, gc=False):
    """The winner of a conflict in which nobody played a card may turn one of his hand into a point.

    `slot` is the connector of an external conflict; empty in an internal one.
    """

    seat: Seat
    kind: str
    slot: str


class Merger(CardsFrame, frozen=True, gc=False):
    """Two regions were joined by the card face down in `slot`; its conflicts are not over (CK 12.1)."""

    slot: str


class TreasureSwap(CardsFrame, frozen=True, gc=False):
    """The trader's owner in the kingdom of the connector `slot` may swap a treasure (CK 9.1)."""

    slot: str


class Income(CardsFrame, frozen=True, gc=False):
    """The active seat is paid by ships at the end of its turn (CK 14.6)."""


class Refill(CardsFrame, frozen=True, gc=False):
    """The turn is complete: all draw, the end is tested, the next turn begins (CK 13.1)."""


AnyFrame = Turn | Scoring | Shipbuilding | Attack | Defence | Conversion | Merger | TreasureSwap | Income | Refill


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything public. Tuples over seats run clockwise."""

    variant: CardsOptions
    columns: tuple[str, ...]
    """Eight texts of codes, head first: `*kgbK`."""
    slots: str
    """Seven codes, `.` for an empty slot."""
    leaders: Leaders
    """For each seat the places of king, priest, farmer, trader."""
    hands: tuple[int, ...]
    deck: int
    """How many cards are left in it; `hands` is how many each seat holds."""
    piles: tuple[VictoryPile, ...]
    discards: tuple[int, int, int, int]
    """Cards out of the game by kind, those taken by catastrophes included."""
    catastrophes: tuple[int, ...]
    """1 while the seat has its catastrophe card."""
    active: Seat
    turn: int
    """Number of the running turn, from 0; `changed` is the last turn in which anything happened, or -1."""
    changed: int
    quiet: int
    """Turns in a row, up to the last complete one, in which no card left a hand."""
    frames: tuple[AnyFrame, ...]
    ending: str = ""
    """Why the game ended; empty while it runs."""


def change(state: State, **fields: Any) -> State:
    """`state` with other values in some fields."""
    return msgspec.structs.replace(state, **fields)


def added_at(counts: tuple[int, ...], index: int, delta: int) -> tuple[int, ...]:
    """`counts` with `delta` added at one place."""
    return (*counts[:index], counts[index] + delta, *counts[index + 1 :])


def with_scored_cards(piles: tuple[VictoryPile, ...], seat: Seat, index: int, count: int) -> tuple[VictoryPile, ...]:
    """`piles` once `count` cards of `KINDS[index]` lie on top of one of them; the same if there are none."""
    if not count:
        return piles
    pile = piles[seat]
    cards: Any = added_at(pile.cards, index, count)
    return (*piles[:seat], VictoryPile(cards, pile.treasures, KINDS[index]), *piles[seat + 1 :])


def after_action(state: State) -> tuple[AnyFrame, ...]:
    """The frames once the active seat has used one action of its turn."""
    turn = state.frames[-1]
    left = turn.left - 1 if isinstance(turn, Turn) else 0
    return (*state.frames[:-1], Turn(left)) if left else state.frames[:-1]


def let_go(state: State, frame: CardsFrame, reveals: Reveals = ()) -> Transition[State]:
    """What the top frame asks comes to nothing: nobody has anything to answer it with."""
    return Transition(change(state, frames=state.frames[:-1]))


def decline_offer(state: State, seat: Seat, question: str) -> Transition[State]:
    """What the top frame offers is not taken."""
    return Transition(change(state, frames=state.frames[:-1]), (Declined(seat, question),))


def asked_with_cards(state: State, frame: Scoring | Conversion) -> Seat | None:
    """Its seat, unless the hand is empty; what it holds does not matter."""
    return frame.seat if state.hands[frame.seat] else None


def pay(state: State, seat: Seat, kind_index: int, count: int, frames: tuple[AnyFrame, ...]) -> State:
    """`count` cards of one kind go from a hand to the victory pile of the same seat."""
    return change(
        state,
        hands=added_at(state.hands, seat, -count),
        piles=with_scored_cards(state.piles, seat, kind_index, count),
        frames=frames,
    )
