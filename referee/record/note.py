"""A signed note in its armour, and bundles of them as the record has them.

signed = sign_note(note, key)    signed.check(); note = signed.note()
data   = render_bundle(notes)    notes = read_bundle(data)           for files of the record; of mails: `mails.unwrap`
"""

from __future__ import annotations

import binascii
import builtins
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from referee.crypto import sshsig
from referee.crypto.keys import SigningKey
from referee.kernel.canonical_json import encode_b64, tagged_hash
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.kernel.lazy_values import cached_on_instance
from referee.kernel.sentence import Sentence
from referee.record.notes import TYPES, AnyNote, NoteId
from referee.record.notes.codec import check_size, parse, render, type_of

N = TypeVar("N", bound=AnyNote)

BEGIN = "-----BEGIN REFEREE NOTE-----"
END = "-----END REFEREE NOTE-----"
REKEYED = b"referee/1 rekey\n"
"""Bytes found in each step file that records a new key."""
FILE_LIMIT = 2**20
"""Bytes in one file of the record, and in one mail."""

_BEGIN = f"{BEGIN}\n".encode()
_SIGNATURE = f"\n{sshsig.BEGIN}\n".encode()
_CLOSE = f"\n{sshsig.END}\n{END}\n".encode()


class SignedNote(msgspec.Struct, frozen=True, dict=True):
    """One signed note: the body as it was signed, and what the signature block says.

    Use it in this order: is `key` a key of this game for a note of this `type`, then `check`, then `note`.
    """

    body: bytes
    key: bytes
    namespace: str
    signature: bytes

    @cached_on_instance
    def type(self) -> str:
        """The note type in the first line. Raises Unreadable for another format or version."""
        return type_of(self.body)

    @cached_on_instance
    def id(self) -> NoteId:
        """The id of the note, 43 characters; signatures are not part of it."""
        return note_id(self.body)

    def armoured(self) -> str:
        """The note as a file or mail has it, with a line end after it."""
        block = sshsig.armour(sshsig.blob(self.key, self.namespace, self.signature))
        return f"{BEGIN}\n{self.body.decode('latin-1')}" + "\n".join(block) + f"\n{END}\n"

    def check_type(self) -> None:
        """Raise NotAuthentic unless the signature was made for a note of the type in the first line."""
        if self.namespace != namespace_of(self.type):
            raise NotAuthentic("namespace-differs", type=self.type, namespace=ascii(self.namespace[:60]))

    def check(self) -> None:
        """Check the signature, and that it was made for a note of this type.

        Raises:
            NotAuthentic: it was not, or does not fit; the hint says where the text stops being a note, if it does.
        """
        self.check_type()
        if self._misfit is not None:
            raise NotAuthentic(self._misfit, hint=self._flaw())

    @property
    def was_checked(self) -> bool:
        """Whether it is known whether the signature fits, so that `check` takes no time."""
        return "_misfit" in self.__dict__

    @property
    def is_intact(self) -> bool:
        """Whether the signature fits, and was made for a note of this type."""
        try:
            self.check()
        except NotAuthentic:
            return False
        return True

    @property
    def is_readable(self) -> bool:
        """Whether the text is that of a note."""
        try:
            self.note()
        except Unreadable:
            return False
        return True

    def note(self) -> AnyNote:
        """What the note says. Raises Unreadable; call `check` first."""
        return self._note

    def read(self, kind: builtins.type[N]) -> N:
        """What the note says, as one of this type. Raises Unreadable for any other; call `check` first."""
        note = self._note
        if not isinstance(note, kind):
            wanted = next(name for name, of_type in TYPES.items() if of_type is kind)
            raise Unreadable("other-note-type", wanted=wanted, type=self.type)
        return note

    @cached_on_instance
    def _note(self) -> AnyNote:
        return parse(self.body)

    @cached_on_instance
    def _misfit(self) -> str | None:
        # Kept, because a note is checked where it comes in and again where it is used.
        try:
            sshsig.verify(self.key, self.namespace, self.body, self.signature)
        except NotAuthentic as error:
            return error.code
        return None

    def _flaw(self) -> Sentence | None:
        try:
            self.note()
        except Unreadable as flaw:
            return Sentence("flaw-at", place=flaw.at, flaw=flaw.said) if flaw.at else flaw.said
        return None


Notes = Sequence[SignedNote]
"""Signed notes in a row: those of a file, of a mail, or of a sort."""


def note_id(body: bytes) -> NoteId:
    """H("note", body) in base64url."""
    return encode_b64(tagged_hash("note", body))


