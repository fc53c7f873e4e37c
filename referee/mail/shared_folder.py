"""A folder that several people share through a sync tool or git: one file a note, each written by its author alone.

What a file is called says nothing: files are known by the notes in them. A file that cannot be read may be half there:
it is left alone until its size has rested between two looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import FileTrouble, RefereeError
from referee.mail.inbox import UNFINISHED, NamedMail
from referee.record import files
from referee.record.file_names import PACK, is_ack_name, shared_name
from referee.record.note import FILE_LIMIT, SignedNote, read_bundle
from referee.record.notes import Move
from referee.session.game_folders import SHARED
from referee.session.session import Session

_MODE = 0o644
_REFUSED = b"referee: the host has not entered "
"""How a file begins that says which move the host refuses."""
_REASON = 300
PROGRAMS = "program"
"""The folder in a shared one with the program as a file."""
_SYSTEM = ("desktop.ini", "thumbs.db", "icon\r")


class FolderLook(NamedTuple):
    """What a look into the folder has found."""

    mails: tuple[NamedMail, ...]
    """Files that are new and whole."""
    waiting: int
    """How many are not whole yet."""
    notes: frozenset[str]
    """The ids of every note and file that is there."""
    games: frozenset[str]
    """The ids of the games that are spoken of."""
    faults: tuple[tuple[str, Exception], ...] = ()
    """New files on which the program itself failed."""
    refusals: Mapping[str, str] = {}
    """What files that nobody has signed say of moves that the host refuses, by the ids of these moves."""


class SharedFolder:
    """A shared folder, as it is looked at again and again. Raises FileTrouble: it is not one, or cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._taken: set[bytes] = set()
        self._sizes: dict[str, int] = {}
        self._opened: dict[bytes, tuple[SignedNote, ...]] = {}

    def look(self) -> FolderLook:
        """What is there now and was not there before."""
        mails, waiting, sizes, faults = [], 0, {}, []
        notes: set[str] = set()
        games: set[str] = set()
        refusals: dict[str, str] = {}
        for name, data in self._entries():
            if data.startswith(_REFUSED):
                refusals.update(_refusal(data))
                continue
            mark, mail = sha256(data).digest(), NamedMail(name, data, named=False)
            if mark not in self._opened:
                try:
                    signed = _whole(mail)
                except Exception as fault:  # ours, whatever the file says; the others go on
                    faults.append((name, fault))
                    signed = ()
                if signed is None and self._sizes.get(name) != len(data):
                    sizes[name] = len(data)
                    waiting += 1
                    continue
                self._opened[mark] = signed or ()
            notes.add(mark.hex())  # a data pack is known by its content
            for each in self._opened[mark]:
                notes.add(each.id)
                games.update(_games(each))
            if mark not in self._taken:
                self._taken.add(mark)
                mails.append(mail)
        self._sizes = sizes
        return FolderLook(tuple(mails), waiting, frozenset(notes), frozenset(games), tuple(faults), refusals)

    @property
    def unwhole(self) -> tuple[str, ...]:
        """The files that were not whole yet at the last look."""
        return tuple(self._sizes)

    def put(self, session: Session, look: FolderLook) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Put there what this party has signed and is not there yet. Returns the names of the files that are new, and
        of those that were put before and are gone.
        """
        offer = session.history.offer
        assert offer is not None
        before = set((session.home.guard(offer.id, SHARED) or b"").decode("ascii", "replace").splitlines())
        new, again = list[str](), list[str]()
        for name, note_id, data in _own_notes(session):
            if note_id not in look.notes:
                files.replace_file(self.path / name, data, _MODE)
                (again if name in before else new).append(name)
        if new:
            lines = "".join(f"{name}\n" for name in sorted({*before, *new}))
            session.home.write_guard(offer.id, lines.encode("ascii"), SHARED)
        return tuple(new), tuple(again)

    def put_refusal(self, signed: SignedNote, why: str) -> None:
        """Put there that the host does not record a move, and `why`, "" for a reason that is not for all; once for each
        move. Raises FileTrouble.
        """
        note = signed.read(Move)
        path = self.path / shared_name(f"refused-{note.step:04d}-{note.seat}", signed.id)
        if not path.exists():
            files.replace_file(path, b"%s%s\n%s\n" % (_REFUSED, signed.id.encode("ascii"), why.encode()), _MODE)

    def put_program(self, name: str, program: bytes, words: Sequence[str]) -> bool:
        """Put the program into a folder of its own there, and beside it what to do with it; whether it was not there,
        or not as it is. What is in that folder is read by nobody.

        Raises:
            FileTrouble: it cannot be written; or the folder leads elsewhere, for it may be anybody's who shares this.
        """
        place = self.path / PROGRAMS
        if place.is_symlink():
            raise FileTrouble("folder-leads-elsewhere", path=str(place))
        files.make_folder(place, 0o755)
        wanted = {name: program, "install.txt": "".join(f"{line}\n" for line in words).encode()}
        new = {file: data for file, data in wanted.items() if not _has_bytes(place / file, data)}
        for file, data in new.items():
            files.replace_file(place / file, data, _MODE)
        return bool(new)

    def _entries(self) -> Iterator[tuple[str, bytes]]:
        try:
            entries = sorted(self.path.iterdir())
        except OSError as error:
            reason = (error.strerror or "it did not work").lower()
            raise FileTrouble("file-trouble", path=str(self.path), reason=reason) from error
        for entry in entries:
            name = entry.name
            if name.startswith((".", "~")) or name.casefold().endswith(UNFINISHED) or name.casefold() in _SYSTEM:
                continue
            try:
                if entry.is_file():
                    yield name, files.read_file(entry, FILE_LIMIT)
            except RefereeError:  # it is gone again, too long for a note, or not for us to read
                continue


def _has_bytes(path: Path, data: bytes) -> bool:
    """Whether a file has these very bytes."""
    try:
        return files.read_file(path, len(data)) == data
    except FileTrouble:
        return False


def _refusal(data: bytes) -> Iterator[tuple[str, str]]:
    """The id of a move and why it was refused, as a file says that anybody may have written; nothing of one that says
    more than a line.
    """
    lines = data[len(_REFUSED) :].decode("utf-8", "replace").split("\n")
    if len(lines) == 3 and not lines[2]:
        yield lines[0], safe_text(lines[1])[:_REASON]


def _whole(mail: NamedMail) -> tuple[SignedNote, ...] | None:
    """The notes of a file that is whole; None for one that cannot be read, or of which a part is damaged or missing. A
    data pack holds none, and anybody who joins with it learns whether it is whole.
    """
    if mail.data.startswith(b"{"):
        return ()
    try:
        unwrapped = mail.opened
    except RefereeError:
        return None
    return None if unwrapped.remarks else unwrapped.signed_notes


def _games(signed: SignedNote) -> Iterator[str]:
    yield signed.id
    note = signed.note() if signed.is_readable else None
    for named in (getattr(note, "game", ""), getattr(note, "offer", "")):
        if named:
            yield named


def _own_notes(session: Session) -> Iterator[tuple[str, str, bytes]]:
    """(name, id, bytes) of what this party has signed for others: what is in the outbox, and the host's record; the
    data pack as well, without which nobody can join. A file of notes is known by its last one.
    """
    folder = session.folder
    kept = [(name, folder.read_outbox(name)) for name in folder.list_outbox()]
    if session.is_host:
        kept += [(name, folder.read(name)) for name in folder.record_names() if not is_ack_name(name)]
    for name, data in kept:
        stem, _, ending = name.rpartition(".")
        if name == PACK:
            yield f"{stem}-{sha256(data).hexdigest()[:8]}.{ending}", sha256(data).hexdigest(), data
            continue
        try:
            last = read_bundle(data)[-1]
        except (RefereeError, IndexError):  # a file without a note
            continue
        yield shared_name(stem, last.id), last.id, data
