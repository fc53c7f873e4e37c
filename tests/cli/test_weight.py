"""What commands must not carry: a person waits for every module that a command imports, and time cannot be tested.

Each command runs in a process of its own, in a game of a few steps, and tells which modules it has imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.games import built_in
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.support.rehearse import open_match, play_out, test_key

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("asyncio", "email", "importlib.metadata", "multiprocessing", "numpy", "pydantic", "rich")
"""Packages that a command over a game never needs; `rich` comes in for a picture on a terminal alone."""

RARE = (
    *("base64", "dataclasses", "hashlib", "hmac", "json", "_hashlib", "cryptography.hazmat.backends"),
    *(("filelock", "logging") if os.name == "posix" else ()),
)
"""What reading, locking and taking in went without once it was seen what it costs: a second OpenSSL, logging, RSA;
packs are JSON.
"""

OTHERS = ("referee.audit", "referee.club", "referee.disputes", "referee.practice")
"""Parts of the program for another hour: who plays needs none of them."""
PARTS = {
    "show": (*OTHERS, "referee.mail", "referee.session.incoming", "referee.session.todo"),
    "status": (*OTHERS, "referee.mail", "referee.session.incoming"),
    "receive": OTHERS,
    "move": (*OTHERS, "referee.mail", "referee.session.incoming"),
}
"""The parts of the program, by package, that each of these commands leaves out."""

BUDGET = {"show": 830, "status": 1_125, "receive": 1_310, "move": 1_130}
"""Thousands of bytes of our source that each of these commands may load, but for the game: what is cut into more
modules costs nothing. Before a budget is raised, look whether what is new can wait until it is called.
"""
SMALL = 400
"""So many bytes has no package that holds code."""
COMPILED = 12
"""How many expressions a command may compile as it is imported."""

OVER_A_GAME = ("show", "status", "moves", "audit", "hand", "receive", "move")
"""Those that are called with `--game` here."""

RUN = """\
import sys
from referee.cli.main import run
try:
    code = run(sys.argv[1:])
except SystemExit as left:  # the answer to a shell
    code = left.code
loaded = sorted(sys.modules)
import re
ours = [(name, vars(module)) for name, module in sys.modules.items() if name.startswith("referee.")]
named = [(f"{name}.{key}", value) for name, values in ours for key, value in values.items()]
tuples = [key for key, value in named if isinstance(value, type) and issubclass(value, tuple)]
patterns = [key for key, value in named if isinstance(value, re.Pattern)]
files = [vars(module).get("__file__") or "" for name, module in sys.modules.items() if name.startswith("referee.")]
print(code, *loaded, file=sys.stderr)
print("tuples", *sorted(tuples), file=sys.stderr)
print("compiled", *sorted(patterns), file=sys.stderr)
print("files", *files, file=sys.stderr)
"""
TABLES = """\
import sys
from functools import lru_cache
from importlib import import_module
from pkgutil import walk_packages
import referee

def is_table(value):
    return isinstance(value, (dict, tuple, list, set, frozenset))

def rows_of(table):
    return list(table.values()) if isinstance(table, dict) else list(table)

def entries(table):
    # A row that holds no further rows is one entry.
    return sum(entries(row) if is_table(row) and any(map(is_table, rows_of(row))) else 1 for row in rows_of(table))

for found in walk_packages(referee.__path__, "referee."):
    for name, value in vars(import_module(found.name)).items():
        count = value.cache_info().currsize if type(value) is type(lru_cache(rows_of)) else 0
        if is_table(value) and not name.startswith("__"):
            count = entries(value)
        if count > 1000:
            print(found.name, name, count)
"""


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of four steps, the homes of anna and of who is asked beside it, and the fifth step as a mail; and a long
    game, which anna has looked at.
    """
    folder = tmp_path_factory.mktemp("weight")
    longer = play_out(open_match("tigris", 3, "weight long"), "weight long", steps=9)
    (folder / "long" / "record").mkdir(parents=True)
    for name, data in longer.files.items():
        (folder / "long" / "record" / name).write_bytes(data)
    match = play_out(open_match("tigris", 3, "weight"), "weight", steps=5)
    last = play_out(open_match("tigris", 3, "weight"), "weight", steps=4).asked()
    (folder / "game" / "record").mkdir(parents=True)
    for name, data in match.files.items():
        place = folder / "mail" if name == "0005.step" else folder / "game" / "record" / name
        place.write_bytes(data)
    for home, name in (("home", "anna"), ("home-asked", str(last))):
        key = test_key(name)
        DataFolder(folder / home).write_key(name, format_private(key, name), format_public(key.public, name))
    open_session(GameFolder(folder / "long"), DataFolder(folder / "home"))
    return folder


class Loaded(NamedTuple):
    """What a process has at its end: all modules; the named tuples and compiled expressions of ours; and our files."""

    modules: set[str]
    tuples: set[str]
    compiled: set[str]
    files: set[str]


Runs = Callable[..., Loaded]


