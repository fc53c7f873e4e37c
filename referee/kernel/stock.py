"""How far a pile is drawn, and which goods lie in it again because the table has taken steps back.

Nobody gets a good that somebody else has drawn before, as long as there are others: what was returned is drawn again by
whoever drew it first, in the same order.
"""

from __future__ import annotations

import msgspec

from referee.kernel.errors import BrokenState
from referee.kernel.requests import Seat

Taker = Seat | str
"""Who or what a good of a pile goes to: the seat that draws it, or the place on which it lies face down."""


class Stock(msgspec.Struct, frozen=True, gc=False):
    """`takers` tells for each position, from the first on, to whom it went first; `returned` are those of them that lie
    in the pile again, ascending.
    """

    takers: tuple[Taker, ...] = ()
    returned: tuple[int, ...] = ()

    @property
    def drawn(self) -> int:
        """The first position that nobody has ever drawn."""
        return len(self.takers)

    def take(self, taker: Taker, count: int, size: int) -> tuple[tuple[int, ...], Stock]:
        """The positions that `taker` gets of a pile of `size` goods, and the stock without them.

        First those that were its own before, ascending; then those that nobody has drawn; at the end of the pile those
        of others, the last one first, which its first taker would come to last.

        Raises:
            BrokenState: the pile holds fewer.
        """
        if not self.returned:  # almost always: nothing was ever taken back
            return self._next(taker, count, size)
        own = tuple(at for at in self.returned if self.takers[at] == taker)[:count]
        fresh = tuple(range(self.drawn, min(size, self.drawn + count - len(own))))
        lacking = count - len(own) - len(fresh)
        others = tuple(at for at in reversed(self.returned) if self.takers[at] != taker)[:lacking]
        if len(others) < lacking:
            raise BrokenState("pile-too-small", count=count)
        taken = (*own, *fresh, *others)
        left = tuple(at for at in self.returned if at not in taken)
        return taken, Stock((*self.takers, *(taker,) * len(fresh)), left)

    def _next(self, taker: Taker, count: int, size: int) -> tuple[tuple[int, ...], Stock]:
        end = self.drawn + count
        if end > size:
            raise BrokenState("pile-too-small", count=count)
        return tuple(range(self.drawn, end)), Stock((*self.takers, *(taker,) * count))

    def back_to(self, earlier: Stock) -> Stock:
        """The stock once the game has gone back to where it was `earlier`: what was drawn since lies in it again."""
        return Stock(self.takers, (*earlier.returned, *range(earlier.drawn, self.drawn)))
