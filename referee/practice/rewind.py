"""A practice game begins again before a step, with the same bag. Only here: nobody else is hurt.

What is later is dropped from both records, latest first, and anybody who signed it forgets that. The step is kept among
the settings until all of it is done, so that the next call finishes what a killed one has begun.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.crypto.keys import practice_key
from referee.practice.opponents import HOST, Opponents
from referee.protocol.history.read_record import read_history
from referee.protocol.seating import REFEREE
from referee.record.file_names import OUTBOX, is_ack_name, is_step_name, parse_file_name
from referee.record.notes.kinds import AFTER_END
from referee.record.store import DataFolder, GameFolder
from referee.session.signing_guard import SigningGuard, write_guard


def rewind_to(others: Opponents, home: DataFolder, step: int) -> None:
    """Drop `step`, at least 1, and all after it; `home` is that of the one who practises."""
    others.keep(replace(others.settings(), back=step))
    finish_rewind(others, home)


def finish_rewind(others: Opponents, home: DataFolder) -> None:
    """Do what is left to do of a way back. Raises FileTrouble, and what the record gives reason to."""
    settings = others.settings()
    if not settings.back:
        return
    with others.alone():
        for folder in (others.table, others.folder):
            _drop_from(folder, settings.back)
        history = read_history(others.table.record(), practice_key(0))
        if history.table is not None and history.position is not None:
            before = write_guard(SigningGuard(head=history.position.head, step=history.position.step))
            you, *programs = history.table.names
            others.home(HOST).write_guard(history.table.game_id, before, f"guard-{REFEREE}")
            home.write_guard(history.table.game_id, before, f"guard-{you}")
            for seat in programs:
                others.home(seat).write_guard(history.table.game_id, before, f"guard-{seat}")
        others.keep(replace(settings, back=0))


def _drop_from(folder: GameFolder, step: int) -> None:
    for name in sorted(folder.record_names(), reverse=True):
        if is_ack_name(name) or (is_step_name(name) and int(name[:4]) >= step):
            folder.drop_record(name)
    for name in folder.list_outbox():
        note = parse_file_name(OUTBOX, name)
        if note is not None and (note.kind in AFTER_END or note.step >= step):
            folder.drop_outbox(name)
    for name in folder.list_pending():
        folder.drop_pending(name)
