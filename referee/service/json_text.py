"""A result as JSON: in pure ASCII, with sentences inside it as code, values and English."""

from __future__ import annotations

import re

import msgspec

from referee.kernel.sentence import Sentence


def json_line(value: object) -> str:
    """One JSON object on one line, in ASCII: the same bytes on every terminal, and none that it would obey."""
    try:
        text = msgspec.json.encode(value, order="sorted", enc_hook=to_builtins).decode()
    except UnicodeEncodeError:  # a name of a file that is not UTF-8
        text = msgspec.json.encode(
            _with_names_readable(msgspec.to_builtins(value, enc_hook=to_builtins)), order="sorted"
        ).decode()
    return text if text.isascii() and "\x7f" not in text else re.sub(r"[^ -~]", _json_escape, text)


def _with_names_readable(value: object) -> object:
    """The same values with bytes of file names that are no text as `\\xff`."""
    if isinstance(value, str):
        return "".join(f"\\x{ord(char) & 0xFF:02x}" if "\ud800" <= char <= "\udfff" else char for char in value)
    if isinstance(value, dict):
        return {_with_names_readable(name): _with_names_readable(item) for name, item in value.items()}
    return [_with_names_readable(item) for item in value] if isinstance(value, list | tuple) else value


def to_builtins(value: object) -> object:
    """A sentence inside an object: its code, its values, and its English; what has a name there, its code."""
    if isinstance(value, Sentence):
        return {"code": value.code, "values": dict(value.values), "sentence": str(value)}
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(type(value).__name__)


def _json_escape(char: re.Match[str]) -> str:
    units = char[0].encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
