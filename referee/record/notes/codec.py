"""Notes to bytes and back. One note has one spelling: what is read is written again and compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import astuple

from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.record.notes import TYPES, AnyNote
from referee.record.notes.fast_reader import quick_reader
from referee.record.notes.fields import COLUMNS, FieldError, fields_of, read_field, write_field

SUITE = "referee/1"
BODY_LIMIT = 65536
LINE_LIMIT = 4096
_HEAD = rb"referee/([0-9]{1,9}) ([a-z]{1,16})\n"
_HEADS = {f"{SUITE} {name}\n".encode(): name for name in TYPES}
_LINE = r"[a-z]{1,16} [!-~]+(?: [!-~]+)*"

FEW = 6
"""So many notes of a type are read line by line before a process makes its quick reader, which takes as long as those.
A command reads one offer, one charter and one deal.
"""
reads: dict[str, int] = {}
"""How many notes of each type this process has read."""


def render(note: AnyNote) -> bytes:
    """The body of a note: ASCII lines, each ended by a line feed.

    Values are not checked here: what has no spelling gives a body that `parse` refuses or reads as another note.
    """
    lines = [f"{SUITE} {note.type}"]
    for field, value in zip(fields_of(type(note)), astuple(note), strict=True):
        if value != ():
            lines += write_field(field, value)
    return ("\n".join(lines) + "\n").encode("utf-8")


def parse(body: bytes) -> AnyNote:
    """The note of a body.

    Raises:
        Unreadable: anything but the one spelling of a note; `at` names the line, counted from 1.
    """
    check_size(body)
    note_type = type_of(body)
    if note_type not in TYPES:
        raise Unreadable("no-such-note-type", at=Sentence("line", number=1), type=note_type)
    reads[note_type] = reads.get(note_type, 0) + 1
    # Must agree with `parse_carefully`; test_the_quick_reader_agrees_with_the_careful_one holds it.
    note = quick_reader(TYPES[note_type])(body) if reads[note_type] > FEW else None
    return note if note is not None else parse_carefully(body, TYPES[note_type])


def parse_carefully(body: bytes, make: type[AnyNote]) -> AnyNote:
    """The note of a body, line by line: every other spelling is refused where it begins. Raises Unreadable."""
    lines = _body_lines(body)
    values: dict[str, Any] = {}
    at, end = 1, len(lines)
    for field in fields_of(make):
        start, prefix = at, f"{field.key} "
        while at < end and lines[at].startswith(prefix):
            at += 1
        if start == at and field.shape in ("one", "whole"):
            raise _missing_line(field.key, lines, at)
        try:
            values[field.key] = read_field(field, [line[len(prefix) :] for line in lines[start:at]])
        except FieldError as error:
            error.refusal.at = Sentence("line", number=start + 1 + error.index)
            raise error.refusal from None
    if at < end:
        raise _unexpected_line(make, lines, at)
    note: AnyNote = make(**values)
    if render(note) != body:
        raise _other_spelling(render(note), body)
    return note


def type_of(body: bytes) -> str:
    """The type in the first line of a body. Raises Unreadable for another format or version."""
    known = _HEADS.get(body[: body.find(b"\n") + 1])
    if known is not None:
        return known
    head = re.match(_HEAD, body)
    if head is None:
        raise Unreadable("bad-note-begin", at=Sentence("line", number=1), suite=SUITE)
    if head[1] != b"1":
        raise Unreadable("unknown-format", at=Sentence("line", number=1), found=head[1].decode("ascii"), suite=SUITE)
    return head[2].decode("ascii")


def check_size(body: bytes) -> None:
    """Raise Unreadable if a body is larger than any note may be."""
    if len(body) > BODY_LIMIT or body.count(b"\n") > LINE_LIMIT:
        raise Unreadable("note-too-long", bytes=BODY_LIMIT, lines=LINE_LIMIT)


def _body_lines(body: bytes) -> Sequence[str]:
    lines = body.decode("latin-1").split("\n")
    if lines.pop():
        raise Unreadable("last-line-feed")
    for number, line in enumerate(lines, 1):
        _check_line(line, number)
    return lines


def _check_line(line: str, number: int) -> None:
    if len(line) > COLUMNS:
        raise Unreadable("line-too-long", at=Sentence("line", number=number), most=COLUMNS, found=len(line))
    if number > 1 and not re.fullmatch(_LINE, line):
        raise Unreadable("bad-note-line", at=Sentence("line", number=number))


def _missing_line(key: str, lines: Sequence[str], at: int) -> Unreadable:
    if at == len(lines):
        return Unreadable("note-ends-early", at=Sentence("line", number=at + 1), key=key)
    found = lines[at].partition(" ")[0]
    return Unreadable("other-line-expected", at=Sentence("line", number=at + 1), key=key, found=found)


def _unexpected_line(make: type[AnyNote], lines: Sequence[str], at: int) -> Unreadable:
    key, place = lines[at].partition(" ")[0], f"line {at + 1}"
    if key not in make.__struct_fields__:
        return Unreadable("no-such-line", at=place, type=make.__name__.lower(), key=key)
    return Unreadable("line-out-of-order", at=place, key=key)


def _other_spelling(expected: bytes, found: bytes) -> Unreadable:
    pairs = zip(expected.split(b"\n"), found.split(b"\n"), strict=False)
    number = next((at for at, (ours, theirs) in enumerate(pairs, 1) if ours != theirs), 1)
    return Unreadable("line-spelling", at=Sentence("line", number=number))
