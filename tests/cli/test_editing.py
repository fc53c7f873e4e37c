"""A line of a dialogue can be edited: arrows, the earlier lines of this dialogue, Tab; nothing is kept on disk."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.cli.prompts import line_editor
from referee.cli.prompts.line_editor import tab_candidates
from tests.cli.games_on_disk import asked, home_of, running
from tests.cli.terminal import converse, environment, started
from tests.needed_tools import need, posix
from tests.support.teletype import opened

MATCH = running()
WHO = asked(MATCH)
LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
FIRST = "action 1 of 2> "


def _typed(game: Path, keys: Sequence[tuple[str, str]], *, lang: str = "en", **more: str) -> str:
    """What a terminal shows in which keys are pressed, each once a text has been seen behind the last."""
    need("terminals of POSIX")
    master, slave = opened(300, 400)
    home = home_of(game.parent, WHO)
    env = environment(home, HOME=str(game.parent / "user"), **more)
    process = started(["move", "--lang", lang], env, game, (slave, slave, slave), terminal=True)
    os.close(slave)
    seen, begun, waiting, deadline = "", 0, list(keys), time.monotonic() + 30
    try:
        while time.monotonic() < deadline:
            ready, _, _ = select.select([master], [], [], 0.2)
            try:
                part = os.read(master, 65536) if ready else b""
            except OSError:
                part = b""
            seen += part.decode("utf-8", "replace")
            if waiting and waiting[0][0] in seen[begun:]:
                begun = len(seen)
                os.write(master, waiting.pop(0)[1].encode())
            elif not part and process.poll() is not None:
                break
    finally:
        process.kill()
        process.wait()
        os.close(master)
    assert not waiting, seen
    return seen


@posix
@pytest.mark.parametrize(
    "keys",
    [
        pytest.param(f"pss{LEFT}{LEFT}a\n", id="left, then a letter goes in"),
        pytest.param(f"ass{LEFT}{LEFT}{LEFT}p{RIGHT}{RIGHT}{RIGHT}\n", id="left and right"),
        pytest.param("xpass\x01\x04\n", id="to the beginning, one away"),
    ],
)
def test_a_line_is_edited_where_the_cursor_stands(game: Path, keys: str) -> None:
    seen = _typed(game, [(FIRST, keys), ("action 2 of 2> ", "quit\n")])

    assert f"{WHO.title()} passes an action" in seen


@posix
@pytest.mark.parametrize(
    ("first", "again"),
    [
        pytest.param("pass", f"{UP}\n", id="up"),
        pytest.param("pass", f"{UP}{DOWN}{UP}\n", id="up, down and up"),
        pytest.param("pass", "\x10\n", id="the key of old terminals"),
    ],
)
def test_the_earlier_lines_of_this_dialogue_come_back(game: Path, first: str, again: str) -> None:
    seen = _typed(game, [(FIRST, f"{first}\n"), ("action 2 of 2> ", again), ("sign this?", "n\n")])

    assert seen.count(f"{WHO.title()} passes an action") >= 2


@posix
@pytest.mark.parametrize(
    ("lang", "prompt", "keys", "said", "next_prompt"),
    [
        pytest.param("en", FIRST, "pas\t\n", "Anna passes an action", "action 2 of 2> ", id="an order"),
        pytest.param("it", "azione 1 di 2> ", "pas\t\n", "Anna passa un'azione", "azione 2 di 2> ", id="Italian"),
        pytest.param("en", FIRST, "sho\t\n", "bag 117", FIRST, id="a word of the prompt"),
    ],
)
def test_tab_writes_the_word_that_is_begun(
    game: Path, lang: str, prompt: str, keys: str, said: str, next_prompt: str
) -> None:
    seen = _typed(game, [(prompt, keys), (next_prompt, "quit\n")], lang=lang)

    assert said in seen


@posix
def test_nothing_but_the_draft_of_what_was_typed_is_written(game: Path) -> None:
    """Orders may be secret: the earlier lines live as long as the dialogue, the draft until it is signed."""
    user, home = game.parent / "user", home_of(game.parent, WHO)
    user.mkdir()
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    _typed(game, [(FIRST, "pass\n"), ("action 2 of 2> ", f"{UP}\n"), ("sign this?", "n\n")])
    after = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}

    assert list(user.iterdir()) == []
    assert [path.name for path, data in after.items() if b"pass" in data and path not in before] == [f"draft-{WHO}"]
    assert {path.name for path in after.keys() - before.keys()} <= {"place", "guard", "lock", f"draft-{WHO}"}


@posix
def test_the_lines_of_another_dialogue_are_forgotten(game: Path) -> None:
    _typed(game, [(FIRST, "pass\n"), ("action 2 of 2> ", "quit\n")])
    seen = _typed(game, [("drop]", "drop\n"), (FIRST, f"{UP}{UP}x\n"), (FIRST, "quit\n")])

    assert "passes an action" not in seen


@posix
def test_an_answer_of_yes_or_no_is_no_earlier_line(game: Path) -> None:
    seen = _typed(game, [(FIRST, "pss\n"), ("[y/N]", "n\n"), (FIRST, f"{UP}\n"), ("[y/N]", "n\n"), (FIRST, "quit\n")])

    assert seen.count("did you mean pass? [y/N]") == 2


def test_where_there_is_no_line_editor_lines_are_read_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    line_editor.line_editor.cache_clear()
    monkeypatch.setitem(sys.modules, "readline", None)
    try:
        assert line_editor.read_edited_line("> ", None) is None
    finally:
        line_editor.line_editor.cache_clear()


@posix
def test_a_dialogue_without_a_line_editor_goes_on_as_before(game: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    missing.mkdir()
    (missing / "readline.py").write_text("raise ImportError\n")
    paths = os.pathsep.join((str(missing), environment(tmp_path)["PYTHONPATH"]))
    answers = {FIRST: "pass", "action 2 of 2> ": "quit"}
    _, seen = converse(["move"], home_of(tmp_path, WHO), answers, cwd=game, PYTHONPATH=paths)

    assert "passes an action" in seen


@pytest.mark.parametrize(
    ("typed", "words", "found"),
    [
        ("pl", ["place"], ["place"]),
        ("place ", ["D11"], ["D11"]),
        ("place red-gr", ["green"], ["red-green"]),
        ("L1", ["L1", "L10"], ["L1", "L10"]),
        ("re", ["Red"], ["Red"]),
    ],
)
def test_a_word_replaces_what_was_begun_of_it(typed: str, words: list[str], found: list[str]) -> None:
    assert tab_candidates(typed, lambda _: words) == found
