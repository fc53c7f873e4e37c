"""Every command has a form on the page, made of its row; pressed, it does what the typed line does, to the byte."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.cli.app import built
from referee.cli.parameters import sort_of
from referee.cli.registry import COMMANDS
from tests.cli.examples import EXAMPLES, Sample, example_of
from tests.cli.games_on_disk import home_of
from tests.cli.terminal import inside
from tests.web.game_forms import ON_PAGE, kept, made, offer_of
from tests.web.in_process_page import Page, page_of

pytestmark = pytest.mark.needs("starlette")

APART = sorted(name for name, row in COMMANDS.items() if row.apart)


CASES = [
    pytest.param(name, sample, id=f"{name}-{number}")
    for name in ON_PAGE
    if name in EXAMPLES
    for number, sample in enumerate(example_of(name).buttons)
]


@pytest.fixture
def same_chance(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Begin the same chance again."""
    count = [0]

    def drawn(length: int | None = None) -> bytes:
        count[0] += 1
        return hashlib.shake_256(str(count[0]).encode()).digest(length or 32)

    monkeypatch.setattr(secrets, "token_bytes", drawn)
    monkeypatch.setattr(os, "urandom", drawn)
    return lambda: count.__setitem__(0, 0)


@pytest.mark.parametrize(("name", "sample"), CASES)
def test_a_button_does_what_the_typed_line_does(
    name: str, sample: Sample, tmp_path: Path, same_chance: Callable[[], None]
) -> None:
    """The same JSON, the same code, and the same bytes on disk."""
    did: list[Any] = []
    for way in ("typed", "pressed"):
        folder = tmp_path / "all"
        cwd, home, game = made(sample.state, folder)
        about = [f"--game={game}"] if game is not None else []
        files = {field: data() for field, data in sample.files.items()}
        if way == "typed":
            for data in files.values():
                (cwd / "1-came").write_bytes(data)
            same_chance()
            end = sample.typed.index("--") if "--" in sample.typed else len(sample.typed)
            line = [*name.split(), *about, *sample.typed[:end], "--json", *sample.typed[end:]]
            code, out, _ = inside(line, home, cwd)
            if files:
                (cwd / "1-came").unlink()
        else:
            at = f"/game/{offer_of(home)}" if game is not None else ""
            with page_of(home, cwd) as page:
                same_chance()
                sent = {field: ("came", data) for field, data in files.items()}
                path, fields = f"{at}/do/{name.replace(' ', '-')}", dict(sample.fields)
                said = page.press(path, fields, sent, accept="application/json")
                if "--yes" in sample.typed and (stamps := said.headers.get("referee-stamps")):
                    same_chance()
                    said = page.press(path, fields | {"yes": stamps}, sent, accept="application/json")
            assert said.status == 200
            code, out = int(said.headers["referee-exit"]), said.text
        did.append((code, re.sub(r'"since":"[^"]*"', "", out), kept(folder)))  # by the clock of this machine
        shutil.rmtree(folder)
    assert did[0] == did[1]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("forms")
    with page_of(home_of(folder, "anna"), folder) as page:
        yield page


@pytest.mark.parametrize("name", ON_PAGE)
def test_every_command_has_its_form(name: str, alone: Page) -> None:
    path = f"/do/{name.replace(' ', '-')}"
    said = alone.ask(path)

    assert said.status == 200
    assert f'href="{path}"' in alone.ask("/do").text
    look = "two" if name == "offer" else "panel"  # beside the form of an offer stands the invitation
    assert f'<form class="{look}" method="post" action="{path}"' in said.text


@pytest.mark.parametrize("name", APART)
def test_a_command_without_a_form_says_why(name: str, alone: Page) -> None:
    path = f"/do/{name.replace(' ', '-')}"

    assert COMMANDS[name].apart
    assert alone.ask(path).status == alone.press(path, {}).status == 404
    assert f'href="{path}"' not in alone.ask("/do").text


@pytest.mark.parametrize("name", ON_PAGE)
def test_no_field_names_a_path_of_this_machine(name: str, alone: Page) -> None:
    """What a command reads comes as a file; where it writes, and what it runs, is no business of a request."""
    text = alone.ask(f"/do/{name.replace(' ', '-')}").text
    paths = {str(param.name) for param in built(COMMANDS[name]).params if sort_of(param) == "path"}
    shown = set(re.findall(r'<input type="(?:text|checkbox)" id="f-\w+" name="(\w+)"', text))

    runs = {str(param.name) for param in built(COMMANDS[name]).params if "COMMAND" in str(param.metavar)}

    assert paths & shown <= {"folder", "place"}
    assert not runs & shown
    assert not shown & {"svg", "html", "markdown", "opened", "folders", "paths", "named"}


@pytest.mark.parametrize("path", ["/etc", "../up", "a/b", "..", "C:\\x", "~", "a b", "."])
def test_a_folder_is_called_by_a_name(path: str, tmp_path: Path) -> None:
    """A path in its place writes nothing."""
    home = home_of(tmp_path, "anna")
    before = kept(tmp_path)
    with page_of(home, tmp_path) as page:
        fields = {"game_name": "ur", "seats": "2", "place": path}
        for accept in ("text/html", "application/json"):
            said = page.press("/do/offer", fields, accept=accept)

    assert "a folder is called by a-z, 0-9 and hyphens here" in said.text
    assert kept(tmp_path) == before
