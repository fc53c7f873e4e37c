"""Attachments and files that are no text: a note may be in them, but nothing is unpacked here and no picture is read.

What each is, and what its reader can do instead, so that a person is not told that there is nothing.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence


class UnsupportedFile(msgspec.Struct, frozen=True):
    """A file or attachment in which a note cannot be looked for: what is said of it if there is none elsewhere.

    It `hides` notes of its mail if it replaces them: then it is reported along with anything else that was found. The
    likelier a note is in it, the lower its `place`.
    """

    refusal: Unreadable
    hides: bool
    place: int


class _FileKind(msgspec.Struct, frozen=True):
    """A kind of file: what is said of it, how it begins, its content types and its endings."""

    said: Callable[[str | None], Unreadable]
    begins: tuple[bytes, ...] = ()
    types: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()


_CIPHERED = b"-----BEGIN PGP MESSAGE-----"
_OUTLOOK = _FileKind(
    lambda name: Unreadable("outlook-alone-reads", at=name, hint=Sentence("ask-plain-text")),
    (b"\x78\x9f\x3e\x22",),
    ("application/ms-tnef", "application/vnd.ms-tnef"),
    ("winmail.dat",),
)
_ENCRYPTED = _FileKind(
    lambda name: Unreadable("mail-is-encrypted", at=name, hint=Sentence("decrypt-and-save")),
    (_CIPHERED,),
    ("application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"),
    (".p7m", ".pgp", ".gpg"),
)
_PDF = _FileKind(
    lambda name: Unreadable("pdf-is-no-text", at=name, hint=Sentence("copy-note-out")),
    (b"%PDF-",),
    ("application/pdf",),
    (".pdf",),
)
_DOCUMENT = _FileKind(
    lambda name: Unreadable("document-is-no-text", at=name, hint=Sentence("save-as-plain-text")),
    (b"\xd0\xcf\x11\xe0",),
    (
        "application/msword",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.oasis.opendocument.text",
    ),
    (".doc", ".docx", ".odt", ".pages"),
)
_ARCHIVE = _FileKind(
    lambda name: Unreadable("archive-stays-packed", at=name, hint=Sentence("unpack-and-name")),
    (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\xfd7zXZ\x00", b"BZh", b"(\xb5/\xfd"),
    ("application/zip", "application/x-zip-compressed", "application/gzip", "application/x-7z-compressed"),
    (".zip", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2", ".zst", ".tar"),
)
_PIECE = _FileKind(
    lambda name: Unreadable("mail-in-pieces", at=name, hint=Sentence("ask-attachment")), types=("message/partial",)
)
_ELSEWHERE = _FileKind(
    lambda name: Unreadable("attachment-elsewhere", at=name, hint=Sentence("fetch-and-name")),
    types=("message/external-body",),
)
_PICTURE = _FileKind(
    lambda name: Unreadable("picture-of-text", at=name, hint=Sentence("ask-text-itself")),
    (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\x00", b"MM\x00*"),
    ("image/",),
    (".png", ".jpg", ".jpeg", ".gif", ".heic", ".webp", ".tiff"),
)
_KINDS = (_OUTLOOK, _ENCRYPTED, _PIECE, _ELSEWHERE, _PDF, _DOCUMENT, _ARCHIVE, _PICTURE)
"""The likelier a note is in it, the earlier: many a mail has a picture for its sender's name."""

_INSTEAD = (_OUTLOOK, _PIECE)
_WITHOUT_TEXT = (_PIECE, _ELSEWHERE)


def unsupported_file(data: bytes, content_type: str = "", name: str | None = None) -> UnsupportedFile | None:
    """Why no note can be looked for in a file or attachment; None for one that may be text.

    `data` are its bytes; what it says of itself counts only where they do not look like text.
    """
    if b"BEGIN REFEREE NOTE" in data or content_type == "image/svg+xml":
        return None
    begun = data.lstrip(b" \r\n") if data[:1].isspace() else data
    found = next((kind for kind in _KINDS if kind.begins and begun.startswith(kind.begins)), None)
    found = _ENCRYPTED if found is None and _CIPHERED in data else found
    named = next((kind for kind in _KINDS if name and kind.ends and name.lower().endswith(kind.ends)), None)
    said = next((kind for kind in _KINDS if kind.types and content_type.startswith(kind.types)), None)
    if found is _ARCHIVE and _DOCUMENT in (named, said):
        found = _DOCUMENT  # today's documents are archives inside
    if found is None and (said in _WITHOUT_TEXT or not _is_text(data)):
        found = said or named
    return UnsupportedFile(found.said(name), found in _INSTEAD, _KINDS.index(found)) if found is not None else None


def _is_text(data: bytes) -> bool:
    head = data[:1024]
    return bool(head) and b"\0" not in head and head.isascii()
