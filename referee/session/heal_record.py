"""A file of one's own record that is damaged is healed by the notes of its step.

Nothing is believed that the chain does not bear out: the record has to hold with what was put in, up to its latest
step. What was there is put aside. A file that can be read is never changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.protocol.history.read_record import notes_of_file, read_history
from referee.record.file_names import DEAL, PACK, Files, is_record_name, is_step_name, step_name
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import End, Step
from referee.record.store import GameFolder


class Mended(msgspec.Struct, frozen=True):
    """A file of the record that was healed, and the name under which the damaged one is kept in `pending/`."""

    file: str
    aside: str


def damaged_files(files: Files) -> tuple[str, ...]:
    """The files of a record that cannot be read as notes, whatever they say."""
    return tuple(
        name for name in files if name != PACK and is_record_name(name) and not _is_readable(name, files[name])
    )


def with_cure(refusal: RefereeError, files: Files) -> RefereeError:
    """The refusal of a record, with what heals the file that it speaks of, if that is damaged."""
    at = str(refusal.at or "").partition(",")[0]
    name = next((name for name in damaged_files(files) if name == at), None)
    if name is not None and refusal.hint is None:
        code = "mend-by-mail" if is_step_name(name) and name != DEAL else "mend-by-copy"
        refusal.hint = Sentence(code, file=name)
    return refusal


def mend(folder: GameFolder, notes: Iterable[SignedNote]) -> tuple[Mended, ...]:
    """Heal the damaged steps of a record by these notes, all of them or none. Raises FileTrouble.

    Nothing is done, and nothing given, where a step is not among the notes, or the record does not hold with them.
    """
    files, known = folder.record(), tuple(notes)
    found = {name: _bundle(name, known) for name in damaged_files(files)}
    if not found or not all(found.values()):
        return ()
    try:
        read_history({**files, **found})
    except RefereeError:
        return ()
    return tuple(Mended(name, folder.mend(name, data)) for name, data in found.items())


def _bundle(name: str, notes: Sequence[SignedNote]) -> bytes:
    """The file of a step as these notes make it; nothing if they are not those of one whole step."""
    steps = {signed.id: signed for signed in notes if _is_of(signed, name)}
    if len(steps) != 1:
        return b""
    (step,) = steps.values()
    note, by_id = step.read(Step), {signed.id: signed for signed in notes if signed.is_intact}
    ends = [signed for signed in by_id.values() if isinstance(signed.note(), End)]
    whole = [by_id.get(line.id) for line in note.note]
    last = [] if note.next else ends
    if None in whole or (not note.next and len(last) != 1):
        return b""
    return render_bundle((*(signed for signed in whole if signed is not None), step, *last))


def _is_of(signed: SignedNote, name: str) -> bool:
    """Whether this is the note of the referee for the step of that file."""
    if not signed.is_intact:
        return False
    note = signed.note()
    return isinstance(note, Step) and step_name(note.step) == name


def _is_readable(name: str, data: bytes) -> bool:
    try:
        return bool(notes_of_file(name, data))
    except RefereeError:
        return False
