"""Another host without the consent of the present one, where the deck is masked: who agrees, and without whom.

The host's own seat has no say, nor has a bot, which he may run. Where silence is agreed, a seat of which nothing is
heard can be left out by name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.kernel.errors import OutOfOrder
from referee.kernel.requests import Seat
from referee.protocol.agreements.consent import UNHEARD
from referee.protocol.agreements.silence import Words, host_at
from referee.protocol.step.position import Position

AGREEING_LEAST = 2
"""People who agree to another host, at least; where fewer could, everyone who plays on has to."""


def may_agree(position: Position) -> tuple[Seat, ...]:
    """Whose consents count: the seats that play on, but that of the present host and programs; () where these are too
    few, and all are asked who play on.
    """
    table, host = position.table, host_at(position)
    playing = (seat for seat in range(len(table.names)) if seat not in position.left and seat != host)
    found = tuple(seat for seat in playing if table.bot(table.names[seat]) is None)
    return found if table.replaces_host and len(found) >= AGREEING_LEAST else ()


def must_agree(position: Position) -> tuple[Seat, ...]:
    """Whose consents are needed unless they are left out: of those who may agree, the ones not skipped three times."""
    return tuple(seat for seat in may_agree(position) if not position.is_away(seat))


def standing_behind(
    position: Position, given: Collection[str], words: Words, without: Sequence[str] = ()
) -> tuple[Seat, ...]:
    """The seats that support another host once those in `given` have agreed: of these, the ones that have said of each
    seat left out that nothing of it was heard.
    """
    names = position.table.names
    agreed = (seat for seat in may_agree(position) if names[seat] in given and names[seat] not in without)
    return tuple(seat for seat in agreed if all((names[seat], f"{UNHEARD}{name}") in words for name in without))


def still_to_replace(
    position: Position, given: Collection[str], words: Words, without: Sequence[str] = ()
) -> tuple[str, ...] | None:
    """Who still has to agree to another host if the present one has not; None where everyone who plays on must
    agree.
    """
    names, may = position.table.names, may_agree(position)
    if not may:
        return None
    behind = standing_behind(position, given, words, without)
    missing = tuple(seat for seat in must_agree(position) if names[seat] not in without and seat not in behind)
    if not missing and len(behind) >= AGREEING_LEAST and len(behind) > len(without):
        return ()
    others = missing or tuple(seat for seat in may if names[seat] not in without and seat not in behind)
    return tuple(names[seat] for seat in others) or tuple(without)


def check_left_out(position: Position, without: Sequence[str], *, by_host: bool) -> None:
    """Check which seats a key of the referee's leaves out: seats that must agree, each once, in seat order; none at all
    where the present host agrees (`by_host`).

    Raises:
        OutOfOrder: others.
    """
    names = [position.table.names[seat] for seat in must_agree(position)]
    if without and (by_host or list(without) != [name for name in names if name in without]):
        raise OutOfOrder("absent-without-whom", seat=position.table.person(without[0]))


def words_behind(position: Position, given: Collection[str], words: Words, without: Sequence[str]) -> Words:
    """The words that a key of the referee's needs."""
    names = position.table.names
    behind = standing_behind(position, given, words, without)
    return {(names[seat], f"{UNHEARD}{name}") for seat in behind for name in without}
