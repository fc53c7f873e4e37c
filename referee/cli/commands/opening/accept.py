"""`referee accept`: a player accepts the charter."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.printing.lines import test_key_sentence, warn_of_reoffer
from referee.cli.printing.output import print_notice
from referee.cli.printing.signed_note import print_signed_note, shared_folder_lines
from referee.cli.prompts.confirm import ask_to_sign, print_charter
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.protocol.opening.deal import make_accept
from referee.record.file_names import CHARTER, OUTBOX, FileName, name_prefix, names_with_prefix
from referee.record.note import read_bundle
from referee.service.signed_notes import Signed
from referee.session.opening.playing_host import check_host_accepted
from referee.session.pending import store_pending
from referee.session.publish import sign_due_notes
from referee.session.send import OutgoingNote, send
from referee.session.session import Session


@command(prints=Signed)
def accept(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Player: accept the charter."""
    session = context.session(side="plays")
    table = session.table
    if session.is_host:
        raise OutOfOrder("host-without-seat", hint=Sentence("wait-accepts-players"))
    session.signer()
    _check_own_join(session)
    check_host_accepted(session)
    if table.attempt > 1:
        warn_of_reoffer(context, table.attempt, None)
    if table.test_keys:
        print_notice(test_key_sentence(context, table.people(table.test_keys)))
    print_charter(context, session)
    if table.deck.shuffled_by == "seats":
        print_notice(context.sentence("program-shuffles-from-now"))
    ask_to_sign(context, yes=yes)
    name = str(FileName(OUTBOX, "accept", seat=session.role or ""))
    sent = send(
        session, OutgoingNote(table.offer_id, "accept", lambda _: (make_accept(session.signer(), table),), name)
    )
    if session.sits:
        store_pending(session.folder, sent.note)
    for notice in sign_due_notes(session):
        print_notice(notice.said.told(context.lang))
    by_mail = context.sentence("send-all-host-players", path=path_text(sent.path))
    lines = shared_folder_lines(context, session) or [by_mail, context.sentence("host-answers-deal")]
    more = {"seats": table.names, "attempt": table.attempt, "test_keys": table.test_keys}
    print_signed_note(context, session, sent.note, sent.path, "all", lines, game=table.game_id, **more)


def _check_own_join(session: Session) -> None:
    """The charter must quote the join that was signed here, if the outbox still has it."""
    names = names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "join"))
    here = [read_bundle(session.folder.read_outbox(name))[0] for name in names]
    mine = {signed.id for signed in here if signed.key == session.signer().public}
    if mine and mine.isdisjoint(signed.id for signed in session.history.signed_notes[CHARTER]):
        raise NotAuthentic("own-join-misquoted", seat=session.role)
