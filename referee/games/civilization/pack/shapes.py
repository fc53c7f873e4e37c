"""What is wrong with the shape of a pack: a field that is missing, unknown or of another type, in which entry."""

from __future__ import annotations

import re
from typing import Any, Final, get_args

from referee.games.civilization.pack import effects, entries
from referee.games.civilization.pack.bounds import tag_of
from referee.games.civilization.pack.ids import ID
from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence

_WHERE: Final = re.compile(r"^(.*?) - at `(?:key in )?\$(.*)`$", re.DOTALL)
_ENTRY: Final = re.compile(r"^\.(\w+)(?:\[(\d+)\])?\.?(.*)$")
_QUOTED: Final = re.compile(r"`([^`]*)`")

CHOICES: Final = {
    "basis": get_args(entries.Basis),
    "mode": get_args(entries.Mode),
    "ends": get_args(entries.Ends)[1:],
    "colour": get_args(entries.Colour),
    "scope": get_args(effects.Scope),
    "per": get_args(effects.Per),
}
"""Fields with a closed list of values."""


def fault_of_shape(problem: str, value: Any) -> Unreadable:
    """The refusal for what `msgspec` found wrong (`problem`) in the decoded pack `value`, naming the entry."""
    found = _WHERE.match(problem)
    what, path = found.groups() if found else (problem, "")
    at, field = _entry_and_field(path, value)
    quoted = _QUOTED.findall(what)
    if what.startswith("Object missing required field"):
        return Unreadable("civilization/pack-field-missing", at=at, field=_field_path(field, quoted[0]))
    if what.startswith("Object contains unknown field"):
        return Unreadable("civilization/pack-field-unknown", at=at, field=_field_path(field, quoted[0]))
    if field.rpartition(".")[2] == "do":
        return _effect(at, field, what)
    name = re.sub(r"\[\d+\]", "", field).rpartition(".")[2]
    if what.startswith("Invalid enum value") and name in CHOICES:
        known = ", ".join(CHOICES[name])
        return Unreadable("civilization/pack-value-one-of", at=at, field=field, known=known, found=_enum(what))
    if not field:
        return Unreadable("civilization/pack-entry-wrong", at=at, expected=_expected_sentence(what, quoted))
    return Unreadable("civilization/pack-value-wrong", at=at, field=field, expected=_expected_sentence(what, quoted))


def _effect(at: str, field: str, what: str) -> Unreadable:
    if _enum(what).lower() == "manual":
        return Unreadable("civilization/pack-effect-manual", at=at)
    where = re.split(r"[.\[]", field)[0]
    union = {"gains": effects.TechGain, "powers": effects.Power}.get(where, effects.BoxEffect)
    known = ", ".join(tag_of(kind) for kind in get_args(union))
    return Unreadable("civilization/pack-effect-unknown", at=at, field=field, found=_enum(what), known=known)


def _entry_and_field(path: str, value: Any) -> tuple[str, str]:
    """The entry a path leads through, and the field within it."""
    found = _ENTRY.match(path)
    if found is None:
        return "pack", path.lstrip(".")
    group, number, field = found.groups()
    if number is None:
        return "pack", path.lstrip(".")
    entry = value[group][int(number)]
    id_ = entry.get("id") if isinstance(entry, dict) else None
    shown = id_ if isinstance(id_, str) and ID.fullmatch(id_) else f"{int(number) + 1}"
    return f"{group} {shown}", field


def _field_path(field: str, name: str) -> str:
    return f"{field}.{name}" if field else name


def _enum(what: str) -> str:
    """The value that a message such as `Invalid value 'x'` names, cut to what a line can show."""
    return what.partition("'")[2].rpartition("'")[0][:40]


def _expected_sentence(what: str, quoted: list[str]) -> Sentence:
    kind = quoted[0] if quoted else ""
    if kind.startswith("int"):
        return Sentence("civilization/pack-whole-number")
    if kind.startswith("str"):
        return Sentence("civilization/pack-text")
    if kind.startswith("bool"):
        return Sentence("civilization/pack-true-or-false")
    if kind.startswith("array"):
        pair = "length 2" in what
        return Sentence("civilization/pack-two-numbers") if pair else Sentence("civilization/pack-list")
    return Sentence("civilization/pack-object")
