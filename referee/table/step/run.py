"""Orders played one after the other, in one step.

A `Run` is the only mutable thing at the table: it is made from a position, used once, and read off. The referee's side
(`produce`) and everybody else's (`follow`) both drive it, so there is one reading of what an order does.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.kernel.errors import IllegalMove, Unreadable
from referee.kernel.events import Drew, Event, Laid, Revealed, Won
from referee.kernel.game import AnyGame, Reveals
from referee.kernel.goods import Hand, Knowledge, Owner
from referee.kernel.play import play
from referee.kernel.requests import Seat
from referee.record.notes import Move
from referee.table.step.position import Covered, Position
from referee.table.step.sealed_lines import LOST, WON, Plan, following_secret
from referee.table.step.tokens import Drawn, draws


class Run:
    """Orders carried out in one step from `before` on; `author` is the seat whose note it is.

    `orders` are (seat, order) as carried out, `events` what happened, `plans` the sealed lines of each seat, `covered`
    what lies face down, `revealed` what lay face down and was turned up in this step. `opened` are the sealed lines
    opened to all: (seat, step of the note, place of its pin from 0, text, salt). `asked` is the seat that is asked now
    and the question, None when the game is over. `sealed` tells whether the note carries sealed lines.
    `drawn` are the draws of this step with their positions, in order, and `drawn_until` tells how far each pile is
    drawn now. `arriving` are the kinds in the reader's own hand line, in drawing order: what is drawn goes to the hand
    at once, for a sealed order behind the draw may spend it.
    `open_end` tells that the last order leads to a face its author does not know.
    """

    def __init__(self, before: Position, author: Seat, plan: Plan | None) -> None:
        self.before = before
        self.game = before.table.game
        self.author = author
        self.state: Any = before.state
        self.knowledge = before.knowledge
        self.plans: list[Plan | None] = list(before.plans)
        self.plans[author] = plan  # a seat's next note ends what its earlier one had left
        self.sealed = plan is not None
        self.covered = list(before.covered)
        self.revealed: list[Covered] = []
        self.asked = _asked(before.table.game, before.state)
        self.drawn: tuple[Drawn, ...] = ()
        self.drawn_until = before.drawn
        self.orders: list[tuple[Seat, str]] = []
        self.events: list[Event] = []
        self.opened: list[tuple[Seat, int, int, str, bytes]] = []
        self.arriving: tuple[str, ...] = ()
        self.news = False
        self.hid = False
        self.open_end = False

    def play(self, seat: Seat, order: str, move: Any, secret: Hand, shown: Reveals = ()) -> None:
        """Carry out one order. Raises as `kernel.play.play` does; then nothing has changed."""
        played = play(self.game, self.state, seat, move, self.knowledge, secret=secret, shown=shown)
        self.state, self.knowledge = played.state, self._with_arrivals(played.knowledge)
        self.asked = _asked(self.game, self.state)
        drawn, self.drawn_until = draws(self.before.table, played.events, self.drawn_until)
        self.drawn += drawn
        self.orders.append((seat, order))
        self.events.extend(played.events)
        self.hid = self.hid or self.game.secret(move) > 0
        self.news = self.news or seat != self.author
        for event in played.events:
            self._note(event, seat)
        turn = self.game.turn(self.state)
        self.plans = [plan if plan is not None and plan.turn == turn else None for plan in self.plans]

    def _with_arrivals(self, knowledge: Knowledge) -> Knowledge:
        if not isinstance(knowledge, Owner) or not knowledge.unseen or len(self.arriving) < knowledge.unseen:
            return knowledge
        kinds, self.arriving = self.arriving[: knowledge.unseen], self.arriving[knowledge.unseen :]
        return knowledge.received(kinds)

    def play_into_the_unknown(self, seat: Seat, order: str) -> None:
        """Note an order that is allowed but leads to a face its author does not know: the run ends here, open."""
        self.orders.append((seat, order))
        self.news = self.open_end = True

    def _note(self, event: Event, seat: Seat) -> None:
        if isinstance(event, Won):
            for fighter, result in ((event.winner, WON), (event.loser, LOST)):
                plan = self.plans[fighter]
                if plan is not None:
                    self.plans[fighter] = replace(plan, fought=result)
        elif isinstance(event, Drew):
            self.news = True
        elif isinstance(event, Laid):
            plan = self.plans[seat]
            assert plan is not None  # following_secret has refused the order otherwise
            lain = Covered(event.place, seat, plan.step, plan.pins)
            if plan.texts is not None:
                line = plan.following - 1  # the line just taken for the secret part of this order
                lain = replace(lain, line=plan.places[line], text=plan.texts[line], salt=plan.salts[line])
            self.covered.append(lain)
        elif isinstance(event, Revealed):
            self.news = True
            lain = next(covered for covered in self.covered if covered.place == event.place)
            self.covered.remove(lain)
            self.revealed.append(lain)

    def play_clear(self, note: Move, shown: Reveals = ()) -> None:
        """Carry out the clear orders of `note`; the first bad one refuses the whole note.

        Raises:
            Unreadable: no order at all, or one that is not in its canonical spelling.
            OutOfOrder: the seat is not asked anything.
            IllegalMove: by a rule of the game; or of notes: PM 1 (the turn is over), PM 2 (must be sealed), PM 3
                (cover), PM 4 (secret part).
        """
        if not note.do:
            raise Unreadable("move-note-without-order")
        for order in note.do:
            move = self.game.notation.parse_order(order)
            if self.orders:
                self._check_still_clear(order)
            secret, plan = following_secret(self.game, self.plans[self.author], order, move)
            self.plans[self.author] = plan
            self.play(self.author, order, move, secret, shown)
        if self.needs_cover and note.seal is None:
            raise IllegalMove("seal-missing", rule="PM 3")
        if not self.needs_cover and note.seal is not None:
            raise IllegalMove("seal-surplus", rule="PM 3")

    def _check_still_clear(self, order: str) -> None:
        asked = self.asked
        if not self.turn_runs:
            raise IllegalMove("turn-over-already", rule="PM 1", at=order)
        if self.news or asked is None or asked[0] != self.author:
            raise IllegalMove("order-needs-seal", rule="PM 2", at=order)

    @property
    def turn_runs(self) -> bool:
        """Whether the turn of the board game in which the note was sent is still going on."""
        return self.asked is not None and self.game.turn(self.state) == self.before.turn

    @property
    def needs_cover(self) -> bool:
        """Whether a note whose clear orders led here carries sealed lines: it must when its clear orders hide
        something, answer out of turn, or leave the turn waiting for somebody else or for what was just learned. Public.
        """
        asked = self.asked
        waits = self.turn_runs and (self.news or (asked is not None and asked[0] != self.author))
        out_of_turn = self.before.active is not None and self.before.active != self.author
        return self.hid or waits or out_of_turn or self.open_end


def _asked(game: AnyGame, state: Any) -> tuple[Seat, str] | None:
    requests = game.requests(state)
    return (requests[0].seat, requests[0].question) if requests else None
