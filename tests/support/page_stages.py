"""Where the commands of a page run: among the examples, or as a person at home who has nothing yet."""

from __future__ import annotations

import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from pathlib import Path
from typing import Protocol

from tests.support import ROOT
from tests.support.teletype import opened
from tests.support.warm import Call, warm

DICE = str(ROOT / "tests" / "support" / "dice")
PARTIES = ("anna", "bert", "carl", "dora", "host")
DOCS, EVENING = (80, 60), (80, 24)
"""Columns and rows of the terminals in which the pages of docs/, and of tests/evening, are typed."""
PROMPT = re.compile(r"([?:>\])]|quit|smettere) ?$")
ENTER, LEAVES = ("press Enter", "  Enter", "premi Invio", "  Invio"), "\x04"
"""How the line ends in which a program that goes on waits for Enter, and Ctrl-D, with which somebody leaves it."""
CODE = "; echo $?"
"""With this behind it a command may fail, and its exit code is the last line."""
PATIENCE = 60
"""Seconds after which a command that waits for an answer the page does not have is ended."""


class Stage(Protocol):
    """A place to run commands in."""

    folder: Path

    def run(self, command: str, expected: list[str], who: str = "") -> tuple[int, list[str]]:
        """The exit code and the printed lines of a command; what is typed stands in the expected lines."""
        ...


def stage_of(page: Path, folder: Path, *, started: bool = False) -> Stage:
    """The pages of docs/ and tests/evening are typed by people, in the language of the page; those of tests/stories by
    who sits at a table that is laid; any other looks at the examples. Commands come out of a warm process (warm.py), or
    are started each for itself.
    """
    place = page.resolve().relative_to(ROOT) if page.resolve().is_relative_to(ROOT) else page
    locale = "it_IT.UTF-8" if "it" in place.parts or place.stem.endswith("-it") else "en_GB.UTF-8"
    if place.parent.name == "stories":
        return Story(folder, started=started)
    if place.parts[0] == "docs":
        return People(folder, locale, DOCS, started=started)
    return (
        People(folder, locale, EVENING, started=started)
        if "evening" in place.parts
        else Examples(folder, started=started)
    )


def _words_of(command: str, *, started: bool) -> list[str] | None:
    """What the warm process is asked for, where a command is a call of the program and nothing that a shell would have
    to read; None where a shell starts it.
    """
    call = command.removesuffix(CODE)
    if (
        started
        or os.environ.get("REFEREE_PAGE_BIN")
        or not call.startswith("referee ")
        or set(call) & set("$`\\;&|<>*?[]{}()~#!\n")
    ):
        return None
    return shlex.split(call)[1:]


