"""Which game each mail is for: it is handed to the folder of that game.

A note names its game by the id of its offer or of its charter. Known are the games of this home, the one in the current
folder, and those that an offer or a charter in the same delivery opens.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.drawing.safe_text import shell_word
from referee.kernel.errors import FileTrouble, OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.mail.inbox import NamedMail
from referee.mail.prefilter import NoteMails
from referee.protocol.opening.charter import check_offer
from referee.record.file_names import OFFER
from referee.record.mails.order_slips import OrderSlip, order_slip_in, slip_game_mark
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Charter, Join, Offer
from referee.record.notes.kinds import OPENING
from referee.record.store import DataFolder, GameFolder
from referee.service.incoming.places import Whereabouts, game_around, may_open_game
from referee.session.game_folders import GameLocation, game_folder_name, game_locations, path_of_location
from referee.session.own_keys import public_keys_at_home


class GameDelivery(msgspec.Struct, frozen=True):
    """Mails for one game and its folder, or why there is none that could take them; and how many `others` without a
    note arrived with them.
    """

    mails: tuple[NamedMail, ...]
    folder: Path | None = None
    trouble: RefereeError | None = None
    others: int = 0


class SortedMails(msgspec.Struct, frozen=True):
    """Mails by game, that of the current folder first, and those without any note that could be read."""

    games: tuple[GameDelivery, ...]
    rest: GameDelivery = GameDelivery(())


class _Parcel(msgspec.Struct, frozen=True):
    """What is for one game: mails with their number in the delivery, and all their notes."""

    mails: list[tuple[int, NamedMail]]
    notes: list[SignedNote]

    @property
    def offer(self) -> SignedNote | None:
        return next((signed for signed in self.notes if signed.type == "offer"), None)

    @property
    def signers(self) -> set[bytes]:
        return {signed.key for signed in self.notes if signed.type in OPENING}


def sort_by_game(home: DataFolder, came: NoteMails, where: Whereabouts) -> SortedMails:
    """The mails by the games that their notes name. What names no game is for that of the folder in which the person
    is, if there is one. Raises FileTrouble: the home cannot be read.
    """
    known = {place.offer: place for place in game_locations(home)}
    current = game_around(where.folder, home.path)
    parcels, rest = _parcels(came.mails, known)
    others = came.others
    games: list[GameDelivery] = []
    if current is not None:
        first = _offer_in(current)
        mine = [key for key in parcels if key == first or (key not in known and parcels[key].offer is None)]
        numbered = [*rest, *(pair for key in mine for pair in parcels.pop(key).mails)]
        if numbered or others:
            games.append(GameDelivery(_by_number(numbered), current, others=others))
        rest, others = [], 0
    strange = [key for key, parcel in parcels.items() if key not in known and parcel.offer is not None]
    for key, parcel in parcels.items():
        place = known.get(key)
        if place is not None:
            games.append(_deliver(home, place, parcel, where))
        else:
            games.append(_unknown(home, parcel, where, alone=len(strange) == 1))
    return SortedMails(tuple(games), GameDelivery(_by_number(rest), others=others))


def notes_of_mail(mail: NamedMail) -> tuple[SignedNote, ...]:
    """The notes of a mail; none of one that cannot be read, which says so when it is received."""
    if mail.trouble is not None:
        return ()
    try:
        return mail.opened.signed_notes
    except Exception:  # whatever it is, it is met again and reported then
        return ()


def _parcels(
    mails: Sequence[NamedMail], known: Mapping[str, GameLocation]
) -> tuple[dict[str, _Parcel], list[tuple[int, NamedMail]]]:
    """What is for each game, by the id of its offer (of its charter, if nobody knows its offer); and what is left."""
    opened = [notes_of_mail(mail) for mail in mails]
    offers = {place.game: place.offer for place in known.values() if place.game}
    offers |= _offer_ids(signed for notes in opened for signed in notes)
    parcels: dict[str, _Parcel] = {}
    rest: list[tuple[int, NamedMail]] = []
    for number, (mail, notes) in enumerate(zip(mails, opened, strict=True)):
        split: dict[str, list[SignedNote]] = {}
        for signed in notes:
            named = _named_id(signed)
            split.setdefault(offers.get(named, named), []).append(signed)
        for key, own in split.items():
            parcel = parcels.setdefault(key, _Parcel([], []))
            part = replace(mail, data=render_bundle(tuple(own))) if len(split) > 1 else mail
            parcel.mails.append((number, part))
            parcel.notes.extend(own)
        slip = _slip_in(mail) if not split else None
        if slip is not None:
            key = next((offers[game] for game in offers if slip_game_mark(game) == slip.game), slip.game)
            parcels.setdefault(key, _Parcel([], [])).mails.append((number, mail))
        elif not split:
            rest.append((number, mail))
    return parcels, rest


def _slip_in(mail: NamedMail) -> OrderSlip | None:
    """The slip in a mail without notes; none of one that is damaged, which says so when it is received."""
    with suppress(Exception):  # whatever it is, it is met again and reported then
        return order_slip_in(mail.data) if mail.trouble is None else None
    return None


def _offer_ids(notes: Iterable[SignedNote]) -> dict[str, str]:
    """The offers of the charters among notes, by the id of the charter."""
    found = {}
    for signed in notes:
        note = signed.note() if signed.type == "charter" else None
        if isinstance(note, Charter):
            found[signed.id] = note.offer
    return found


def _named_id(signed: SignedNote) -> str:
    """The id of the offer or charter that a note names."""
    try:
        note = signed.note()
    except RefereeError:  # it is of a later version, and says so when it is received
        return ""
    if isinstance(note, Offer):
        return signed.id
    return note.offer if isinstance(note, Join | Charter) else note.game


def _by_number(numbered: Iterable[tuple[int, NamedMail]]) -> tuple[NamedMail, ...]:
    return tuple(mail for _, mail in sorted(numbered, key=lambda pair: pair[0]))


def _offer_in(folder: Path) -> str | None:
    try:
        return read_bundle(GameFolder(folder).read(OFFER))[0].id
    except RefereeError:  # the session says what is wrong there
        return None


def _deliver(home: DataFolder, place: GameLocation, parcel: _Parcel, where: Whereabouts) -> GameDelivery:
    """The game lies where it lay, or is made there again from its offer; nothing else of it can be received alone."""
    mails = _by_number(parcel.mails)
    folder = path_of_location(home, place)
    if folder is None and parcel.offer is not None and may_open_game(place.folder, home.path, where.typed):
        folder = place.folder
    if folder is not None:
        return GameDelivery(mails, folder)
    gone = FileTrouble(
        "game-is-gone", title=place.title, path=where.shown(place.folder), hint=Sentence("take-charter-again")
    )
    return GameDelivery(mails, trouble=gone)


def _unknown(home: DataFolder, parcel: _Parcel, where: Whereabouts, *, alone: bool) -> GameDelivery:
    """A game of which this home knows nothing is opened in an empty folder, or in a new one if a key of it plays."""
    mails, offer = _by_number(parcel.mails), parcel.offer
    if offer is None:
        hint = Sentence("go-to-its-folder")
        return GameDelivery(mails, trouble=OutOfOrder("mail-of-unknown-game", hint=hint))
    try:
        name = game_folder_name(check_offer(offer))
    except RefereeError as refusal:
        return GameDelivery(mails, trouble=refusal)
    file = shlex.quote(next((mail.name for mail in mails), "FILE"))
    invites = all(signed.type == "offer" for signed in parcel.notes)
    to_join = OutOfOrder("an-invitation-is-joined", hint=Sentence("referee-join", path=file))
    if invites and not (where.looks_on and any(mail.named for mail in mails)):  # nobody has asked to look on
        return GameDelivery(mails, trouble=to_join)
    if alone and may_open_game(where.folder, home.path, where.typed):
        return GameDelivery(mails, where.folder)
    if public_keys_at_home(home) & parcel.signers and may_open_game(where.folder / name, home.path, where.typed):
        return GameDelivery(mails, where.folder / name)
    if invites:
        return GameDelivery(mails, trouble=to_join)
    game = game_around(where.folder, home.path)
    folder = shell_word(where.shown(game.parent / name)) if game is not None else name
    hint = Sentence("referee-receive-into", path=file, folder=folder)
    return GameDelivery(mails, trouble=OutOfOrder("no-room-here", folder=where.shown(where.folder) or ".", hint=hint))
