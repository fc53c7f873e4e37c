"""What a game loads only when it is asked for is there when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from referee.games import built_in, find
from referee.kernel.late_loading import Lazy
from tests.games.known import GAMES


def lazies(value: Any) -> Iterator[Lazy]:
    """Every lazy part of a game."""
    if isinstance(value, Lazy):
        yield value
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from lazies(getattr(value, field))


@pytest.mark.parametrize("name", GAMES)
def test_every_part_that_is_loaded_late_is_a_function(name: str) -> None:
    assert [repr(part) for part in lazies(find(name)) if not callable(Lazy.found(part))] == []


def test_the_games_have_parts_that_are_loaded_late() -> None:
    assert all(len(list(lazies(find(name)))) > 5 for name in built_in())


def test_a_game_is_found_without_its_pictures() -> None:
    lines = (
        "import sys; from referee.games import find; find('tigris'); print([m for m in sys.modules if '.faces' in m])"
    )
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_a_name_that_python_asks_for_itself_is_no_part() -> None:
    assert not hasattr(Lazy("referee"), "__len__")
