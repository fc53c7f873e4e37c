"""Files in the folder of a record that are not part of it: every audit reports them, and they are never a fault.

Sync tools, editors and file managers leave files everywhere; nobody at the table has to answer for them.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

import msgspec

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.protocol.seating import Table
from referee.record.file_names import CHARTER, Files, step_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import BEGIN, SignedNote, whole_notes
from referee.record.notes import Step

MOST = 100
"""Remarks of one report; how many more there are is the last of them."""


class Remark(msgspec.Struct, frozen=True):
    """Something beside the record that is not a fault."""

    at: str
    """The path of the file."""
    sentence: str
    """What it is, in a sentence."""
    code: str = ""
    """The code of the sentence, the same in every language."""
    values: dict[str, Any] = {}
    """The values in the places of the sentence, by name."""

    def told(self, lang: str) -> str:
        """The sentence in the reader's language."""
        return Sentence(self.code, **self.values).told(lang)


def stray_remark(at: str, code: str, **values: object) -> Remark:
    """A remark on the file `at`."""
    return Remark(at, str(Sentence(code, **values)), code, values)


def table_remarks(table: Table | None) -> tuple[Remark, ...]:
    """That the game was practice, that its deck was masked, or that the host held a seat, if the charter says so."""
    if table is not None and table.terms.practice:
        return (stray_remark(CHARTER, "was-practice"),)
    host = (table.person(table.terms.host),) if table is not None and table.terms.host else ()
    if table is None or table.deck.name == "open":
        return tuple(stray_remark(CHARTER, "host-played", seat=seat) for seat in host)
    played = tuple(stray_remark(CHARTER, "host-played-masked", seat=seat) for seat in host)
    return (stray_remark(CHARTER, "hands-not-shown"), *played)


def stray_file_remarks(strangers: Mapping[str, bytes], files: Files, table: Table | None) -> tuple[Remark, ...]:
    """A remark on each foreign file, by name: what it holds and what may be done with it. At most `MOST` and one."""
    names = sorted(strangers)
    known = _ids(files) if names else {}
    found = [_remark(name, strangers[name], known, files, table) for name in names[:MOST]]
    if len(names) > MOST:
        found.append(stray_remark("record", "more-foreign-files", count=len(names) - MOST))
    return tuple(found)


def _ids(files: Files) -> dict[str, str]:
    """The file of every note of the record by its id, as far as the files can be read."""
    found: dict[str, str] = {}
    for name, data in sorted(files.items(), reverse=True):
        found.update((signed.id, name) for signed in whole_notes(data))
    return found


def _remark(name: str, data: bytes, known: Mapping[str, str], files: Files, table: Table | None) -> Remark:
    signed_notes = _notes(data)
    unknown = [signed for signed in signed_notes if signed.id not in known]
    if not signed_notes:
        return stray_remark(name, "foreign-file")
    if not unknown:
        return stray_remark(name, "copy-of-record-file", original=known[signed_notes[0].id])
    file = shlex.quote(f"record/{name}")
    signers = [table.signer(signed.key) for signed in unknown] if table is not None else []
    parties = [party.role for party in signers if party is not None]
    if not parties:
        return stray_remark(name, "notes-of-strangers")
    if (step := _missing_step(unknown, files, table)) is not None:
        return stray_remark(name, "step-beside-record", step=step, file=file)
    return stray_remark(name, "note-beside-record", party=parties[0], file=file)


def _notes(data: bytes) -> tuple[SignedNote, ...]:
    if BEGIN.encode() not in data:
        return ()
    try:
        return unwrap(data).signed_notes
    except RefereeError:
        return ()


def _missing_step(unknown: list[SignedNote], files: Files, table: Table | None) -> int | None:
    """The step that a referee's note here closes and of which the record has no file."""
    for signed in unknown:
        try:
            note = signed.note()
        except RefereeError:
            continue
        if table is None or not isinstance(note, Step) or note.game != table.game_id:
            continue
        if signed.key == table.host_of(note.step).key:
            return None if step_name(note.step) in files else note.step
    return None
