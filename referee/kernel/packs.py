"""Data packs: what a game is played from beside its code, as JSON that can be hashed, kept in a record and checked.

A pack may be written in any spelling of JSON; what is hashed and kept is the canonical one. Every refusal names the
entry. Names hold nothing that could steer a terminal or look like a note.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Annotated, Any, NoReturn, TypeVar

import msgspec
from msgspec import Meta

from referee.kernel.canonical_json import canonical, convert_to, encode_b64, tagged_hash
from referee.kernel.errors import Unreadable

PACK_LIMIT = 2**20
"""A pack has at most this many bytes, as it was written and as it is kept."""

DEEPEST = 40
_MAX_INT = 2**53
_STEERING = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))

Code = Annotated[str, Meta(min_length=1, max_length=12)]
"""A code or id: a letter, then at most eleven letters, digits and hyphens, all small. Entries called `id` or `code` are
held to it in every pack.
"""

_CODE = r"[a-z][a-z0-9-]{0,11}"

Text = Annotated[str, Meta(min_length=1, max_length=80)]
"""Free text of one line."""

T = TypeVar("T")


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What something is called in each language."""

    en: Text
    it: Text

    def told(self, lang: str) -> str:
        """The name in the language `lang`; in English if there is none."""
        return self.it if lang == "it" else self.en


def pack_hash(data: bytes) -> str:
    """The hash of a pack in its canonical spelling, 43 characters: the value of the option `pack`."""
    return encode_b64(tagged_hash("pack", data))


@lru_cache(maxsize=8)  # who reads a game asks for its pack again and again
def canonical_pack(data: bytes) -> bytes:
    """The one spelling of the pack in `data`: canonical JSON.

    Raises:
        Unreadable: no JSON, too large or too deep, a key twice, a number that is not a whole one below 2**53, or text
            that could steer a terminal or look like a note; `at` names the entry, or the line.
    """
    value = _parse_pack(data)
    _check_entry(value, "")
    if not isinstance(value, dict) or not isinstance(value.get("format"), str):
        raise Unreadable("pack-names-no-format", at="format")
    found = canonical(value)
    if len(found) > PACK_LIMIT:
        raise Unreadable("pack-too-large", most=PACK_LIMIT, found=len(found))
    return found


def pack_format(data: bytes) -> str:
    """The format that a canonical pack names."""
    found: str = pack_value(data)["format"]
    return found


def pack_value(data: bytes) -> Any:
    """The canonical pack in `data` as JSON types, for a game that checks its shape by itself."""
    return msgspec.json.decode(data)


def read_pack(data: bytes, kind: type[T], form: str) -> T:
    """The pack in `data` as a value of the type `kind`, if it has the format `form`.

    Raises:
        Unreadable: as `canonical_pack`; another format; or an entry that the type does not have or allow.
    """
    value = msgspec.json.decode(canonical_pack(data))
    if value["format"] != form:
        raise Unreadable("pack-of-other-format", at="format", needed=form, found=value["format"])
    try:
        return convert_to(kind, value)
    except msgspec.ValidationError as error:
        _refuse(str(error))


_PLACE = r"(?s)(?P<what>.*?)(?: - at `\$?\.?(?P<at>.*)`)?"
_SHAPES = (
    ("pack-entry-lacks", r"Object missing required field `(?P<found>.*)`"),
    ("pack-entry-unknown", r"Object contains unknown field `(?P<found>.*)`"),
    ("pack-entry-type", r"Expected `(?P<needed>.*)`, got `(?P<found>.*)`"),
    ("pack-entry-bounds", r"Expected (?P<needed>.*)"),
)


def _refuse(message: str) -> NoReturn:
    place = re.fullmatch(_PLACE, message)
    what, at = (place["what"], place["at"] or "") if place else (message, "")
    for code, shape in _SHAPES:
        if found := re.fullmatch(shape, what):
            values = {name: value.replace("`", "") for name, value in found.groupdict().items()}
            raise Unreadable(code, at=at or values.get("found", ""), **values)
    raise Unreadable("pack-entry-bounds", at=at, needed=what.replace("`", ""))


def _parse_pack(data: bytes) -> Any:
    import json

    if len(data) > PACK_LIMIT:
        raise Unreadable("pack-too-large", most=PACK_LIMIT, found=len(data))
    try:
        text = data.decode()
        return json.loads(text, object_pairs_hook=_once, parse_float=_no_number, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise Unreadable("pack-not-utf8", at=str(error.start)) from None
    except json.JSONDecodeError as error:
        raise Unreadable("pack-not-json", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise Unreadable("pack-too-deep", most=DEEPEST) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable("pack-key-twice", at=_harmless(key))
        found[key] = value
    return found


def _no_number(text: str) -> NoReturn:
    raise Unreadable("pack-number", found=text[:40])


def _check_entry(value: Any, at: str, depth: int = 0) -> None:
    """Check that an entry and all in it may be in a pack."""
    if depth > DEEPEST:
        raise Unreadable("pack-too-deep", most=DEEPEST)
    if isinstance(value, str):
        if not value.isprintable() and any(unicodedata.category(sign) in _STEERING for sign in value):
            raise Unreadable("pack-text-steers", at=at)
        if "-----" in value:  # what a letter shows of it must never look like the first line of a note
            raise Unreadable("pack-five-hyphens", at=at)
    elif isinstance(value, int):
        if abs(value) >= _MAX_INT:
            raise Unreadable("pack-number", at=at, found=str(value)[:40])
    elif isinstance(value, list):
        for number, item in enumerate(value):
            _check_entry(item, f"{at}[{number}]", depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not (key.isascii() and key.isalnum()):  # most keys are plain words
                _check_entry(key, _harmless(key), depth + 1)
            place = f"{at}.{key}" if at else key
            _check_entry(item, place, depth + 1)
            if key in ("id", "code") and isinstance(item, str) and not re.fullmatch(_CODE, item):
                raise Unreadable("pack-entry-no-code", at=place)


def _harmless(key: str) -> str:
    return key.encode("unicode_escape").decode("ascii")[:60]
