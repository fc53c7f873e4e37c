"""What somebody who is asked reads at the end of `receive`: the news, the board, the hand, the question.

One screen, where that can be: in a low window the table of strengths gives way first, then the list of orders, then the
older news. What is still too long is paged.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from msgspec.structs import replace

from referee.cli.asking.turn import board, own_hand
from referee.cli.context import Context
from referee.cli.printing.lines import status_lines
from referee.cli.printing.output import styled
from referee.cli.printing.pages import Window, turn_pages
from referee.cli.printing.width import fitted
from referee.drawing.safe import safe_text
from referee.kernel.requests import TURN
from referee.table.desk.desk import Desk
from referee.table.desk.status import Status
from referee.table.step.position import Position
from referee.words.prose import prompt_prose

SETTLED = ("equal", "known")
"""Verdicts on the four words that nobody needs to read again at every turn."""


def tell_turn(context: Context, desk: Desk, seen: dict[int, Position], news: Sequence[str], status: Status) -> None:
    """Print the page of the reader's turn; `news` is what happened, and the own plans that failed."""
    window = Window(context.plain)
    if window.rows is not None:
        status = replace(status, heard={role: said for role, said in status.heard.items() if said not in SETTLED})
    hand = own_hand(context, desk)

    def drawn(strengths: bool) -> list[str]:
        return styled(context, board(context, desk, seen, strengths=strengths))

    full, long = drawn(True), _fitted([*hand, *status_lines(context, desk, status)])
    lines = [*_fitted(news), *full, *long]
    if not window.holds(len(lines)):  # only then it matters how short board and question could be
        bare = full if not desk.table.game.faces.spare else drawn(False)
        short = _fitted([*hand, *_brief(context, desk, status)])
        lines = _page(context, window, _fitted(news), (full, bare), (long, short))
    turn_pages(lines, window, context.lang)


def newest_of(context: Context, news: Sequence[str], below: Sequence[str]) -> list[str]:
    """Of what happened in very many steps the newest, so much as one screen of a terminal holds above other lines."""
    window, fitted_news = Window(context.plain), _fitted(news)
    if window.rows is None or window.holds(len(fitted_news) + len(_fitted(below))):
        return list(news)
    pointer = _fitted([context.sentence("older-news")])
    room = window.rows - 1 - len(_fitted(below)) - len(pointer)
    return [*pointer, *_newest(fitted_news, room)] if room > 0 else list(news)


def _brief(context: Context, desk: Desk, status: Status) -> list[str]:
    """The same where the question is only which action: one line says which, and the orders need not be listed."""
    request = desk.position.request
    if request is None or request.question != TURN or len(status.questions) != 1:
        return status_lines(context, desk, status)
    head, *rest = status_lines(context, desk, replace(status, questions=()))
    asked = prompt_prose(desk.table.game, request, context.lang)
    return [f"{head}: {asked}" if asked else head, *rest]


def _page(
    context: Context, window: Window, news: list[str], boards: Sequence[list[str]], questions: Sequence[list[str]]
) -> list[str]:
    (full, bare), (long, short) = boards, questions
    for drawn, asked in ((bare, long), (bare, short)):
        if window.holds(len(news) + len(drawn) + len(asked)):
            return [*news, *drawn, *asked]
    assert window.rows is not None  # else everything has room
    pointer = _fitted([context.sentence("older-news")])
    room = window.rows - 1 - len(bare) - len(short) - len(pointer)
    if room < 1:
        return [*news, *full, *long]
    return [*pointer, *_newest(news, room), *bare, *short]


def _newest(news: list[str], room: int) -> list[str]:
    """So many lines of the news: the orders of the last steps, and of what the last ones led to as much as fits."""
    heads = [at for at, line in enumerate(news) if not line.startswith(" ")]
    kept = heads[-room:]
    details = range(kept[-1] + 1 if kept else 0, len(news))[: room - len(kept)]
    return [news[at] for at in (*kept, *details)]


def _fitted(lines: Sequence[str]) -> list[str]:
    return [part for line in lines for part in fitted(safe_text(line), sys.stdout)]
