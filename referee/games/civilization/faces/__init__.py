"""The board as pictures, pages of text and tables."""

from __future__ import annotations

from functools import partial

from referee.games.civilization.faces.neighbours import neighbours
from referee.games.civilization.faces.prices import price_told
from referee.games.civilization.faces.status import headline
from referee.games.civilization.faces.tables import WIDTH, cards, technologies, works
from referee.games.civilization.faces.text import draw, hand, legend, strengths
from referee.games.civilization.pack.components import Components
from referee.games.civilization.state import State
from referee.kernel.drawing import Drawing, Spot
from referee.kernel.game import Faces, View
from referee.kernel.tallies import Course


def _drawing(state: State, view: View) -> Drawing:
    from referee.games.civilization.faces import drawing  # only a command that draws needs it

    return drawing.draw(state, view)


def _spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    from referee.games.civilization.faces import spots  # only where a turn is clicked together

    return spots.spots(state, view, drawing)


def _points(state: State) -> tuple[int, ...]:
    return tuple(player.points for player in state.players)


def _is_open(state: State) -> bool:
    return True


def _listing(state: State, view: View) -> tuple[str, ...]:
    from referee.games.civilization.faces.listing import listing  # only where a board is told in sentences

    return listing(state, view)


def _result(state: State, view: View) -> tuple[str, ...]:
    from referee.games.civilization.faces.result import result  # only once the game is over

    return result(state, view)


def faces_of(parts: Components) -> Faces[State]:
    """The faces of the game played from a pack."""
    return Faces(
        text=draw,
        heading=headline,
        legend=legend,
        hand=partial(hand, parts),
        strengths=strengths,
        spare=False,
        listing=_listing,
        result=_result,
        drawing=_drawing,
        spots=_spots,
        course=Course(_points, _is_open),
        pages=(("cards", cards), ("technologies", technologies), ("works", works), ("neighbours", neighbours)),
        price=price_told,
        least=WIDTH,
    )
