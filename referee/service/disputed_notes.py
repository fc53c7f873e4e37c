"""What notes beside a record prove, and what they do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from referee.audit.facts import Fact
from referee.disputes.evidence import Evidence, fault_of_note, read_evidence
from referee.disputes.judging import faulty_notes, judge_evidence
from referee.disputes.opened_claims import ClaimStatement, claim_statements
from referee.disputes.verdict import Verdict, VerdictReason
from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import FileTrouble, OutOfOrder, RefereeError
from referee.record.file_names import PENDING, name_prefix, names_with_prefix
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote, render_bundle, whole_notes
from referee.record.sources import notes_at
from referee.record.store import GameFolder, read_mail_file
from referee.service.errors import Refused, refusal_of


class Judgement(msgspec.Struct, frozen=True):
    """The verdict on one note."""

    note: str
    """The id of the note."""
    upheld: bool
    """Whether the note proves something against the key of `party`."""
    party: str
    """The role whose key signed the note."""
    code: str
    """The code of the sentence, the same in every language."""
    values: dict[str, Any]
    """The values in the places of the sentence, by name."""
    sentence: str
    """The verdict in a sentence."""
    fact: Fact
    """What the verdict comes to."""
    against: str | None = None
    """The id of the note that this one contradicts; null if there is none."""
    reason: VerdictReason | None = None
    """The refusal that the sentence names as its cause; null if it names none."""


class Judged(msgspec.Struct, frozen=True):
    """What disputed notes prove, and what they do not."""

    verdicts: tuple[Judgement, ...]
    """The verdict on each note."""
    files: tuple[str, ...] = ()
    """The paths of the files that the notes were read from."""
    heard: tuple[ClaimStatement, ...] = ()
    """The claims among the notes and beside them, with their answers."""
    unread: tuple[Refused, ...] = ()
    """Why a file that is kept here could not be read, and was left out; its place is `at`."""


Where = dict[str, tuple[str, int]]
"""The file of each note by its id, seen from the folder of the game, and its number there from 1."""


class Exhibits(NamedTuple):
    """The record as a judge reads it, the notes that are judged, those that are next to them and may be listed, and
    where they stand.
    """

    docket: Evidence
    judged: tuple[SignedNote, ...]
    beside: tuple[SignedNote, ...]
    paths: tuple[Path, ...]
    where: Where
    unread: tuple[RefereeError, ...]


class Judging(NamedTuple):
    """What a judge has said and heard, of which record, and the files that the notes came from."""

    docket: Evidence
    verdicts: tuple[Verdict, ...]
    heard: tuple[ClaimStatement, ...]
    record: Mapping[str, bytes]
    paths: tuple[Path, ...]
    unread: tuple[RefereeError, ...]

    def result(self, lang: str) -> Judged:
        """The verdicts as data, with their sentences in a language."""
        verdicts = tuple(_judgement(verdict, lang) for verdict in self.verdicts)
        unread = tuple(refusal_of(error, lang) for error in self.unread)
        return Judged(verdicts, tuple(map(str, self.paths)), self.heard, unread)


def judge_notes(folder: GameFolder, named: Sequence[Path] = ()) -> Judging:
    """The verdicts on notes against the record of a folder, and what the parties say. Raises as `exhibits`."""
    record = folder.record()
    shown = exhibits(folder, record, named)
    verdicts = judge_evidence(shown.docket, shown.judged, shown.beside, where=shown.where)
    heard = claim_statements(shown.docket.table, (*shown.judged, *shown.beside))
    return Judging(shown.docket, verdicts, heard, record, shown.paths, shown.unread)


def _judgement(verdict: Verdict, lang: str) -> Judgement:
    said, told = verdict.said, msgspec.structs.asdict(verdict)
    del told["said"]
    return Judgement(**told, code=said.code, values=dict(said.values), sentence=said.told(lang))


def exhibits(folder: GameFolder, record: Mapping[str, bytes], named: Sequence[Path]) -> Exhibits:
    """The notes of the files that are named; otherwise what is kept in `pending/` as evidence and in `disputes/`, and
    what is in the first file of the record that does not hold.

    Raises:
        RefereeError: a file that is named cannot be read; or not even the charter holds, and then nothing is kept.
    """
    read, unread = ({path: notes_at(path) for path in named}, ()) if named else _read_evidence_files(folder)
    found = [signed for notes in read.values() for signed in notes]
    docket = read_evidence(record)
    faulty = faulty_notes(docket) if not named else ()
    once = {(signed.id, signed.key, signed.signature): signed for signed in (*faulty, *found)}
    files = [(file, enumerate(whole_notes(data), 1)) for file, data in _files(folder)]
    beside = [(file, number, signed) for file, notes in files for number, signed in notes]
    where: Where = {}
    for file, number, signed in beside:
        where.setdefault(signed.id, (file, number))
    for signed in once.values():
        if signed.id not in where and not _stands(record, signed):
            where.update(_keep_disputed_note(folder, signed))
    return Exhibits(docket, tuple(once.values()), tuple(signed for *_, signed in beside), tuple(read), where, unread)


def _read_evidence_files(folder: GameFolder) -> tuple[dict[Path, tuple[SignedNote, ...]], tuple[RefereeError, ...]]:
    """The notes of each file that is kept, and why others cannot be read."""
    read, unread = dict[Path, tuple[SignedNote, ...]](), list[RefereeError]()
    for path in kept_evidence(folder):
        try:
            read[path] = notes_at(path)
        except RefereeError as error:
            error.at = path.relative_to(folder.path).as_posix()
            unread.append(error)
    return read, tuple(unread)


def kept_evidence(folder: GameFolder) -> tuple[Path, ...]:
    """The files of a game that hold disputed notes."""
    evidence = [
        folder.path / PENDING / name
        for name in names_with_prefix(folder.list_pending(), name_prefix(PENDING, "evidence"))
    ]
    return (*evidence, *(folder.path / "disputes" / name for name in folder.list_disputes()))


def _files(folder: GameFolder) -> Iterable[tuple[str, bytes]]:
    for part, names, read in (
        ("disputes", folder.list_disputes(), folder.read_dispute),
        ("pending", folder.list_pending(), folder.read_pending),
        ("outbox", folder.list_outbox(), folder.read_outbox),
    ):
        for name in names:
            with suppress(FileTrouble):
                yield f"{part}/{name}", read(name)


def _stands(record: Mapping[str, bytes], signed: SignedNote) -> bool:
    text = signed.armoured().encode("latin-1")
    return any(text in data for data in record.values())


def _keep_disputed_note(folder: GameFolder, signed: SignedNote) -> Where:
    """Keep a note in `disputes/`, if it holds and the folder can be written."""
    if fault_of_note(signed) is not None:
        return {}
    step = getattr(signed.note(), "step", None)
    name = f"{signed.type}-{f'{step:04d}-' if step is not None else ''}{decode_b64(signed.id, 32)[:4].hex()}.note"
    try:
        folder.write_dispute(name, render_bundle((signed,)))
    except (FileTrouble, OutOfOrder):  # a folder that is only read, such as a mounted archive
        return {}
    return {signed.id: (f"disputes/{name}", 1)}


def notes_of_files(paths: Iterable[Path]) -> tuple[SignedNote, ...]:
    """The notes of files. Raises as `notes_of_mails`."""
    return notes_of_mails(map(read_mail_file, paths))


def notes_of_mails(mails: Iterable[bytes]) -> tuple[SignedNote, ...]:
    """The notes of mails or files, each once; all of them hold.

    Raises:
        RefereeError: one has none, or one whose signature does not fit: nobody can have seen that.
    """
    found: dict[str, SignedNote] = {}
    for mail in mails:
        for signed in unwrap(mail).signed_notes:
            signed.check()
            signed.note()
            found.setdefault(signed.id, signed)
    return tuple(found.values())
