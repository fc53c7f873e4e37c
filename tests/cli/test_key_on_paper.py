"""`referee key paper` and `key restore`: the same key again, byte for byte, its words nowhere but where asked for."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.crypto.paper_key import paper_words
from referee.record.store import effects
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import converse, inside, run
from tests.record.store.disk import PowerCut, count_effects
from tests.support.rehearse import test_key

ANNA = test_key("anna")
SAID = paper_words(ANNA)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return home_of(tmp_path, "anna")


def holding(place: Path) -> list[Path]:
    """The files below a place in which more than a word of the key stands."""
    found = [path for path in place.rglob("*") if path.is_file()]
    return [path for path in found if sum(word.encode() in path.read_bytes() for word in SAID) > 1]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_was_written_on_paper_gives_the_same_files_in_an_empty_home(tmp_path: Path, home: Path, lang: str) -> None:
    assert inside(["key", "paper", "--to", "sheet.txt", "--lang", lang], home, tmp_path)[0] == 0
    sheet, again = (tmp_path / "sheet.txt").read_bytes(), tmp_path / "again"
    code, out, _ = run(["key", "restore", "anna"], again, stdin=sheet)

    assert (code, out.decode().splitlines()[0]) == (
        0,
        inside(["key", "list"], home, tmp_path)[1].splitlines()[0].partition(",")[0],
    )
    for name in ("anna", "anna.pub"):
        assert (again / "keys" / name).read_bytes() == (home / "keys" / name).read_bytes()
    assert (again / "keys" / "anna").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param(" ".join(SAID), id="in a row"),
        pytest.param("\n".join(SAID).upper(), id="a line each, in capitals"),
        pytest.param("\n".join(f"{at}. {word}" for at, word in enumerate(SAID, 1)), id="numbered"),
        pytest.param("\r\n".join(f"  {at} {word}" for at, word in reversed([*enumerate(SAID, 1)])), id="from the last"),
    ],
)
def test_words_are_taken_however_they_are_written_down(tmp_path: Path, typed: str) -> None:
    assert run(["key", "restore", "anna"], tmp_path / "again", stdin=typed.encode())[0] == 0


def test_the_words_are_nowhere_but_where_they_were_asked_for(tmp_path: Path, home: Path) -> None:
    game = lay(tmp_path / "game", running().files)
    sheet = tmp_path / "sheet.txt"
    seen = [
        inside(words, home, game)
        for words in (
            ["key", "paper"],
            ["key", "paper", "anna", "--to", str(sheet)],
            ["key", "paper", "anna", "--to", str(sheet), "--json"],
            ["key", "show", "anna"],
            ["status"],
            ["archive", "--to", str(tmp_path / "game.zip")],
        )
    ]

    assert [code for code, _, _ in seen] == [2, 0, 0, 0, 0, 0]
    assert [sum(word in out + errors for word in SAID) > 1 for _, out, errors in seen] == [False] * 6
    assert holding(tmp_path) == [sheet]
    assert os.name != "posix" or sheet.stat().st_mode & 0o777 == 0o600
    assert json.loads(inside(["key", "paper", "--show", "--json"], home, game)[1])["words"] == list(SAID)


def test_a_failure_of_the_program_shows_no_word(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise RuntimeError(f"broken with {given!r}")

    monkeypatch.setattr("referee.service.home.key_files.files.write_once", broken)
    code, out, errors = inside(["key", "paper", "--to", "sheet.txt"], home, tmp_path)

    assert code == 70
    assert not any(word in out + errors for word in SAID)
    assert holding(tmp_path) == []


def test_a_sheet_goes_over_no_other_file_and_into_no_game(tmp_path: Path, home: Path) -> None:
    game, other = lay(tmp_path / "game", running().files), tmp_path / "other.txt"
    other.write_text("mine")
    taken = inside(["key", "paper", "--to", str(other)], home, tmp_path)
    shared = inside(["key", "paper", "--to", str(game / "letters.txt")], home, tmp_path)

    assert (taken[0], other.read_text()) == (5, "mine")
    assert (shared[0], "which others get to see" in shared[2]) == (5, True)
    assert holding(tmp_path) == []


@pytest.mark.parametrize(
    "typed, code, said",
    [
        ([*SAID[:4], "zzzzz", *SAID[5:]], 3, "word 5 is not on the word list"),
        ([*SAID[:-1]], 3, "a key has 26 words, not 25"),
        ([SAID[1], SAID[0], *SAID[2:]], 4, "two are swapped"),
        ([], 3, "a key has 26 words, not 0"),
        (["\x1b]0;pwned\x07", *SAID[1:]], 3, "word 1 is not on the word list"),
    ],
)
def test_words_of_no_key_are_refused_and_nothing_is_written(
    tmp_path: Path, typed: list[str], code: int, said: str
) -> None:
    again = tmp_path / "again"
    found, out, errors = run(["key", "restore", "anna"], again, stdin=" ".join(typed).encode())

    assert (found, said in errors.decode(), out) == (code, True, b"")
    assert b"\x1b" not in errors
    assert not again.exists() or not [path for path in again.rglob("*") if path.is_file()]


def test_a_key_that_is_there_is_never_replaced(tmp_path: Path, home: Path) -> None:
    before = (home / "keys" / "anna").read_bytes()
    code, _, errors = run(["key", "restore", "anna"], home, stdin=" ".join(paper_words(test_key("bert"))).encode())

    assert (code, b"you already have a key called anna" in errors) == (5, True)
    assert (home / "keys" / "anna").read_bytes() == before


def test_at_a_terminal_a_mistyped_line_alone_is_asked_for_again(tmp_path: Path) -> None:
    rows = [" ".join(SAID[at : at + 13]) for at in (0, 13)]
    wrong = f"{SAID[13][:-1]}x {' '.join(SAID[14:])}"
    answers = {"words 1 to 26": rows[0], "words 14 to 26": wrong, f"it would be: {SAID[13]}": rows[1]}
    code, seen = converse(["key", "restore", "anna"], tmp_path / "again", answers)

    assert code == 0, seen
    assert "word 14 is not on the word list" in seen
    assert (tmp_path / "again" / "keys" / "anna").is_file()


def test_after_a_crash_the_key_is_there_whole_or_not_at_all(
    tmp_path: Path, stop_at: Callable[[int, BaseException], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.cli.commands.opening.key._words_in", lambda text: SAID)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    total = count_effects(lambda: inside(["key", "restore", "anna"], tmp_path / "first", tmp_path))
    whole = (tmp_path / "first" / "keys" / "anna").read_bytes()
    for number in range(total):
        again = tmp_path / f"again-{number}"
        stop_at(number, PowerCut())
        try:
            inside(["key", "restore", "anna"], again, tmp_path)
        except PowerCut:
            effects.clear()
        key = again / "keys" / "anna"
        assert not key.exists() or key.read_bytes() == whole
    assert total >= 4
