"""The folder of a game and the home of a person's keys. With `files` and `locks` alone it touches the file system.

GAME/record/    what every party holds, byte for byte: offer.note, charter.note, 0000.deal, 0001.step, ack-anna.note
GAME/outbox/    what I signed and must send          GAME/pending/    what waits to be bundled
GAME/letters/   for people to read; disposable         GAME/disputes/  claims, answers and what is judged
GAME/comments/  what is said of steps after the end
HOME/keys/      OpenSSH key files                     HOME/games/<id>/ what I must not forget about a game
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path

import msgspec

from referee.kernel.errors import FileTrouble
from referee.kernel.hashing import sha256
from referee.kernel.sentence import Sentence
from referee.record import files
from referee.record.file_names import COMMENTS, PENDING, is_record_name, name_prefix
from referee.record.mails import mbox
from referee.record.note import FILE_LIMIT, SignedNote, read_bundle

effects = files.effects

RECORD_LIMIT = 64 * 2**20
"""Bytes of a whole record: a game of ten thousand steps has about a quarter of it."""

_GIT_ATTRIBUTES = ".gitattributes"
_NAMES_LIMIT = 20_000  # a record has about ten thousand files at most
_FOREIGN_READ, _FOREIGN_LIMIT = 100, 4 * 2**20

COMMENT_LIMIT, _COMMENTS_READ = 8192, 1000  # a comment of 16 lines has about two kilobytes

HOSTING = "-host"
"""How the name of a key ends with which somebody hosts who plays with the key that is called as it begins."""

_PART_NAME = re.compile(r"\A[a-z0-9][a-z0-9.-]{0,63}\Z")
_KEY_NAME = re.compile(r"\A[a-z][a-z0-9-]{0,31}\Z")
_GAME_ID = re.compile(r"\A[A-Za-z0-9_-]{43}\Z")
_KEY_LIMIT = 65536


def read_input(path: Path | str) -> bytes:
    """The bytes of a mail or note file that somebody names, at most 1 MiB. Raises FileTrouble."""
    return files.read_file(Path(path), FILE_LIMIT, follow=True)


def read_mail_file(path: Path | str) -> bytes:
    """The beginning of a mail that somebody names, of at most 1 MiB: notes come first in it, and files after them.

    Raises FileTrouble.
    """
    return files.read_file(Path(path), FILE_LIMIT, follow=True, cut=True)


def read_mails(path: Path | str) -> Iterator[bytes]:
    """The mail in a file that somebody names, or those of a mailbox file; of each at most 1 MiB, and one byte more by
    which a longer one is known. Raises FileTrouble.
    """
    with closing(files.file_lines(Path(path))) as lines:
        begins = mbox.beginning_of(lines)
        if mbox.is_mailbox(b"".join(begins)):
            yield from mbox.split_mbox_lines(chain(begins, lines), FILE_LIMIT)
            return
    yield read_mail_file(path)


class GameFolder(msgspec.Struct, frozen=True):
    """The folder of one game. Every method raises FileTrouble when the file system does not do its part.

    A file that must not change is written once: whole or not at all, never over another, and `False` says that it is
    there already (the same bytes, or the same notes under other valid signatures). OutOfOrder: it is there and differs.
    """

    path: Path

    def record_names(self) -> tuple[str, ...]:
        """The names of the record's files, sorted. Anything else is left to `unknown_names`."""
        return tuple(name for name in self._names("record") if is_record_name(name))

    def unknown_names(self) -> tuple[str, ...]:
        """What else is in `record/`, sorted: not part of the record, to be remarked on."""
        return tuple(name for name in self._names("record") if not is_record_name(name))

    def unknown(self) -> dict[str, bytes]:
        """What else is in `record/`, by name; the bytes of small files, the first ones, and nothing of all others."""
        part, names, left = self._part("record"), self.unknown_names(), _FOREIGN_LIMIT
        found = dict.fromkeys(names, b"")
        for name in names[:_FOREIGN_READ]:
            with suppress(FileTrouble):
                found[name] = files.read_file(part / name, min(left, FILE_LIMIT))
            left -= len(found[name])
        return found

    def record(self) -> dict[str, bytes]:
        """Every file of the record by name, sorted. Raises FileTrouble also for more than `RECORD_LIMIT` bytes."""
        part, found, left = self._part_text("record"), {}, RECORD_LIMIT
        for name in self.record_names():
            found[name] = files.read_file(_path_text(part, name), FILE_LIMIT)
            left -= len(found[name])
            if left < 0:
                raise FileTrouble("record-too-long", path=part, limit=RECORD_LIMIT)
        return found

    def record_stamps(self) -> dict[str, files.Stamp | None]:
        """By what every file of the record is known as the one that it was, by name, sorted."""
        part = self._part_text("record")
        return {name: files.stamp_of(_path_text(part, name)) for name in self.record_names()}

    def read(self, name: str) -> bytes:
        """The bytes of a file of the record."""
        return files.read_file(self._part_text("record", _check_name(is_record_name, name)), FILE_LIMIT)

    def written(self, name: str) -> float:
        """When a file of the record came here, in seconds since 1970 by the clock of this computer."""
        return files.modified_at(self._part("record") / _check_name(is_record_name, name))

    def begin(self) -> None:
        """Make this the folder of a game: git, if somebody keeps it there, is told to leave line ends as they are."""
        if not (self.path / _GIT_ATTRIBUTES).exists():
            files.make_folder(self.path, 0o755)
            files.write_once(self.path / _GIT_ATTRIBUTES, b"* -text\n", 0o644)

    def commit(self, name: str, data: bytes) -> bool:
        """Let a file of the record appear. Once this returns, it survives a power cut."""
        return self._write_once("record", _check_name(is_record_name, name), data)

    def drop_record(self, name: str) -> None:
        """Remove a file of the record: of a practice game, an offer that nobody has joined, or the latest step, where
        the others have replaced the host who had closed it. All else stays.
        """
        files.remove_file(self._part("record") / _check_name(is_record_name, name))

    def mend(self, name: str, data: bytes) -> str:
        """Let a file of the record take the place of one that is damaged; gives the name under which that one is kept
        in `pending/`. At once or not at all.
        """
        before = self.read(name)
        aside = f"damaged-{name}.{sha256(before).hex()[:8]}"
        self.write_pending(aside, before)
        files.replace_file(self._part("record") / _check_name(is_record_name, name), data, 0o644)
        return aside

    def write_outbox(self, name: str, data: bytes) -> bool:
        """Keep a note that was signed, before it is sent."""
        return self._write_once("outbox", _check_name(_PART_NAME.match, name), data)

    def list_outbox(self) -> tuple[str, ...]:
        """The names of the notes in the outbox, sorted."""
        return tuple(name for name in self._names("outbox") if _PART_NAME.match(name))

    def read_outbox(self, name: str) -> bytes:
        """The bytes of a note in the outbox."""
        return files.read_file(self._part_text("outbox", _check_name(_PART_NAME.match, name)), FILE_LIMIT)

    def drop_outbox(self, name: str) -> None:
        """Remove a note that a newer one replaces; it is not an error if it is gone."""
        files.remove_file(self._part("outbox") / _check_name(_PART_NAME.match, name))

    def write_pending(self, name: str, data: bytes) -> bool:
        """Keep a note that waits to be bundled."""
        return self._write_once("pending", _check_name(_PART_NAME.match, name), data)

    def replace_pending(self, name: str, data: bytes) -> None:
        """Keep a note that waits to be bundled, in place of an older one."""
        path = self._part("pending") / _check_name(_PART_NAME.match, name)
        files.make_folder(path.parent, 0o755)
        files.replace_file(path, data, 0o644)

    def keep_pending(self, part: str, name: str, new: str) -> None:
        """Keep the bytes of a file of the outbox, or of one that waits, once more as `new`, with the moment at which
        that file was written.
        """
        source = self._part(part) / _check_name(_PART_NAME.match, name)
        if self._write_once("pending", _check_name(_PART_NAME.match, new), files.read_file(source, FILE_LIMIT)):
            files.date_like(self._part("pending") / new, source)

    def pending_since(self, name: str) -> float:
        """When a note that waits came here, in seconds since 1970 by the clock of this computer."""
        return self.since("pending", name)

    def since(self, part: str, name: str) -> float:
        """When a file of the outbox, or one that waits, was written, in seconds since 1970 by this computer's clock."""
        return files.modified_at(self._part(part) / _check_name(_PART_NAME.match, name))

    def list_pending(self) -> tuple[str, ...]:
        """The names of the notes that wait, sorted."""
        return tuple(name for name in self._names("pending") if _PART_NAME.match(name))

    def read_pending(self, name: str) -> bytes:
        """The bytes of a note that waits."""
        return files.read_file(self._part_text("pending", _check_name(_PART_NAME.match, name)), FILE_LIMIT)

    def drop_pending(self, name: str) -> None:
        """Remove a note that waits; it is not an error if it is gone."""
        files.remove_file(self._part("pending") / _check_name(_PART_NAME.match, name))

    def write_dispute(self, name: str, data: bytes) -> bool:
        """Keep a note that is in dispute, or that speaks of one: beside the record, never in it."""
        return self._write_once("disputes", _check_name(_PART_NAME.match, name), data)

    def list_disputes(self) -> tuple[str, ...]:
        """The names of the files about disputes, sorted."""
        return tuple(name for name in self._names("disputes") if _PART_NAME.match(name))

    def read_dispute(self, name: str) -> bytes:
        """The bytes of a file about a dispute."""
        return files.read_file(self._part_text("disputes", _check_name(_PART_NAME.match, name)), FILE_LIMIT)

    def write_comment(self, name: str, data: bytes) -> bool:
        """Keep what somebody says of a step after the end: beside the record, never in it."""
        return self._write_once(COMMENTS, _check_name(_PART_NAME.match, name), data)

    def comments(self) -> dict[str, bytes]:
        """What is in `comments/`, by name, sorted: the first files with their bytes, none of one that is too long."""
        part, names = self._part(COMMENTS), self._names(COMMENTS)
        found = dict.fromkeys(names, b"")
        for name in names[:_COMMENTS_READ]:
            with suppress(FileTrouble):
                found[name] = files.read_file(part / name, COMMENT_LIMIT)
        return found

    def write_letter(self, name: str, data: bytes) -> Path:
        """Write a letter, in place of an older one; gives its path."""
        path = self._part("letters") / _check_name(_PART_NAME.match, name)
        files.make_folder(path.parent, 0o755)
        files.replace_file(path, data, 0o644)
        return path

    def has_letter(self, name: str) -> bool:
        """Whether there is a letter of this name."""
        return name in self._names("letters")

    def _write_once(self, part: str, name: str, data: bytes) -> bool:
        path = self._part(part) / name
        files.make_folder(path.parent, 0o755)
        return files.write_once(path, data, 0o644)

    def _names(self, part: str) -> tuple[str, ...]:
        return files.names_in(self._part_text(part), _NAMES_LIMIT)

    def _part(self, part: str) -> Path:
        return Path(self._part_text(part))

    def _part_text(self, part: str, *names: str) -> str:
        place = _path_text(self.path, part)
        if os.path.islink(place):  # noqa: PTH114 - see `_path_text`
            raise FileTrouble("symbolic-link", path=place)
        return _path_text(place, *names)


