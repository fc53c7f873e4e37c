"""Case files: those of earlier formats say today what they said, and a file that says nothing is told so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games import find
from referee.games.cases import read_book, rewritten
from referee.kernel.cases import run_case
from referee.kernel.errors import Unreadable
from scripts.convert_cases import laid_out
from tests.cli.folders import home_of
from tests.cli.terminal import inside
from tests.games import known

FORMER = sorted((Path(__file__).parent / "former").glob("*.json"))
"""A few cases of each earlier format, as they were."""

FALSE: dict[str, dict[str, Any]] = {
    "tigris": {"exp": {"vp": {"1": {"red": 7}}}},
    "foreign": {"exp": {"vp": {"1": {"red": 7}}}},
    "cards": {"expect": {"deck": 999}},
    "ur": {"after": {"asked": "Q"}},
}
"""What is not so, in each earlier format."""


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_a_file_of_an_earlier_format_gives_the_same_verdicts(path: Path) -> None:
    game, cases = read_book(path.read_bytes(), path.name)

    assert [case["id"] for case in cases] == [case["id"] for case in json.loads(path.read_text("utf-8"))["cases"]]
    assert [run_case(game, case) for case in cases] == [[] for _ in cases]


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_a_false_case_of_an_earlier_format_does_not_hold(path: Path) -> None:
    book = json.loads(path.read_text("utf-8"))
    first = next(case for case in book["cases"] if "orders" in case or "steps" in case)
    book["cases"] = [{**first, **FALSE[path.stem]}]

    game, (case,) = read_book(json.dumps(book).encode(), "cases.json")

    assert run_case(game, case) != []


def test_an_earlier_refusal_is_still_asked_under_its_rule() -> None:
    book = json.loads((Path(__file__).parent / "former" / "tigris.json").read_text("utf-8"))
    book["cases"] = [{**case, "rule": "TE 1.1"} for case in book["cases"] if case.get("breaks")]

    game, cases = read_book(json.dumps(book).encode(), "cases.json")

    assert len(cases) > 1
    assert all(run_case(game, case) for case in cases if "commitx" not in str(case))


def test_a_file_of_others_that_names_no_game_is_known_by_its_format() -> None:
    game, _ = read_book((Path(__file__).parent / "former" / "foreign.json").read_bytes(), "")

    assert game.info.name == "tigris"


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_what_is_written_in_todays_format_stays_as_it_is(path: Path) -> None:
    once = laid_out(rewritten(path.read_bytes(), path.name))

    assert laid_out(rewritten(once.encode(), path.name)) == once


@pytest.mark.parametrize(
    "path", [path for game in known.GAMES for path in (known.home(game) / "cases").glob("*.json")], ids=lambda p: p.stem
)
def test_a_case_file_of_ours_is_in_todays_format(path: Path) -> None:
    assert rewritten(path.read_bytes(), path.name) == json.loads(path.read_text("utf-8"))


NO_FORMAT = f"cases.json: case K1 is in no format of {find('cards').info.title}"
BROKEN = {
    "no JSON": (b"{", "cases.json is no JSON: Input data was truncated"),
    "no list of cases": (b'{"cases": 3}', "cases.json holds no list of cases"),
    "no case": (b'{"game": "ur", "cases": []}', "cases.json holds no list of cases"),
    "no cases but numbers": (b'{"game": "ur", "cases": [3]}', "cases.json holds no list of cases"),
    "no game": (b'{"cases": [{"id": "1", "given": {}}]}', "cases.json does not say which game it is about"),
    "a game that is none": (
        b'{"game": "ludo", "cases": [{}]}',
        f"there is no game called ludo; there are {', '.join(known.GAMES)}",
    ),
    "no format": (
        b'{"game": "cards", "cases": [{"id": "K1"}]}',
        NO_FORMAT,
    ),
    "half an earlier format": (
        b'{"game": "cards", "cases": [{"id": "K1", "expect": {}}]}',
        NO_FORMAT,
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_holds_no_cases_is_refused_in_a_sentence(what: str, tmp_path: Path) -> None:
    data, sentence = BROKEN[what]
    (tmp_path / "cases.json").write_bytes(data)

    with pytest.raises(Unreadable) as refused:
        read_book(data, "cases.json")
    code, out, errors = inside(["cases", "run", "cases.json"], home_of(tmp_path, "anna"), tmp_path)

    assert refused.value.sentence() == sentence
    assert (code, out, errors.splitlines()[0]) == (3, "", f"referee: {sentence}")


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_the_command_runs_files_of_every_format_there_was(path: Path, tmp_path: Path) -> None:
    count = len(json.loads(path.read_text("utf-8"))["cases"])

    code, out, errors = inside(["cases", "run", path], home_of(tmp_path, "anna"), tmp_path)

    assert (code, out, errors) == (0, f"{count} of {count} cases pass\n", "")


def test_the_case_on_the_page_is_the_one_in_the_book() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cases.md").read_text("utf-8")
    shown = json.loads(
        "\n".join(line[4:] for line in page.split("\n    {\n")[1].split("\n    }\n")[0].split("\n")).join("{}")
    )

    assert shown == next(case for case in known.cases("ur") if case["id"] == shown["id"])
