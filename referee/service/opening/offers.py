"""Offer a game: in a folder of its own, by its host, who may have a seat in it."""

from __future__ import annotations

import secrets
from pathlib import Path

import msgspec

from referee.crypto.keys import SigningKey
from referee.crypto.openssh import is_protected
from referee.drawing.safe_text import safe_text
from referee.games import find
from referee.kernel.errors import OutOfOrder
from referee.kernel.packs import pack_hash
from referee.kernel.sentence import Sentence
from referee.mail.inbox import watch_shared_folder
from referee.protocol.history.read_record import History, read_history
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.opening.charter import host_seat, make_offer, offer_hides_goods, title_with_game
from referee.protocol.opening.data_packs import game_with_pack, must_send_pack
from referee.protocol.seating import Table
from referee.record.file_names import OFFER, PACK, RECORD, slug
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Offer
from referee.record.notes.escaping import single_line_text
from referee.record.store import HOSTING, DataFolder, GameFolder
from referee.service.answers import check_digest
from referee.service.ask import Ask, digest_of
from referee.service.home.key_files import beginning_key_name, make_key, passphrase_of, private_key
from referee.service.home.shared_folders import check_shared_folder, put_in_shared_folder
from referee.service.incoming.places import Whereabouts, game_around, new_game_folder
from referee.service.opening.agreed_terms import Invitation, agreed_sentences, invitation_of
from referee.service.opening.host_seats import hosting_key, take_host_seat
from referee.service.opening.table_terms import TableTerms, chosen_options_of, name_of_host, read_terms
from referee.service.reader import Reader
from referee.service.signed_notes import Signed
from referee.session.game_folders import (
    GameLocation,
    forget_location,
    game_locations,
    location_in_folder,
    write_location,
)
from referee.session.opening.discarded_hand import shown_secret, shows_deck
from referee.session.opening.invitation import invitation_letter
from referee.session.own_keys import public_keys_at_home
from referee.session.send import OutgoingNote, send
from referee.session.session import Session, open_session


class NewTable(msgspec.Struct, frozen=True):
    """A table that somebody would host."""

    terms: TableTerms
    """What is offered."""
    here: Whereabouts
    """Where its folder is made, which is named after the table."""
    folder: Path | None = None
    """The folder that is wanted in place of one of that name."""
    pack: bytes | None = None
    """The data pack that it is played from; None for the first that comes with its game."""
    voids: Path | None = None
    """The folder of the game whose charter it gives up; None for none."""
    shared: Path | None = None
    """The folder that everyone shares, where the invitation is put too; None for none."""


class OfferedTable(msgspec.Struct, frozen=True):
    """A table that was offered."""

    signed: Signed
    """The offer: its id is that of the table, its file the invitation, a letter to everyone who is to play."""
    folder: str
    """The path of its folder."""
    invitation: Invitation
    """How it reads."""
    is_shared: bool = False
    """Whether the invitation is in a shared folder, so that nothing is to be sent."""


class _Place(msgspec.Struct, frozen=True):
    """The folder of a new table, and the reader's own offer in it that would be replaced."""

    folder: GameFolder
    earlier: GameLocation | None = None


class _GivenUp(msgspec.Struct, frozen=True):
    """The charter that an offer gives up, and the deck secret of the host's seat in it, if the offer shows one."""

    table: Table
    olddeck: bytes | None


def ask_offer(reader: Reader, new: NewTable) -> Ask:
    """What would be offered, and what all would agree to; a warning where an earlier offer is replaced.

    Raises:
        Unreadable: there is no such game, option, value or number of seats, or a name of more than a line.
        OutOfOrder, FileTrouble: as `new_game_folder`. NotAuthentic: of several keys none is named.
    """
    terms = read_terms(new.terms, reader.lang, new.pack, _attempt(new))
    place, name = _lies_at(reader, new), beginning_key_name(reader, name_of_host(new.terms))
    if new.shared is not None:
        check_shared_folder(reader.home, new.shared, place.folder.path)
    reason = [f"{Sentence('menu-field-why').told(reader.lang)}: {safe_text(terms.why)}"] if terms.why else []
    parts = {
        **{field: str(getattr(new.terms, field)) for field in ("game", "seats", "title", "name", "why")},
        "options": [f"{name}={value}" for name, value in terms.option],
        "folder": str(place.folder.path),
        "replaces": place.earlier.offer if place.earlier is not None else "",
        "pack": pack_hash(new.pack) if new.pack is not None else "",
        "voids": str(new.voids or ""),
        "shared": str(new.shared or ""),
    }
    return Ask(
        digest_of("", "", parts),
        _sentence(terms, reader.lang, name_of_host(new.terms)),
        (*agreed_sentences(terms, reader.lang), *reason),
        tuple(_warnings(reader, new, place)),
        Sentence("page-offer").told(reader.lang),
        name in reader.home.keys() and is_protected(reader.home.read_key(name)),  # noqa: SIM118
    )


