"""What a host reads behind a mail: what came, what it led to, and the one thing to send."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.printing.lines import asked_and_later, proposal_lines, said_lines, todo_lines
from referee.drawing.safe import safe_text
from referee.record.names import step_name
from referee.table.capabilities import capabilities_of
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.desk.status import Status
from referee.table.step.back import undone_by
from referee.table.step.consent import HOLIDAY
from referee.table.step.position import Position
from referee.table.telling.news import StepTold, tell


def host_page(context: Context, desk: Desk, new: Sequence[Position], status: Status) -> list[str]:
    """The lines; `new` are the steps that were entered, oldest first."""
    came = " ".join(sentence for position in new for sentence in _came(context, desk, position))
    title = safe_text(status.title)
    said_above = ("waiting-move-take",) if new else ("waiting-move-take", "newest-letter-all")  # nobody mails it twice
    due = tuple(todo for todo in status.next if todo.code not in said_above)
    head, asked = f"{title}: {came}", f"{_asked_line(context, desk, status)}."
    if not came:
        sealed, names = len(status.answered), desk.table.people(status.answered)
        code = "/screen/answers-are-in" if sealed else "/screen/host-head"
        head = context.sentence(code, title=title, step=status.step, names=names, count=sealed)
        asked += f" {context.sentence('/screen/opens-together')}" if sealed else ""
    said = [line for position in new for line in said_lines(desk.table, _step_told(context, desk, position))]
    return [f"{head} {asked}", *said, *proposal_lines(context, desk), *todo_lines(replace(status, next=due))]


def _asked_line(context: Context, desk: Desk, status: Status) -> str:
    """Who is asked, and who comes behind them in the same turn."""
    asked = awaited(desk)
    names = desk.table.people(asked)
    said = context.sentence("/screen/now-asked", names=names, count=len(asked))
    then = desk.table.people(asked_and_later(status)[1])
    code = "/screen/asked-then" if capabilities_of(desk.table).plans else "/screen/asked-then-all"
    return context.sentence(code, asked=said, then=then) if then else said


def _step_told(context: Context, desk: Desk, position: Position) -> StepTold:
    return tell(position, desk.history.signed_notes[step_name(position.step)], context.lang, undone_by(desk.position))


def _came(context: Context, desk: Desk, position: Position) -> list[str]:
    """What a step has entered: moves of players, or what the table has decided."""
    step = _step_told(context, desk, position)
    seats = tuple(dict.fromkeys(seat for seat, _ in step.orders))
    if not step.decided and not seats:
        return [context.sentence("/screen/dealt")]
    away = all(line.startswith((HOLIDAY, "time ")) for line in step.table)
    if step.decided and not (away and seats):
        return [f"{step.decided[0].rstrip('.')}."]  # who has agreed, and what it undoes, stands in the letter
    names = desk.table.people(seats)
    moved = context.sentence("/screen/move-is-in", names=names, count=len(seats), step=position.step)
    return [moved, *(f"{sentence.rstrip('.')}." for sentence in step.decided)]
