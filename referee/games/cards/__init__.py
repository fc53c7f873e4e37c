"""Euphrates & Tigris: the card game (Contest of Kings), by Reiner Knizia. Two to four players, secret hands.

`GAME` binds the chapters: `rules/` (one module a chapter), `moves`, `legal`, `typed`, `faces`, `cases`.
"""

from __future__ import annotations

from referee.games.cards import moves
from referee.games.cards.check import check
from referee.games.cards.data import FORMS, INFO
from referee.games.cards.legal import legal_orders
from referee.games.cards.moves import ORDERS, CardsOrder
from referee.games.cards.rules.ending import outcome
from referee.games.cards.rules.flow import apply, asked, requests
from referee.games.cards.rules.setup import goods, setup
from referee.games.cards.rules.turn import on_turn
from referee.games.cards.state import State
from referee.kernel.game import Display, Game, Policies
from referee.kernel.late_loading import Lazy
from referee.kernel.stages import least_of
from referee.kernel.tallies import PointsCourse

HERE = Lazy(__name__)
"""Pictures, what people type, standing orders and the bot: most commands need none of them."""


GAME: Game[State, CardsOrder] = Game(
    info=INFO,
    goods=goods,
    setup=setup,
    requests=requests,
    asked=asked,
    apply=apply,
    legal_orders=legal_orders,
    answers=ORDERS.answers,
    secret=ORDERS.unseen,
    outcome=outcome,
    tallies=HERE.display.status.tallies,
    check=check,
    state_type=State,
    notation=ORDERS.notation(HERE.typed),
    faces=Display(
        text=HERE.display.text.picture,
        heading=HERE.display.status.heading,
        legend=HERE.display.text.legend,
        asks=HERE.display.status.asks,
        contest=HERE.display.status.contest,
        hand=HERE.display.text.hand,
        strengths=HERE.display.listing.strengths,
        listing=HERE.display.listing.listing,
        result=HERE.display.status.result,
        seats=HERE.display.status.seat_faces,
        drawing=HERE.display.drawing.draw,
        symbols=HERE.display.drawing.symbols,
        acted=HERE.display.status.taken_actions,
        seldom=frozenset(("catastrophe", "withdraw", "pass")),
        spots=HERE.display.drawing.spots,
        picks=HERE.display.drawing.spots_of_order,
        course=PointsCourse(
            HERE.display.status.course, HERE.display.status.is_open, weakest=True, colours=HERE.display.status.colours
        ),
        least=76,
    ),
    on_turn=on_turn,
    cases=HERE.cases.rules,
    policies=Policies(
        questions=("score", "commit", "convert", "swap"),
        spares=(
            ("score", "score keep 1"),
            ("commit", "defend min 2"),
            ("convert", "convert yes"),
            ("swap", "swap none"),
        ),
        parse=HERE.policy.parse_policy,
        format=HERE.policy.format_policy,
        answer=HERE.policy.answer,
        forms=FORMS,
    ),
    bot=HERE.bot.answer,
    reason=HERE.bot.reason,
    levels=("greedy", "good", "strong"),
    since=(("good", 8), ("strong", 8)),
    neutral=least_of(
        legal_orders, (moves.Pass(), moves.Commit(0), moves.Score(False), moves.Convert(False), moves.Decline())
    ),
)
