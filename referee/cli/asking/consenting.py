"""A consent is signed: what a seat agrees to is said before, by whoever asks for it here."""

from __future__ import annotations

from referee.cli.asking.prompt import is_terminal
from referee.cli.context import Context
from referee.cli.paths import shown
from referee.cli.printing.errors import Stopped
from referee.cli.printing.output import Signed, data
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.notes import Consent
from referee.table.desk.consents import keep_consent
from referee.table.desk.desk import Desk
from referee.table.desk.send import Outgoing, send
from referee.table.step.decisions import consent_note


def check_plays(desk: Desk) -> None:
    """Only who still plays agrees to anything, and only while there is a game. Raises OutOfOrder, NotAuthentic."""
    position, seat = desk.position, desk.eyes.seat
    if position.over:
        raise OutOfOrder("game-over")
    if seat is None:
        raise NotAuthentic("players-agree")
    if seat in position.left:
        raise OutOfOrder("seat-has-left", seat=desk.table.names[seat])


def sign_consent(context: Context, desk: Desk, to: str, *, yes: bool, reason: str | None = None) -> None:
    """Ask for a yes, sign the consent of the own seat and say where its file lies.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no.
    """
    key = desk.signer()
    if not yes:
        if not is_terminal() or context.json:
            raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
        if not context.confirm(context.sentence("sign-consent")):
            raise Stopped("nothing-signed")
    name = f"consent-{desk.position.step + 1:04d}-{desk.role}-{to.replace(' ', '-')}.note"
    sent = send(desk, Outgoing(None, "", lambda _: (consent_note(desk.position, key, to, reason),), name))
    keep_consent(desk, sent.note, sent.note.read(Consent))
    path = shown(sent.path)
    written = Signed("consent", sent.note.id, path, "all", game=desk.table.game_id)
    data(context, written, context.sentence("send-all-host-players", path=path))
