"""`referee standing`: a player's answers to what is asked out of turn."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.errors import Stopped
from referee.cli.output import Signed, data, note
from referee.cli.paths import shown
from referee.cli.prompt import is_terminal
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.table.desk.named import standing_outgoing
from referee.table.desk.send import send
from referee.table.step.standing import standing_note
from referee.table.step.typed_orders import split_policy


@command(prints=Signed)
def standing(
    context: Context,
    lines: Annotated[
        list[str] | None,
        typer.Argument(metavar="LINE..."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: give standing answers to what you are asked out of turn, sealed to the host."""
    desk = context.desk()
    key = desk.mover()
    wanted = split_policy([" ".join(lines or ())])
    standing_note(desk.position, key, wanted)  # what is wrong with it is said before anything is asked
    if not context.json:
        for line in wanted or (context.sentence("standing-line-ended"),):
            note(context.sentence("show-standing", line=line))
    if not yes:
        if not is_terminal() or context.json:
            raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
        if not context.confirm(context.sentence("sign-standing-answers")):
            raise Stopped("nothing-signed")
    sent = send(desk, standing_outgoing(desk, key, wanted))
    if f"move {desk.position.step + 1}" in desk.guard().signed:
        note(context.sentence("next-move-names-standing"))
    path = shown(sent.path)
    written = Signed("standing", sent.note.id, path, "host", game=desk.table.game_id, sealed=wanted)
    data(context, written, context.sentence("send-host", path=path))
