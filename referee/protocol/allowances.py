"""What a table allows: one answer for all that offers something, so that nothing is offered that is refused there.

A game may have standing orders and orders for later; whether a table has them depends on its deal as well. Prompts,
hints, letters and the doors that sign ask here, and never the game itself.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.kernel.game import Policies
from referee.protocol.seating import Table


class Allowances(msgspec.Struct, frozen=True):
    """What one table allows. `standing` are the answers that may be given once for all, None if there are none;
    `plans`: orders may be sealed for the time after somebody else's answer or a draw; `opens`: the end reveals what was
    kept from the players, where anything was.
    """

    standing: Policies[Any, Any] | None
    plans: bool
    opens: bool


def allowances_of(table: Table) -> Allowances:
    """What a table allows. Where its deck has no plans nothing is sealed, so nothing can be opened at the end."""
    if not table.deck.plans:
        return Allowances(standing=None, plans=False, opens=False)
    info = table.game.info
    return Allowances(standing=table.game.policies, plans=info.pins > 0, opens=bool(table.piles))
