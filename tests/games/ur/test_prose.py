"""Every event and question of Ur is a sentence in both languages."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import Formatter

import pytest

from referee.games.ur import GAME, events
from referee.games.ur.data import ACTIONS, LETTERS
from referee.kernel.events import Event
from referee.table.explain import event_prose, question_prose
from tests.games.contract.playout import option_sets, tables

FOLDER = Path(__file__).parents[3] / "referee" / "games" / "ur"
PROSE = tomllib.loads((FOLDER / "prose.toml").read_text("utf-8"))
EVENTS = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
KINDS = [kind for kind in EVENTS if kind.__module__ == events.__name__]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_event_has_a_sentence_with_its_own_fields(kind: type[Event]) -> None:
    entry = PROSE["events"][kind.__name__.lower()]

    assert set(entry) == {"en", "it"}
    for template in entry.values():
        assert {field for _, field, _, _ in Formatter().parse(template) if field} <= set(kind.__struct_fields__)


def test_there_is_no_sentence_for_an_event_that_is_none() -> None:
    assert set(PROSE["events"]) == {kind.__name__.lower() for kind in KINDS}


def test_every_word_that_events_use_can_be_said() -> None:
    assert set(PROSE["words"]) >= {*ACTIONS.values(), *LETTERS, *GAME.info.endings, "spare"}
    assert all(set(entry) == {"en", "it"} for entry in PROSE["words"].values())


@pytest.mark.parametrize("lang", ("en", "it"))
def test_a_whole_game_can_be_told_without_words_of_the_note(lang: str) -> None:
    """No field stays in braces, and every event and question has a sentence of its own."""
    names = ("anna", "bert", "carl")
    for table in tables(GAME, option_sets("ur")[0], seed=4):
        told = [event_prose(GAME, event, names, lang) for event in table.events]
        told += [question_prose(GAME, request, names, lang) for request in GAME.requests(table.state)]

        assert all("{" not in sentence and not sentence.endswith((".", ": ")) for sentence in told)
        assert not any(sentence.startswith(tuple(PROSE["events"])) for sentence in told)
