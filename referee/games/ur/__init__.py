"""Ur, by Paolo Mori (2006): cubes and tiles in the Fertile Crescent. Nothing is hidden, and chance ends with set-up."""

from __future__ import annotations

from referee.games.ur import legal, state
from referee.games.ur.data import FORMS, INFO
from referee.games.ur.moves import ORDERS, Enough, Keep, Order, Pass
from referee.games.ur.rules.course import apply, asked, requests
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.setup import setup
from referee.games.ur.state import State
from referee.kernel.game import Faces, Game, Policies
from referee.kernel.lazy import Lazy
from referee.kernel.stages import least_of
from referee.kernel.tallies import Course

HERE = Lazy(__name__)
"""Pictures, what people type, standing answers and the program that plays: most commands need none of them."""


GAME: Game[State, Order] = Game(
    info=INFO,
    setup=setup,
    requests=requests,
    asked=asked,
    apply=apply,
    legal_orders=legal.legal_orders,
    outcome=outcome,
    tallies=HERE.faces.status.tallies,
    check=state.check,
    to_json=state.to_json,
    from_json=state.from_json,
    notation=ORDERS.notation(HERE.typed),
    faces=Faces(
        text=HERE.faces.text.text,
        heading=HERE.faces.status.heading,
        legend=HERE.faces.text.legend,
        asks=HERE.faces.status.asks,
        holds=HERE.faces.status.holds,
        strengths=HERE.faces.text.strengths,
        listing=HERE.faces.text.listing,
        result=HERE.faces.status.result,
        seats=HERE.faces.status.seat_faces,
        drawing=HERE.faces.drawing.draw,
        seldom=frozenset(("found", "pass")),
        spots=HERE.faces.drawing.spots,
        course=Course(HERE.faces.status.course),
    ),
    on_turn=state.on_turn,
    cases=HERE.cases.rules,
    policies=Policies(
        questions=("turn place", "turn exchange", "turn share"),
        spares=(
            ("turn place", "place c4 c4 d4 b3"),
            ("turn exchange", "exchange keep"),
            ("turn share", "share fullest"),
        ),
        parse=HERE.policy.parse_policy,
        format=HERE.policy.format_policy,
        answer=HERE.policy.answer,
        forms=FORMS,
    ),
    bot=HERE.bot.answer,
    neutral=least_of(legal.legal_orders, (Pass(), Keep(), Enough())),
)
