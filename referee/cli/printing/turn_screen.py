"""What a reader sees of a game that is played, the answer first.

A screen is a list of blocks. Each is shown in full, or in a shorter form where a window has too little room; what gives
way first has the lowest rank. Never cut are the question, the hand, the command, the latest turn and failed plans.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing import status_screen
from referee.cli.printing.lines import (
    comparison_lines,
    host_lines,
    lost_key_lines,
    new_key_lines,
    now_and_later,
    test_key_warning,
    todo_lines,
)
from referee.cli.printing.output import styled_lines
from referee.cli.printing.pager import TerminalWindow, print_by_page
from referee.cli.printing.width import MOST, RowsAbove, fit_to_stream, terminal_columns
from referee.cli.prompts.turn_view import failed_plan_lines, is_reader_to_move, labelled_hand_lines, turn_board_lines
from referee.drawing.safe_text import safe_text
from referee.drawing.text_picture import SPARE
from referee.i18n.event_text import conflict_text, question_for_reader
from referee.i18n.step_summary import capitalise, step_summary
from referee.kernel.errors import RefereeError
from referee.kernel.game import Viewer
from referee.kernel.requests import TURN, Request
from referee.messages import board_text
from referee.messages.order_choices import gain_text
from referee.messages.step_news import news_of_step, remark_lines
from referee.protocol.agreements.take_back import steps_taken_back
from referee.protocol.allowances import allowances_of
from referee.protocol.step.position import Position
from referee.record.file_names import step_name
from referee.service.dates import since_text
from referee.service.moves.move_drafts import stored_draft
from referee.service.views.deadlines import away_lines
from referee.session.agreements.proposals import proposal_lines
from referee.session.session import Session
from referee.session.todo.status import Status
from referee.session.todo.tasks import is_answered_by_plan
from referee.session.todo.waiting_for import seats_waited_for

STRENGTHS, WARNING, LEGEND, EXAMPLE, OLDER, BOARD, SIDELIGHT = range(7)
"""What gives way in a low window, first to last: the table below the board, the warning of test keys, what the signs of
the board mean, the example, older turns, the board, and of a conflict the lines that are spare.
"""

GLANCE = 5
"""So many lines at most for a reader who has nothing to do."""

SAID_ABOVE = ("answer-in-order", "waiting-for-seat", "waiting-move-take", "wait-next-step")
"""What is to do and the first line of a screen has said already: its command is enough."""


_HELD = ("own-tiles-face-down",)
"""What the line of the reader's hand has said already, where it is shown."""


class ScreenBlock(msgspec.Struct, frozen=True):
    """Lines that stand together, after a blank line if they stand `apart`; and their shorter forms, each with the rank
    at which it takes the place of the one before.
    """

    lines: tuple[str, ...]
    shorter: tuple[tuple[int, tuple[str, ...]], ...] = ()
    apart: bool = False


def fit_screen(blocks: Sequence[ScreenBlock], rows: int | None) -> list[str]:
    """The lines of a screen, in so many rows if that can be; None is a reader without a window, who gets everything.
    What has given way comes back where something larger made room for it.
    """
    forms = [[block.lines, *(lines for _, lines in block.shorter)] for block in blocks]
    ways = sorted((rank, at) for at, block in enumerate(blocks) for rank, _ in block.shorter)
    taken = [0] * len(blocks)
    page = _join(blocks, forms, taken)
    if rows is None:
        return page
    while len(page) > rows and ways:
        taken[ways.pop(0)[1]] += 1
        page = _join(blocks, forms, taken)
    for at in sorted(range(len(blocks)), key=lambda at: [rank for rank, _ in blocks[at].shorter][:1], reverse=True):
        while taken[at]:
            longer = [*taken[:at], taken[at] - 1, *taken[at + 1 :]]
            if len(_join(blocks, forms, longer)) > rows:
                break
            taken = longer
    return _join(blocks, forms, taken)


def _join(blocks: Sequence[ScreenBlock], forms: Sequence[Sequence[Sequence[str]]], taken: Sequence[int]) -> list[str]:
    page = list[str]()
    for block, lines, at in zip(blocks, forms, taken, strict=True):
        page += ["", *lines[at]] if block.apart and lines[at] and page else lines[at]
    return page


