"""Values that are worked out when they are first asked for: of an object, and in a sequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, overload

V = TypeVar("V")


class cached_on_instance(Generic[V]):
    """A property worked out when it is first asked for, and kept in the `__dict__` of its object.

    `functools.cached_property` holds one lock for all objects of a class in Python 3.11, so that threads would wait for
    one another. Without it two threads may work out the same value at once, which a pure function does not mind.
    """

    def __init__(self, make: Callable[[Any], V]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, of: None, owner: object = None) -> cached_on_instance[V]: ...
    @overload
    def __get__(self, of: object, owner: object = None) -> V: ...
    def __get__(self, of: object, owner: object = None) -> cached_on_instance[V] | V:
        if of is None:
            return self
        value = of.__dict__[self.name] = self.make(of)
        return value


class Recalled(Sequence[V]):
    """What `recall` gives for each of the `numbers`, then `others`. Equal to any sequence of the same values."""

    __hash__ = None  # type: ignore[assignment]  # as equal to a tuple as to itself

    def __init__(self, numbers: Sequence[int], recall: Callable[[int], V], others: tuple[V, ...] = ()) -> None:
        self._numbers, self._recall, self._others = numbers, recall, others

    def __len__(self) -> int:
        return len(self._numbers) + len(self._others)

    @overload
    def __getitem__(self, index: int) -> V: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[V, ...]: ...
    def __getitem__(self, index: int | slice) -> V | tuple[V, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = range(len(self))[index]
        recalled = len(self._numbers)
        return self._recall(self._numbers[at]) if at < recalled else self._others[at - recalled]

    def __add__(self, others: tuple[V, ...]) -> Recalled[V]:
        return Recalled(self._numbers, self._recall, self._others + others)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)
