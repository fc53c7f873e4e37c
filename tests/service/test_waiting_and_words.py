"""Who is late is reminded or skipped after a yes to exactly that, and words that were heard are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.record.file_names import step_name
from referee.record.store import DataFolder
from referee.service.errors import Changed, Stale
from referee.service.reader import Reader
from referee.service.spoken_words import ask_without, go_without, hear_words, read_words
from referee.service.table import OpenTable, open_table
from referee.service.waiting.absences import ask_pass_for, pass_for
from referee.service.waiting.reminders import remind
from tests.cli.games_on_disk import asked, home_of, lay, remember, running

MATCH = running()
WHO = asked(MATCH)
OTHER = next(name for name in MATCH.table.names if name != WHO)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = lay(tmp_path / "game", MATCH.files)
    remember(folder, home_of(tmp_path, "host"), MATCH, 5)
    return folder


def opened(folder: Path, name: str = "host") -> OpenTable:
    return open_table(Reader(DataFolder(home_of(folder.parent, name))), folder)


def test_a_seat_is_skipped_once_and_as_it_was_read(folder: Path) -> None:
    ask = ask_pass_for(opened(folder), (WHO,))
    assert ask.sentence.startswith("waiting for Anna since") and "everyone receives this step" in ask.then[-1]
    with pytest.raises(Changed):
        pass_for(opened(folder), (WHO,), ask_pass_for(opened(folder), (WHO,)).digest[::-1])
    early, late = opened(folder), opened(folder)
    done = pass_for(early, (WHO,), ask.digest)
    with pytest.raises(Stale):
        pass_for(late, (WHO,), ask.digest)

    assert (done.step, Path(done.letter).is_file()) == (6, True)
    assert step_name(6) in opened(folder).session.history.signed_notes


def test_who_is_not_asked_is_not_skipped_and_a_player_skips_nobody(folder: Path) -> None:
    with pytest.raises(OutOfOrder):
        ask_pass_for(opened(folder), (OTHER,))
    with pytest.raises(OutOfOrder):
        ask_pass_for(opened(folder))
    with pytest.raises(NotAuthentic):
        ask_pass_for(opened(folder, OTHER), (WHO,))


def test_who_is_waited_for_gets_a_reminder(folder: Path) -> None:
    (one,) = remind(opened(folder))

    assert (one.reader.label, Path(one.file).is_file()) == (WHO, True)
    with pytest.raises(OutOfOrder):
        remind(opened(folder), (OTHER,))


def test_words_are_kept_as_they_were_heard(folder: Path) -> None:
    table = opened(folder, WHO)
    ours = read_words(table).words
    assert hear_words(table, {OTHER: ours}).heard[OTHER] == "equal"
    assert hear_words(table, {OTHER: tuple(reversed(ours))}).heard[OTHER] == "different"
    assert hear_words(table, {}, same=(OTHER, "host")).heard[OTHER] == "equal"
    with pytest.raises(Unreadable):
        hear_words(table, {OTHER: ("zzz", *ours[1:])})
    with pytest.raises(NotAuthentic):
        hear_words(table, {"nobody": ours})
    assert read_words(table).heard[OTHER] == "equal"


def test_to_go_without_words_is_a_choice(folder: Path) -> None:
    table = opened(folder, WHO)
    ask = ask_without(table, OTHER)
    assert ask is not None
    with pytest.raises(Changed):
        go_without(table, OTHER, "other")
    assert go_without(table, OTHER, ask.digest).heard[OTHER] == "without"
