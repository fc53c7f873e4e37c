"""What may be hashed: values with one spelling, on every machine and in every version of Python."""

from __future__ import annotations

import math
import subprocess
import sys

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


AT_ONCE = """
import sys, threading, msgspec
from referee.kernel.canonical_json import convert_to, decode_as, unpack_as
sys.setswitchinterval(1e-7)
INNER = {"count": 1, "words": ["a"], "rows": {"a": [1]}}
OUTER = {"first": INNER, "many": [INNER]}
for _ in range(1000):
    inner = msgspec.defstruct("Inner", [("count", int), ("words", tuple[str, ...]), ("rows", dict[str, list[int]])])
    outer = msgspec.defstruct("Outer", [("first", inner), ("many", tuple[inner, ...])])
    begin, read = threading.Barrier(4), []
    def work(way, *given):
        begin.wait()
        read.append(way(*given))
    threads = [threading.Thread(target=work, args=given) for given in (
        (convert_to, inner, INNER),
        (convert_to, outer, OUTER),
        (decode_as, outer, msgspec.json.encode(OUTER)),
        (unpack_as, inner, msgspec.msgpack.encode(INNER)),
    )]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(read) == 4
"""


def test_threads_that_read_a_type_for_the_first_time_do_not_crash() -> None:
    """A page answers in threads: its first two requests read the same types at once."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