def replaced_offer(reader: Reader, new: NewTable) -> str:
    """The sentence that the reader's own offer here would be replaced; empty if there is none. Raises
    as `ask_offer`.
    """
    chosen_options_of(msgspec.structs.replace(new.terms, plays=False), reader.lang)  # the host has no name yet
    earlier = _lies_at(reader, new).earlier
    if earlier is None:
        return ""
    return Sentence("offer-lies-here", title=earlier.title, path=new.here.shown(earlier.folder)).told(reader.lang)


def offer_table(reader: Reader, new: NewTable, digest: str, secret: str = "") -> OfferedTable:
    """The offer, signed, in its folder, with the invitation to send; a key is made where the home has none. A host who
    plays has joined. `secret` is a passphrase. Raises Changed: `digest` is of other terms; and as `ask_offer`.
    """
    check_digest(ask_offer(reader, new), digest)
    game, pack = game_with_pack(find(new.terms.game), new.pack)
    chosen, host = chosen_options_of(new.terms, reader.lang, game), name_of_host(new.terms)
    place, name, home = _lies_at(reader, new), beginning_key_name(reader, name_of_host(new.terms)), reader.home
    if name not in home.keys():  # noqa: SIM118
        make_key(reader, name)
    terms = read_terms(new.terms, reader.lang, new.pack)
    seat = host_seat(terms)
    made = _made_key_sentence(reader, new.here, name) if seat else ()
    key = hosting_key(reader, name, secret) if seat else private_key(reader, name, secret)
    given_up = _given_up(reader, new.voids, key, secret) if new.voids is not None else None
    attempt = given_up.table.attempt + 1 if given_up is not None else 1

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        _check_empty(place.folder, new.here)
        if pack is not None:
            place.folder.commit(PACK, pack)
        return (
            make_offer(
                key,
                game,
                new.terms.seats,
                chosen,
                secrets.token_bytes(16),
                attempt=attempt,
                voided=(given_up.table.game_id, key, given_up.table.offer_nonce) if given_up is not None else None,
                why=terms.why,
                pack=pack,
                title=terms.title,
                olddeck=given_up.olddeck if given_up is not None else None,
            ),
        )

    if place.earlier is not None:
        _take_away(place.earlier, new.here)
    place.folder.begin()
    sent = send(Session(place.folder, home, History({}), key), OutgoingNote(None, "", make, OFFER, RECORD))
    if seat:
        own = Session(place.folder, home, History({OFFER: (sent.note,)}), private_key(reader, name, secret))
        take_host_seat(own, sent.note, seat, host, secrets.token_bytes(16), pack)
    _keep_only(home, location_in_folder(place.folder, sent.note))
    terms = sent.note.read(Offer)
    letter = place.folder.write_letter("invitation.txt", invitation_letter(sent.note, host, reader.lang))
    along = str(place.folder.path / RECORD / PACK) if must_send_pack(game.info.name, terms.option) else ""
    signed = Signed("offer", sent.note.id, str(letter), "all", attempt=attempt, pack=along, led=made)
    is_shared = new.shared is not None and _share(place.folder, home, key, sent.note, new.shared)
    return OfferedTable(signed, str(place.folder.path), invitation_of(terms, reader.lang), is_shared)


def _share(folder: GameFolder, home: DataFolder, key: SigningKey, offer: SignedNote, shared: Path) -> bool:
    """Keep the shared folder for the games of this home, and put the offer there. Raises FileTrouble."""
    watch_shared_folder(home, shared)
    return put_in_shared_folder(Session(folder, home, History({OFFER: (offer,)}), key), shared)


def _sentence(terms: Offer, lang: str, host: str) -> str:
    """The game, the number of seats, the host, and what the host sees."""
    first, again = "offer-says", "offer-says-again"
    if host_seat(terms):
        first, again = "offer-says-together", "offer-says-again-together"
    hidden = "host-sees-hands" if offer_hides_goods(terms) else "nothing-to-see"
    sees = Sentence("nobody-sees-hands" if options_mask_deck(terms.option) else hidden).told(lang)
    named = {"game": title_with_game(terms), "seats": terms.seats, "host": host, "attempt": terms.attempt}
    return Sentence(first if terms.attempt == 1 else again, **named, sees=sees).told(lang)


