"""`games --json` has what the card of a game shows: what happened last, with whom, who hosts, whom one may remind."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from referee.games import find
from referee.kernel.canonical_json import encode_b64
from referee.kernel.sentence import in_language
from referee.record.store import DataFolder
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.terminal import ROOT, inside
from tests.support.rehearse import open_match

TERMS = (("deadline", "7"), ("grace", "3"))
GAMES = ("tigris", "cards", "ur", "civilization")


def row(game: Path, home: Path, *words: str) -> dict[str, Any]:
    """The one game of a home, which stands in its folder first, so that it is known."""
    assert inside(["status"], home, game)[0] == 0
    code, out, errors = inside(["games", "--json", *words], home, game.parent)
    assert code == 0, errors
    (found,) = json.loads(out)["games"]
    return dict(found)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_a_card_says_what_happened_last_as_whoever_takes_it_in_reads_it(tmp_path: Path, name: str, lang: str) -> None:
    match, last = running(name, 9), "0009.step"
    reader = next(seat for seat in match.table.names if seat != asked(match))
    game, home = lay(tmp_path / "game", match.files, [last]), home_of(tmp_path, reader)
    (tmp_path / "mail").write_bytes(match.files[last])
    four = json.loads(inside(["words", "--json"], home, game)[1])["words"]
    assert inside(["words", *four, "--from", "all"], home, game)[0] == 0
    before = row(game, home, "--lang", lang)
    code, told_now, errors = inside(["receive", str(tmp_path / "mail"), "--lang", lang], home, game)
    assert code == 0, errors
    now = row(game, home, "--lang", lang)

    assert now["last"] and now["last"] != before["last"]
    seen = " ".join(told_now.split())
    assert all(sentence in seen for sentence in now["last"]), (now["last"], seen)
    assert now["plays"] == in_language(find(name).info.title, lang)


@pytest.mark.parametrize(("lang", "dealt"), [("en", "The deal is done."), ("it", "La distribuzione è fatta.")])
def test_of_a_game_that_has_just_begun_it_says_that_it_is_dealt(tmp_path: Path, lang: str, dealt: str) -> None:
    game = lay(tmp_path / "game", open_match("tigris", 3, "door").files)

    assert row(game, home_of(tmp_path, "anna"), "--lang", lang)["last"] == [dealt]


def test_a_step_in_which_nothing_is_seen_to_happen_is_told_by_its_orders(tmp_path: Path) -> None:
    """Nobody adds a tile to the conflict, which makes no event."""
    whole = {path.name: path.read_bytes() for path in (ROOT / "examples" / "tigris-4p" / "record").iterdir()}
    quiet = min(name for name, data in whole.items() if name.endswith("step") and b"\nevent" not in data)
    files = {
        name: data for name, data in whole.items() if not name.startswith("ack") and (name[0] > "9" or name <= quiet)
    }
    (last,) = row(lay(tmp_path / "game", files), home_of(tmp_path, "anna"))["last"]

    assert last.endswith(": commit 0.")


def test_a_card_says_with_whom_and_who_hosts(tmp_path: Path) -> None:
    match = running()
    found = row(lay(tmp_path / "game", match.files), home_of(tmp_path, "anna"), "--lang", "it")

    assert (found["seats"], found["host"]) == ([*match.table.names], "")
    assert found["called"] == {**match.table.called_by_seat, "referee": "l'arbitro"}


def test_a_host_has_the_name_that_the_book_of_the_reader_has_for_his_key(tmp_path: Path) -> None:
    """No note tells it; of a book that cannot be read nothing is taken, and the game is told all the same."""
    match, home = running(), home_of(tmp_path, "anna")
    game = lay(tmp_path / "game", match.files)
    names = []
    for book in (
        [{"name": "hanna", "address": "hanna@example.org", "key": encode_b64(match.table.host.key)}],
        [{"name": "host", "address": "hanna@example.org", "key": encode_b64(match.table.host.key)}],
        [{"name": "hanna", "address": "hanna@example.org", "key": encode_b64(match.table.seats[0].key)}],
        "damaged",
    ):
        DataFolder(home).write_own("people", json.dumps(book).encode())
        names.append(row(game, home)["called"]["referee"])
        assert json.loads(inside(["status", "--json"], home, game)[1])["called"]["referee"] == names[-1]

    assert names == ["Hanna", "the host", "the host", "the host"]


def test_a_host_who_plays_is_told_by_seat_and_called_as_its_player(tmp_path: Path) -> None:
    match = open_match("tigris", 2, "plays", (("host", "anna"),))
    found = row(lay(tmp_path / "game", match.files), home_of(tmp_path, "bert"))

    assert (found["host"], found["called"]["referee"]) == ("anna", found["called"]["anna"])


@pytest.mark.parametrize(
    ("who", "days", "terms", "may"),
    [
        ("other", 7.1, TERMS, True),
        ("host", 7.1, TERMS, True),
        ("host", 10.1, TERMS, True),
        ("other", 6.9, TERMS, False),
        ("asked", 7.1, TERMS, False),
        ("other", 70, (), False),
    ],
)
def test_a_card_says_whom_its_reader_may_remind_once_the_agreed_days_are_over(
    tmp_path: Path, who: str, days: float, terms: tuple[tuple[str, str], ...], may: bool
) -> None:
    match = open_match("tigris", 3, "late", terms)
    late = match.asked()
    other = next(seat for seat in match.table.names if seat != late)
    game, then = lay(tmp_path / "game", match.files), time.time() - days * 86_400
    os.utime(game / "record" / "0000.deal", (then, then))
    found = row(game, home_of(tmp_path, {"other": other, "asked": str(late)}.get(who, who)))

    assert (found["remind"], found["deadline"]) == ([late] if may else [], 7 if terms else None)


def test_before_the_charter_a_card_says_who_has_joined(tmp_path: Path) -> None:
    host, anna = (home_of(tmp_path, name) for name in ("host", "anna"))
    inside(["offer", "ur", "--seats", "3", "--folder", "host"], host, tmp_path)
    inside(["join", "host/record/offer.note", "--name", "Anna Böhm", "--folder", "anna"], anna, tmp_path)
    found = row(tmp_path / "anna", anna)

    assert (found["stage"], found["seats"], found["last"], found["remind"]) == ("offer", ["anna"], [], [])
    assert found["called"] == {"anna": "Anna Böhm", "referee": "the host"}


def test_a_game_that_is_over_says_in_sentences_who_has_won(tmp_path: Path) -> None:
    match = finished()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "anna")
    said = row(game, home, "--lang", "it")["result"]["told"]

    assert said and all(line in inside(["status", "--lang", "it"], home, game)[1].splitlines() for line in said)


@pytest.mark.parametrize(
    ("title", "lang", "head"),
    [
        ("Friday ur", "en", "Friday ur, open for players; you are Anna; joined so far: Anna"),
        ("", "it", "Ur, aperta alle adesioni; sei Anna; finora hanno aderito: Anna"),
    ],
)
def test_before_the_charter_it_is_said_which_game_this_is(tmp_path: Path, title: str, lang: str, head: str) -> None:
    host, anna = (home_of(tmp_path, name) for name in ("host", "anna"))
    inside(["offer", "ur", "--seats", "3", "--folder", "host", *(["--title", title] if title else [])], host, tmp_path)
    inside(["join", "host/record/offer.note", "--name", "Anna", "--folder", "anna"], anna, tmp_path)
    told_now, printed = (
        inside(["status", "--lang", lang, *more], anna, tmp_path / "anna")[1] for more in ([], ["--json"])
    )

    assert told_now.splitlines()[0] == head
    assert json.loads(printed)["title"] == (title or "Ur")
