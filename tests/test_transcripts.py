"""Every command on every page with a terminal in it prints what the page says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from referee.cli import exit_codes
from referee.cli.registry import COMMANDS
from referee.kernel.errors import RefereeError
from tests.long_runs import of
from tests.needed_tools import PROGRAMS, need, posix
from tests.support import ROOT
from tests.support.page_stages import Examples
from tests.support.transcripts import Command, commands, fits, play, shown_lines, wrong

pytestmark = posix

FOLDERS = ("docs", "examples", "tests/cli/transcripts", "tests/stories")
ALL = [page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md")]
PAGES = sorted(page for page in ALL if commands(page.read_text("utf-8")))
CODES = [value for name, value in vars(exit_codes).items() if name.isupper()]
KINDS = RefereeError.__subclasses__()


PROGRAM = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, PROGRAMS))})(?![\w./-])")
STARTED = {"examples/dispute/README.md": ("ssh-keygen",)}
"""What a script starts that a page makes and runs."""
TWINS = {
    "allenamento": "practice",
    "assente": "gone",
    "giudice": "judge",
    "invitato": "invited",
    "ospite": "host",
    "quattro": "four",
}
"""Italian pages, and the English ones of the same games."""
LONGEST = ("docs/four.md", "docs/gone.md", "docs/host.md", "tests/cli/transcripts/looking.md")
"""They take half of the time of all pages. A usual run plays what they tell in other tests: of four over a masked deck,
of who is away, of whom a host lets in, and of what is looked at.
"""


def case(page: Path) -> ParameterSet:
    """A page as a case: of twins one is played in the usual run, but for the page that everybody reads first. What
    people read is always played, but for the longest pages; of the pages that only tests read a usual run plays some.
    """
    name = page.relative_to(ROOT).as_posix()
    long = name in LONGEST or (page.stem in TWINS and page.stem != "invitato")
    marks = [pytest.mark.long] if long else [] if name.startswith("tests/") else [pytest.mark.always]
    return pytest.param(page, marks=marks, id=name)


def programs_of(page: Path) -> list[str]:
    """The programs without which a page cannot be played: those that it types, and the shell that reads it."""
    typed = " ".join(command.text for command in commands(page.read_text("utf-8")))
    started = STARTED.get(page.relative_to(ROOT).as_posix(), ())
    return sorted({"bash", *PROGRAM.findall(typed), *started})


def test_what_a_page_starts_is_asked_for_first() -> None:
    assert {page: programs_of(ROOT / page) for page in ("docs/judge.md", "examples/dispute/README.md")} == {
        "docs/judge.md": ["bash", "ssh-keygen"],
        "examples/dispute/README.md": ["bash", "ssh-keygen"],
    }


@pytest.mark.parametrize("page", [case(page) for page in PAGES])
def test_a_page_prints_what_it_says(page: Path) -> None:
    """Its commands are programs that are started, on the page by which everybody begins; on all in a long run."""
    need(*programs_of(page))
    for played in play(page, started=bool(of(page.name == "practice.md", 1))):
        assert wrong(*played) == ""


def test_a_command_out_of_a_warm_process_does_what_a_started_one_does(tmp_path: Path) -> None:
    typed = (
        "referee --version; echo $?",
        "referee shwo 2>&1; echo $?",
        "export REFEREE_LANG=it; cd ur-3p && referee show 2>/dev/null | head -5; echo ${PIPESTATUS[0]}",
        "cat cards-2p/record/0003.step | referee receive --json; echo $?",
        "REFEREE_TRACE=1 referee audit nowhere; echo $?",
    )
    stages = [Examples(tmp_path / name, started=name == "started") for name in ("warm", "started")]
    warm, started = ([stage.run(text, []) for text in typed] for stage in stages)

    assert warm == started
    assert [lines[-1] for _, lines in warm] == ["0", "2", "0", "3", "3"]


@pytest.mark.parametrize("page", TWINS)
def test_an_italian_page_types_the_commands_of_its_twin(page: str) -> None:
    italian, english = (
        [(command.who, re.findall("referee ([a-z]+)", command.text)) for command in commands(path.read_text("utf-8"))]
        for path in (ROOT / f"docs/it/{page}.md", ROOT / f"docs/{TWINS[page]}.md")
    )

    assert italian == english


def test_the_pages_show_every_command_and_every_exit_code() -> None:
    """What a page shows is what it prints: the test above holds every line of it."""
    shown = "\n".join(page.read_text("utf-8") for page in PAGES)
    printed = [line for line in shown.splitlines() if line.isdecimal()]

    for command in COMMANDS:
        typed = rf"^[a-z]*\$ .*referee {command}\b"
        assert re.search(typed, shown, re.MULTILINE), f"show what `{command}` prints, in tests/stories"
    assert {*map(str, (*CODES, *(kind.exit_code for kind in KINDS)))} <= set(printed)


def test_a_command_that_fails_without_saying_so_is_wrong() -> None:
    assert wrong(Command(0, "referee audit nowhere", expected=["no game"]), 3, ["no game"]) != ""
    assert wrong(Command(0, "referee audit nowhere; echo $?", expected=["3"]), 0, ["3"]) == ""


def test_dots_on_a_page_stand_for_text_in_a_line_or_for_any_lines() -> None:
    assert fits(["your words: ...", "...", "end"], ["your words: abc def", "1", "2", "end"])
    assert not fits(["your words: ...", "end"], ["your word: abc", "end"])


def test_a_long_json_object_is_shown_with_a_line_for_each_key() -> None:
    short, long = {"a": [1, {"b": "è"}]}, {"since": "", "tasks": [{"code": "x" * 240, "seats": ["anna"]}], "step": None}
    lines = [json.dumps(each, separators=(",", ":")) for each in (short, long)]
    shown = shown_lines(lines[1])

    assert shown_lines(lines[0]) == [lines[0]]
    assert [line.split(":")[0] for line in shown] == ["{", '  "since"', '  "tasks"', '  "step"', "}"]
    assert json.loads("\n".join(shown)) == long
    assert "".join(line.strip() for line in shown).replace('": ', '":') == lines[1]


@pytest.mark.parametrize(
    "line", ["x" * 300, "{" + "x" * 300, "{" + " " * 300 + "}", '{"a": 1} ' + "x" * 300, "{}", '["' + "x" * 300 + '"]']
)
def test_a_line_that_is_no_json_object_is_shown_as_it_is(line: str) -> None:
    assert shown_lines(line) == [line]
