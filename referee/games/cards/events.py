"""What happened in the card game: public facts, in the order of the rulebook's steps.

Cards that leave a hand are told by the kernel's `Spent` and `Laid`, cards drawn by `Drew`, the connector's face by
`Revealed`; the events here say what became of them.
"""

from __future__ import annotations

from referee.kernel.events import ConflictWon, Event, SeatEvent, SeatField


class TurnBegan(SeatEvent, frozen=True, gc=False):
    """The turn of `seat` begins; `turn` counts from 1, as people do."""

    turn: int


class TurnPassed(SeatEvent, frozen=True, gc=False):
    """`seat` takes no further action."""


class LeaderPlaced(SeatEvent, frozen=True, gc=False):
    """A leader comes from in front of its owner (CK 5.1)."""

    leader: str
    place: str


class LeaderMoved(SeatEvent, frozen=True, gc=False):
    """A leader goes from one card to another (CK 5.1)."""

    leader: str
    origin: str
    place: str


class LeaderWithdrawn(SeatEvent, frozen=True, gc=False):
    """A leader is taken off the table by its owner (CK 5.4)."""

    leader: str
    origin: str


class LeaderReturned(SeatEvent, frozen=True, gc=False):
    """A leader goes back to its owner: a lost conflict, or its card became a ship."""

    leader: str
    origin: str


class CardPlayed(SeatEvent, frozen=True, gc=False):
    """A card goes under a column (CK 6.1)."""

    kind: str
    place: str


class Scored(SeatEvent, frozen=True, gc=False):
    """A card from the hand becomes a point for a card played (CK 7.1)."""

    kind: str


class Declined(SeatEvent, frozen=True, gc=False):
    """An offer was not taken. Anybody who had nothing to pay with says the same words."""

    question: str


class InternalConflict(Event, frozen=True, gc=False):
    """Two leaders of a colour are in one kingdom; the numbers are the bonuses (CK 11.1, CK 11.2)."""

    leader: str
    attacker: SeatField
    attack: int
    defender: SeatField
    defence: int


class ExternalConflict(Event, frozen=True, gc=False):
    """A connector set two leaders of a colour against one another; the numbers are cards on the table (CK 12.3)."""

    leader: str
    slot: str
    attacker: SeatField
    attack: int
    defender: SeatField
    defence: int


class Committed(SeatEvent, frozen=True, gc=False):
    """`seat` plays `count` cards in a conflict, perhaps none."""

    kind: str
    count: int


class InternalWon(ConflictWon, frozen=True, gc=False):
    """An internal conflict is over; strengths of winner and loser (CK 11.4)."""

    leader: str
    strength: int
    against: int


class ExternalWon(ConflictWon, frozen=True, gc=False):
    """An external conflict is over; strengths of winner and loser (CK 12.4)."""

    leader: str
    strength: int
    against: int


class Seized(SeatEvent, frozen=True, gc=False):
    """The winner takes cards of one column, or one connector, from the loser's kingdom (CK 12.5)."""

    kind: str
    places: tuple[str, ...]


class Rewarded(SeatEvent, frozen=True, gc=False):
    """The winner takes one of the cards played; the `rest` of them is discarded (CK 11.5, CK 12.6)."""

    kind: str
    rest: int


class Converted(SeatEvent, frozen=True, gc=False):
    """Nobody had played a card: the winner turns one of his hand into a point (CK 11.6, CK 12.7)."""

    kind: str


class TreasureTaken(SeatEvent, frozen=True, gc=False):
    """A treasure goes to a victory pile; a red card takes its place (CK 9.1)."""

    place: str


class CatastrophePlayed(SeatEvent, frozen=True, gc=False):
    """A card leaves the game together with a catastrophe card (CK 10.1)."""

    kind: str
    place: str


class ShipBuilt(SeatEvent, frozen=True, gc=False):
    """Four cards of `kind`, `place` and below, are discarded; the ship lies on `place` (CK 14.3)."""

    ship: str
    kind: str
    place: str


class IncomePaid(SeatEvent, frozen=True, gc=False):
    """Ships pay at the end of a turn, with cards from the hand (CK 14.6)."""

    kind: str
    count: int


class GameEnded(Event, frozen=True, gc=False):
    """The game is over: `cards`, `treasures`, `passes` or `standstill` (CK 15.1 - CK 15.4)."""

    reason: str
