"""A seat that its game's bot plays for some steps, as its owner has declared: which steps, and who may.

It is a consent of the seat that holds until a step enters it, and it changes no rule: the seat's own key still signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.kernel import bot as bots
from referee.kernel.errors import OutOfOrder
from referee.protocol.agreements.consent import STAND_IN
from referee.protocol.agreements.table_lines import StandIn, read_table_line
from referee.protocol.step.position import Position, StandInSpan
from referee.record.notes import Consent


def stand_in_of(consent: Consent) -> StandIn:
    """The stand-in that a consent declares, or ends. Raises Unreadable: the consent is about something else."""
    line = read_table_line(f"{STAND_IN}{consent.seat} {consent.to.removeprefix(STAND_IN)}")
    assert isinstance(line, StandIn)
    return line


def span_at(position: Position, seat: str, step: int) -> StandInSpan | None:
    """The span in which the bot plays a seat at a step, as steps have recorded it; None if its owner plays. A new key
    of the seat ends it.
    """
    table = position.table
    owned = table.party_at(seat).since
    found = [one for one in position.past.stand_ins if table.names[one.seat] == seat and one.first <= step]
    return found[-1] if found and found[-1].declared > owned and found[-1].level and step <= found[-1].until else None


def check_stand_in(position: Position, line: StandIn, declared: int) -> None:
    """Check that a seat may have a bot play for it, or play itself again, by what it has declared for step `declared`.

    Raises:
        OutOfOrder: the charter does not allow it, or not so long; it is over, or recorded, or there is none to end.
        Unreadable: the game has no bot of that level.
    """
    table, seat, now = position.table, position.table.seat(line.seat), position.step + 1
    person, most = table.person(line.seat), table.terms.standin
    if not most:
        raise OutOfOrder("standin-not-given")
    if seat in position.left:
        raise OutOfOrder("seat-has-left", seat=person)
    known = [one.declared for one in position.past.stand_ins if one.seat == seat]
    if known and known[-1] >= declared:
        raise OutOfOrder("standin-declared-before", seat=person, step=known[-1])
    if not line.level:
        if span_at(position, line.seat, now) is None:
            raise OutOfOrder("standin-none", seat=person)
        return
    if table.bot(line.seat) is not None:
        raise OutOfOrder("standin-of-bot", seat=person)
    bots.check_level(line.level, table.game.levels)
    if line.until < now:
        raise OutOfOrder("standin-over", seat=person, until=line.until, now=now)
    if line.until - now >= most:
        raise OutOfOrder("standin-too-long", seat=person, until=line.until, count=most, last=now + most - 1)


def spans_of_lines(
    position: Position, lines: Sequence[StandIn], consents: Iterable[Consent]
) -> tuple[StandInSpan, ...]:
    """What a step enters, each by the consent of its own seat, in seat order and one for each seat.

    Raises:
        OutOfOrder, Unreadable: as `check_stand_in`, or another order.
    """
    given = {(consent.seat, consent.to): consent.step for consent in consents}
    found = []
    for line in lines:
        declared = given.get((line.seat, line.consent), position.step + 1)  # a missing one is refused with the others
        check_stand_in(position, line, declared)
        found.append(
            StandInSpan(
                position.table.seat(line.seat), position.step + 1, declared, line.level, line.version, line.until
            )
        )
    places = [one.seat for one in found]
    if places != sorted(set(places)):
        raise OutOfOrder("table-seat-order")
    return tuple(found)
