"""`referee league`: a season from the file on, what hosts type, and what a file or an index may not do."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.cli.main import run
from tests.support import ROOT
from tests.table.league_games import NAMES, game, key_of

FILE = """\
title = "spring"
game = "cards"
seats = 4
points = [5, 3, 1, 0]
bye = 2

[players]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the file of a league of ten that begins, and a home without keys."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    players = "".join(f'{name} = "{key_of(name)}"\n' for name in NAMES[:10])
    (tmp_path / "spring.toml").write_text(FILE + players, "utf-8")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, the output and the errors of a command."""
    capsys.readouterr()
    code = run(list(words))
    return code, *capsys.readouterr()


def play(folder: Path) -> None:
    """Play all tables of the league: whoever sits first wins."""
    tables = [table for played in league(folder)["rounds"] for table in played["tables"]]
    entries = [game(number, table, range(1, len(table) + 1)) for number, table in enumerate(tables)]
    (folder / "club.index").write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))


def league(folder: Path) -> dict[str, Any]:
    """The file as it stands."""
    return tomllib.loads((folder / "spring.toml").read_text("utf-8"))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_is_proposed_is_put_at_the_end_of_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    for number in range(4):
        index = ["club.index"] if number else []
        code, proposed, told = said(capsys, "league", "spring.toml", *index, "--next", "--lang", lang)
        assert code == 0 and ">> spring.toml" in told
        with (folder / "spring.toml").open("a", encoding="utf-8") as file:
            file.write(proposed)
        assert len(league(folder)["rounds"]) == number + 1
        play(folder)
    code, table, _ = said(capsys, "league", "spring.toml", "club.index", "--json")
    rows = json.loads(table)["rows"]

    assert code == 0 and sum(row["points"] for row in rows) == 4 * (2 * 9 + 2 * 2)
    assert sum(row["byes"] for row in rows) == 8 and max(row["byes"] for row in rows) == 1


def test_the_lines_for_the_hosts_can_be_typed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / "spring.toml").read_text("utf-8")
    hard = r"spring \"$HOME\" `x` \\ !"
    (folder / "spring.toml").write_text(
        text.replace('"spring"', f'"{hard}"').replace(
            "[players]", 'options = {deadline = "14", own-colour = "allowed"}\n[players]'
        ),
        "utf-8",
    )
    code, table, _ = said(capsys, "league", "spring.toml", "--next", "--json")
    offer, charter = json.loads(table)["next"][0]["commands"]
    words = shlex.split(offer)

    assert code == 0 and words[:5] == ["referee", "offer", "cards", "--seats", "4"]
    assert words[words.index("--title") + 1] == 'spring "$HOME" `x` \\ ! 1.1'
    assert shlex.split(charter)[-1] == "anna,bert,carl,dora"
    assert (run(["key", "new", "hanna"]), run([*words[1:], "--name", "Hanna", "--folder", "table"])) == (0, 0)
    assert (folder / "table" / "record" / "offer.note").exists()


def test_the_same_input_gives_the_same_bytes_whatever_the_hashes(folder: Path) -> None:
    """In processes of their own, for the order of sets is another one in each."""
    outputs = set[bytes]()
    rounds = [[list(NAMES[:4]), list(NAMES[4:8])], [[*NAMES[2:6]], [*NAMES[6:10]]]]
    with (folder / "spring.toml").open("a", encoding="utf-8") as file:
        file.writelines(f"[[rounds]]\ntables = {json.dumps(tables)}\n" for tables in rounds)
    play(folder)
    for seed in ("1", "2", "3"):
        for more in ([], ["--next"]):
            command = [sys.executable, "-m", "referee", "league", "spring.toml", "club.index", *more]
            environment = {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "REFEREE_HOME": "home", "PATH": ""}
            done = subprocess.run(command, cwd=folder, capture_output=True, check=True, env=environment)
            outputs.add(done.stdout)

    assert len(outputs) == 2


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("a list of mine", "line 1"),
        ('game = "cards"\nseats = 4\nplayers = [', "TOML"),
        ('game = "cards"\nseats = 4', "players"),
        (FILE + "Anna = 7", "players"),
        ("colour = 1\n" + FILE, "colour"),
        (FILE.replace("seats = 4", 'seats = "four"'), "seats"),
        (FILE.replace("cards", "chess"), "chess"),
        (FILE.replace("seats = 4", "seats = 40"), "full table"),
        (FILE.replace("seats = 4", f"seats = {10**400}"), ""),
        (FILE.replace("[players]", 'options = {colour = "red"}\n[players]'), "colour"),
        (FILE.replace('"spring"', '"\\u001b[2J"'), ""),
        ("x = " + "[" * 3000, "TOML"),
        ("\xff", "TOML"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_file_that_is_none_is_refused_in_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], file: str, named: str, lang: str
) -> None:
    players = "".join(f'{name} = "{key_of(name)}"\n' for name in NAMES[:4]) if file.endswith("[players]\n") else ""
    (folder / "spring.toml").write_bytes((file + players).encode("latin-1"))
    code, out, errors = said(capsys, "league", "spring.toml", "--next", "--lang", lang)

    assert (code in (3, 5), out) == (True, "")
    assert errors.startswith("referee: ") and "\x1b" not in errors
    assert named in errors or lang == "it"


def test_a_bad_line_of_an_index_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "club.index").write_text("{}\n", "utf-8")
    code, out, errors = said(capsys, "league", "spring.toml", "club.index")

    assert (code, out) == (3, "") and errors.startswith("referee: line 1: club.index")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_page_has_what_the_terminal_shows_and_nothing_acts(
    folder: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    text = (folder / "spring.toml").read_text("utf-8").replace("Anna =", "'<b>|x|' =")
    table = json.dumps(["<b>|x|", *NAMES[1:4]])
    (folder / "spring.toml").write_text(f"{text}\n[[rounds]]\ntables = [{table}]\n", "utf-8")
    play(folder)
    entry = json.loads((folder / "club.index").read_text("utf-8"))
    entry["seats"][0].update(key=key_of("Anna"), name="<script>\x1b[31m")
    (folder / "club.index").write_text(json.dumps(entry) + "\n", "utf-8")
    pages = ("--html", "x.html", "--markdown", "x.md")
    code, out, _ = said(capsys, "league", "spring.toml", "club.index", *pages, "--lang", lang)
    html, marked = ((folder / name).read_text("utf-8") for name in ("x.html", "x.md"))

    assert code == 0 and "<b>|x| 5, Bert 3, Carl 1, Dora 0" in out
    assert "&lt;b&gt;|x| 5, Bert 3, Carl 1, Dora 0" in html and "<b>" not in html and "\\<b\\>\\|x\\| 5" in marked
    assert not any("script>" in told or "\x1b" in told for told in (out, marked)) and "<script>" not in html
    assert any(word in out for word in ("computed, not signed", "Nessuno ha firmato"))


def test_more_games_than_tables_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "spring.toml").open("a", encoding="utf-8").write(f"[[rounds]]\ntables = [{json.dumps(NAMES[:4])}]\n")
    entries = [game(number, NAMES[:4], (1, 2, 3, 4)) for number in range(3)]
    (folder / "club.index").write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))
    code, _, told = said(capsys, "league", "spring.toml", "club.index")

    assert code == 0
    assert told.startswith("Anna, Bert, Carl, Dora played 3 games for 1 league tables: only the first ones count")
