"""A record read as far as it holds: everything up to the last valid step, then the fault, then the files after it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable, Unsupported
from referee.protocol.agreements.host_change import HostChange, host_changes_of
from referee.protocol.history.read_record import (
    EyesFor,
    History,
    Progress,
    Watch,
    notes_of_file,
    progress_reporter,
    read_from_notes,
)
from referee.protocol.opening.charter import read_charter
from referee.protocol.seating import Table
from referee.record.file_names import CHARTER, DEAL, OFFER, PACK, Files, ack_name, is_step_name, step_name
from referee.record.note import REKEYED, SignedNote
from referee.record.notes import End


class ValidPart(msgspec.Struct, frozen=True):
    """The part of a record that holds. `history` has only what was found to hold, all of it if `fault` is `None`.

    `fault` is the first thing that does not hold, with `at` naming its file. `table` is that of the charter also where
    the history does not reach it. `after` are the names of the files of the record that the fault keeps from being
    checked, its own left out.
    """

    history: History
    fault: RefereeError | None
    table: Table | None
    after: tuple[str, ...] = ()

    @property
    def step(self) -> int | None:
        """The last step that holds; None where not even the deal does."""
        return self.history.position.step if self.history.position is not None else None


def read_valid_part(
    files: Files,
    *,
    eyes_for: EyesFor | None = None,
    all_signatures: bool = True,
    progress: Progress | None = None,
    watch: Watch | None = None,
    threads: int = 0,
) -> ValidPart:
    """Read a record as far as it holds. `watch` sees the position after every step of that part, and so many `threads`
    check signatures meanwhile.

    Raises:
        Unsupported: this computer lacks something; that is not a fault of the record.
    """
    readable, unreadable = _readable(files)
    history = last = History(readable, pack=files.get(PACK))
    show = progress_reporter(watch, progress, len(history.steps()) - 1)

    def reached(now: History) -> None:
        nonlocal last
        last = now
        show(now)

    try:
        whole = read_from_notes(
            history, all_signatures=all_signatures, eyes_for=eyes_for, reached=reached, threads=threads
        )
    except Unsupported:  # that is the fault of this computer, and not of the record
        raise
    except RefereeError as error:
        return _up_to(error, files, last)
    if unreadable is not None:
        return _up_to(unreadable, files, whole)
    return ValidPart(whole, None, whole.table)


def record_reading_order(names: Mapping[str, object]) -> tuple[str, ...]:
    """The names of files of a record as they are read: offer, charter, deal, steps, acks."""
    first = {OFFER: 0, PACK: 1, CHARTER: 2}
    return tuple(sorted(names, key=lambda name: (first.get(name, 3 if is_step_name(name) else 4), name)))


def _readable(files: Files) -> tuple[dict[str, tuple[SignedNote, ...]], RefereeError | None]:
    """The notes by file, up to the first file that does not hold signed notes, and why it does not."""
    found: dict[str, tuple[SignedNote, ...]] = {}
    fault: RefereeError | None = None
    for name in record_reading_order(files):
        try:
            if name != PACK:
                found[name] = notes_of_file(name, files[name])
        except RefereeError as error:
            fault = error
            break
    return dict(sorted(found.items())), fault


def _up_to(fault: RefereeError, files: Files, history: History) -> ValidPart:
    kept = _valid_names(history)
    signed_notes = {name: notes for name, notes in history.signed_notes.items() if name in kept}
    history = replace(history, signed_notes=signed_notes)
    left = [name for name in record_reading_order(files) if name not in kept and name != PACK]
    return ValidPart(history, fault, history.table or _table_of(files), tuple(left[1:]))


def _valid_names(history: History) -> set[str]:
    if history.table is None:
        return set()
    if history.position is None:
        return {OFFER, CHARTER}
    steps = {step_name(step) for step in range(history.position.step + 1)}
    return {OFFER, CHARTER, DEAL, *steps, *map(ack_name, history.acks)}


def _table_of(files: Files) -> Table | None:
    """The table of a record in which something is wrong, if its charter is not."""
    try:
        return read_charter(notes_of_file(CHARTER, files[CHARTER]), files.get(PACK)) if CHARTER in files else None
    except RefereeError:
        return None


def notes_of_record_file(name: str, files: Files) -> tuple[SignedNote, ...]:
    """The notes of a file of the record, `()` if it is not there or does not hold signed notes."""
    try:
        return notes_of_file(name, files[name]) if name in files else ()
    except RefereeError:
        return ()


def host_changes_in(table: Table, files: Files) -> tuple[HostChange, ...]:
    """The changes of the referee's key in a record, as far as its files can be read."""
    named = (name for name in record_reading_order(files) if is_step_name(name) and REKEYED in files[name])
    return host_changes_of(table, (notes_of_record_file(name, files) for name in named))


def last_end_note(files: Files) -> End | None:
    """The end note of the last step file, if it has one and it can be read; if not, reading the record tells why."""
    last = max((name for name in files if name.endswith(".step")), default="")
    try:
        note = notes_of_file(last, files[last])[-1].note() if last else None
    except (Unreadable, NotAuthentic):
        return None
    return note if isinstance(note, End) else None
