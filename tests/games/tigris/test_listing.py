"""The board read aloud: everything public can be heard from the list, without columns or signs."""

from __future__ import annotations

import re

import pytest

from referee.drawing.text_picture import plain_text_of
from referee.games.tigris import frames as f
from referee.games.tigris.board import SPACE, Spaces, spaces_of
from referee.games.tigris.data import ROLES
from referee.games.tigris.display.listing import kingdoms_of, listing, strengths
from referee.games.tigris.display.status import joining as joining_space
from referee.games.tigris.state import State, replace
from tests.games.tigris.playing import options, start
from tests.games.tigris.shown import LANGUAGES, NAMES, rich, states, view


def heard(state: State, lang: str = "en") -> list[str]:
    return list(listing(state, view(state, lang=lang)))


def named(said: list[str], word: str) -> Spaces:
    """All spaces that a listing names behind a word."""
    pattern = rf"{word}:((?: [A-P]1?[0-9][*!]?)+)"
    cells = [cell for line in said for found in re.findall(pattern, line) for cell in found.split()]
    return spaces_of(tuple(cell.rstrip("*!") for cell in cells))


def test_every_public_piece_can_be_heard() -> None:
    """Read back from the sentences alone, as from the drawn board."""
    for state in (*states(), rich()):
        said = heard(state)
        leaders = re.findall(r"(anna|bert|carl|dora)'s (priest|king|trader|farmer) ([A-P]1?[0-9])", " ".join(said))

        joining = spaces_of(tuple(re.findall(r"Joins two kingdoms: [a-z]+ ([A-P]1?[0-9])", " ".join(said))))
        words = ("temples?", "settlements?", "markets?", "farms?")
        assert tuple(named(said, word) for word in words) == tuple(tiles & ~joining for tiles in state.tiles)
        assert joining == joining_space(state)
        down = named(said, "Face down") | named(said, "Monument [a-z-]+") | named(said, "Ziggurat")
        assert down == state.face_down
        assert named(said, "Destroyed") == state.catastrophes
        assert named(said, "Building [a-z]+") == sum(state.buildings)
        assert {(NAMES.index(name), ROLES.index(role), SPACE[cell]) for name, role, cell in leaders} == {
            (number // 4, number % 4, space) for number, space in enumerate(state.leaders) if space
        }
        marked = {cell for line in said for cell in re.findall(r"\b([A-P]1?[0-9])[*!]", line)}
        assert spaces_of(tuple(marked)) == state.treasures


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_listing_has_no_columns_and_no_lines_of_signs(lang: str) -> None:
    for state in (*states(), rich()):
        said = heard(state, lang)

        assert not any("  " in line or "~" in line or "|" in line for line in said)
        assert all(line.endswith(".") for line in said)


def test_a_kingdom_is_called_by_its_old_temple_and_two_at_war_are_told_apart() -> None:
    state, _ = start(options(2), 1)
    farms = spaces_of(("B3", "B4", "B5", "B6", "B7"))
    peace = replace(
        state,
        tiles=(*state.tiles[:3], farms),
        river=state.river | farms,
        leaders=(SPACE["A2"], 0, 0, 0, SPACE["A8"], 0, 0, 0),
    )
    war = replace(peace, frames=(f.ActionEnd(), f.Wars("B5")))

    assert [kingdom.name for kingdom in kingdoms_of(peace)] == ["B2"]
    assert [(kingdom.name, kingdom.leaders) for kingdom in kingdoms_of(war)] == [("B2", (0,)), ("B8", (4,))]
    assert plain_text_of(strengths(war, view(war))).splitlines()[1:3] == [
        "B2       aP A2         1       .       .     2  B2!",
        "B8       bP A8         1       .       .     2  B8!",
    ]


def test_what_has_no_leader_and_which_monuments_are_left_stand_below_the_kingdoms() -> None:
    state, _ = start(options(2), 1)

    assert plain_text_of(strengths(state, view(state))).splitlines()[1:] == [
        "No leader: temples K1* B2! P2! F3* N5* I7* B8! O9! F10* K11*. Left: rk rg rb kg",
        "  kb gb",
    ]
