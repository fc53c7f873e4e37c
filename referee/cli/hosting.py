"""Hosting and playing in one home: the second key, the reader's seat, and notes of the reader's seat that its host
takes in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from msgspec.structs import replace

from referee.cli.context import HOSTING, Context
from referee.cli.paths import shown
from referee.cli.people import write_new_key
from referee.cli.printing.dispatch import tell_signed
from referee.cli.printing.output import data, note
from referee.cli.receiving.taking import take_all_in
from referee.crypto.keys import SigningKey, read_private
from referee.drawing.safe import safe_text
from referee.post.inbox import mails_in
from referee.post.sieve import sieved
from referee.record.names import OUTBOX, Name
from referee.record.note import SignedNote
from referee.table.desk.desk import Desk
from referee.table.desk.pending import keep_waiting
from referee.table.desk.send import Outgoing, Sent, send
from referee.table.opening.charter import make_join
from referee.table.opening.deal import make_accept


def hosting_key(context: Context, name: str) -> SigningKey:
    """The key with which somebody hosts who plays with the key called `name`; made where there is none."""
    home, called = context.home(), f"{name}{HOSTING}"
    if called in home.keys():  # noqa: SIM118
        return read_private(home.read_key(called), context.passphrase())
    key = write_new_key(home, called)
    note(context.sentence("key-to-host-made", path=shown(home.path / "keys" / called)))
    return key


def sit(desk: Desk, offer: SignedNote, seat: str, name: str, nonce: bytes, pack: bytes | None) -> None:
    """Join an own offer at `seat` as `name`, with the key of the `desk`, in the folder of the host, who has taken the
    join in with that. `nonce` is 16 fresh random bytes.
    """
    key = desk.signer()

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (make_join(key, offer, seat, name, nonce, pack),)

    sent = send(desk, Outgoing(offer.id, "", make, str(Name(OUTBOX, "join", seat=seat))))
    keep_waiting(desk.folder, sent.note)


def accept_as_player(context: Context, desk: Desk) -> None:
    """Let the seat of a host who plays accept first: no program accepts a charter of his before. Once it has, the same
    accept comes out again.
    """
    if not desk.sits or desk.history.position is not None:
        return
    seat = desk.turned()
    key, table = seat.signer(), seat.table
    name = str(Name(OUTBOX, "accept", seat=desk.sits))
    sent = send(seat, Outgoing(table.offer_id, "accept", lambda _: (make_accept(key, table),), name))
    if keep_waiting(desk.folder, sent.note) and not context.json:
        note(context.sentence("host-accepts-own-seat", seat=desk.sits))


def sealed_to_player(context: Context, desk: Desk) -> list[str]:
    """That a host who plays could read what is sealed, said once a game: with the first note that seals something."""
    table = desk.table
    if table.terms.host in ("", desk.role):
        return []
    own = (signed for signed_notes in desk.history.signed_notes.values() for signed in signed_notes)
    if any(signed.key == desk.signer().public and b"\nseal " in signed.body for signed in own):
        return []
    return [context.sentence("host-reads-sealed", name=safe_text(table.called[table.seat(table.terms.host)]))]


def tell_sent(
    context: Context, desk: Desk, sent: Sent, to: str, lines: Sequence[str] = (), *, yes: bool = False, **more: Any
) -> None:
    """Say where a note that was signed lies and to whom it goes. That of a host who plays is taken in at once."""
    if not desk.sits or desk.is_host:
        tell_signed(context, sent.note, sent.path, to, lines, **more)
        return
    if context.json:
        tell_signed(context, sent.note, sent.path, to, **more)
    elif to == "all":
        data(context, None, context.sentence("send-all-players", path=shown(sent.path)))
    there = replace(context, game=str(desk.folder.path))
    done = take_all_in(there, sieved(mails_in([sent.path])), (sent.path,), yes=yes, told=not context.json)
    if done.failed is not None:
        raise typer.Exit(done.failed.exit_code)