def text_block(*lines: str, apart: bool = False, rank: int | None = None) -> ScreenBlock:
    """A block of sentences; one that has a rank gives way as a whole."""
    told = tuple(part for line in lines for part in fit_to_stream(safe_text(line), sys.stdout))
    return ScreenBlock(told, () if rank is None else ((rank, ()),), apart)


def print_turn_screen(
    context: Context,
    session: Session,
    new: Sequence[int],
    status: Status,
    *,
    head: Sequence[str] = (),
    below: int = 0,
    asked: Collection[str] = (),
) -> None:
    """Print the state of a game after new mails, below the lines of `head`; `new` are the steps to describe, and so
    many lines come `below`. What was typed above and the prompt stay in the window. What the reader is `asked` right
    below is not listed as something to do.
    """
    answers, window = is_reader_to_move(session), TerminalWindow(context.plain)
    if session.is_host:
        page = status_screen.host_page(context, session, [session.seen[step] for step in new], status)
        blocks = [text_block(*head), text_block(*page), _key_risk(context, session, status)]
    else:
        blocks = [text_block(*head), *_first_lines(context, session, status, with_time=False, without=asked)]
        blocks.append(_news(context, session, [session.seen[step] for step in new]))
        now = {session.position.step: session.position, **{step: session.seen[step] for step in new}}
        blocks.append(text_block(*failed_plan_lines(context, session.table.game, now.values(), session.eyes.seat)))
        blocks += _board(context, session, _still_to_come(context, session, status))
        blocks.append(_key_risk(context, session, status))
    # The question for the words of all others has seven lines, which say what they are for, and two for each.
    rows = free_rows(window, below + (7 + 2 * len(status.seats) if asked else 0))
    print_by_page(fit_screen(blocks, rows if answers or rows is None else min(rows, GLANCE)), window, context.lang)


def print_end_screen(
    context: Context, session: Session, lines: Sequence[str], positions: Sequence[Position], *, below: int = 0
) -> None:
    """Print the `lines` that say how a game has ended, and after them the steps that are new."""
    window = TerminalWindow(context.plain)
    page = fit_screen([text_block(*lines), _news(context, session, positions)], free_rows(window, below))
    print_by_page(page, window, context.lang)


def free_rows(window: TerminalWindow, below: int) -> int | None:
    """How many rows a screen may fill, where what was typed and was said since is above it, and the prompt and more
    lines `below`.
    """
    return window.rows if window.rows is None else window.rows - 2 - RowsAbove.count - below


def already_received_lines(context: Context, session: Session, step: int, status: Status) -> list[str]:
    """What is said of a mail that was received before: whether the reader still has to answer, and with what."""
    seat, newest = session.eyes.seat, step == session.position.step
    name = safe_text(session.table.called[seat]) if seat is not None else ""
    values = {"title": safe_text(status.title), "step": step, "now": session.position.step, "name": name}
    asked = is_reader_to_move(session) and not is_answered_by_plan(session)
    code = "still-your-turn" if newest and asked else "still-here" if newest else "older-is-here"
    told = context.sentence(f"/screen/{code}", **values)
    if code != "still-your-turn":
        return [told]
    together = f"{told} {_MOVE}"
    return [together] if len(together) <= (terminal_columns(sys.stdout) or MOST) else [told, f"  {_MOVE}"]


_MOVE = "referee move"


def status_at_a_glance(context: Context, session: Session, status: Status) -> list[str]:
    """What bare `referee` says in the folder of a game that is played: the answer, without news and board."""
    blocks = _first_lines(context, session, status, with_time=True)
    failed = failed_plan_lines(context, session.table.game, [session.position], session.eyes.seat)
    news = (*failed, *away_lines(context.lang, session), *proposal_lines(session, context.lang))
    news = (*news, *new_key_lines(context, session), *test_key_warning(context, session.table, status))
    further = text_block(context.sentence("look-further"), apart=is_reader_to_move(session))
    return fit_screen([*blocks, text_block(*news, *host_lines(context, session)), further], None)


def _key_risk(context: Context, session: Session, status: Status) -> ScreenBlock:
    """That anybody can sign for some of the table."""
    return text_block(*test_key_warning(context, session.table, status), rank=WARNING)


