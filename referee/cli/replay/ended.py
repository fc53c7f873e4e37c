"""What a finished game adds to its page: the hands of all, step by step, and the verdict of the audit."""

from __future__ import annotations

from typing import NamedTuple

from referee.cli.auditing.reports import verdict_of
from referee.cli.context import Context
from referee.table.desk.desk import Desk
from referee.table.reading.audit import EVERYTHING, audit
from referee.table.step.position import Position
from referee.table.telling.boards import goods_told

Hands = tuple[tuple[str, ...], ...]
"""For each step, for each seat, what it holds, in words."""


class Ended(NamedTuple):
    """The verdict with its depth, and all hands; () where the referee did not open them, or nothing is ever held."""

    verdict: str
    hands: Hands


def ended(context: Context, desk: Desk) -> Ended | None:
    """What the end adds, the same for every reader: what a stranger finds in the record. None while the game runs."""
    if desk.history.end is None:
        return None
    positions: list[Position] = []
    report = audit(desk.folder.record(), watch=positions.append)
    verdict = context.sentence("replay-verdict", verdict=verdict_of(context, report), depth=report.depth)
    if report.depth != EVERYTHING or len(positions) != desk.position.step + 1:
        return Ended(verdict, ())
    hands = tuple(_held(context, desk, position) for position in positions)
    return Ended(verdict, hands if any(any(held) for held in hands) else ())


def _held(context: Context, desk: Desk, position: Position) -> tuple[str, ...]:
    known = (position.knowledge.own(seat) for seat in range(len(desk.table.names)))
    return tuple(goods_told(desk.table.game, own.hand, context.lang) if own is not None else "" for own in known)
