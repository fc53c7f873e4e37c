"""`referee join`: a player takes a seat of an offered game."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.packs import PackFile, read_pack_file
from referee.cli.paths import shown
from referee.cli.people import first_key, own_name, seat_of
from referee.cli.printing.lines import warn_of_attempt
from referee.cli.printing.output import Signed, data, note, tell_signed
from referee.cli.receiving.rooms import name_of, new_folder
from referee.crypto.openssh import public_of
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.packs import PACK_OPTION
from referee.kernel.sentence import Sentence
from referee.record.mails.intake import unwrap
from referee.record.names import OFFER, OUTBOX, Name, beginning, begins
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Charter, Offer
from referee.record.store import Folder, Home, read_input
from referee.table.desk.attempt import earlier_games
from referee.table.desk.desk import Desk
from referee.table.desk.invitation import chosen, pack_line
from referee.table.desk.pack import keep_pack
from referee.table.desk.places import found, keep, place_of, placed
from referee.table.desk.send import Outgoing, send
from referee.table.opening.charter import called_with_rules, check_offer, make_join, own_offer
from referee.table.opening.seat_names import check_new_seat
from referee.table.reading.history import History
from referee.table.seating import Table
from referee.words.options import options_told


@command(prints=Signed)
def join(
    context: Context,
    offer_file: Annotated[Path, typer.Argument(metavar="OFFER")],
    name: Annotated[str | None, typer.Option("--name")] = None,
    seat: Annotated[str | None, typer.Option("--seat")] = None,
    folder: Annotated[Path | None, typer.Option("--folder")] = None,
    pack_file: PackFile = None,
) -> None:
    """Player: join an offered game; it gets a folder of its own."""
    offer = _offer_in(offer_file)
    pack = read_pack_file(pack_file)
    terms = check_offer(offer, pack)
    home = context.home()
    _check_may_join(context, home, offer)
    for table in earlier_games(home, offer, pack):
        _tell_earlier(context, home, table)
    place = new_folder(home, name_of(terms), folder or (Path(context.game) if context.game else None))
    _tell_offer(context, terms)
    display = own_name(context, name or (seat.title() if seat else None))
    seat = check_new_seat(seat.lower()) if seat else seat_of(display)
    key = first_key(context, display)

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = make_join(key, offer, seat, display, secrets.token_bytes(16), pack)
        place.begin()
        keep_pack(place, terms, pack)
        place.commit(OFFER, render_bundle((offer,)))
        return (signed,)

    history = History({OFFER: (offer,)})
    sent = send(Desk(place, home, history, key), Outgoing(offer.id, "", make, str(Name(OUTBOX, "join", seat=seat))))
    keep(home, placed(place, offer))
    path = shown(sent.path)
    if terms.attempt > 1:
        warn_of_attempt(context, terms.attempt, terms.why)
    lines = _lines(context, display, seat, place, path)
    tell_signed(context, sent.note, sent.path, "host", lines, attempt=terms.attempt)


def _lines(context: Context, display: str, seat: str, place: Folder, path: str) -> list[str]:
    """Who joins, where the game lies, and what comes next."""
    joined = "you-join-as" if display.casefold() == seat else "you-join-at-seat"
    return [
        context.sentence(joined, name=display, seat=seat, path=shown(place.path)),
        context.sentence("send-to-host"),
        f"  {path}",
        context.sentence("wait-for-the-charter"),
    ]


def _tell_offer(context: Context, terms: Offer) -> None:
    """What is offered, before anything is asked or signed."""
    other = chosen(terms)
    if context.json:
        return
    sentence = context.sentence("offered-is", game=called_with_rules(terms), seats=terms.seats)
    data(context, None, sentence)
    if other:
        data(context, None, context.sentence("options", options=options_told(terms.rules.game, other, context.lang)))
    if (pack := pack_line(terms, context.lang)) and PACK_OPTION not in dict(other):
        data(context, None, pack)
    if PACK_OPTION in dict(other):
        data(context, None, context.sentence("pack-in-words"))


def _tell_earlier(context: Context, home: Home, table: Table) -> None:
    """That a game with the same host is open: which, and where."""
    place = place_of(home, table.offer_id)
    folder = shown(place.folder) if place is not None else "-"
    note(context.sentence("earlier-game-unfinished", title=table.title, folder=folder))


def _check_may_join(context: Context, home: Home, offer: SignedNote) -> None:
    """Check before anything is asked that the own key is not the host's, and has not joined already."""
    names = (context.as_name,) if context.as_name in home.keys() else home.keys()  # noqa: SIM118
    keys = {public_of(home.read_key(name)) for name in names if name}
    if keys == {offer.key}:
        raise own_offer()
    place = place_of(home, offer.id)
    folder = found(home, place) if place is not None else None
    if place is None or folder is None:
        return
    for name in beginning(Folder(folder).list_outbox(), begins(OUTBOX, "join")):
        if read_bundle(Folder(folder).read_outbox(name))[0].key in keys:
            hint = Sentence("send-again", path=shown(folder / "outbox" / name))
            raise OutOfOrder("you-joined-already", title=place.title, path=shown(folder), hint=hint)


def _offer_in(path: Path) -> SignedNote:
    """The one offer of a mail. Raises OutOfOrder for the charter of a game that has its players."""
    notes = unwrap(read_input(path)).signed_notes
    offers = [signed for signed in notes if signed.type == "offer"]
    for signed in notes:
        charter = signed.note() if signed.type == "charter" else None
        if isinstance(charter, Charter):
            hint = Sentence("take-it-in", path=path)
            raise OutOfOrder("this-is-the-charter", seats=", ".join(charter.seat), hint=hint)
    if len(offers) != 1:
        raise Unreadable("offers-found", path=str(path), count=len(offers))
    return offers[0]
