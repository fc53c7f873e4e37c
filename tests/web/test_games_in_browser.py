"""Cards, Ur and Civilization in the room of a table: a turn that is clicked is the note that is typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS
from tests.web.open_rooms import OpenRoom, hear_no_words, pieces, place, room_of

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)


def row(text: str) -> str:
    """An answer, or a part of one, in the list of the panel."""
    return f'.ask .opt:has(b:text-is("{text}"))'


TURNS = {
    "two cards": (
        "cards",
        12,
        (pieces("red"), place("F"), f".dock:has(.used) {pieces('red')}", place("H")),
        ("card red F", "card red H"),
    ),
    "a leader that moves": ("cards", 12, (place("C0"), place("A1")), ("leader priest A1",)),
    "a card of a column that was clicked first": (
        "cards",
        12,
        (place("F"), ".pop .piece[aria-label=red]"),
        ("card red F",),
    ),
    "a cube of the set-up": ("ur", 2, (place("c3"),), ("place c3",)),
    "an action and a swap": (
        "ur",
        20,
        (row("Trade"), place("c3"), row("Swap for c3, leave your tile as A")),
        ("trade", "swap c3 A"),
    ),
    "a cube and a swap": (
        "ur",
        20,
        (place("b5"), place("d3"), row("Swap for d3, leave your tile as T")),
        ("add b5", "swap d3 T"),
    ),
    "a first card and a settlement": (
        "civilization",
        0,
        (row("Exploration"), place("ads")),
        ("take c106", "settle ads"),
    ),
    "a first settlement": ("civilization", 2, (place("ste"),), ("settle ste",)),
    "a march": ("civilization", 6, (place("ste"), place("gob")), ("march gob ste:i",)),
    "a card, and another in case it is gone": (
        "civilization",
        8,
        (row("Splendour"), row("Or Genius, if that is gone")),
        ("pick c101 > c102",),
    ),
    "a structure": ("civilization", 9, (row("Ziggurat"),), ("build zig",)),
    "a technology": ("civilization", 20, (row("Bronze Working"),), ("tech brz",)),
    "cavalry": ("civilization", 33, (place("sah"),), ("buy cav sah",)),
    "cavalry with change": (
        "civilization",
        34,
        (place("prs"), ".ways .opt[aria-pressed=false]"),
        ("buy cav prs +c him",),
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_the_clicked_turn_is_the_typed_note_byte_for_byte(turn: str, tmp_path: Path, chromium: Any) -> None:
    game, steps, clicks, orders = TURNS[turn]
    with room_of(game, tmp_path / "clicked", chromium, steps) as room:
        for selector in clicks:
            room.tab.wait_for_selector(selector)
            room.click(selector)
        room.tab.wait_for_selector(f":is(.strip, .chosen) li:nth-child({len(orders)})")
        signed = sign(room)

    assert signed == typed(game, steps, orders, tmp_path / "typed")
    assert (room.clicks, room.seen.faults) == (len(clicks) + 1, [])


def sign(room: OpenRoom) -> list[bytes]:
    """The bytes of the move once the gold button was pressed."""
    room.tab.wait_for_selector("#gold:enabled[aria-busy=false]")  # a try under way changes what is signed
    room.click("#gold")
    room.tab.wait_for_selector(".ask.wait")
    return [path.read_bytes() for path in room.folder.rglob("*.move")]


def typed(game: str, steps: int, orders: tuple[str, ...], folder: Path) -> list[bytes]:
    """The bytes of the move that these orders are in a terminal."""
    match = running(game, steps)
    laid, home = lay(folder / "game", match.files), home_of(folder, asked(match))
    hear_no_words(match, home, laid)
    assert inside(["move", "--yes", *", ".join(orders).split(" ")], home, laid)[0] == 0
    return [path.read_bytes() for path in laid.rglob("*.move")]
