"""docs/changes.md: a change touches the files of its recipe and no others, and what is to be run then works."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from scripts import house, new_command
from tests.long_runs import of
from tests.project_copies import ROOT, copy_project, files_in, run_in

PAGE = ROOT / "docs" / "changes.md"
SECTIONS = ("A wording", "An option of a game", "A JSON field", "A note kind", "A command", "A refusal", "A capability")
HAND = "referee/service/views/lookups.py"
SENTENCE = "No games yet. Invited? referee join."
NAMES = {"NAME": r"\w+", "GAME": r"\w+", "TOPIC": r"\w+", "*": r"[\w-]+"}
"""What stands for a name in a path on the page."""


@cache
def sections() -> dict[str, str]:
    """The sections of the page by their headings."""
    _, *parts = PAGE.read_text("utf-8").split("\n## ")
    return {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}


def steps(section: str) -> Iterator[tuple[re.Pattern[str], bool]]:
    """The paths of the steps of a recipe as patterns, and whether each change of the kind touches it."""
    for path, does in re.findall(r"^\d+\. `([^`]+)`: (.+)$", sections()[section], re.MULTILINE):
        words = re.split(r"(NAME|GAME|TOPIC|\*)", path)
        yield re.compile("".join(NAMES.get(word) or re.escape(word) for word in words)), ", if " in f", {does}"


def unlike_the_page(section: str, touched: list[str]) -> tuple[list[str], list[str]]:
    """The touched files that the recipe does not have, and the steps whose files were not touched."""
    patterns = list(steps(section))
    foreign = [path for path in touched if not any(pattern.fullmatch(path) for pattern, _ in patterns)]
    idle = [pattern.pattern for pattern, may in patterns if not may and not any(map(pattern.fullmatch, touched))]
    return foreign, idle


class Change:
    """A copy of the project in which something is changed by hand."""

    def __init__(self, place: Path) -> None:
        self.place = place
        keys = self.place / "home" / "keys"
        keys.mkdir(parents=True)
        shutil.copy(ROOT / "examples/keys/bert", keys / "bert")
        (keys / "bert").chmod(0o600)
        self._before = self._files()

    def _files(self) -> dict[str, bytes]:
        found = files_in(self.place, "referee", "tests")
        return {path: data for path, data in found.items() if "/notes-1/" not in path}

    def replace(self, file: str, old: str, new: str) -> None:
        """Change one place of a file."""
        path = self.place / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{file} has changed: let this test make its change elsewhere"
        path.write_text(text.replace(old, new), "utf-8")

    def touched(self) -> list[str]:
        """The files that are not as they were."""
        now = self._files()
        return sorted(path for path in now.keys() | self._before.keys() if now.get(path) != self._before.get(path))

    def undo(self) -> None:
        """Make all files as they were."""
        for path in self.touched():
            if path in self._before:
                (self.place / path).write_bytes(self._before[path])
            else:
                (self.place / path).unlink()
        shutil.rmtree(self.place / "home")
        shutil.rmtree(self.place / "tests/frozen/notes-1", ignore_errors=True)
        self.compile()

    def compile(self) -> None:
        """Compile the catalogues."""
        done = run_in(self.place, "-m", "referee.i18n.compiler")
        assert done.returncode == 0, done.stderr

    def said(self, *typed: str) -> tuple[int, str, str]:
        """What a command of the changed program says."""
        done = run_in(self.place, "-m", "referee", *typed)
        return done.returncode, done.stdout, done.stderr

    def published(self) -> str:
        """The schema of what commands print with `--json`, as `make_docs.py` would write it."""
        return run_in(self.place, "-c", "from scripts.make_docs import output_schema; print(output_schema())").stdout

    def tests(self, *asked: str) -> tuple[int, str]:
        """The exit code and the output of some of its tests."""
        done = run_in(self.place, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *asked)
        return done.returncode, done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("recipes") / "project")


@pytest.fixture
def change(project: Path) -> Iterator[Change]:
    """The copy, which is as it was for the next test."""
    made = Change(project)
    yield made
    made.undo()


def test_the_page_has_a_recipe_for_each_kind_of_change() -> None:
    assert tuple(sections()) == SECTIONS
    for section in SECTIONS:
        assert list(steps(section)), section


def test_every_file_and_script_of_the_page_is_there() -> None:
    text = PAGE.read_text("utf-8")
    paths = {path for path in re.findall(r"(?:scripts|tests|referee|docs)/[\w/.]+\.\w+", text) if "NAME" not in path}

    assert {
        path for path in paths if not (ROOT / path).is_file() and "GAME" not in path and "TOPIC" not in path
    } == set()


def test_a_wording_touches_two_files(change: Change) -> None:
    change.replace("referee/i18n/en/folders.toml", f'no-games-yet = "{SENTENCE}', 'no-games-yet = "No game so far.')
    change.replace("referee/i18n/it/folders.toml", 'no-games-yet = "', 'no-games-yet = "Nulla. ')
    change.compile()
    (change.place / "home" / "keys" / "bert").unlink()

    assert unlike_the_page("A wording", change.touched()) == ([], [])
    assert change.said("games")[1].startswith("No game so far.")
    assert change.said("games", "--lang", "it")[1].startswith("Nulla. ")


def test_a_json_field_touches_one_file_and_is_asked_for_its_description(change: Change) -> None:
    change.replace(HAND, "    covered: tuple", "    count: int\n    covered: tuple")
    change.replace(HAND, "Hand(own.hand, own.covered)", "Hand(own.hand, len(own.hand), own.covered)")
    assert house.undescribed(json.loads(change.published())) == 1

    change.replace(HAND, "    count: int\n", '    count: int\n    """How many goods the hand holds."""\n')
    published = change.published()
    _, out, _ = change.said("hand", "--game", "examples/tigris-running", "--json")

    assert unlike_the_page("A JSON field", change.touched()) == ([], [])
    assert json.loads(out)["count"] == len(json.loads(out)["hand"]) > 0
    assert "How many goods the hand holds." in published
    assert house.undescribed(json.loads(published)) == 0


def test_a_command_touches_the_files_that_its_script_writes(change: Change) -> None:
    new_command.main(["options", "--topic", "opening", "--root", str(change.place)])

    assert unlike_the_page("A command", change.touched()) == ([], [])
    assert change.said("options", "--game", "examples/ur-3p")[:2] == (0, "Ur: step 33\n")


@pytest.mark.long
def test_a_refusal_touches_three_files_and_is_asked_for_in_the_other_language(change: Change) -> None:
    refusal = (
        'if not table.session.table.piles:\n        raise OutOfOrder("hands-are-open", game="Ur")\n'
        "    own = table.session.own\n"
    )
    change.replace(HAND, "own = table.session.own\n", refusal)
    change.replace("referee/i18n/en/cli.toml", "\nno-hand = ", '\nhands-are-open = "{game} has no hands"\nno-hand = ')
    code, complaint = change.tests("tests/words/test_catalogues.py", "-k", "every_code or every_entry")
    assert code == 1 and "hands-are-open" in complaint

    change.replace("referee/i18n/it/cli.toml", "\nno-hand = ", '\nhands-are-open = "{game}: niente mani"\nno-hand = ')
    change.compile()
    code, out, errors = change.said("hand", "--game", "examples/ur-3p", "--json")

    assert unlike_the_page("A refusal", change.touched()) == ([], [])
    assert (code, json.loads(out)["error"]["code"], errors) == (5, "hands-are-open", "referee: Ur has no hands\n")
    assert change.said("hand", "--game", "examples/ur-3p", "--lang", "it")[2] == "referee: Ur: niente mani\n"
    if of(False, True):
        assert change.tests("tests/words/test_catalogues.py", "-k", "every_code or every_entry")[0] == 0


OPTION = """Option("war", ("anywhere", "adjacent"), "anywhere", "how far an attack reaches"),
        Option("length", ("full", "short"), "full", "after how many ziggurats it ends", since=2, kept="length"),
