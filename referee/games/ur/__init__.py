"""Ur, by Paolo Mori (2006): cubes and tiles in the Fertile Crescent. Nothing is hidden, and chance ends with set-up."""

from __future__ import annotations

from referee.games.ur import legal, state
from referee.games.ur.data import FORMS, INFO
from referee.games.ur.moves import ORDERS, Enough, Keep, Pass, UrOrder
from referee.games.ur.rules.course import apply, asked, requests
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.setup import setup
from referee.games.ur.state import State
from referee.kernel.game import Display, Game, Policies
from referee.kernel.late_loading import Lazy
from referee.kernel.stages import least_of
from referee.kernel.tallies import PointsCourse

HERE = Lazy(__name__)
"""Pictures, what people type, standing orders and the bot: most commands need none of them."""


GAME: Game[State, UrOrder] = Game(
    info=INFO,
    setup=setup,
    requests=requests,
    asked=asked,
    apply=apply,
    legal_orders=legal.legal_orders,
    outcome=outcome,
    tallies=HERE.display.status.tallies,
    check=state.check,
    to_json=state.to_json,
    from_json=state.from_json,
    notation=ORDERS.notation(HERE.typed),
    faces=Display(
        text=HERE.display.text.text,
        heading=HERE.display.status.turn_heading,
        legend=HERE.display.text.legend,
        asks=HERE.display.status.asks,
        holds=HERE.display.status.holds,
        holdings=HERE.display.drawing.holdings,
        strengths=HERE.display.text.strengths,
        listing=HERE.display.text.listing,
        result=HERE.display.status.result,
        seats=HERE.display.status.seat_faces,
        drawing=HERE.display.drawing.draw,
        symbols=HERE.display.drawing.symbols_with_letters,
        seldom=frozenset(("found", "pass")),
        spots=HERE.display.drawing.spots,
        picks=HERE.display.drawing.tiles_of_order,
        course=PointsCourse(HERE.display.status.course),
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
    reason=HERE.bot.reason,
    levels=("greedy", "good", "strong"),
    since=(("good", 4), ("strong", 4)),
    example_level="good",
    neutral=least_of(legal.legal_orders, (Pass(), Keep(), Enough())),
)
