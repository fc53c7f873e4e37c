"""Join an offered game: its invitation is read, what else is known of it is said, and the join is signed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import msgspec

from referee.crypto.openssh import is_protected, public_of
from referee.games import find
from referee.kernel.bot import check_level
from referee.kernel.errors import OutOfOrder
from referee.kernel.packs import pack_hash
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
)
from referee.protocol.opening.data_packs import store_pack
from referee.protocol.opening.seat_names import check_seat_name, free_seat_name, seat_name_for
from referee.record.file_names import CHARTER, OFFER, OUTBOX, FileName, name_prefix, names_with_prefix
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Join, Offer
from referee.record.notes.escaping import single_line_text
from referee.record.store import GameFolder
from referee.service.answers import check_digest
from referee.service.ask import Ask, digest_of
from referee.service.home.key_files import beginning_key_name, make_key, private_key
from referee.service.home.shared_folders import put_in_shared_folder
from referee.service.incoming.places import Whereabouts, new_game_folder
from referee.service.opening.agreed_terms import FoundInvitation, Invitation, invitation_of
from referee.service.reader import Reader
from referee.service.signed_notes import Signed
from referee.session.game_folders import (
    game_folder_name,
    location_in_folder,
    location_of_offer,
    path_of_location,
    write_location,
)
from referee.session.opening.discarded_hand import is_untold
from referee.session.opening.joins import join_order_key
from referee.session.opening.reoffer import cancelled_table, hand_of_cancelled_deal, unfinished_games_of_host
from referee.session.own_keys import public_keys_at_home
from referee.session.pending import store_pending
from referee.session.send import OutgoingNote, send
from referee.session.session import Session

_NONCE = "joined"
"""Where the home keeps the nonce of the latest join to an offer."""


class NewPlayer(msgspec.Struct, frozen=True):
    """Somebody who would play in a game that is offered."""

    found: FoundInvitation
    """The invitation."""
    here: Whereabouts
    """Where the folder of the game is made, which is named after the game."""
    name: str = ""
    """What the player is called, for people."""
    seat: str = ""
    """The seat that is wanted; empty for one named after `name`."""
    folder: Path | None = None
    """The folder that is wanted in place of one of that name."""
    pack: bytes | None = None
    """The data pack that came with the invitation; None for none."""
    bot: str = ""
    """The level at which a bot answers for the player; empty for none."""
    shared: Path | None = None
    """The folder that is shared with the host, where the join is put too; None for none, or where that is known."""


class Outlook(msgspec.Struct, frozen=True):
    """What the reader of an invitation should know before joining."""

    invitation: Invitation
    """How it reads."""
    replaces: str = ""
    """The name with which the reader has joined already, whose join is replaced; empty for none."""
    earlier: tuple[str, ...] = ()
    """The paths of the files of that join."""
    unfinished: tuple[str, ...] = ()
    """That games of the same host have not ended, a sentence each."""
    asks_again: bool = False
    """Whether a host who plays has cancelled a deal, so that joining anyway is a question of its own."""
    given_up: tuple[str, ...] = ()
    """What is known of the hand which that deal gave the host, a sentence each."""
    unsaid: tuple[str, ...] = ()
    """That the reader hosts this game, and the invitation does not say that the host plays."""


class JoinedTable(msgspec.Struct, frozen=True):
    """A game that was joined."""

    signed: Signed
    """The join, with a file to send to the host."""
    table: str
    """The id of the table, which is that of the offer."""
    name: str
    """What the player is called."""
    seat: str
    """The seat."""
    folder: str
    """The path of the folder of the game."""
    is_shared: bool
    """Whether the join is in a shared folder, so that nothing is to be sent."""


class _Earlier(msgspec.Struct, frozen=True):
    """What was joined with before: the folder of the game, the files in its outbox, and the latest of these joins."""

    folder: GameFolder
    files: tuple[str, ...]
    join: Join


class _Wish(msgspec.Struct, frozen=True):
    """What is wanted: a seat of an offer that was checked, `hosted` here in the folder of one of one's own, in place of
    what was joined with `earlier`.
    """

    terms: Offer
    hosted: GameFolder | None
    earlier: _Earlier | None


def read_invitation(reader: Reader, new: NewPlayer) -> Outlook:
    """What the invitation says, and what else is known of its game and its host here. Nobody need be named yet.

    Raises:
        NotAuthentic, Unreadable: the offer does not hold, or its game or pack is not here.
        OutOfOrder: it is the reader's own, or has its players already.
    """
    return _outlook(reader, new, _wish(reader, new))


def _outlook(reader: Reader, new: NewPlayer, wish: _Wish) -> Outlook:
    terms, before = wish.terms, wish.earlier
    asks_again, given_up = _thrown_away(reader, terms)
    own = wish.hosted is not None and offer_hides_goods(terms) and not host_seat(terms)
    return Outlook(
        invitation_of(terms, reader.lang),
        before.join.name if before is not None else "",
        tuple(str(before.folder.path / OUTBOX / name) for name in before.files) if before is not None else (),
        tuple(_open_games_of_host(reader, new)),
        asks_again,
        tuple(given_up),
        (Sentence("you-play-unsaid").told(reader.lang),) if own else (),
    )


def ask_join(reader: Reader, new: NewPlayer) -> Ask:
    """What would be joined, and what is to be thought of before. Raises as `folder_to_join`; Unreadable: the name or
    the seat is invalid; OutOfOrder: the seat is the host's; NotAuthentic: of several keys of the home none is named.
    """
    return _join_question(reader, new, _wish(reader, new))


def _join_question(reader: Reader, new: NewPlayer, wish: _Wish) -> Ask:
    told = _outlook(reader, new, wish)
    seat, key = _free_seat(reader, new, wish), beginning_key_name(reader, new.name)
    replaced = [Sentence("this-join-counts", name=told.replaces).told(reader.lang)] if told.replaces else []
    parts = {
        "offer": new.found.offer.id,
        "name": single_line_text(new.name, "name"),
        "bot": new.bot,
        "folder": str(folder_to_join(reader, new, wish).path),
        "replaces": told.earlier,
        "pack": pack_hash(new.pack) if new.pack is not None else "",
    }
    return Ask(
        digest_of("", seat, parts),
        told.invitation.sentence,
        told.invitation.sentences,
        (*replaced, *told.unfinished, *told.given_up, *told.unsaid),
        Sentence("page-join").told(reader.lang),
        key in reader.home.keys() and is_protected(reader.home.read_key(key)),  # noqa: SIM118
    )


def join_table(reader: Reader, new: NewPlayer, digest: str, secret: str = "") -> JoinedTable:
    """The join, signed, in the folder of the game, with a file to send to the host; a key is made where the home has
    none. `secret` is a passphrase. Raises Changed: `digest` is of another join; and as `ask_join`.
    """
    home, offer, wish = reader.home, new.found.offer, _wish(reader, new)
    check_digest(_join_question(reader, new, wish), digest)
    terms, place, before = wish.terms, folder_to_join(reader, new, wish), wish.earlier
    seat = _free_seat(reader, new, wish)
    name = single_line_text(new.name, "name")
    called = beginning_key_name(reader, new.name)
    if called not in home.keys():  # noqa: SIM118
        make_key(reader, called)
    key = private_key(reader, called, secret)

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = make_join(key, offer, seat, name, _next_nonce(reader, offer, before), new.pack, new.bot)
        place.begin()
        store_pack(place, terms, new.pack)
        place.commit(OFFER, render_bundle((offer,)))
        return (signed,)

    session = Session(place, home, History({OFFER: (offer,)}), key)
    file, replaced = str(FileName(OUTBOX, "join", seat=seat)), before.files if before is not None else ()
    sent = send(session, OutgoingNote(offer.id, "", make, file, replaces=replaced))
    write_location(home, location_in_folder(place, offer))
    if wish.hosted is not None:
        store_pending(wish.hosted, sent.note)
    if new.shared is not None:
        watch_shared_folder(home, new.shared)
    is_shared = put_in_shared_folder(session, new.shared)
    signed = Signed("join", sent.note.id, str(sent.path), "host", attempt=terms.attempt)
    return JoinedTable(signed, offer.id, name, seat, str(place.path), is_shared)


def _wish(reader: Reader, new: NewPlayer) -> _Wish:
    """What is wanted, read from the offer and the home once for each call of the service."""
    if new.seat:
        check_seat_name(new.seat.lower())
    terms = check_offer(new.found.offer, new.pack)
    if new.bot:
        check_level(new.bot, find(terms.rules.game).levels)
    earlier, hosted = _earlier_join(reader, new.found.offer), _own_offer_folder(reader, new.found.offer, terms)
    return _Wish(terms, hosted, earlier)


def folder_to_join(reader: Reader, new: NewPlayer, wish: _Wish | None = None) -> GameFolder:
    """The folder of the game, there or to be made. Raises as `read_invitation` and `new_game_folder`."""
    wish = wish or _wish(reader, new)
    if wish.earlier is not None:
        return wish.earlier.folder
    return wish.hosted or new_game_folder(reader.home, new.here, game_folder_name(wish.terms), new.folder)


def _free_seat(reader: Reader, new: NewPlayer, wish: _Wish) -> str:
    """The seat that is joined for: the one that is wanted, otherwise the first that is free of the player's name."""
    taken, hosts = new.found.taken(_own_keys(reader)), host_seat(wish.terms)
    if wish.hosted is None and hosts:
        taken.add(hosts)
    name = single_line_text(new.name, "name")
    seat = new.seat.lower() if new.seat else free_seat_name(seat_name_for(name), taken)
    if wish.hosted is None and seat == hosts:
        raise OutOfOrder("seat-is-the-hosts", seat=seat, hint=Sentence("name-your-seat"))
    return seat