def _path(environment: dict[str, str], *, started: bool) -> str:
    """Where commands are found: of an installed program if one is named, out of a warm process, or started."""
    first = os.environ.get("REFEREE_PAGE_BIN") or (warm(environment["PYTHONPATH"]) if not started else "")
    return os.pathsep.join(filter(None, [first, str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


class Examples:
    """A copy of the examples, with a home for each party that holds its TEST key. Nobody can be asked anything."""

    def __init__(self, folder: Path, *, started: bool = False) -> None:
        self.folder, self.started = folder, started
        shutil.copytree(ROOT / "examples", folder, dirs_exist_ok=True)
        for name in PARTIES:
            keys = folder / "homes" / name / "keys"
            keys.mkdir(parents=True)
            shutil.copy(ROOT / "examples" / "keys" / name, keys / name)
            (keys / name).chmod(0o600)

    def run(self, command: str, expected: list[str], who: str = "") -> tuple[int, list[str]]:
        """The exit code and the printed lines of a command, which starts in the copy of the examples each time."""
        environment = {"HOME": str(self.folder / "homes"), "REFEREE_LANG": "en", "COLUMNS": "100", "PYTHONPATH": DICE}
        code, lines = _piped(command, self.folder, environment, started=self.started)
        return code, [line.replace(f"{self.folder}{os.sep}", "") for line in lines]


class Story:
    """A table that is laid by a line `table GAME seats=3 steps=5` (stories.py), at which `anna$ COMMAND` is typed by
    Anna in her folder of the game, with her key. `$ COMMAND` is typed beside all folders, by somebody without a key.
    The dice are loaded, and it is nine in the evening; what the page writes into `clock` is the time from then on.
    """

    def __init__(self, folder: Path, *, started: bool = False) -> None:
        self.folder, self.started = folder, started
        self.environment = {
            "HOME": str(folder),
            "ROOT": str(ROOT),
            "REFEREE_LANG": "en",
            "COLUMNS": "100",
            "TZ": "UTC",
            "PYTHONPATH": DICE,
            "REFEREE_PAGE_DICE": str(folder / "dice"),
            "REFEREE_PAGE_CLOCK": str(folder / "clock"),
        }
        (folder / "clock").write_text("2026-11-20T21:00:00+00:00")

    def run(self, command: str, expected: list[str], who: str = "") -> tuple[int, list[str]]:
        """The exit code and the printed lines of a command; of a table who is asked."""
        if command.startswith("table "):
            return self._lay(command.removeprefix("table "))
        home, place = self.folder / "homes" / (who or "nobody"), self.folder / who
        place.mkdir(exist_ok=True)
        environment = {**self.environment, "REFEREE_HOME": str(home)}
        code, lines = _piped(command, place, environment, started=self.started)
        for above in (f"{place}{os.sep}", f"{self.folder}{os.sep}"):
            lines = [line.replace(above, "") for line in lines]
        return code, lines

    def _lay(self, words: str) -> tuple[int, list[str]]:
        from tests.support.stories import table_named  # it knows the program, which is not always installed

        table = table_named(words)
        table.lay(self.folder)
        return 0, [f"{table.asked()} is asked" if table.asked() else "the game is over"]


def _piped(command: str, cwd: Path, environment: dict[str, str], *, started: bool) -> tuple[int, list[str]]:
    """The exit code and the lines that a command prints where nobody can be asked anything."""
    path = _path(environment, started=started)
    words = _words_of(command, started=started)
    if words is None:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=cwd,
            env={**environment, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, [line.rstrip() for line in done.stdout.splitlines()]
    source, target = os.pipe()
    with Path(os.devnull).open() as nothing, os.fdopen(source, encoding="utf-8") as printed:
        call = Call(
            path.partition(os.pathsep)[0], words, cwd, {**environment, "PATH": path}, (nothing.fileno(), target, target)
        )
        os.close(target)
        lines = [line.rstrip() for line in printed.read().splitlines()]
    return _with_code(command, call.wait(), lines)


def _with_code(command: str, code: int, lines: list[str]) -> tuple[int, list[str]]:
    """The exit code and the lines of a command whose call of the program has ended with this code."""
    return (0, [*lines, str(code)]) if command.endswith(CODE) else (code, lines)


class People:
    """Terminals of people who have nothing yet, each with a home beside the others'.

    A command starts in the folder in which the last one of the same person ended. `as NAME COMMAND..` runs a command as
    somebody else; `$STAGE/NAME` is that person's home, `$ROOT` the source. The dice are loaded (dice/).
    """

    def __init__(self, folder: Path, locale: str, window: tuple[int, int], *, started: bool = False) -> None:
        self.folder, self.window, self.started = folder, window, started
        self._here: dict[str, Path] = {}
        self._ended = folder / "ended"
        self.environment = {
            "LANG": locale,
            "TERM": "xterm",
            "NO_COLOR": "1",
            "STAGE": str(folder),
            "ROOT": str(ROOT),
            "BASH_ENV": str(ROOT / "tests" / "support" / "page_stage.sh"),
            "PYTHONPATH": DICE,
            "REFEREE_PAGE_DICE": str(folder / "dice"),
        }

    def run(self, command: str, expected: list[str], who: str = "") -> tuple[int, list[str]]:
        """The exit code and what is seen in the terminal, what is typed included."""
        home = self.folder / (who or "you")
        home.mkdir(exist_ok=True)
        self._ended.unlink(missing_ok=True)
        words = _words_of(command, started=self.started)
        script = f"{command}\ncode=$?; pwd > {self._ended}; exit $code"
        code, seen = self._talk(words or ["bash", "-c", script], expected, home, called=words is not None)
        if self._ended.exists():
            self._here[home.name] = Path(self._ended.read_text().rstrip("\n"))
        seen = seen.replace("\r\n", "\n").replace(f"{home}{os.sep}", "~/").replace(f"{self.folder}{os.sep}", "")
        lines = [line.rstrip() for line in seen.splitlines()]
        return (code, lines) if words is None else _with_code(command, code, lines)

    def _talk(self, words: list[str], expected: list[str], home: Path, *, called: bool) -> tuple[int, str]:
        """The exit code and what is seen of a program that is started, or of a call of ours out of the warm process."""
        master, slave = opened(*self.window)
        cwd, path = self._here.get(home.name, home), _path(self.environment, started=self.started)
        environment = {**self.environment, "HOME": str(home), "PATH": path}
        process: Call | subprocess.Popen[bytes] = (
            Call(path.partition(os.pathsep)[0], words, cwd, environment, (slave, slave, slave))
            if called
            else subprocess.Popen(
                words, cwd=cwd, env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
            )
        )
        os.close(slave)
        seen, heard, text = "", time.monotonic(), getincrementaldecoder("utf-8")("replace")
        while time.monotonic() < heard + PATIENCE:
            part = _read(master) if select.select([master], [], [], 0.1)[0] else b""
            if part:
                seen, heard = seen + text.decode(part), time.monotonic()
            elif process.poll() is not None:
                seen += _rest(master)  # written between the last look and its end
                break
            elif (answer := answer_to(seen, expected)) is not None:
                os.write(master, (answer if answer == LEAVES else f"{answer}\n").encode())
                heard = time.monotonic()
        else:
            process.kill()
            seen += "\n(still waiting)"
        os.close(master)
        return process.wait(), seen


def answer_to(seen: str, expected: list[str]) -> str | None:
    """What the page types where a terminal has stopped: the rest of the line of the page that begins like the last one
    that is seen. None where the terminal does not ask.

    A question that comes again is answered by the line that comes again.
    """
    lines = seen.replace("\r\n", "\n").split("\n")
    asked = lines[-1]
    if not asked and len(lines) > 1:
        return _typed_beside(lines[:-1], expected)
    if not PROMPT.search(asked):
        return None
    before = sum(line.startswith(asked) for line in lines[:-1])
    fitting = [line for line in expected if line.startswith(asked.rstrip())]
    return fitting[before][len(asked) :].strip() if before < len(fitting) else None


def _typed_beside(seen: list[str], expected: list[str]) -> str | None:
    """What is typed beside a program that goes on: Enter where it waits for that, and Ctrl-D behind the last line of a
    page that lets it go on (`...`).
    """
    if seen[-1].endswith(ENTER):
        return ""
    goes_on = expected[-1:] == ["..."] and any(line.rstrip() == expected[-2] for line in seen if len(expected) > 1)
    return LEAVES if goes_on else None


def _rest(descriptor: int) -> str:
    rest = b""
    while select.select([descriptor], [], [], 0)[0] and (part := _read(descriptor)):
        rest += part
    return rest.decode("utf-8", "replace")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # Linux says so when the other end has gone
        return b""
