"""A friend who has nothing is invited by a mail that brings the program, and plays: a host types `mail --with-program`.

`check_package.py` plays it with what was installed, in accounts that have nothing but Python and pipx; the tests play
it with commands of the checkout, and a file of the same size in place of the program.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import NamedTuple

TITLE = "Friday cards"
FOLDER = "friday-cards"
LINE = re.compile(r"^ +(?:Linux, macOS): +(pipx install \./\S+\.whl)$", re.MULTILINE)
"""The line of the mail by which the program is installed."""
SUM = re.compile(r"^ +([0-9a-f]{64})$", re.MULTILINE)


class Failed(Exception):
    """Something did not go as the mail says."""


class Person(NamedTuple):
    """Somebody at a computer: a name, the folder of their own, and what a command prints that is typed in a folder."""

    name: str
    home: Path
    typed: Callable[[Path, Sequence[str]], str]


def play(host: Person, friend: Person, install: Callable[[Path], object]) -> None:
    """From the offer to the first steps, all by mail; `install` does with the mail in the friend's folder what it says.

    Raises what a command that fails raises, or Failed.
    """
    host.typed(host.home, ["key", "new", "hanna"])
    offer = ["offer", "cards", "--play", "--seats", "2", "--title", TITLE, "--name", "Hanna"]
    host.typed(host.home, offer)
    table, seat = host.home / FOLDER, friend.home / FOLDER
    invitation = _mail(host, table, friend, "--with-program")
    install(invitation)
    friend.typed(friend.home, ["key", "new", "anna"])
    friend.typed(friend.home, ["join", invitation.name, "--name", "Anna"])
    _take(host, table, _mail(friend, seat, host))
    host.typed(table, ["charter"])
    _take(friend, seat, _mail(host, table, friend))
    friend.typed(seat, ["accept", "--yes"])
    _take(host, table, _mail(friend, seat, host))
    _take(friend, seat, _mail(host, table, friend))
    for person, place in ((host, table), (friend, seat)):
        words = json.loads(person.typed(place, ["words", "--json"]))["words"]
        person.typed(place, ["words", *words, "--from", "all"])
    for _ in range(2):
        _move(host, table, friend, seat)
    if "no fault so far" not in (said := friend.typed(seat, ["audit", "."])):
        raise Failed(said)


def _move(host: Person, table: Path, friend: Person, seat: Path) -> None:
    """Whoever is asked plays a turn, and both have the step."""
    asked = json.loads(host.typed(table, ["moves", "card", "--json"]))
    if not asked.get("as_if"):
        host.typed(table, ["move", f"{asked['orders'][0]}; pass", "--yes"])
    else:
        asked = json.loads(friend.typed(seat, ["moves", "card", "--json"]))
        friend.typed(seat, ["move", f"{asked['orders'][0]}; pass", "--yes"])
        _take(host, table, _mail(friend, seat, host))
    _take(friend, seat, _mail(host, table, friend))


def _mail(sender: Person, place: Path, reader: Person, *options: str) -> Path:
    """The mail that is due, saved by its reader."""
    said = sender.typed(place, ["mail", "--to", f"{reader.name}@example.org", *options, "--json"])
    (mail,) = json.loads(said)["mails"]
    return Path(shutil.copy(place / mail["file"], reader.home))


def _take(person: Person, place: Path, mail: Path) -> None:
    person.typed(place, ["receive", str(mail)])


def files_of(mail: Path) -> tuple[str, dict[str, bytes]]:
    """The words of a mail, and its files by name."""
    read = message_from_bytes(mail.read_bytes(), policy=default)
    assert isinstance(read, EmailMessage)
    body = read.get_body(("plain",))
    parts = {part.get_filename() or "": part.get_payload(decode=True) for part in read.iter_attachments()}
    return "\n".join(body.get_content().splitlines()) if body is not None else "", {
        name: data for name, data in parts.items() if isinstance(data, bytes)
    }


def save_program(mail: Path) -> str:
    """Save the program that a mail brings beside it; the line that the mail has typed.

    Raises Failed: it tells no line, or another sum than that of the file.
    """
    words, files = files_of(mail)
    line, told = LINE.search(words), SUM.search(words)
    program = {name: data for name, data in files.items() if name.endswith(".whl")}
    if line is None or told is None or [hashlib.sha256(data).hexdigest() for data in program.values()] != [told[1]]:
        raise Failed(f"the mail does not say what to do with {', '.join(files)}\n{words[:2000]}")
    for name, data in program.items():
        (mail.parent / name).write_bytes(data)
    return line[1]


def play_installed(referee: Path, accounts: Mapping[str, dict[str, str]]) -> None:
    """The evening with an installed program: the accounts, each an environment, are those of hanna, who has it, and of
    anna, who has Python and pipx and nothing else.

    Raises Failed where it goes otherwise.
    """

    def person(name: str, path: str) -> Person:
        environment = {**accounts[name], "PATH": path, "REFEREE_LANG": "en"}
        home = Path(environment["HOME"])
        return Person(name, home, lambda folder, words: _run(["referee", *words], folder, environment))

    hanna = person("hanna", f"{referee.parent}{os.pathsep}{accounts['hanna']['PATH']}")
    anna = person("anna", accounts["anna"]["PATH"])
    play(hanna, anna, lambda mail: _run(["bash", "-c", save_program(mail)], anna.home, accounts["anna"]))
    (wheel,) = anna.home.glob("*.whl")
    anna.typed(anna.home, ["program", wheel.name])


def _run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True, capture_output=True, check=False
    )
    if done.returncode:
        raise Failed(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout
