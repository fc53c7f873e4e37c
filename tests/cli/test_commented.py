"""`referee comment`, and where what was said after the end is seen: log, page, archive, mail, a shared folder."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.games_on_disk import finished, home_of, lay, running
from tests.cli.replayed_games import Outline
from tests.cli.terminal import inside

WHO, OTHER = "anna", "bert"
SAID = '</script><b>well & "truly" played</b>'

Types = Callable[..., tuple[int, str, str]]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", finished().files)


@pytest.fixture
def types(game: Path, tmp_path: Path) -> Types:
    return lambda *words, who=WHO: inside(words, home_of(tmp_path, who), game)


def kept(game: Path) -> list[Path]:
    return sorted((game / "comments").iterdir())


def test_what_is_said_stands_beside_its_step_in_the_log_in_both_languages(types: Types, game: Path) -> None:
    code, said, errors = types("comment", "2", *SAID.split(), "--yes")
    name = WHO.title()

    assert (code, errors) == (0, "")
    assert f"outbox/{kept(game)[0].name}" in said
    assert f'    {name}, afterwards: "{SAID}"\n3. ' in types("log")[1]
    assert f'    {name}, a partita finita: "{SAID}"\n' in types("log", "--lang", "it")[1]
    assert json.loads(types("log", "--json")[1])["comments"] == [{"step": 2, "seat": WHO, "text": SAID}]
    assert (json.loads(types("log", "--last", "1", "--json")[1]))["comments"] == []
    assert "1 comment, signed by its author" in types("audit")[1]


def test_a_page_shows_it_as_text(types: Types, tmp_path: Path) -> None:
    types("comment", "2", SAID, "--yes")
    assert types("replay", "--html", str(tmp_path / "page.html"))[0] == 0
    page = (tmp_path / "page.html").read_text("utf-8")

    assert f'{WHO.title()}, afterwards: "{SAID}"' in Outline(page).text
    assert SAID not in page


def test_signs_of_a_terminal_and_too_many_words_are_refused(types: Types, game: Path) -> None:
    refused = {
        text: types("comment", "2", text, "--yes")[::2] for text in ("\x1b[31mred", "so -----BEGIN", "word " * 300, " ")
    }

    assert [code for code, _ in refused.values()] == [3] * 4
    assert "at most 16 lines of 68 characters" in refused["word " * 300][1]
    assert not (game / "comments").exists()


def test_what_cannot_be_commented_is_refused_with_a_sentence(types: Types, tmp_path: Path) -> None:
    last = finished().host.step
    early = lay(tmp_path / "early", running().files)
    before = inside(["comment", "1", "early"], home_of(tmp_path, running().table.names[0]), early)
    behind = types("comment", str(last + 1), "late", "--yes")
    stranger = types("comment", "1", "hello", "--yes", who="mallory")

    assert before[0] == 5
    assert before[2].startswith("referee: comments are possible once the game has ended")
    assert "referee jot TEXT" in before[2]
    assert (behind[0], f"there is no step {last + 1}; the latest is {last}" in behind[2]) == (5, True)
    assert (stranger[0], "key" in stranger[2]) == (4, True)


def test_an_archive_carries_it_and_is_the_same_twice(types: Types, game: Path, tmp_path: Path) -> None:
    types("archive", "--to", str(tmp_path / "bare.zip"))
    types("comment", "2", SAID, "--yes")
    (game / "comments" / "of my own.txt").write_text("mine")
    types("archive", "--to", str(tmp_path / "one.zip"))
    again = types("archive", str(tmp_path / "one.zip"), "--to", str(tmp_path / "two.zip"))
    names = {file: zipfile.ZipFile(tmp_path / file).namelist() for file in ("bare.zip", "one.zip")}

    assert again[0] == 0
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert [name.partition("/")[2] for name in names["one.zip"] if name not in names["bare.zip"]] == [
        f"comments/{kept(game)[0].name}"
    ]
    assert "1 comment, signed by its author" in types("audit", str(tmp_path / "one.zip"))[1]


def test_mail_brings_all_that_was_said_with_the_ack_and_the_host_mails_too(types: Types, tmp_path: Path) -> None:
    for line in (["ack", "--yes"], ["comment", "2", SAID, "--yes"], ["comment", "1", "before that", "--yes"], ["mail"]):
        assert types(*line)[0] == 0
    letters = [path for path in (tmp_path / "game" / "letters").glob("comment-*.eml") if OTHER in path.name]
    other = lay(tmp_path / "other", finished().files)
    told = inside(["receive", letters[0]], home_of(tmp_path, OTHER), other)

    assert told[0] == 0
    assert "has commented on step 1" in told[2]
    assert len(kept(other)) == 2
    assert (other / "record" / f"ack-{WHO}.note").exists()
    assert types("comment", "0", "thanks", "--yes", who="host")[0] == 0
    assert types("mail", who="host")[0] == 0
    assert "thanks" in (tmp_path / "game" / "letters" / f"0030-{OTHER}.eml").read_text()


def test_in_a_shared_folder_a_comment_lies_once_and_is_taken_once(types: Types, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    types("comment", "2", SAID, "--yes")
    assert types("sync", str(shared))[0] == 0
    other = lay(tmp_path / "other", finished().files)
    first = inside(["sync", str(shared)], home_of(tmp_path, OTHER), other)
    again = inside(["sync", str(shared)], home_of(tmp_path, OTHER), other)

    assert "has commented on step 2" in first[1] + first[2]
    assert "commented" not in again[1] + again[2]
    assert len(list(shared.glob("comment-*"))) == 1
