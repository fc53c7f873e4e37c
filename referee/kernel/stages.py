"""What a game waits for, and what happens after an answer: the table of its stages, and the one loop that reads it.

A game in which one decision opens others keeps them as *frames* on a stack in its state, the top one last; a game
without such a stack names whatever is pending. For each sort of frame a `Stage` says who is asked, what answers, and
what happens when nobody is. So who must act next is data inside the state, and the rules of a game are one table.
`least_of` makes the order of a seat for which nobody decides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import NeedsHiddenFace, Reveals, Transition
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Request, Seat

S = TypeVar("S")
M = TypeVar("M")


def nobody(state: Any, frame: Any) -> Seat | None:
    """Nobody is asked: the stage runs by itself."""
    return None


def no_question(state: Any, frame: Any, seat: Seat) -> Request:
    """A stage that asks nobody has no question."""
    raise AssertionError(f"{type(frame).__name__} asks nobody")


def no_answer(state: Any, frame: Any) -> Any:
    """Public facts leave a choice: no answer is forced."""
    return None


def never(state: Any, frame: Any, reveals: Reveals) -> Any:
    """A stage that always asks somebody never runs by itself."""
    raise AssertionError(f"{type(frame).__name__} always asks somebody")


def untold(request: Request) -> tuple[Event, ...]:
    """A forced answer that no event tells."""
    return ()


class Stage(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What the rules do with one sort of frame."""

    asked: Callable[[S, Any], Seat | None] = nobody
    """The seat that must answer, or None if the stage runs by itself now."""
    request: Callable[[S, Any, Seat], Request] = no_question
    """The question, once `asked` gives a seat."""
    answers: Mapping[type, Callable[[S, Any, Any], Transition[S]]] = {}
    """For each sort of order that answers: what it leads to."""
    forced: Callable[[S, Any], Any] = no_answer
    """The answer, if public facts leave only one: it is given unasked."""
    otherwise: Callable[[S, Any, Reveals], Transition[S]] = never
    """What happens when nobody is asked."""


_Open = tuple[Any, Stage[S], Seat | None]
"""The frame that waits, its stage, and the seat that is asked, if one is."""


class Stages(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """A whole game as its stages."""

    pending: Callable[[S], Any]
    """The frame that waits, the top of the stack; None when the game is over."""
    table: Mapping[Hashable, Stage[S]]
    """A stage for each sort of frame."""
    rule: str
    """The rule that an order breaks which answers another question than the open one."""
    sort: Callable[[Any], Hashable] = type
    """The sort of a frame: its type, unless a game says otherwise."""
    tell: Callable[[Request], tuple[Event, ...]] = untold
    """The events that report a forced answer."""
    latest: list[tuple[Any, _Open[S] | None]] = msgspec.field(default_factory=lambda: [(None, None)])
    """The position looked at last, and what is open there."""

    def _open(self, state: S) -> _Open[S] | None:
        """What is open in a position; None when the game is over.

        A caller that plays an order asks this of the position before it more than once, and knew it when that position
        was reached; it may take a look at every order. So the answer for one position is kept, known by identity.
        """
        position, found = self.latest[0]
        if position is not state:
            frame = self.pending(state)
            stage = None if frame is None else self.table[self.sort(frame)]
            found = None if stage is None else (frame, stage, stage.asked(state, frame))
            self.latest[0] = (state, found)
        return found

    def carry_over(self, before: S, after: S) -> None:
        """Keep for `after` what is open in `before`: for an order that answers nothing and decides nothing, so that
        the one question, its frame and its seat are the same.
        """
        if self.latest[0][0] is before:
            self.latest[0] = (after, self.latest[0][1])

    def requests(self, state: S) -> tuple[Request, ...]:
        """The one question that is open; none when the game is over."""
        found = self._open(state)
        if found is None:
            return ()
        frame, stage, seat = found
        return () if seat is None else (stage.request(state, frame, seat),)

    def asked(self, state: S) -> tuple[Seat, ...]:
        """The seat of the open question, without the question; none when the game is over."""
        found = self._open(state)
        return () if found is None or found[2] is None else (found[2],)

    def apply(self, state: S, seat: Seat, order: Any, reveals: Reveals = ()) -> Transition[S]:
        """One order of the seat that is asked, and everything that follows from it by itself.

        Raises:
            IllegalMove: another seat or another question is open, or the rule that the order breaks.
            HiddenFace: a face is needed that is not among `reveals`; with what happened before it.
        """
        return self._go_on(self._answer_question(state, seat, order), reveals, forcing=True)

    def answer(self, state: S, seat: Seat, order: Any, reveals: Reveals = ()) -> Transition[S]:
        """One order of the seat that is asked, and the stages that run by themselves after it. What public facts force
        is left open. Raises as `apply` does.
        """
        return self._go_on(self._answer_question(state, seat, order), reveals, forcing=False)

    def forced(self, state: S) -> Any:
        """The answer to the open question if public facts leave only one: then nobody has to answer. None if there is a
        choice, or if the game is over.
        """
        found = self._open(state)
        return None if found is None else found[1].forced(state, found[0])

    def run(self, step: Transition[S], reveals: Reveals = ()) -> Transition[S]:
        """Carry out stages that ask nobody until one asks, or nothing is pending."""
        return self._go_on(step, reveals, forcing=False)

    def _answer_question(self, state: S, seat: Seat, order: Any) -> Transition[S]:
        found = self._open(state)
        if found is None or found[2] != seat:
            raise illegal(self.rule, "asked-seat-only")
        frame, stage, _ = found
        meant = stage.answers.get(type(order))
        if meant is None:
            question = stage.request(state, frame, seat).question
            raise illegal(self.rule, "question-first", question=question)
        return meant(state, frame, order)

    def _go_on(self, step: Transition[S], reveals: Reveals, *, forcing: bool) -> Transition[S]:
        """`step` with all that it leads to by itself: stages that ask nobody and, with `forcing`, forced answers."""
        state, events = step.state, step.events
        while (frame := self.pending(state)) is not None:
            stage = self.table[self.sort(frame)]
            seat = stage.asked(state, frame)
            try:
                if seat is None:
                    step = stage.otherwise(state, frame, reveals)
                elif forcing and (order := stage.forced(state, frame)) is not None:
                    events += self.tell(stage.request(state, frame, seat))
                    step = stage.answers[type(order)](state, frame, order)
                else:
                    self.latest[0] = (state, (frame, stage, seat))
                    break
            except (
                NeedsHiddenFace
            ) as hidden:  # what was paid so far can be checked even by those who do not know the face
                raise NeedsHiddenFace(hidden.place, events, hidden.plain) from None
            state = step.state
            events += step.events
        return Transition(state, events)


def least_of(
    legal_orders: Callable[[S, Seat, OwnGoods | None], Iterator[M]], nothing: Sequence[M]
) -> Callable[[S, Seat], M]:
    """The neutral order of a game: the first of `nothing` that is legal, otherwise the first legal order of all.
    `nothing` are orders that do nothing and need nothing of the hand, and the legal orders for any other question
    need nothing of it either.
    """

    def neutral(state: S, seat: Seat) -> M:
        possible = tuple(legal_orders(state, seat, None))
        return next((move for move in nothing if move in possible), possible[0])

    return neutral
