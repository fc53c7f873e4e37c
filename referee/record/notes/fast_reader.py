"""The quick way to read a note: one regular expression for each type, made from its fields.

It takes most sound notes and refuses nothing: what it does not take is read again, line by line, with a reason. Every
repetition is possessive, so the expression never goes back, however a text is made (`referee.record.notes.patterns`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import Unreadable
from referee.record.notes import AnyNote
from referee.record.notes.fields import COLUMNS, Field, check_long, fields_of
from referee.record.notes.patterns import compile_possessive

_FITTING = compile_possessive(rf"(?:[^\n]{{0,{COLUMNS}}}+\n)*+")


@cache
def quick_reader(make: type[AnyNote]) -> Callable[[bytes], AnyNote | None]:
    """A function from a body to its note, or to None for a body that it does not take."""
    fields = fields_of(make)
    pattern = f"referee/1 {make.__name__.lower()}\n" + "".join(map(_pattern, fields))
    match = compile_possessive(pattern, re.ASCII).fullmatch
    takes = [_take(field) for field in fields]
    keys = [field.key for field in fields]

    def read(body: bytes) -> AnyNote | None:
        text = body.decode("latin-1")
        found = match(text)
        # Five hyphens may occur in base64 only, and rarely do; the careful reader knows where they are.
        if found is None or "-----" in text or not _FITTING.fullmatch(text):
            return None
        try:
            blocks = zip(keys, takes, found.groups(), strict=True)
            # What is absent is the default of its field.
            note: AnyNote = make(**{key: take(block) for key, take, block in blocks if block})
        except (Unreadable, _NotTaken):
            return None
        return note

    return read


class _NotTaken(Exception):
    """What matched is not a sound note after all."""


def _pattern(field: Field) -> str:
    key, value = field.key, field.kind.pattern
    match field.shape:
        case "one":
            return f"{key} ({value})\n"
        case "maybe":
            return f"(?:{key} ({value})\n)?+"
        case "many":
            return f"((?:{key} {value}\n){{0,{field.most}}}+)" if field.most else f"((?:{key} {value}\n)*+)"
        case "whole":
            return f"((?:{key} {value}\n)++)"
        case "long":
            return f"((?:{key} {value}\n)*+)"
    return f"((?:{key} {field.name.pattern} {value}\n)*+)"


def _take(field: Field) -> Callable[[str], Any]:
    take, take_name, cut = field.kind.take, field.name.take, len(field.key) + 1

    def take_many(block: str) -> tuple[Any, ...]:
        items = tuple([take(line[cut:]) for line in block.split("\n")[:-1]])
        if field.ascending:
            _check_ascending([item[0] for item in items])
        return items

    def take_map(block: str) -> dict[str, Any]:
        rows = [line[cut:].split(" ", 1) for line in block.split("\n")[:-1]]
        _check_ascending([name for name, _ in rows])
        return {take_name(name): take(value) for name, value in rows}

    def take_long(block: str) -> bytes:
        return _long(field, f"{field.key} ", block)

    def take_long_map(block: str) -> dict[str, bytes]:
        found = {}
        while block:
            name = block[cut : block.index(" ", cut)]
            prefix = f"{field.key} {name} "
            end = block.index("\n", max(block.rfind("\n" + prefix), 0) + 1) + 1
            found[take_name(name)] = _long(field, prefix, block[:end])
            block = block[end:]
        _check_ascending(list(found))
        return found

    by_shape: dict[str, Callable[[str], Any]] = {
        "one": take,
        "maybe": take,
        "many": take_many,
        "map": take_map,
        "long": take_long,
        "whole": take_long,
        "longmap": take_long_map,
    }
    return by_shape[field.shape]


def _long(field: Field, prefix: str, block: str) -> bytes:
    text = block[len(prefix) : -1].replace("\n" + prefix, "")
    data = decode_b64(text)
    check_long(field.kind, data)
    # No line is longer than COLUMNS, so the value is split correctly if all line ends but the last are at these places.
    lines = block.count("\n")
    if block[COLUMNS :: COLUMNS + 1][: lines - 1] != "\n" * (lines - 1):
        raise _NotTaken
    return data


def _check_ascending(names: list[str]) -> None:
    if any(later <= earlier for earlier, later in pairwise(names)):
        raise _NotTaken
