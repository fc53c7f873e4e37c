"""A conflict in the dialogue: what comes too early is carried over, and what is sealed is asked for by its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import converse, run
from tests.needed_tools import posix
from tests.table.plan_games import before_revolt
from tests.table.small_games import asked

WHO = asked(before_revolt())
ONE, ADD, WON, LOST, SIGN = "action 1 of 2> ", "temples you add (0 to 3)> ", "if you win> ", "if you lose> ", "/undo]: "
LATE = '"temple A9" comes later: first say how much you add, then you can plan it'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of the attacker before the revolt, who has heard everybody's words."""
    match = before_revolt()
    folder = lay(tmp_path / "game", match.files)
    others = [name for name in (*match.table.names, "referee") if name != WHO]
    open_session(GameFolder(folder), DataFolder(home_of(tmp_path, WHO))).keep_comparison(others, "equal")
    return folder


def home(game: Path) -> Path:
    return home_of(game.parent, WHO)


@posix
@pytest.mark.parametrize(
    ("words", "typed"),
    [
        pytest.param(["king B9, temple A9"], {}, id="with the command"),
        pytest.param(["king B9", "temple A9"], {}, id="as two words of the command"),
        pytest.param([], {ONE: "king B9, temple A9"}, id="in the dialogue"),
        pytest.param([], {ONE: "king B9", ADD: "temple A9"}, id="where the tiles are asked for"),
    ],
)
def test_an_order_behind_an_open_question_is_explained_and_offered_where_it_fits(
    game: Path, words: list[str], typed: dict[str, str]
) -> None:
    end = {LATE: "2"} if ADD in typed else {ADD: "2"}
    code, seen = converse(["move", *words], home(game), {**typed, **end, WON: "", LOST: "", SIGN: "y"}, cwd=game)

    assert (code, seen.count(LATE), "first answer the open question" in seen) == (0, 1, False), seen
    assert "if you win> temple A9\n" in seen
    assert "plan    if you win: place temple A9\nstep" not in seen
    assert seen.count("plan ahead") == 1


@posix
def test_each_end_is_asked_for_once_and_what_is_typed_there_is_sealed_for_it(game: Path) -> None:
    answers = {ONE: "king B9", ADD: "2", WON: "temple A9", LOST: "farm E5", SIGN: "n"}
    _, seen = converse(["move"], home(game), answers, cwd=game)

    assert "plan    if you win: place temple A9\nplan    if you lose: place farm E5" in seen
    assert (seen.count("sealed for later"), seen.count(WON), seen.count(LOST)) == (0, 1, 1)


@posix
def test_a_question_mark_where_a_plan_is_typed_says_again_what_it_is_for(game: Path) -> None:
    answers = {ONE: "king B9", ADD: "2", WON: "?", "until you say yes": "quit"}
    _, seen = converse(["move"], home(game), answers, cwd=game)

    before, _, behind = seen.partition(f"{WON}?")
    told = [line for line in before.splitlines() if line.startswith("plan ahead for either outcome")]
    assert len(told) == 1
    assert told[0] in behind.splitlines()


@posix
def test_an_end_that_is_left_open_and_one_that_is_taken_back_are_asked_for_again(game: Path) -> None:
    answers = {ONE: "king B9", ADD: "2", WON: "", LOST: "temple A9", SIGN: "undo", "undone": "quit"}
    _, seen = converse(["move"], home(game), answers, cwd=game)

    assert "plan    if you lose: place temple A9" in seen
    assert seen.count(WON) == 2


@posix
def test_nothing_is_sealed_behind_the_last_action(game: Path) -> None:
    answers = {ONE: "pass", "action 2 of 2> ": "king B9", ADD: "2", SIGN: "n"}
    _, seen = converse(["move"], home(game), answers, cwd=game)

    assert (WON in seen, "plan ahead" in seen) == (False, False)


@posix
def test_the_prompts_of_a_conflict_speak_italian(game: Path) -> None:
    answers = {
        "azione 1 di 2> ": "re B9, tempio A9",
        "templi che aggiungi, da 0 a 3> ": "2",
        "se vinci> ": "",
        "se perdi> ": "",
        "annulla]: ": "n",
    }
    _, seen = converse(["move", "--lang", "it"], home(game), answers, cwd=game)

    assert '"tempio A9" viene dopo: prima di\' quanti ne aggiungi, poi puoi prepararlo' in seen
    assert "se vinci> tempio A9\n" in seen


def test_a_pipe_is_refused_as_before(game: Path) -> None:
    code, _, errors = run(["move", "--yes"], home(game), cwd=game, stdin=b"king B9, temple A9\n")

    assert (code, b"first answer the open question" in errors) == (6, True)


@posix
@pytest.mark.parametrize(
    ("lang", "first", "add", "forms", "own"),
    [
        (
            "en",
            ONE,
            ADD,
            "commit   0 1 2 3 for example: commit 0",
            "undo, show, hand, moves WORD, rule WORD, quit (saves a draft)",
        ),
        (
            "it",
            "azione 1 di 2> ",
            "templi che aggiungi, da 0 a 3> ",
            "aggiungi   0 1 2 3 per esempio: aggiungi 0",
            "annulla, mostra, mano, mosse PAROLA, regola PAROLA, esci (resta in bozza)",
        ),
    ],
)
def test_a_question_mark_shows_what_answers_this_question_alone(
    game: Path, lang: str, first: str, add: str, forms: str, own: str
) -> None:
    leaves = {"en": "quit", "it": "esci"}[lang]
    king = {"en": "king B9", "it": "re B9"}[lang]
    _, seen = converse(["move", "--lang", lang], home(game), {first: king, add: "?", own: leaves}, cwd=game)
    shown = " ".join(seen.split(f"{add}?")[1].split(own)[0].split())

    assert shown == " ".join(forms.split())
