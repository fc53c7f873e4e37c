"""What this home has found to hold of a game: a history as it was read, kept for the holder of one key.

It decides nothing. All files of the record are read and hashed as ever; what was kept is believed only if it opens
under a key that follows from the reader's own private one, if this very program has kept it, and if name, length and
bytes of every file up to its step are those that were read then. Then the record is read on from there. Whatever does
not fit, or does not hold from there on, is read from the beginning, as if nothing had been kept. An audit and a judge
never look at it, nor does anybody without a key.

Kept are the position with the notes' heads and the shares of the seats, and behind it, in pieces of their own, the
positions that led to it. Nothing is kept of a practice table, whose keys are nobody's, nor of what `values` cannot
tell.
"""

from __future__ import annotations

import sys
from collections import ChainMap
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import accumulate

import msgspec

from referee.crypto import boxes, curve, sealed
from referee.crypto.keys import SigningKey
from referee.games import package
from referee.kernel.canon import lp, u64be
from referee.kernel.digest import sha256
from referee.kernel.game import AnyGame
from referee.record.build import build
from referee.record.names import CHARTER, OFFER, PACK, Files, is_step_name, step_name
from referee.record.note import read_bundle
from referee.record.notes import NoteId, Offer
from referee.record.store import RECORD_LIMIT, Home
from referee.table.desk.own_keys import OwnKey
from referee.table.opening.packs import game_of
from referee.table.reading.history import History, Seen, Shelf, noting, read_history, read_on
from referee.table.reading.valid_part import REKEYED
from referee.table.seating import Table, eyes_at_table
from referee.table.step.position import Bag, Position
from referee.table.step.succession import changes_in, eyes_in_record
from referee.table.step.trail import Trail, piece_of
from referee.table.step.values import (
    TableValues,
    Values,
    ground,
    is_told,
    position_of,
    table_of,
    values_of,
    values_of_table,
)

_PIECE = 16
"""Positions that a piece of the trail tells at most: whoever looks for one has to read those before it in its piece."""

