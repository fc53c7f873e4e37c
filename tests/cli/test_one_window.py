"""What people read in a month of play is at most a window of 80 columns and 24 rows, with the line that was typed and
the prompt below; only a page that is turned with Enter is longer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.games import find
from referee.record.file_names import step_name
from referee.record.note import render_bundle
from tests.cli.games_on_disk import asked, home_of, lay, remember
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix
from tests.support.rehearse import Match, open_match, play_out, sensible_order

pytestmark = posix
COLUMNS, ROWS = 80, 24
ASKS = re.compile(r"\d+ more lines?: Enter, or q to quit|ancora \d+ rig(?:a|he): Invio, o q per smettere")
STEPS = 14

TABLES = [
    pytest.param(game, seats, lang, marks=() if (seats, lang) in quick else pytest.mark.long)
    for game, quick in (
        ("tigris", {(4, "en")}),
        ("cards", {(2, "it")}),
        ("ur", {(4, "it")}),
        ("civilization", {(3, "en")}),
    )
    for seats in find(game).info.seats
    if 2 <= seats <= 4
    for lang in ("en", "it")
]


@cache
def match_of(game: str, seats: int) -> Match:
    """A game after some steps, in which nobody has answered the question that is open."""
    match = play_out(open_match(game, seats, "door"), "door", steps=STEPS, policy=sensible_order)
    while match.answers:
        match = play_out(match, f"on {match.host.step}", steps=1, policy=sensible_order)
    return match


def screens(match: Match, tmp_path: Path, lang: str) -> Iterator[tuple[str, str]]:
    """(who types what, all that is seen of it)."""
    mover, last = asked(match), step_name(match.host.step)
    all_asked = {match.table.names[one.seat] for one in match.host.asked}
    idle = next((name for name in match.table.names if name not in all_asked), match.table.names[-1])
    (tmp_path / "step.eml").write_bytes(match.files[last])
    moves = [signed for signed in match.signed_notes[last] if signed.type == "move"]
    (tmp_path / "move.eml").write_bytes(render_bundle(tuple(moves)))
    whole = lay(tmp_path / "whole", match.files)
    example = json.loads(inside(["status", "--json"], home_of(tmp_path, mover), whole)[1])["asked"]["example"]
    word = example.split()[0]
    typed = {
        mover: [["receive", "step.eml"], [], ["status", "--full"], ["moves"], ["moves", word], ["hand"], ["games"]],
        idle: [["receive", "step.eml"], [], ["moves"], ["log", "--new"], ["stats"], ["standing"]],
        "host": [["receive", "move.eml"], [], ["status"], ["mail"], ["remind", mover], ["people"], ["back", "--help"]],
    }
    typed[mover] += [["try", example], ["move", example, "--yes"], []]
    for name, commands in typed.items():
        folder, home = lay(tmp_path / name, match.files, (last,)), home_of(tmp_path, name)
        if name == "host":
            remember(folder, home, match, match.host.step - 1)
        four = json.loads(inside(["words", "--json"], home, folder)[1])["words"]
        inside(["words", *four, "--from", "all"], home, folder)
        for words in commands:
            given = [str(tmp_path / one) if one.endswith(".eml") else one for one in words]
            code, text = seen(given, home, folder, lang)
            assert code == 0, (words, text)
            yield f"{name}: referee {' '.join(words)}", text


def seen(words: list[str], home: Path, folder: Path, lang: str) -> tuple[int, str]:
    size, quits = (COLUMNS, ROWS), {"q to quit": "q", "per smettere": "q"}
    return converse(words, home, quits, cwd=folder, size=size, NO_COLOR="1", REFEREE_LANG=lang)


def too_long(text: str) -> bool:
    lines = text.splitlines()
    if lines and ASKS.match(lines[-1]):
        return len(lines) > ROWS
    words = [line for line in lines if not line.startswith("  referee ")]  # a command to paste is never cut
    return sum(-(-max(len(line), 1) // COLUMNS) for line in lines) > ROWS - 2 or max(map(len, words)) > COLUMNS


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats", "lang"), TABLES)
def test_no_screen_of_a_month_is_longer_than_the_window(tmp_path: Path, game: str, seats: int, lang: str) -> None:
    assert [(who, text) for who, text in screens(match_of(game, seats), tmp_path, lang) if too_long(text)] == []


@pytest.mark.parametrize(("game", "seats", "lang"), TABLES)
def test_after_a_move_that_bots_answer_the_whole_window_says_what_follows(
    tmp_path: Path, game: str, seats: int, lang: str
) -> None:
    home, folder = tmp_path / "home", tmp_path / f"practice-{game}"
    inside(["practice", game, "--seats", str(seats), "--seed", "3"], home, tmp_path)
    for _ in range(3):
        status = json.loads(inside(["status", "--json"], home, folder)[1])
        order = status["asked"]["example"]
        code, text = seen(["move", order, "--yes"], home, folder, lang)

        assert code == 0 and not too_long(text), text
        assert re.search(r"^  referee move", text, re.MULTILINE), text


def test_a_list_of_orders_that_fits_keeps_a_row_for_each_thing_that_is_worth_knowing(tmp_path: Path) -> None:
    match = match_of("tigris", 4)
    folder, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    high = converse(["moves"], home, {}, cwd=folder, size=(COLUMNS, 60), NO_COLOR="1")[1].splitlines()
    low = seen(["moves"], home, folder, "en")[1].splitlines()

    assert len(low) <= ROWS - 2 < len(high)
    assert sorted(re.findall(r"[A-P]\d+", " ".join(low))) == sorted(re.findall(r"[A-P]\d+", " ".join(high)))


def test_orders_that_are_tried_are_shown_with_the_kingdoms_where_a_window_has_room(tmp_path: Path) -> None:
    match = match_of("tigris", 4)
    folder, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    high = converse(["try", "pass"], home, {}, cwd=folder, size=(COLUMNS, 60), NO_COLOR="1")[1]

    assert "kingdom  leaders" in high and "kingdom  leaders" not in seen(["try", "pass"], home, folder, "en")[1]
