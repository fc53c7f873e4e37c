"""What this home has printed of a game in a language, kept beside the checkpoint: a log prints most of its steps again.

It is believed only by a session that began at a checkpoint. It is bound to key, program, language and all files up to
its last step. What does not fit is made anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from referee.crypto import sealing
from referee.kernel.canonical_json import unpack_as
from referee.messages.step_news import StepNews, news_of_step
from referee.protocol.agreements.take_back import steps_taken_back
from referee.protocol.history.read_record import RecordNotes
from referee.protocol.step.position import Position
from referee.record.file_names import Files, step_name
from referee.record.store import RECORD_LIMIT
from referee.session import session as sessions
from referee.session.checkpoint import (
    checkpoint_binding,
    checkpoint_name,
    encrypted_for_own_key,
    program_version_of,
    was_there_at,
)
from referee.session.session import Session

_STEP = 4
"""Bytes of the last step that is told, which come first."""

Kept = tuple[str, tuple[StepNews, ...]]
"""The program that has told them, and the steps from the deal on. None is told as undone: a later step may do that."""


def news_of_positions(session: Session, positions: Sequence[Position], lang: str) -> tuple[StepNews, ...]:
    """The steps that led to these positions."""
    if not positions:  # before the deal nothing is told, and there is no position
        return ()
    undone, notes = steps_taken_back(session.position), session.history.signed_notes
    return tuple(news_of_step(one, notes[step_name(one.step)], lang, undone) for one in positions)


def step_news_from_deal(session: Session, lang: str) -> tuple[StepNews, ...]:
    """Every step of a game as its reader is told it."""
    if not session.seen:  # before the deal nothing is told, and there is no position
        return ()
    undone, signed_notes = steps_taken_back(session.position), session.history.signed_notes
    kept = _cached_news(session, lang)
    later = [step for step in session.seen if step >= len(kept)]
    told = (*kept, *(news_of_step(session.seen[step], signed_notes[step_name(step)], lang) for step in later))
    if isinstance(signed_notes, RecordNotes):
        with suppress(Exception):  # nothing else fails because a cache cannot be kept
            _keep_log(session, lang, told[: signed_notes.last + 1], len(kept))
    return tuple(replace(one, undone=undone[one.step]) if one.step in undone else one for one in told)


def _cached_news(session: Session, lang: str) -> tuple[StepNews, ...]:
    """What was kept of the steps printed before and can be used again; () for nothing."""
    shelf = session.history.signed_notes
    if session.key is None or not isinstance(shelf, RecordNotes):
        return ()
    try:
        data = session.home.guard(session.table.game_id, _name(session, lang), RECORD_LIMIT)
        if data is None:
            return ()
        last, body = int.from_bytes(data[:_STEP], "big"), data[_STEP:]
        if last > shelf.last:
            return ()
        plain = sealing.unseal(session.key.memory_key(), body, _log_key(shelf.files, last, lang))
        program, told = unpack_as(Kept, zlib.decompress(plain))  # type: ignore[arg-type, var-annotated]
        return told if program == program_version_of(session.table.game) else ()
    except Exception:  # whatever it is, the log is made again
        return ()


def _keep_log(session: Session, lang: str, told: tuple[StepNews, ...], before: int) -> None:
    shelf, last = session.history.signed_notes, len(told) - 1
    if session.key is None or not isinstance(shelf, RecordNotes) or len(told) - before < sessions.EVERY:
        return
    plain = zlib.compress(msgspec.msgpack.encode((program_version_of(session.table.game), told)), 1)
    body = encrypted_for_own_key(session.key.memory_key(), plain, _log_key(shelf.files, last, lang))
    session.home.write_guard(session.table.game_id, last.to_bytes(_STEP, "big") + body, _name(session, lang))


def _log_key(files: Files, last: int, lang: str) -> bytes:
    return checkpoint_binding(
        {name: data for name, data in files.items() if was_there_at(name, last)}, last, f"told in {lang}".encode()
    )


def _name(session: Session, lang: str) -> str:
    return f"{checkpoint_name(session.key_name)}.{lang}"
