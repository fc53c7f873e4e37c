"""How many mails a turn of each game costs, with and without plans and standing answers.

A move note is a mail of its author, and so is each set of standing answers that comes by itself; a step is a letter of
the host to each player. Players look
one order ahead (`steady_order`). Who plans seals a second order behind a conflict; standing answers are those of
`ANSWERS`, given before the first step and left to hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from referee.games.ur.board import CELLS
from referee.kernel.dice import below, stream
from referee.kernel.errors import IllegalMove, OutOfOrder, RefereeError
from referee.kernel.requests import TURN
from referee.record.notes import Move, Standing
from referee.table.step.draft import Draft, draft, move_note
from scripts.policies import steady_order
from scripts.rehearse import ORDERS_MOST, Match, open_match

TABLES = (
    ("tigris", 2),
    ("tigris", 4),
    ("cards", 2),
    ("cards", 4),
    ("ur", 3),
    ("ur", 4),
    ("civilization", 2),
    ("civilization", 3),
    ("civilization", 4),
)
GAMES, STEPS = 2, 40
ANSWERS: dict[str, tuple[str, ...]] = {
    "tigris": ("defend min 3", "attack with 2", "treasure any"),
    "cards": ("score always", "defend min 3", "convert yes", "swap ABCDEFGH"),
    "civilization": (
        *("pick c103 c105 c107 c109 c101 c102 c104", "tech 40 pot mas whe law brz alp mat"),
        *("decline box peek strike symbol", "best colonist place grow"),
    ),
}
"""Standing answers that hold all game; in Ur everybody wishes for the tiles around one of them."""


class Ways(NamedTuple):
    """What the players of a game make use of."""

    plans: bool
    standing: bool


WAYS = (Ways(False, False), Ways(True, False), Ways(False, True), Ways(True, True))


class Cost(NamedTuple):
    """What was counted: mails of players, steps, and turns of the board game that they played."""

    mails: int
    steps: int
    turns: int

    def a_round(self, seats: int) -> tuple[Fraction, Fraction]:
        """Steps, and mails of players and letters of the host together, in as many turns as there are seats."""
        steps = Fraction(self.steps * seats, self.turns)
        return steps, Fraction(self.mails * seats, self.turns) + steps * seats


def measured(game: str, seats: int, ways: Ways, games: int = GAMES, steps: int = STEPS) -> Cost:
    """The cost of some games, each up to its end or a number of steps; the same every time."""
    costs = [_played(game, seats, ways, f"mails {number}", steps) for number in range(games)]
    return Cost(*map(sum, zip(*costs, strict=True)))


def _played(game: str, seats: int, ways: Ways, label: str, steps: int) -> Cost:
    match = open_match(game, seats, label)
    words = stream(sha256(f"{label} {game} {seats}".encode()).digest(), "orders")
    if ways.standing:
        for seat in match.players:
            match.stand(seat, ANSWERS.get(game) or _wishes(words))
    while not match.host.over and match.host.step < steps:
        seat = match.asked()
        assert seat is not None
        orders = _orders(match, seat, words, plans=ways.plans)
        match.enter(move_note(match.players[seat], match.keys[seat], orders, standing=match.meant(seat)))
    return Cost(_mails(match), match.host.step, match.host.turn + match.host.over)


def _wishes(words: Iterator[int]) -> tuple[str, ...]:
    """The twelve tiles nearest to one of them."""
    start = list(CELLS)[below(words, len(CELLS))]
    near = sorted(CELLS, key=lambda name: (sum(abs(ord(a) - ord(b)) for a, b in zip(name, start, strict=True)), name))
    return (" ".join(("place", *near[:12])),)


def _mails(match: Match) -> int:
    """Standing answers travel with a move of their author where they are entered with one."""
    count = 0
    for signed_notes in match.signed_notes.values():
        notes = [signed.note() for signed in signed_notes]
        movers = [note.seat for note in notes if isinstance(note, Move)]
        count += len(movers) + sum(isinstance(note, Standing) and note.seat not in movers for note in notes)
    return count


def _orders(match: Match, seat: str, words: Iterator[int], *, plans: bool) -> Draft:
    """All that can be said in the clear, and a plan behind it where the turn waits for somebody."""
    position, eyes, index = match.players[seat], match.eyes[seat], match.table.seat(seat)
    typed: list[str] = []
    best: Draft | None = None
    for _ in range(ORDERS_MOST):
        at = position if best is None else replace(position, state=best.run.state, knowledge=best.run.knowledge)
        own, asked = at.knowledge.own(index), best.run.asked if best is not None else (index, "")
        if asked is None or asked[0] != index or own is None or (best is not None and best.run.unforeseen):
            break
        order = steady_order(at, index, own, words)
        try:
            best = draft(position, eyes, [*typed, order])
        except (IllegalMove, OutOfOrder):
            break
        typed.append(order)
    assert best is not None
    return _planned(match, seat, typed, best, words) if plans and best.covered else best


def _planned(match: Match, seat: str, typed: Sequence[str], plain: Draft, words: Iterator[int]) -> Draft:
    """The same note with the next action sealed behind it, as if it came at once."""
    position, index, game = match.players[seat], match.table.seat(seat), match.table.game
    own = plain.run.knowledge.own(index)
    if game.on_turn is None or own is None or position.active != index:
        return plain
    ahead = replace(position, state=game.on_turn(plain.run.state, index), knowledge=plain.run.knowledge)
    if not any(request.question == TURN for request in game.requests(ahead.state)):
        return plain
    try:
        return draft(position, match.eyes[seat], [*typed, f"then {steady_order(ahead, index, own, words)}"])
    except RefereeError:  # what cannot be sealed now is asked later
        return plain


def table(games: int = GAMES, steps: int = STEPS) -> str:
    """A table of mails a turn, by game and by what the players make use of; and what a round costs without and with."""
    rows = [
        "| game | players | asked each time | plans | standing answers | both | steps a round | mails a round |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for game, seats in TABLES:
        costs = [measured(game, seats, ways, games, steps) for ways in WAYS]
        rates = " | ".join(f"{float(Fraction(cost.mails, cost.turns)):.2f}" for cost in costs)
        (steps_before, mails_before), (steps_after, mails_after) = costs[0].a_round(seats), costs[-1].a_round(seats)
        told = (
            f"{float(steps_before):.1f} to {float(steps_after):.1f}",
            f"{float(mails_before):.1f} to {float(mails_after):.1f}",
        )
        rows.append(f"| {game} | {seats} | {rates} | {' | '.join(told)} |")
    return "\n".join(rows) + "\n"
