"""A game at one step, as somebody sees it: the public state, what is known beside it, and the plans that wait."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from referee.kernel.errors import OutOfOrder
from referee.kernel.events import Event
from referee.kernel.game import AnyGame
from referee.kernel.goods import Knowledge, OwnGoods, Stock
from referee.kernel.lazy_values import Recalled, cached_on_instance
from referee.kernel.requests import TURN, Request, Seat, seat_order
from referee.kernel.sentence import Sentence
from referee.protocol.agreements import host_escrow
from referee.protocol.masked import key_shares
from referee.protocol.seating import Table
from referee.protocol.step.planned_orders import FailedPlan, Plan

AWAY = 3
"""A seat that was skipped so many times since its last move: the others do not have to wait for it to agree."""


Bag = tuple[tuple[str, bytes], ...]
"""(pile, commitment) for every position of every pile, in order, as the deal lists them."""


class StandingOrders(msgspec.Struct, frozen=True, gc=False):
    """The standing orders of one seat: the id of its note, the step that note was signed for, and the policy, None if
    it is closed to us.
    """

    note: str
    step: int
    policy: Any = None

    def answer(self, game: AnyGame, state: Any, seat: Seat, own: OwnGoods | None) -> Any:
        """The move that answers what `seat` is asked, or None where the policy leaves it open or is closed to us."""
        said = self._policy_answer(game, state, seat, own)
        return None if isinstance(said, Sentence) else said

    def silence(self, game: AnyGame, state: Any, seat: Seat, own: OwnGoods | None) -> Sentence | None:
        """Why the policy leaves open what `seat` is asked, for its owner; None if it answers or is closed to us."""
        said = self._policy_answer(game, state, seat, own)
        return said if isinstance(said, Sentence) else None

    def _policy_answer(self, game: AnyGame, state: Any, seat: Seat, own: OwnGoods | None) -> Any:
        policies = game.policies
        if policies is None or self.policy is None or own is None:
            return None
        if not any(request.seat == seat and policies.may_answer(request) for request in game.requests(state)):
            return None
        said = policies.answer(state, seat, own, self.policy)
        return Sentence("standing-no-line") if said is None else said


class FaceDownGood(msgspec.Struct, frozen=True):
    """A good that lies face down: who laid it in which step, and the sealed line that names its kind."""

    place: str
    seat: Seat
    step: int
    pins: tuple[bytes, ...]
    """The pins of the note, by place; one that was opened may stand empty."""
    line: int | None = None
    """The place (from 0) of the pin that commits to the kind; None for anybody who cannot open the seal."""
    text: str | None = None
    salt: bytes | None = None
    """What opens that pin; None as `line`."""


class FaceDownPlace(msgspec.Struct, frozen=True):
    """Where a good of a pile lies face down: on which place, of which pile and position (indexes from 0)."""

    place: str
    pile: int
    position: int


class Draw(msgspec.Struct, frozen=True):
    """One draw or peek: who learns how many goods from which position of which pile on (indexes from 0)."""

    seat: Seat
    pile: int
    position: int
    count: int


class Pass(msgspec.Struct, frozen=True):
    """A step that has skipped a seat, as its notes tell it."""

    step: int
    seat: Seat
    asked: str = ""
    """When the host says that he closed the step before, with which the question came; "" where he says nothing."""
    closed: str = ""
    """When he says that he closed this one; "" where he says nothing."""
    words: tuple[str, ...] = ()
    """Where the charter asks for the words of others, the seats that have said that nothing had come."""
    without: tuple[str, ...] = ()
    """The seats whose word was left out."""
    counts: bool = True
    """False where not more than half of the people support the skip."""


class StandInSpan(msgspec.Struct, frozen=True):
    """Steps in which a bot plays a seat; with no level, from which on its owner plays again."""

    seat: Seat
    first: int
    """The step that has recorded it."""
    declared: int
    """The step for which its owner signed it."""
    level: str
    version: int
    until: int
    """The last step."""


class RecordedPast(msgspec.Struct, frozen=True):
    """What the record holds of a game, whatever becomes of it: no take-back removes any of this."""

    signed: tuple[int, ...]
    """For each seat the last step that it has countersigned with a move."""
    heads: tuple[str, ...] = ()
    """The head of every step so far."""
    sealed: bool = False
    """Whether any note so far carried sealed lines."""
    escrow: tuple[host_escrow.Escrowed, ...] = ()
    """The seats' latest shares of the referee's game secret, () at a table without escrow."""
    rollback_points: Positions = ()
    """The positions to which the table may go back, by step, and this one itself, each without these and heads."""
    rollback_limit: int = 0
    """The last step that entered a key or by which a seat left: the table cannot go back over it."""
    rollbacks: tuple[tuple[int, int], ...] = ()
    """(step that goes back, first step that it undoes), in order."""
    undone: tuple[Position, ...] = ()
    """The positions of the steps that this very step undoes."""
    locks: key_shares.KeyShares | None = None
    """Those of a masked deck."""
    holidays: tuple[tuple[Seat, str, str], ...] = ()
    """Those that seats have declared: (seat, first day, last day), as they were recorded."""
    stand_ins: tuple[StandInSpan, ...] = ()
    """Those that seats have declared, as they were recorded."""
    moment: str = ""
    """When the host says that he closed this step, "" where he says nothing."""
    passes: tuple[Pass, ...] = ()
    """All steps that have skipped a seat."""


class Position(msgspec.Struct, frozen=True, dict=True):  # a `dict` for what is worked out once
    """A game at the end of `step`, as the rules and the decisions of the table have led to it; and its `past`."""

    table: Table
    step: int
    head: str
    """The id of the deal or step note of that step."""
    state: Any
    knowledge: Knowledge
    stocks: tuple[Stock, ...]
    """For each pile what has left it."""
    plans: tuple[Plan | None, ...]
    """Each seat's sealed lines of the running turn."""
    active: Seat | None
    """The seat whose turn of the board game runs."""
    past: RecordedPast
    bag: Bag = ()
    """The list of the deal."""
    covered: tuple[FaceDownGood, ...] = ()
    standing: tuple[StandingOrders | None, ...] = ()
    """Each seat's standing orders."""
    places: tuple[FaceDownPlace, ...] = ()
    """The places on which goods of a pile lie face down."""
    orders: tuple[tuple[Seat, str], ...] = ()
    """What was carried out in this step."""
    events: tuple[Event, ...] = ()
    """What happened in this step."""
    failed: tuple[FailedPlan, ...] = ()
    """Planned orders of this step that could not be carried out, as far as their plans can be read."""
    drew: tuple[Draw, ...] = ()
    """All draws into hands so far."""
    held: tuple[int, ...] = ()
    """The number of goods in each hand."""
    peeked: tuple[tuple[Seat, str], ...] = ()
    """Who has seen what is on which place: a new key of a seat must be shown that again."""
    left: tuple[Seat, ...] = ()
    """The seats that have left the game, ascending."""
    missed: tuple[int, ...] = ()
    """For each seat how many steps have let it pass since its last move, as far as they count, () for none."""
    passed: tuple[Seat, ...] = ()
    """The seats that this step let pass."""
    ended: str = ""
    """How the table has ended the game (`draw`, `agreed`), "" while it has not."""

    def __repr__(self) -> str:
        """Which position it is; hands and sealed lines are not printed by accident."""
        return f"Position(game={self.table.game_id}, step={self.step}, head={self.head})"

    @cached_on_instance
    def asked(self) -> tuple[Request, ...]:
        """The questions to answer now, clockwise from the seat whose turn it is; there may be several at once."""
        return () if self.ended else seat_order(self.table.game.requests(self.state), self.active)

    @property
    def awaited(self) -> tuple[Request, ...]:
        """The questions to answer now by seats that still play: nobody waits for those that have left."""
        return tuple(request for request in self.asked if request.seat not in self.left)

    def missed_by(self, seat: Seat) -> int:
        """How many steps have let `seat` pass since its last move."""
        return self.missed[seat] if self.missed else 0

    def is_away(self, seat: Seat) -> bool:
        """Whether `seat` was skipped `AWAY` times and has not moved since."""
        return self.missed_by(seat) >= AWAY

    def passes_of(self, seat: Seat) -> tuple[Pass, ...]:
        """The steps that have let `seat` pass since its last move, oldest first."""
        return tuple(one for one in self.past.passes if one.seat == seat and one.step > self.past.signed[seat])

    @property
    def passes_here(self) -> tuple[Pass, ...]:
        """Whom the step that led here has let pass, in seat order."""
        return tuple(one for one in self.past.passes if one.step == self.step)

    @property
    def request(self) -> Request | None:
        """The first of the questions to answer now; None when the game is over."""
        return next(iter(self.asked), None)

    def request_of(self, seat: Seat) -> Request | None:
        """The question that `seat` must answer now, or None."""
        for request in self.asked:
            if request.seat == seat:
                return request
        return None

    def check_written_here(self, step: int, head: str) -> None:
        """Check that a note for `step` was written after the step note `head` of this very game.

        Raises OutOfOrder: another one closed that step, or it is not known here yet.
        """
        if step > self.step + 1:
            raise OutOfOrder("written-ahead", step=step - 1, now=self.step, hint=Sentence("receive-newest-step"))
        if step < 1 or self.past.heads[step - 1] != head:
            raise OutOfOrder("other-history-here")

    def addressed(self, role: str, *, after: bool = False) -> dict[str, Any]:
        """What a note of a party says first: its game, author, step and head. It is for the next step, or is written
        `after` the latest one and for none.
        """
        step = self.step if after else self.step + 1
        return {"game": self.table.game_id, "step": step, "seat": role, "head": self.head}

    @property
    def on_turn(self) -> Seat | None:
        """The seat whose turn of the board game runs, for people: nobody's does before the first one."""
        early = self.table.game.before_turns
        return None if early is not None and early(self.state) else self.active

    @property
    def turn(self) -> int:
        """The number of the running turn of the board game."""
        return self.table.game.turn(self.state)

    def with_rollback_points(self, points: Positions) -> Position:
        """The position after these points: it is the last of them itself, without what leads to others."""
        # added and not unpacked: where a record was not read from its beginning they are recalled when they are needed
        bare = replace(self, past=replace(self.past, rollback_points=(), heads=(), undone=(), locks=None))
        return replace(self, past=replace(self.past, rollback_points=points + (bare,)))  # noqa: RUF005

    @property
    def over(self) -> bool:
        """Whether nobody is asked anything any more."""
        return not self.asked


Positions = tuple[Position, ...] | Recalled[Position]
"""Positions that follow one another."""


def active_seat(game: AnyGame, state: Any, before: Seat | None) -> Seat | None:
    """The seat whose turn runs: the one that the game names, or the last one that was asked for an action."""
    if game.active is not None:
        return game.active(state)
    asked = game.requests(state)
    return asked[0].seat if len(asked) == 1 and asked[0].question == TURN else before


def names_waited_for(position: Position) -> str:
    """Who is waited for now, as a sentence names them."""
    return position.table.people(position.table.names[request.seat] for request in position.awaited)
