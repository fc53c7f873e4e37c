"""`referee join`: a player takes a seat of an offered game."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.folders.new_folders import new_game_folder
from referee.cli.folders.paths import path_text
from referee.cli.options import choices_of
from referee.cli.printing.errors import StoppedByUser
from referee.cli.printing.lines import warn_of_reoffer
from referee.cli.printing.output import print_notice, print_result
from referee.cli.printing.signed_note import print_signed_note
from referee.cli.prompts.confirm import confirm
from referee.cli.prompts.game_options import PackFile, read_pack_file
from referee.cli.prompts.identity import ask_own_name, first_or_new_key, seat_name_for
from referee.cli.prompts.terminal import is_agreed
from referee.cli.receiving.invitations import invitation_in, is_shared_with_host, newest_invitation
from referee.crypto.openssh import public_of
from referee.kernel.bot import check_level
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import PACK_OPTION
from referee.kernel.sentence import Sentence
from referee.mail.inbox import watch_shared_folder
from referee.messages.board_text import goods_text
from referee.protocol.history.read_record import History
from referee.protocol.opening.charter import (
    check_offer,
    host_seat,
    later_nonce,
    make_join,
    offer_hides_goods,
    refusal_of_own_offer,
    title_of,
    title_with_game,
)
from referee.protocol.opening.data_packs import store_pack
from referee.protocol.opening.seat_names import check_seat_name, free_seat_name
from referee.protocol.seating import Table
from referee.record.file_names import CHARTER, OFFER, OUTBOX, FileName, name_prefix, names_with_prefix
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Join, Offer
from referee.record.store import DataFolder, GameFolder
from referee.service.home.shared_folders import put_in_shared_folder
from referee.service.signed_notes import Signed
from referee.session.game_folders import (
    game_folder_name,
    location_in_folder,
    location_of_offer,
    path_of_location,
    write_location,
)
from referee.session.opening.discarded_hand import is_untold
from referee.session.opening.invitation import (
    changed_options,
    data_pack_sentence,
    offering_host_sentence,
    options_summary,
    says_of_host,
    table_terms_summary,
)
from referee.session.opening.joins import join_order_key
from referee.session.opening.reoffer import cancelled_table, hand_of_cancelled_deal, unfinished_games_of_host
from referee.session.own_keys import public_keys_at_home
from referee.session.pending import store_pending
from referee.session.send import OutgoingNote, send
from referee.session.session import Session

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
    bot: Annotated[str | None, typer.Option("--bot", autocompletion=choices_of("levels"))] = None,
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
    for table in unfinished_games_of_host(home, offer, pack):
        _tell_earlier(context, home, table)
    wanted = folder or (Path(context.game) if context.game else None)
    _ask_at_later_attempt(context, home, terms, yes=yes)
    hosted = _own_offer_folder(context, home, offer, terms)
    place = earlier.folder if earlier is not None else hosted or new_game_folder(home, game_folder_name(terms), wanted)
    _tell_offer(context, terms)
    display = ask_own_name(context, name or (seat.title() if seat else None))
    taken = invitation.taken(_own_keys(context, home))
    if hosted is None and (hosts := host_seat(terms)):
        taken.add(hosts)
    seat = check_seat_name(seat.lower()) if seat else free_seat_name(seat_name_for(display), taken)
    if hosted is None and seat == host_seat(terms):
        raise OutOfOrder("seat-is-the-hosts", seat=seat, hint=Sentence("name-your-seat"))
    key = first_or_new_key(context, display).key

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = make_join(key, offer, seat, display, _next_nonce(home, offer, earlier), pack, bot or "")
        place.begin()
        store_pack(place, terms, pack)
        place.commit(OFFER, render_bundle((offer,)))
        return (signed,)

    history = History({OFFER: (offer,)})
    name, replaced = str(FileName(OUTBOX, "join", seat=seat)), earlier.files if earlier is not None else ()
    session = Session(place, home, history, key)
    sent = send(session, OutgoingNote(offer.id, "", make, name, replaces=replaced))
    write_location(home, location_in_folder(place, offer))
    if hosted is not None:
        store_pending(hosted, sent.note)
    path = path_text(sent.path)
    if terms.attempt > 1:
        warn_of_reoffer(context, terms.attempt, terms.why)
    if with_host := invitation.folder if is_shared_with_host(home, invitation) else None:
        watch_shared_folder(home, with_host)
    shared = put_in_shared_folder(session, with_host)
    lines = _join_lines(context, sent.note.read(Join), place, "" if shared else path, earlier)
    print_signed_note(context, session, sent.note, sent.path, "host", lines, attempt=terms.attempt)


def _ask_at_later_attempt(context: Context, home: DataFolder, offer: Offer, *, yes: bool) -> None:
    """Where the host plays and has thrown a deal away, show the hand that it gave the host, and ask whether to go on.

    Raises:
        OutOfOrder: nobody is there to say yes. Stopped: the answer is no.
    """
    table = cancelled_table(home, offer)
    seat = table.terms.host if table is not None else host_seat(offer)
    if offer.attempt < 2 or not seat:
        return
    place = location_of_offer(home, table.offer_id) if table is not None else None
    folder = path_of_location(home, place) if place is not None else None
    hand = (
        hand_of_cancelled_deal(table, offer, GameFolder(folder)) if table is not None and folder is not None else None
    )
    if table is not None and hand is not None:
        told = goods_text(table.game, hand, context.lang)
        print_notice(context.sentence("hand-given-up", name=seat.title(), hand=told))
    elif table is not None and folder is not None and is_untold(table, GameFolder(folder)):
        print_notice(context.sentence("hand-given-up-dark", name=seat.title()))
    confirm(context, "join-later-attempt", yes=yes)


def _own_offer_folder(context: Context, home: DataFolder, signed: SignedNote, offer: Offer) -> GameFolder | None:
    """The folder of an offer that was made in this home; None for one of somebody else. Anybody who hosts where hands
    are hidden is told what the others are not told.
    """
    place = location_of_offer(home, signed.id)
    if offer.key not in public_keys_at_home(home) or place is None:
        return None
    if offer_hides_goods(offer) and not host_seat(offer):
        print_notice(context.sentence("you-play-unsaid"))
    folder = path_of_location(home, place)
    return GameFolder(folder) if folder is not None else None


def _join_lines(context: Context, sent: Join, place: GameFolder, path: str, earlier: Earlier | None) -> list[str]:
    """Who joins, where the game lies, and what comes next."""
    joined = "you-join-as" if sent.name.casefold() == sent.seat else "you-join-at-seat"
    replaces = "this-join-replaces" if path else "this-join-counts"
    return [
        context.sentence(joined, name=sent.name, seat=sent.seat, path=path_text(place.path)),
        *([context.sentence(replaces, name=earlier.join.name)] if earlier is not None else ()),
        *([context.sentence("program-answers-for-you")] if sent.bot is not None else ()),
        *([context.sentence("send-to-host"), f"  {path}", context.sentence("wait-for-the-charter")] if path else ()),
        *(() if path else (context.sentence("join-in-shared"),)),
    ]


def _tell_offer(context: Context, terms: Offer) -> None:
    """What is offered, before anything is asked or signed."""
    other = changed_options(terms)
    whoever = "offered-is" if offer_hides_goods(terms) or says_of_host(terms) else "offered-is-whoever"
    said = "offered-is-together" if host_seat(terms) else whoever
    print_result(context, None, context.sentence(said, game=title_with_game(terms), seats=terms.seats))
    if told := offering_host_sentence(terms, context.lang):
        print_result(context, None, told)
    if told := options_summary(terms, context.lang):
        print_result(context, None, context.sentence("options", options=told))
    print_result(context, None, [f"{told}." for told in table_terms_summary(terms, context.lang).values()])
    if (pack := data_pack_sentence(terms, context.lang)) and PACK_OPTION not in dict(other):
        print_result(context, None, pack)
    if PACK_OPTION in dict(other):
        print_result(context, None, context.sentence("pack-in-words"))


def _tell_earlier(context: Context, home: DataFolder, table: Table) -> None:
    """That a game with the same host is open: which, and where."""
    place = location_of_offer(home, table.offer_id)
    folder = path_text(place.folder) if place is not None else "-"
    print_notice(context.sentence("earlier-game-unfinished", title=table.title, folder=folder))


class Earlier(msgspec.Struct, frozen=True):
    """What was joined with before: the folder of the game, the files in its outbox, and the latest of these joins."""

    folder: GameFolder
    files: tuple[str, ...]
    join: Join


def _earlier_join(context: Context, home: DataFolder, offer: SignedNote) -> Earlier | None:
    """The reader's join that is to be replaced, found before anything is asked.

    Raises:
        OutOfOrder: the reader's key is the host's; or there is a charter, which has its players.
    """
    keys = _own_keys(context, home)
    if keys == {offer.key}:
        raise refusal_of_own_offer()
    place = location_of_offer(home, offer.id)
    folder = path_of_location(home, place) if place is not None else None
    if place is None or folder is None:
        return None
    names = names_with_prefix(GameFolder(folder).list_outbox(), name_prefix(OUTBOX, "join"))
    own = {name: read_bundle(GameFolder(folder).read_outbox(name))[0] for name in names}
    own = {name: signed for name, signed in own.items() if signed.key in keys}
    if not own:
        return None
    if CHARTER in GameFolder(folder).record_names():
        raise OutOfOrder("charter-names-stay", title=place.title)
    return Earlier(GameFolder(folder), tuple(own), max(own.values(), key=join_order_key).read(Join))


def _own_keys(context: Context, home: DataFolder) -> set[bytes]:
    names = (context.as_name,) if context.as_name in home.keys() else home.keys()  # noqa: SIM118
    return {public_of(home.read_key(name)) for name in names if name}


def _ask_to_replace(context: Context, earlier: Earlier, terms: Offer) -> None:
    """Nobody joins twice by mistake. Raises OutOfOrder: nobody can be asked. Stopped: the answer is no."""
    if not context.can_ask:
        path = path_text(earlier.folder.path / "outbox" / earlier.files[0])
        raise OutOfOrder(
            "you-joined-already",
            title=title_of(terms),
            name=earlier.join.name,
            path=path_text(earlier.folder.path),
            hint=Sentence("send-or-replace-join", path=path),
        )
    if not context.confirm(context.sentence("replace-the-join", name=earlier.join.name)):
        raise StoppedByUser("nothing-signed")


def _next_nonce(home: DataFolder, offer: SignedNote, earlier: Earlier | None) -> bytes:
    """The nonce of the next join to this offer, after all before it: the home knows them even if a folder is gone."""
    before = [home.guard(offer.id, _NONCE) or b"", earlier.join.nonce if earlier is not None else b""]
    fresh = secrets.token_bytes(16)
    nonce = later_nonce(fresh, max(before)) if any(before) else fresh
    home.write_guard(offer.id, nonce, _NONCE)
    return nonce
