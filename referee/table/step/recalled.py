"""A sequence of which most is recalled when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Recalled(Sequence[T], Generic[T]):
    """What `recall` gives for each of the `numbers`, then `others`. Equal to any sequence of the same values."""

    __hash__ = None  # type: ignore[assignment]  # as equal to a tuple as to itself

    def __init__(self, numbers: Sequence[int], recall: Callable[[int], T], others: tuple[T, ...] = ()) -> None:
        self._numbers, self._recall, self._others = numbers, recall, others

    def __len__(self) -> int:
        return len(self._numbers) + len(self._others)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = range(len(self))[index]
        recalled = len(self._numbers)
        return self._recall(self._numbers[at]) if at < recalled else self._others[at - recalled]

    def __add__(self, others: tuple[T, ...]) -> Recalled[T]:
        return Recalled(self._numbers, self._recall, self._others + others)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)