def _first_lines(
    context: Context, session: Session, status: Status, *, with_time: bool, without: Collection[str] = ()
) -> Iterator[ScreenBlock]:
    """Is it me, what am I asked, what do I hold, what do I type."""
    asked = is_reader_to_move(session) and not is_answered_by_plan(session)
    first = _first_line(context, session, status, asked=asked, with_time=with_time)
    top = _top_lines(first, session, context.lang) if asked else (first,)
    yield text_block(*top, *lost_key_lines(context, session))
    if asked:
        yield text_block(*labelled_hand_lines(context, session), *_own_goods(context, session))
        yield text_block(*_draft_line(context, session))
    elif status.answered:
        yield text_block(context.sentence("answered-so-far", names=session.table.people(status.answered)))
    unheard = {role: known for role, known in status.other_names.items() if status.heard.get(role) == "not yet"}
    yield text_block(*comparison_lines(context, session.table, {}, unheard, ()))
    yield from _to_do(context, session, status, without)


def _draft_line(context: Context, session: Session) -> list[str]:
    """That the reader has begun a move and not signed it."""
    found = None
    with suppress(RefereeError):  # said where it is taken up
        found = stored_draft(session)
    waits = found is not None and found.step > session.position.step and bool(found.lines)
    return [context.sentence("draft-waits")] if waits else []


def _to_do(context: Context, session: Session, status: Status, without: Collection[str]) -> Iterator[ScreenBlock]:
    """The commands: the one order that answers a question, or the prompt and an order as an example."""
    request = _own_request(session)
    asked = is_reader_to_move(session) and not is_answered_by_plan(session)
    at_once = request is not None and request.question != TURN
    for todo in status.next:
        if todo.code == "you-answer-example":
            assert status.asked is not None
            gain = gain_text(session.position, status.asked.example, context.lang)
            told = context.sentence("example-and-gain", gain=gain) if gain else todo.sentence
            above = () if at_once else (f"{told}:",)
            yield text_block(*above, f"  {todo.command}", rank=None if at_once else EXAMPLE)
        elif todo.code == "answer-in-order":
            yield ScreenBlock(()) if at_once else text_block(f"  {todo.command}")
        elif todo.code not in (*SAID_ABOVE, *without, *(_HELD if asked else ())):
            yield text_block(*todo_lines(replace(status, next=(todo,))))


def _first_line(context: Context, session: Session, status: Status, *, asked: bool, with_time: bool) -> str:
    """Title, step, who is asked, and the reader's name."""
    table, seat = session.table, session.eyes.seat
    name = safe_text(table.called[seat]) if seat is not None else ""
    values = {"title": safe_text(status.title), "step": status.step, "name": name}
    told = since_text(context.lang, status.since) if with_time and status.since else ""
    time = context.sentence("/screen/since", since=told) if told else ""
    request = _own_request(session)
    if asked and request is not None:
        beside = table.people([other for other in seats_waited_for(session) if other != session.role])
        code = "your-turn" if request.question == TURN else "you-are-asked"
        code = "you-and-others" if beside else code
        return context.sentence(f"/screen/{code}", time=time, comma="," if time else "", others=beside, **values)
    if request is not None:
        return context.sentence("/screen/answered", **values)
    others = seats_waited_for(session)
    said = context.sentence("/screen/others-are-asked", names=table.people(others), count=len(others), time=time)
    if session.is_host:
        return context.sentence("/screen/of-host", asked=said, **values)
    if seat is None:
        return context.sentence("/screen/of-onlooker", asked=said, **values)
    idle = all(todo.code in SAID_ABOVE for todo in status.next)
    return context.sentence("/screen/idle" if idle else "/screen/of-player", asked=said, **values)


def _own_request(session: Session) -> Request | None:
    """What the reader is asked, whether it was answered or not."""
    return session.position.request_of(session.eyes.seat) if session.eyes.seat is not None else None


def _viewer(context: Context, session: Session) -> Viewer:
    return Viewer(
        session.table.called, session.eyes.seat, session.own, context.lang, TerminalWindow(context.plain).columns
    )


def _top_lines(first: str, session: Session, lang: str) -> list[str]:
    """The first line with who fights whom, and the question below it; a short question is on the same line."""
    game, state = session.table.game, session.position.state
    view = Viewer(session.table.called, session.eyes.seat, session.own, lang)
    question, conflict = " ".join(question_for_reader(game, state, view)), conflict_text(game, state, view)
    if conflict:
        return [f"{first} {conflict}", question]
    together = f"{first} {question}"
    return [together] if len(together) <= (terminal_columns(sys.stdout) or MOST) else [first, question]


