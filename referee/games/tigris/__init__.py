"""Tigris & Euphrates by Reiner Knizia: base game, advanced board, civilization buildings, ziggurat, English variant."""

from __future__ import annotations

from referee.games.tigris.check import check
from referee.games.tigris.data import FORMS, INFO
from referee.games.tigris.legal import legal_orders
from referee.games.tigris.moves import ORDERS, Commit, Decline, Move, Pass
from referee.games.tigris.plain import from_json, to_json
from referee.games.tigris.rules.order import apply, asked, on_turn, requests
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.rules.setup import goods, set_up
from referee.games.tigris.state import State
from referee.kernel.game import Faces, Game, Policies
from referee.kernel.lazy import Lazy
from referee.kernel.stages import least_of
from referee.kernel.tallies import Course

HERE = Lazy(__name__)
"""Pictures, what people type, standing answers and the program that plays: most commands need none of them."""


GAME: Game[State, Move] = Game(
    info=INFO,
    goods=goods,
    setup=set_up,
    requests=requests,
    asked=asked,
    apply=apply,
    legal_orders=legal_orders,
    answers=ORDERS.answers,
    secret=ORDERS.unseen,
    outcome=outcome,
    tallies=HERE.faces.status.tallies,
    check=check,
    to_json=to_json,
    from_json=from_json,
    notation=ORDERS.notation(HERE.typed),
    faces=Faces(
        text=HERE.faces.text.draw,
        heading=HERE.faces.status.headline,
        legend=HERE.faces.text.legend,
        asks=HERE.faces.status.asks,
        why=HERE.faces.conflict.why,
        contest=HERE.faces.status.contest,
        conflict=HERE.faces.conflict.conflict,
        part=HERE.faces.conflict.part,
        hand=HERE.faces.text.hand,
        strengths=HERE.faces.listing.strengths,
        listing=HERE.faces.listing.listing,
        result=HERE.faces.status.result,
        seats=HERE.faces.status.seat_faces,
        drawing=HERE.faces.drawing.draw,
        acted=HERE.faces.status.actions_taken,
        seldom=frozenset(("catastrophe", "swap", "withdraw", "pass")),
        spots=HERE.faces.drawing.spots,
        course=Course(HERE.faces.status.course, HERE.faces.status.is_open, weakest=True),
    ),
    on_turn=on_turn,
    cases=HERE.cases.rules,
    policies=Policies(
        questions=("commit", "treasure", "monument"),
        spares=(("commit", "defend min 2"), ("treasure", "treasure any"), ("monument", "monument none")),
        parse=HERE.policy.parse_policy,
        format=HERE.policy.format_policy,
        answer=HERE.policy.answer,
        forms=FORMS,
    ),
    bot=HERE.bot.answer,
    neutral=least_of(legal_orders, (Pass(), Commit(0), Decline())),
)
