"""Positions as plain values and back, each by what differs from the one before: no code, and no step told twice.

Positions after a take-back are not encoded, nor those of masked decks, whose locks are many thousand points, nor those
with a plan that failed, whose sentence is its reader's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.games import find
from referee.kernel.canonical_json import convert_to
from referee.kernel.errors import BrokenState
from referee.kernel.events import Event
from referee.kernel.game import AnyGame
from referee.kernel.goods import Stranger
from referee.kernel.grammar.spelling import Called
from referee.protocol.seating import Party, Table
from referee.protocol.step.position import Bag, Position, RecordedPast, StandingOrders
from referee.protocol.step.sealed_deck import SEALED_DECK

_OWN_WAYS = {
    "table": tuple[Party, tuple[Party, ...], tuple[Party, ...]],
    "state": Any,
    "standing": tuple[StandingOrders | None, ...],
    "events": tuple[tuple[str, dict[str, Any]], ...],
}
"""What a position has and msgspec alone cannot tell: keys of a table, and what is the game's to spell."""

_UNTOLD = ("past", "failed", "heads", "rollback_points", "rollbacks", "undone", "locks")
"""What other positions say, or what no position has that is told."""

_HINTS = {**get_type_hints(Position), **get_type_hints(RecordedPast), **_OWN_WAYS}
_OF_PAST = tuple(name for name in RecordedPast.__struct_fields__ if name not in _UNTOLD)
_FIELDS = tuple(name for name in (*Position.__struct_fields__, *_OF_PAST) if name not in _UNTOLD)

_OF_TABLE = [pair for pair in get_type_hints(Table).items() if pair[0] not in ("game", "deck")]

TableValues = msgspec.defstruct("TableValues", _OF_TABLE)
"""A table without its game, with the deck that everyone has that are told."""

Values = msgspec.defstruct("Values", [(name, _HINTS[name] | UnsetType, UNSET) for name in _FIELDS])
"""What differs in a position from another one, by field."""


def is_encodable(position: Position) -> bool:
    """Whether a position can be told by values."""
    past = position.past
    return not (position.failed or position.table.deck != SEALED_DECK or past.rollbacks or past.undone or past.locks)


def encode_table(table: Table) -> Any:
    """A table without its game; a title that comes from the game, in the reader's language, is left out as well."""
    title = "" if isinstance(table.title, Called) else table.title
    return TableValues(*(getattr(replace(table, title=title), name) for name in TableValues.__struct_fields__))


def decode_table(values: Any, game: AnyGame) -> Table:
    """The table of these values, at which that game is played."""
    table = Table(game=game, deck=SEALED_DECK, **msgspec.structs.asdict(values))
    return table if table.title else replace(table, title=find(table.rules.game).info.title)


def base_position(table: Table, bag: Bag) -> Position:
    """What the first position of several is told by: a table, what its bag is committed to, and nothing else."""
    return Position(table, -1, "", None, Stranger(), (), (), None, RecordedPast(()), bag)


def encode_position(position: Position, before: Position) -> Any:
    """What differs in a position from the one `before`. Heads and rollback points are left to who tells many."""
    game, told = position.table.game, {}
    for name in _FIELDS:
        value = _field(position, name)
        if value != _field(before, name):
            told[name] = value
    if "table" in told:
        told["table"] = position.table.host, position.table.seats, position.table.former
    if "state" in told:
        told["state"] = game.to_json(position.state)
    if "standing" in told:
        told["standing"] = tuple(_with_policy(game, orders, told=True) for orders in position.standing)
    if "events" in told:
        told["events"] = tuple((_name(type(event)), msgspec.to_builtins(event)) for event in position.events)
    return Values(**told)


def decode_position(values: Any, before: Position) -> Position:
    """The position of which `encode_position` tells that it came after the one `before`."""
    told = {name: value for name in _FIELDS if (value := getattr(values, name)) is not UNSET}
    table, game = before.table, before.table.game
    if "table" in told:
        host, seats, former = told["table"]
        told["table"] = replace(table, host=host, seats=seats, former=former)
    if "state" in told:
        told["state"] = game.from_json(told["state"])
    if "standing" in told:
        told["standing"] = tuple(_with_policy(game, orders, told=False) for orders in told["standing"])
    if "events" in told:
        told["events"] = tuple(convert_to(_kind(name), fields) for name, fields in told["events"])
    past = {name: told.pop(name) for name in _OF_PAST if name in told}
    return replace(before, past=replace(before.past, **past), **told)


def _field(position: Position, name: str) -> Any:
    return getattr(position.past if name in _OF_PAST else position, name)


def _with_policy(game: AnyGame, orders: StandingOrders | None, *, told: bool) -> StandingOrders | None:
    """Standing orders with the lines of their policy in its place, or the other way round."""
    if orders is None or orders.policy is None or game.policies is None:
        return orders
    policy = game.policies.format(orders.policy) if told else game.policies.parse(tuple(orders.policy))
    return replace(orders, policy=policy)


def _name(kind: type[Event]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


@lru_cache(maxsize=256)
def _kind(name: str) -> type[Event]:
    """The events that are called so, among those of the games that are loaded. Raises BrokenState: there are none."""
    kinds = [Event]
    for kind in kinds:
        if _name(kind) == name:
            return kind
        kinds += kind.__subclasses__()
    raise BrokenState("no-event-goods", event=name)