def namespace_of(note_type: str) -> str:
    """The SSHSIG namespace of a note type."""
    return f"{note_type}@referee.pbem"


def sign_note(note: AnyNote, key: SigningKey) -> SignedNote:
    """`note`, signed. It is read back first, so that nothing is signed that nobody could read.

    Raises:
        Unreadable: a value that no note can have.
    """
    body = render(note)
    if parse(body) != note:
        raise Unreadable("value-leaves-line")
    namespace = namespace_of(note.type)
    return SignedNote(body, key.public, namespace, sshsig.sign(key, namespace, body))


def notes_of(kind: type[N], signed_notes: Iterable[SignedNote]) -> list[N]:
    """What the notes of one type among these say, in their order. Raises Unreadable."""
    return [signed.read(kind) for signed in signed_notes if TYPES.get(signed.type) is kind]


def render_bundle(signed_notes: Iterable[SignedNote]) -> bytes:
    """The bytes of a file of the record: the notes one after the other, nothing else."""
    return "".join(signed.armoured() for signed in signed_notes).encode("latin-1")


def read_bundle(data: bytes) -> tuple[SignedNote, ...]:
    """The notes of a file of the record, which holds nothing else and is spelled as `render_bundle` spells it.

    Signatures and grammar are not looked at: that is `SignedNote.check` and `SignedNote.note`, in this order.

    Raises:
        Unreadable: something before, between or after the notes, or larger than allowed. `at` names the line.
        NotAuthentic: a signature block of another shape, spelling or type. `at` names the note, from 1.
    """
    if len(data) > FILE_LIMIT:
        raise Unreadable("record-file-too-long", limit=FILE_LIMIT)
    signed_notes: list[SignedNote] = []
    at = 0
    while at < len(data) or not signed_notes:
        signed, at = _read_signed_note(data, at, len(signed_notes) + 1)
        signed_notes.append(signed)
    return tuple(signed_notes)


def whole_notes(data: bytes) -> tuple[SignedNote, ...]:
    """The notes of a file that holds nothing else; of any other none, for what cannot be read is passed over."""
    try:
        return read_bundle(data)
    except RefereeError:
        return ()


def signed_from_parts(body: bytes, block: bytes) -> SignedNote:
    """The signed note of a body and a signature blob.

    Raises:
        Unreadable: the body is too large or does not begin as a note.
        NotAuthentic: the blob has another shape, or was made for another type.
    """
    check_size(body)
    key, namespace, signature = sshsig.read_blob(block)
    signed = SignedNote(body, key, namespace, signature)
    signed.check_type()
    return signed


def _read_signed_note(data: bytes, start: int, number: int) -> tuple[SignedNote, int]:
    middle = data.find(_SIGNATURE, start)
    close = data.find(_CLOSE, middle) if middle >= 0 else -1
    if not data.startswith(_BEGIN, start) or close < 0:
        raise _no_note(data, start)
    end = close + len(_CLOSE)
    body = data[start + len(_BEGIN) : middle + 1]
    text = data[middle + len(_SIGNATURE) : close]
    signed = _quick_note(body, text)
    if signed is None or b"\n-----" in body:
        signed = _read_carefully(body, text, number)
    return signed, end


def _quick_note(body: bytes, text: bytes) -> SignedNote | None:
    try:
        blob = binascii.a2b_base64(text)
        check_size(body)
        namespace = namespace_of(type_of(body))
    except (binascii.Error, Unreadable):
        return None
    key, signature = sshsig.guess_blob(blob)
    # Whatever was read, this is what makes the file the one spelling of its notes.
    same = sshsig.blob(key, namespace, signature) == blob and sshsig.armour_lines(blob) == text
    return SignedNote(body, key, namespace, signature) if same else None


def _read_carefully(body: bytes, text: bytes, number: int) -> SignedNote:
    """The note read the careful way, which says what is wrong with one that does not rebuild to its own bytes."""
    lines = [sshsig.BEGIN, *text.decode("latin-1").split("\n"), sshsig.END]
    try:
        if b"\n-----" in body or body.startswith(b"-----"):
            raise Unreadable("more-than-signed-text")
        return signed_from_parts(body, sshsig.read_armour(lines))
    except (NotAuthentic, Unreadable) as error:
        error.at = Sentence("note", number=number)
        raise


def _no_note(data: bytes, start: int) -> Unreadable:
    line = f"line {data.count(10, 0, start) + 1}"
    if data.startswith(_BEGIN, start):
        return Unreadable("unended-note", at=line)
    return Unreadable("expected-nothing-else", at=line, begin=BEGIN)
