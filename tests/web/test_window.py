"""`referee-table` and its icon: who clicks sees the page, or why there is none, though the program has no terminal."""

from __future__ import annotations

import os
import re
import shlex
import stat
import subprocess
import sys
import time
from html import unescape
from pathlib import Path

import pytest

from referee.cli import shortcut
from referee.cli.shortcut import icon_files, starting_command
from referee.kernel.errors import Unsupported
from tests.cli.terminal import inside
from tests.needed_tools import posix

pytestmark = pytest.mark.needs("starlette", "uvicorn")

ODD = '/opt/a "b" $HOME `c` 100%/python3'
"""A path with everything that means something in one of the files."""


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody with an empty folder of their own, and a browser that keeps what it is shown."""
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\ncp "${{1#file://}}" {tmp_path}/shown.new && mv {tmp_path}/shown.new {tmp_path}/shown\n'
    )
    browser.chmod(0o755)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REFEREE_LANG", "en")
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    return tmp_path


def shown(person: Path) -> str:
    """The page that the browser was shown, once it was."""
    for _ in range(600):
        if (person / "shown").exists():
            return (person / "shown").read_text("utf-8")
        time.sleep(0.05)
    raise AssertionError("no page was shown")


def close(person: Path) -> None:
    """Close the page; on a machine that is busy it may not answer at once."""
    for _ in range(20):
        if '"found":true' in inside(["open", "--close", "--json"], person / "home", person)[1]:
            return
    raise AssertionError("the page does not close")


def without_streams(*command: str) -> subprocess.Popen[bytes]:
    """A program that is started as a click starts it on Windows."""
    return subprocess.Popen(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *command])


@posix
def test_a_click_shows_the_page_without_any_stream(person: Path) -> None:
    (entry,) = icon_files("linux", (sys.executable, "-m", "referee.cli.window"), "games")
    words = re.search("^Exec=(.*)$", entry.text, re.MULTILINE)
    assert words is not None
    with without_streams(*shlex.split(words[1])) as page:
        assert "/enter" in shown(person)
        close(person)
        assert page.wait() == 0
    log = person / "home" / "open.log"

    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert re.match(r"http://127\.\d+\.\d+\.\d+:\d+/\n", log.read_text())
    assert (person / "referee-games").is_dir()


@posix
def test_a_refusal_is_shown_as_a_page(person: Path) -> None:
    with without_streams(sys.executable, "-m", "referee.cli.window", "<b>friday</b>") as page:
        text = shown(person)
        assert page.wait() != 0

    assert "no folder and no game of yours called" in text
    assert "<b>" not in text and "default-src 'none'" in unescape(text)
    assert "yours called" in (person / "home" / "open.log").read_text()


@posix
def test_without_a_browser_a_line_says_so(person: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the address above it has the ticket, without which no browser is let in."""
    monkeypatch.setenv("BROWSER", "false")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{person}")
    words = [sys.executable, "-m", "referee.cli.main", "open"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as page:
        assert page.stdout is not None and page.stderr is not None
        assert re.match(rb"http://127\.[\d.]+:\d+/#\S+\n", page.stdout.readline())
        assert page.stderr.readline().startswith(b"no browser was started: ")
        close(person)


def test_an_icon_is_written_again_as_it_was_and_taken_away(person: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shortcut, "_make_link", lambda path, command: False)
    (person / "Desktop").mkdir()
    before = inside(["open", "--shortcut", "--json"], person / "home", person)[1]
    files = {path: path.read_bytes() for path in person.rglob("*eferee.*")}
    again = inside(["open", "--shortcut", "--json"], person / "home", person)[1]

    assert files and before == again
    assert {path: path.read_bytes() for path in person.rglob("*eferee.*")} == files
    assert inside(["open", "--shortcut", "--remove"], person / "home", person)[0] == 0
    assert [*person.rglob("*eferee.*")] == []
    assert inside(["open", "--shortcut", "--remove"], person / "home", person)[1] == "there is no icon\n"
    assert inside(["open", "--remove"], person / "home", person)[0] == 2


@posix
@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_an_icon_starts_a_program_of_any_name_with_its_words(person: Path, system: str) -> None:
    """As freedesktop.org and a shell read them; nothing of a path is a command."""
    (file,) = icon_files(system, (ODD, "-m", "x"), "games")
    if system == "darwin":
        assert file.path == person / "Applications" / "Referee.command" and file.mode == 0o755
        assert shlex.split(file.text.splitlines()[1]) == ["exec", ODD, "-m", "x"]
        return
    value = re.search("^Exec=(.*)$", file.text, re.MULTILINE)
    assert value is not None
    words = re.findall(r'"((?:[^"\\]|\\.)*)"', value[1].replace("\\\\", "\\"))
    assert [re.sub(r"\\(.)", r"\1", word).replace("%%", "%") for word in words] == [ODD, "-m", "x"]
    assert file.path == person / ".local" / "share" / "applications" / "referee.desktop"


def test_the_icon_of_windows_is_in_the_start_menu(person: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APPDATA", str(person / "Roaming"))
    (file,) = icon_files("win32", (r"C:\100% mine & yours\pythonw.exe", "-m", "x"), "games")

    assert file.path == person / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Referee.cmd"
    assert file.text.splitlines()[1] == r'@start "" "C:\100%% mine & yours\pythonw.exe" "-m" "x"'


def test_a_file_that_does_not_stay_gets_no_icon(person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "passing"))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "passing" / "referee.pyz")])
    with pytest.raises(Unsupported):
        starting_command()
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "referee.pyz")])

    assert starting_command()[1:] == (str((tmp_path / "referee.pyz").resolve()), "open")


def test_a_program_with_python_inside_starts_the_one_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", os.fspath(tmp_path / "referee.exe"))

    assert starting_command() == (os.fspath(tmp_path / "referee-table.exe"),)
