"""How many mails a turn of each game costs, with and without plans and standing answers.

A move note is a mail of its author, and so is each set of standing answers that comes by itself; a step is a letter of
the host to each player. Everybody has a mind (`_mind`): the standing answers that decide for it wherever they speak,
typed by hand where it gives none. Beyond them players look one order ahead (`steady_order`). Who plans seals a second
order behind a conflict, and the rest of a turn behind a covered face; standing answers are
given before the first step and left to hold.
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
from referee.kernel.goods import OwnGoods
from referee.kernel.play import play
from referee.kernel.requests import TURN, Seat
from referee.kernel.sentence import Sentence
from referee.protocol.step.draft import MoveDraft, draft, move_note
from referee.protocol.step.position import Position
from referee.record.notes import Move, Standing
from tests.support.policies import steady_order
from tests.support.rehearse import ORDERS_MOST, Match, open_match

SEATS = {"tigris": (2, 3, 4), "cards": (2, 3, 4), "ur": (3, 4), "civilization": (2, 3, 4, 5, 6)}
TABLES = tuple((game, seats) for game, tables in SEATS.items() for seats in tables)
GAMES, STEPS = 1, 40
ANSWERS: dict[str, tuple[str, ...]] = {
    "tigris": ("defend min 3", "attack with 2", "treasure any"),
    "cards": ("score always", "defend min 3", "convert yes", "swap ABCDEFGH"),
    "civilization": (
        "tech 40 pot mas whe law brz alp mat",
        "decline box peek strike symbol but c107 c203 c303 c305",
        "best colonist place grow build",
    ),
}
"""Standing answers that hold all game. In Ur everybody wishes for the tiles around one of them; in Civilization
everybody likes other cards, and says by hand what to found and enlarge.
"""
CARDS = ("c103", "c109", "c107", "c106", "c108", "c102", "c105", "c104", "c101", "c205", "c203", "c202", "c204", "c201")


class Ways(NamedTuple):
    """What the players of a game make use of."""

    plans: bool
    standing: bool


ASKED, SPARED = Ways(False, False), Ways(True, True)


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
    minds = {seat: _mind(game, words) for seat in match.players}
    if ways.standing:
        for seat, lines in minds.items():
            match.stand(seat, lines)
    while not match.host.over and match.host.step < steps:
        name = match.asked()
        assert name is not None
        orders = _orders(match, name, minds[name], words, plans=ways.plans)
        match.enter(move_note(match.players[name], match.keys[name], orders, standing=match.meant(name)))
    return Cost(_mails(match), match.host.step, match.host.turn + match.host.over)


def _mind(game: str, words: Iterator[int]) -> tuple[str, ...]:
    """The standing answers of a player of a game."""
    if game == "ur":
        near = _near(words)
        return f"place {' '.join(near)}", f"exchange {' '.join(near[3:9])} keep"
    if game == "civilization":
        return (f"pick {' '.join(_liked(words))}", *ANSWERS[game])
    return ANSWERS[game]


def _near(words: Iterator[int]) -> list[str]:
    """The twelve tiles nearest to one of them."""
    start = list(CELLS)[below(words, len(CELLS))]
    return sorted(CELLS, key=lambda name: (sum(abs(ord(a) - ord(b)) for a, b in zip(name, start, strict=True)), name))[
        :12
    ]


def _liked(words: Iterator[int]) -> list[str]:
    """Seven cards in some order."""
    left = list(CARDS)
    return [left.pop(below(words, len(left))) for _ in range(7)]


def _mails(match: Match) -> int:
    """Standing answers travel with a move of their author where they are entered with one."""
    count = 0
    for signed_notes in match.signed_notes.values():
        notes = [signed.note() for signed in signed_notes]
        movers = [note.seat for note in notes if isinstance(note, Move)]
        count += len(movers) + sum(isinstance(note, Standing) and note.seat not in movers for note in notes)
    return count


def _orders(match: Match, seat: str, mind: tuple[str, ...], words: Iterator[int], *, plans: bool) -> MoveDraft:
    """All that can be said in the clear, and a plan behind it where the turn waits for somebody."""
    position, eyes, index = match.players[seat], match.eyes[seat], match.table.seat(seat)
    if len(position.asked) > 1:
        return draft(position, eyes, _share(position, index, mind, words))
    typed: list[str] = []
    best: MoveDraft | None = None
    for _ in range(ORDERS_MOST):
        at = position if best is None else replace(position, state=best.run.state, knowledge=best.run.knowledge)
        own = at.knowledge.own(index)
        if best is not None and not _goes_on(match, best, index, plans=plans):
            break
        if best is not None and best.run.supposed is not None:
            at = replace(at, state=best.run.supposed)
        if own is None:
            break
        order = _by_mind(at, index, own, mind) or steady_order(at, index, own, words)
        try:
            best = draft(position, eyes, [*typed, order])
        except (IllegalMove, OutOfOrder):
            break
        typed.append(order)
    assert best is not None
    return _planned(match, seat, typed, best, words) if plans and best.covered and not best.run.open_end else best


def _goes_on(match: Match, best: MoveDraft, index: Seat, *, plans: bool) -> bool:
    """Whether more of the same turn is said in the same note; who plans says it behind a covered face as well."""
    run, game = best.run, match.table.game
    if run.supposed is not None:
        asked = game.requests(run.supposed)
        is_open = plans and game.turn(run.supposed) == game.turn(run.before.state)
        return is_open and [request.seat for request in asked] == [index]
    return run.asked is not None and run.asked[0] == index and not run.unforeseen


def _share(position: Position, index: Seat, mind: tuple[str, ...], words: Iterator[int]) -> list[str]:
    """What a seat answers beside others: all of its own part, as if it were asked alone."""
    game, at, typed = position.table.game, position, list[str]()
    while any(request.seat == index for request in game.requests(at.state)):
        own = at.knowledge.own(index)
        assert own is not None
        order = _by_mind(at, index, own, mind) or steady_order(at, index, own, words)
        played = play(game, at.state, index, game.notation.parse_order(order), at.knowledge)
        at = replace(at, state=played.state, knowledge=played.knowledge)
        typed.append(order)
    return typed


def _by_mind(position: Position, index: Seat, own: OwnGoods, mind: tuple[str, ...]) -> str:
    """What the mind of a player says to what it is asked; empty if it leaves that to the moment."""
    game = position.table.game
    asked = [request for request in game.requests(position.state) if request.seat == index]
    assert game.policies is not None
    if not asked or not game.policies.may_answer(asked[0]):
        return ""
    answer = game.policies.answer(position.state, index, own, game.policies.parse(mind))
    return "" if isinstance(answer, Sentence | None) else game.notation.format_order(answer)


def _planned(match: Match, seat: str, typed: Sequence[str], plain: MoveDraft, words: Iterator[int]) -> MoveDraft:
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
    """A table of what a turn and a round cost: asked each time, and with plans and standing answers."""
    rows = [
        "| game | players | steps a turn | mails a turn | steps a round | mails a round |",
        "|---|---|---|---|---|---|",
    ]
    for game, seats in TABLES:
        rows.append(row(game, seats, *(measured(game, seats, ways, games, steps) for ways in (ASKED, SPARED))))
    return "\n".join(rows) + "\n"


def row(game: str, seats: int, *costs: Cost) -> str:
    """What a table costs, before and after, in a row."""
    turns = [(Fraction(cost.steps, cost.turns), Fraction(cost.mails, cost.turns)) for cost in costs]
    rounds = [cost.a_round(seats) for cost in costs]
    told = [" to ".join(f"{float(rate):.2f}" for rate in rates) for rates in zip(*turns, strict=True)]
    told += [" to ".join(f"{float(rate):.1f}" for rate in rates) for rates in zip(*rounds, strict=True)]
    return f"| {game} | {seats} | {' | '.join(told)} |"
