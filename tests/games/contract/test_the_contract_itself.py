"""Each promise can fail: one flaw put into a good game is found, under the promise it breaks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from referee.kernel.dice import Dice, stream
from referee.kernel.errors import BrokenState, Unreadable, illegal
from referee.kernel.events import Drew
from referee.kernel.game import AnyGame, Display, NeedsHiddenFace, Options, Outcome, Transition, Typed, Viewer, face_at
from referee.kernel.requests import Request
from referee.kernel.shapes import Drawing, Element, Shape
from tests.games.contract import promises, toy
from tests.games.contract.playout import Broken, playout
from tests.games.contract.toy import MOVES, OPTIONS, TOY, Move, State


@pytest.fixture(autouse=True)
def toy_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "rule_ids", lambda name: toy.RULES)


def look_at(game: AnyGame) -> None:
    """Everything the contract does with one game, for three seeds."""
    words = stream(b"contract", "itself")
    for seed in range(3):
        promises.examine(playout(game, OPTIONS, seed, 8, promises.every_step), words)


def spelled(**changes: Callable[..., Any]) -> AnyGame:
    return replace(TOY, notation=replace(TOY.notation, **changes))


NUMBERS = count()


def pictured(shape: Callable[[], Shape], times: int = 1) -> AnyGame:
    """The toy with a drawing of this shape, made anew for each picture."""

    def draw(state: State, view: Viewer) -> Drawing:
        return Drawing(9, 9, "toy", tuple(shape() for _ in range(times)), (), (0, 0, 9, 9))

    return replace(TOY, faces=replace(TOY.faces, drawing=draw))


def bad_check(state: State) -> None:
    if state.turn == 5:
        raise BrokenState("a stone is missing")


def careless(state: State, seat: int, move: Move, reveals: Any) -> Transition[State]:
    """Accepts `hide` on a place that is taken."""
    if move.verb == "hide" and state.held[seat]:
        return toy.carry_out(state, seat, move, reveals)
    return toy.apply(state, seat, move, reveals)


def strict(state: State, seat: int, move: Move, reveals: Any) -> Transition[State]:
    """Refuses `show red` although it is listed."""
    if move.kind == "red":
        raise illegal("TOY 2", "red is for feast days")
    return toy.apply(state, seat, move, reveals)


def unlisted(state: State, seat: int, move: Move, reveals: Any) -> Transition[State]:
    """Refuses under a rule that stands nowhere."""
    if not toy.allowed(state, seat, move):
        raise illegal("TOY 9", "this is not allowed")
    return toy.carry_out(state, seat, move, reveals)


def rude(state: State, seat: int, move: Move, reveals: Any) -> Transition[State]:
    if not toy.allowed(state, seat, move):
        raise illegal("TOY 2", "Invalid move.")
    return toy.carry_out(state, seat, move, reveals)


def peeking(state: State, seat: int, move: Move, reveals: Any) -> Transition[State]:
    """Scores what is laid face down, without turning it up."""
    step = toy.apply(state, seat, move, reveals)
    if move.verb != "hide":
        return step
    try:
        points = tuple(p + (face_at(reveals, f"p{seat}") == "red") for p in step.state.points)
    except NeedsHiddenFace as hidden:
        raise NeedsHiddenFace(hidden.place, step.events) from None
    return Transition(msgspec.structs.replace(step.state, points=points), step.events)


def crashing(state: State, seat: int, move: Move, reveals: Any) -> Transition[State]:
    """Takes more from the pile than is in it, now and then."""
    step = toy.apply(state, seat, move, reveals)
    return Transition(step.state, (*step.events, Drew(seat, 99))) if move.verb == "toss" else step


def first_ask_both(state: State) -> tuple[Request, ...]:
    """Asks the other seat too, which has nothing to say."""
    requests = toy.requests(state)
    return (*requests, Request(1 - state.seat, "turn", "TOY 1")) if requests else ()


def endless(state: State, seat: int, move: Move, reveals: Any) -> Transition[State]:
    return Transition(msgspec.structs.replace(state, turn=state.turn + 1), ())


FLAWS: dict[str, tuple[str, AnyGame]] = {
    "broken invariant": ("the invariants hold after every step", replace(TOY, check=bad_check)),
    "turn runs backwards": ("your turn never decreases", replace(TOY, turn=lambda state: -state.turn)),
    "early outcome": (
        "there is an outcome exactly when nobody is asked",
        replace(TOY, outcome=lambda state: Outcome("empty", (1, 1), ((0,), (0,)))),
    ),
    "crash": ("no legal order crashes", replace(TOY, apply=crashing)),
    "hidden face used": ("a stranger reaches the state of the referee", replace(TOY, apply=peeking)),
    "idle seat asked": ("whoever is asked has a legal order", replace(TOY, requests=first_ask_both)),
    "orders for an idle seat": (
        "a seat has legal orders exactly when it is asked",
        replace(TOY, legal_orders=lambda state, seat, own: toy.legal_orders(state, state.seat, own)),
    ),
    "somebody else asked": ("who is asked is who has a question", replace(TOY, asked=lambda state: (0, 1))),
    "unlisted question": (
        "every question names a listed rule",
        replace(TOY, requests=lambda state: tuple(msgspec.structs.replace(r, rule="X 1") for r in toy.requests(state))),
    ),
    "unsorted": (
        "legal orders are sorted and unique",
        replace(TOY, legal_orders=lambda *at: iter(tuple(toy.legal_orders(*at))[::-1])),
    ),
    "hand decides about the public list": (
        "own orders are among the public ones",
        replace(
            TOY,
            legal_orders=lambda state, seat, own: (
                move for move in toy.legal_orders(state, seat, own) if own or move.kind != "red"
            ),
        ),
    ),
    "listed and refused": ("an enumerated order is accepted", replace(TOY, apply=strict)),
    "accepted and not listed": ("accepted if and only if enumerated", replace(TOY, apply=careless)),
    "hand forgotten": (
        "accepted if and only if enumerated",
        replace(
            TOY,
            legal_orders=lambda state, seat, own: (
                move for move in toy.legal_orders(state, seat, own) if own is None or move.verb != "toss"
            ),
        ),
    ),
    "unlisted rule": ("every refusal names a listed rule", replace(TOY, apply=unlisted)),
    "rude refusal": ("a refusal is one plain sentence", replace(TOY, apply=rude)),
    "tolerant parser": (
        "only the canonical spelling is parsed",
        spelled(parse_order=lambda text: MOVES[0] if text.startswith("turn") and len(text) > 4 else toy.parse(text)),
    ),
    "long spelling": (
        "a spelling is one line of at most 40 columns",
        spelled(format_order=lambda move: toy.spell(move) + " stone" * 7),
    ),
    "lossy parser": ("spelling and parsing round-trip", spelled(parse_order=lambda text: MOVES[0])),
    "deaf reader": ("the canonical spelling can be typed", spelled(read=lambda *at: toy.parse("?"))),
    "changing reader": ("the canonical spelling is read as itself", spelled(read=lambda *at: (Typed(MOVES[0]),) * 2)),
    "crashing reader": (
        "whatever is typed is read or answered",
        spelled(read=lambda text, *at: (Typed({toy.spell(move): move for move in MOVES}[text]),)),
    ),
    "silent order": ("every order answers a question", replace(TOY, answers=lambda move: ())),
    "float in the state": (
        "a state is written with canonical types",
        replace(TOY, to_json=lambda state: {"turn": state.turn / 2}),
    ),
    "lost field": (
        "a state survives JSON",
        replace(TOY, from_json=lambda value: msgspec.convert({**value, "turn": 0}, State)),
    ),
    "broken picture": (
        "a picture has one line a line",
        replace(TOY, faces=Display(text=lambda *at: ((("a\nb", ""),),))),
    ),
    "unknown style": (
        "a picture uses the listed styles",
        replace(TOY, faces=Display(text=lambda *at: ((("a", "pink"),),))),
    ),
    "changing drawing": (
        "the same position is drawn the same",
        pictured(lambda: Shape(f"a{next(NUMBERS)}", "tiles", ())),
    ),
    "one key for two": ("each shape has a key of its own", pictured(lambda: Shape("a", "tiles", ()), 2)),
    "unknown layer": ("a shape lies in one of the layers", pictured(lambda: Shape("a", "attic", ()))),
    "no document": ("a drawing is one SVG document", pictured(lambda: Shape("a", "tiles", (Element("<"),)))),
    "wrong ranks": (
        "ranks follow from scores",
        replace(TOY, outcome=lambda state: None if toy.requests(state) else Outcome("empty", (2, 2), ((0,), (0,)))),
    ),
    "unknown ending": (
        "a game ends for a listed reason",
        replace(TOY, outcome=lambda state: None if toy.requests(state) else Outcome("rain", (1, 1), ((0,), (0,)))),
    ),
}


def test_a_good_game_keeps_every_promise() -> None:
    look_at(TOY)


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_is_found_under_the_promise_it_breaks(flaw: str) -> None:
    promise, game = FLAWS[flaw]

    with pytest.raises(Broken) as broken:
        look_at(game)

    assert broken.value.promise == promise


MASKED = replace(TOY, info=replace(TOY.info, maskable=True))


def uneven(options: Options, dice: Dice) -> Transition[State]:
    """Whoever begins draws one good more."""
    step = toy.setup(options, dice)
    return Transition(step.state, (*step.events, Drew(step.state.seat, 1)))


MASKED_FLAWS: dict[str, tuple[str, AnyGame]] = {
    "lies face down": ("a game that can be masked draws, spends and discards only", MASKED),
    "uneven set-up": ("the goods of the set-up hang on the options", replace(MASKED, setup=uneven)),
    "no pile": (
        "a game that can be masked has one pile that hangs on the options",
        replace(MASKED, goods=lambda options: ()),
    ),
    "chance decides about the pile": (
        "a game that can be masked has one pile that hangs on the options",
        replace(MASKED, dealt=lambda options, dice: TOY.goods(options)),
    ),
    "two asked": ("a game that can be masked asks one seat at a time", replace(MASKED, requests=first_ask_both)),
}


@pytest.mark.parametrize("flaw", MASKED_FLAWS)
def test_a_game_that_cannot_be_masked_is_found(flaw: str) -> None:
    promise, game = MASKED_FLAWS[flaw]
    chance = stream(b"contract", "masked")

    with pytest.raises(Broken) as broken:
        first = dataclasses.replace(playout(TOY, OPTIONS, 0, 8).first, game=game)
        promises.can_be_masked(first)
        promises.asks_one_at_a_time(first, chance)
        playout(game, OPTIONS, 0, 8, promises.every_step)

    assert broken.value.promise == promise


def test_a_game_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.games.contract.playout.DECISION_LIMIT", 50)

    with pytest.raises(Broken, match="every game ends"):
        playout(replace(TOY, apply=endless), OPTIONS, 0, 1)


def test_unreadable_is_no_refusal_of_a_rule() -> None:
    with pytest.raises(Unreadable):
        toy.parse("throw")
