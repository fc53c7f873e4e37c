"""What stands round a board is whole where the board is shown alone: on the card of a game, in a page, on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.drawing import board_frame
from referee.kernel.game import Viewer
from referee.kernel.shapes import BOARD
from tests.cli.games_on_disk import running

SHEETS = Path(board_frame.__file__).parent
_HIGH, _WIDE = 0.76, 0.32
"""In em: how far a letter of any font of the sheet stands above its line, and half a sign is wide."""


def size_of(sheet: str, classes: str) -> int:
    """How many units the letters of these classes have; what a phone does not say is as elsewhere."""
    sizes = dict(re.findall(r"\.(\w+)\{font-size:(\d+)px", (SHEETS / "type.css").read_text()))
    if sheet == "phone.css":
        sizes |= dict(re.findall(r"\.(\w+)\{font-size:(\d+)px", (SHEETS / sheet).read_text()))
    return next(int(sizes[name]) for name in reversed(classes.split()) if name in sizes)


@pytest.mark.parametrize("sheet", ["type.css", "phone.css"])
@pytest.mark.parametrize("game", ["tigris", "cards", "ur"])
def test_no_letter_of_a_column_or_row_is_cut(game: str, sheet: str) -> None:
    match = running(game)
    state = match.host.state
    assert match.table.game.faces.drawing is not None
    drawing = match.table.game.faces.drawing(state, Viewer(match.table.called))
    left, top, width, height = drawing.board
    (names,) = (shape for shape in drawing.shapes if shape.key == "coordinates" and shape.layer in BOARD)

    cut = []
    for each in names.elements:
        given = dict(each.attributes)
        x, y, em = float(given["x"]), float(given["y"]), size_of(sheet, str(given["class"]))
        wide = _WIDE * em * len(each.text)
        if y - _HIGH * em < top or y > top + height or x - wide < left or x + wide > left + width:
            cut.append(each.text)
    assert cut == []
