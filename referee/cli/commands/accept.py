"""`referee accept`: a player accepts the charter."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.asking.agreement import ask_to_sign, tell_charter
from referee.cli.context import Context, command
from referee.cli.paths import shown
from referee.cli.printing.dispatch import tell_signed
from referee.cli.printing.lines import test_keys_told, warn_of_attempt
from referee.cli.printing.output import Signed, note
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import CHARTER, OUTBOX, Name, beginning, begins
from referee.record.note import read_bundle
from referee.table.desk.desk import Desk
from referee.table.desk.host_first import check_host_accepts
from referee.table.desk.pending import keep_waiting
from referee.table.desk.publish import signed_by_itself
from referee.table.desk.send import Outgoing, send
from referee.table.opening.deal import make_accept


@command(prints=Signed)
def accept(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Player: accept the charter."""
    desk = context.desk(side="plays")
    table = desk.table
    if desk.is_host:
        raise OutOfOrder("host-without-seat", hint=Sentence("wait-accepts-players"))
    desk.signer()
    _check_own_join(desk)
    check_host_accepts(desk)
    if table.attempt > 1:
        warn_of_attempt(context, table.attempt, None)
    if table.test_keys:
        note(test_keys_told(context, table.people(table.test_keys)))
    if not context.json:
        tell_charter(context, desk)
    if table.masked:
        note(context.sentence("program-shuffles-from-now"))
    ask_to_sign(context, yes=yes)
    name = str(Name(OUTBOX, "accept", seat=desk.role or ""))
    sent = send(desk, Outgoing(table.offer_id, "accept", lambda _: (make_accept(desk.signer(), table),), name))
    if desk.sits:
        keep_waiting(desk.folder, sent.note)
    for notice in signed_by_itself(desk):
        note(notice.said.told(context.lang))
    lines = [context.sentence("send-all-host-players", path=shown(sent.path)), context.sentence("host-answers-deal")]
    more = {"seats": table.names, "attempt": table.attempt, "test_keys": table.test_keys}
    tell_signed(context, desk, sent.note, sent.path, "all", lines, game=table.game_id, **more)


def _check_own_join(desk: Desk) -> None:
    """The charter must quote the join that was signed here, if the outbox still has it."""
    names = beginning(desk.folder.list_outbox(), begins(OUTBOX, "join"))
    here = [read_bundle(desk.folder.read_outbox(name))[0] for name in names]
    mine = {signed.id for signed in here if signed.key == desk.signer().public}
    if mine and mine.isdisjoint(signed.id for signed in desk.history.signed_notes[CHARTER]):
        raise NotAuthentic("own-join-misquoted", seat=desk.role)
