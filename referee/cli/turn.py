"""What somebody who is asked needs to see before answering: the board and the own hand."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cli.context import Context
from referee.cli.output import Lines
from referee.kernel.game import View
from referee.kernel.requests import Seat
from referee.kernel.sentence import told
from referee.table.desk.desk import Desk
from referee.table.step.position import Position
from referee.table.step.sealed_lines import Failed
from referee.words.prose import hand_prose, word_of


def is_asked(desk: Desk) -> bool:
    """Whether the reader is asked now and has signed no answer yet."""
    position, eyes = desk.history.position, desk.history.eyes
    if position is None or eyes is None or eyes.seat is None:
        return False
    asked = any(request.seat == eyes.seat for request in position.table.game.requests(position.state))
    return asked and f"move {position.step + 1}" not in desk.guard().signed


def failed_lines(context: Context, positions: Iterable[Position], seat: Seat | None) -> list[str]:
    """The reader's own plans that could not be carried out in these steps; nobody else is told."""
    found = [failed for position in positions for failed in position.failed if failed.seat == seat]
    if not found:
        return []
    return [context.sentence("plan-failed"), *(f"  {failed.order}: {why(context, failed)}" for failed in found)]


def why(context: Context, failed: Failed) -> str:
    """Why a planned order cannot be carried out: place, sentence and rule."""
    place = f"{told(failed.at, context.lang)}: " if failed.at else ""
    rule = f"  [{failed.rule}]" if failed.rule else ""
    return f"{place}{failed.why.told(context.lang)}{rule}"


def board(context: Context, desk: Desk) -> Lines:
    """The board as it is now, without the hand."""
    game = desk.table.game
    return game.faces.text(desk.position.state, View(desk.table.names, desk.eyes.seat, None, context.lang))


def hand_lines(context: Context, desk: Desk) -> list[str]:
    """The own hand in words, and what the reader has laid face down; nothing for somebody without a seat."""
    own, table = desk.own, desk.table
    if own is None:
        return []
    hand = hand_prose(table.game, table.piles, own.hand, context.lang)
    lines = [hand or context.sentence("hand-empty")]
    for place, kind in own.covered:
        lines.append(context.sentence("face-down", place=place, kind=word_of(table.game.info.name, kind, context.lang)))
    return lines


def own_hand(context: Context, desk: Desk) -> list[str]:
    """The same with words in front, and nothing for a game in which nothing is hidden."""
    if not desk.table.piles:
        return []
    first, *covered = hand_lines(context, desk)
    empty = first == context.sentence("hand-empty")
    return [first if empty else context.sentence("your-hand", hand=first), *covered]
