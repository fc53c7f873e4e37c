"""The two boards and the sets of spaces."""

from __future__ import annotations

import pytest

from referee.games.tigris.board import (
    ACROSS,
    ALL,
    DOWN,
    LABELS,
    SPACE,
    crosses_with,
    labels,
    line_through,
    neighbours,
    region_of,
    singles,
    spaces_of,
    squares_with,
)
from referee.games.tigris.data import BOARDS, TILE_COUNTS
from referee.games.tigris.rules.setup import marked_spaces


def pieces_of(spaces: int) -> list[int]:
    """Sizes of the linked pieces of a set."""
    sizes = []
    while spaces:
        piece = region_of(spaces & -spaces, spaces)
        sizes.append(piece.bit_count())
        spaces &= ~piece
    return sorted(sizes)


def test_a_board_has_176_spaces_named_in_reading_order() -> None:
    assert (LABELS[0], LABELS[15], LABELS[16], LABELS[-1]) == ("A1", "P1", "A2", "P11")
    assert ALL.bit_count() == len(LABELS) == 176
    assert labels(ALL) == LABELS


@pytest.mark.parametrize(
    ("board", "river", "river_pieces", "treasures", "first"),
    [
        ("standard", 41, [12, 29], 10, ("B2", "P2", "B8", "O9")),
        ("advanced", 39, [39], 14, ("B3", "P6", "A8", "E10", "J11", "O11")),
    ],
)
def test_the_checksums_of_the_printed_boards(
    board: str, river: int, river_pieces: list[int], treasures: int, first: tuple[str, ...]
) -> None:
    """River, its linked pieces, temples at the start, and those whose treasure is taken first."""
    water, temples = marked_spaces(board, "~"), marked_spaces(board, "TC")

    assert [len(row) for row in BOARDS[board].splitlines()] == [16] * 11
    assert (water.bit_count(), pieces_of(water)) == (river, river_pieces)
    assert (temples.bit_count(), pieces_of(temples)) == (treasures, [1] * treasures)
    assert labels(marked_spaces(board, "C")) == first
    assert marked_spaces(board, ".~TC") == ALL


def test_inside_the_rivers_of_the_advanced_board_lie_exactly_the_treasures_without_priority() -> None:
    """A walk over land from H5 reaches 80 spaces and eight treasures."""
    land = ALL & ~marked_spaces("advanced", "~")
    inside = region_of(SPACE["H5"], land)

    assert inside.bit_count() == 80
    assert inside & marked_spaces("advanced", "TC") == marked_spaces("advanced", "T")


def test_there_are_153_tiles() -> None:
    assert (sum(TILE_COUNTS), TILE_COUNTS) == (153, (57, 30, 30, 36))


@pytest.mark.parametrize(
    ("cell", "beside"),
    [
        ("A1", ("B1", "A2")),
        ("P1", ("O1", "P2")),
        ("A11", ("A10", "B11")),
        ("P11", ("P10", "O11")),
        ("P5", ("P4", "O5", "P6")),
        ("A6", ("A5", "B6", "A7")),
        ("H6", ("H5", "G6", "I6", "H7")),
    ],
)
def test_neighbours_share_an_edge_and_never_step_around_the_board(cell: str, beside: tuple[str, ...]) -> None:
    assert labels(neighbours(SPACE[cell])) == beside


def test_a_region_is_everything_linked_by_edges() -> None:
    pieces = spaces_of(("A1", "B1", "B2", "B3", "A3", "D1", "C4", "P1", "A2"))

    assert labels(region_of(SPACE["A1"], pieces)) == ("A1", "B1", "A2", "B2", "A3", "B3")
    assert region_of(SPACE["H8"], pieces) == 0
    assert labels(region_of(SPACE["P1"], pieces)) == ("P1",)


def test_a_winding_region_is_found_to_its_end() -> None:
    """A snake over the whole board, the longest way a region can go."""
    snake = [f"{column}{row}" for row in range(1, 12, 2) for column in "ABCDEFGHIJKLMNOP"]
    snake += [("P" if row % 4 == 2 else "A") + str(row) for row in range(2, 11, 2)]
    pieces = spaces_of(tuple(snake))

    assert region_of(SPACE["A1"], pieces) == pieces
    assert region_of(SPACE["P11"], pieces) == pieces


@pytest.mark.parametrize(
    ("tiles", "corners"),
    [
        ("A1 B1 A2 B2", ("A1",)),
        ("A1 B1 A2 B2 C1 C2", ("A1", "B1")),
        ("B2 C2 B3 C3", ("B2",)),
        ("A2 B2 A3 B3 A1 B1 C1 C2 C3", ("A1", "B1", "A2", "B2")),
        ("P1 A2 A3 P2 B2", ()),
    ],
)
def test_squares_hold_the_tile_and_are_named_by_their_top_left_space(tiles: str, corners: tuple[str, ...]) -> None:
    spaces = spaces_of(tuple(tiles.split()))

    assert labels(sum(squares_with(SPACE["B2"], spaces))) == corners


def test_no_square_goes_around_the_edge() -> None:
    spaces = spaces_of(("P1", "P2", "A2", "A3"))

    assert squares_with(SPACE["P1"], spaces) == squares_with(SPACE["P2"], spaces) == ()


@pytest.mark.parametrize(("laid", "centres"), [("C3", ("C3",)), ("C2", ("C3",)), ("B3", ("C3",)), ("D4", ())])
def test_a_cross_may_be_completed_at_its_centre_or_at_an_arm(laid: str, centres: tuple[str, ...]) -> None:
    spaces = spaces_of(("C3", "C2", "C4", "B3", "D3", "D4"))

    assert tuple(label for centre in crosses_with(SPACE[laid], spaces) for label in labels(centre)) == centres


def test_there_is_no_cross_on_the_edge() -> None:
    spaces = spaces_of(("A1", "B1", "A2", "P3", "P4", "P5", "O4", "A5"))

    assert [labels(space) for space in singles(spaces) if crosses_with(space, spaces)] == []


def test_a_line_stops_at_the_first_gap_and_at_the_edge() -> None:
    spaces = spaces_of(("N1", "O1", "P1", "A2", "B2", "L1", "P2", "P3", "P5"))

    assert labels(line_through(SPACE["O1"], spaces, ACROSS)) == ("N1", "O1", "P1")
    assert labels(line_through(SPACE["P1"], spaces, DOWN)) == ("P1", "P2", "P3")
    assert line_through(SPACE["H8"], spaces, DOWN) == 0
