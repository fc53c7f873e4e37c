"""What this home has told of a game in a language, kept beside the checkpoint: a log tells most of its steps again.

It decides nothing, and is believed only by whoever began at a checkpoint, so that every byte of the record up to there
is known to hold. It opens under the same key, for the same program, and is bound to the language and to name, length
and bytes of every file up to its last step. What does not fit is told anew.
"""

from __future__ import annotations

import zlib
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from referee.crypto import sealed
from referee.record.names import Files, step_name
from referee.record.store import RECORD_LIMIT
from referee.table.desk import desk as desks
from referee.table.desk.checkpoint import belongs, bound, checkpoint_name, program_of, sealed_for
from referee.table.desk.desk import Desk
from referee.table.reading.history import Shelf
from referee.table.step.back import undone_by
from referee.table.telling.news import StepTold, tell

_STEP = 4
"""Bytes of the last step that is told, which come first."""

Kept = tuple[str, tuple[StepTold, ...]]
"""The program that has told them, and the steps from the deal on. None is told as undone: a later step may do that."""


def steps_from_the_deal(desk: Desk, lang: str) -> tuple[StepTold, ...]:
    """Every step of a game as its reader is told it."""
    if not desk.seen:  # before the deal nothing is told, and there is no position
        return ()
    undone, signed_notes = undone_by(desk.position), desk.history.signed_notes
    kept = _kept(desk, lang)
    later = [step for step in desk.seen if step >= len(kept)]
    told = (*kept, *(tell(desk.seen[step], signed_notes[step_name(step)], lang) for step in later))
    if isinstance(signed_notes, Shelf):
        with suppress(Exception):  # what cannot be kept is no reason for anything else to fail
            _keep_told(desk, lang, told[: signed_notes.last + 1], len(kept))
    return tuple(replace(one, undone=undone[one.step]) if one.step in undone else one for one in told)


def _kept(desk: Desk, lang: str) -> tuple[StepTold, ...]:
    """What was told before and can be told again; () for nothing."""
    shelf = desk.history.signed_notes
    if desk.key is None or not isinstance(shelf, Shelf):
        return ()
    try:
        data = desk.home.guard(desk.table.game_id, _name(desk, lang), RECORD_LIMIT)
        if data is None:
            return ()
        last, body = int.from_bytes(data[:_STEP], "big"), data[_STEP:]
        if last > shelf.last:
            return ()
        plain = sealed.unseal(desk.key.memory_key(), body, _told_bound_to(shelf.files, last, lang))
        program, told = msgspec.msgpack.decode(zlib.decompress(plain), type=Kept)
        return told if program == program_of(desk.table.game) else ()
    except Exception:  # whatever it is, it is told anew
        return ()


def _keep_told(desk: Desk, lang: str, told: tuple[StepTold, ...], before: int) -> None:
    shelf, last = desk.history.signed_notes, len(told) - 1
    if desk.key is None or not isinstance(shelf, Shelf) or len(told) - before < desks.EVERY:
        return
    plain = zlib.compress(msgspec.msgpack.encode((program_of(desk.table.game), told)), 1)
    body = sealed_for(desk.key.memory_key(), plain, _told_bound_to(shelf.files, last, lang))
    desk.home.write_guard(desk.table.game_id, last.to_bytes(_STEP, "big") + body, _name(desk, lang))


def _told_bound_to(files: Files, last: int, lang: str) -> bytes:
    return bound({name: data for name, data in files.items() if belongs(name, last)}, last, f"told in {lang}".encode())


def _name(desk: Desk, lang: str) -> str:
    return f"{checkpoint_name(desk.key_name)}.{lang}"
