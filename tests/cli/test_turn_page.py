"""What somebody who is asked sees after `receive`, in a window of 80 columns and 24 rows."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.cli.printing.turn_screen import BOARD, EXAMPLE, ScreenBlock, fit_screen
from referee.record.file_names import step_name
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix

pytestmark = posix
WINDOW = (80, 24)
MORE = re.compile(r"(\d+ more lines?: Enter, or q to quit|ancora \d+ rig(?:a|he): Invio, o q per smettere)")
STEPS = 9


def page(
    tmp_path: Path,
    game: str = "tigris",
    *,
    new: int = 1,
    size: tuple[int, int] = WINDOW,
    lang: str = "en",
    others: bool = False,
) -> list[str]:
    """What the seat that is asked, or one of the `others`, sees when the last `new` steps come in one go; Enter turns
    the pages.
    """
    match = running(game, STEPS)
    last = [step_name(step) for step in range(STEPS - new + 1, STEPS + 1)]
    folder, mails = lay(tmp_path / "game", match.files, without=last), tmp_path / "mails"
    mails.mkdir()
    for name in last:
        (mails / f"{name}.eml").write_bytes(match.files[name])
    words = ["receive", *sorted(map(str, mails.iterdir())), "--lang", lang]
    home = home_of(tmp_path, next(name for name in match.table.names if (name == asked(match)) != others))
    four = json.loads(inside(["words", "--json"], home, folder)[1])["words"]
    assert inside(["words", *four, "--from", "all"], home, folder)[0] == 0
    stop = "Enter, or q" if lang == "en" else "Invio, o q"
    code, text = converse(words, home, {stop: "\n" * 9}, cwd=folder, size=size, NO_COLOR="1")

    assert code == 0, text
    return text.splitlines()


FIRST = {
    ("en", True): r".*, step 9: (your turn|you are asked), \w+.*\.",
    ("it", True): r".*, passo 9: tocca a te, \w+.*\.",
    ("en", False): r".*, step 9: waiting for \w+\. Nothing for you to do, \w+\.",
    ("it", False): r".*, passo 9: tocca a \w+\. Per te non c'è nulla da fare, \w+\.",
}


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", ["tigris", "cards", "ur", "civilization"])
def test_who_is_asked_reads_whose_turn_it_is_what_is_asked_and_what_to_type_first(
    tmp_path: Path, game: str, lang: str
) -> None:
    seen = page(tmp_path, game, lang=lang, new=3)

    assert len(seen) < WINDOW[1] and max(map(len, seen)) <= WINDOW[0]
    assert not any(MORE.match(line) for line in seen)
    first = "\n".join(seen[:4])
    assert re.match(FIRST[lang, True], re.sub(r"\n  (?=\S)", " ", first))
    assert "  referee move" in seen[:4]
    assert [line for line in seen if ": ," in line] == []


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", ["tigris", "cards", "ur", "civilization"])
def test_who_is_not_asked_reads_five_lines_and_no_board(tmp_path: Path, game: str, lang: str) -> None:
    seen = page(tmp_path, game, lang=lang, new=1, others=True)

    assert len(seen) <= 6
    assert re.match(FIRST[lang, False], re.sub(r"\n  (?=\S)", " ", "\n".join(seen)))


@pytest.mark.parametrize("others", [False, True])
def test_the_same_mail_twice_is_one_sentence(tmp_path: Path, others: bool) -> None:
    match = running("tigris", STEPS)
    reader = next(name for name in match.table.names if (name == asked(match)) != others)
    folder, home, mail = lay(tmp_path / "game", match.files), home_of(tmp_path, reader), tmp_path / "mail.eml"
    ends = "" if others else f" Still your turn, {reader.title()}: referee move"
    older = f"Tigris & Euphrates: you already have step 4 and are at step {STEPS}. Nothing new."
    for step, said in ((STEPS, f"Tigris & Euphrates, step {STEPS}: nothing new.{ends}"), (4, older)):
        mail.write_bytes(match.files[step_name(step)])
        code, text = converse(["receive", str(mail)], home, {}, cwd=folder, size=WINDOW, NO_COLOR="1")

        assert (code, text) == (0, f"{said}\n")


def test_what_a_screen_leaves_out_is_told_in_full(tmp_path: Path) -> None:
    """Who was heard is no news the next time; nobody loses it."""
    match = running("tigris", STEPS)
    folder, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    for typed in ([], ["--full"]):
        code, text, _ = inside(typed, home, folder)

        assert code == 0 and ("'s turn" in text, "your move" in text) == (bool(typed), bool(typed))


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_board_stands_below_the_news_where_it_has_room(tmp_path: Path, lang: str) -> None:
    seen = page(tmp_path, lang=lang)

    assert any(line.startswith(("Your hand: ", "La tua mano: ")) for line in seen[:3])
    assert [line for line in seen[5:] if re.match(r" ?\d+ [A-Z.~#a-z]", line)][:1]


def test_of_older_news_the_newest_turn_stays_and_the_others_are_counted(tmp_path: Path) -> None:
    high, low = (page(tmp_path / name, size=(80, rows), new=3) for name, rows in (("high", 60), ("low", 10)))
    turns = [line for line in high if re.match(r"(Anna|Bert|Carl) \w+s ", line)]

    assert len(turns) == 3
    assert [line for line in turns if line in low] == turns[2:]
    assert "2 earlier turns: referee log --new" in low


def test_a_high_window_has_strengths_example_and_all_turns_as_well(tmp_path: Path) -> None:
    seen = page(tmp_path, size=(80, 60), new=3)

    assert any(line.startswith("kingdom ") for line in seen)
    assert any(line.startswith("  referee move ") for line in seen)
    assert not any("more turn" in line for line in seen)


def test_a_script_gets_everything(tmp_path: Path) -> None:
    match = running("tigris", STEPS)
    folder = lay(tmp_path / "game", match.files, without=[step_name(STEPS)])
    (tmp_path / "mail.eml").write_bytes(match.files[step_name(STEPS)])
    code, out, errors = inside(["receive", str(tmp_path / "mail.eml")], home_of(tmp_path, asked(match)), folder)

    assert (code, errors) == (0, f"step {STEPS} is recorded\n")
    assert "kingdom  " in out and "T S M F tile" in out


def test_the_shortest_form_is_taken_only_where_it_is_needed() -> None:
    blocks = [
        ScreenBlock(("question",)),
        ScreenBlock(("example",), ((EXAMPLE, ()),)),
        ScreenBlock(tuple("board"), ((BOARD, ("pointer",)),), apart=True),
    ]

    assert fit_screen(blocks, None) == ["question", "example", "", *"board"] == fit_screen(blocks, 8)
    assert fit_screen(blocks, 7) == ["question", "", *"board"]
    assert fit_screen(blocks, 6) == ["question", "example", "", "pointer"]
    assert fit_screen(blocks, 1) == ["question", "", "pointer"]
