"""The board as pictures, pages of text and tables."""

from __future__ import annotations

from functools import partial

from referee.games.civilization.display.listing import neighbours
from referee.games.civilization.display.prices import price_in_parts, price_text
from referee.games.civilization.display.signs import signs
from referee.games.civilization.display.status import asks, doomed_units, headline, holds
from referee.games.civilization.display.tables import WIDTH, cards, technologies, works
from referee.games.civilization.display.text import draw, hand, legend, strengths
from referee.games.civilization.display.ways import ways
from referee.games.civilization.pack.components import Components
from referee.games.civilization.state import State
from referee.kernel.game import Display
from referee.kernel.late_loading import Lazy
from referee.kernel.tallies import PointsCourse

HERE = Lazy(__name__)
"""What only a command that draws, or tells a board in sentences, needs."""


def faces_of(parts: Components) -> Display[State]:
    """The faces of the game played from a pack."""
    return Display(
        text=draw,
        heading=headline,
        legend=legend,
        hand=partial(hand, parts),
        asks=asks,
        holds=holds,
        holdings=HERE.supply.holdings,
        doomed=doomed_units,
        strengths=strengths,
        spare=False,
        listing=HERE.listing.listing,
        result=HERE.result.result,
        seats=HERE.result.seat_faces,
        drawing=HERE.drawing.draw,
        called=HERE.drawing.called,
        spots=HERE.drawing.spots,
        course=PointsCourse(HERE.result.course),
        pages=(
            ("cards", cards),
            ("technologies", technologies),
            ("works", works),
            ("neighbours", neighbours),
            ("signs", signs),
        ),
        paid=price_in_parts,
        picks=HERE.menus.picks_of_order,
        price=price_text,
        ways=ways,
        least=WIDTH,
    )