def _own_goods(context: Context, session: Session) -> list[str]:
    """What everybody sees and the reader may use: a tile, credits."""
    holds = session.table.game.faces.holds
    return [holds(session.position.state, _viewer(context, session))] if holds is not None else []


def _news(context: Context, session: Session, positions: Sequence[Position]) -> ScreenBlock:
    """What happened, a paragraph a step, oldest first: where there is no room without the older turns, which are
    counted. A reader who takes no part in a conflict also reads its current state.
    """
    told = [_step_lines(context, session, at) for at in positions]
    if _own_request(session) is None:
        why = conflict_text(session.table.game, session.position.state, _viewer(context, session))
        told = [*told[:-1], [*told[-1][:-1], " ".join((*told[-1][-1:], why))]] if why and told else told
    pages = [text_block(*lines).lines for lines in told]
    forms = []
    command = "referee log" if session.eyes.seat is None else "referee log --new"
    for left_out in range(1, len(pages)):
        pointer = text_block(context.sentence("/screen/older-turns", count=left_out, command=command)).lines
        forms.append((OLDER, (*_flat(pages[left_out:]), *pointer)))
    return ScreenBlock(_flat(pages), tuple(forms), apart=True)


def _step_lines(context: Context, session: Session, position: Position) -> list[str]:
    """One step: what the table has decided, what happened, and what somebody says to all."""
    table, signed_notes = session.table, session.history.signed_notes[step_name(position.step)]
    step = news_of_step(position, signed_notes, context.lang, steps_taken_back(session.position))
    fights = position is session.position and is_reader_to_move(session)
    happened = step_summary(table.game, position.events, table.called, context.lang, fights=fights)
    return [
        *([context.sentence("undone-by", step=step.undone)] if step.undone is not None else []),
        *map(capitalise, step.decided),
        *([" ".join(happened)] if happened else []),
        *remark_lines(table, step),
    ]


def _flat(parts: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(line for part in parts for line in part)


def _still_to_come(context: Context, session: Session, status: Status) -> str:
    """Who still has to write in this turn, if it is more than those who are asked."""
    first, then = (session.table.people(names) for names in now_and_later(status))
    if not (first and then):
        return ""
    code = "/screen/then" if is_reader_to_move(session) else "/screen/still-to-come"
    return context.sentence(code if allowances_of(session.table).plans else f"{code}-all", first=first, then=then)


def _board(context: Context, session: Session, later: str) -> Iterator[ScreenBlock]:
    """The board for the player to move; in a conflict a row a side, the effects, and the part of the board it is about.
    Where there is no room, the command that shows it. `later` is who comes next.
    """
    faces, state, view = session.table.game.faces, session.position.state, _viewer(context, session)
    rows = faces.conflict(state, view) if faces.conflict is not None else ()
    fight, needed = (tuple(styled_lines(context, part)) for part in (rows, [row for row in rows if row[0][1] != SPARE]))
    asked = is_reader_to_move(session)
    if fight:
        shorter = (SIDELIGHT, needed) if asked else (BOARD, ())
        yield ScreenBlock(fight, (shorter,) if asked or len(fight) > GLANCE else (), apart=asked)
    if not asked:
        yield text_block(*filter(None, [later]))
        return
    pointer = context.sentence("/screen/board-is-shown")
    if fight and faces.part is not None:
        since = board_text.last_seen_state(session.position, session.eyes.seat, session.seen)
        drawn = tuple(styled_lines(context, faces.part(state, replace(view, since=since))))
        yield ScreenBlock(drawn, ((BOARD, ()),), apart=True)
        yield text_block(f"{later} {pointer}".strip())
        return
    yield text_block(*filter(None, [later]))
    forms = [
        tuple(styled_lines(context, turn_board_lines(context, session, strengths=strengths, legend=legend)))
        for strengths, legend in ((True, True), (False, True), (False, False))
    ]
    ranks = zip((STRENGTHS, LEGEND, BOARD), (*forms[1:], text_block(pointer).lines), strict=True)
    yield ScreenBlock(forms[0], tuple(ranks), apart=True)
