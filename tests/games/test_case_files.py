"""Case files: one that says nothing is told so, and the page shows one of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.games.game_files import read_book
from referee.kernel.errors import Unreadable
from tests.cli.games_on_disk import home_of
from tests.cli.terminal import inside
from tests.games import known

BROKEN = {
    "no JSON": (b"{", "cases.json is not JSON: Input data was truncated"),
    "no list of cases": (b'{"cases": 3}', "cases.json contains no list of cases"),
    "no case": (b'{"game": "ur", "cases": []}', "cases.json contains no list of cases"),
    "no cases but numbers": (b'{"game": "ur", "cases": [3]}', "cases.json contains no list of cases"),
    "no game": (b'{"cases": [{"id": "1", "given": {}}]}', "cases.json does not say which game it is about"),
    "a game that is none": (
        b'{"game": "ludo", "cases": [{}]}',
        f"there is no game called ludo; there are {', '.join(known.GAMES)}",
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


def test_a_case_in_another_format_is_told_with_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "cases.json").write_text('{"game": "ur", "cases": [{"id": "1", "expect": {}}]}')

    code, out, _ = inside(["cases", "run", "cases.json"], home_of(tmp_path, "anna"), tmp_path)

    assert code == 1
    assert "Object contains unknown field `expect`" in out


def test_the_case_on_the_page_is_the_one_in_the_book() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cases.md").read_text("utf-8")
    shown = json.loads(
        "\n".join(line[4:] for line in page.split("\n    {\n")[1].split("\n    }\n")[0].split("\n")).join("{}")
    )

    assert shown == next(case for case in known.cases("ur") if case["id"] == shown["id"])
