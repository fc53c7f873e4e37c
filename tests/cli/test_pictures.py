"""Pictures of the board: to a file, to standard output, into the browser; nobody's hidden hand goes with them."""

from __future__ import annotations

import stat
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.games_on_disk import asked, home_of, running
from tests.cli.terminal import inside

MATCH = running()
WHO = asked(MATCH)


def said(game: Path, *arguments: str) -> tuple[int, str, str]:
    return inside(arguments, home_of(game.parent, WHO), game)


def test_a_picture_goes_into_the_file_that_is_named(game: Path, tmp_path: Path) -> None:
    printed = said(game, "show", "--svg", "-")
    code, out, errors = said(game, "show", "--svg", str(tmp_path / "board.svg"), "--html", str(tmp_path / "board.html"))

    assert (code, errors) == (0, "")
    assert out.splitlines() == [
        f"picture saved as {tmp_path / 'board.svg'}",
        f"page saved as {tmp_path / 'board.html'}",
    ]
    assert (tmp_path / "board.svg").read_text() == printed[1]
    assert (tmp_path / "board.html").read_text() == said(game, "show", "--html", "-")[1]
    assert ElementTree.fromstring(printed[1]).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize(("lang", "said"), [("en", "page saved as"), ("it", "la pagina è in")])
@pytest.mark.parametrize("command", ["show", "replay", "compose"])
def test_a_page_is_called_a_page(game: Path, tmp_path: Path, command: str, lang: str, said: str) -> None:
    path = tmp_path / "page.html"

    assert inside([command, "--html", path, "--lang", lang], home_of(tmp_path, asked(MATCH)), game) == (
        0,
        f"{said} {path}\n",
        "",
    )


def test_a_file_that_cannot_be_written_is_named(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "no" / "board.svg"

    assert said(game, "show", "--svg", str(path)) == (74, "", f"referee: {path}: no such file or directory\n")


def test_one_output_holds_one_thing(game: Path) -> None:
    sentence = "referee: - means standard output, and only one thing can be printed there\n"

    assert said(game, "show", "--svg", "-", "--html", "-") == (2, "", sentence)
    assert said(game, "show", "--svg", "-", "--json")[0] == 2


def test_the_browser_is_shown_a_page_that_nobody_else_may_read(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: seen.append(address) or True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code, out, _ = said(game, "show", "3", "--open")
    path = Path(out.strip().removeprefix("page saved as "))

    assert (code, seen) == (0, [path.as_uri()])
    assert path.name == "step-0003.html" and path.read_text() == said(game, "show", "3", "--html", "-")[1]
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_where_no_browser_starts_the_page_is_named(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code, _, errors = said(game, "show", "--open")

    assert (code, errors[: errors.index(";")]) == (74, "referee: no browser could be started")
    assert Path(errors.strip().rpartition(" ")[2]).is_file()


def test_a_page_that_the_game_does_not_have_is_refused_before_a_file_is_written(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    code, out, errors = said(game, "show", "--page", "nothing", "--svg", str(file))

    assert (code, out, file.exists()) == (5, "", False)
    assert "has only its board" in errors