@pytest.fixture(scope="module")
def runs(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """What a command loads: one process for all that is asked of it, each in a copy of the game."""

    @cache
    def loaded(
        *words: str, game: str = "game", home: str = "home", stdout: int = subprocess.DEVNULL, **environment: str
    ) -> Loaded:
        place = Path(copytree(laid_out, tmp_path_factory.mktemp("run") / "copy"))
        at = ("--game", str(place / game)) if words[0] in OVER_A_GAME else ()
        more = {"receive": (str(place / "mail"),), "move": ("pass", "--yes")}.get(words[0], ())
        run = subprocess.run(
            [sys.executable, "-c", RUN, *words, *at, *more],
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
            env={
                **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
                "PYTHONPATH": str(ROOT),
                "REFEREE_HOME": str(place / ("home-asked" if words[0] == "move" else home)),
                "TERM": "xterm",
                **environment,
            },
        )
        (code, *modules), *others = (line.split() for line in run.stderr.splitlines()[-4:])
        assert code == "0"
        return Loaded(set(modules), *(set(names[1:]) for names in others))

    return loaded


@pytest.mark.parametrize("command", ["show", "status", "moves", "audit", "receive", "move"])
def test_a_command_imports_no_package_that_is_heavy(runs: Runs, command: str) -> None:
    modules = runs(command).modules

    assert {name for name in modules if _is_of(name, HEAVY)} == set()


@pytest.mark.parametrize(("command", "parts"), PARTS.items())
def test_a_command_leaves_out_the_parts_of_the_program_that_only_others_need(
    runs: Runs, command: str, parts: tuple[str, ...]
) -> None:
    modules = runs(command).modules

    assert {name for name in modules if _is_of(name, (*parts, *RARE))} == set()


def _is_of(module: str, packages: tuple[str, ...]) -> bool:
    inside = any(module == package or module.startswith(f"{package}.") for package in packages)
    return inside and not _only_names(module)


def _only_names(module: str) -> bool:
    """Whether this is a package that holds nothing but the names of what waits in it (`kernel/late_loading.py`)."""
    file = ROOT.joinpath(*module.split("."), "__init__.py")
    return file.exists() and file.stat().st_size < SMALL


@pytest.mark.parametrize(("command", "most"), BUDGET.items())
def test_a_command_loads_no_more_of_our_source_than_its_budget(runs: Runs, command: str, most: int) -> None:
    files = [Path(file) for file in runs(command).files]
    shared = [file for file in files if "games" not in file.relative_to(ROOT).parts]

    assert sum(file.stat().st_size for file in shared) <= most * 1000


@pytest.mark.parametrize("command", (*BUDGET, "hand", "moves"))
def test_a_command_makes_no_named_tuples_and_hardly_an_expression(runs: Runs, command: str) -> None:
    """A class of named tuples takes as long to make as seven structs: its constructor and every annotation are compiled
    on the spot. An expression is written as text where only what is damaged, typed or rare needs it compiled.
    """
    loaded = runs(command)

    assert loaded.tuples == set()
    assert 0 < len(loaded.compiled) <= COMPILED, sorted(loaded.compiled)


AFTER_READING = ("show", "hand")
STEPS = ("step.draft", "step.produce", "step.step_run", "step.tokens", "agreements.consent", "agreements.decisions")
"""What reads and makes steps, of the storey between notes and a position."""


@pytest.mark.parametrize("command", AFTER_READING)
def test_who_looks_at_what_was_read_before_loads_nothing_that_reads_a_step(runs: Runs, command: str) -> None:
    modules = runs(command, game="long").modules

    assert not modules & {f"referee.protocol.{name}" for name in STEPS}
    assert "referee.i18n.event_text" not in modules


def test_the_status_of_who_is_asked_loads_no_reader_of_typed_orders(runs: Runs) -> None:
    """Its example is one that the rules have given: it is spelled as in a note."""
    modules = runs("status", home="home-asked").modules

    assert "referee.messages.order_choices" in modules
    assert not modules & {"referee.games.tigris.typed", "referee.kernel.grammar.parser"}


def test_a_command_imports_only_its_own_game(runs: Runs) -> None:
    games = {name.split(".")[2] for name in runs("show").modules if name.startswith("referee.games.")}

    assert games & {*built_in()} == {"tigris"}


def test_the_list_of_commands_loads_none_of_them(runs: Runs) -> None:
    """Nor the storeys below, which would take longer than the list."""
    modules = runs("--help").modules

    below = ("referee.protocol", "referee.session", "referee.record", "referee.games")
    assert {name for name in modules if name.startswith("referee.cli.commands.") or _is_of(name, below)} == set()


def test_a_shell_is_offered_commands_without_loading_one(runs: Runs) -> None:
    modules = runs("st", _REFEREE_COMPLETE="fish").modules

    assert {name for name in modules if name.startswith("referee.cli.commands")} == set()


@pytest.mark.parametrize(("words", "loaded"), [(["show"], {"show"}), (["hand"], {"hand"}), (["key", "list"], {"key"})])
def test_a_command_loads_no_other_command(runs: Runs, words: list[str], loaded: set[str]) -> None:
    modules = runs(*words).modules

    commands = {name.split(".")[4] for name in modules if "cli.commands." in name and name.count(".") == 4}
    assert commands == loaded


def test_the_version_is_told_without_the_command_line() -> None:
    """Not even `typing`, which takes half as long to import as Python to start."""
    code = "import sys; from referee.cli.main import main; main(); print({'typer', 'typing'} & set(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code, "--version"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )

    assert run.stdout.splitlines()[1] == "set()"


@pytest.mark.needs("terminals of POSIX")
def test_rich_comes_in_for_a_picture_on_a_terminal(runs: Runs) -> None:
    """The other half of the promise: without this, a test that finds no rich would also hold for a broken picture."""
    import pty

    ours, theirs = pty.openpty()
    try:
        modules = runs("show", stdout=theirs).modules
    finally:
        os.close(theirs)
        os.close(ours)

    assert "rich.console" in modules


def test_no_large_table_is_built_at_import() -> None:
    run = subprocess.run(
        [sys.executable, "-c", TABLES],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )

    assert run.stdout == ""
