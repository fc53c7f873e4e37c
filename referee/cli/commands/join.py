"""`referee join`: a player takes a seat of an offered game."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.asking.agreement import confirm
from referee.cli.asking.prompt import is_agreed, is_terminal
from referee.cli.completion.choices import levels
from referee.cli.context import Context, command
from referee.cli.outgoing import put_in_shared
from referee.cli.packs import PackFile, read_pack_file
from referee.cli.paths import shown
from referee.cli.people import first_key, own_name, seat_of
from referee.cli.printing.dispatch import tell_signed
from referee.cli.printing.errors import Stopped
from referee.cli.printing.lines import warn_of_attempt
from referee.cli.printing.output import Signed, data, note
from referee.cli.receiving.invitations import invitation_in, is_shared_with_host, newest_invitation
from referee.cli.receiving.rooms import name_of, new_folder
from referee.crypto.openssh import public_of
from referee.kernel.bot import check_level
from referee.kernel.errors import OutOfOrder
from referee.kernel.packs import PACK_OPTION
from referee.kernel.sentence import Sentence
from referee.post.inbox import keep_shared
from referee.record.names import CHARTER, OFFER, OUTBOX, Name, beginning, begins
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Join, Offer
from referee.record.store import Folder, Home
from referee.table.desk.attempt import earlier_games, given_up, hand_given_up
from referee.table.desk.desk import Desk
from referee.table.desk.discarded import is_untold
from referee.table.desk.invitation import agreed_told, chosen, host_offers, pack_line, says_of_host, terms_told
from referee.table.desk.joins import place_in_row
from referee.table.desk.own_keys import public_keys
from referee.table.desk.pending import keep_waiting
from referee.table.desk.places import keep_place, path_of_place, place_of, placed
from referee.table.desk.send import Outgoing, send
from referee.table.opening.charter import (
    called_with_rules,
    check_offer,
    hides_goods,
    host_seat,
    later_nonce,
    make_join,
    own_offer,
    title_of,
)
from referee.table.opening.packs import keep_pack
from referee.table.opening.seat_names import check_new_seat, free_seat
from referee.table.reading.history import History
from referee.table.seating import Table
from referee.table.telling.boards import goods_told

_NONCE = "joined"
"""Where the home keeps the nonce of the newest join to an offer."""


@command(prints=Signed)
def join(
    context: Context,
    offer_file: Annotated[Path | None, typer.Argument(metavar="[OFFER]")] = None,
    name: Annotated[str | None, typer.Option("--name")] = None,
    seat: Annotated[str | None, typer.Option("--seat")] = None,
    folder: Annotated[Path | None, typer.Option("--folder")] = None,
    pack_file: PackFile = None,
    bot: Annotated[str | None, typer.Option("--bot", autocompletion=levels)] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: join an offered game; it gets a folder of its own."""
    if bot is not None:
        check_level(bot)
    invitation = invitation_in(offer_file) if offer_file is not None else newest_invitation(context)
    offer = invitation.offer
    pack = read_pack_file(pack_file, beside=invitation.folder)
    terms = check_offer(offer, pack)
    home = context.home()
    earlier = _earlier_join(context, home, offer)
    if earlier is not None and not is_agreed("replace-the-join", yes=yes, about=f"{offer.id}: {earlier.files}"):
        _ask_to_replace(context, earlier, terms)
    for table in earlier_games(home, offer, pack):
        _tell_earlier(context, home, table)
    wanted = folder or (Path(context.game) if context.game else None)
    _ask_at_later_attempt(context, home, terms, yes=yes)
    hosted = _hosted(context, home, offer, terms)
    place = earlier.folder if earlier is not None else hosted or new_folder(home, name_of(terms), wanted)
    _tell_offer(context, terms)
    display = own_name(context, name or (seat.title() if seat else None))
    taken = invitation.taken(_own_keys(context, home))
    if hosted is None and (hosts := host_seat(terms)):
        taken.add(hosts)
    seat = check_new_seat(seat.lower()) if seat else free_seat(seat_of(display), taken)
    if hosted is None and seat == host_seat(terms):
        raise OutOfOrder("seat-is-the-hosts", seat=seat, hint=Sentence("name-your-seat"))
    key = first_key(context, display).key

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = make_join(key, offer, seat, display, _next_nonce(home, offer, earlier), pack, bot or "")
        place.begin()
        keep_pack(place, terms, pack)
        place.commit(OFFER, render_bundle((offer,)))
        return (signed,)

    history = History({OFFER: (offer,)})
    name, replaced = str(Name(OUTBOX, "join", seat=seat)), earlier.files if earlier is not None else ()
    desk = Desk(place, home, history, key)
    sent = send(desk, Outgoing(offer.id, "", make, name, replaces=replaced))
    keep_place(home, placed(place, offer))
    if hosted is not None:
        keep_waiting(hosted, sent.note)
    path = shown(sent.path)
    if terms.attempt > 1:
        warn_of_attempt(context, terms.attempt, terms.why)
    if with_host := invitation.folder if is_shared_with_host(home, invitation) else None:
        keep_shared(home, with_host)
    shared = put_in_shared(desk, with_host)
    lines = _join_lines(context, sent.note.read(Join), place, "" if shared else path, earlier)
    tell_signed(context, desk, sent.note, sent.path, "host", lines, attempt=terms.attempt)


