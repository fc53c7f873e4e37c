"""What a reader sees of a game that is played, the answer first: is it me, what am I asked, what do I hold, what do I
type, what happened, and the board.

A screen is a list of blocks. Each stands as it is, or in a shorter form where a window has too little room; what gives
way first has the lowest rank. Never cut are the question, the hand, the command, the newest turn and failed plans.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from referee.cli.asking.turn import board, failed_lines, is_asked, own_hand
from referee.cli.context import Context
from referee.cli.printing.lines import (
    alarm_lines,
    asked_and_later,
    heard_lines,
    host_lines,
    new_key_lines,
    proposal_lines,
    step_lines,
    steps_told,
    test_keys_told,
    todo_lines,
)
from referee.cli.printing.moments import since
from referee.cli.printing.output import styled
from referee.cli.printing.pages import Window, turn_pages
from referee.cli.printing.width import fitted
from referee.drawing.safe import safe_text
from referee.kernel.requests import TURN
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.desk.status import Status
from referee.table.desk.todo import plan_answers
from referee.table.step.position import Position
from referee.table.telling.decided import people_told
from referee.words.prose import is_quiet, prompt_prose, question_prose

STRENGTHS, WARNING, QUIET, EXAMPLE, OLDER, BOARD = range(6)
"""What gives way in a low window, first to last: the table below the board, the warning of test keys, events that
nobody misses, the example, older turns, the board.
"""

GLANCE = 5
"""So many lines at most for a reader who has nothing to do."""

SAID_ABOVE = ("answer-in-order", "waiting-for-seat", "waiting-move-take", "wait-next-step")
"""What is to do and the first line of a screen has said already: its command is enough."""


class Block(msgspec.Struct, frozen=True):
    """Lines that stand together, after a blank line if they stand `apart`; and their shorter forms, each with the rank
    at which it takes the place of the one before.
    """

    lines: tuple[str, ...]
    shorter: tuple[tuple[int, tuple[str, ...]], ...] = ()
    apart: bool = False


def cut(blocks: Sequence[Block], rows: int | None) -> list[str]:
    """The lines of a screen, in so many rows if that can be; None is a reader without a window, who gets everything.
    What has given way comes back where something larger made room for it.
    """
    forms = [[block.lines, *(lines for _, lines in block.shorter)] for block in blocks]
    ways = sorted((rank, at) for at, block in enumerate(blocks) for rank, _ in block.shorter)
    taken = [0] * len(blocks)
    page = _joined(blocks, forms, taken)
    if rows is None:
        return page
    while len(page) > rows and ways:
        taken[ways.pop(0)[1]] += 1
        page = _joined(blocks, forms, taken)
    for at in sorted(range(len(blocks)), key=lambda at: [rank for rank, _ in blocks[at].shorter][:1], reverse=True):
        while taken[at]:
            longer = [*taken[:at], taken[at] - 1, *taken[at + 1 :]]
            if len(_joined(blocks, forms, longer)) > rows:
                break
            taken = longer
    return _joined(blocks, forms, taken)


def _joined(blocks: Sequence[Block], forms: Sequence[Sequence[Sequence[str]]], taken: Sequence[int]) -> list[str]:
    page = list[str]()
    for block, lines, at in zip(blocks, forms, taken, strict=True):
        page += ["", *lines[at]] if block.apart and lines[at] and page else lines[at]
    return page


def _text(*lines: str, apart: bool = False, rank: int | None = None) -> Block:
    """A block of sentences; one that has a rank gives way as a whole."""
    told = tuple(part for line in lines for part in fitted(safe_text(line), sys.stdout))
    return Block(told, () if rank is None else ((rank, ()),), apart)


def tell_received(
    context: Context,
    desk: Desk,
    seen: Mapping[int, Position],
    new: Sequence[int],
    status: Status,
    *,
    head: Sequence[str] = (),
) -> None:
    """Print where a game stands after what came in, and after the lines of `head`; `new` are the steps among those
    `seen`.
    """
    asked, window = is_asked(desk), Window(context.plain)
    blocks = [_text(*head), *_answer(context, desk, status, with_time=False)]
    blocks.append(_news(context, desk, [seen[step] for step in new]))
    now = [seen[step] for step in new if step == desk.position.step] or [desk.position]
    blocks.append(
        _text(*failed_lines(context, desk.table.game, {at.step: at for at in (*now,)}.values(), desk.eyes.seat))
    )
    blocks.append(_text(*_still_to_come(context, desk, status)))
    if asked:
        blocks.append(_board(context, desk, dict(seen)))
    blocks.append(_warning(context, status))
    rows = window.rows if window.rows is None else window.rows - 1
    turn_pages(cut(blocks, rows if asked or rows is None else min(rows, GLANCE)), window, context.lang)


def already_here(context: Context, desk: Desk, step: int, status: Status) -> list[str]:
    """What is said of a mail that was taken in before: whether the reader still has to answer, and with what."""
    seat, newest = desk.eyes.seat, step == desk.position.step
    name = safe_text(desk.table.called[seat]) if seat is not None else ""
    values = {"title": safe_text(status.title), "step": step, "now": desk.position.step, "name": name}
    asked = is_asked(desk) and not plan_answers(desk)
    code = "still-your-turn" if newest and asked else "still-here" if newest else "older-is-here"
    told = context.sentence(f"/screen/{code}", **values)
    return [told, "  referee move"] if code == "still-your-turn" else [told]


def glance(context: Context, desk: Desk, status: Status) -> list[str]:
    """What bare `referee` says in the folder of a game that is played: the answer, without news and board."""
    blocks = [*_answer(context, desk, status, with_time=True)]
    blocks.append(_text(*failed_lines(context, desk.table.game, [desk.position], desk.eyes.seat)))
    blocks.append(_text(*proposal_lines(context, desk), *new_key_lines(context, desk)))
    blocks.append(_warning(context, status))
    blocks.append(_text(*host_lines(context, desk)))
    blocks.append(_text(context.sentence("look-further"), apart=is_asked(desk)))
    return cut(blocks, None)


def _warning(context: Context, status: Status) -> Block:
    """That anybody can sign for some of the table."""
    if not status.test_keys:
        return Block(())
    return _text(f"{context.sentence('warning')}: {test_keys_told(context, status.test_keys)}", rank=WARNING)


def _answer(context: Context, desk: Desk, status: Status, *, with_time: bool) -> Iterator[Block]:
    """Is it me, what am I asked, what do I hold, what do I type."""
    asked = is_asked(desk) and not plan_answers(desk)
    yield _text(_first_line(context, desk, status, asked=asked, with_time=with_time), *alarm_lines(context, desk))
    if asked:
        yield _text(*_question(context, desk), *own_hand(context, desk))
    elif status.answered:
        yield _text(context.sentence("answered-so-far", names=people_told(desk.table, status.answered)))
    unheard = {role: known for role, known in status.other_names.items() if status.heard.get(role) == "not yet"}
    yield _text(*heard_lines(context, {}, unheard, ()))
    for todo in status.next:
        lines = [f"  {todo.command}"] if todo.code in SAID_ABOVE else todo_lines(replace(status, next=(todo,)))
        if todo.code not in SAID_ABOVE or todo.code == "answer-in-order":
            yield _text(*lines, rank=EXAMPLE if todo.code == "you-answer-example" else None)


def _first_line(context: Context, desk: Desk, status: Status, *, asked: bool, with_time: bool) -> str:
    """Title, step, who is asked, and the reader's name."""
    table, seat = desk.table, desk.eyes.seat
    name = safe_text(table.called[seat]) if seat is not None else ""
    values = {"title": safe_text(status.title), "step": status.step, "name": name}
    told = since(context, status.since) if with_time and status.since else ""
    time = context.sentence("/screen/since", since=told) if told else ""
    if asked:
        what = _which_action(context, desk)
        code = "/screen/your-turn" if what else "/screen/you-are-asked"
        return context.sentence(code, time=time, comma="," if time else "", what=what, **values)
    if seat is not None and desk.position.request_of(seat) is not None:
        return context.sentence("/screen/answered", **values)
    others = awaited(desk)
    said = context.sentence("/screen/others-are-asked", names=people_told(table, others), count=len(others), time=time)
    if desk.is_host:
        return context.sentence("/screen/of-host", asked=said, **values)
    if seat is None:
        return context.sentence("/screen/of-onlooker", asked=said, **values)
    idle = all(todo.code in SAID_ABOVE for todo in status.next)
    return context.sentence("/screen/idle" if idle else "/screen/of-player", asked=said, **values)


