"""A conflict of two sides as data, in games where both add goods of a hand and a tie is the defender's."""

from __future__ import annotations

import msgspec

from referee.kernel.requests import Seat


class ConflictStateSide(msgspec.Struct, frozen=True):
    """A side: its seat, where its leader stands, how strong it is on the board and in which spaces, and how many goods
    it can add at most, by the size of its hand. `added` is what it has added, None while that is open.
    """

    seat: Seat
    place: str
    strength: int
    spaces: tuple[str, ...]
    most: int
    added: int | None = None

    @property
    def together(self) -> int:
        """What it has so far."""
        return self.strength + (self.added or 0)


class ConflictState(msgspec.Struct, frozen=True):
    """Two sides, and the kind of goods that count. The attacker adds first and has to be stronger."""

    kind: str
    attacker: ConflictStateSide
    defender: ConflictStateSide

    @property
    def is_attackers_turn(self) -> bool:
        """Whether the attacker is the one who has to answer now."""
        return self.attacker.added is None

    @property
    def own(self) -> ConflictStateSide:
        """The side that must answer now."""
        return self.attacker if self.is_attackers_turn else self.defender

    @property
    def other(self) -> ConflictStateSide:
        """The side that is not asked now."""
        return self.defender if self.is_attackers_turn else self.attacker

    @property
    def needed(self) -> int:
        """The least that the asked side has to add to win at the current strengths."""
        return max(0, self.other.together - self.own.together + self.is_attackers_turn)

    def wins(self, added: int) -> bool | None:
        """Whether the asked side wins with so many; None if the other side's answer decides."""
        if added < self.needed:
            return False
        lead = self.own.together + added - self.other.together
        return None if self.is_attackers_turn and lead <= self.other.most else True
