"""An icon that starts the page of `referee open` without a terminal: files where the desktop of each system looks.

Written again it is the same files; they start the program that runs now.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.cli.folders.paths import user_folder
from referee.kernel.errors import Unsupported
from referee.kernel.sentence import Sentence
from referee.record import files

_MODULE = "referee.cli.window"
_PROGRAM = "referee-table"
_LINK = (
    "$s = (New-Object -ComObject WScript.Shell).CreateShortcut($env:REFEREE_LINK); "
    "$s.TargetPath = $env:REFEREE_TARGET; $s.Arguments = $env:REFEREE_ARGUMENTS; $s.Save()"
)
"""Makes a link of the start menu by what every Windows has; what it is to hold comes in variables, so that nothing of a
path is read as a command.
"""


class IconFile(NamedTuple):
    """A file of the icon: where it lies, and what is in it."""

    path: Path
    text: str
    mode: int = 0o644


def starting_command() -> tuple[str, ...]:
    """What starts the page with the program that runs now. Raises Unsupported: it lies where nothing stays."""
    here, typed = Path(sys.executable), Path(sys.argv[0])
    if getattr(sys, "frozen", False):
        return (str(here.with_name(f"{_PROGRAM}{here.suffix}")),)
    silent = here.with_name("pythonw.exe")
    python = str(silent if silent.exists() else here)
    if typed.suffix != ".pyz":
        return (python, "-m", _MODULE)
    if typed.resolve().is_relative_to(Path(tempfile.gettempdir()).resolve()):
        raise Unsupported("shortcut-of-passing-file", file=str(typed), hint=Sentence("keep-the-program"))
    return (python, str(typed.resolve()), "open")


def icon_files(system: str, command: Sequence[str], title: str) -> tuple[IconFile, ...]:
    """The files of an icon, by `sys.platform`; `title` is the text below it."""
    if system == "win32":
        return (IconFile(_start_menu() / "Referee.cmd", _batch(command)),)
    if system == "darwin":
        script = f"#!/bin/sh\nexec {shlex.join(command)}\n"
        return (IconFile(Path.home() / "Applications" / "Referee.command", script, 0o755),)
    entry = _desktop_entry(command, title)
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    found = [IconFile(data / "applications" / "referee.desktop", entry)]
    desktop = user_folder("DESKTOP", "Desktop")
    if desktop.is_dir() and desktop != Path.home():
        found.append(IconFile(desktop / "referee.desktop", entry, 0o755))
    return tuple(found)


def write_icon(title: str) -> tuple[Path, ...]:
    """Write the icon, in place of an older one; where it lies. Raises Unsupported or FileTrouble."""
    command = starting_command()
    if sys.platform == "win32" and _make_link(_start_menu() / "Referee.lnk", command):
        return (_start_menu() / "Referee.lnk",)
    made = icon_files(sys.platform, command, title)
    for one in made:
        files.make_folder(one.path.parent, 0o755)
        files.replace_file(one.path, one.text.encode(), one.mode)
    return tuple(one.path for one in made)


def remove_icon() -> tuple[Path, ...]:
    """Take the icon away; the files that were there. Raises FileTrouble."""
    paths = [one.path for one in icon_files(sys.platform, (), "")]
    paths += [path.with_suffix(".lnk") for path in paths if path.suffix == ".cmd"]
    there = tuple(path for path in paths if path.is_file())
    for path in there:
        files.remove_file(path)
    return there


def _desktop_entry(command: Sequence[str], title: str) -> str:
    """An entry as freedesktop.org has it (Desktop Entry Specification 1.5, "The Exec key")."""
    words = " ".join(map(_exec_word, command))
    rows = {"Type": "Application", "Name": "Referee", "Comment": title, "Exec": words, "Terminal": "false"}
    lines = (f"{key}={value}" for key, value in {**rows, "Categories": "Game;BoardGame;"}.items())
    return "\n".join(["[Desktop Entry]", *lines, ""])


def _exec_word(word: str) -> str:
    quoted = re.sub(r'(["`$\\])', r"\\\1", word).replace("%", "%%")
    return f'"{quoted}"'.replace("\\", "\\\\").replace("\n", "\\n")


def _batch(command: Sequence[str]) -> str:
    """A line for the command line of Windows, where a percent sign begins a variable, and a title comes first."""
    words = " ".join(f'"{word}"' for word in command).replace("%", "%%")
    return f'@chcp 65001 >nul\r\n@start "" {words}\r\n'


def _start_menu() -> Path:
    data = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    return data / "Microsoft" / "Windows" / "Start Menu" / "Programs"


def _make_link(path: Path, command: Sequence[str]) -> bool:
    """Whether Windows has made a link to a command. Raises FileTrouble."""
    files.make_folder(path.parent, 0o755)
    target, *rest = command
    values = {"REFEREE_LINK": str(path), "REFEREE_TARGET": target, "REFEREE_ARGUMENTS": subprocess.list2cmdline(rest)}
    environment: Mapping[str, str] = {**os.environ, **values}
    line = ["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", _LINK]
    try:
        subprocess.run(line, env=environment, check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return False
    return path.is_file()
