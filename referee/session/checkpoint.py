"""What this home has found to hold of a game: a history as it was read, kept for the holder of one key.

It decides nothing. All files of the record are read and hashed as ever; what was kept is believed only if it opens
under a key that follows from the reader's own private one, if this very program has kept it, and if name, length and
bytes of every file up to its step are those that were read then. Then the record is read on from there. Whatever does
not fit, or does not hold from there on, is read from the beginning, as if nothing had been kept. An audit and a judge
never look at it, nor does anybody without a key.

Kept are the position with the notes' heads and the shares of the seats, and after it, in pieces of their own, the
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
from types import ModuleType

import msgspec

from referee.crypto import boxes, curve25519, sealing
from referee.crypto.keys import SigningKey
from referee.games import package
from referee.kernel.canonical_json import u64be, unpack_as, with_length
from referee.kernel.game import AnyGame
from referee.kernel.hashing import sha256
from referee.protocol.agreements.host_change import eyes_in_record, host_changes_of
from referee.protocol.history.read_record import (
    History,
    RecordNotes,
    Seen,
    continue_history,
    read_history,
    record_positions,
)
from referee.protocol.opening.data_packs import game_for_rules
from referee.protocol.seating import Table, eyes_at_table
from referee.protocol.step.position import Bag, Position
from referee.protocol.step.position_codec import (
    TableValues,
    Values,
    base_position,
    decode_position,
    decode_table,
    encode_position,
    encode_table,
    is_encodable,
)
from referee.protocol.step.position_log import PositionLog, encode_positions
from referee.record.file_names import CHARTER, OFFER, PACK, Files, is_step_name, step_name
from referee.record.files import file_states
from referee.record.note import REKEYED, read_bundle
from referee.record.notes import NoteId, Offer
from referee.record.store import RECORD_LIMIT, DataFolder
from referee.session.own_keys import OwnKey

_INSTALLED = ("site-packages", "dist-packages")


def program_build(module: ModuleType) -> str:
    """32 hex digits for the build of a package, others once a file of it has changed. Of one that is installed only its
    first file is looked at, for all of them come together; where it is worked on, every one.

    Raises:
        FileTrouble: its files are no files of their own, as in an archive.
    """
    first = module.__file__ or ""
    whole = hasattr(module, "__path__") and not any(place in first for place in _INSTALLED)
    return sha256("\n".join(file_states(first, around=whole)).encode("utf-8", "surrogateescape"))[:16].hex()


_PIECE = 16
"""The most positions in a piece of the trail: to read one, those before it in its piece are read first."""

_NUMBER = 4
"""Bytes of a number: the step, then the length of what is kept beside the trail."""


class CheckpointData(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a history beside its trail."""

    program: str
    chosen: tuple[tuple[str, str], ...]
    """The options of the offer."""
    table: TableValues  # type: ignore[valid-type]
    """The table of the opening without its game."""
    bag: Bag
    shares: dict[str, bytes]
    heads: tuple[NoteId, ...]
    """The heads of all steps."""
    ended: bool
    """Whether the last one has ended the game."""
    newest: Values  # type: ignore[valid-type]
    """The latest position."""
    pieces: tuple[tuple[int, int], ...] = ()
    """The pieces of the trail: the first step of each, and its length in bytes."""


class CheckpointHistory(msgspec.Struct, frozen=True):
    """A history and the positions seen on its way. `kept` and `trail` are what the home had of it, None for nothing."""

    history: History
    seen: Seen
    kept: CheckpointData | None = None
    trail: bytes = b""

    @property
    def kept_to(self) -> int:
        """The step up to which the home has kept it, -1 for nothing."""
        return len(self.kept.heads) - 1 if self.kept is not None else -1


def read_from_checkpoint(
    home: DataFolder, files: Files, own: OwnKey, every: int, read: Callable[[], tuple[History, Seen]]
) -> tuple[History, Seen]:
    """The history of a record and the positions seen on its way, from what was kept of it, otherwise as `read` gives
    them. Where so many steps were read since something was kept, it is kept anew.
    """
    now = history_from_checkpoint(home, files, own) or CheckpointHistory(*read())
    position = now.history.position
    if position is not None and position.step - now.kept_to >= every:
        write_checkpoint(home, files, own, now)
    return now.history, now.seen


def history_from_checkpoint(home: DataFolder, files: Files, own: OwnKey) -> CheckpointHistory | None:
    """What this home has kept of a record, read on to its end; None where it must be read from its beginning."""
    try:
        return _find_checkpoint(home, files, own.key, own.name) if own.key is not None else None
    except Exception:  # whatever it is, reading from the beginning reports it, unless only the checkpoint has it
        return None


def write_checkpoint(home: DataFolder, files: Files, own: OwnKey, now: CheckpointHistory) -> None:
    """Keep what was read for the next time.

    It is kept up to the last step that can be told. A home that cannot be written to keeps nothing.
    """
    key, table, position = own.key, now.history.table, now.history.position
    if key is None or table is None or position is None or table.party(key.public) is None or table.terms.practice:
        return
    told = (step for step in range(position.step, now.kept_to, -1) if is_encodable(now.seen[step]))
    with suppress(Exception):  # nothing else fails because a checkpoint cannot be kept
        _keep(home, files, key, own.name, now, next(told))


