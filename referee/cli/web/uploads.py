"""What a form brings: fields as text, and files, which lie in a folder of their own while a command reads them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl

from referee.cli.folders.paths import home_path
from referee.record.store import DataFolder

_MOST_FIELDS = 400
_NAME = re.compile(rb'[; ]name="([^"\r\n]*)"')
_FILE = re.compile(rb'[; ]filename="([^"\r\n]*)"')
_STRANGE = re.compile(r"[^A-Za-z0-9._-]+")


class UploadedFile(NamedTuple):
    """A file that came: the field it stood in, what its sender calls it, and its bytes."""

    field: str
    name: str
    data: bytes


class FormData(NamedTuple):
    """What came with one form."""

    fields: dict[str, str]
    uploads: tuple[UploadedFile, ...] = ()


def parse_form(kind: str, body: bytes) -> FormData:
    """What a body of this content type brings; a field that comes twice counts once, and what is damaged is nothing."""
    try:
        boundary = re.search(r'boundary="?([^";,\s]+)', kind)
        if kind.partition(";")[0].strip().lower() == "multipart/form-data":
            return _parts(body, b"--" + boundary[1].encode()) if boundary is not None else FormData({})
        return FormData(dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS)))
    except ValueError:
        return FormData({})


def _parts(body: bytes, mark: bytes) -> FormData:
    """The parts of a form with files. Our own: the library's reader of mails changes the line ends of what is no text,
    and a package for this alone would read a body bit by bit that has come whole, no longer than a record. Each byte is
    looked at once. Raises ValueError: it does not end as it says.
    """
    pieces = (b"\r\n" + body).split(b"\r\n" + mark, _MOST_FIELDS + 1)
    if len(pieces) < 2 or pieces[0] or not pieces[-1].startswith(b"--"):
        raise ValueError
    fields: dict[str, str] = {}
    uploads: list[UploadedFile] = []
    for piece in pieces[1:-1]:
        head, _, data = piece.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        name, file = _NAME.search(head), _FILE.search(head)
        if name is None:
            raise ValueError
        if file is None:
            fields[name[1].decode()] = data.decode()
        elif file[1] or data:
            uploads.append(UploadedFile(name[1].decode(), file[1].decode(), data))
    return FormData(fields, tuple(uploads))


@contextmanager
def files_on_disk(uploads: Sequence[UploadedFile]) -> Iterator[tuple[dict[str, list[str]], str]]:
    """The paths of the files by their fields, and the folder they lie in, as it stands before their names. Each is
    called after its number and the name that came with it, of which nothing leads anywhere else. They lie in the home:
    a mail may hold a hand, and whoever kills the page leaves it there.
    """
    with tempfile.TemporaryDirectory(dir=DataFolder(home_path()).passing()) as folder:
        paths: dict[str, list[str]] = {}
        for number, upload in enumerate(uploads, 1):
            base = re.split(r"[/\\]", upload.name)[-1]
            path = Path(folder) / f"{number}-{_STRANGE.sub('_', base)[-60:].lstrip('.')}"
            path.write_bytes(upload.data)
            paths.setdefault(upload.field, []).append(str(path))
        yield paths, f"{folder}/"


class WaitingUploads:
    """Files that wait for a yes: the newest few, under numbers that only forms of this page bring back."""

    def __init__(self, most: int = 8) -> None:
        self._most, self._last = most, 0
        self._kept: dict[str, tuple[UploadedFile, ...]] = {}

    def keep(self, uploads: tuple[UploadedFile, ...]) -> str:
        """Keep these; "" for none."""
        if not uploads:
            return ""
        while len(self._kept) >= self._most:
            del self._kept[next(iter(self._kept))]
        self._last += 1
        self._kept[str(self._last)] = uploads
        return str(self._last)

    def fetch(self, name: str) -> tuple[UploadedFile, ...]:
        """What is kept under a name; nothing for any other."""
        return self._kept.get(name, ())
