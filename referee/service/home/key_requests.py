"""Request a new key for a seat or for the host."""

from __future__ import annotations

import secrets

import msgspec

from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.protocol.agreements import host_replacement
from referee.protocol.agreements.new_key import six_words
from referee.protocol.history.safety_words import typed_role
from referee.protocol.seating import REFEREE
from referee.record.file_names import OUTBOX
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Rekey
from referee.record.notes.escaping import single_line_text
from referee.record.store import DataFolder
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.home.key_files import write_new_key
from referee.service.signed_notes import ask_of, send_current
from referee.service.table import OpenTable
from referee.session.agreements.new_key_requests import (
    NewKeyRequest,
    check_key_changeable,
    earlier_key_request,
    outgoing_key_request,
)
from referee.session.game_folders import remember_location
from referee.session.masked import share_handover
from referee.session.pending import store_pending
from referee.session.send import OutgoingNote
from referee.session.session import Session, home_key_name_for


class KeyWish(msgspec.Struct, frozen=True):
    """A new key that somebody wants."""

    seat: str | None = None
    """The seat that it is for, or `referee`, as it is typed; None for that of the reader."""
    why: str | None = None
    """Why, in one line; None for the usual reason."""
    name: str | None = None
    """The name of the player who takes over; None if nobody does."""
    seen: tuple[str, ...] = ()
    """The ids of notes that the request names."""


class KeyRequest(msgspec.Struct, frozen=True):
    """A new key that was asked for."""

    id: str
    """The id of the note that asks for it."""
    file: str
    """The path of the file to send."""
    seat: str
    """The seat that the key is for, or `referee`."""
    key: str
    """The name of the key in this home."""
    fingerprint: str
    """Its fingerprint, as `ssh-keygen` shows it."""
    to: str
    """Who must get the file: `host` or `all`."""
    words: tuple[str, ...] = ()
    """Six words to say to those who must agree; empty where the old key has agreed."""


def ask_new_key(table: OpenTable, wish: KeyWish) -> Ask:
    """The consequences of a new key, and who has to agree.

    Raises:
        OutOfOrder: the game is over, the seat cannot get another key here, or this reader cannot host. Unreadable: no
            such seat, or a reason or name of more than a line.
    """
    session, seat = table.session, _seat_meant(table.session, wish)
    is_own, masked, escrow = session.role == seat, session.table.deck.keeper == "seats", session.table.deck_escrow
    then = [table.sentence("old-key-sees-hand")] if masked and seat != REFEREE else []
    then += [table.sentence("key-by-shares")] if escrow and seat != REFEREE and not is_own else []
    said = table.sentence(_code_of(session, seat), seat=session.table.person(seat), title=session.table.title)
    request = _request(session, seat, wish, b"")
    parts = {"seat": seat, "why": request.reason, "name": request.name or "", "plays": request.plays or ""}
    return ask_of(table, said, {**parts, "seen": wish.seen}, then=then)


def request_new_key(table: OpenTable, wish: KeyWish, digest: str) -> KeyRequest:
    """The request, signed with a key that is made now, with a file to send. Raises Changed: `digest` is of another
    wish; Stale: the game has gone on; and as `ask_new_key`.
    """
    check_current(table)
    check_digest(ask_new_key(table, wish), digest)
    session, seat = table.session, _seat_meant(table.session, wish)
    request = _request(session, seat, wish, secrets.token_bytes(16))
    key = write_new_key(session.home, _free_name(session.home, typed_role(seat)))
    signed = _send_request(table, outgoing_key_request(session, key, seat, request))
    remember_location(session, asks=True)
    return _request_result(session, signed[0], signed[1])


def earlier_request(table: OpenTable, wish: KeyWish) -> KeyRequest | None:
    """The request for the same seat that was made here before and still holds: it is sent again. None for none, and
    for a wish that says more. Raises as `ask_new_key`.
    """
    session, seat = table.session, _seat_meant(table.session, wish)
    before = earlier_key_request(session, seat) if wish == KeyWish(wish.seat) else None
    return _request_result(session, before[0], before[1][-1]) if before is not None else None


def ask_key_proof(table: OpenTable, wish: KeyWish) -> Ask | None:
    """What proves that a new key knows what the shares open that are all here; None where nothing is to be proved."""
    rekey = _rekey_to_prove(table, wish)
    return _proof_ask(table, rekey) if rekey is not None else None


def prove_key(table: OpenTable, wish: KeyWish, digest: str) -> KeyRequest:
    """The proof, signed, with a file to send to the host. Raises Changed: there is nothing of the kind to be proved, or
    `digest` is of something else; Stale: the game has gone on.
    """
    check_current(table)
    rekey = _rekey_to_prove(table, wish)
    if rekey is None:
        raise OutOfOrder("no-key-asked-here", count=0)
    check_digest(_proof_ask(table, rekey), digest)
    file, _ = _send_request(table, share_handover.outgoing_key_proof(table.session, rekey))
    return _key_result(table.session, rekey, file, "host")


