"""Refusals name what they speak of: `Ganges (gan)`, where the rules only know the code."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from referee.games.civilization.pack import Components
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable
from referee.kernel.grammar.spelling import Called
from referee.kernel.sentence import Sentence

F = TypeVar("F", bound=Callable[..., Any])

CODES = ("place", "origin", "technology", "missing", "structure", "card")
"""The values of refusals that are codes of the pack; others, such as a kind of unit, may be spelled like one."""


def by_name(components: Components, call: F) -> F:
    """The same function, whose refusals have the names that the pack has for its codes."""

    @wraps(call)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return call(*given, **named)
        except (IllegalMove, Unreadable) as refused:
            refused.said = _with_names(refused, components)
            raise

    return called  # type: ignore[return-value]


def _with_names(refused: RefereeError, components: Components) -> Sentence:
    values = {
        field: Called(value, components.told) if field in CODES and isinstance(value, str) else value
        for field, value in refused.values.items()
    }
    return Sentence(refused.code, **values)
