"""What a person is asked at the terminal, and what happens on yes, no, end of input and Ctrl-C."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.games_on_disk import asked, finished, home_of, lay, mail_with, move_of, remember, running
from tests.cli.terminal import converse
from tests.needed_tools import posix

pytestmark = posix

MATCH = running()
WHO = asked(MATCH)
REST = "action 2 of 2 (Enter: sign as it is)> "
"""What is asked of somebody who would sign half a turn."""
SIGN = "sign this? [y/N/show/undo]: "


def outbox(game: Path) -> list[str]:
    return sorted(path.name for path in (game / "outbox").glob("*"))


def test_a_move_is_read_back_asked_about_once_and_signed_on_a_yes(game: Path) -> None:
    code, seen = converse(["move", "PASS"], home_of(game.parent, WHO), {REST: "", SIGN: "y"}, cwd=game)

    assert code == 0
    assert seen.splitlines() == [
        f"Tigris & Euphrates, step 6, {WHO.title()}",
        "order   pass",
        f"  {WHO.title()} passes an action",
        "next: your turn is not over (one action left): if you sign now, the rest takes",
        "  another round trip",
        REST,
        f"{SIGN}y",
        f"Signed: step 6, {WHO.title()}. Send it to the host:",
        "  referee mail",
        "or send this file yourself:",
        f"  outbox/0006-{WHO}.move",
    ]
    assert outbox(game) == [f"0006-{WHO}.move"]


@pytest.mark.parametrize("answer", ["n", "No", "", "\x04"])
def test_a_no_signs_nothing(game: Path, answer: str) -> None:
    again = {"Enter alone does not sign": answer}
    code, seen = converse(["move", "pass"], home_of(game.parent, WHO), {REST: "", SIGN: answer, **again}, cwd=game)

    assert (code, outbox(game)) == (130, [])
    assert "Not signed; saved as a draft: continue with referee move" in seen


def test_enter_at_the_signature_is_asked_about_once_more(game: Path) -> None:
    """Three times in four rounds the Enter that ended a dialogue fell on the next question, and the turn was lost."""
    answers = {REST: "", SIGN: "", "Enter alone does not sign": "y"}
    code, seen = converse(["move", "pass"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, seen.count(SIGN), outbox(game)) == (0, 2, [f"0006-{WHO}.move"])


def test_half_a_turn_is_gone_on_with_before_it_is_signed(game: Path) -> None:
    code, seen = converse(["move", "pass"], home_of(game.parent, WHO), {REST: "pass", SIGN: "y"}, cwd=game)

    assert (code, seen.count("order   pass")) == (0, 3)
    assert "next: your turn ends" in seen


@pytest.mark.parametrize("word", ["show", "s", "mostra"])
def test_the_board_as_it_would_be_is_shown_before_signing_and_signs_nothing(game: Path, word: str) -> None:
    answers = {REST: "", SIGN: word, " A  B  C  D  E": "n"}
    code, seen = converse(["move", "pass"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, outbox(game)) == (130, [])
    assert seen.count(SIGN) == 2


def test_the_last_line_is_taken_back_before_signing(game: Path) -> None:
    answers = {REST: "pass", SIGN: "undo", "undone: pass": "quit"}
    code, seen = converse(["move", "pass"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, outbox(game)) == (130, [])
    assert "action 2 of 2> " in seen.partition("undone: pass")[2]


def test_the_question_and_the_answer_may_be_italian(game: Path) -> None:
    code, seen = converse(
        ["move", "passa", "--lang", "it"],
        home_of(game.parent, WHO),
        {"azione 2 di 2 (Invio: firma così)> ": "", "firmo? [s/N/mostra/annulla]: ": "s"},
        cwd=game,
    )

    assert code == 0
    assert f"  {WHO.title()} passa un'azione" in seen.splitlines()


def test_orders_that_end_the_game_are_asked_about_twice(tmp_path: Path) -> None:
    over = finished()
    last = over.host.step
    note = move_of(over, last).note()
    game = lay(tmp_path / "game", over.files, without=(f"{last:04d}.step",))
    orders = "; ".join(note.do)  # type: ignore[union-attr]
    home = home_of(tmp_path, note.seat)  # type: ignore[union-attr]
    first, second = "this ends the game; continue? [y/N]: ", SIGN
    refused = converse(["move", orders], home, {first: "y", second: "n"}, cwd=game)

    assert (refused[0], outbox(game)) == (130, [])
    assert refused[1].index(first) < refused[1].index(second)
    assert converse(["move", orders], home, {first: "y", second: "y"}, cwd=game)[0] == 0
    assert len(outbox(game)) == 1


def test_the_host_may_agree_to_the_end_at_the_terminal(tmp_path: Path) -> None:
    over = finished()
    last = over.host.step
    game = lay(tmp_path / "game", over.files, without=(f"{last:04d}.step",))
    home = home_of(tmp_path, "host")
    remember(game, home, over, last - 1)
    mail = mail_with(tmp_path / "mail", move_of(over, last))
    question = "this ends the game; publish it? [y/N]: "

    assert converse(["receive", mail], home, {question: "n"}, cwd=game)[0] == 5
    assert not (game / "record" / f"{last:04d}.step").exists()
    assert converse(["receive", mail], home, {question: "y"}, cwd=game)[0] == 0
    assert (game / "record" / f"{last:04d}.step").read_bytes() == over.files[f"{last:04d}.step"]


def test_with_json_nobody_is_asked_even_at_a_terminal(game: Path) -> None:
    code, seen = converse(["move", "pass", "--json"], home_of(game.parent, WHO), {}, cwd=game)

    assert code == 5
    assert '"sentence":"nothing is signed unless you answer yes"' in seen


def test_ctrl_c_ends_a_command_with_a_sentence(game: Path) -> None:
    code, seen = converse(["move", "pass"], home_of(game.parent, WHO), {REST: "", SIGN: "\x03"}, cwd=game)

    assert (code, outbox(game)) == (130, [])
    assert "Not signed; saved as a draft: continue with referee move" in seen
