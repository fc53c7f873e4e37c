"""Orders played one after the other, in one step.

A `StepRun` is the only mutable thing at the table: it is made from a position, used once, and read off. The referee's
side (`produce`) and everybody else's (`follow`) both drive it, so there is one reading of what an order does.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from typing import Any

from msgspec.structs import replace

from referee.kernel.errors import BrokenState, IllegalMove, OutOfOrder, RefereeError, Unreadable
from referee.kernel.events import ConflictWon, Drew, Event, GoodsEvent, Laid, Peeked, Revealed
from referee.kernel.game import AnyGame, NeedsHiddenFace, Reveals, asked_seats
from referee.kernel.goods import Hand, Knowledge, Owner, Stranger
from referee.kernel.play import play
from referee.kernel.requests import Seat, seat_order
from referee.protocol.agreements.decisions import NOTHING, Decisions
from referee.protocol.seating import REFEREE
from referee.protocol.step.planned_orders import LOST, WON, FailedPlan, Plan, read_line, take_next_secret
from referee.protocol.step.position import Draw, FaceDownGood, FaceDownPlace, Position, active_seat
from referee.protocol.step.tokens import taken_goods
from referee.record.notes import Move

_NOTED = (GoodsEvent, ConflictWon)
"""The events that a step heeds: they move goods or end a conflict; most others are points and pieces."""

_LEARNT = (Drew, Peeked)
"""By these events a seat learns what is hidden."""


class StepRun:
    """Orders carried out in one step from `before` on.

    `author` is the seat whose note it is, or for which the step goes on where nobody `wrote` one; `authors` are the
    seats of all notes of the step when several are asked at once. `decided` is what the table decides in it.
    """

    def __init__(
        self, before: Position, author: Seat, plan: Plan | None, decided: Decisions = NOTHING, *, wrote: bool = True
    ) -> None:
        self.before = before
        self.decided = decided
        self.game = before.table.game
        self.author = author
        self.authors: tuple[Seat, ...] = (author,) if wrote else ()
        self.state: Any = before.state
        self.knowledge = before.knowledge
        self.plans: list[Plan | None] = list(before.plans)
        self.plans[author] = plan  # a seat's next note ends what its earlier one had left
        for seat in decided.absent:
            self.plans[seat] = None  # what was sealed was meant for a game in which its author goes on
        # Whether a note carries sealed lines.
        self.sealed = wrote and plan is not None
        # All that lies face down, and all that lay face down and was turned up in this step.
        self.covered = list(before.covered)
        self.revealed: list[FaceDownGood] = []
        # The places on which goods of a pile lie, and those of them that were turned up in this step.
        self.places = before.places
        self.turned: list[FaceDownPlace] = []
        self.active = before.active
        # The questions to answer now, clockwise from the active seat.
        self.requests = before.asked
        # While several answer at once: where its own orders alone have led each seat that is not done.
        self.unfinished: dict[Seat, Any] = {}
        # The draws of this step with their positions, in order, and what is left of each pile.
        self.drawn: tuple[Draw, ...] = ()
        self.stocks = before.stocks
        # What was carried out, what happened, and what of it a step heeds.
        self.orders: list[tuple[Seat, str]] = []
        self.events: list[Event] = []
        self.noted: list[Event] = []
        # Sealed lines opened to all: (seat, step of the note, place of its pin from 0, text, salt).
        self.opened: list[tuple[Seat, int, int, str, bytes]] = []
        # Planned orders that could not be carried out, of the seats whose plans can be read.
        self.failed: list[FailedPlan] = []
        # The seats that the table lets pass in this step and that are asked still.
        self.absent = frozenset(decided.absent)
        # The kinds in the reader's own hand line, in drawing order: what is drawn goes to the hand at once, for an
        # order that is sealed for after the draw may spend it.
        self.arriving: tuple[str, ...] = ()
        # Those of a masked deck, with what the notes of the step show.
        self.locks = before.past.locks
        # Whether something has happened that the author could not know (a draw, a face, an answer of somebody else),
        # and whether an order named goods that nobody else sees.
        self.unforeseen = False
        self.hid_goods = False
        # Where the last order leads to a face that its author does not know: `supposed` is where it leads if nothing
        # happens with that face, None if that cannot be told. What is typed behind is read there, and nothing else.
        self.open_end = False
        self.supposed: Any = None

    @property
    def asked(self) -> tuple[Seat, str] | None:
        """The seat that must answer now and the question, the first of several; None when the game is over."""
        return (self.requests[0].seat, self.requests[0].question) if self.requests else None

    def question_of(self, seat: Seat) -> str | None:
        """The question that `seat` must answer now, or None."""
        return next((request.question for request in self.requests if request.seat == seat), None)

    @property
    def rekeyed(self) -> Seat | None:
        """The seat to which this step gives a new key, or None."""
        rekey = self.decided.rekey
        return self.before.table.seat(rekey.seat) if rekey is not None and rekey.seat != REFEREE else None

    def passes(self, seat: Seat) -> bool:
        """Whether nobody decides for `seat`: it does the neutral order where nothing it has sealed answers."""
        return seat in self.absent or seat in self.before.left

    def join(self, seat: Seat, plan: Plan | None) -> None:
        """Add the note of another seat that is asked at once."""
        self.authors += (seat,)
        self.plans[seat] = plan
        self.sealed = self.sealed or plan is not None

    def play(self, seat: Seat, order: str, move: Any, secret: Hand, shown: Reveals = ()) -> None:
        """Carry out one order. Raises as `kernel.play.play` does; then nothing has changed."""
        played = play(self.game, self.state, seat, move, self.knowledge, secret=secret, shown=shown)
        if not self.unfinished and len(self.requests) > 1:
            self.unfinished = {request.seat: self.state for request in self.requests}
        self.state, self.knowledge = played.state, self._with_arrivals(played.knowledge)
        self.active = active_seat(self.game, self.state, self.active)
        self.requests = seat_order(self.game.requests(self.state), self.active)
        if self.absent:
            self.absent &= {request.seat for request in self.requests}
        noted = [event for event in played.events if isinstance(event, _NOTED)]
        if noted:
            took = taken_goods(self.before.table, noted, self.stocks, self.places)
            self.stocks, self.places = took.stocks, took.places
            self.drawn += took.drawn
            self.turned += took.turned
            self.noted += noted
        self.orders.append((seat, order))
        self.events.extend(played.events)
        self.hid_goods = self.hid_goods or self.game.secret(move) > 0
        # What several are asked at once is answered by sealed orders alone, so that nobody sees an answer before all.
        self.unforeseen = self.unforeseen or seat != self.author or len(self.requests) > 1
        for event in noted:
            self._note(event, seat)
        if self.unfinished:
            self.unfinished = self._unfinished_after(seat, move)
        turn = self.game.turn(self.state)
        self.plans = [plan if plan is not None and plan.turn == turn else None for plan in self.plans]

    def _unfinished_after(self, seat: Seat, move: Any) -> dict[Seat, Any]:
        """What is unfinished once `seat` has given one order more: who is done is found by what it does alone, so
        that the last one is done where any other would be.
        """
        shown = tuple((event.place, event.kind) for event in self.events if isinstance(event, Revealed))
        left = dict(self.unfinished)
        try:
            alone = play(self.game, left.pop(seat), seat, move, Stranger(), shown=shown).state
        except (RefereeError, KeyError) as error:
            raise BrokenState("answers-hinder-one-another") from error
        return {**left, seat: alone} if seat in asked_seats(self.game, alone) else left

    def _with_arrivals(self, knowledge: Knowledge) -> Knowledge:
        if not isinstance(knowledge, Owner) or not knowledge.unseen or len(self.arriving) < knowledge.unseen:
            return knowledge
        kinds, self.arriving = self.arriving[: knowledge.unseen], self.arriving[knowledge.unseen :]
        return knowledge.received(kinds)

    def play_into_the_unknown(self, seat: Seat, order: str, move: Any, hidden: NeedsHiddenFace) -> None:
        """Note an order that is allowed but leads to a face its author does not know: the run ends here, open."""
        self.orders.append((seat, order))
        self.events.extend(hidden.events)
        self.unforeseen = self.open_end = True
        self.supposed = play_assuming_plain_faces(self.game, self.state, seat, move)

    def suppose(self, seat: Seat, move: Any) -> None:
        """What is supposed goes on with an order, if it can."""
        with suppress(IllegalMove):
            self.supposed = play_assuming_plain_faces(self.game, self.supposed, seat, move) or self.supposed

    def by_name(self, lines: Sequence[str], *, behind: Sequence[str] = ()) -> list[str]:
        """Orders of the author, or sealed lines, each as it can be typed at its moment, `behind` those before them."""
        told, named = self.game.notation.by_name, list[str]()
        state = self.before.state if told is not None else None
        for text in (*behind, *lines):
            named.append(told(state, self.author, text) if told is not None and state is not None else text)
            order = read_line(text).order
            try:
                state = (
                    play_assuming_plain_faces(self.game, state, self.author, self.game.notation.parse_order(order))
                    if state
                    else None
                )
            except RefereeError:  # what is wrong with it is told beside it
                state = None
        return named[len(behind) :]

    def fail(self, seat: Seat, step: int, order: str, why: RefereeError) -> None:
        """Note that a planned order could not be carried out."""
        self.failed.append(FailedPlan(seat, step, order, why.said, why.rule, why.at))

    def branch(self) -> StepRun:
        """A copy that goes its own way."""
        other = copy(self)
        for name in ("plans", "covered", "revealed", "orders", "events", "noted", "opened", "failed"):
            setattr(other, name, list(getattr(self, name)))
        return other

    def _note(self, event: Event, seat: Seat) -> None:
        if isinstance(event, ConflictWon):
            for fighter, result in ((event.winner, WON), (event.loser, LOST)):
                plan = self.plans[fighter]
                if plan is not None:
                    self.plans[fighter] = replace(plan, fought=result)
        elif isinstance(event, _LEARNT):
            self.unforeseen = True
        elif isinstance(event, Laid):
            plan = self.plans[seat]
            assert plan is not None  # following_secret has refused the order otherwise
            lain = FaceDownGood(event.place, seat, plan.step, plan.pins)
            if plan.texts is not None:
                line = plan.following - 1  # the line just taken for the secret part of this order
                lain = replace(lain, line=plan.places[line], text=plan.texts[line], salt=plan.salts[line])
            self.covered.append(lain)
        elif isinstance(event, Revealed) and any(turned.place == event.place for turned in self.turned):
            # A player who has peeked may know the next draw, so the note is covered for every author.
            self.unforeseen = self.open_end = True
        elif isinstance(event, Revealed):
            self.unforeseen = True
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
            if not self.may_seal:
                self.play(self.author, order, move, ())
                continue
            secret, plan = take_next_secret(self.game, self.plans[self.author], order, move)
            self.plans[self.author] = plan
            self.play(self.author, order, move, secret, shown)
        needed, covered = self.needs_cover, note.seal is not None
        if needed and not covered:
            raise IllegalMove("seal-missing", rule="PM 3")
        if covered and not needed:
            raise IllegalMove("seal-surplus", rule="PM 3")

    def _check_still_clear(self, order: str) -> None:
        asked = self.asked
        if not self.turn_runs:
            raise IllegalMove("turn-over-already", rule="PM 1", at=self.game.notation.said(order))
        if self.unforeseen or asked is None or asked[0] != self.author:
            code = "order-needs-seal" if self.may_seal else "order-next-note"
            raise IllegalMove(code, rule="PM 2", at=self.game.notation.said(order))

    @property
    def may_seal(self) -> bool:
        """Whether orders and goods may be sealed here; where not, a later note says them, and tiles by position."""
        return self.before.table.deck.plans

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
        waits = self.turn_runs and (self.unforeseen or (asked is not None and asked[0] != self.author))
        out_of_turn = self.before.active is not None and self.before.active != self.author
        return self.may_seal and (self.hid_goods or waits or out_of_turn or self.open_end)


def play_assuming_plain_faces(game: AnyGame, state: Any, seat: Seat, move: Any) -> Any:
    """Where an order leads if every face that it turns up is a plain one; None if that cannot be told. Raises
    IllegalMove: the rules refuse it.
    """
    shown: Reveals = ()
    while True:
        try:
            return play(game, state, seat, move, Stranger(), shown=shown).state
        except NeedsHiddenFace as hidden:
            if not hidden.plain:
                return None
            shown = (*shown, (hidden.place, hidden.plain))
        except OutOfOrder:
            return None
