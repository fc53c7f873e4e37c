"""A host who plays with a masked deck vanishes: all others replace him, and his own seat has no say in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from scripts.dishonest.light import light
from tests.cli.masked_evenings import Evening

NAMES = ("anna", "bert", "carl")
DAYS = ("deadline=7", "grace=3")


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    with light():
        yield


def never() -> NoReturn:
    raise AssertionError("a seat that sees nothing")


def begun(tmp_path: Path, *options: str, names: tuple[str, ...] = NAMES) -> Evening:
    """Anna hosts and plays, and has entered a turn."""
    evening = Evening(tmp_path, names).opens(*DAYS, *options).dealt()
    evening.swaps()
    return evening


def asks(evening: Evening, who: str) -> list[str]:
    """The six words of a request to host; it lies in the shared folder."""
    told = json.loads(evening.does(who, "rekey", "host", "--yes", "--json"))
    evening.look((who,))
    return list(told["words"])


def agrees(evening: Evening, who: str, words: list[str]) -> str:
    """Somebody takes the request in and agrees to it."""
    evening.look((who,))
    return evening.does(who, "consent", "host", "--words", " ".join(words), "--yes")


@pytest.mark.parametrize("options", [(), ("escrow=yes",), ("quorum=majority",), ("absence=pause",)], ids=str)
def test_the_others_replace_a_host_who_plays_and_is_gone(tmp_path: Path, options: tuple[str, ...]) -> None:
    """His own seat cannot be let pass, since he alone enters steps: with a say it would have a veto for ever."""
    evening = begun(tmp_path, *options)
    words = asks(evening, "bert")
    agrees(evening, "carl", words)
    evening.look(("carl", "bert", "carl"))

    table = evening.desk("carl").table
    assert (table.host.since, table.host_seat) == (evening.desk("carl").position.step, "bert"), evening.told[-3:]
    assert "audit: no fault so far" in evening.does("carl", "audit")
    for _ in range(3):  # she is back, and follows
        evening.look()
    who = evening.desk("carl").table.names[evening.desk("carl").position.asked[0].seat]
    evening.does("anna", "words", *words, "--from", "host")  # who has not agreed hears them before a move
    evening.does(who, "move", "swap", *(evening.desk(who).own or never()).hand, "--yes")
    for _ in range(2):
        evening.look(("bert", "anna", "carl"))
    assert [evening.desk(one).position.step for one in NAMES] == [table.host.since + 1] * 3
    for one in NAMES:
        assert "audit: no fault so far" in evening.does(one, "audit")
