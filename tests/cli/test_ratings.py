"""`stats --rating`: what a club reads, what is missing, what a forged index does, and what 100,000 lines weigh."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from referee.audit.game_index import read_index_entries
from referee.cli.main import run
from tests.long_runs import of
from tests.needed_tools import need
from tests.support import ROOT
from tests.table import test_ratings as by_library

GAMES = ("ur-3p", "cards-2p", "tigris-4p")
LINES, MEGABYTES = 100_000, 64
NASTY = (
    None,
    True,
    -1,
    0,
    1,
    2**31,
    10**400,
    0.5,
    "",
    "\x1b[2J\x00",
    "tigris 99",
    "clean",
    "-",
    [],
    {},
    [1],
    ["a"],
    {"a": "b"},
)

WEIGHED = """\
import re, sys
from pathlib import Path
from referee.cli.main import run
code = run(sys.argv[1:])
peak = re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())
print(code, peak[1], file=sys.stderr)
"""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of three finished examples."""
    path = tmp_path_factory.mktemp("club") / "club.index"
    assert run(["audit", *(str(ROOT / "examples" / name) for name in GAMES), "--index", str(path)]) == 0
    return path


def altered(index: Path, **values: Any) -> Path:
    """An index with one line, the first one of these with other values."""
    entry = {**json.loads(index.read_bytes().splitlines()[0]), **values}
    other = index.with_name("altered.index")
    other.write_text(json.dumps(entry) + "\n", "utf-8")
    return other


def test_the_table_and_the_data_say_the_same(index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need("openskill")
    capsys.readouterr()
    assert run(["stats", str(index), "--rating", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["ratings"]
    assert run(["stats", str(index), "--rating", "--html", str(index.with_name("club.html"))]) == 0
    lines = capsys.readouterr().out.splitlines()
    page = index.with_name("club.html").read_text("utf-8")

    assert {row["game"] for row in rows} == {"", "cards", "tigris", "ur"}
    for row in rows:
        cells = [row["game"] or "all games", row["name"], str(row["games"])]
        cells += [f"{row['mu']:.1f}", f"{2 * row['sigma']:.1f}", f"{row['ordinal']:.1f}"]
        assert [line for line in lines if line.split("  ") and line.split() == " ".join(cells).split()] != []
        assert "".join(f'>{cell}</td><td class="number"' for cell in cells[1:5]) in page


def test_without_being_asked_nobody_is_rated(index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["stats", str(index), "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)

    assert (counted["ratings"], counted["unrated"]) == ([], 0)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_without_the_extra_one_line_says_what_to_type(
    index: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    for name in [name for name in sys.modules if name.startswith("openskill.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "openskill", None)

    assert run(["stats", str(index), "--rating", "--lang", lang]) == 69
    assert '-m pip install "openskill>=6.2"' in capsys.readouterr().err


@pytest.mark.parametrize(
    "values",
    [
        {"tallies": [{"name": "red", "values": []}]},
        {"tallies": [{"name": "red", "values": [10**400] * 4}]},
        *({name: 10**400} for name in ("turns", "steps", "moves")),
        *({"seats": [{"seat": "a", "name": "A", "key": "k", "place": place}]} for place in (10**400, 0, -3, 2)),
    ],
)
@pytest.mark.parametrize("option", [(), ("--rating",)])
def test_a_line_that_no_audit_wrote_is_a_sentence(
    index: Path, capsys: pytest.CaptureFixture[str], values: dict[str, Any], option: tuple[str, ...]
) -> None:
    """Before, a number for no seat was an `IndexError`, and one beyond counting an `OverflowError`."""
    if option:
        need("openskill")
    capsys.readouterr()

    assert run(["stats", str(altered(index, **values)), *option]) == 3
    assert capsys.readouterr().err.startswith("referee: line 1: ")


@pytest.mark.parametrize("seed", range(of(40, 400)))
def test_whatever_stands_in_a_line_no_command_fails(index: Path, capsys: pytest.CaptureFixture[str], seed: int) -> None:
    """One value of a line, at any depth, is another one: the line is refused by its number, or it is counted."""
    need("openskill")
    chance = Random(seed)
    entry = json.loads(chance.choice(index.read_bytes().splitlines()))
    holder: Any = entry
    while True:
        at = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if not (isinstance(holder[at], dict | list) and holder[at] and chance.random() < 0.8):
            break
        holder = holder[at]
    holder[at] = chance.choice(NASTY)
    capsys.readouterr()
    code = run(["stats", str(altered(index, **entry)), "--rating"])
    said = capsys.readouterr()

    assert code in (0, 3, 69) and not {"\x1b", "\x00"} & set(said.out + said.err)
    assert code == 0 or said.err.count("\n") <= 2


@pytest.mark.parametrize(("lang", "word"), [("en", "signed"), ("it", "firmato")])
def test_whoever_reads_figures_is_told_that_nobody_has_signed_them(
    index: Path, capsys: pytest.CaptureFixture[str], lang: str, word: str
) -> None:
    """A forged index cannot be told from another one."""
    need("openskill")
    files = [str(index.with_name(name)) for name in ("x.html", "x.md")]
    capsys.readouterr()
    command = ["stats", str(index), "--rating", "--html", files[0], "--markdown", files[1], "--lang", lang]
    assert run(command) == 0
    shown = [capsys.readouterr().out, *(Path(name).read_text("utf-8") for name in files)]

    assert [text.count(word) for text in shown] == [1, 2, 2]


def test_a_name_does_nothing_in_a_rating(index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need("openskill")
    seats = json.loads(index.read_bytes().splitlines()[0])["seats"]
    seats[0]["name"] = "<script>|x|\x1b[31m\n# y\u202e"
    hostile = altered(index, seats=seats)
    files = [str(hostile.with_name(name)) for name in ("x.html", "x.md")]
    capsys.readouterr()
    assert run(["stats", str(hostile), "--rating", "--html", files[0], "--markdown", files[1]]) == 0
    html, marked = (Path(name).read_text("utf-8") for name in files)
    told = capsys.readouterr().out

    assert "<script" not in html and not {"\x1b", "\u202e"} & set(html + marked + told)
    assert [line for line in marked.splitlines() if line.startswith("# y")] == []
    assert marked.count("\\<script\\>\\|x\\|") == 2


@pytest.mark.long
@pytest.mark.needs("openskill")
@pytest.mark.needs("/proc")
def test_so_many_lines_are_rated_in_little_memory_as_the_library_does(tmp_path: Path) -> None:
    """100,000 lines in one pass, under 64 MB, equal to the library's own answer."""
    path, keys = tmp_path / "large.index", [f"SHA256:{number:043}" for number in range(2000)]
    with path.open("wb") as file:
        for part in range(LINES // 1000):
            file.writelines(msgspec.json.encode(game) + b"\n" for game in by_library.played(part, 1000, keys))
    command = [sys.executable, "-c", WEIGHED, "stats", str(path), "--rating", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    code, peak = map(int, done.stderr.split())
    counted = json.loads(done.stdout)
    with path.open("rb") as lines:
        rated = by_library.by_hand(list(read_index_entries(lines, "large.index")))

    assert code == 0 and peak / 1024 < MEGABYTES
    assert {row["key"]: (row["mu"], row["sigma"]) for row in counted["ratings"] if not row["game"]} == {
        key: (rating.mu, rating.sigma) for key, rating in rated.items()
    }
    assert sum(game["games"] for game in counted["games"]) == LINES
