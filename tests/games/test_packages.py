"""Games that packages bring: found by their entry point, as strange as they like, and never in the way of another."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

from referee import games
from referee.cli.commands.opening.offer import game_sections
from referee.i18n.refusal_text import refusal_text
from referee.i18n.rule_text import rule_text
from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from tests.cli.terminal import inside

OXO = Path(__file__).parents[1] / "oxo"
GOOD = (OXO / "oxo" / "__init__.py").read_text("utf-8")
RULES = (OXO / "oxo" / "rules.toml").read_text("utf-8")
PROSE = (OXO / "oxo" / "prose.toml").read_text("utf-8")

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Lays a package on the path as an installer would: its code, its words, and its entry points."""
    before = set(sys.modules)

    def lay(package: str, game: str, code: str, rules: str = RULES, points: str = "GAME") -> None:
        site = tmp_path / package
        for name, text in {
            f"{package}/__init__.py": code,
            f"{package}/rules.toml": rules,
            f"{package}/prose.toml": PROSE,
            f"{package}-1.0.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n",
            f"{package}-1.0.dist-info/entry_points.txt": f"[referee.games]\n{game} = {package}:{points}\n",
        }.items():
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            (site / name).write_text(text, "utf-8")
        monkeypatch.syspath_prepend(str(site))
        forget()

    yield lay
    monkeypatch.undo()
    forget()
    for name in set(sys.modules) - before:
        del sys.modules[name]


def forget() -> None:
    games.packages.cache_clear()
    games._load_game.cache_clear()


def refused(name: str) -> Unreadable:
    with pytest.raises(Unreadable) as found:
        games.find(name)
    return found.value


def test_the_package_of_the_suite_is_installed_as_its_project_says() -> None:
    project = tomllib.loads((OXO / "pyproject.toml").read_text("utf-8"))["project"]
    installed = ConfigParser()
    installed.read_string((OXO / "oxo-1.0.dist-info" / "entry_points.txt").read_text("utf-8"))

    assert dict(installed[games.GROUP]) == project["entry-points"][games.GROUP]


def test_a_game_of_a_package_is_found_by_its_name_and_by_the_prefix_of_its_rules() -> None:
    assert "oxo" in games.names() and "oxo" not in games.built_in()
    assert games.by_prefix("OX") is games.find("oxo")
    assert rule_text("OX 3", "en").sentence == "Only a mark in the hand can be laid."


def test_a_rule_of_a_package_has_no_page_in_our_documents() -> None:
    assert rule_text("OX 3", "en").page == ""


def test_a_refusal_of_a_package_is_said_in_italian() -> None:
    assert Sentence("oxo/cell-taken", cell="b2").told("it") == "su b2 c'è già un segno"


def test_a_small_game_is_130_lines_of_python() -> None:
    assert len(GOOD.splitlines()) <= 130


def test_no_package_takes_the_name_of_a_game_that_is_built_in(install: Install) -> None:
    install("grabber", "tigris", "raise SystemExit('loaded')")

    assert games.find("tigris").info.title == "Tigris & Euphrates"
    assert "tigris" not in games.packages()


BROKEN = {
    "a package that cannot be imported": (
        "import no_such_module",
        RULES,
        "game broken of package bad cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'",
    ),
    "a package that leaves": (
        "raise SystemExit(3)",
        RULES,
        "game broken of package bad cannot be loaded: SystemExit: 3",
    ),
    "a package without the game": (
        "",
        RULES,
        "game broken of package bad cannot be loaded: AttributeError: module 'bad' has no attribute 'GAME'",
    ),
    "a package with something else": ("GAME = 3", RULES, "package bad does not provide a game called broken"),
    "a package with a game of another name": (GOOD, RULES, "package bad does not provide a game called broken"),
    "a package whose rules cannot be read": (
        GOOD.replace('"oxo"', '"broken"'),
        "[rules",
        "game broken of package bad cannot be loaded: "
        "TOMLDecodeError: Expected ']' at the end of a table declaration (at end of document)",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_a_broken_package_brings_is_refused_in_one_sentence_with_its_name(what: str, install: Install) -> None:
    code, rules, sentence = BROKEN[what]
    install("bad", "broken", code, rules)

    assert refused("broken").sentence() == sentence
    assert "bad" in refusal_text(refused("broken"), "it").sentence
    assert refusal_text(refused("broken"), "it").sentence != sentence


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_package_stops_no_other_game(what: str, install: Install) -> None:
    code, rules, sentence = BROKEN[what]
    install("bad", "broken", code, rules)

    assert [game.info.name for game in games.all_games()] == [name for name in games.names() if name != "broken"]
    assert [why.sentence() for why in games.broken()] == [sentence]
    assert games.package("broken") == "" and games.by_prefix("ZZ") is None
    assert Sentence("oxo/cell-taken", cell="b2").told("it") == "su b2 c'è già un segno"
    told = dict(game_sections("en"))
    assert " ".join(line.strip() for line in told["broken"]) == sentence
    assert {"tigris, Tigris & Euphrates", "oxo, Noughts and Crosses"} <= set(told)


def test_what_a_strange_package_says_reaches_no_terminal_unescaped(install: Install, tmp_path: Path) -> None:
    install("bad", "broken", "raise ValueError('\\x1b[2J\\u202e gone')")

    _, out, errors = inside(["offer", "broken", "--seats", "2"], tmp_path / "home", tmp_path)
    _, page, _ = inside(["offer", "--help"], tmp_path / "home", tmp_path)

    assert "game broken of package bad cannot be loaded" in errors and "broken" in page
    assert not {"\x1b", "\u202e"} & set(out + errors + page)


def test_a_game_that_two_packages_bring_is_refused_with_both_names(install: Install) -> None:
    install("one", "twice", GOOD.replace('"oxo"', '"twice"'))
    install("two", "twice", GOOD.replace('"oxo"', '"twice"'))

    assert refused("twice").sentence() == "several packages provide a game called twice: one, two"
    assert games.find("oxo").info.name == "oxo"


def test_a_name_that_nobody_has_is_refused_with_the_names_there_are() -> None:
    known = ", ".join(sorted({*games.built_in(), "claims", "oxo"}))

    assert refused("chess").sentence() == f"there is no game called chess; there are {known}"
