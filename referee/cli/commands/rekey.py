"""`referee rekey`: the holder of a seat, or who takes it over, gets a new key."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.arguments import one_line
from referee.cli.asking.agreement import confirm
from referee.cli.claims import kept_notes
from referee.cli.completion.choices import holders_here
from referee.cli.context import Context, command
from referee.cli.paths import shown
from referee.cli.people import own_name, write_new_key
from referee.cli.printing.output import aside, data
from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.record.names import OUTBOX
from referee.record.note import Notes, SignedNote, read_bundle
from referee.record.notes import Rekey
from referee.record.store import Home
from referee.table.desk.desk import Desk, name_at_home
from referee.table.desk.pending import keep_waiting
from referee.table.desk.places import remember
from referee.table.desk.rekeys import Request, asked_before, asking, check_changeable
from referee.table.desk.send import send
from referee.table.reading.words import spoken
from referee.table.seating import REFEREE
from referee.table.step.rekey import six_words


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
    seat: Annotated[str | None, typer.Argument(metavar="SEAT", autocompletion=holders_here)] = None,
    why: Annotated[str | None, typer.Option("--why")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    seen: Annotated[list[Path] | None, typer.Option("--seen", metavar="FILE")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Get a new key for a seat or for the host: the old one is lost or stolen, or somebody else takes over."""
    desk = context.desk(side="named")
    seat = _seat_meant(desk, seat)
    check_changeable(desk, seat)
    own = desk.role == seat
    if seat == REFEREE:
        _check_host(desk, name)
    if own:
        desk.signer()
    before = asked_before(desk, seat) if (why, name, seen) == (None, None, None) else None
    if before is not None and desk.table.deck_escrow and _proves(context, desk, before[1][-1], yes=yes):
        return
    if before is not None:
        aside(context, context.sentence("key-asked-already"))
        _tell_request(context, desk, *before, own=own)
        return
    seen_on = [context.sentence("old-key-sees-hand")] if desk.table.masked and seat != REFEREE else []
    said = context.sentence(_to_say(desk, seat), seat=desk.table.person(seat), title=desk.table.title)
    shared = [context.sentence("key-by-shares")] if desk.table.deck_escrow and seat != REFEREE and not own else []
    aside(context, said, *seen_on, *shared)
    confirm(context, "make-and-sign", yes=yes)
    plays = None
    if seat == REFEREE and _is_another_host(desk):
        plays = desk.role
        name = name or (desk.table.called_by_seat[plays] if plays is not None else own_name(context, None))
    request = Request(
        secrets.token_bytes(16),
        one_line(why or ("changed" if own else "gone" if seat == REFEREE else "lost"), "reason"),
        one_line(name, "name") if name is not None else None,
        plays,
        tuple(signed.id for signed in kept_notes(seen or ())),
    )
    key = write_new_key(desk.home, _free_name(desk.home, spoken(seat)))
    sent = send(desk, asking(desk, key, seat, request))
    for signed in read_bundle(sent.path.read_bytes()) if desk.table.masked else (sent.note,):
        keep_waiting(desk.folder, signed)
    remember(desk, asks=True)
    _tell_request(context, desk, sent.path.name, (sent.note,), own=own)


def _seat_meant(desk: Desk, typed: str | None) -> str:
    """The seat that gets the key. Raises OutOfOrder after the end, Unreadable where none is named."""
    if desk.position.over:
        raise OutOfOrder("game-over")
    seat = typed.lower() if typed is not None else desk.role
    if seat in (REFEREE, spoken(REFEREE)):
        return REFEREE
    if seat is None or seat not in desk.table.names:
        raise Unreadable("which-seat", known=", ".join((*desk.table.names, spoken(REFEREE))))
    return seat


def _proves(context: Context, desk: Desk, rekey: SignedNote, *, yes: bool) -> bool:
    """Whether all shares are here for the new key of a request, which then shows that it knows what they open."""
    from referee.table.desk.sharing import due_proofs, proving_now  # few tables have escrow

    if rekey.id not in {signed.id for signed in due_proofs(desk)}:
        return False
    going, note = proving_now(desk, rekey), rekey.read(Rekey)
    aside(context, context.sentence("key-proves-now", seat=desk.table.person(note.seat)))
    confirm(context, "sign-this", yes=yes)
    sent = send(desk, going)
    for signed in read_bundle(sent.path.read_bytes()):
        keep_waiting(desk.folder, signed)
    asked = _asked(desk, rekey, sent.path.name, "host")
    data(context, asked, [context.sentence("key-proof-goes", path=asked.file)])
    return True


def _check_host(desk: Desk, name: str | None) -> None:
    """Who plays does not host, if the host sees every hand; and who hosts gives it to another by consent alone."""
    playing = [seat for number, seat in enumerate(desk.table.names) if number not in desk.position.left]
    if desk.role in playing and not desk.table.masked:
        raise OutOfOrder("player-cannot-host", seat=desk.table.person(desk.role))
    if desk.is_host and name is not None:
        raise OutOfOrder("other-host-asks")


def _is_another_host(desk: Desk) -> bool:
    """Whether somebody asks to host who is not the host under a key of his own, where another host says who he is and
    at which seat he plays.
    """
    if not desk.table.masked or desk.is_host or desk.sits:
        return False
    from referee.table.step.replacing import goes_without_host  # few games are masked

    return goes_without_host(desk.table)


def _to_say(desk: Desk, seat: str) -> str:
    if seat != REFEREE:
        return "key-to-change" if desk.role == seat else "key-to-ask"
    if desk.is_host:
        return "masked-host-changes-key" if desk.table.masked else "host-key-to-change"
    if desk.table.masked:
        from referee.table.step.replacing import may_agree  # few games are masked

        apart = may_agree(desk.position) and desk.table.host_seat
        return "host-to-ask-without" if apart else "host-to-ask-masked"
    return "host-to-ask-escrow" if desk.table.terms.escrow else "host-to-ask"


def _free_name(home: Home, seat: str) -> str:
    taken, number = set(home.keys()), 2
    while f"{seat}-{number}" in taken:
        number += 1
    return f"{seat}-{number}"


def _tell_request(context: Context, desk: Desk, file: str, notes: Notes, *, own: bool) -> None:
    """Tell where a request lies, what is to be said by mouth, and to whom the file goes."""
    signed, rotates = notes[-1], own and notes[-1].read(Rekey).seat != REFEREE
    words = () if rotates else six_words(signed.id)
    asked = _asked(desk, signed, file, "host" if rotates else "all", words)
    lines = [context.sentence("key-made-copy-it", path=shown(desk.home.path / "keys" / asked.key))]
    if rotates:
        lines.append(context.sentence("key-changes-by-host", path=asked.file))
    else:
        sending = context.sentence("send-request-to-players" if own else "send-request-to-all", path=asked.file)
        lines += [context.sentence("tell-six-words"), "  " + " ".join(words), sending]
    data(context, asked, lines)


def _asked(desk: Desk, rekey: SignedNote, file: str, to: str, words: tuple[str, ...] = ()) -> Asked:
    note, path = rekey.read(Rekey), shown(desk.folder.path / OUTBOX / file)
    called = name_at_home(desk, note.key) or ""
    return Asked(rekey.id, path, spoken(note.seat), called, fingerprint(note.key), to, words)
