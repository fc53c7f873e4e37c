"""What a form brings: fields as text, and files, which are in a folder of their own while a command reads them."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl

from referee.kernel.errors import Unreadable

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
    """The fields and files of one form."""

    fields: dict[str, str]
    uploads: tuple[UploadedFile, ...] = ()

    def only_file(self) -> bytes:
        """The only file. Raises Unreadable: there is none, or there are several."""
        if len(self.uploads) != 1:
            raise Unreadable("tool-one-file")
        return self.uploads[0].data


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
    """The parts of a form with files. Our own: the library's reader of mails changes the line ends of what is not text,
    and a package for this alone would read a body bit by bit that has arrived whole, no longer than a record. Each byte
    is looked at once. Raises ValueError: it does not end as it says.
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
