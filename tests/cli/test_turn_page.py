"""What somebody who is asked sees after `receive`, in a window of 80 columns and 24 rows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.cli.asking import turn
from referee.cli.context import Context
from referee.cli.printing.output import Lines
from referee.cli.receiving import turn_page
from referee.record.names import step_name
from tests.cli.folders import asked, home_of, lay, running
from tests.cli.terminal import converse, inside, posix

pytestmark = posix
WINDOW = (80, 24)
MORE = re.compile(r"(\d+ more lines?: Enter, or q to stop|ancora \d+ righ[ae]: Invio, o q per smettere)")
STEPS = 9


def page(
    tmp_path: Path, game: str = "tigris", *, new: int = 1, size: tuple[int, int] = WINDOW, lang: str = "en"
) -> list[str]:
    """What the seat that is asked sees when the last `new` steps come in one go; Enter turns the pages."""
    match = running(game, STEPS)
    last = [step_name(step) for step in range(STEPS - new + 1, STEPS + 1)]
    folder, mails = lay(tmp_path / "game", match.files, without=last), tmp_path / "mails"
    mails.mkdir()
    for name in last:
        (mails / f"{name}.eml").write_bytes(match.files[name])
    words = ["receive", *sorted(map(str, mails.iterdir())), "--lang", lang]
    home = home_of(tmp_path, asked(match))
    four = json.loads(inside(["words", "--json"], home, folder)[1])["words"]
    assert inside(["words", *four, "--from", "all"], home, folder)[0] == 0
    stop = "Enter, or q" if lang == "en" else "Invio, o q"
    code, text = converse(words, home, {stop: "\n" * 9}, cwd=folder, size=size, NO_COLOR="1")

    assert code == 0, text
    return text.splitlines()


@pytest.mark.parametrize("lang", ["en", "it"])
def test_news_board_hand_and_question_are_one_screen(tmp_path: Path, lang: str) -> None:
    seen = page(tmp_path, lang=lang)

    assert len(seen) < WINDOW[1] and max(map(len, seen)) <= WINDOW[0]
    assert [line for line in seen if re.match(r" ?\d+ [A-Z.~#a-z]", line)][:1]
    assert any(line.startswith(("Your hand: ", "La tua mano: ")) for line in seen)
    assert seen[-1].startswith("  referee move ") and seen[-3] == "  referee move"
    assert [line for line in seen if ": ," in line] == []


def test_a_board_that_has_room_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a window there is room for everything: nothing shorter is made, to be thrown away."""
    drawn = []

    def board(context: Context, *given: object, strengths: bool) -> Lines:
        drawn.append(strengths)
        return turn.board(context, *given, strengths=strengths)  # type: ignore[arg-type]

    monkeypatch.setattr(turn_page, "board", board)
    match = running("tigris", STEPS)
    folder = lay(tmp_path / "game", match.files, without=[step_name(STEPS)])
    (tmp_path / "mail").write_bytes(match.files[step_name(STEPS)])
    code, _, _ = inside(["receive", str(tmp_path / "mail")], home_of(tmp_path, asked(match)), folder)

    assert (code, drawn) == (0, [True])


def test_of_older_news_the_orders_of_each_step_stay(tmp_path: Path) -> None:
    seen = page(tmp_path, new=3)
    heads = [line for line in seen if re.match(r"\d\. ", line)]

    assert len(seen) < WINDOW[1]
    assert seen[0] == "what happened, in full: referee log --new"
    assert [head.partition(".")[0] for head in heads] == ["8", "9"]  # there is room for two beside the warning


def test_a_high_window_has_the_strengths_and_the_orders_as_well(tmp_path: Path) -> None:
    seen = page(tmp_path, size=(80, 60))

    assert any(line.startswith("kingdom ") for line in seen)
    assert any("lay a tile, place, move or withdraw" in line for line in seen)
    assert not any(line.startswith("what happened, in full") for line in seen)


@pytest.mark.parametrize("game", ["cards", "ur", "civilization"])
def test_what_does_not_fit_is_paged(tmp_path: Path, game: str) -> None:
    seen = page(tmp_path, game)
    stops = [at for at, line in enumerate(seen) if MORE.match(line)]

    assert stops[:1] in ([], [WINDOW[1] - 1])
    assert len(seen) < WINDOW[1] or stops
    assert "  referee move" in seen


def test_what_an_answer_is_chosen_from_is_never_left_out(tmp_path: Path) -> None:
    seen = page(tmp_path, "civilization")

    assert any(line.startswith("cards to choose from: ") for line in seen)


def test_a_script_gets_everything(tmp_path: Path) -> None:
    match = running("tigris", STEPS)
    folder = lay(tmp_path / "game", match.files, without=[step_name(STEPS)])
    (tmp_path / "mail.eml").write_bytes(match.files[step_name(STEPS)])
    code, out, errors = inside(["receive", str(tmp_path / "mail.eml")], home_of(tmp_path, asked(match)), folder)

    assert (code, errors) == (0, f"step {STEPS} is entered\n")
    assert "kingdom  " in out and "lay a tile, place, move or withdraw a leader" in out
