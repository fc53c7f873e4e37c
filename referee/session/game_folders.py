"""Where the games of a home lie, so that a mail and a title find their folder from anywhere.

It is a memory and no more: the title of a game and its state are read from its folder. A game is known by the id of its
offer, which it has from its first day on.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import msgspec

from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.opening import charter
from referee.record.file_names import OFFER, slug
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Offer
from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session

SHARED = "dropped"
"""What this party has put into shared folders for a game is remembered under this name; nothing if there is none."""

_NAME = "place"
_NEIGHBOURS = 500
"""So many folders beside the old one are looked through for a game that was moved."""


class GameLocation(msgspec.Struct, frozen=True):
    """Where a game lay when it was last used from this home: ids of its offer and, once there is one, of its charter;
    `rules` is the name of the board game.
    """

    path: str
    offer: str
    title: str
    rules: str
    game: str = ""

    @property
    def folder(self) -> Path:
        """Its folder, whether it is still there or not."""
        return Path(self.path)


def goes_by_folder(home: DataFolder, offer_id: str) -> bool:
    """Whether this home has put what it signed for a game into a shared folder: no mail is sent then, or received."""
    return home.guard(offer_id, SHARED) is not None


def game_locations(home: DataFolder) -> tuple[GameLocation, ...]:
    """Every game this home has a place of, by title; a damaged line of memory is left out."""
    found = []
    for offer in home.games():
        place = location_of_offer(home, offer)
        if place is not None:
            found.append(place)
    return tuple(sorted(found, key=lambda place: (place.title.casefold(), place.path)))


def location_of_offer(home: DataFolder, offer: str) -> GameLocation | None:
    """The place of the game of an offer, or None."""
    with suppress(RefereeError, msgspec.DecodeError, UnicodeDecodeError):
        data = home.guard(offer, _NAME)
        return None if data is None else decode_as(GameLocation, data)
    return None


def remember_location(session: Session, *, asks: bool = False) -> None:
    """Remember where this game lies, if the reader has a part in it or `asks` for one: new or moved.

    A copy next to the known folder does not count as moved. A home that cannot be written to remembers nothing.
    """
    offer = session.history.offer
    has_part = session.role is not None if session.history.table is not None else session.key is not None
    if offer is None or not (has_part or asks):
        return
    known = location_of_offer(session.home, offer.id)
    game_id = session.history.table.game_id if session.history.table else ""
    if known is None or (known.path, known.game) != (str(session.folder.path.resolve()), game_id):
        write_location(session.home, _place_of(session.folder, offer, game_id))


def write_location(home: DataFolder, place: GameLocation) -> None:
    """Keep a place, unless the game is known to lie elsewhere and still does."""
    known = location_of_offer(home, place.offer)
    if known is not None and known.path != place.path and holds_game(known.folder, place.offer):
        place = msgspec.structs.replace(place, path=known.path)
    if place != known:
        with suppress(RefereeError):
            home.write_guard(place.offer, msgspec.json.encode(place, order="sorted") + b"\n", _NAME)


def game_folder_name(offer: Offer) -> str:
    """What the folder of an offered game is called: its title, or its rules if it has none that a folder can bear."""
    return slug(offer.title or "") or slug(offer.rules.game) or slug(charter.title_of(offer)) or "game"


def forget_location(home: DataFolder, offer: str) -> None:
    """Forget where the game of an offer lies that is given up. Raises FileTrouble."""
    home.drop_guard(offer, _NAME)


def location_in_folder(folder: GameFolder, offer: SignedNote) -> GameLocation:
    """The place of an offer that was checked, in a folder."""
    return _place_of(folder, offer, "")


def _place_of(folder: GameFolder, offer: SignedNote, game_id: str) -> GameLocation:
    terms = offer.read(Offer)
    return GameLocation(str(folder.path.resolve()), offer.id, str(charter.title_of(terms)), terms.rules.game, game_id)


def holds_game(folder: Path, offer: str) -> bool:
    """Whether a folder holds the game of an offer."""
    try:
        return read_bundle(GameFolder(folder).read(OFFER))[0].id == offer
    except (RefereeError, OSError, ValueError):
        return False


def path_of_location(home: DataFolder, place: GameLocation) -> Path | None:
    """Where a game lies now: where it lay, or in a folder beside that; None if it is not there any more."""
    if holds_game(place.folder, place.offer):
        return place.folder
    for folder in _neighbour_folders(place.folder):
        if holds_game(folder, place.offer):
            write_location(home, msgspec.structs.replace(place, path=str(folder)))
            return folder
    return None


def _neighbour_folders(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from (entry for entry in islice(sorted(folder.parent.iterdir()), _NEIGHBOURS) if entry.is_dir())


def location_by_title(known: tuple[GameLocation, ...], text: str) -> GameLocation:
    """The game that somebody calls by its title, a word of it, or the beginning of a word; by its rules or folder.

    Raises:
        Unreadable: none is called so, or several are; with what there is.
    """
    wanted = _comparison_form(text)
    for fits in (_is_title, _is_word, _begins_word):
        alike = [place for place in known if fits(place, wanted)]
        if len(alike) == 1:
            return alike[0]
        if alike:
            raise Unreadable("several-games-are-called", name=text, known=_titles_text(alike))
    raise Unreadable("no-game-is-called", name=text, known=_titles_text(known) or Sentence("no-games"))


def _titles_text(games: list[GameLocation] | tuple[GameLocation, ...]) -> str:
    titles = [place.title for place in games]
    apart = {place: "" if titles.count(place.title) == 1 else f" ({place.folder.name})" for place in games}
    return ", ".join(f"{place.title}{folder}" for place, folder in apart.items())


def _is_title(place: GameLocation, wanted: str) -> bool:
    return wanted in (_comparison_form(place.title), _comparison_form(place.folder.name))


def _comparison_form(text: str) -> str:
    """A title or folder as it is compared: whatever its case, and however its accents are written."""
    return unicodedata.normalize("NFC", text).casefold().strip()


def _is_word(place: GameLocation, wanted: str) -> bool:
    return wanted in (*_comparison_form(place.title).split(), place.rules)


def _begins_word(place: GameLocation, wanted: str) -> bool:
    title = _comparison_form(place.title)
    return bool(wanted) and (f" {title}".find(f" {wanted}") >= 0)
