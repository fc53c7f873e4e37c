"""The state as canonical JSON types, and back. The world is left out: it is the pack of the table."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.games.civilization.state import State
from referee.games.civilization.world import World

_FIELDS = tuple(field for field in State.__struct_fields__ if field != "world")
_Plain: type[msgspec.Struct] = msgspec.defstruct(
    "_Plain",
    [(field.name, field.type) for field in msgspec.structs.fields(State) if field.name != "world"],
    frozen=True,
    forbid_unknown_fields=True,
)


def to_json(state: State) -> dict[str, Any]:
    """The public state as canonical JSON types."""
    return {name: msgspec.to_builtins(getattr(state, name)) for name in _FIELDS}


def from_json(world: World, value: Any) -> State:
    """The state that `to_json` wrote. Raises `msgspec.ValidationError` for anything else."""
    plain = msgspec.convert(value, _Plain)
    return State(world=world, **{name: getattr(plain, name) for name in _FIELDS})
