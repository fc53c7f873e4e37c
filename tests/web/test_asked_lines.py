"""No form leads to a question that nobody can answer: a command that reads lines has no field on the page for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.cli.prompts.terminal import PageInput
from referee.cli.web.forms import FILES, fields
from tests.cli.examples import example_of
from tests.web.game_forms import ON_PAGE, made, offer_of
from tests.web.in_process_page import page_of

pytestmark = pytest.mark.needs("starlette")

VALUES = ("1", "tigris", "anna", "pass")
"""One of them is something in nearly every field."""

NO_LINES = {"move", "try"}
"""Orders are read from a pipe where none are typed; at a page it is empty, and the refusal says what is missing."""


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each line that a command has read at a page: every question waits for one."""
    found = list[str]()
    reads = PageInput.readline

    def line(page: PageInput, *args: Any) -> str:
        found.append("a line")
        return reads(page, *args)

    monkeypatch.setattr(PageInput, "readline", line)
    return found


def _tries(name: str) -> Iterator[tuple[str, dict[str, str], dict[str, Any]]]:
    """The samples of a form, each of them, and its state, with one field more."""
    for state, fields_given, files, _ in example_of(name).buttons:
        given = dict(fields_given)
        sent = {field: ("came", data()) for field, data in files.items()}
        yield state, given, sent
    for field in fields(name, "en"):
        if field.kind not in FILES:
            for value in ("1",) if field.kind == "flag" else VALUES:
                yield state, given | {field.name: value}, sent


@pytest.mark.parametrize("name", ON_PAGE)
def test_no_form_asks_for_a_line(name: str, tmp_path: Path, read: list[str]) -> None:
    states = dict.fromkeys(state for state, _, _ in _tries(name))
    for state in states:
        cwd, home, game = made(state, tmp_path / state)
        with page_of(home, cwd) as page:
            at = f"/game/{offer_of(home)}" if game is not None else ""
            for wanted, given, sent in _tries(name):
                if wanted == state:
                    page.send(f"{at}/do/{name.replace(' ', '-')}", given, sent)
                    assert read == [] or name in NO_LINES, given
                    read.clear()


def test_a_command_that_asks_is_found(tmp_path: Path, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson, as if it had its field once more."""
    from referee.cli.web import forms

    cwd, home, _ = made("alone", tmp_path)
    with page_of(home, cwd) as page, monkeypatch.context() as patch:
        patch.setattr(forms, "LEFT", forms.LEFT - {"practice lesson"})
        forms.fields.cache_clear()
        page.send("/do/practice", {"game_name": "tigris", "lesson": "1"})
    forms.fields.cache_clear()

    assert read
    read.clear()
    with page_of(home, cwd) as page:
        text = page.ask("/do/practice").text
        page.send("/do/practice", {"game_name": "ur", "lesson": "1", "seed": "7"})
    assert (read, 'name="lesson"' in text) == ([], False)
