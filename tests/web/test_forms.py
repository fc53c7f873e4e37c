"""Every command has a form on the page, made of its row; pressed, it does what the typed line does, to the byte."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from referee.cli.app import built
from referee.cli.parameters import sort_of
from referee.cli.registry import COMMANDS
from referee.crypto.keys import format_private
from referee.record.file_names import CHARTER, OFFER
from referee.record.note import render_bundle
from referee.record.store import DataFolder
from referee.session.game_folders import game_locations
from scripts.rehearse import test_key
from tests.cli.games_on_disk import asked, finished, home_of, lay, move_of, running
from tests.cli.terminal import inside
from tests.web.in_process_page import Page, page_of

pytestmark = pytest.mark.needs("starlette")

ON_PAGE = sorted(name for name, row in COMMANDS.items() if not row.apart)
APART = sorted(name for name, row in COMMANDS.items() if row.apart)


class Sample(NamedTuple):
    """What stands in the fields of a form, in which state of a home, and the same as it is typed."""

    state: str = "playing"
    fields: Mapping[str, str] = MappingProxyType({})
    files: Mapping[str, Callable[[], bytes]] = MappingProxyType({})
    typed: tuple[str, ...] = ()


def mail(steps: int) -> bytes:
    shorter, longer = running(steps=steps - 1), running(steps=steps)
    return next(data for name, data in longer.files.items() if name not in shorter.files)


def key_file() -> bytes:
    return format_private(test_key("dora"), "dora")


def a_move() -> bytes:
    return render_bundle((move_of(running(), 3),))


SAMPLES: dict[str, list[Sample]] = {
    "key new": [Sample("empty", {"name": "anna"}, typed=("anna",)), Sample("empty", {"name": "../x"}, typed=("../x",))],
    "key import": [
        Sample("empty", {"name": "dora"}, {"path": key_file}, ("--name=dora", "1-came")),
        Sample("empty", {}, {"path": lambda: b"nothing"}, ("1-came",)),
    ],
    "key show": [Sample("alone", {"name": "x"}, typed=("x",))],
    "offer": [
        Sample(
            "alone", {"game_name": "ur", "seats": "2", "title": "Friday"}, typed=("--seats=2", "--title=Friday", "ur")
        ),
        Sample("alone", {"game_name": "ur", "seats": "17"}, typed=("--seats=17", "ur")),
        Sample("alone", {"game_name": "--help", "seats": "2"}, typed=("--seats=2", "--", "--help")),
        Sample(
            "alone",
            {"game_name": "ur", "seats": "2", "option": "deadline=3\r\ngrace=1", "play": "1"},
            typed=("--seats=2", "--option=deadline=3", "--option=grace=1", "--play", "ur"),
        ),
        Sample(
            "alone",
            {"game_name": "ur", "seats": "3", "option.deadline": "3", "option.war": "adjacent", "option.grace": ""},
            typed=("--seats=3", "--option=deadline=3", "--option=war=adjacent", "ur"),
        ),
        Sample(
            "alone",
            {"game_name": "ur", "seats": "3", "option.--play": "--yes"},
            typed=("--seats=3", "--option=--play=--yes", "ur"),
        ),
    ],
    "join": [
        Sample("alone", {"name": "Anna"}, {"offer_file": lambda: running().files[OFFER]}, ("--name=Anna", "1-came")),
        Sample("alone", {}, {"offer_file": lambda: b"no invitation"}, ("1-came",)),
    ],
    "accept": [Sample("agreed", typed=("--yes",))],
    "words": [
        Sample(),
        Sample(fields={"heard": "a b c d", "who": "host"}, typed=("--from=host", "a b c d")),
        Sample(fields={"without": "host"}, typed=("--without=host", "--yes")),
    ],
    "receive": [
        Sample(files={"files": lambda: mail(6)}, typed=("1-came",)),
        Sample(files={"files": lambda: b"<script>alert(1)</script>"}, typed=("1-came",)),
    ],
    "move": [
        Sample(fields={"orders": "pass"}, typed=("pass",)),
        Sample(fields={"orders": "pass"}, typed=("--yes", "pass")),
        Sample(fields={"orders": "nonsense"}, typed=("--yes", "nonsense")),
        Sample(fields={"orders": "--yes"}, typed=("--", "--yes")),
        Sample(fields={"orders": "pass", "say": "one\r\ntwo"}, typed=("--say=one", "--say=two", "--yes", "pass")),
    ],
    "try": [Sample(fields={"orders": "pass"}, typed=("pass",))],
    "moves": [Sample(fields={"contains": "temple"}, typed=("temple",))],
    "rule": [Sample(fields={"rule_id": "leader"}, typed=("leader",))],
    "log": [Sample(fields={"last": "2"}, typed=("--last=2",)), Sample(fields={"last": "two"}, typed=("--last=two",))],
    "letter": [Sample(fields={"step": "3"}, typed=("3",))],
    "standing": [Sample(), Sample(fields={"end": "1"}, typed=("--end", "--yes"))],
    "back": [Sample(fields={"step": "3", "why": "a slip"}, typed=("--why=a slip", "--yes", "3"))],
    "people set": [
        Sample("alone", {"name": "bert", "address": "b@example.org"}, typed=("bert", "b@example.org")),
        Sample("alone", {"name": "bert", "address": "-oProxy"}, typed=("--", "bert", "-oProxy")),
    ],
    "people forget": [Sample("alone", {"name": "bert"}, typed=("bert",))],
    "account set": [
        Sample("alone", {"smtp": "mail.example.org", "user": "a"}, typed=("--smtp=mail.example.org", "--user=a"))
    ],
    "jot": [Sample(fields={"text": "bert is short of reds"}, typed=("bert is short of reds",))],
    "holiday": [
        Sample(
            fields={"first": "2026-08-01", "until": "2026-08-14"},
            typed=("--from=2026-08-01", "--until=2026-08-14", "--yes"),
        )
    ],
    "remind": [Sample("host", {"seat": "anna"}, typed=("anna",))],
    "absent": [Sample("host", {"seat": "anna"}, typed=("--yes", "anna"))],
    "consent": [Sample(fields={"what": "draw"}, typed=("--yes", "draw"))],
    "rekey": [Sample(fields={"seat": "bert", "why": "gone"}, typed=("--why=gone", "--yes", "bert"))],
    "comment": [
        Sample("over", {"step": "2", "text": "well & <b>truly</b>"}, typed=("--yes", "2", "well & <b>truly</b>"))
    ],
    "ack": [Sample("over", typed=("--yes",))],
    "audit": [Sample("over")],
    "archive": [Sample("over")],
    "stats": [Sample("over")],
    "judge": [Sample(files={"notes": a_move}, typed=("1-came",))],
    "claim": [Sample(fields={"position": "1"}, typed=("--position=1", "--yes"))],
    "answer": [Sample(files={"claim": a_move}, typed=("1-came",))],
    "pack check": [Sample("alone", {}, {"file": lambda: b"{}"}, ("1-came",))],
    "practice": [
        Sample("empty", {"game_name": "ur", "seed": "7", "name": "Anna"}, typed=("--seed=7", "--name=Anna", "ur"))
    ],
}
CASES = [
    pytest.param(name, sample, id=f"{name}-{number}")
    for name in ON_PAGE
    for number, sample in enumerate(SAMPLES.get(name, [Sample()]))
]


def made(state: str, folder: Path) -> tuple[Path, Path, Path | None]:
    """Where a line is typed, the home and the game."""
    cwd = folder / "here"
    cwd.mkdir(parents=True)
    if state == "empty":
        return cwd, folder / "home", None
    if state == "alone":
        return cwd, home_of(folder, "anna"), None
    match = finished() if state == "over" else running()
    who = {"over": match.table.names[0], "host": "host", "agreed": "anna"}.get(state) or asked(match)
    files = {name: match.files[name] for name in (OFFER, CHARTER)} if state == "agreed" else match.files
    game, home = lay(cwd / "game", files), home_of(folder, who)
    assert inside(["status"], home, game)[0] == 0
    return cwd, home, game


def kept(folder: Path) -> dict[str, bytes]:
    """All that lies there."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def offer_of(home: Path) -> str:
    """The game of a home that has one, as the addresses of the page call it."""
    (place,) = game_locations(DataFolder(home))
    return place.offer


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
