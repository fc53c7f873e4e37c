"""Chapters 1 and 2: components and set-up (CK 1.1 - CK 2.6)."""

from __future__ import annotations

from referee.games.cards.board import COLUMNS, HOME, SLOTS
from referee.games.cards.data import CARD_COUNTS, EMPTY, HAND_SIZE, KINDS, LEADERS, PILE, SET_ASIDE, TREASURE
from referee.games.cards.events import TurnBegan
from referee.games.cards.rules.turn import new_turn
from referee.games.cards.state import CardsOptions, State, VictoryPile
from referee.kernel.dice import Dice
from referee.kernel.events import Drew, Event
from referee.kernel.game import Options, Transition, setting_of
from referee.kernel.goods import Pile


def goods(options: Options) -> tuple[Pile, ...]:
    """The one hidden pile: 185 cards, whatever the options. The 30 cards taken out are its last ones, never drawn.

    Source: CK 1.2, CK 2.3, CK 2.4.
    """
    return (Pile(PILE, tuple(zip(KINDS, CARD_COUNTS, strict=True))),)


def setup(options: Options, dice: Dice) -> Transition[State]:
    """The table before the first turn: eight treasures, everybody's leaders at home, eight cards in each hand.

    The starting seat is drawn by lot. Hands are dealt from it on, clockwise, as every later refill is.
    Events: `Drew` for each seat, then `TurnBegan`.

    Source: CK 2.1 - CK 2.6; rulings G-1, G-2, G-25.
    """
    seats = options.seats
    first = dice.number("first", seats)
    variant = variant_of(options)
    events: list[Event] = [Drew((first + step) % seats, HAND_SIZE) for step in range(seats)]
    state = State(
        variant=variant,
        columns=(TREASURE,) * len(COLUMNS),
        slots=EMPTY * len(SLOTS),
        leaders=((HOME,) * len(LEADERS),) * seats,
        hands=(HAND_SIZE,) * seats,
        deck=sum(CARD_COUNTS) - set_aside(variant, seats) - HAND_SIZE * seats,
        piles=(VictoryPile(),) * seats,
        discards=(0, 0, 0, 0),
        catastrophes=(1,) * seats,
        active=first,
        turn=0,
        changed=-1,
        quiet=0,
        frames=new_turn(),
    )
    return Transition(state, (*events, TurnBegan(first, 1)))


def set_aside(variant: CardsOptions, seats: int) -> int:
    """How many cards leave the game unseen before the deal.

    Source: CK 2.4; ruling G-2.
    """
    return SET_ASIDE if seats == 2 and variant.thirty_out == "yes" else 0


def variant_of(options: Options) -> CardsOptions:
    """The options of the charter under the names the rules use."""
    return setting_of(options, CardsOptions)
