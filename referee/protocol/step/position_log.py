"""The positions of a game up to a step, in pieces of bytes that hold several each; only the pieces needed are read."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from referee.kernel.canonical_json import unpack_as
from referee.kernel.lazy_values import Recalled
from referee.protocol.step.position import Position
from referee.protocol.step.position_codec import Values, decode_position, encode_position, is_encodable

_QUICK = 1  # the level of compression: most of it is what one step has in common with the next


def encode_positions(positions: Iterable[Position], ground: Position) -> bytes:
    """Positions that follow one another, the first of them told by a `ground`; empty at those that cannot be told."""
    told, before = [], ground
    for position in positions:
        kept = is_encodable(position)
        told.append(encode_position(position, before) if kept else None)
        before = position if kept else before
    return zlib.compress(msgspec.msgpack.encode(told), _QUICK)


class PositionLog(Mapping[int, Position]):
    """The positions up to `newest`, by step, as they were when they were read; `heads` are those of all steps.

    `firsts` are the steps with which pieces begin, ascending from 0, and `piece` gives the bytes of one by its place.
    What no piece tells is found among those that `read` gives, which reads the record from its beginning.
    """

    def __init__(
        self,
        ground: Position,
        newest: Position,
        heads: tuple[str, ...],
        firsts: Sequence[int],
        piece: Callable[[int], bytes],
        read: Callable[[], Mapping[int, Position]],
    ) -> None:
        self._ground, self._step, self._heads = ground, newest.step, heads
        self._firsts, self._piece, self._read = firsts, piece, read
        self._bare = {newest.step: newest}

    def __getitem__(self, step: int) -> Position:
        if not 0 <= step <= self._step:
            raise KeyError(step)
        bare = self.bare(step)
        points = self.points(bare.past.rollback_limit, step)
        return replace(bare, past=replace(bare.past, heads=self._heads[: step + 1], rollback_points=points))

    def __contains__(self, step: object) -> bool:
        return isinstance(step, int) and 0 <= step <= self._step

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._step + 1))

    def __len__(self) -> int:
        return self._step + 1

    def points(self, limit: int, step: int) -> Recalled[Position]:
        """To where the table could go back at the end of `step`, whose rollback limit is `limit`."""
        return Recalled(range(limit, step + 1), self.bare)

    def bare(self, step: int) -> Position:
        """The position after a step without what leads to others."""
        if step not in self._bare:
            self._take(bisect_right(self._firsts, step) - 1)
        return self._bare[step]

    def _take(self, place: int) -> None:
        told = unpack_as(list[Values | None], zlib.decompress(self._piece(place)))  # type: ignore[valid-type]
        before = self._ground
        for step, values in enumerate(told, start=self._firsts[place]):
            if values is None:
                self._bare[step] = self._read()[step].past.rollback_points[-1]
            else:
                self._bare[step] = before = decode_position(values, before)
