"""`referee` in the folder of a game that is played: who is asked what since when, what to do, and what is settled."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from msgspec.structs import replace

from referee.cli.asking.turn import failed_lines
from referee.cli.context import Context
from referee.cli.late import away_lines
from referee.cli.paths import from_home
from referee.cli.printing.lines import (
    alarm_lines,
    asked_and_later,
    heard_lines,
    host_lines,
    new_key_lines,
    proposal_lines,
    standing_lines,
    status_lines,
    test_keys_warning,
    todo_lines,
)
from referee.cli.printing.moments import since
from referee.drawing.safe import safe_text
from referee.table.capabilities import capabilities_of
from referee.table.desk.desk import Desk
from referee.table.desk.status import Status
from referee.table.telling.decided import keys_told, marks_told

COLUMNS = 80

_VERDICTS = {"equal": "heard-equal", "known": "heard-known", "without": "heard-without", "different": "heard-different"}
"""What is said of those who were heard with each verdict, in this order."""


def status_page(context: Context, desk: Desk, status: Status) -> list[str]:
    """The page of a game that is played; of one before or after that the lines that others print as well."""
    if status.stage != "playing":
        return status_lines(context, desk, status)
    lines = [_head(context, desk, status), *alarm_lines(context, desk)]
    lines += test_keys_warning(context, desk.table, status)
    lines += host_lines(context, desk, whole=True)
    lines += [question.sentence for question in status.questions]
    lines.append("  " + context.sentence("asked-since", since=since(context, status.since)))
    if status.answered:
        lines.append(context.sentence("answered-so-far", names=desk.table.people(status.answered)))
    lines += failed_lines(context, desk.table.game, [desk.position], desk.eyes.seat)
    lines += marks_told(desk.position, context.lang)
    lines += away_lines(context, desk)
    lines += keys_told(desk.table, context.lang)
    lines += proposal_lines(context, desk)
    lines += new_key_lines(context, desk)
    lines += standing_lines(context, desk, status)
    lines += heard_lines(context, desk.table, {}, status.other_names, ())
    waits = any(todo.code == "waiting-for-seat" for todo in status.next)
    others = tuple(todo for todo in status.next if todo.code != "waiting-for-seat")
    lines += todo_lines(replace(status, next=others))
    lines += [context.sentence("nothing-for-you")] if waits and not others else []
    settled = list(_settled(context, desk, status))
    width = max((len(label) for label, _ in settled), default=0)
    lines += ["", *(f"  {label:<{width}}  {text}" for label, text in settled)] if settled else []
    return [*lines, "", context.sentence("look-further")]


def _head(context: Context, desk: Desk, status: Status) -> str:
    """Title, step and reader, and the folder at the right end of the line if it has room there."""
    called = desk.table.called_by_seat
    who = {None: "as-onlooker", "referee": "as-host"}.get(status.you, "as-player")
    seat = safe_text(called.get(status.you or "", ""))
    head = context.sentence(who, title=safe_text(status.title), step=status.step, seat=seat)
    folder = from_home(desk.folder.path.resolve())
    if not sys.stdout.isatty():
        return f"{head}  {folder}"
    room = COLUMNS - len(head) - len(folder)
    return f"{head}{' ' * room}{folder}" if room > 1 else head


def _settled(context: Context, desk: Desk, status: Status) -> Iterator[tuple[str, str]]:
    """Label and text of what is settled: the reader's newest move, whom the turn waits for, whose words were heard."""
    own = status.countersigned.get(status.you or "", 0)
    if own:
        yield context.sentence("label-your-move"), _own_move(context, desk, own)
    if len(status.mails) > 1:
        first, then = (desk.table.people(names) for names in asked_and_later(status))
        several = len(status.questions) > 1
        plans = capabilities_of(desk.table).plans
        needs = _NEEDS[several, plans] if then else "needs-together"
        yield context.sentence("label-turn-needs"), context.sentence(needs, first=first, then=then)
    heard = {said: [role for role, of in status.heard.items() if of == verdict] for verdict, said in _VERDICTS.items()}
    told = [context.sentence(said, names=desk.table.people(roles)) for said, roles in heard.items() if roles]
    if told:
        yield context.sentence("label-four-words"), "; ".join(told)


_NEEDS = {
    (False, True): "needs-or-plan",
    (False, False): "needs-then",
    (True, True): "needs-together-or-plan",
    (True, False): "needs-together-then",
}
"""By whether several are asked at once and whether plans may answer, whom a turn needs, and whom behind them."""


def _own_move(context: Context, desk: Desk, step: int) -> str:
    """The step that the reader has signed last, and how many of the sealed lines are still to come."""
    position, seat = desk.position, desk.eyes.seat
    plan = position.plans[seat] if seat is not None else None
    left = [text for text in (plan.texts or ())[plan.following :] if text] if plan is not None else []
    entered = context.sentence("move-entered", step=step)
    return f"{entered}; {context.sentence('lines-wait', count=len(left))}" if left else entered
