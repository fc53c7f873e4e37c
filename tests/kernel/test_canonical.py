"""What may be hashed: values with one spelling, on every machine and in every version of Python."""

from __future__ import annotations

import math

import msgspec
import pytest

from referee.kernel.canonical_json import canonical, check_canonical


class Careless(msgspec.Struct, omit_defaults=True):
    """A type whose text changes when a default does."""

    count: int = 0


AMBIGUOUS = {
    "no number": math.nan,
    "infinity": math.inf,
    "a zero with a sign": -0.0,
    "a whole number with a point": 1.0,
    "a number of 54 bits": 2**53,
    "a negative one": -(2**53),
    "keys that are numbers": {1: 2},
    "keys that are truth values": {True: 1},
    "keys beyond ASCII": {"\u00e9": 1},
    "text beyond ASCII": "caf\u00e9",
    "a set": {1, 2},
    "a set of mixed types": frozenset({1, "a"}),
    "bytes": b"ab",
    "text taken over unread": msgspec.Raw(b"1"),
    "a type that leaves defaults out": Careless(),
    "a complex number": 1j,
}


@pytest.mark.parametrize("deep", [False, True], ids=["itself", "inside"])
@pytest.mark.parametrize("what", AMBIGUOUS)
def test_what_has_more_than_one_spelling_is_no_part_of_a_state(what: str, deep: bool) -> None:
    """Attacks 42 and 43."""
    value = {"list": [1, ("text", AMBIGUOUS[what])]} if deep else AMBIGUOUS[what]

    with pytest.raises(TypeError, match="value"):
        check_canonical(value)


def test_what_has_one_spelling_is_written_in_it() -> None:
    value = {"b": [1, -2, True, None], "a": {"y": "text", "x": 2**53 - 1}}
    check_canonical(value)

    assert canonical(value) == b'{"a":{"x":9007199254740991,"y":"text"},"b":[1,-2,true,null]}'