def wants_name(table: OpenTable, wish: KeyWish) -> bool:
    """Whether who asks to host has to say who that is. Raises as `ask_new_key`."""
    session = table.session
    return (
        wish.name is None and session.role is None and _seat_meant(session, wish) == REFEREE and _is_new_host(session)
    )


def _proof_ask(table: OpenTable, rekey: SignedNote) -> Ask:
    seat = table.session.table.person(rekey.read(Rekey).seat)
    return ask_of(table, table.sentence("key-proves-now", seat=seat), {"proves": rekey.id})


def _rekey_to_prove(table: OpenTable, wish: KeyWish) -> SignedNote | None:
    session, seat = table.session, _seat_meant(table.session, wish)
    before = earlier_key_request(session, seat) if wish == KeyWish(wish.seat) else None
    if before is None or not session.table.deck_escrow:
        return None
    due = {signed.id for signed in share_handover.key_proofs_due(session)}
    return before[1][-1] if before[1][-1].id in due else None


def _send_request(table: OpenTable, going: OutgoingNote) -> tuple[str, SignedNote]:
    """(file, note) of a request that was sent, with what waits of it here."""
    session, sent = table.session, send_current(table, going)
    masked = session.table.deck.keeper == "seats"
    for signed in read_bundle(sent.path.read_bytes()) if masked else (sent.note,):
        store_pending(session.folder, signed)
    return sent.path.name, sent.note


def _request(session: Session, seat: str, wish: KeyWish, nonce: bytes) -> NewKeyRequest:
    usual = "changed" if session.role == seat else "gone" if seat == REFEREE else "lost"
    name, plays = wish.name, None
    if seat == REFEREE and _is_new_host(session):
        plays = session.role
        name = name or (session.table.called_by_seat[plays] if plays is not None else None)
    called = single_line_text(name, "name") if name is not None else None
    return NewKeyRequest(nonce, single_line_text(wish.why or usual, "reason"), called, plays, wish.seen)


def _seat_meant(session: Session, wish: KeyWish) -> str:
    """The seat that gets the key, if it can get one here."""
    if session.position.over:
        raise OutOfOrder("game-over")
    seat = wish.seat.lower() if wish.seat is not None else session.role
    if seat in (REFEREE, typed_role(REFEREE)):
        seat = REFEREE
    elif seat is None or seat not in session.table.names:
        raise Unreadable("which-seat", known=", ".join((*session.table.names, typed_role(REFEREE))))
    check_key_changeable(session, seat)
    if seat == REFEREE:
        _check_host(session, wish.name)
    if session.role == seat:
        session.signer()
    return seat


def _check_host(session: Session, name: str | None) -> None:
    """Who plays does not host, if the host sees every hand; and who hosts gives it to another by consent alone."""
    playing = [seat for number, seat in enumerate(session.table.names) if number not in session.position.left]
    if session.role in playing and session.table.deck.host_sees == "everything":
        raise OutOfOrder("player-cannot-host", seat=session.table.person(session.role))
    if session.is_host and name is not None:
        raise OutOfOrder("other-host-asks")


def _is_new_host(session: Session) -> bool:
    """Whether somebody asks to host who is not the host under a key of his own, where another host says who he is and
    at which seat he plays.
    """
    return session.table.replaces_host and not (session.is_host or session.sits)


def _code_of(session: Session, seat: str) -> str:
    if seat != REFEREE:
        return "key-to-change" if session.role == seat else "key-to-ask"
    if session.is_host:
        return "host-key-to-change" if session.table.deck.keeper == "host" else "masked-host-changes-key"
    if session.table.deck.keeper == "seats":
        apart = host_replacement.may_agree(session.position) and session.table.host_seat
        return "host-to-ask-without" if apart else "host-to-ask-masked"
    return "host-to-ask-escrow" if session.table.terms.escrow else "host-to-ask"


def _free_name(home: DataFolder, seat: str) -> str:
    taken, number = set(home.keys()), 2
    while f"{seat}-{number}" in taken:
        number += 1
    return f"{seat}-{number}"


def _request_result(session: Session, file: str, signed: SignedNote) -> KeyRequest:
    seat = signed.read(Rekey).seat
    rotates = session.role == seat != REFEREE
    return _key_result(session, signed, file, "host" if rotates else "all", () if rotates else six_words(signed.id))


def _key_result(session: Session, rekey: SignedNote, file: str, to: str, words: tuple[str, ...] = ()) -> KeyRequest:
    note, path = rekey.read(Rekey), str(session.folder.path / OUTBOX / file)
    called = home_key_name_for(session, note.key) or ""
    return KeyRequest(rekey.id, path, typed_role(note.seat), called, fingerprint(note.key), to, words)