def _open_games_of_host(reader: Reader, new: NewPlayer) -> Iterator[str]:
    """That games of the same host are open: which, and where."""
    for table in unfinished_games_of_host(reader.home, new.found.offer, new.pack):
        place = location_of_offer(reader.home, table.offer_id)
        folder = new.here.shown(place.folder) if place is not None else "-"
        yield Sentence("earlier-game-unfinished", title=table.title, folder=folder).told(reader.lang)


def _thrown_away(reader: Reader, offer: Offer) -> tuple[bool, list[str]]:
    """Whether a host who plays has thrown a deal away, and what is known here of the hand that it gave the host."""
    home, lang = reader.home, reader.lang
    table = cancelled_table(home, offer)
    seat = table.terms.host if table is not None else host_seat(offer)
    if offer.attempt < 2 or not seat:
        return False, []
    place = location_of_offer(home, table.offer_id) if table is not None else None
    folder = path_of_location(home, place) if place is not None else None
    if table is None or folder is None:
        return True, []
    hand = hand_of_cancelled_deal(table, offer, GameFolder(folder))
    if hand is not None:
        told = goods_text(table.game, hand, lang)
        return True, [Sentence("hand-given-up", name=seat.title(), hand=told).told(lang)]
    dark = is_untold(table, GameFolder(folder))
    return True, [Sentence("hand-given-up-dark", name=seat.title()).told(lang)] if dark else []


