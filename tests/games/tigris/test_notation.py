"""Orders as text: one canonical spelling, and whatever people type."""

from __future__ import annotations

import pytest

from referee.games.tigris import GAME
from referee.games.tigris import moves as m
from referee.games.tigris.moves import Move
from referee.games.tigris.state import State
from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from tests.games.tigris.playing import options, position, random_game, start

CANONICAL = {
    "place temple F7": m.Place("temple", "F7"),
    "place settlement P11": m.Place("settlement", "P11"),
    "leader farmer G4": m.Leader("farmer", "G4"),
    "withdraw king": m.Withdraw("king"),
    "catastrophe D4": m.Catastrophe("D4"),
    "swap 3": m.Swap(3),
    "pass": m.Pass(),
    "commit 0": m.Commit(0),
    "commit 12": m.Commit(12),
    "war green": m.War("green"),
    "building B1": m.Building("B1"),
    "monument red-blue": m.Monument("red-blue"),
    "monument black-green B1": m.Monument("black-green", "B1"),
    "ziggurat C3": m.Ziggurat("C3"),
    "decline": m.Decline(),
    "treasure B2 F3": m.Treasure(("B2", "F3")),
    "treasure all but F3": m.Treasure((), "F3"),
    "colour red": m.Colour("red"),
}

TYPED = {
    "PLACE Temple f7": "place temple F7",
    "place F7, temple": "place temple F7",
    "pl t F7": "place temple F7",
    "temple f7": "place temple F7",
    "f7 temp": "place temple F7",
    "piazza tempio F7": "place temple F7",
    "piazza fattoria e1": "place farm E1",
    "posa insediamento c4": "place settlement C4",
    "metti mercato c4": "place market C4",
    "tile red F7": "place temple F7",
    "leader king c8": "leader king C8",
    "lead ki C8": "leader king C8",
    "king C8": "leader king C8",
    "capo re c8": "leader king C8",
    "sposta sacerdote C8": "leader priest C8",
    "commerciante c8": "leader trader C8",
    "muovi mercante C8": "leader trader C8",
    "agricoltore c8": "leader farmer C8",
    "withdraw trader": "withdraw trader",
    "ritira il re": "withdraw king",
    "ritira re": "withdraw king",
    "cat d4": "catastrophe D4",
    "Catastrofe D4": "catastrophe D4",
    "swap 2": "swap 2",
    "passa": "pass",
    "skip": "pass",
    "treasure f3 b2": "treasure B2 F3",
    "tesori B2, F3": "treasure B2 F3",
    "monument blue/red": "monument red-blue",
    "monumento rosso blu": "monument red-blue",
    "monument nero-verde b1": "monument black-green B1",
    "guerra verde": "war green",
    "war traders": "war green",
    "colore rosso": "colour red",
    "color blk": None,
    "color bla": "colour black",
    "rinuncia": "decline",
    "no": "decline",
    "commit 2 temples": "commit 2",
    "aggiungi 3": "commit 3",
    "impegna tempio tempio": "commit 2",
    "palazzo b1": "building B1",
    "zig c3": "ziggurat C3",
}


@pytest.fixture
def opening() -> State:
    return start(options(4), 3)[0]


@pytest.mark.parametrize(("text", "move"), CANONICAL.items())
def test_the_canonical_spelling_is_written_and_read(text: str, move: Move) -> None:
    assert (GAME.notation.format_order(move), GAME.notation.parse_order(text)) == (text, move)


