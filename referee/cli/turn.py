"""What somebody who is asked needs to see before answering: the board and the own hand."""

from __future__ import annotations

from referee.cli.context import Context
from referee.cli.output import Lines
from referee.kernel.game import View
from referee.table.desk.desk import Desk
from referee.words.prose import hand_prose, word_of


def is_asked(desk: Desk) -> bool:
    """Whether the reader is asked now and has signed no answer yet."""
    position, eyes = desk.history.position, desk.history.eyes
    if position is None or eyes is None or eyes.seat is None:
        return False
    asked = any(request.seat == eyes.seat for request in position.table.game.requests(position.state))
    return asked and f"move {position.step + 1}" not in desk.guard().signed


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