def _ask_at_later_attempt(context: Context, home: Home, offer: Offer, *, yes: bool) -> None:
    """Where the host plays and has thrown a deal away, show the hand that it gave the host, and ask whether to go on.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no.
    """
    table = given_up(home, offer)
    seat = table.terms.host if table is not None else host_seat(offer)
    if offer.attempt < 2 or not seat:
        return
    place = place_of(home, table.offer_id) if table is not None else None
    folder = path_of_place(home, place) if place is not None else None
    hand = hand_given_up(table, offer, Folder(folder)) if table is not None and folder is not None else None
    if table is not None and hand is not None:
        told = goods_told(table.game, hand, context.lang)
        note(context.sentence("hand-given-up", name=seat.title(), hand=told))
    elif table is not None and folder is not None and is_untold(table, Folder(folder)):
        note(context.sentence("hand-given-up-dark", name=seat.title()))
    confirm(context, "join-later-attempt", yes=yes)


def _hosted(context: Context, home: Home, signed: SignedNote, offer: Offer) -> Folder | None:
    """The folder of an offer that was made in this home; None for one of somebody else. Anybody who hosts where hands
    are hidden is told what the others are not told.
    """
    place = place_of(home, signed.id)
    if offer.key not in public_keys(home) or place is None:
        return None
    if hides_goods(offer) and not host_seat(offer):
        note(context.sentence("you-play-unsaid"))
    folder = path_of_place(home, place)
    return Folder(folder) if folder is not None else None


def _join_lines(context: Context, sent: Join, place: Folder, path: str, earlier: Earlier | None) -> list[str]:
    """Who joins, where the game lies, and what comes next."""
    joined = "you-join-as" if sent.name.casefold() == sent.seat else "you-join-at-seat"
    replaces = "this-join-replaces" if path else "this-join-counts"
    return [
        context.sentence(joined, name=sent.name, seat=sent.seat, path=shown(place.path)),
        *([context.sentence(replaces, name=earlier.join.name)] if earlier is not None else ()),
        *([context.sentence("program-answers-for-you")] if sent.bot is not None else ()),
        *([context.sentence("send-to-host"), f"  {path}", context.sentence("wait-for-the-charter")] if path else ()),
        *(() if path else (context.sentence("join-in-shared"),)),
    ]


def _tell_offer(context: Context, terms: Offer) -> None:
    """What is offered, before anything is asked or signed."""
    other = chosen(terms)
    if context.json:
        return
    whoever = "offered-is" if hides_goods(terms) or says_of_host(terms) else "offered-is-whoever"
    said = "offered-is-together" if host_seat(terms) else whoever
    data(context, None, context.sentence(said, game=called_with_rules(terms), seats=terms.seats))
    if told := host_offers(terms, context.lang):
        data(context, None, told)
    if told := terms_told(terms, context.lang):
        data(context, None, context.sentence("options", options=told))
    data(context, None, [f"{told}." for told in agreed_told(terms, context.lang).values()])
    if (pack := pack_line(terms, context.lang)) and PACK_OPTION not in dict(other):
        data(context, None, pack)
    if PACK_OPTION in dict(other):
        data(context, None, context.sentence("pack-in-words"))


def _tell_earlier(context: Context, home: Home, table: Table) -> None:
    """That a game with the same host is open: which, and where."""
    place = place_of(home, table.offer_id)
    folder = shown(place.folder) if place is not None else "-"
    note(context.sentence("earlier-game-unfinished", title=table.title, folder=folder))


class Earlier(msgspec.Struct, frozen=True):
    """What was joined with before: the folder of the game, the files in its outbox, and the latest of these joins."""

    folder: Folder
    files: tuple[str, ...]
    join: Join


def _earlier_join(context: Context, home: Home, offer: SignedNote) -> Earlier | None:
    """The reader's join that is to be replaced, found before anything is asked.

    Raises:
        OutOfOrder: the reader's key is the host's; or there is a charter, which has its players.
    """
    keys = _own_keys(context, home)
    if keys == {offer.key}:
        raise own_offer()
    place = place_of(home, offer.id)
    folder = path_of_place(home, place) if place is not None else None
    if place is None or folder is None:
        return None
    names = beginning(Folder(folder).list_outbox(), begins(OUTBOX, "join"))
    own = {name: read_bundle(Folder(folder).read_outbox(name))[0] for name in names}
    own = {name: signed for name, signed in own.items() if signed.key in keys}
    if not own:
        return None
    if CHARTER in Folder(folder).record_names():
        raise OutOfOrder("charter-names-stay", title=place.title)
    return Earlier(Folder(folder), tuple(own), max(own.values(), key=place_in_row).read(Join))


def _own_keys(context: Context, home: Home) -> set[bytes]:
    names = (context.as_name,) if context.as_name in home.keys() else home.keys()  # noqa: SIM118
    return {public_of(home.read_key(name)) for name in names if name}


def _ask_to_replace(context: Context, earlier: Earlier, terms: Offer) -> None:
    """Nobody joins twice by mistake. Raises OutOfOrder: nobody can be asked. Stopped: the answer is no."""
    if not is_terminal() or context.json:
        path = shown(earlier.folder.path / "outbox" / earlier.files[0])
        raise OutOfOrder(
            "you-joined-already",
            title=title_of(terms),
            name=earlier.join.name,
            path=shown(earlier.folder.path),
            hint=Sentence("send-or-replace-join", path=path),
        )
    if not context.confirm(context.sentence("replace-the-join", name=earlier.join.name)):
        raise Stopped("nothing-signed")


def _next_nonce(home: Home, offer: SignedNote, earlier: Earlier | None) -> bytes:
    """The nonce of the next join to this offer, after all before it: the home knows them even if a folder is gone."""
    before = [home.guard(offer.id, _NONCE) or b"", earlier.join.nonce if earlier is not None else b""]
    fresh = secrets.token_bytes(16)
    nonce = later_nonce(fresh, max(before)) if any(before) else fresh
    home.write_guard(offer.id, nonce, _NONCE)
    return nonce