def _own_offer_folder(reader: Reader, signed: SignedNote, offer: Offer) -> GameFolder | None:
    """The folder of an offer that was made in this home; None for one of somebody else."""
    place = location_of_offer(reader.home, signed.id)
    if offer.key not in public_keys_at_home(reader.home) or place is None:
        return None
    folder = path_of_location(reader.home, place)
    return GameFolder(folder) if folder is not None else None


def _earlier_join(reader: Reader, offer: SignedNote) -> _Earlier | None:
    """The reader's join that would be replaced.

    Raises:
        OutOfOrder: the reader's key is the host's; or there is a charter, which has its players.
    """
    keys = _own_keys(reader)
    if keys == {offer.key}:
        raise refusal_of_own_offer()
    place = location_of_offer(reader.home, offer.id)
    folder = path_of_location(reader.home, place) if place is not None else None
    if place is None or folder is None:
        return None
    names = names_with_prefix(GameFolder(folder).list_outbox(), name_prefix(OUTBOX, "join"))
    own = {name: read_bundle(GameFolder(folder).read_outbox(name))[0] for name in names}
    own = {name: signed for name, signed in own.items() if signed.key in keys}
    if not own:
        return None
    if CHARTER in GameFolder(folder).record_names():
        raise OutOfOrder("charter-names-stay", title=place.title)
    return _Earlier(GameFolder(folder), tuple(own), max(own.values(), key=join_order_key).read(Join))


def _own_keys(reader: Reader) -> set[bytes]:
    names = (reader.as_name,) if reader.as_name in reader.home.keys() else reader.home.keys()  # noqa: SIM118
    return {public_of(reader.home.read_key(name)) for name in names if name}


def _next_nonce(reader: Reader, offer: SignedNote, earlier: _Earlier | None) -> bytes:
    """The nonce of the next join to this offer, after all before it: the home knows them even if a folder is gone."""
    home = reader.home
    before = [home.guard(offer.id, _NONCE) or b"", earlier.join.nonce if earlier is not None else b""]
    fresh = secrets.token_bytes(16)
    nonce = later_nonce(fresh, max(before)) if any(before) else fresh
    home.write_guard(offer.id, nonce, _NONCE)
    return nonce
