"""A game of twenty lines with everything the contract looks at: a hidden hand, secret parts, a covered place.

Two seats hold three stones each, red or blue, from a pile of sixteen. In turn: `show red` spends a stone and scores,
`hide` lays one face down on the own place, `turn` turns it up (a red one scores 2), `toss` throws one away unseen.
Every order but `turn` draws a stone; the game ends when pile and hands are empty.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.kernel.dice import Dice
from referee.kernel.errors import Unreadable, illegal
from referee.kernel.events import Discarded, Drew, Event, Laid, Revealed, Spent
from referee.kernel.game import (
    Display,
    Game,
    GameInfo,
    Notation,
    Options,
    Outcome,
    Reveals,
    Transition,
    Typed,
    Viewer,
    face_at,
)
from referee.kernel.goods import OwnGoods, Pile
from referee.kernel.requests import Request, Seat

RULES = frozenset({"TOY 1", "TOY 2", "TOY 3"})
INFO = GameInfo(
    name="toy",
    title="Toy",
    seats=(2,),
    rules_version=1,
    options=(),
    endings=("empty",),
    hand_rule="TOY 3",
    rule_prefix="TOY",
)
OPTIONS = Options(2)


class Move(msgspec.Struct, frozen=True):
    verb: str
    kind: str = ""


class State(msgspec.Struct, frozen=True):
    seat: int
    turn: int
    left: int
    held: tuple[int, ...]
    hidden: tuple[int, ...]
    points: tuple[int, ...]


MOVES = (Move("hide"), Move("show", "blue"), Move("show", "red"), Move("toss"), Move("turn"))


def spell(move: Move) -> str:
    return f"{move.verb} {move.kind}".strip()


def parse(text: str) -> Move:
    for move in MOVES:
        if spell(move) == text:
            return move
    raise Unreadable("expected hide, show, toss or turn")


def setup(options: Options, dice: Dice) -> Transition[State]:
    return Transition(State(dice.number("first", 2), 0, 10, (3, 3), (0, 0), (0, 0)), (Drew(0, 3), Drew(1, 3)))


def requests(state: State) -> tuple[Request, ...]:
    return (Request(state.seat, "turn", "TOY 1"),) if any(state.held) or any(state.hidden) else ()


def allowed(state: State, seat: Seat, move: Move, own: OwnGoods | None = None) -> bool:
    if move.verb == "turn":
        return state.hidden[seat] > 0
    if move.verb == "hide" and state.hidden[seat]:
        return False
    return state.held[seat] > 0 and (own is None or not move.kind or move.kind in own.hand)


def legal_orders(state: State, seat: Seat, own: OwnGoods | None) -> Iterator[Move]:
    if seat == state.seat and requests(state):
        yield from (move for move in MOVES if allowed(state, seat, move, own))


def apply(state: State, seat: Seat, move: Move, reveals: Reveals) -> Transition[State]:
    if not allowed(state, seat, move):
        raise illegal("TOY 2", "toy/needs-stone", verb=move.verb)
    return carry_out(state, seat, move, reveals)


def carry_out(state: State, seat: Seat, move: Move, reveals: Reveals) -> Transition[State]:
    points, hidden, events = list(state.points), list(state.hidden), list[Event]()
    if move.verb == "turn":
        kind = face_at(reveals, f"p{seat}")
        points[seat] += 2 if kind == "red" else 0
        hidden[seat] = 0
        events.append(Revealed(f"p{seat}", kind))
    elif move.verb == "hide":
        hidden[seat] = 1
        events.append(Laid(seat, f"p{seat}"))
    else:
        points[seat] += move.verb == "show"
        events.append(Spent(seat, move.kind) if move.kind else Discarded(seat, 1))
    drawn = int(move.verb != "turn" and state.left > 0)
    if drawn:
        events.append(Drew(seat, 1))
    held = tuple(
        count - (move.verb != "turn") + drawn if place == seat else count for place, count in enumerate(state.held)
    )
    other = 1 - seat
    following = other if held[other] or hidden[other] else seat
    after = State(following, state.turn + 1, state.left - drawn, held, tuple(hidden), tuple(points))
    return Transition(after, tuple(events))


def outcome(state: State) -> Outcome | None:
    if requests(state):
        return None
    ranks = tuple(1 + sum(other > own for other in state.points) for own in state.points)
    return Outcome("empty", ranks, tuple((points,) for points in state.points))


def text(state: State, view: Viewer) -> tuple[tuple[tuple[str, str], ...], ...]:
    return (((f"{view.names[state.seat]} plays", ""),),)


TOY: Game[State, Move] = Game(
    info=INFO,
    goods=lambda options: (Pile("bag", (("red", 8), ("blue", 8))),),
    setup=setup,
    requests=requests,
    apply=apply,
    legal_orders=legal_orders,
    answers=lambda move: ("turn",),
    secret=lambda move: int(move.verb in ("hide", "toss")),
    turn=lambda state: state.turn,
    outcome=outcome,
    check=lambda state: None,
    to_json=lambda state: msgspec.to_builtins(state),
    from_json=lambda value: msgspec.convert(value, State),
    notation=Notation(format_order=spell, parse_order=parse, read=lambda text, state, seat: (Typed(parse(text)),)),
    faces=Display(text=text),
)
