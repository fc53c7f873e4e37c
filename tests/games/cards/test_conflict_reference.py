"""The fast rules of conflicts and kingdoms against a slow reading of the rules text, in random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from referee.games.cards.board import COLUMN, count_colour
from referee.games.cards.data import CODE_OF, KIND_INDEX, LEADERS
from referee.games.cards.events import InternalConflict
from referee.games.cards.moves import Commit, PlaceLeader, PlayCard
from referee.games.cards.rules import conflict, external
from referee.games.cards.rules.column import scorer_of
from referee.games.cards.rules.conflict import answer_defence, kind_of_conflict
from referee.games.cards.rules.external import attacker_first
from referee.games.cards.rules.external import conflicts as fast_conflicts
from referee.games.cards.state import Attack, Conversion, Defence, Merger, State
from tests.games.cards import reference
from tests.games.cards.playing import Turned, fierce, game, some_options
from tests.long_runs import of

SEEDS = range(of(24, 120))
"""Each number of seats with each set of options twice, or ten times."""


def looked_at(turned: Turned) -> list[str]:
    """Compare what one order of a game did with the reference; the sorts of things that were compared."""
    state, move = turned.before, turned.move
    frame = state.frames[-1]
    seen = []
    if isinstance(frame, Defence) and isinstance(move, Commit):
        compare_outcome(state, frame, move)
        seen.append("external" if frame.slot else "internal")
    if isinstance(move, PlaceLeader):
        compare_rival(turned, move)
        seen.append("leader")
    if isinstance(move, PlayCard):
        compare_scorer(state, move)
        seen.append("card")
    merger = next((frame for frame in turned.after.frames if isinstance(frame, Merger)), None)
    if merger is not None and isinstance(turned.after.frames[-1], Merger | Attack):
        compare_conflicts(turned.after, merger.slot)
        seen.append("merger")
    return seen


def compare_rival(turned: Turned, move: PlaceLeader) -> None:
    """A rival in the kingdom is fought, by nobody else than him."""
    expected = reference.rival(turned.before, turned.seat, move.leader, move.place)
    fought = [event.defender for event in turned.events if isinstance(event, InternalConflict)]

    assert fought == ([] if expected is None else [expected])


def compare_scorer(state: State, move: PlayCard) -> None:
    column = COLUMN[move.column]
    lowest = f"{move.column}{len(state.columns[column]) - 1}"

    assert scorer_of(state, column, KIND_INDEX[move.kind]) == reference.scorer(state, CODE_OF[move.kind], lowest)


def compare_outcome(state: State, fight: Defence, move: Commit) -> None:
    expected = reference.settled(state, fight, move.count)
    after = answer_defence(state, fight, move).state
    index = KIND_INDEX[kind_of_conflict(fight)]
    gained = after.piles[expected.winner].cards[index] - state.piles[expected.winner].cards[index]
    top = after.frames[-1] if after.frames else None
    converts = isinstance(top, Conversion) and (top.seat, top.slot) == (expected.winner, fight.slot)

    assert (after.columns, after.slots) == (expected.columns, expected.slots)
    assert reference.table_of(after).leaders == expected.leaders
    assert gained == expected.gained
    assert after.discards[index] - state.discards[index] == expected.discarded
    assert converts == expected.convert


def compare_conflicts(state: State, slot: str) -> None:
    found = {LEADERS[index]: attacker_first(state, slot, index) for index in fast_conflicts(state, slot)}

    assert found == reference.conflicts(state, slot)


def test_conflicts_kingdoms_and_scorers_are_those_of_the_rules_text() -> None:
    seen = Counter(
        sort for seed in SEEDS for turned in game(some_options(seed), seed, fierce) for sort in looked_at(turned)
    )

    assert min(seen[sort] for sort in ("external", "internal", "merger", "leader", "card")) > of(50, 100)


@pytest.mark.parametrize(
    ("module", "name", "flaw"),
    [
        (
            external,
            "count_colour",
            lambda columns, slots, side, index: count_colour(columns, slots, side, index) + side[0],
        ),
        (conflict, "is_red", lambda code: code == "r"),
        (external, "moved_up", lambda leaders, column, rows: leaders),
        (external, "sides_of", lambda slots, slot: ((slot, slot), (slot + 1, slot + 1))),
    ],
    ids=["a card too many", "treasures not red", "leaders left behind", "one column a side"],
)
def test_a_flaw_in_the_fast_rules_would_be_noticed(
    module: Any, name: str, flaw: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, flaw)

    with pytest.raises(AssertionError):
        for seed in SEEDS:
            for turned in game(some_options(seed), seed, fierce):
                looked_at(turned)
