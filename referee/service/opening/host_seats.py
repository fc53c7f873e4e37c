"""Hosting and playing in one home: the second key, and what its seat does before the deal."""

from __future__ import annotations

from referee.crypto.keys import SigningKey
from referee.kernel.sentence import Sentence
from referee.protocol.opening.charter import make_join
from referee.protocol.opening.deal import make_accept
from referee.record.file_names import OUTBOX, FileName
from referee.record.note import SignedNote
from referee.record.store import HOSTING
from referee.service.home.key_files import private_key, write_new_key
from referee.service.reader import Reader
from referee.session.pending import store_pending
from referee.session.publish import sign_due_notes
from referee.session.send import OutgoingNote, send
from referee.session.session import Session


def hosting_key(reader: Reader, name: str, secret: str = "") -> SigningKey:
    """The key with which somebody hosts who plays with the key called `name`; made where there is none."""
    home, called = reader.home, f"{name}{HOSTING}"
    if called in home.keys():  # noqa: SIM118
        return private_key(reader, called, secret)
    return write_new_key(home, called)


def take_host_seat(session: Session, offer: SignedNote, seat: str, name: str, nonce: bytes, pack: bytes | None) -> None:
    """Join an offer of one's own at `seat` as `name`, with the key of the `session`, in the folder of the host, who has
    received the join with that. `nonce` is 16 fresh random bytes.
    """
    key = session.signer()

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (make_join(key, offer, seat, name, nonce, pack),)

    sent = send(session, OutgoingNote(offer.id, "", make, str(FileName(OUTBOX, "join", seat=seat))))
    store_pending(session.folder, sent.note)


def accept_as_player(session: Session, lang: str) -> tuple[str, ...]:
    """Let the seat of a host who plays accept first: no program accepts a charter of his before. Once it has, the same
    accept comes out again. What that means and what its program has signed with it, a sentence each; () where nothing
    is new.
    """
    if not session.sits or session.history.position is not None:
        return ()
    seat = session.turned()
    key, table = seat.signer(), seat.table
    name = str(FileName(OUTBOX, "accept", seat=session.sits))
    sent = send(seat, OutgoingNote(table.offer_id, "accept", lambda _: (make_accept(key, table),), name))
    new = store_pending(session.folder, sent.note)
    made = [notice.said.told(lang) for notice in sign_due_notes(seat)]
    told = [Sentence("program-shuffles-from-now")] if table.deck.shuffled_by == "seats" else []
    said = [*told, Sentence("host-accepts-own-seat", seat=table.person(session.sits))]
    return (*(one.told(lang) for one in said), *made) if new else ()