def _warnings(reader: Reader, new: NewTable, place: _Place) -> list[str]:
    replaced = replaced_offer(reader, new) if place.earlier is not None else ""
    missing = Sentence("no-key-here").told(reader.lang) if not reader.home.keys() else ""
    return [said for said in (replaced, missing) if said]


def _made_key_sentence(reader: Reader, here: Whereabouts, name: str) -> tuple[str, ...]:
    """That a key to host with is made, if it is."""
    called = f"{name}{HOSTING}"
    if called in reader.home.keys():  # noqa: SIM118
        return ()
    return (Sentence("key-to-host-made", path=here.shown(reader.home.path / "keys" / called)).told(reader.lang),)


def _lies_at(reader: Reader, new: NewTable) -> _Place:
    """The folder of the table. Raises as `new_game_folder`."""
    title = single_line_text(new.terms.title, "title") if new.terms.title is not None else ""
    name = slug(title) or slug(find(new.terms.game).info.name)
    earlier = _earlier_offer(reader.home, new, name)
    if earlier is not None:
        return _Place(GameFolder(earlier.folder), earlier)
    return _Place(new_game_folder(reader.home, new.here, name, new.folder))


def _earlier_offer(home: DataFolder, new: NewTable, name: str) -> GameLocation | None:
    """The place of an offer of one's own that can be written again: in the folder that is wanted, or around here, or
    called `name`; of the same pack, without a join or a charter. A process that died may have left no offer in its
    folder.
    """
    _, pack = game_with_pack(find(new.terms.game), new.pack)
    place = new.folder or game_around(new.here.folder, home.path) or new.here.folder / name
    place = new.here.folder / place
    found = next((known for known in game_locations(home) if known.folder == place.resolve()), None)
    if found is None or not (found.folder / RECORD).is_dir() or not _is_unjoined(folder := GameFolder(found.folder)):
        return None
    names = folder.record_names()
    own = OFFER not in names or read_bundle(folder.read(OFFER))[0].key in public_keys_at_home(home)
    return found if own and (folder.read(PACK) if PACK in names else None) == pack else None


def _is_unjoined(folder: GameFolder) -> bool:
    """Whether there is an offer here, and neither a join nor a charter."""
    return {*folder.record_names()} <= {OFFER, PACK} and not folder.list_pending() and not folder.list_outbox()


def _take_away(earlier: GameLocation, here: Whereabouts) -> None:
    """Remove an offer that nobody has joined; its place is kept until the next one has its own.

    Raises:
        OutOfOrder: it was joined meanwhile. FileTrouble.
    """
    folder = GameFolder(earlier.folder)
    if not _is_unjoined(folder):
        raise OutOfOrder("folder-taken", path=here.shown(earlier.folder), hint=Sentence("use-new-folder"))
    if OFFER in folder.record_names():
        folder.drop_record(OFFER)


def _keep_only(home: DataFolder, place: GameLocation) -> None:
    """Keep the place of an offer, and forget those of earlier ones in its folder."""
    write_location(home, place)
    for known in game_locations(home):
        if known.folder == place.folder and known.offer != place.offer:
            forget_location(home, known.offer)


def _check_empty(folder: GameFolder, here: Whereabouts) -> None:
    if set(folder.record_names()) - {PACK}:
        raise OutOfOrder("folder-taken", path=here.shown(folder.path), hint=Sentence("use-new-folder"))


def _attempt(new: NewTable) -> int:
    """The number of the attempt that this offer would be, as far as the folder of the earlier one tells."""
    if new.voids is None:
        return 1
    table = read_history(GameFolder(new.voids).record(), None).table
    return table.attempt + 1 if table is not None else 1


def _given_up(reader: Reader, old: Path, key: SigningKey, secret: str) -> _GivenUp:
    """The charter that is given up, which `key` made.

    Raises:
        OutOfOrder: there is no charter that this key could give up.
        NotAuthentic: the key of the host's seat is not here.
    """
    table = read_history(GameFolder(old).record(), key).table
    if table is None or table.host.key != key.public:
        raise OutOfOrder("no-own-charter", path=str(old))
    if not shows_deck(table):
        return _GivenUp(table, None)
    phrase = passphrase_of(reader, secret)
    seat = open_session(GameFolder(old), reader.home, as_name=reader.as_name, passphrase=phrase, side="plays")
    return _GivenUp(table, shown_secret(table, seat.history.position, seat.key))
