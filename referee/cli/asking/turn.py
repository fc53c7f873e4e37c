"""What somebody who is asked needs to see before answering: the board and the reader's hand."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cli.context import Context
from referee.cli.printing.output import Lines
from referee.cli.printing.pages import Window
from referee.drawing.text import plain
from referee.kernel.game import AnyGame, View
from referee.kernel.requests import Seat
from referee.table.desk.desk import Desk
from referee.table.step.position import Position
from referee.table.telling import boards


def is_asked(desk: Desk) -> bool:
    """Whether the reader is asked now and has signed no answer yet."""
    position, eyes = desk.history.position, desk.history.eyes
    if position is None or eyes is None or eyes.seat is None:
        return False
    return position.request_of(eyes.seat) is not None and f"move {position.step + 1}" not in desk.guard().signed


def failed_lines(context: Context, game: AnyGame, positions: Iterable[Position], seat: Seat | None) -> list[str]:
    """The reader's own plans that could not be carried out in these steps; nobody else is told."""
    found = [failed for position in positions for failed in position.failed if failed.seat == seat]
    if not found:
        return []
    return [
        context.sentence("plan-failed"),
        *(f"  {game.notation.said(failed.order).told(context.lang)}: {failed.told(context.lang)}" for failed in found),
    ]


def board(context: Context, desk: Desk, *, strengths: bool = True, legend: bool = False) -> Lines:
    """The board as it is now, without the hand; marked is what is new since the reader's own last move."""
    since = boards.known_before(desk.position, desk.eyes.seat, desk.seen)
    view = View(desk.table.called, desk.eyes.seat, None, context.lang, Window(context.plain).columns, since)
    return boards.board_page(
        desk.table.game, desk.position.state, view, legend=legend, strengths=strengths, listed=context.plain
    )


def hand_lines(context: Context, desk: Desk) -> list[str]:
    """The reader's hand in words, and what the reader has laid face down; nothing for somebody without a seat."""
    if desk.own is None:
        return []
    nothing = "hand-empty" if desk.table.game.faces.hand is None else "hand-nothing-seen"
    return _own_hand(context, desk) or [context.sentence(nothing)]


def own_hand(context: Context, desk: Desk) -> list[str]:
    """The same with words in front, and nothing where nothing hidden can be told."""
    if desk.own is None or not desk.table.piles:
        return []
    held = _own_hand(context, desk)
    if desk.table.game.faces.hand is not None:
        return held
    return [context.sentence("your-hand", hand=held[0]), *held[1:]] if held else [context.sentence("hand-empty")]


def _own_hand(context: Context, desk: Desk) -> list[str]:
    """The reader's hand in words; nothing for an empty one."""
    view = View(desk.table.called, desk.eyes.seat, desk.own, context.lang)
    return [*plain(boards.hand_lines(desk.table.game, view)).splitlines(), *_dark(context, desk)]


def _dark(context: Context, desk: Desk) -> list[str]:
    """How many tiles of a masked hand the reader does not see yet, and whose locks are wanted for them."""
    seat = desk.eyes.seat
    if not desk.table.masked or seat is None:
        return []
    from referee.table.desk.lit import darkness  # few games are masked

    count, wanted, _ = darkness(desk.position, desk.folder, seat)
    return (
        [context.sentence("hand-dark", count=count, names=desk.table.people(wanted[desk.table.names[seat]]))]
        if count
        else []
    )
