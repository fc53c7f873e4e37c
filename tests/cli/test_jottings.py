"""Jottings and kept lines: for their writer alone, beside the steps, in the way of nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.kernel.errors import RefereeError
from referee.record.store import DataFolder, GameFolder, effects
from referee.session.memos import MOST, add, load_memos
from referee.session.session import open_session
from tests.cli.games_on_disk import asked, home_of, running
from tests.cli.terminal import inside
from tests.record.store.disk import PowerCut, count_effects

MATCH = running()
WHO = asked(MATCH)
THOUGHT = "bert is short of reds <b>& hides it</b>"

Types = Callable[..., tuple[int, str, str]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return home_of(tmp_path, WHO)


@pytest.fixture
def types(game: Path, home: Path) -> Types:
    return lambda *words: inside(words, home, game)


def kept_in(home: Path) -> list[Path]:
    return sorted(home.rglob("jottings"))


def test_a_jotting_stands_beside_its_step_until_it_is_forgotten(types: Types) -> None:
    step = MATCH.host.step

    for _ in range(2):  # the same is kept once: a program that was killed is asked again
        assert types("jot", *THOUGHT.split())[:2] == (0, f"memo saved at step {step}\n")
    assert types("jot")[1] == f"1. step {step}: {THOUGHT}\n"
    assert types("log", "--last", "1")[1].endswith(f"    your memo: {THOUGHT}\n")
    assert json.loads(types("log", "--json")[1])["jotted"] == [{"step": step, "text": THOUGHT}]
    assert types("jot", "--forget", "1", "--lang", "it")[1] == f"eliminato: {THOUGHT}\n"
    assert types("jot")[1] == "you have no memos here; to write one: referee jot TEXT\n"


def test_no_file_that_others_get_holds_a_jotting_or_a_kept_line(
    tmp_path: Path, game: Path, home: Path, types: Types
) -> None:
    assert types("jot", THOUGHT)[0] == 0
    assert types("try", "pass", "--keep", "patience")[0] == 0
    shared = tmp_path / "shared"
    shared.mkdir()
    for line in (
        ["move", "pass", "--say", "so be it", "--yes"],
        ["consent", "draw", "--yes"],
        ["mail"],
        ["letter", "1"],
        ["sync", str(shared)],
        ["archive", "--to", str(tmp_path / "game.zip")],
        ["replay", "--html", str(tmp_path / "game.html")],
        ["replay", "--hand", "--html", str(tmp_path / "hand.html")],
        ["show", "--svg", str(tmp_path / "game.svg")],
    ):
        code, _, errors = types(*line)
        assert code == 0, (line, errors)

    held = [path for path in tmp_path.rglob("*") if path.is_file() and b"short of reds" in path.read_bytes()]
    named = [path for path in tmp_path.rglob("*") if path.is_file() and b"patience" in path.read_bytes()]
    assert held == named == kept_in(home)
    assert [path.stat().st_mode & 0o777 for path in held] == [0o600]


def test_a_page_has_jottings_where_they_are_asked_for_and_then_as_text(tmp_path: Path, types: Types) -> None:
    assert types("jot", THOUGHT)[0] == 0
    assert types("replay", "--jottings", "--html", str(tmp_path / "own.html"))[0] == 0
    page = (tmp_path / "own.html").read_text("utf-8")

    assert "bert is short of reds" in page and "<b>" not in page


def test_kept_orders_are_tried_by_their_name_and_by_the_rules_of_now(types: Types) -> None:
    assert "saved: referee try patience" in types("try", "pass", "--keep", "Patience")[1]
    again, plainly = types("try", "patience"), types("try", "pass")

    assert again == plainly and again[0] == 0
    assert f"referee try patience  (pass; step {MATCH.host.step})" in types("jot")[1]
    assert types("move", "pass", "--yes")[0] == 0
    assert types("try", "patience")[0] == types("try", "pass")[0]


def test_what_cannot_be_played_is_not_kept(types: Types, home: Path) -> None:
    assert types("try", "king", "Z99", "--keep", "north")[0] != 0
    assert kept_in(home) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("jot", "x" * 501), "one line of at most 500"),
        (("jot", "a\nb"), "one line of at most 500"),
        (("jot", "\x1b[31mred"), "one line of at most 500"),
        (("jot", "--forget", "1"), "there is no memo 1; there are 0"),
        (("try", "pass", "--keep", "two words"), "one word of letters and digits"),
        (("try", "pass", "--keep", "pass"), "not itself an order"),
        (("try", "pass", "--keep", "../../keys/anna"), "one word of letters and digits"),
        (("try", "pass", "--keep", "x" * 33), "at most 32"),
    ],
)
def test_what_is_no_jotting_is_refused_in_a_sentence_and_nothing_is_kept(
    types: Types, home: Path, words: tuple[str, ...], said: str
) -> None:
    code, _, errors = types(*words)

    assert (code, said in errors) == (3, True), errors
    assert kept_in(home) == []


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b'{"jotted":[{"step":"x","text":1}]}', b"[" * 20_000])
def test_damaged_jottings_are_named_by_jot_and_are_in_the_way_of_nothing_else(
    types: Types, home: Path, damage: bytes
) -> None:
    assert types("jot", THOUGHT)[0] == 0
    (place,) = kept_in(home)
    place.write_bytes(damage)

    for line in (["jot"], ["jot", "more"], ["jot", "--forget", "1"], ["try", "pass", "--keep", "patience"]):
        code, _, errors = types(*line)
        assert (code, "memos cannot be read" in errors) == (3, True)
    for line in (["status"], ["log"], ["try", "pass"], ["move", "pass", "--yes"]):
        assert types(*line)[0] == 0
    assert place.read_bytes() == damage


def test_after_a_crash_the_old_jottings_are_there_or_the_new(
    game: Path, home: Path, stop_at: Callable[[int, BaseException], object]
) -> None:
    session = open_session(GameFolder(game), DataFolder(home))
    total = count_effects(lambda: add(session, "first"))
    for number in range(total):
        before = load_memos(session).jotted
        stop_at(number, PowerCut())
        try:
            add(session, "more")
        except PowerCut:
            effects.clear()
        after = load_memos(session).jotted

        assert after[: len(before)] == before and len(after) <= len(before) + 1
    assert total >= 4


def test_jottings_do_not_grow_without_end(game: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session(GameFolder(game), DataFolder(home))
    monkeypatch.setattr("referee.session.memos.MOST", 2)
    add(session, "one")
    add(session, "two")
    with pytest.raises(RefereeError, match="at most 2 memos are kept"):
        add(session, "three")
    assert len(load_memos(session).jotted) == 2 < MOST