_NUMBER = 4
"""Bytes of a number: the step, then the length of what is kept beside the trail."""


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a history beside its trail.

    Under which `program`, with which options of the offer (`chosen`), the `table` of the opening without its game, the
    bag, the shares, the heads of all steps, whether the last has `ended` the game, and the newest position. `pieces`
    are those of the trail: the first step of each, and its length in bytes.
    """

    program: str
    chosen: tuple[tuple[str, str], ...]
    table: TableValues  # type: ignore[valid-type]
    bag: Bag
    shares: dict[str, bytes]
    heads: tuple[NoteId, ...]
    ended: bool
    newest: Values  # type: ignore[valid-type]
    pieces: tuple[tuple[int, int], ...] = ()


class Found(msgspec.Struct, frozen=True):
    """A history and the positions seen on its way. `kept` and `trail` are what the home had of it, None for nothing."""

    history: History
    seen: Seen
    kept: Kept | None = None
    trail: bytes = b""

    @property
    def kept_to(self) -> int:
        """The step up to which the home has kept it, -1 for nothing."""
        return len(self.kept.heads) - 1 if self.kept is not None else -1


def read_from_checkpoint(
    home: Home, files: Files, own: OwnKey, every: int, read: Callable[[], tuple[History, Seen]]
) -> tuple[History, Seen]:
    """The history of a record and the positions seen on its way, from what was kept of it, else as `read` gives them.
    Where so many steps were read since something was kept, it is kept anew.
    """
    now = found(home, files, own) or Found(*read())
    position = now.history.position
    if position is not None and position.step - now.kept_to >= every:
        keep(home, files, own, now)
    return now.history, now.seen


def found(home: Home, files: Files, own: OwnKey) -> Found | None:
    """What this home has kept of a record, read on to its end; None where it must be read from its beginning."""
    try:
        return _found(home, files, own.key, own.name) if own.key is not None else None
    except Exception:  # whatever it is, whoever reads from the beginning is told, if it is not of the checkpoint alone
        return None


def keep(home: Home, files: Files, own: OwnKey, now: Found) -> None:
    """Keep what was read for the next time.

    It is kept up to the last step that can be told. A home that cannot be written to keeps nothing.
    """
    key, table, position = own.key, now.history.table, now.history.position
    if key is None or table is None or position is None or table.party(key.public) is None or table.terms.practice:
        return
    told = (step for step in range(position.step, now.kept_to, -1) if is_told(now.seen[step]))
    with suppress(Exception):  # a memory that cannot be kept is no reason for anything else to fail
        _keep(home, files, key, own.name, now, next(told))


def _found(home: Home, files: Files, key: SigningKey, name: str) -> Found | None:
    data = home.guard(read_bundle(files[CHARTER])[-1].id, checkpoint_name(name), RECORD_LIMIT)
    if data is None:
        return None
    step, size = (int.from_bytes(data[at : at + _NUMBER], "big") for at in (0, _NUMBER))
    body, trail = data[2 * _NUMBER :][:size], data[2 * _NUMBER :][size:]
    here = {name: data for name, data in files.items() if belongs(name, step)}
    kept = msgspec.msgpack.decode(sealed.unseal(key.memory_key(), body, bound(here, step, trail)), type=Kept)
    later = {name: data for name, data in files.items() if name not in here}
    if any(REKEYED in data for data in later.values()):  # who reads may see more by it, or less, from the deal on
        return None
    game, _ = game_of(kept.table.rules, kept.chosen, files.get(PACK))  # type: ignore[attr-defined]
    if kept.program != program_of(game):
        return None
    table = table_of(kept.table, game)
    way = _trail(kept, table, trail, here, key)
    seen: Seen = ChainMap({}, way)  # type: ignore[arg-type]  # it is written to its first map alone
    history = read_on(_history(kept, table, way[step], here, key), later, watch=noting(seen))
    return Found(history, seen, kept, trail)


def belongs(name: str, step: int) -> bool:
    """Whether a file of a record was there when its newest step was this one; acks come last of all."""
    return name in (OFFER, PACK, CHARTER) or (is_step_name(name) and name <= step_name(step))


def _history(kept: Kept, table: Table, position: Position, here: Files, key: SigningKey) -> History:
    """The history as it was when it was kept."""
    curve.let_in(party.key for party in position.table.ever)
    for opened in (table, position.table):
        boxes.let_in(opened.boxes)
    notes = Shelf({name: data for name, data in here.items() if name != PACK}, {})
    changes = changes_in(table, (notes[name] for name in notes if is_step_name(name) and REKEYED in here[name]))
    eyes = eyes_at_table(position.table, eyes_in_record(table, key, kept.shares, changes))
    end = notes[step_name(position.step)][-1] if kept.ended else None
    return History(notes, eyes, position.table, position, kept.shares, here.get(PACK), end)


def _trail(kept: Kept, table: Table, trail: bytes, here: Files, key: SigningKey) -> Trail:
    """The positions that led to the newest one, and this itself."""
    base, firsts = ground(table, kept.bag), [first for first, _ in kept.pieces]
    ends = list(accumulate((size for _, size in kept.pieces), initial=0))

    def piece(place: int) -> bytes:
        return sealed.unseal(key.memory_key(), trail[ends[place] : ends[place + 1]], _address(table, firsts[place]))

    def read() -> Seen:
        seen: Seen = {}
        read_history(here, key, watch=noting(seen))
        return seen

    return Trail(base, position_of(kept.newest, base), kept.heads, firsts, piece, read)


def _keep(home: Home, files: Files, key: SigningKey, name: str, now: Found, last: int) -> None:
    position, reached, secret = now.seen[last], now.history.position, key.memory_key()
    assert reached is not None and now.history.offer is not None
    table, bare = position.table.opening, position.past.rollback_points[-1]
    base = ground(table, position.bag)
    newest = values_of(bare, base)
    if position_of(newest, base) != bare:  # a game, perhaps of another package, that does not spell out all its state
        return
    pieces, trail = list(now.kept.pieces) if now.kept is not None else [], now.trail
    for first in range(now.kept_to + 1, position.step + 1, _PIECE):
        steps = range(first, min(first + _PIECE, position.step + 1))
        piece = sealed_for(secret, piece_of([now.seen[step] for step in steps], base), _address(table, first))
        pieces.append((first, len(piece)))
        trail += piece
    kept = Kept(
        program_of(table.game),
        now.history.offer.read(Offer).option,
        values_of_table(table),
        position.bag,
        dict(now.history.shares),
        position.past.heads,
        now.history.end is not None and reached.step == last,
        newest,
        tuple(pieces),
    )
    here = {name: data for name, data in files.items() if belongs(name, position.step)}
    body = sealed_for(secret, msgspec.msgpack.encode(kept), bound(here, position.step, trail))
    head = b"".join(number.to_bytes(_NUMBER, "big") for number in (position.step, len(body)))
    home.write_guard(table.game_id, head + body + trail, checkpoint_name(name))


def sealed_for(secret: bytes, plain: bytes, ad: bytes) -> bytes:
    """What only the holder of a key can open, and only for what it is bound to."""
    return sealed.seal(secret, plain, ad, len(plain) // sealed.BLOCK + 1)


def checkpoint_name(key_name: str) -> str:
    """Under which name a home keeps the checkpoint of one of its keys."""
    return f"checkpoint-{key_name}"


def _address(table: Table, first: int) -> bytes:
    return sealed.address("trail", table.game_id, table.game_id, first, "")


def bound(here: Files, step: int, trail: bytes) -> bytes:
    """What binds a checkpoint to its step, its trail, and all files up to there."""
    parts = (lp(part) for name in sorted(here) for part in (name.encode("ascii"), here[name]))
    return sha256(b"".join((u64be(step), lp(trail), *parts)))


def program_of(game: AnyGame) -> str:
    """The program that plays this game, and no other one."""
    owners = {module.partition(".")[0] for module in (__name__, package(game.info.name))}
    return " ".join(map(_build_of, sorted(owners)))


@cache
def _build_of(owner: str) -> str:
    # Once a process: what it has loaded stays what it was, whatever becomes of the files.
    return build(sys.modules[owner])
