"""Sentences that tell their reader to type a command: each is offered where the table allows it, or has its reason."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.cli.registry import COMMANDS, FIRST_WORDS
from referee.games import names
from referee.i18n.catalogue import languages
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.terminal import inside
from tests.source_trees import modules
from tests.support.screens import commands_in
from tests.words.catalogue_files import catalogue

LISTED = tomllib.loads((Path(__file__).parent / "named_commands.toml").read_text("utf-8"))
ANYWHERE, REASONS = LISTED["anywhere"], LISTED["reasons"]
NO_COMMAND = {"referee", "invitation-no-luck", "signers-how"}
"""Sentences about the name of the program, or with the role of the host."""

OF_SOME_TABLES = ("--back", "--over")
"""Options of commands that can be typed anywhere, which need a table of some kind."""


@cache
def named() -> dict[str, dict[str, tuple[str, ...]]]:
    """The commands that a sentence names, by its code and language: the first word of each."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for lang in languages():
        for book in ("", *names()):
            for (_, code), texts in catalogue(book, lang).items():
                lines = [line for text in texts for line in commands_in(text)]
                if lines and code not in NO_COMMAND:
                    found.setdefault(code, {})[lang] = tuple(sorted(set(map(_command, lines))))
    return found


def _command(line: str) -> str:
    """The first word of a command, with an option that not every table takes."""
    first, _, rest = line.partition(" ")
    return " ".join((first, *(option for option in OF_SOME_TABLES if option in rest.split())))


def offered() -> Iterator[str]:
    """The texts in functions that ask a table what it allows."""
    for tree in modules().values():
        for made in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            inside_it = list(ast.walk(made))
            if any(isinstance(one, ast.Call) and _asks_table(one.func) for one in inside_it):
                yield from (
                    one.value for one in inside_it if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )


def _asks_table(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and called.attr in ("offer", "offer_tasks", "allows")


def test_a_sentence_that_names_a_command_is_offered_or_has_its_reason() -> None:
    free = {code for code, told in named().items() if set(told["en"]) <= set(ANYWHERE)}
    through = {text.rpartition("/")[2] for text in offered()} & set(named())

    assert sorted(named().keys() - free - through - set(REASONS)) == []
    assert sorted(set(REASONS) - named().keys() | set(REASONS) & (free | through)) == [], "rows that nothing needs"
    assert all(len(reason) > 20 for reason in REASONS.values())


def test_each_language_names_the_same_commands() -> None:
    assert {
        code: told for code, told in named().items() if set(told) != {*languages()} or len({*told.values()}) > 1
    } == {}


def test_only_commands_are_named() -> None:
    words = {
        word.partition(" ")[0]
        for told in named().values()
        for row in told.values()
        for word in row
        if not word.startswith("-")
    }

    assert words - {""} <= set(FIRST_WORDS)
    assert set(ANYWHERE) - {"", "--lang"} <= {name.partition(" ")[0] for name in COMMANDS}


TYPED = {
    "": "",
    "--lang": "--lang it",
    "account": "account set --smtp mail.example.org --user hanna",
    "completion": "completion bash",
    "games": "games",
    "help": "help",
    "join": "join {invitation} --name Zoe --folder ../joined --yes",
    "key": "key new another",
    "open": "",
    "people": "people set bob bob@example.org",
    "practice": "practice ur --seed 4",
    "program": "program",
    "receive": "",
    "rule": "rule options",
    "sync": "sync {folder}",
    "watch": "watch {folder} --once",
}
"""What is typed of each; a page that is served is not, nor what needs a note for a game."""


@pytest.mark.parametrize("where", ["nowhere", "practice", "asked", "onlooker", "over"])
def test_commands_that_can_be_typed_anywhere(tmp_path: Path, where: str) -> None:
    match = finished() if where == "over" else running()
    home = home_of(tmp_path, asked(match) if where == "asked" else "anna" if where == "over" else "zoe")
    place, shared = tmp_path / "game", tmp_path / "shared"
    shared.mkdir()
    if where in ("nowhere", "practice"):
        place.mkdir()
    else:
        lay(place, match.files)
    if where == "practice":
        assert inside(["practice", "ur", "--seed", "3", "--folder", "here"], home, place)[0] == 0
        place /= "here"
    assert inside(["offer", "ur", "-n", "3", "--folder", "offer"], home_of(tmp_path, "bob"), tmp_path)[0] == 0
    invitation = tmp_path / "offer" / "letters" / "invitation.txt"

    assert set(TYPED) == set(ANYWHERE)
    for line in TYPED.values():
        code, out, errors = inside(line.format(folder=shared, invitation=invitation).split(), home, place)
        assert code == 0, (line, out, errors)