def _find_checkpoint(home: DataFolder, files: Files, key: SigningKey, name: str) -> CheckpointHistory | None:
    data = home.guard(read_bundle(files[CHARTER])[-1].id, checkpoint_name(name), RECORD_LIMIT)
    if data is None:
        return None
    step, size = (int.from_bytes(data[at : at + _NUMBER], "big") for at in (0, _NUMBER))
    body, trail = data[2 * _NUMBER :][:size], data[2 * _NUMBER :][size:]
    here = {name: data for name, data in files.items() if was_there_at(name, step)}
    kept = unpack_as(CheckpointData, sealing.unseal(key.memory_key(), body, checkpoint_binding(here, step, trail)))
    later = {name: data for name, data in files.items() if name not in here}
    if any(REKEYED in data for data in later.values()):  # who reads may see more by it, or less, from the deal on
        return None
    game, _ = game_for_rules(kept.table.rules, kept.chosen, files.get(PACK))  # type: ignore[attr-defined]
    if kept.program != program_version_of(game):
        return None
    table = decode_table(kept.table, game)
    way = _trail(kept, table, trail, here, key)
    seen: Seen = ChainMap({}, way)  # type: ignore[arg-type]  # it is written to its first map alone
    history = continue_history(_history(kept, table, way[step], here, key), later, watch=record_positions(seen))
    return CheckpointHistory(history, seen, kept, trail)


def was_there_at(name: str, step: int) -> bool:
    """Whether a file of a record was there when its latest step was this one; acks come last of all."""
    return name in (OFFER, PACK, CHARTER) or (is_step_name(name) and name <= step_name(step))


def _history(kept: CheckpointData, table: Table, position: Position, here: Files, key: SigningKey) -> History:
    """The history as it was when it was kept."""
    curve25519.remember_checked_points(party.key for party in position.table.ever)
    for opened in (table, position.table):
        boxes.remember_checked_boxes(opened.boxes)
    notes = RecordNotes({name: data for name, data in here.items() if name != PACK}, {})
    changes = host_changes_of(table, (notes[name] for name in notes if is_step_name(name) and REKEYED in here[name]))
    eyes = eyes_at_table(position.table, eyes_in_record(table, key, kept.shares, changes))
    end = notes[step_name(position.step)][-1] if kept.ended else None
    return History(notes, eyes, position.table, position, kept.shares, here.get(PACK), end)


def _trail(kept: CheckpointData, table: Table, trail: bytes, here: Files, key: SigningKey) -> PositionLog:
    """The positions that led to the latest one, and the latest itself."""
    base, firsts = base_position(table, kept.bag), [first for first, _ in kept.pieces]
    ends = list(accumulate((size for _, size in kept.pieces), initial=0))

    def piece(place: int) -> bytes:
        return sealing.unseal(key.memory_key(), trail[ends[place] : ends[place + 1]], _address(table, firsts[place]))

    def read() -> Seen:
        seen: Seen = {}
        read_history(here, key, watch=record_positions(seen))
        return seen

    return PositionLog(base, decode_position(kept.newest, base), kept.heads, firsts, piece, read)


def _keep(home: DataFolder, files: Files, key: SigningKey, name: str, now: CheckpointHistory, last: int) -> None:
    position, reached, secret = now.seen[last], now.history.position, key.memory_key()
    assert reached is not None and now.history.offer is not None
    table, bare = position.table.opening, position.past.rollback_points[-1]
    base = base_position(table, position.bag)
    newest = encode_position(bare, base)
    if (
        decode_position(newest, base) != bare
    ):  # a game, perhaps of another package, that does not spell out all its state
        return
    pieces, trail = list(now.kept.pieces) if now.kept is not None else [], now.trail
    for first in range(now.kept_to + 1, position.step + 1, _PIECE):
        steps = range(first, min(first + _PIECE, position.step + 1))
        piece = encrypted_for_own_key(
            secret, encode_positions([now.seen[step] for step in steps], base), _address(table, first)
        )
        pieces.append((first, len(piece)))
        trail += piece
    kept = CheckpointData(
        program_version_of(table.game),
        now.history.offer.read(Offer).option,
        encode_table(table),
        position.bag,
        dict(now.history.shares),
        position.past.heads,
        now.history.end is not None and reached.step == last,
        newest,
        tuple(pieces),
    )
    here = {name: data for name, data in files.items() if was_there_at(name, position.step)}
    body = encrypted_for_own_key(secret, msgspec.msgpack.encode(kept), checkpoint_binding(here, position.step, trail))
    head = b"".join(number.to_bytes(_NUMBER, "big") for number in (position.step, len(body)))
    home.write_guard(table.game_id, head + body + trail, checkpoint_name(name))


def encrypted_for_own_key(secret: bytes, plain: bytes, ad: bytes) -> bytes:
    """What only the holder of a key can open, and only for what it is bound to."""
    return sealing.seal(secret, plain, ad, len(plain) // sealing.BLOCK + 1)


def checkpoint_name(key_name: str) -> str:
    """Under which name a home keeps the checkpoint of one of its keys."""
    return f"checkpoint-{key_name}"


def _address(table: Table, first: int) -> bytes:
    return sealing.associated_data("trail", table.game_id, table.game_id, first, "")


def checkpoint_binding(here: Files, step: int, trail: bytes) -> bytes:
    """What binds a checkpoint to its step, its trail, and all files up to there."""
    parts = (with_length(part) for name in sorted(here) for part in (name.encode("ascii"), here[name]))
    return sha256(b"".join((u64be(step), with_length(trail), *parts)))


def program_version_of(game: AnyGame) -> str:
    """The version of this program, and that of the package of the game if it is another one."""
    owners = {module.partition(".")[0] for module in (__name__, package(game.info.name))}
    return " ".join(map(_build_of, sorted(owners)))


@cache
def _build_of(owner: str) -> str:
    # Once a process: what it has loaded stays what it was, whatever becomes of the files.
    return program_build(sys.modules[owner])