@pytest.mark.parametrize("text", CANONICAL)
def test_what_is_written_is_also_read_as_typed(text: str, opening: State) -> None:
    assert GAME.notation.read(text, opening, opening.active) == (Typed(CANONICAL[text]),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Place temple F7",
        "place  temple F7",
        " pass",
        "pass ",
        "place temple F07",
        "place temple Q1",
        "place temple A12",
        "place temple f7",
        "place temple",
        "place temple F7 F8",
        "place king F7",
        "leader temple F7",
        "commit 02",
        "commit -1",
        "commit ٣",
        "commit 100",
        "swap",
        "pass 1",
        "monument blue-red",
        "monument red-red",
        "monument red-blue B1 C1",
        "treasure",
        "treasure F3 B2",
        "treasure B2 B2",
        "treasure all but",
        "treasure all but B2 F3",
        "treasure but B2",
        "war purple",
        "decline monument",
        "place temple F7\n",
    ],
)
def test_any_other_spelling_is_not_canonical(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.notation.parse_order(text)


@pytest.mark.parametrize(("text", "canonical"), TYPED.items())
def test_sloppy_orders_are_understood(text: str, canonical: str | None, opening: State) -> None:
    if canonical is None:
        with pytest.raises(Unreadable):
            GAME.notation.read(text, opening, opening.active)
    else:
        (typed,) = GAME.notation.read(text, opening, opening.active)
        assert (GAME.notation.format_order(typed.move), typed.secret) == (canonical, ())


@pytest.mark.parametrize(
    "text", ["swap temple farm farm", "swap tff", "cambia fattoria 2 tempio", "swap 2 farms temple", "exchange FTF"]
)
def test_a_swap_names_its_tiles_in_secret(text: str, opening: State) -> None:
    kinds = ("farm", "temple", "temple") if "2 tempio" in text else ("farm", "farm", "temple")

    assert GAME.notation.read(text, opening, opening.active) == (Typed(m.Swap(3), kinds),)


def test_the_tiles_of_a_swap_are_not_in_its_canonical_spelling(opening: State) -> None:
    (typed,) = GAME.notation.read("swap temple farm", opening, opening.active)

    assert GAME.notation.format_order(typed.move) == "swap 2"
    assert GAME.secret(typed.move) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("temple F17", "expected a space such as F7, got f17"),
        ("place temple F17", "expected a space such as F7, got f17"),
        ("place tmpel F7", "expected temple, settlement, market or farm, got tmpel"),
        ("place temple", "write this order like place temple F7; got place temple"),
        ("leader F7", "write this order like leader farmer A2; got leader f7"),
        ("war b", "b could mean black, blue"),
        ("t F7", "t could mean tile, tower, treasure, temple, trader"),
        ("dance", "there is no order called dance"),
        ("", "an order needs a word"),
        ("pass bananas", "expected no more words, got bananas"),
        ("swap", "write this order like swap 2 farms temple; got swap"),
        ("monument red", "write this order like monument red-blue; got monument red"),
        ("monument red red", "expected a monument such as red-blue, got monument red red"),
        ("commit many", "expected a number, got many"),
        ("commit 999", "expected a number, got 999"),
    ],
)
def test_what_is_not_understood_is_answered_with_what_would_be_right(text: str, sentence: str, opening: State) -> None:
    with pytest.raises(Unreadable) as refusal:
        GAME.notation.read(text, opening, opening.active)

    assert refusal.value.sentence() == sentence


def at_question(name: str) -> State:
    """A position with that question open."""
    drawn = {
        "commit": ("K2 t .", {}, ["lead K C1"]),
        "monument": ("m m . / m . .", {}, ["tile m B2"]),
        "monuments": ("s s s / s . s", {}, ["tile s B2"]),
        "building": ("s . s", {"buildings": "yes"}, ["tile s B1"]),
        "ziggurat": (". m . / m . m / . m .", {"ziggurat": "yes"}, ["tile m B2"]),
        "treasure": ("t* . t* / T1 . .", {}, ["tile s B1"]),
        "war": ("t T1 m . m T2 t / K1 . . . . . K2", {}, ["tile s D1"]),
    }
    grid, opts, steps = drawn[name]
    state = position({"grid": [row.split() for row in grid.split("/")], "opts": opts})
    words = {"lead": "leader king", "tile s": "place settlement", "tile m": "place market"}
    for step in steps:
        text = (
            step.replace("lead K", words["lead"]).replace("tile s", words["tile s"]).replace("tile m", words["tile m"])
        )
        state = GAME.apply(state, state.active, GAME.notation.parse_order(text), ()).state
    return state


@pytest.mark.parametrize(
    ("question", "text", "canonical"),
    [
        ("commit", "2", "commit 2"),
        ("monument", "red green", "monument red-green"),
        ("monument", "monument green red A1", "monument red-green"),
        ("monuments", "monument black blue B1", "monument black-blue B1"),
        ("building", "C1", "building C1"),
        ("ziggurat", "b2", "ziggurat B2"),
        ("treasure", "c1", "treasure C1"),
        ("treasure", "treasure all but A1", "treasure C1"),
        ("treasure", "tesori tutti tranne c1", "treasure A1"),
        ("war", "verde", "war green"),
    ],
)
def test_an_answer_may_leave_its_first_word_out(question: str, text: str, canonical: str) -> None:
    state = at_question(question)
    (typed,) = GAME.notation.read(text, state, state.active)

    assert GAME.notation.format_order(typed.move) == canonical
    assert typed.move in list(GAME.legal_orders(state, state.active, None))


def test_end_is_a_pass_for_every_action_that_is_left(opening: State) -> None:
    once = GAME.apply(opening, opening.active, m.Pass(), ()).state

    assert GAME.notation.read("end", opening, opening.active) == (Typed(m.Pass()), Typed(m.Pass()))
    assert GAME.notation.read("FINE", once, once.active) == (Typed(m.Pass()),)


def test_every_order_of_random_games_is_spelled_in_forty_columns_and_understood() -> None:
    for seed in range(16):
        for turned in random_game(seed):
            text = GAME.notation.format_order(turned.move)
            assert len(text) <= 40
            assert GAME.notation.parse_order(text) == turned.move
            assert GAME.notation.read(text, turned.before, turned.seat) == (Typed(turned.move),)
