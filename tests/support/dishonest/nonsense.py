"""Values that a liar may write in place of an honest one: of the same type, and of no sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from tests.support.dishonest.signing import changed

WORDS = (
    *("zoe", "anna", "bert", "referee", "x", "tiles", "pass", "swap 6", "win pass", "commit 99", "place temple A1"),
    *("drew anna 99", "drew zoe 3 tiles", "drew anna 1 zoe", "spent anna gold 1", "won anna bert 1 1", "0", "-1"),
    *("connect A-B", "discarded anna 9", "laid A-B anna", "revealed A-B gold", "built x", "score no"),
)


def other(value: Any, chance: Random) -> Any:
    """Another value of the same type: too large, too small, doubled, missing, turned round, somebody else's."""
    found = list(_others(value, chance))
    return chance.choice(found) if found else value


def _others(value: Any, chance: Random) -> Iterator[Any]:
    if isinstance(value, int):
        yield from (0, 1, value + 1, max(0, value - 1), 70000, 10**14)
    elif isinstance(value, bytes):
        yield from (bytes(len(value)), chance.randbytes(len(value)), value[:16], value + bytes(256), b"")
        yield value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
    elif isinstance(value, str):
        yield from (*WORDS, value + "x", value[::-1], " ".join(value.split()[::-1]))
    elif isinstance(value, tuple):
        yield from _other_rows(value, chance)
    elif isinstance(value, Mapping):
        yield from _other_maps(dict(value), chance)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield changed(value, **{name: other(getattr(value, name), chance)})
    elif value is None:
        yield from (bytes(32), bytes(272), bytes(528), "x", (b"",))


def _other_rows(value: tuple[Any, ...], chance: Random) -> Iterator[Any]:
    yield from ((), value + value, value[:-1], value[::-1], value[1:])
    for _ in range(4 if value else 0):
        at = chance.randrange(len(value))
        yield (*value[:at], other(value[at], chance), *value[at + 1 :])
    if not value:
        yield from ((word,) for word in WORDS[:4])


def _other_maps(value: dict[str, Any], chance: Random) -> Iterator[Any]:
    yield {}
    names = sorted(value)
    for name in names[:2]:
        yield {key: item for key, item in value.items() if key != name}
        yield {**value, "zoe": value[name]}
        yield {**value, name: other(value[name], chance)}
    if len(names) > 1:
        one, two = chance.sample(names, 2)
        yield {**value, one: value[two], two: value[one]}
        yield {**value, one: value[two]}
