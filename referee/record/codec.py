"""Notes to bytes and back. One note has one spelling: what is read is written again and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.kernel.errors import Unreadable
from referee.record.fields import COLUMNS, Field, read_field, write_field
from referee.record.notes import FIELDS, TYPES, AnyNote

SUITE = "referee/1"
BODY_LIMIT = 65536
LINE_LIMIT = 4096
_LINE = re.compile(r"[a-z]{1,16} [!-~]+(?: [!-~]+)*")
_HEAD = re.compile(rb"referee/([0-9]{1,9}) ([a-z]{1,16})\n")


def render(note: AnyNote) -> bytes:
    """The body of a note: ASCII lines, each ended by a line feed.

    Raises:
        Unreadable: a value that no reader would take, such as a text that is too long for its line.
    """
    lines = [f"{SUITE} {note.type}"]
    for field in FIELDS[type(note)]:
        for line in write_field(field, getattr(note, field.key)):
            if len(line) > COLUMNS:
                raise Unreadable("a line {key} has at most {most} columns", key=field.key, most=COLUMNS)
            lines.append(line)
    body = ("\n".join(lines) + "\n").encode("ascii")
    check_size(body)
    return body


def parse(body: bytes) -> AnyNote:
    """The note of a body.

    Raises:
        Unreadable: anything but the one spelling of a note; `at` names the line, counted from 1.
    """
    check_size(body)
    note_type = type_of(body)
    if note_type not in TYPES:
        raise Unreadable("there is no note type {type}", at="line 1", type=note_type)
    make = TYPES[note_type]
    lines = list(_lines(body))
    values: dict[str, Any] = {}
    at = 0
    for field in FIELDS[make]:
        end = at
        while end < len(lines) and lines[end][0] == field.key:
            end += 1
        values[field.key] = _read(field, lines, at, end)
        at = end
    if at < len(lines):
        raise _unexpected(make, lines, at)
    note: AnyNote = make(**values)
    _check_same(render(note), body)
    return note


def type_of(body: bytes) -> str:
    """The type in the first line of a body. Raises Unreadable for another format or version."""
    head = _HEAD.match(body)
    if head is None:
        raise Unreadable("a note begins with {suite} and its type", at="line 1", suite=SUITE)
    if head[1] != b"1":
        raise Unreadable(
            "this is format referee/{found}; this program reads {suite}",
            at="line 1",
            found=head[1].decode("ascii"),
            suite=SUITE,
        )
    return head[2].decode("ascii")


def check_size(body: bytes) -> None:
    """Raise Unreadable if a body is larger than any note may be."""
    if len(body) > BODY_LIMIT or body.count(b"\n") > LINE_LIMIT:
        raise Unreadable("a note has at most {bytes} bytes and {lines} lines", bytes=BODY_LIMIT, lines=LINE_LIMIT)


def _lines(body: bytes) -> Iterator[tuple[str, str]]:
    if not body.endswith(b"\n"):
        raise Unreadable("the last line of a note ends with a line feed")
    for number, line in enumerate(body.decode("latin-1").split("\n")[1:-1], 2):
        if len(line) > COLUMNS:
            raise Unreadable(
                "a line has at most {most} columns, got {found}", at=f"line {number}", most=COLUMNS, found=len(line)
            )
        if not _LINE.fullmatch(line):
            raise Unreadable(
                "expected a key in a-z and a value in printable ASCII, single blanks between words", at=f"line {number}"
            )
        key, _, value = line.partition(" ")
        yield key, value


def _read(field: Field, lines: list[tuple[str, str]], start: int, end: int) -> object:
    if field.shape == "one" and start == end:
        found = lines[start][0] if start < len(lines) else "the end of the note"
        raise Unreadable("expected a line {key}, got {found}", at=f"line {start + 2}", key=field.key, found=found)
    try:
        return read_field(field, [value for _, value in lines[start:end]])
    except Unreadable as error:
        # The first line of the body is line 1, `lines` starts with line 2.
        error.at = f"line {start + 2 + int(error.at or 0)}"
        raise


def _unexpected(make: type[AnyNote], lines: list[tuple[str, str]], at: int) -> Unreadable:
    key, place = lines[at][0], f"line {at + 2}"
    if key not in _keys(make):
        return Unreadable("a note of type {type} has no line {key}", at=place, type=make.__name__.lower(), key=key)
    return Unreadable("the lines of a note have a fixed order; {key} is out of place", at=place, key=key)


@cache
def _keys(make: type[AnyNote]) -> frozenset[str]:
    return frozenset(field.key for field in FIELDS[make])


def _check_same(expected: bytes, found: bytes) -> None:
    if expected == found:
        return
    pairs = zip(expected.split(b"\n"), found.split(b"\n"), strict=False)
    number = next((at for at, (ours, theirs) in enumerate(pairs, 1) if ours != theirs), 1)
    raise Unreadable("this line is not in its one spelling", at=f"line {number}")
