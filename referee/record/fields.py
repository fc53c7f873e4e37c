"""The lines of a note, described as data: kinds of values, and fields made of them.

A kind reads a value and writes it; a field says under which key it stands and how often. Whatever is read is written
again and compared (`referee.record.codec`), so a kind need not refuse every spelling, only explain the common ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.kernel.canon import b64, unb64
from referee.kernel.errors import Unreadable
from referee.record.text import escape_text, unescape_text

COLUMNS = 72
ORDER_COLUMNS = 48
PLANNED_COLUMNS = 44

RESERVED = frozenset(
    ["referee", "host", "all", "none", "bag", "nobody", "deal", "end", "spectator", "con", "prn", "aux", "nul"]
    + [f"{device}{number}" for device in ("com", "lpt") for number in range(1, 10)]
)
"""Names no seat may have: they mean something else, or are devices that some systems will not write a file for."""

_SEAT = re.compile(r"\A[a-z][a-z0-9-]{0,11}\Z")
_NUMBER = re.compile(r"\A(?:0|[1-9][0-9]{0,14})\Z")
_VALUE = re.compile(r"\A[!-~]+(?: [!-~]+)*\Z")


@dataclass(frozen=True, slots=True)
class Kind:
    """How one value is read (raising `Unreadable`) and written (always as it would be read)."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]


def check_seat(name: str) -> str:
    """`name`, if it may name a seat: 1 to 12 of a-z, 0-9 and hyphens, a letter first, not reserved. Or Unreadable."""
    if not _SEAT.match(name):
        raise Unreadable("a seat name has 1 to 12 of a-z, 0-9 and hyphens and begins with a letter")
    if name in RESERVED:
        raise Unreadable("{name} is reserved and names no seat", name=name)
    return name


def _party(name: str) -> str:
    return name if name == "referee" else check_seat(name)


def _id(text: str) -> str:
    unb64(text, 32)
    return text


def _number(text: str) -> int:
    if not _NUMBER.match(text):
        raise Unreadable("expected a whole number such as 17 in ASCII digits, without sign or leading zero")
    return int(text)


def _write_number(number: int) -> str:
    if type(number) is not int:  # True would be written as `True`
        raise TypeError(f"{number!r} is no number")
    return _checked(_number, str(number))


def _value(text: str) -> str:
    if not _VALUE.match(text):
        raise Unreadable("expected printable ASCII with single blanks between words")
    if "-----" in text:
        raise Unreadable("no value holds five hyphens in a row")
    return text


def _word(text: str) -> str:
    if " " in _value(text):
        raise Unreadable("expected one word")
    return text


def _at_most(columns: int) -> Callable[[str], str]:
    def read(text: str) -> str:
        if len(text) > columns:
            raise Unreadable("an order has at most {most} columns here, got {found}", most=columns, found=len(text))
        return _value(text)

    return read


def _bytes(size: int) -> Kind:
    def write(data: bytes) -> str:
        if len(data) != size:
            raise Unreadable("expected {size} bytes, got {found}", size=size, found=len(data))
        return b64(data)

    return Kind(lambda text: unb64(text, size), write)


def _checked(read: Callable[[str], Any], text: str) -> str:
    read(text)
    return text


def _same(read: Callable[[str], str]) -> Kind:
    return Kind(read, read)


ID = _same(_id)
"""An id of a note: 43 characters, kept as text."""
BYTES32 = _bytes(32)
BYTES16 = _bytes(16)
NUMBER = Kind(_number, _write_number)
SLUG = _same(check_seat)
"""A seat name."""
PARTY = _same(_party)
"""A seat name or `referee`."""
WORD = _same(_word)
VALUE = _same(_value)
ORDER = _same(_at_most(ORDER_COLUMNS))
PLANNED = _same(_at_most(PLANNED_COLUMNS))
"""A sealed line that is an order, as it is opened in a turn note."""
TEXT = Kind(unescape_text, escape_text)


def row(make: Callable[..., Any], *columns: Kind, optional: int = 0) -> Kind:
    """A value of several columns; the last one may hold blanks. The last `optional` columns may be missing (empty)."""

    def read(text: str) -> Any:
        parts = text.split(" ", len(columns) - 1)
        if not len(columns) - optional <= len(parts) <= len(columns):
            raise Unreadable("expected {count} words, got {found}", count=len(columns), found=len(parts))
        return make(*(column.read(part) for column, part in zip(columns, parts, strict=False)))

    def write(value: Any) -> str:
        values = value if isinstance(value, tuple) else [getattr(value, name) for name in value.__struct_fields__]
        needed = len(columns) - optional
        parts = zip(columns, values, strict=True)
        return " ".join(column.write(item) for at, (column, item) in enumerate(parts) if at < needed or item != "")

    return Kind(read, write)


