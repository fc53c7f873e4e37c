"""`referee rekey`: the holder of a seat, or who takes it over, gets a new key."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.options import choices_of
from referee.cli.printing.output import print_aside, print_result
from referee.cli.prompts.claims import notes_of_files
from referee.cli.prompts.confirm import confirm
from referee.cli.prompts.identity import ask_own_name
from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.protocol.agreements import host_replacement
from referee.protocol.agreements.new_key import six_words
from referee.protocol.history.safety_words import typed_role
from referee.protocol.seating import REFEREE
from referee.record.file_names import OUTBOX
from referee.record.note import Notes, SignedNote, read_bundle
from referee.record.notes import Rekey
from referee.record.notes.escaping import single_line_text
from referee.record.store import DataFolder
from referee.session.agreements.new_key_requests import (
    NewKeyRequest,
    check_key_changeable,
    earlier_key_request,
    outgoing_key_request,
)
from referee.session.game_folders import remember_location
from referee.session.key_making import write_new_key
from referee.session.masked import share_handover
from referee.session.pending import store_pending
from referee.session.send import send
from referee.session.session import Session, home_key_name_for


class Asked(msgspec.Struct, frozen=True):
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


@command(prints=Asked)
def rekey(
    context: Context,
    seat: Annotated[str | None, typer.Argument(metavar="SEAT", autocompletion=choices_of("parties_with_key"))] = None,
    why: Annotated[str | None, typer.Option("--why")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    seen: Annotated[list[Path] | None, typer.Option("--seen", metavar="FILE")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Get a new key for a seat or for the host: the old one is lost or stolen, or somebody else takes over."""
    session = context.session(side="named")
    seat = _seat_meant(session, seat)
    check_key_changeable(session, seat)
    own = session.role == seat
    if seat == REFEREE:
        _check_host(session, name)
    if own:
        session.signer()
    before = earlier_key_request(session, seat) if (why, name, seen) == (None, None, None) else None
    if before is not None and session.table.deck_escrow and _proves(context, session, before[1][-1], yes=yes):
        return
    if before is not None:
        print_aside(context, context.sentence("key-asked-already"))
        _tell_request(context, session, *before, own=own)
        return
    seen_on = (
        [context.sentence("old-key-sees-hand")] if session.table.deck.keeper == "seats" and seat != REFEREE else []
    )
    said = context.sentence(_to_say(session, seat), seat=session.table.person(seat), title=session.table.title)
    shared = [context.sentence("key-by-shares")] if session.table.deck_escrow and seat != REFEREE and not own else []
    print_aside(context, said, *seen_on, *shared)
    confirm(context, "make-and-sign", yes=yes)
    plays = None
    if seat == REFEREE and _is_another_host(session):
        plays = session.role
        name = name or (session.table.called_by_seat[plays] if plays is not None else ask_own_name(context, None))
    request = NewKeyRequest(
        secrets.token_bytes(16),
        single_line_text(why or ("changed" if own else "gone" if seat == REFEREE else "lost"), "reason"),
        single_line_text(name, "name") if name is not None else None,
        plays,
        tuple(signed.id for signed in notes_of_files(seen or ())),
    )
    key = write_new_key(session.home, _free_name(session.home, typed_role(seat)))
    sent = send(session, outgoing_key_request(session, key, seat, request))
    for signed in read_bundle(sent.path.read_bytes()) if session.table.deck.keeper == "seats" else (sent.note,):
        store_pending(session.folder, signed)
    remember_location(session, asks=True)
    _tell_request(context, session, sent.path.name, (sent.note,), own=own)


def _seat_meant(session: Session, typed: str | None) -> str:
    """The seat that gets the key. Raises OutOfOrder after the end, Unreadable where none is named."""
    if session.position.over:
        raise OutOfOrder("game-over")
    seat = typed.lower() if typed is not None else session.role
    if seat in (REFEREE, typed_role(REFEREE)):
        return REFEREE
    if seat is None or seat not in session.table.names:
        raise Unreadable("which-seat", known=", ".join((*session.table.names, typed_role(REFEREE))))
    return seat


def _proves(context: Context, session: Session, rekey: SignedNote, *, yes: bool) -> bool:
    """Whether all shares are here for the new key of a request, which then shows that it knows what they open."""
    if rekey.id not in {signed.id for signed in share_handover.key_proofs_due(session)}:
        return False
    going, note = share_handover.outgoing_key_proof(session, rekey), rekey.read(Rekey)
    print_aside(context, context.sentence("key-proves-now", seat=session.table.person(note.seat)))
    confirm(context, "sign-this", yes=yes)
    sent = send(session, going)
    for signed in read_bundle(sent.path.read_bytes()):
        store_pending(session.folder, signed)
    asked = _key_request(session, rekey, sent.path.name, "host")
    print_result(context, asked, [context.sentence("key-proof-goes", path=asked.file)])
    return True


def _check_host(session: Session, name: str | None) -> None:
    """Who plays does not host, if the host sees every hand; and who hosts gives it to another by consent alone."""
    playing = [seat for number, seat in enumerate(session.table.names) if number not in session.position.left]
    if session.role in playing and session.table.deck.host_sees == "everything":
        raise OutOfOrder("player-cannot-host", seat=session.table.person(session.role))
    if session.is_host and name is not None:
        raise OutOfOrder("other-host-asks")


def _is_another_host(session: Session) -> bool:
    """Whether somebody asks to host who is not the host under a key of his own, where another host says who he is and
    at which seat he plays.
    """
    return session.table.replaces_host and not (session.is_host or session.sits)


def _to_say(session: Session, seat: str) -> str:
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


def _tell_request(context: Context, session: Session, file: str, notes: Notes, *, own: bool) -> None:
    """Tell where a request lies, what is to be said by mouth, and to whom the file goes."""
    signed, rotates = notes[-1], own and notes[-1].read(Rekey).seat != REFEREE
    words = () if rotates else six_words(signed.id)
    asked = _key_request(session, signed, file, "host" if rotates else "all", words)
    lines = [context.sentence("key-made-copy-it", path=path_text(session.home.path / "keys" / asked.key))]
    if rotates:
        lines.append(context.sentence("key-changes-by-host", path=asked.file))
    else:
        sending = context.sentence("send-request-to-players" if own else "send-request-to-all", path=asked.file)
        lines += [context.sentence("tell-six-words"), "  " + " ".join(words), sending]
    print_result(context, asked, lines)


def _key_request(session: Session, rekey: SignedNote, file: str, to: str, words: tuple[str, ...] = ()) -> Asked:
    note, path = rekey.read(Rekey), path_text(session.folder.path / OUTBOX / file)
    called = home_key_name_for(session, note.key) or ""
    return Asked(rekey.id, path, typed_role(note.seat), called, fingerprint(note.key), to, words)
