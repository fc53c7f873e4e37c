"""What somebody who is asked needs to see before answering: the board and the reader's hand."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cli.context import Context
from referee.cli.printing.output import Lines
from referee.cli.printing.pager import TerminalWindow
from referee.drawing.text_picture import plain_text_of
from referee.kernel.game import AnyGame, Viewer
from referee.kernel.requests import Seat
from referee.messages import board_text
from referee.protocol.step.position import Position
from referee.session.masked import pending_key_shares
from referee.session.session import Session
from referee.session.todo import tasks


def is_reader_to_move(session: Session) -> bool:
    """Whether the reader must answer now and has signed no answer yet."""
    position, eyes = session.history.position, session.history.eyes
    if position is None or eyes is None or eyes.seat is None:
        return False
    return position.request_of(eyes.seat) is not None and f"move {position.step + 1}" not in session.guard().signed


def failed_plan_lines(context: Context, game: AnyGame, positions: Iterable[Position], seat: Seat | None) -> list[str]:
    """The reader's own plans that could not be carried out in these steps; nobody else is told."""
    found = [failed for position in positions for failed in position.failed if failed.seat == seat]
    if not found:
        return []
    return [
        context.sentence("plan-failed"),
        *(f"  {game.notation.said(failed.order).told(context.lang)}: {failed.told(context.lang)}" for failed in found),
    ]


def turn_board_lines(
    context: Context, session: Session, *, strengths: bool = True, legend: bool = False, after: object = None
) -> Lines:
    """The board as it is now, without the hand; marked is what is new since the reader's own last move. With a state
    `after` this one that board, and what is new in it.
    """
    now = session.position.state
    since = now if after else board_text.last_seen_state(session.position, session.eyes.seat, session.seen)
    view = Viewer(
        session.table.called, session.eyes.seat, None, context.lang, TerminalWindow(context.plain).columns, since
    )
    return board_text.board_page(
        session.table.game, after or now, view, legend=legend, strengths=strengths, listed=context.plain
    )


def hand_lines(context: Context, session: Session) -> list[str]:
    """The reader's hand in words, and what the reader has laid face down; nothing for somebody without a seat."""
    if session.own is None:
        return []
    nothing = "hand-empty" if session.table.game.faces.hand is None else "hand-nothing-seen"
    return _own_hand(context, session) or [context.sentence(nothing)]


def labelled_hand_lines(context: Context, session: Session) -> list[str]:
    """The reader's hand with a label in front; no lines in a game without hidden pieces, or without a seat."""
    if session.own is None or not session.table.piles:
        return []
    held = _own_hand(context, session)
    if session.table.game.faces.hand is not None:
        return held
    return [context.sentence("your-hand", hand=held[0]), *held[1:]] if held else [context.sentence("hand-empty")]


def _own_hand(context: Context, session: Session) -> list[str]:
    """The reader's hand in words; nothing for an empty one."""
    view = Viewer(session.table.called, session.eyes.seat, session.own, context.lang)
    return [*plain_text_of(board_text.hand_lines(session.table.game, view)).splitlines(), *_dark(context, session)]


def _dark(context: Context, session: Session) -> list[str]:
    """How many tiles of a masked hand the reader does not see yet, and whose locks are wanted for them."""
    seat = session.eyes.seat
    if seat is None:
        return []
    closed = pending_key_shares.undecrypted_counts(session.position, session.folder, seat)
    if not closed.dark:
        return []
    silent = tasks.silent_computers(session, closed.locks[session.table.names[seat]], closed)
    return [context.sentence("hand-dark", count=closed.dark, silent=silent)]
