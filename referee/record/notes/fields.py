"""The lines of a note, described as data: kinds of values, and fields made of them.

A kind is a pattern and what it means: it reads the one spelling of a value and refuses every other. A field says under
which key a kind stands and how often. `referee.record.notes` names a kind beside each value, and fields follow from it.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec

from referee.kernel.canonical_json import decode_b64, encode_b64
from referee.kernel.errors import Unreadable
from referee.kernel.lazy_values import cached_on_instance
from referee.record.notes.escaping import escape_text, unescape_text
from referee.record.notes.patterns import compile_possessive

COLUMNS = 72
ORDER_COLUMNS = 48
PLANNED_COLUMNS = 44

DEVICES = ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)))
RESERVED = frozenset(("referee", "host", "all", "none", "bag", "nobody", "deal", "end", "spectator", *DEVICES))
"""Names no seat may have: they mean something else, or are devices that some systems will not write a file for."""

# All these are matched with re.ASCII: \w and \d take less to compile than the same letters and digits one by one.
_WORD = "[!-~]++"
_VALUE = f"{_WORD}(?: {_WORD})*+"
SEAT_LONGEST = 12
"""So many letters a seat may have."""
_SEAT = rf"[a-z][a-z\d-]{{0,{SEAT_LONGEST - 1}}}"
# 43 characters carry 258 bits, 22 carry 132: the bits left over are zero, so few characters may stand last.
_BASE64_32 = r"[\w-]{42}[AEIMQUYcgkosw048]"
_BASE64_16 = r"[\w-]{21}[AQgw]"
_TO_ORDINARY = bytes.maketrans(b"-_", b"+/")
_SEALED_TAG, _SEALED_BLOCK = 16, 256


class Kind(msgspec.Struct, frozen=True, dict=True):
    """How one value is spelled and what it means."""

    pattern: str
    """Matches every spelling and little else, and never looks past a line end."""
    code: str
    """What was expected."""
    take: Callable[[str], Any] = str
    """Gives the value of a spelling or raises `Unreadable`."""
    write: Callable[[Any], str] = str
    """Its inverse, for values that have a spelling."""
    explain: Callable[[str], object] | None = None
    """Tried first; raises where more can be said."""
    blocks: bool = False
    """Whether it is a sealed value."""

    @cached_on_instance
    def _fullmatch(self) -> Callable[[str], object]:
        # Made when first needed: a program that starts reads no kind alone.
        return compile_possessive(self.pattern, re.ASCII).fullmatch

    def read(self, text: str) -> Any:
        """The value spelled `text`. Raises Unreadable."""
        if self.explain is not None:
            self.explain(text)
        if not self._fullmatch(text):
            raise Unreadable(self.code)
        return self.take(text)


def check_seat(name: str) -> str:
    """`name`, if it may name a seat: 1 to 12 of a-z, 0-9 and hyphens, a letter first, not reserved. Or Unreadable."""
    SLUG.read(name)
    return name


def _take_seat(name: str) -> str:
    # Not in the pattern, which would have to list all of these names wherever a seat stands.
    if name in RESERVED:
        raise Unreadable("seat-name-reserved", name=name)
    return name


def _take_party(name: str) -> str:
    return name if name == "referee" else _take_seat(name)


def _explain_hyphens(text: str) -> None:
    if "-----" in text:
        raise Unreadable("value-five-hyphens")


def _explain_order(columns: int, text: str) -> None:
    if len(text) > columns:
        raise Unreadable("order-too-long", most=columns, found=len(text))
    _explain_hyphens(text)


def _take_bytes(text: str) -> bytes:
    # The patterns leave one spelling for each value, so nothing needs to be encoded again and compared.
    return binascii.a2b_base64(text.encode("ascii").translate(_TO_ORDINARY) + b"==")


def _order(columns: int) -> Kind:
    return Kind(f"(?=[ -~]{{1,{columns}}}(?![ -~])){_VALUE}", _A_VALUE, explain=partial(_explain_order, columns))


_A_VALUE = "bad-ascii"
_A_NUMBER = "bad-number"
_A_SEAT = "bad-seat-name"

ID = Kind(_BASE64_32, "bad-note-id")
"""An id of a note: 43 characters, kept as text."""
BYTES32 = Kind(_BASE64_32, "bad-32-bytes", _take_bytes, encode_b64)
BYTES16 = Kind(_BASE64_16, "bad-16-bytes", _take_bytes, encode_b64)
NUMBER = Kind(r"(?!0\d)\d{1,15}", _A_NUMBER, int)
SLUG = Kind(_SEAT, _A_SEAT, _take_seat)
"""A seat name."""
PARTY = Kind(_SEAT, _A_SEAT, _take_party)
"""A seat name or `referee`."""
WORD = Kind(_WORD, "one-word", explain=_explain_hyphens)
VALUE = Kind(_VALUE, _A_VALUE, explain=_explain_hyphens)
ORDER = _order(ORDER_COLUMNS)
PLANNED = _order(PLANNED_COLUMNS)
"""A sealed line that is an order, as it is opened in a step note."""
TEXT = Kind(_VALUE, _A_VALUE, unescape_text, escape_text)
SEALED = Kind(r"[\w-]++", "base64url-padding", decode_b64, encode_b64, blocks=True)
"""A piece of a sealed value, which takes as many full lines as it needs: the lines are read together."""
PLAIN = Kind(r"[\w-]++", "base64url-padding", decode_b64, encode_b64)
"""The same of a value that is not sealed, so of no blocks: what needs it knows how long it is."""

LONG = (SEALED, PLAIN)
"""The kinds whose values take more than one line."""

ASCENDING: Final = "ascending"
"""Marks a list whose values ascend by their first column."""


def row(make: Callable[..., Any], *columns: Kind, optional: int = 0) -> Kind:
    """A value of several columns; the last one may hold blanks. The last `optional` columns may be missing (empty)."""
    most, least = len(columns), len(columns) - optional
    pattern = columns[0].pattern
    for at, column in enumerate(columns[1:], 1):
        pattern += f" {column.pattern}" if at < least else f"(?: {column.pattern})?+"
    taken = [(at, column.take) for at, column in enumerate(columns) if column.take is not str]
    writes = [column.write for column in columns]

    def explain(text: str) -> None:
        parts = text.split(" ", most - 1)
        if not least <= len(parts) <= most:
            raise Unreadable("word-count", count=most, found=len(parts))
        for column, part in zip(columns, parts, strict=False):
            column.read(part)

    def take(text: str) -> Any:
        parts: list[Any] = text.split(" ", most - 1)
        for at, take_one in taken:
            if at < len(parts):
                parts[at] = take_one(parts[at])
        return make(*parts)

    def write(value: Any) -> str:
        values = value if isinstance(value, tuple) else msgspec.structs.astuple(value)
        parts = [write_one(item) for write_one, item in zip(writes, values, strict=True)]
        return " ".join([part for at, part in enumerate(parts) if part or at < least] if optional else parts)

    return Kind(pattern, _A_VALUE, take, write, explain)


class Field(msgspec.Struct, frozen=True):
    """The lines under one key."""

    key: str
    shape: Literal["one", "maybe", "many", "map", "long", "whole", "longmap"]
    """`one` is there once, `maybe` at most once (None), `many` any number of times in the order given, `map` once for
    each name, names ascending; `long` is at most one value in base64 over as many full lines as it needs (None),
    `whole` is there once, and `longmap` has one for each name.
    """
    kind: Kind = TEXT
    name: Kind = WORD
    ascending: bool = False
    """Whether a list ascends by its first column and holds it once."""
    most: int = 0
    """The bound of a list; 0 leaves that to the size of a note."""


@cache
def fields_of(make: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The lines of a type of note, in the order of its fields, as its annotations tell them.

    A short value stands `one` time, one with `| None` `maybe` (of many lines: `whole` and `long`), a tuple holds
    `many`, a mapping is a `map` (of many lines: `longmap`). `ASCENDING` and the `max_length` of a list are beside it in
    `Annotated`.
    """
    return tuple([_note_field(key, hint) for key, hint in make.__annotations__.items()])


