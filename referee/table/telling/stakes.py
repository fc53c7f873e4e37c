"""What is at stake in a conflict, as data for the side that is asked: sums, what is enough, where each answer leads.

An answer is tried on the reader's own knowledge: who answers last sees the end, who attacks sees it where no answer
can change it.
"""

from __future__ import annotations

from referee.drawing.text import plain
from referee.drawing.verdict import count_held, enough, foreseen
from referee.kernel.contest import Side
from referee.kernel.game import Typed, View
from referee.kernel.requests import Seat
from referee.table.step.draft import carry_out_order
from referee.table.step.position import Position
from referee.table.step.run import Run
from referee.table.telling.choices import Answer, Conflict, Fighter
from referee.words.prose import events_prose, is_quiet


def stakes(position: Position, seat: Seat, lang: str) -> Conflict | None:
    """The conflict that this seat is asked about, for its own eyes; None if there is none."""
    game, state = position.table.game, position.state
    fought = game.faces.contest(state) if game.faces.contest is not None else None
    if fought is None or fought.own.seat != seat:
        return None
    view = View(position.table.called, seat, position.knowledge.own(seat), lang)

    def fighter(side: Side) -> Fighter:
        name = position.table.names[side.seat]
        return Fighter(name, side.place, side.strength, side.spaces, side.added, side.together)

    def answer(move: object) -> Answer:
        order = game.notation.format_order(move)
        count = int(order.split()[1])
        said = foreseen(fought, view, count).told(lang)
        sums = (fought.own.together + count, fought.other.together)
        return Answer(count, order, fought.wins(count), *sums, said, _further(position, seat, move, lang))

    found = (move for move in game.legal_orders(state, seat, view.own) if not game.free(move))
    return Conflict(
        fought.kind,
        fought.attacks,
        fighter(fought.own),
        fighter(fought.other),
        count_held(view, fought.kind, fought.own.most),
        fought.needed,
        enough(fought, view).told(lang),
        tuple(map(answer, found)),
        tuple(plain(game.faces.conflict(state, view)).splitlines()) if game.faces.conflict is not None else (),
    )


def _further(position: Position, seat: Seat, move: object, lang: str) -> tuple[str, ...]:
    """What an answer leads to beside the sums and what they decide."""
    run, game = Run(position, seat, None), position.table.game
    carry_out_order(run, seat, Typed(move), [])
    events = [event for event in run.events if not is_quiet(game, event, fights=False, weighs=True)]
    return tuple(events_prose(game, events, position.table.called, lang))