def _which_action(context: Context, desk: Desk) -> str:
    """Which action of the reader's turn is asked; "" for any other question."""
    request = desk.position.request_of(desk.eyes.seat) if desk.eyes.seat is not None else None
    if request is None or request.question != TURN:
        return ""
    return prompt_prose(desk.table.game, request, context.lang)


def _question(context: Context, desk: Desk) -> list[str]:
    """What the reader is asked, in a sentence; nothing where the first line has said it."""
    request = desk.position.request_of(desk.eyes.seat) if desk.eyes.seat is not None else None
    if request is None or _which_action(context, desk):
        return []
    return [f"{question_prose(desk.table.game, request, desk.table.called, context.lang)}."]


def _news(context: Context, desk: Desk, positions: Sequence[Position]) -> Block:
    """What happened, oldest first: where there is no room, first without events that nobody misses, then without the
    older turns, which are counted.
    """
    game = desk.table.game
    loud = [replace(at, events=tuple(event for event in at.events if not is_quiet(game, event))) for at in positions]
    full = [_told(context, desk, [at]) for at in positions]
    short = [_told(context, desk, [at]) for at in loud]
    forms = [(QUIET, _flat(short))]
    command = "referee log" if desk.eyes.seat is None else "referee log --new"
    for left_out in range(1, len(positions)):
        pointer = _text(context.sentence("/screen/older-turns", count=left_out, command=command)).lines
        forms.append((OLDER, (*_flat(short[left_out:]), *pointer)))
    return Block(_flat(full), tuple(forms), apart=True)


def _told(context: Context, desk: Desk, positions: Sequence[Position]) -> tuple[str, ...]:
    told = steps_told(desk, positions, context.lang)
    return _text(*(line for step in told for line in step_lines(context, desk.table.game, step))).lines


def _flat(parts: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(line for part in parts for line in part)


def _still_to_come(context: Context, desk: Desk, status: Status) -> list[str]:
    """Who has still to write in this turn, if it is more than those who are asked."""
    first, then = asked_and_later(status)
    if not (first and then):
        return []
    values = {"first": people_told(desk.table, first), "then": people_told(desk.table, then)}
    return [context.sentence("/screen/still-to-come", **values)]


def _board(context: Context, desk: Desk, seen: dict[int, Position]) -> Block:
    """The board; where there is no room for it the command that shows it."""

    def drawn(strengths: bool) -> tuple[str, ...]:
        return tuple(styled(context, board(context, desk, seen, strengths=strengths)))

    pointer = _text(context.sentence("/screen/board-is-shown")).lines
    return Block(drawn(True), ((STRENGTHS, drawn(False)), (BOARD, pointer)), apart=True)