"""
FREEZE = "import sys; from scripts.freeze import main; sys.exit(main(sys.argv[1:]))"
"""The script without an environment of its own."""
WORDS = {
    "en": ("after how many ziggurats it ends", "length", "full", "short"),
    "it": ("dopo quanti ziggurat finisce", "durata", "intera", "breve"),
}


def add_option(change: Change) -> None:
    """A game of Ur that ends with the third ziggurat."""
    ur = "referee/games/ur"
    change.replace(f"{ur}/data.py", OPTION.partition("\n")[0] + "\n", OPTION)
    change.replace(f"{ur}/data.py", "rules_version=1", "rules_version=2")
    field = '    length: str = "full"\n'
    needed = (
        "\n    @property\n    def enough(self) -> int:\n        return 3 if self.length == 'short' else ZIGGURATS\n"
    )
    change.replace(
        f"{ur}/state.py", "    adjacent_war: bool = False\n", f"    adjacent_war: bool = False\n{field}{needed}"
    )
    war = 'adjacent_war=options["war"] == "adjacent"'
    change.replace(f"{ur}/rules/setup.py", war, f'{war}, length=options["length"]')
    change.replace(f"{ur}/rules/ending.py", "ziggurat_count == ZIGGURATS:", "ziggurat_count >= state.enough:")
    change.replace(
        f"{ur}/rules/ziggurats.py", "after.ziggurat_count == ZIGGURATS:", "after.ziggurat_count == state.enough:"
    )
    for lang, (about, name, *values) in WORDS.items():
        words = f"{ur}/words/{lang}.toml"
        change.replace(words, "\n[departure]\n", f'length = "{about}"\n\n[departure]\n')
        change.replace(
            words, "\n[value]\n", f'length = "{name}"\n\n[value]\nfull = "{values[0]}"\nshort = "{values[1]}"\n'
        )
    change.compile()


@pytest.mark.long
def test_an_option_touches_the_files_of_its_game_and_freeze_writes_its_game(change: Change) -> None:
    shutil.copytree(ROOT / "tests/frozen/notes-1", change.place / "tests/frozen/notes-1")
    add_option(change)
    by_hand = change.touched()
    asked = change.tests("tests/table/test_frozen.py", "-k", "every_rules_version")
    frozen = run_in(change.place, "-c", FREEZE, "--game", "ur", "--option", "length=short")
    audited = change.said("audit", "tests/frozen/notes-1/ur-3p-rules-2")

    assert unlike_the_page("An option of a game", by_hand) == ([], [r"tests/games/\w+/cases/\w+\.json"])
    assert asked[0] == 1 and "scripts/freeze.py --game ur" in asked[1]
    assert frozen.stdout == "tests/frozen/notes-1/ur-3p-rules-2: added\n", frozen.stderr
    assert audited[0] == 0, audited
    assert change.tests("tests/table/test_frozen.py", "-k", "every_rules_version")[0] == 0


def modules_with(pattern: str, folder: str = "referee") -> list[str]:
    """The sources and catalogues in which something is named."""
    found = (path for kind in ("*.py", "*.toml") for path in (ROOT / folder).rglob(kind))
    named = (path for path in found if re.search(pattern, path.read_text("utf-8")))
    return sorted(path.relative_to(ROOT).as_posix() for path in named)


def test_the_recipe_of_an_option_has_every_place_of_one() -> None:
    places = modules_with(r"\blast[-_]refill\b", "referee/games/cards")

    assert len(places) >= 5
    assert unlike_the_page("An option of a game", places)[0] == []


def test_the_recipe_of_a_note_kind_has_every_place_of_one() -> None:
    """Where the struct of a note is named that stands on no position; a desktop file has a `"Comment"` too."""
    places = modules_with(r'\bComment\b(?!")')

    assert len(places) >= 5
    assert unlike_the_page("A note kind", places)[0] == []


@pytest.mark.parametrize("capability", ["plans", "standing", "opens"])
def test_the_recipe_of_a_capability_has_every_place_of_one(capability: str) -> None:
    """Where it is asked for, and the module that answers."""
    places = modules_with(rf"\ballowances_of\(.+\)\.{capability}\b")

    assert places
    assert unlike_the_page("A capability", places)[0] == []


def test_a_capability_is_decided_in_one_module_and_refused_where_steps_are_made() -> None:
    places = modules_with(r"\ballowances_of\b")

    assert unlike_the_page("A capability", places) == ([], [])


def test_a_file_that_a_recipe_does_not_have_is_found_and_one_that_is_not_touched_too() -> None:
    assert unlike_the_page("A wording", ["referee/i18n/en/cli.toml", "referee/api.py"]) == (
        ["referee/api.py"],
        [r"referee/i18n/it/[\w-]+\.toml"],
    )
