"""What is counted in a finished game: for every seat, in words of either language, and right."""

from __future__ import annotations

import pytest

from referee import games
from referee.audit.game_index import IndexEntry, index_entry, record_digest
from referee.audit.recompute import audit
from referee.games.civilization.state import State as Civilization
from referee.i18n.catalogue import catalogue_text
from referee.protocol.history.valid_part import ValidPart
from referee.record.sources import records_at
from tests.support import ROOT

EXAMPLES = {"tigris": "tigris-4p", "cards": "cards-2p", "ur": "ur-3p", "civilization": "civilization-2p"}


def read(game: str) -> tuple[IndexEntry, ValidPart]:
    """The entry of the finished example of a game, and its record."""
    files = records_at(ROOT / "examples" / EXAMPLES[game])[0].files
    seen: list[ValidPart] = []
    report = audit(files, seen=seen.append)
    return index_entry(record_digest(files), report, seen[0]), seen[0]


@pytest.mark.parametrize("game", games.built_in())
def test_every_tally_has_a_number_for_each_seat_and_words_in_each_language(game: str) -> None:
    told, _ = read(game)

    assert told.tallies
    assert {len(tally.values) for tally in told.tallies} == {len(told.seats)}
    assert [
        tally.name
        for tally in told.tallies
        for lang in ("en", "it")
        if not catalogue_text(game, "tally", tally.name, lang)
    ] == []


@pytest.mark.parametrize("game", games.built_in())
def test_every_end_of_a_game_has_words_in_each_language(game: str) -> None:
    endings = games.find(game).info.endings
    told = {
        (end, lang): catalogue_text(game, "ending", end, lang) or catalogue_text(game, "word", end, lang)
        for end in endings
        for lang in ("en", "it")
    }

    assert [end for end, words in told.items() if not words] == []


def test_points_and_treasures_are_those_of_the_result() -> None:
    """A row of the result is the colours of a seat, weakest first, once its treasures are shared out."""
    for game in ("tigris", "cards"):
        told, valid = read(game)
        of = {tally.name: tally.values for tally in told.tallies}
        assert valid.table is not None and valid.history.position is not None
        result = valid.table.game.outcome(valid.history.position.state)
        assert result is not None
        for seat, row in enumerate(result.scores):
            colours = sum(of[colour][seat] for colour in ("red", "black", "green", "blue"))

            assert sum(row[:4]) == colours + of["treasures"][seat]


def test_what_is_counted_from_events_is_what_the_steps_say() -> None:
    told, valid = read("tigris")
    text = [line for _, notes in valid.history.steps() for line in notes[-1].body.decode().splitlines()]
    won = [line.split() for line in text if line.startswith("event won ")]
    of = {tally.name: tally.values for tally in told.tallies}

    assert won and sum(of["wars"]) + sum(of["revolts"]) == len(won)
    assert of["wars"] == tuple(
        sum(line[2] == seated.seat and line[-1] == "war" for line in won) for seated in told.seats
    )


def test_what_civilization_counts_lies_in_front_of_each_player() -> None:
    told, valid = read("civilization")
    assert valid.history.position is not None
    state = valid.history.position.state
    assert isinstance(state, Civilization)
    of = {tally.name: tally.values for tally in told.tallies}

    assert of["technologies"] == tuple(len(player.technologies) for player in state.players)
    assert of["points"] == tuple(score[0] for score in _scores(valid))


def _scores(valid: ValidPart) -> tuple[tuple[int, ...], ...]:
    assert valid.table is not None and valid.history.position is not None
    result = valid.table.game.outcome(valid.history.position.state)
    assert result is not None
    return result.scores
