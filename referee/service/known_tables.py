"""Tables that a process has read, each as long as the names of its record and the stamps of those files are the same.

If there is more, only that is read. What a passphrase has opened is not kept: the next one must give it again.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from referee.record.file_names import CHARTER
from referee.record.files import Stamp
from referee.record.store import DataFolder, GameFolder

if TYPE_CHECKING:
    from referee.protocol.step.position import Position
    from referee.session.session import KnownRecords, Session  # a reader alone does not need the session

_MOST = 32
"""So many tables are kept; of more the one that was opened first is read again."""

T = TypeVar("T")

_Place = tuple[Path, Path, str | None, bool]


class _State(msgspec.Struct, frozen=True):
    """By what a table is known as the one that it was: its files, the keys at home, and what was signed to join it."""

    files: dict[str, Stamp | None]
    keys: tuple[str, ...]
    joins: tuple[str, ...]


class _Known(msgspec.Struct, frozen=True):
    state: _State
    session: Session


class KnownTables:
    """The tables of one process. Two calls at once may both read a table; each gets one that nobody changes."""

    def __init__(self) -> None:
        self._known: dict[_Place, _Known] = {}
        self._made: dict[tuple[object, ...], tuple[Position, Any]] = {}

    def session(
        self,
        opened: Callable[..., Session],
        folder: GameFolder,
        home: DataFolder,
        as_name: str | None = None,
        *,
        look_on: bool = False,
    ) -> Session:
        """The session of a reader whose key has no passphrase, by `open_session` where it is not known. Raises as that
        does.
        """
        place = (folder.path.resolve(), home.path.resolve(), as_name, look_on)
        state, known = _state_of(folder, home), self._known.get(place)
        if known is not None and known.state == state:
            return known.session.looking()
        read = _own_copy(known.session.known) if known is not None else {}
        session = opened(folder, home, as_name=as_name, look_on=look_on, known=read)
        self._known.pop(place, None)
        self._known[place] = _Known(state, session)
        for oldest in list(self._known)[:-_MOST]:
            self._known.pop(oldest, None)
        return session

    def made_once(self, position: Position, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """What `make` returns, which depends on a position and the key alone: made again for another
        position alone.
        """
        known = self._made.get(key)
        if known is not None and known[0] is position:
            made: T = known[1]
            return made
        made = make()
        self._made.pop(key, None)
        self._made[key] = position, made
        for oldest in list(self._made)[:-_MOST]:
            self._made.pop(oldest, None)
        return made


def _state_of(folder: GameFolder, home: DataFolder) -> _State:
    files = folder.record_stamps()
    return _State(files, home.keys(), () if CHARTER in files else folder.list_outbox())


def _own_copy(read: KnownRecords) -> KnownRecords:
    """A copy with its own lists of positions: reading on adds to them while others read the old ones."""
    return {place: replace(record, seen=copy(record.seen)) for place, record in read.items()}