class DataFolder(msgspec.Struct, frozen=True):
    """Where a person's secrets live, readable by nobody else, never inside the folder of a game."""

    path: Path

    def check_place(self, game: Path | None) -> None:
        """Check that the keys do not lie where others would get them, `game` being the folder of a game.

        Raises:
            FileTrouble: they are in that folder, or in a git work tree that would include them.
        """
        home = self.path.resolve()
        if game is not None and home.is_relative_to(game.resolve()):
            hint = Sentence("name-its-folder")
            if (game / "record").is_dir():
                hint = Sentence("move-the-record-away", record=game / "record", folder=game / "game")
            raise FileTrouble("home-in-game-folder", home=str(self.path), folder=str(game), hint=hint)
        if not (home / "keys").is_dir() or not any((step / ".git").exists() for step in (home, *home.parents)):
            return
        ignored = files.read_if_there(home / ".gitignore", FILE_LIMIT)
        if b"*" not in (ignored or b"").split():
            hint = Sentence("write-gitignore", path=self.path / ".gitignore")
            raise FileTrouble("home-in-git-tree", home=str(self.path), hint=hint)

    def keys(self) -> tuple[str, ...]:
        """The names of the private keys, sorted."""
        return tuple(name for name in files.names_in(_path_text(self.path, "keys")) if _KEY_NAME.match(name))

    def read_key(self, name: str) -> bytes:
        """The bytes of a private key file.

        Raises:
            FileTrouble: missing, a symbolic link, somebody else's, or open to others than its owner; or others may
                write in the home, and so put another key in its place.
        """
        self._check_private()
        return files.read_file(
            _path_text(self.path, "keys", _check_name(_KEY_NAME.match, name)), _KEY_LIMIT, private=True
        )

    def write_key(self, name: str, private: bytes, public: str) -> Path:
        """Keep a new key pair, `public` being the line of its `.pub` file; gives the path of the private half.

        Raises:
            OutOfOrder: there is another key of this name; it is left alone.
            FileTrouble: others may write in the home.
        """
        path = self._key_path(name)
        self._check_private()
        self._make_private(path.parent)
        if ".gitignore" not in files.names_in(self.path):
            files.replace_file(self.path / ".gitignore", b"*\n", 0o600)
        if name not in files.names_in(path.parent):  # first, so that no key is ever without it
            files.replace_file(path.with_name(f"{name}.pub"), f"{public}\n".encode(), 0o644)
        files.write_once(path, private, 0o600)
        return path

    def games(self) -> tuple[str, ...]:
        """The ids of the games and offers about which something is kept, sorted."""
        return tuple(name for name in files.names_in(_path_text(self.path, "games")) if _GAME_ID.match(name))

    def guard(self, game_id: str, name: str = "guard", limit: int = FILE_LIMIT) -> bytes | None:
        """What was kept about a game under `name`, of `limit` bytes at most, or None."""
        return files.read_if_there(self._guard_text(game_id, name), limit, private=True)

    def write_guard(self, game_id: str, data: bytes, name: str = "guard") -> None:
        """Keep `data` about a game under `name`, in place of what was there, at once or not at all."""
        path = self.game_path(game_id, name)
        self._make_private(path.parent)
        files.replace_file(path, data, 0o600)

    def drop_guard(self, game_id: str, name: str) -> None:
        """Forget what was kept about a game under `name`; it is not an error if it is gone. Raises FileTrouble."""
        files.remove_file(self.game_path(game_id, name))

    def own(self, name: str) -> bytes | None:
        """What was kept in the home itself under `name`, of no single game, or None."""
        return files.read_if_there(self.path / _check_name(_PART_NAME.match, name), FILE_LIMIT, private=True)

    def write_own(self, name: str, data: bytes) -> None:
        """Keep `data` in the home itself under `name`, in place of what was there, at once or not at all."""
        self._check_private()
        self._make_private(self.path)
        files.replace_file(self.path / _check_name(_PART_NAME.match, name), data, 0o600)

    def mails(self) -> tuple[str, ...]:
        """The names of the mails that were fetched and wait, sorted."""
        return tuple(name for name in files.names_in(self.path / "mails") if _PART_NAME.match(name))

    def mail_path(self, name: str) -> Path:
        """The file of a mail that waits."""
        return self.path / "mails" / name

    def read_mail(self, name: str) -> bytes:
        """The bytes of a mail that waits; of a longer one 1 MiB and one byte more."""
        return files.read_file(
            self.path / "mails" / _check_name(_PART_NAME.match, name), FILE_LIMIT, private=True, cut=True
        )

    def write_mail(self, name: str, data: bytes) -> None:
        """Keep a mail that was fetched, at once or not at all."""
        path = self.path / "mails" / _check_name(_PART_NAME.match, name)
        self._make_private(path.parent)
        files.replace_file(path, data, 0o600)

    def drop_mail(self, name: str) -> None:
        """Remove a mail that waits no more; it is not an error if it is gone."""
        files.remove_file(self.path / "mails" / _check_name(_PART_NAME.match, name))

    def known_keys(self) -> frozenset[tuple[str, str]]:
        """(fingerprint, role) of each key whose holder was heard with equal words, and as whom.

        A line without a role is nothing known: it was kept when nobody asked who had been heard.
        """
        data = files.read_if_there(self.path / "known", FILE_LIMIT, private=True)
        lines = (data or b"").decode("ascii", "replace").split("\n")
        return frozenset((key, role) for key, _, role in (line.partition(" ") for line in lines) if role)

    def remember_keys(self, keys: Iterable[tuple[str, str]]) -> None:
        """Add keys, as (fingerprint, role), to those that are known."""
        with self.locked():
            lines = sorted({*self.known_keys(), *keys})
            files.replace_file(
                self.path / "known", "".join(f"{key} {role}\n" for key, role in lines).encode("ascii"), 0o600
            )

    def open_to_readers(self) -> Path | None:
        """The outermost folder of the home in which others may look around, to be told; None if there is none."""
        return next((Path(folder) for folder in self._folders() if files.is_open_to_readers(folder)), None)

    @contextmanager
    def locked(self, game_id: str | None = None) -> Iterator[None]:
        """While the block runs, no other process of this home works on this game; or on what no game or offer owns.

        Raises:
            OutOfOrder: another process does, and goes on for longer than `locks.PATIENCE`.
            FileTrouble: others may write in the home.
        """
        path = self.path / "lock" if game_id is None else self.game_path(game_id, "lock")
        self._check_private()
        self._make_private(path.parent)
        with files.lock_file(path):
            yield

    def _key_path(self, name: str) -> Path:
        return self.path / "keys" / _check_name(_KEY_NAME.match, name)

    def game_path(self, game_id: str, name: str) -> Path:
        """The file in which something is kept about a game."""
        return Path(self._guard_text(game_id, name))

    def _guard_text(self, game_id: str, name: str) -> str:
        return _path_text(self.path, "games", _check_name(_GAME_ID.match, game_id), _check_name(_PART_NAME.match, name))

    def _folders(self) -> tuple[str, ...]:
        return str(self.path), _path_text(self.path, "keys"), _path_text(self.path, "games")

    def _check_private(self) -> None:
        for folder in self._folders():
            files.check_private_folder(folder)

    def _make_private(self, folder: Path) -> None:
        below = folder.relative_to(self.path).parts
        for depth in range(len(below) + 1):
            files.make_folder(self.path.joinpath(*below[:depth]), 0o700)


def _path_text(folder: Path | str, *names: str) -> str:
    """What is below a folder, as text: a command looks at some hundred names, and to make a path of each takes longer
    than to read them.
    """
    return os.path.join(folder, *names)  # noqa: PTH118


def _check_name(fits: Callable[[str], object], name: str) -> str:
    if not fits(name):
        raise FileTrouble("bad-file-name", name=ascii(name[:80]))
    return name


def stored_bundles(folder: GameFolder, sort: str) -> dict[str, tuple[SignedNote, ...]]:
    """The files of a sort that wait, by name, each with its notes. Raises RefereeError: one is damaged."""
    names = [name for name in folder.list_pending() if name.startswith(name_prefix(PENDING, sort))]
    return {name: read_bundle(folder.read_pending(name)) for name in names}


def stored_notes(folder: GameFolder, sort: str) -> tuple[SignedNote, ...]:
    """The notes in these files, whether they still hold or not."""
    return tuple(signed for notes in stored_bundles(folder, sort).values() for signed in notes)


def home_path() -> Path:
    """Where the home is: $REFEREE_HOME, or ~/.referee."""
    named = os.environ.get("REFEREE_HOME")
    return Path(named) if named else Path.home() / ".referee"
