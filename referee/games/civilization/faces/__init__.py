"""The board as pictures, pages of text and tables."""

from __future__ import annotations

from referee.games.civilization.faces.neighbours import neighbours
from referee.games.civilization.faces.prices import price_told
from referee.games.civilization.faces.tables import cards, technologies, works
from referee.games.civilization.faces.text import draw
from referee.games.civilization.state import State
from referee.kernel.game import Faces

FACES: Faces[State] = Faces(
    text=draw,
    pages={"neighbours": neighbours, "technologies": technologies, "works": works, "cards": cards},
    price=price_told,
)
