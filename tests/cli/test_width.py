"""Sentences on a terminal are wrapped at words; files and pipes get whole lines; only errors are marked as ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.printing.width import wrap_line
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import converse, inside, run
from tests.needed_tools import posix

LONG = "a leader must stand beside a temple, and no temple lies beside this space, which is a pity"


@pytest.mark.parametrize("width", [20, 33, 79, 80])
@pytest.mark.parametrize("margin", ["", "    "])
def test_a_line_is_cut_at_blanks_alone_and_goes_on_two_columns_further_in(margin: str, width: int) -> None:
    first, *behind = wrap_line(margin + LONG, width)

    assert " ".join(part.strip() for part in (first, *behind)) == LONG
    assert all(len(part) <= width for part in (first, *behind))
    assert all(part.startswith(margin + "  ") and part[len(margin) + 2] != " " for part in behind)


def test_what_has_no_blank_is_never_cut() -> None:
    path = "/a/very/long/path" * 9

    assert wrap_line(path, 40) == [path]
    assert wrap_line(f"send {path} to the host", 40) == ["send", f"  {path}", "  to the host"]


def test_blanks_inside_a_line_that_fits_stay_as_they_are() -> None:
    assert wrap_line("depth    3 of 5", 80) == ["depth    3 of 5"]
    assert wrap_line(LONG, 0) == [LONG]


@posix
def test_a_span_in_parentheses_is_on_one_line() -> None:
    """Else a screen says "(12" and, below it, "minutes)"."""
    line = "Friday tigris, step 7: waiting for Ben since Sat 28 Nov 17:34 (12 minutes). Nothing for you to do, Chloe."

    for width in range(30, len(line)):
        assert any("(12 minutes)" in part for part in wrap_line(line, width))


def test_a_long_parenthesis_is_cut_like_other_text() -> None:
    line = "your turn is not over (orders that you add now stay sealed until you know what you drew)"

    assert wrap_line(line, 40)[0] == "your turn is not over (orders that you"


def test_no_line_on_a_terminal_is_longer_than_80_columns_and_in_a_pipe_it_is_whole(tmp_path: Path) -> None:
    game = lay(tmp_path / "game", running().files)
    home = home_of(tmp_path, asked(running()))
    typed = ["rule", "TE", "4.4"]
    piped = run(typed, home, cwd=game)[1].decode()
    seen = converse(typed, home, {}, cwd=game)[1]

    assert max(map(len, piped.splitlines())) > 80
    assert max(map(len, seen.splitlines())) <= 80
    assert seen.split() == piped.split()


def test_news_bears_no_name_and_an_error_does(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "game", running().files), home_of(tmp_path, asked(running()))
    news, refusal = inside(["try", "pass"], home, game), inside(["try", "dance"], home, game)

    assert "referee:" not in news[1] + news[2]
    assert refusal[2].startswith("referee: there is no order called dance\n")
