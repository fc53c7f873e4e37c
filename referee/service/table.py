"""A table as its reader has it open: the one door to a game's folder and the reader's key."""

from __future__ import annotations

from pathlib import Path

import msgspec

from referee.crypto.openssh import PassphraseNeeded
from referee.kernel.sentence import Sentence
from referee.practice import open_table as practice_tables
from referee.practice import opponents, rewind
from referee.record.file_names import OTHERS
from referee.record.store import GameFolder
from referee.service.errors import Locked, NotHere
from referee.service.reader import Reader
from referee.session.game_folders import location_of_offer, path_of_location, remember_location
from referee.session.own_keys import Side
from referee.session.session import KnownRecords, Session, open_session


class OpenTable(msgspec.Struct, frozen=True):
    """A table with the reader who has opened it; what it shows is how it stood when it was opened."""

    reader: Reader
    session: Session

    def __repr__(self) -> str:
        """Which game, where, and for whom: what it holds fills pages."""
        return f"OpenTable({str(self.session.folder.path)!r}, role={self.session.role!r})"

    @property
    def id(self) -> str:
        """By what the home knows the table from its first day on: the id of its offer."""
        offer = self.session.history.offer
        assert offer is not None, "a table that was opened has an offer"
        return offer.id

    def sentence(self, code: str, **values: object) -> str:
        """A sentence in the language of the reader."""
        return Sentence(code, **values).told(self.reader.lang)


def open_table(reader: Reader, place: str | Path, secret: str = "", *, look_on: bool = False) -> OpenTable:
    """The table of an id, or in a folder; nothing is signed. `secret` is the passphrase of a protected key. Of several
    own keys none is taken by somebody who comes to `look_on`.

    Raises:
        NotHere: there is no such table. Locked: a passphrase is wanted. NotAuthentic: it is another one.
        RefereeError: the record does not hold.
    """
    folder = GameFolder(place if isinstance(place, Path) else table_path(reader, place))
    if (folder.path / OTHERS).is_dir():
        rewind.finish_rewind(opponents.Opponents(folder), reader.home)
    session = _session(reader, folder, secret, look_on=look_on)
    if session.history.offer is None:
        raise NotHere("no-game-folder", hint=Sentence("name-folder-game"))
    return OpenTable(reader, session)


def unlocked_table(table: OpenTable, secret: str) -> OpenTable:
    """The table, opened again with the passphrase of a protected key that has not opened it. Raises as `open_table`."""
    if not secret or table.session.key is not None:
        return table
    return open_table(table.reader, table.session.folder.path, secret)


def hosts_table(table: OpenTable) -> OpenTable:
    """The table as a host who plays has it open as the host; as it is for anybody else. Raises as `open_session`."""
    session = table.session
    return OpenTable(table.reader, session.turned()) if session.sits and not session.is_host else table


def table_path(reader: Reader, table_id: str) -> Path:
    """Where the home has the table of an id; no request names a path. Raises NotHere."""
    known = location_of_offer(reader.home, table_id) if table_id in reader.home.games() else None
    if known is None:
        raise NotHere("no-such-table")
    folder = path_of_location(reader.home, known)
    if folder is None:
        raise NotHere("game-is-gone", title=known.title, path=known.path, hint=Sentence("take-charter-again"))
    return folder


def session_in(
    reader: Reader,
    place: GameFolder,
    *,
    look_on: bool = False,
    side: Side = "shows",
    whole: bool = False,
    known: KnownRecords | None = None,
    reads: bool = False,
) -> Session:
    """The session of a reader at the game in a folder; the home remembers where it is. At a practice table bots act,
    unless it is only read. Raises as `open_session`.
    """
    if (place.path / OTHERS).is_dir() and not reads:
        session = practice_tables.open_practice(place, reader.home, reader.lang, as_name=reader.as_name)
    else:
        name, secret = reader.as_name, reader.passphrase
        session = open_session(
            place, reader.home, as_name=name, passphrase=secret, look_on=look_on, side=side, whole=whole, known=known
        )
    remember_location(session)
    return session


def _session(reader: Reader, folder: GameFolder, secret: str, *, look_on: bool) -> Session:
    if secret:
        return open_session(folder, reader.home, as_name=reader.as_name, passphrase=lambda: secret, look_on=look_on)
    try:
        return reader.known.session(open_session, folder, reader.home, reader.as_name, look_on=look_on)
    except PassphraseNeeded as needed:
        if needed.code != "key-locked":  # no passphrase opens it on this computer
            raise
        if reader.passphrase is None:
            raise Locked from None
    return open_session(folder, reader.home, as_name=reader.as_name, passphrase=reader.passphrase, look_on=look_on)
