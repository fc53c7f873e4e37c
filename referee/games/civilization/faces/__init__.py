"""The board as pictures, pages of text and tables."""

from __future__ import annotations

from referee.games.civilization.faces.neighbours import neighbours
from referee.games.civilization.faces.prices import price_told
from referee.games.civilization.faces.tables import cards, technologies, works
from referee.games.civilization.faces.text import draw
from referee.games.civilization.state import State
from referee.kernel.game import Faces, View


def _svg(state: State, view: View) -> str:
    from referee.games.civilization.faces import svg  # only a command that draws needs it

    return svg.draw(state, view)


FACES: Faces[State] = Faces(
    text=draw,
    svg=_svg,
    pages=(("neighbours", neighbours), ("technologies", technologies), ("works", works), ("cards", cards)),
    price=price_told,
)
