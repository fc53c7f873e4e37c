"""`referee` in the folder of a game that is played: who is asked what since when, what to do, and what is settled."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.paths import path_text_from_home
from referee.cli.printing.lines import (
    comparison_lines,
    host_lines,
    lost_key_lines,
    new_key_lines,
    now_and_later,
    standing_lines,
    status_lines,
    test_key_warning,
    todo_lines,
)
from referee.cli.prompts.turn_view import failed_plan_lines
from referee.drawing.safe_text import safe_text
from referee.messages.decisions_text import key_change_sentences, table_mark_sentences
from referee.messages.step_news import StepNews, news_of_step, remark_lines
from referee.protocol.agreements import consent
from referee.protocol.agreements.take_back import steps_taken_back
from referee.protocol.allowances import allowances_of
from referee.protocol.step.position import Position
from referee.record.file_names import step_name
from referee.service.dates import since_text
from referee.service.views.deadlines import away_lines
from referee.session.agreements.proposals import proposal_lines
from referee.session.session import Session
from referee.session.todo.status import Status
from referee.session.todo.waiting_for import seats_waited_for


def host_page(context: Context, session: Session, new: Sequence[Position], status: Status) -> list[str]:
    """The lines; `new` are the steps that were recorded, oldest first."""
    came = " ".join(sentence for position in new for sentence in _came(context, session, position))
    title = safe_text(status.title)
    said_above = ("waiting-move-take",) if new else ("waiting-move-take", "newest-letter-all")  # nobody mails it twice
    due = tuple(todo for todo in status.next if todo.code not in said_above)
    head, asked = f"{title}: {came}", f"{_asked_line(context, session, status)}."
    if not came:
        sealed, names = len(status.answered), session.table.people(status.answered)
        code = "/screen/answers-are-in" if sealed else "/screen/host-head"
        head = context.sentence(code, title=title, step=status.step, names=names, count=sealed)
        asked += f" {context.sentence('/screen/opens-together')}" if sealed else ""
    said = [line for position in new for line in remark_lines(session.table, _step_lines(context, session, position))]
    return [f"{head} {asked}", *said, *proposal_lines(session, context.lang), *todo_lines(replace(status, next=due))]


def _asked_line(context: Context, session: Session, status: Status) -> str:
    """Who is asked, and who comes after them in the same turn."""
    asked = seats_waited_for(session)
    names = session.table.people(asked)
    said = context.sentence("/screen/now-asked", names=names, count=len(asked))
    then = session.table.people(now_and_later(status)[1])
    code = "/screen/asked-then" if allowances_of(session.table).plans else "/screen/asked-then-all"
    return context.sentence(code, asked=said, then=then) if then else said


def _step_lines(context: Context, session: Session, position: Position) -> StepNews:
    return news_of_step(
        position,
        session.history.signed_notes[step_name(position.step)],
        context.lang,
        steps_taken_back(session.position),
    )


def _came(context: Context, session: Session, position: Position) -> list[str]:
    """What a step has recorded: moves of players, or what the table has decided."""
    step = _step_lines(context, session, position)
    seats = tuple(dict.fromkeys(seat for seat, _ in step.orders))
    if not step.decided and not seats:
        return [context.sentence("/screen/dealt")]
    away = all(line.startswith((consent.HOLIDAY, consent.STAND_IN, "time ")) for line in step.table)
    if step.decided and not (away and seats):
        return [f"{step.decided[0].rstrip('.')}."]  # the letter says who has agreed, and what it takes back
    names = session.table.people(seats)
    moved = context.sentence("/screen/move-is-in", names=names, count=len(seats), step=position.step)
    return [moved, *(f"{sentence.rstrip('.')}." for sentence in step.decided)]


COLUMNS = 80

_VERDICTS = {"equal": "heard-equal", "known": "heard-known", "without": "heard-without", "different": "heard-different"}
"""What is said of those who were heard with each verdict, in this order."""


def status_page(context: Context, session: Session, status: Status) -> list[str]:
    """The page of a game that is played; of one before or after that the lines that others print as well."""
    if status.stage != "playing":
        return status_lines(context, session, status)
    lines = [_head(context, session, status), *lost_key_lines(context, session)]
    lines += test_key_warning(context, session.table, status)
    lines += host_lines(context, session, whole=True)
    lines += [question.sentence for question in status.questions]
    lines.append("  " + context.sentence("asked-since", since=since_text(context.lang, status.since)))
    if status.answered:
        lines.append(context.sentence("answered-so-far", names=session.table.people(status.answered)))
    lines += failed_plan_lines(context, session.table.game, [session.position], session.eyes.seat)
    lines += table_mark_sentences(session.position, context.lang)
    lines += away_lines(context.lang, session)
    lines += key_change_sentences(session.table, context.lang)
    lines += proposal_lines(session, context.lang)
    lines += new_key_lines(context, session)
    lines += standing_lines(context, session, status)
    lines += comparison_lines(context, session.table, {}, status.other_names, ())
    waits = any(todo.code == "waiting-for-seat" for todo in status.next)
    others = tuple(todo for todo in status.next if todo.code != "waiting-for-seat")
    lines += todo_lines(replace(status, next=others))
    lines += [context.sentence("nothing-for-you")] if waits and not others else []
    settled = list(_settled_rows(context, session, status))
    width = max((len(label) for label, _ in settled), default=0)
    lines += ["", *(f"  {label:<{width}}  {text}" for label, text in settled)] if settled else []
    return [*lines, "", context.sentence("look-further")]


def _head(context: Context, session: Session, status: Status) -> str:
    """Title, step and reader, and the folder at the right end of the line if it has room there."""
    called = session.table.called_by_seat
    who = {None: "as-onlooker", "referee": "as-host"}.get(status.you, "as-player")
    seat = safe_text(called.get(status.you or "", ""))
    head = context.sentence(who, title=safe_text(status.title), step=status.step, seat=seat)
    folder = path_text_from_home(session.folder.path.resolve())
    if not sys.stdout.isatty():
        return f"{head}  {folder}"
    room = COLUMNS - len(head) - len(folder)
    return f"{head}{' ' * room}{folder}" if room > 1 else head


def _settled_rows(context: Context, session: Session, status: Status) -> Iterator[tuple[str, str]]:
    """Label and text of what is settled: the reader's latest move, whom the turn waits for, whose words were heard."""
    own = status.countersigned.get(status.you or "", 0)
    if own:
        yield context.sentence("label-your-move"), _own_move(context, session, own)
    if len(status.mails) > 1:
        first, then = (session.table.people(names) for names in now_and_later(status))
        several = len(status.questions) > 1
        plans = allowances_of(session.table).plans
        needs = _NEEDS[several, plans] if then else "needs-together"
        yield context.sentence("label-turn-needs"), context.sentence(needs, first=first, then=then)
    heard = {said: [role for role, of in status.heard.items() if of == verdict] for verdict, said in _VERDICTS.items()}
    told = [context.sentence(said, names=session.table.people(roles)) for said, roles in heard.items() if roles]
    if told:
        yield context.sentence("label-four-words"), "; ".join(told)


_NEEDS = {
    (False, True): "needs-or-plan",
    (False, False): "needs-then",
    (True, True): "needs-together-or-plan",
    (True, False): "needs-together-then",
}
"""By whether several are asked at once and whether plans may answer, whom a turn needs, and whom after them."""


def _own_move(context: Context, session: Session, step: int) -> str:
    """The step that the reader has signed last, and how many of the sealed lines are still to come."""
    position, seat = session.position, session.eyes.seat
    plan = position.plans[seat] if seat is not None else None
    left = [text for text in (plan.texts or ())[plan.following :] if text] if plan is not None else []
    entered = context.sentence("move-entered", step=step)
    return f"{entered}; {context.sentence('lines-wait', count=len(left))}" if left else entered