def _note_field(key: str, hint: Any) -> Field:
    beside: tuple[object, ...] = ()
    if get_origin(hint) is Annotated and get_origin(hint.__origin__) is tuple:
        hint, beside = hint.__origin__, hint.__metadata__
    form, held = get_origin(hint), get_args(hint)
    if form is tuple:
        most = next((limit.max_length or 0 for limit in beside if isinstance(limit, msgspec.Meta)), 0)
        return Field(key, "many", _kind_of(held[0]), ascending=ASCENDING in beside, most=most)
    if form is Mapping:
        kind = _kind_of(held[1])
        return Field(key, "longmap" if kind in LONG else "map", kind, _kind_of(held[0]))
    if form in (Union, UnionType):
        kind = _kind_of(held[0])
        return Field(key, "long" if kind in LONG else "maybe", kind)
    kind = _kind_of(hint)
    return Field(key, "whole" if kind in LONG else "one", kind)


def _kind_of(hint: Any) -> Kind:
    if get_origin(hint) is Annotated:
        kind: Kind = hint.__metadata__[0]
        return kind
    if get_origin(hint) is tuple:
        return row(lambda *columns: columns, *map(_kind_of, get_args(hint)))
    return row(hint, *map(_kind_of, hint.__annotations__.values()), optional=len(hint.__struct_defaults__))


