"""Statistics as a page: the same figures as at the terminal, bars without a script, and nothing of strangers acts."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from referee.audit.game_index import IndexedSeat, IndexEntry
from referee.cli.main import run
from referee.games import find
from tests.support import ROOT

GAMES = ("ur-3p", "cards-2p", "tigris-4p")


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """An index of finished games, in which a player has a name that would act."""
    assert run(["audit", *(str(ROOT / "examples" / name) for name in GAMES), "--index", str(tmp_path / "i")]) == 0
    lines = (tmp_path / "i").read_bytes().splitlines()
    first, *others = [msgspec.json.decode(line, type=IndexEntry) for line in lines]
    seat = first.seats[0]
    named = IndexedSeat(seat.seat, "<script>|x|\x1b[31m", "another key", seat.place)
    entries = (msgspec.structs.replace(first, seats=(named, *first.seats[1:])), *others)
    (tmp_path / "i").write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))
    return tmp_path / "i"


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_page_has_every_cell_that_the_terminal_shows(
    index: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    capsys.readouterr()
    assert run(["stats", str(index), "--html", str(index.parent / "club.html"), "--lang", lang]) == 0
    shown = capsys.readouterr().out
    page = (index.parent / "club.html").read_text("utf-8")
    cells = {cell for line in shown.splitlines() if line.endswith(("#", "-")) for cell in re.split(r" {2,}", line)[:-1]}

    assert [cell for cell in cells if cell and f">{cell}</td>" not in page and "<" not in cell] == []
    assert page.count("<meter ") == sum(line.endswith(("#", "-")) for line in shown.splitlines()) > 6


def test_a_name_does_nothing_on_either_page(index: Path) -> None:
    names = ("--html", str(index.parent / "club.html"), "--markdown", str(index.parent / "club.md"))
    assert run(["stats", str(index), *names]) == 0
    html = (index.parent / "club.html").read_text("utf-8")
    markdown = (index.parent / "club.md").read_text("utf-8")

    assert "<script" not in html and "\x1b" not in html + markdown
    assert [line for line in markdown.splitlines() if "script" in line and "\\<script\\>\\|x\\|" not in line] == []


def test_the_same_index_gives_the_same_page(index: Path) -> None:
    names = [str(index.parent / name) for name in ("one.html", "two.html")]
    for name in names:
        assert run(["stats", str(index), "--html", name]) == 0

    assert Path(names[0]).read_bytes() == Path(names[1]).read_bytes()


def test_what_was_counted_in_games_stands_in_a_table_on_a_page(index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At the terminal several stand in a line, which a page would tell as one long sentence."""
    capsys.readouterr()
    assert run(["stats", str(index), "--html", str(index.parent / "club.html")]) == 0
    counted = re.findall(r"(\S[^()\n]*?) (\d+\.\d) \((\d+\.\d)\)", capsys.readouterr().out)
    page = (index.parent / "club.html").read_text("utf-8")
    number = '<td class="number">'

    assert len(counted) > 10
    rows = [f"<tr><td>{name.strip()}</td>{number}{seat}</td>{number}{first}</td></tr>" for name, seat, first in counted]
    assert [row for row in rows if row not in page] == []
    assert "(and per winner)" not in page


@pytest.mark.parametrize("lang", ["en", "it"])
def test_practice_is_left_out_and_two_of_one_name_are_told_apart(
    index: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    lines = index.read_bytes().splitlines()
    first, second, *others = [msgspec.json.decode(line, type=IndexEntry) for line in lines]
    seats = [
        IndexedSeat(seat.seat, "Bert", f"SHA256:{key}xyz", seat.place)
        for seat, key in zip(first.seats, "ab", strict=False)
    ]
    practice = msgspec.structs.replace(second, practice=True)
    entries = (msgspec.structs.replace(first, seats=(*seats, *first.seats[2:])), practice, *others)
    index.write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))
    capsys.readouterr()
    assert run(["stats", str(index), "--lang", lang]) == 0
    shown = capsys.readouterr().out
    left_out = {"en": "1 practice game is left out", "it": "1 partita di allenamento resta fuori"}

    assert left_out[lang] in shown
    assert "Bert (axyz)" in shown and "Bert (bxyz)" in shown
    assert find(second.rules.partition(" ")[0]).info.title not in shown