def pair(first: Kind, second: Kind) -> Kind:
    """A value of two columns, as a plain pair."""
    return row(lambda one, two: (one, two), first, second)


@dataclass(frozen=True, slots=True)
class Field:
    """The lines under one key.

    shape `one` is there once, `maybe` at most once (None), `many` any number of times in the order given, `map` once
    for each name, names ascending; `long` is at most one base64 value over as many full lines as it needs (None), and
    `longmap` one of these for each name. `ascending` lists are sorted by their first column and hold it once.
    """

    key: str
    shape: Literal["one", "maybe", "many", "map", "long", "longmap"]
    kind: Kind
    name: Kind = WORD
    ascending: bool = False


def one(key: str, kind: Kind) -> Field:
    """A field that is there exactly once."""
    return Field(key, "one", kind)


def maybe(key: str, kind: Kind) -> Field:
    """A field that may be missing."""
    return Field(key, "maybe", kind)


def many(key: str, kind: Kind, *, ascending: bool = False) -> Field:
    """A list."""
    return Field(key, "many", kind, ascending=ascending)


def mapped(key: str, name: Kind, kind: Kind) -> Field:
    """A map from names to values."""
    return Field(key, "map", kind, name)


def long(key: str) -> Field:
    """A base64 value over several lines, or none."""
    return Field(key, "long", TEXT)


def long_map(key: str, name: Kind) -> Field:
    """A map from names to base64 values over several lines."""
    return Field(key, "longmap", TEXT, name)


def write_field(field: Field, value: Any) -> Iterator[str]:
    """The lines of a field, without line ends. Raises Unreadable for a value that no reader would take."""
    key, kind = field.key, field.kind
    if field.shape == "one":
        yield f"{key} {kind.write(value)}"
    elif field.shape == "maybe":
        if value is not None:
            yield f"{key} {kind.write(value)}"
    elif field.shape == "many":
        yield from (f"{key} {kind.write(item)}" for item in value)
    elif field.shape == "map":
        yield from (f"{key} {field.name.write(name)} {kind.write(value[name])}" for name in sorted(value))
    elif field.shape == "long":
        if value is not None:
            yield from _split(f"{key} ", value)
    else:
        for name in sorted(value):
            yield from _split(f"{key} {field.name.write(name)} ", value[name])


def _split(prefix: str, data: bytes) -> Iterator[str]:
    if not data:
        raise Unreadable("a value in base64 holds at least one byte")
    text, width = b64(data), COLUMNS - len(prefix)
    yield from (prefix + text[at : at + width] for at in range(0, len(text), width))


def read_field(field: Field, values: list[str]) -> Any:
    """What the values under the key of a field mean. Raises Unreadable; `values[found_at]` is its place."""
    kind = field.kind
    if field.shape == "many":
        items = tuple(_each(kind.read, values))
        if field.ascending:
            _check_ascending([item[0] for item in items])
        return items
    if field.shape == "map":
        return _read_map(field, values)
    if field.shape == "long":
        return unb64("".join(values)) if values else None
    if field.shape == "longmap":
        return _read_long_map(field, values)
    if not values:
        return None
    if len(values) > 1:
        raise misplaced(1, Unreadable("there is one line called {key} in this note", key=field.key))
    return next(_each(kind.read, values))


def _read_map(field: Field, values: list[str]) -> Mapping[str, Any]:
    parts = [value.partition(" ") for value in values]
    names = list(_each(field.name.read, [part[0] for part in parts]))
    _check_ascending(names)
    return dict(zip(names, _each(field.kind.read, [part[2] for part in parts]), strict=True))


def _read_long_map(field: Field, values: list[str]) -> Mapping[str, bytes]:
    chunks: dict[str, str] = {}
    previous = ""
    for at, value in enumerate(values):
        name, _, chunk = value.partition(" ")
        if name != previous and name <= previous:
            raise misplaced(at, _out_of_place(name))
        chunks[name] = chunks.get(name, "") + chunk
        previous = name
    return {field.name.read(name): unb64(text) for name, text in chunks.items()}


def _each(read: Callable[[str], Any], values: Iterable[str]) -> Iterator[Any]:
    for at, value in enumerate(values):
        try:
            yield read(value)
        except Unreadable as error:
            raise misplaced(at, error) from None


def _check_ascending(names: list[str]) -> None:
    for at in range(1, len(names)):
        if names[at] <= names[at - 1]:
            raise misplaced(at, _out_of_place(names[at]))


def _out_of_place(name: str) -> Unreadable:
    return Unreadable("names ascend, and each stands once; {name} is out of place", name=name)


def misplaced(index: int, error: Unreadable) -> Unreadable:
    """`error`, marked with the index of the line under its key where it was found."""
    error.at = str(index)
    return error
