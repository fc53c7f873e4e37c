"""What is at stake in a conflict, as data for the side that is asked: sums, what is enough, where each answer leads.

An answer is tried on the reader's own knowledge: who answers last sees the end, who attacks sees it where no answer
can change it.
"""

from __future__ import annotations

from referee.drawing.result_text import held_count, needed_to_win, result_of_adding
from referee.drawing.text_picture import plain_text_of
from referee.i18n.event_text import event_sentences, is_quiet
from referee.kernel.conflict import ConflictStateSide
from referee.kernel.game import Typed, Viewer
from referee.kernel.requests import Seat
from referee.messages.order_choices import Conflict, ConflictAnswer, ConflictSide
from referee.protocol.step.draft import play_typed_order
from referee.protocol.step.position import Position
from referee.protocol.step.step_run import StepRun


def conflict_for(position: Position, seat: Seat, lang: str) -> Conflict | None:
    """The conflict that this seat is asked about, for its own eyes; None if there is none."""
    game, state = position.table.game, position.state
    fought = game.faces.contest(state) if game.faces.contest is not None else None
    if fought is None or fought.own.seat != seat:
        return None
    view = Viewer(position.table.called, seat, position.knowledge.own(seat), lang)

    def fighter(side: ConflictStateSide) -> ConflictSide:
        name = position.table.names[side.seat]
        return ConflictSide(name, side.place, side.strength, side.spaces, side.added, side.together)

    def answer(move: object) -> ConflictAnswer:
        order = game.notation.format_order(move)
        count = int(order.split()[1])
        said = result_of_adding(fought, view, count).told(lang)
        sums = (fought.own.together + count, fought.other.together)
        return ConflictAnswer(count, order, fought.wins(count), *sums, said, _further(position, seat, move, lang))

    found = (move for move in game.legal_orders(state, seat, view.own) if not game.free(move))
    return Conflict(
        fought.kind,
        fought.is_attackers_turn,
        fighter(fought.own),
        fighter(fought.other),
        held_count(view, fought.kind, fought.own.most),
        fought.needed,
        needed_to_win(fought, view).told(lang),
        tuple(map(answer, found)),
        tuple(plain_text_of(game.faces.conflict(state, view)).splitlines()) if game.faces.conflict is not None else (),
        game.faces.ends(state, view) if game.faces.ends is not None else (),
    )


def _further(position: Position, seat: Seat, move: object, lang: str) -> tuple[str, ...]:
    """What an answer leads to beside the sums and what they decide."""
    run, game = StepRun(position, seat, None), position.table.game
    play_typed_order(run, seat, Typed(move), [])
    events = [event for event in run.events if not is_quiet(game, event, fights=False, weighs=True)]
    return tuple(event_sentences(game, events, position.table.called, lang))
