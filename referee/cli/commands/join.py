"""The player's commands that open a game: join and accept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.commands.offer import first_key, one_line
from referee.cli.context import Setting, example, shared, shown
from referee.cli.output import data, note
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.record.names import CHARTER, OFFER

if TYPE_CHECKING:
    from referee.record.note import SignedNote
    from referee.record.store import Folder
    from referee.table.desk.desk import Desk


@example("referee join offer.note --seat anna", "referee join mail.txt --seat anna --name 'Anna B.'")
@shared
def join(
    at: Setting,
    offer_file: Annotated[Path, typer.Argument(metavar="OFFER", help="The offer as it came by mail.")],
    seat: Annotated[str, typer.Option("--seat", help="The name of your seat: a-z, 0-9, -, at most 12.")],
    name: Annotated[str | None, typer.Option("--name", help="What you are called, for people.")] = None,
) -> None:
    """Player: join an offered game, in a folder of its own. Send the join to the host."""
    import secrets

    from referee.cli.shapes import Signed
    from referee.games import find
    from referee.record.note import check_seat, render_bundle
    from referee.table.desk.attempt import earlier_games
    from referee.table.desk.desk import Desk
    from referee.table.desk.send import Outgoing, send
    from referee.table.opening.charter import check_offer, make_join
    from referee.table.reading.history import History

    check_seat(seat)
    offer = _offer_in(offer_file)
    terms = check_offer(offer)
    for table in earlier_games(at.home(), offer):
        note(at.sentence("an earlier game of this referee, accepted here, has not ended: {game}", game=table.game_id))
    folder = at.new_folder()
    _check_not_joined(folder)
    display, key = one_line(name or seat.title(), "name"), first_key(at)

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        _check_not_joined(folder)
        signed = make_join(key, offer, seat, display, secrets.token_bytes(16))
        folder.begin()
        folder.commit(OFFER, render_bundle((offer,)))
        return (signed,)

    history = History({OFFER: (offer,)})
    sent = send(Desk(folder, at.home(), history, key), Outgoing(offer.id, "", make, f"join-{seat}.note"))
    path = shown(sent.path)
    if terms.attempt > 1:
        _warn(at, terms.attempt, terms.why)
    title = find(terms.rules.game).info.title
    told = [
        at.sentence("seat {seat} of {title} for {seats}", seat=seat, title=title, seats=terms.seats),
        at.sentence("options: {options}", options=", ".join(f"{key}={value}" for key, value in terms.option)),
        at.sentence("send {path} to the host", path=path),
        at.sentence("he answers with the charter: referee receive FILE, then referee accept"),
    ]
    data(at, Signed("join", sent.note.id, path, "host", attempt=terms.attempt), told)


def _check_not_joined(folder: Folder) -> None:
    known = sorted(file for file in folder.list_outbox() if file.startswith("join-"))
    if known:
        path = shown(folder.path / "outbox" / known[0])
        raise OutOfOrder("you have joined from this folder already", hint=f"send {path} again as it is")


def _offer_in(path: Path) -> SignedNote:
    from referee.record.note import unwrap
    from referee.record.store import read_input

    offers = [signed for signed in unwrap(read_input(path)).signed_notes if signed.type == "offer"]
    if len(offers) != 1:
        raise Unreadable("expected one offer in {path}, found {count}", path=str(path), count=len(offers))
    return offers[0]


def _warn(at: Setting, attempt: int, why: str | None) -> None:
    reason = why or at.sentence("no reason given")
    note(
        at.sentence(
            "ATTENTION: this is attempt {attempt}; a deal was thrown away before: {reason}",
            attempt=attempt,
            reason=reason,
        )
    )


@example("referee accept")
@shared
def accept(at: Setting) -> None:
    """Player: accept the charter. Send the accept to all, host and players."""
    from referee.cli.commands.key import test_keys_told
    from referee.cli.shapes import Signed
    from referee.table.desk.send import Outgoing, send
    from referee.table.opening.deal import make_accept

    desk = at.desk()
    table = desk.table
    if desk.is_host:
        raise OutOfOrder("the host has no seat to accept for", hint="wait for the accepts of the players")
    desk.signer()
    _check_own_join(desk)
    name = f"accept-{desk.role}.note"
    sent = send(desk, Outgoing(table.offer_id, "accept", lambda _: (make_accept(desk.signer(), table),), name))
    path = shown(sent.path)
    if table.attempt > 1:
        _warn(at, table.attempt, None)
    told = [
        at.sentence("send {path} to all, host and players", path=path),
        at.sentence("the host answers with the deal: referee receive FILE, then referee words"),
    ]
    if table.test_keys:
        note(test_keys_told(at, table.test_keys))
    written = Signed(
        "accept",
        sent.note.id,
        path,
        "all",
        game=table.game_id,
        seats=table.names,
        attempt=table.attempt,
        test_keys=table.test_keys,
    )
    data(at, written, told)


def _check_own_join(desk: Desk) -> None:
    """The charter must quote the join that was signed here, if the outbox still has it."""
    from referee.record.note import read_bundle

    name = f"join-{desk.role}.note"
    if name not in desk.folder.list_outbox():
        return
    mine = read_bundle(desk.folder.read_outbox(name))[0]
    if all(signed.id != mine.id for signed in desk.history.signed_notes[CHARTER]):
        raise NotAuthentic("the charter quotes another join of {seat} than the one in your outbox", seat=desk.role)
