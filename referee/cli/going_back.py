"""A step back before anybody agrees to it: what it would undo, and what it cannot take back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.cli.asking.consenting import check_plays, sign_consent
from referee.cli.context import Context
from referee.cli.passed_over import passes_before
from referee.cli.printing.lines import proposal_lines
from referee.cli.printing.output import note
from referee.drawing.safe import safe_text
from referee.kernel.errors import OutOfOrder
from referee.table.capabilities import capabilities_of
from referee.table.desk.desk import Desk
from referee.table.desk.proposals import asked_back
from referee.table.step.back import would_undo
from referee.table.step.position import Position
from referee.table.telling.decided import learned_told, played_told


def agree_to_back(context: Context, step: int | None, yes: bool) -> None:
    """Consent to the step back that somebody asks for, or of several to the one before `step`.

    Raises:
        OutOfOrder: nobody asks for it, or for several and none is named.
    """
    desk = context.desk()
    check_plays(desk)
    asked = dict(asked_back(desk))
    if step is None and len(asked) == 1:
        (step,) = asked
    if step is None or step not in asked:
        known = ", ".join(map(str, asked))
        raise OutOfOrder("which-step-back", known=known) if asked else OutOfOrder("nobody-goes-back")
    if not context.json:
        called = desk.table.called_by_seat
        for seat, reason in asked[step]:
            note(context.sentence("back-asked-by", name=called[seat], step=step, reason=safe_text(reason)))
        tell_undone(context, desk, would_undo(desk.position, step))
    sign_consent(context, desk, f"back {step}", yes=yes)


def tell_undone(context: Context, desk: Desk, undone: Iterable[Position]) -> None:
    """Say which steps would be undone, what was learned in them, what ends, and who has agreed so far."""
    positions = tuple(undone)
    for line in (*_steps(context, positions), *learned_told(positions, context.lang)):
        note(line)
    if capabilities_of(desk.table).plans:
        note(context.sentence("back-ends-plans"))
    for line in (*passes_before(context, desk), *proposal_lines(context, desk)):
        note(line)


def _steps(context: Context, positions: tuple[Position, ...]) -> Iterator[str]:
    first, last = positions[0].step, positions[-1].step
    yield context.sentence("would-undo-step" if first == last else "would-undo-steps", first=first, last=last)
    for position in positions:
        yield f"  {position.step}. {played_told(position, context.lang)}"
