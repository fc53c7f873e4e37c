"""Credits, conquest and Splendore agree with a second reading of the text, in random games and when told wrongly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.games import find
from referee.games.civilization import events as e
from tests.games.civilization import literal
from tests.games.contract.playout import Table, option_sets, playout, sets_of, tables
from tests.long_runs import of

GAME = find("civilization")
TRIED, SETS = option_sets("civilization"), sets_of(GAME.info)


@pytest.mark.parametrize("number", range(of(len(TRIED), 40)))
def test_a_random_game_agrees_with_the_text_after_every_step(number: int) -> None:
    finished = playout(GAME, TRIED[number % len(TRIED)], number, 0, literal.every_step)

    assert finished.last.state.ended in GAME.info.endings


def step_with(kind: type[Any]) -> tuple[Table, Table]:
    """The first step of some random game in which something of this kind happens, and the position before it."""
    for number in range(40):
        before: Table | None = None
        for table in tables(GAME, SETS[9], number):
            if before is not None and any(isinstance(event, kind) for event in table.events):
                return before, table
            before = table
    raise AssertionError(f"nothing like {kind.__name__} happens")


def told_otherwise(table: Table, kind: type[Any], **values: Any) -> Table:
    """The step with one of its events told wrongly."""
    from msgspec.structs import replace as changed

    number = next(i for i, event in enumerate(table.events) if isinstance(event, kind))
    wrong = changed(table.events[number], **values)
    return replace(table, events=(*table.events[:number], wrong, *table.events[number + 1 :]))


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (e.Gained, {"credits": 1000}),
        (e.Gained, {"amount": 7}),
        (e.Paid, {"credits": 0}),
        (e.Conquered, {"attack": 99}),
        (e.Conquered, {"defence": 77}),
        (e.Counted, {"number": 55}),
        (e.Counted, {"points": 9}),
    ],
)
def test_a_number_told_wrongly_is_found(kind: type[Any], values: dict[str, int]) -> None:
    before, after = step_with(kind)
    wrong = told_otherwise(after, kind, **values)
    findings = [
        *literal.credits(before.state, after.state, wrong.events),
        *literal.conquest(before.state, wrong.events),
        *literal.splendore(before.state, after.state, wrong.events),
    ]

    assert findings != []