class FieldError(Exception):
    """A refusal and the index of the line under its key where it arose."""

    def __init__(self, index: int, refusal: Unreadable) -> None:
        super().__init__(str(refusal))
        self.index = index
        self.refusal = refusal


def write_field(of: Field, value: Any) -> list[str]:
    """The lines of a field, without line ends. A value that has no spelling gives lines that no reader takes."""
    key, shape, write = of.key, of.shape, of.kind.write
    if shape == "one":
        return [f"{key} {write(value)}"]
    if shape == "maybe":
        return [] if value is None else [f"{key} {write(value)}"]
    if shape == "many":
        return [f"{key} {write(item)}" for item in value]
    if shape == "map":
        return [f"{key} {of.name.write(name)} {write(value[name])}" for name in sorted(value)]
    if shape in ("long", "whole"):
        return [] if value is None else split_seal(f"{key} ", value)
    return [line for name in sorted(value) for line in split_seal(f"{key} {of.name.write(name)} ", value[name])]


def read_field(of: Field, values: Sequence[str]) -> Any:
    """What the values under the key of a field mean. Raises Misread."""
    shape = of.shape
    if shape in ("one", "maybe"):
        if len(values) > 1:
            raise FieldError(1, Unreadable("line-twice", key=of.key))
        return _each(of.kind.read, values)[0] if values else None
    if shape == "many":
        if of.most and len(values) > of.most:
            raise FieldError(of.most, Unreadable("too-many-lines", most=of.most, key=of.key))
        items = tuple(_each(of.kind.read, values))
        if of.ascending:
            _check_ascending([item[0] for item in items])
        return items
    if shape == "map":
        return _read_map(of, values)
    if shape in ("long", "whole"):
        return _join(of.kind, f"{of.key} ", values, 0) if values else None
    return _read_long_map(of, values)


def _read_map(of: Field, values: Sequence[str]) -> Mapping[str, Any]:
    parts = [value.partition(" ") for value in values]
    names = _each(of.name.read, [part[0] for part in parts])
    _check_ascending(names)
    return dict(zip(names, _each(of.kind.read, [part[2] for part in parts]), strict=True))


def _read_long_map(of: Field, values: Sequence[str]) -> Mapping[str, bytes]:
    parts = [value.partition(" ") for value in values]
    names = _each(of.name.read, [part[0] for part in parts])
    starts = [at for at, name in enumerate(names) if at == 0 or name != names[at - 1]]
    _check_ascending([names[at] for at in starts], starts)
    found = {}
    for start, end in zip(starts, [*starts, len(names)][1:], strict=True):
        chunks = [part[2] for part in parts[start:end]]
        found[names[start]] = _join(of.kind, f"{of.key} {names[start]} ", chunks, start)
    return found


def split_seal(prefix: str, data: bytes) -> list[str]:
    """The lines of a long value, each with `prefix` in front; all but the last are full."""
    text, width = encode_b64(data), COLUMNS - len(prefix)
    return [prefix + text[at : at + width] for at in range(0, len(text), width)] or [prefix]


def check_long(kind: Kind, data: bytes) -> None:
    """Raise Unreadable if `kind` is sealed and `data` is not as long as a sealed value of whole blocks."""
    tag, block = _SEALED_TAG, _SEALED_BLOCK
    if kind.blocks and (len(data) <= tag or (len(data) - tag) % block):
        raise Unreadable("sealed-value-size", tag=tag, block=block)


def _join(kind: Kind, prefix: str, chunks: Sequence[str], start: int) -> bytes:
    width = COLUMNS - len(prefix)
    for at, chunk in enumerate(chunks[:-1]):
        if len(chunk) != width:
            raise FieldError(start + at, Unreadable("value-lines-unfilled"))
    try:
        data = decode_b64("".join(chunks))
        check_long(kind, data)
    except Unreadable as refusal:
        raise FieldError(start, refusal) from None
    return data


def _each(read: Callable[[str], Any], values: Sequence[str]) -> list[Any]:
    found: list[Any] = []
    try:
        for value in values:
            found.append(read(value))
    except Unreadable as refusal:
        raise FieldError(len(found), refusal) from None
    return found


def _check_ascending(names: Sequence[str], lines: Sequence[int] | None = None) -> None:
    for at in range(1, len(names)):
        if names[at] <= names[at - 1]:
            refusal = Unreadable("names-out-of-order", name=names[at])
            raise FieldError(lines[at] if lines else at, refusal)
