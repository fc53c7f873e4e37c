"""Values that are worked out once and kept with their object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

V = TypeVar("V")


class kept(Generic[V]):
    """A property worked out when it is first asked for, and kept in the `__dict__` of its object.

    `functools.cached_property` holds one lock for all objects of a class in Python 3.11, so that threads would wait for
    one another. Without it two threads may work out the same value at once, which a pure function does not mind.
    """

    def __init__(self, make: Callable[[Any], V]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, of: None, owner: object = None) -> kept[V]: ...
    @overload
    def __get__(self, of: object, owner: object = None) -> V: ...
    def __get__(self, of: object, owner: object = None) -> kept[V] | V:
        if of is None:
            return self
        value = of.__dict__[self.name] = self.make(of)
        return value
