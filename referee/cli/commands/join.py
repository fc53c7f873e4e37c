"""`referee join`: a player takes a seat of an offered game."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.arguments import one_line
from referee.cli.context import Context, command
from referee.cli.lines import warn_of_attempt
from referee.cli.output import Signed, data, note
from referee.cli.packs import PackFile, read_pack_file
from referee.cli.paths import shown
from referee.games import find
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.names import OFFER
from referee.record.note import SignedNote, check_seat, render_bundle, unwrap
from referee.record.store import Folder, read_input
from referee.table.desk.attempt import earlier_games
from referee.table.desk.desk import Desk
from referee.table.desk.pack import keep_pack
from referee.table.desk.send import Outgoing, send
from referee.table.opening.charter import check_offer, make_join
from referee.table.reading.history import History


@command(prints=Signed)
def join(
    context: Context,
    offer_file: Annotated[Path, typer.Argument(metavar="OFFER")],
    seat: Annotated[str, typer.Option("--seat")],
    name: Annotated[str | None, typer.Option("--name")] = None,
    pack_file: PackFile = None,
) -> None:
    """Player: join an offered game, in a folder of its own."""
    check_seat(seat)
    offer = _offer_in(offer_file)
    pack = read_pack_file(pack_file)
    terms = check_offer(offer, pack)
    for table in earlier_games(context.home(), offer, pack):
        note(context.sentence("earlier-game-unfinished", game=table.game_id))
    folder = context.new_folder()
    _check_not_joined(folder)
    display, key = one_line(name or seat.title(), "name"), context.first_key()

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        _check_not_joined(folder)
        signed = make_join(key, offer, seat, display, secrets.token_bytes(16), pack)
        folder.begin()
        keep_pack(folder, terms, pack)
        folder.commit(OFFER, render_bundle((offer,)))
        return (signed,)

    history = History({OFFER: (offer,)})
    sent = send(Desk(folder, context.home(), history, key), Outgoing(offer.id, "", make, f"join-{seat}.note"))
    path = shown(sent.path)
    if terms.attempt > 1:
        warn_of_attempt(context, terms.attempt, terms.why)
    title = find(terms.rules.game).info.title
    lines = [
        context.sentence("seat-for", seat=seat, title=title, seats=terms.seats),
        context.sentence("options", options=", ".join(f"{key}={value}" for key, value in terms.option)),
        context.sentence("send-host", path=path),
        context.sentence("charter-comes-next"),
    ]
    data(context, Signed("join", sent.note.id, path, "host", attempt=terms.attempt), lines)


def _check_not_joined(folder: Folder) -> None:
    known = sorted(file for file in folder.list_outbox() if file.startswith("join-"))
    if known:
        path = shown(folder.path / "outbox" / known[0])
        raise OutOfOrder("already-joined-here", hint=Sentence("send-again", path=path))


def _offer_in(path: Path) -> SignedNote:
    offers = [signed for signed in unwrap(read_input(path)).signed_notes if signed.type == "offer"]
    if len(offers) != 1:
        raise Unreadable("offers-found", path=str(path), count=len(offers))
    return offers[0]
