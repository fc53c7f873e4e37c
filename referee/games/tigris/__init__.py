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
from referee.kernel.game import Display, Game, Policies
from referee.kernel.late_loading import Lazy
from referee.kernel.stages import least_of
from referee.kernel.tallies import PointsCourse

HERE = Lazy(__name__)
"""Pictures, what people type, standing orders and the bot: most commands need none of them."""


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
    tallies=HERE.display.status.tallies,
    check=check,
    to_json=to_json,
    from_json=from_json,
    notation=ORDERS.notation(HERE.typed),
    faces=Display(
        text=HERE.display.text.draw,
        heading=HERE.display.status.turn_heading,
        legend=HERE.display.text.legend,
        asks=HERE.display.status.asks,
        why=HERE.display.conflict.why,
        contest=HERE.display.status.contest,
        conflict=HERE.display.conflict.conflict,
        ends=HERE.display.conflict.end_sentences,
        part=HERE.display.conflict.part,
        hand=HERE.display.text.hand,
        strengths=HERE.display.listing.strengths,
        listing=HERE.display.listing.listing,
        result=HERE.display.status.result,
        seats=HERE.display.status.seat_faces,
        drawing=HERE.display.drawing.draw,
        symbols=HERE.display.pieces.symbols,
        acted=HERE.display.status.taken_actions,
        seldom=frozenset(("catastrophe", "swap", "withdraw", "pass")),
        spots=HERE.display.drawing.spots,
        course=PointsCourse(
            HERE.display.status.course, HERE.display.status.is_open, weakest=True, colours=HERE.display.status.colours
        ),
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
    reason=HERE.bot.reason,
    levels=("greedy", "good", "strong"),
    since=(("good", 8), ("strong", 8)),
    neutral=least_of(legal_orders, (Pass(), Commit(0), Decline())),
)
