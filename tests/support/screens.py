"""What people are shown, and what comes of typing all that it names: every `referee ..` line, in the copy of a moment.

Somebody types a command in this process, at a terminal that is wide enough for every line. Each command named on the
screen, or in a file that it wrote, is then typed by the same reader at that moment, and what it did is undone.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from referee.cli.exit_codes import USAGE
from referee.cli.main import run
from referee.cli.printing.errors import StoppedByUser
from referee.cli.registry import COMMANDS

FIRST_WORDS = frozenset(name.split()[0] for name in COMMANDS)
SERVING = frozenset(("open", "watch"))
"""Commands that go on until they are stopped; `watch --once` does not."""
FOR_OTHERS = frozenset(("letter", "--help", "--json"))
"""What is typed to see a text for somebody else, for any game, or for a program, which finds the same in a view."""
ON_A_CONDITION = frozenset((("", "join"), ("games", "join"), ("", "archive")))
"""What the screen of a command names for a case that it says: somebody who was invited, a friend who has the game."""
LEAVES_THE_PROGRAM = frozenset(("--open", "--clip", "--smtp", "--imap", "--password-command"))
"""Options that open a browser, fill the clipboard or name a server."""

ANSWERS = 8
"""So many questions are answered; at the next one the terminal is closed."""

_NAMED = re.compile(r"(?<![\w./-])referee((?: (?:(?!(?<![\w./-])referee\b)[^`\n])*)?)")
_CUT = re.compile(r"[;:.](?=\s|$)|,(?=\s|$)|\)|\s{2,}|\s\(|$")
_BEHIND_PLACEHOLDER = re.compile(r"(?<=\b[A-Z]{4}) (?=[a-zà-ù]+\b)|(?<=[A-Z]{5}) (?=[a-zà-ù]+\b)")
_AFTER_ANOTHER = re.compile(r"\breferee [^`\n;:.]*, (?:then|poi) $")
_WANTS_YES = re.compile(r"\[[yYsS]/[nN]")
_MARKED = re.compile(r"`referee[^`]*`|\"referee[^\"]*\"")
_SHAPE = re.compile(r"\"[^\"]*\"|'[^']*'|\S*[./]\S*|SHA256:\S+|\b\w*\d\w*\b")


class Terminal(StringIO):
    """A stream that a person sees or types at."""

    def isatty(self) -> bool:
        return True


class Keys(Terminal):
    """What a person types who sees a screen: the lines that are given, then a yes to each question for one, Enter where
    something is offered, and the own name elsewhere, at most so `many`; nothing at a prompt that wants other words.
    """

    def __init__(self, lines: str, screen: Terminal, name: str, many: int = 0) -> None:
        super().__init__(lines)
        self._screen, self._name, self._left = screen, name, many

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline()
        if line or not self._left:
            return line
        self._left -= 1
        asked = self._screen.getvalue().rpartition("\n")[2]
        if _WANTS_YES.search(asked):
            return "y\n"
        if asked.endswith("> "):
            return ""
        return f"{self._name}\n" if asked.endswith(": ") and "[" not in asked else "\n"


@dataclass(frozen=True)
class Screen:
    """What a reader saw: who, in which folder and language, what was typed, the exit code, and the text."""

    who: str
    place: Path
    lang: str
    typed: tuple[str, ...]
    code: int
    text: str


@dataclass
class Screens:
    """People below `root`, each with a home, whose screens are read. `everything` types each line of each screen, else
    each kind of line once for each command that shows it. `fillings` puts words for placeholders, such as FILE, into
    what somebody types; None where there is nothing for one.
    """

    root: Path
    everything: bool
    langs: Mapping[str, str] = field(default_factory=dict)
    fillings: Callable[[str, list[str]], list[str] | None] = lambda who, words: words
    places: dict[str, Path] = field(default_factory=dict)
    named: int = 0
    typed: int = 0
    faults: list[str] = field(default_factory=list)
    _known: set[tuple[str, ...]] = field(default_factory=set)

    def home(self, who: str) -> Path:
        """The home of somebody."""
        return self.root / who / ".referee"

    def place(self, who: str) -> Path:
        """The folder in which somebody types."""
        (self.root / who).mkdir(exist_ok=True)
        return self.places.get(who, self.root / who)

    def types(self, who: str, *words: str | Path, keys: str = "", fails: bool = False) -> Screen:
        """What somebody sees who types a command and answers with `keys`; all that the screen names is typed after it.
        Raises AssertionError: it was refused, and does not have to.
        """
        screen = self._typed(who, tuple(map(str, words)), keys)
        assert fails or screen.code == 0, (who, words, screen.text)
        self.reads(screen)
        return screen

    def reads(self, screen: Screen) -> None:
        """Type everything that a screen names, each in the moment of the screen. What says how a command is spelled, as
        the answer to one that was not, speaks of the command and not of the moment.
        """
        if screen.code == USAGE or FOR_OTHERS & set(screen.typed):
            return
        for line in commands_in(screen.text):
            self.tries(screen, line)

    def tries(self, screen: Screen, line: str) -> None:
        """Type a command that a screen names, unless one like it was typed from such a screen before."""
        self.named += 1
        shape = (" ".join(screen.typed[:1]), _SHAPE.sub("#", line))
        if shape in ON_A_CONDITION:
            return
        if not self.everything and shape in self._known:
            return
        self._known.add(shape)
        words = self.fillings(screen.who, shlex.split(line))
        if words is None:
            return
        if words[:1] and words[0] in SERVING:
            if words[0] == "open":
                return
            words = [*words, "--once"] if "--once" not in words else words
        if LEAVES_THE_PROGRAM & set(words):
            return
        self.typed += 1
        kept = Kept(self.root)
        tried = self._typed(screen.who, tuple(words), "", place=screen.place, many=ANSWERS)
        kept.restore()
        if tried.code not in (0, StoppedByUser.exit_code):
            said = tried.text.strip().splitlines()
            named = next((text.strip() for text in screen.text.splitlines() if line[:30] in text), "")
            by = f"{screen.who}, by {shlex.join(screen.typed)!r}: {named!r}"
            self.faults.append(f"{by}: referee {line} -> {tried.code} {' | '.join(said[-4:])}")

    def _typed(self, who: str, words: tuple[str, ...], keys: str, place: Path | None = None, many: int = 0) -> Screen:
        place, lang = place or self.place(who), self.langs.get(who, "en")
        told = {"REFEREE_HOME": str(self.home(who)), "REFEREE_LANG": lang, "COLUMNS": "2000", "LINES": "9000"}
        told |= {"NO_COLOR": "1", "HOME": str(self.root / who)}
        before, streams = {name: os.environ.get(name) for name in told}, (sys.stdin, sys.stdout, sys.stderr)
        os.environ.update(told)
        screen = Terminal()
        sys.stdin, sys.stdout, sys.stderr = Keys(keys, screen, who.title(), many), screen, screen
        try:
            with chdir(place):
                code = run(list(words))
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
        return Screen(who, place, lang, words, code, screen.getvalue())


class Kept:
    """Everything below a folder, to be put back as it was: a file that is the same keeps its stamps."""

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        found = dict(_walked(self.root))
        self.folders = {path for path, stamp in found.items() if stamp is None}
        self.files = {path: (stamp, _bytes(path)) for path, stamp in found.items() if stamp is not None}

    def restore(self) -> None:
        """Put it back."""
        now = dict(_walked(self.root))
        for path in sorted(now.keys() - self.files.keys() - self.folders, reverse=True):
            shutil.rmtree(path) if now[path] is None else Path(path).unlink(missing_ok=True)
        for folder in sorted(self.folders - now.keys()):
            Path(folder).mkdir(exist_ok=True)
        for path, (stamp, data) in self.files.items():
            if now.get(path) != stamp:
                file = Path(path)
                file.unlink(missing_ok=True)
                file.write_bytes(data)
                os.utime(file, ns=(stamp[0], stamp[0]))
                file.chmod(stamp[2])


def _walked(folder: str) -> Iterator[tuple[str, tuple[int, int, int] | None]]:
    """The paths below a folder, each folder before what is in it; a file with its time, size and mode. Every line that
    a screen names is typed between two of these: paths are texts here, and each is asked for once.
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield entry.path, None
                yield from _walked(entry.path)
            elif entry.is_file():
                seen = entry.stat(follow_symlinks=False)
                yield entry.path, (seen.st_mtime_ns, seen.st_size, seen.st_mode & 0o777)


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - as a path, the name would weigh as much as the file
        return file.read()


def commands_in(text: str) -> Iterator[str]:
    """What stands behind `referee` in a text, wherever that begins a command: in code marks or quotes up to their end,
    else to the end of the clause. Marks may go on in the next line. What is typed after another one is left out.
    """
    text = _MARKED.sub(lambda marked: re.sub(r"\s*\n\s*", " ", marked[0]).replace('"', "`"), text)
    for found in _NAMED.finditer(text):
        marked = found.start() > 0 and text[found.start() - 1] == "`"
        rest = found[1]
        if not marked:
            rest = rest[: cut.start()] if (cut := _CUT.search(rest)) else rest
            rest = rest[: cut.start()] if (cut := _BEHIND_PLACEHOLDER.search(rest)) else rest
        words = rest.split()
        if _AFTER_ANOTHER.search(text[: found.start()]):
            continue  # typed once the other one has done its work
        if words and words[0] not in FIRST_WORDS and not words[0].startswith("--"):
            continue  # a sentence about a referee
        if not words and not marked and text[: found.start()].rpartition("\n")[2].strip():
            continue
        yield rest.strip()
