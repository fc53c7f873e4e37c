"""What a person sees in a window of 80 columns and 24 rows, and in narrower and lower ones."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from referee.cli.registry import COMMANDS
from tests.cli.games_on_disk import home_of
from tests.cli.terminal import ROOT, converse, inside
from tests.needed_tools import posix

pytestmark = posix
WINDOW = (80, 24)
MORE = re.compile(r"\d+ more lines?: Enter, or q to quit")
TIGRIS, CARDS, UR = "tigris-running", "cards-2p", "ur-3p"


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    for name in (TIGRIS, CARDS, UR):
        shutil.copytree(ROOT / "examples" / name, tmp_path / name)
    return tmp_path


def seen(folder: Path, *arguments: str, size: tuple[int, int] = WINDOW, **answers: str) -> list[str]:
    """The lines on the screen, without colours; for the first page `more` is typed, if it is given."""
    home = home_of(folder.parent, "bert")
    typed = dict.fromkeys(("q to quit", "q per smettere"), answers["more"]) if answers else {}
    code, text = converse(arguments, home, typed, cwd=folder, size=size, NO_COLOR="1")

    assert code == 0
    return text.splitlines()


SCREEN_11 = """\
After step 42. Turn 42: Bert, 2 actions left
   A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P
 1 S  bP M  M  ~  ~  F< ~  F  .  T* .  ~  .  .  cT     player hand cat off
 2 cF T! aT M  ~  dF M  S  T  .  .  .  ~  .  .  T!     Anna      6   2 -
 3 T  dK T  ~  F  T* S  T  .  .  .  .  ~  ~  .  .    > Bert      6   2 -
 4 F  ~  ~  ~  S  cK .  .  .  .  .  .  .  ~  ~  ~      Carl      6   2 -
 5 S  .  .  .  .  S  .  T  .  .  .  .  .  T* ~  ~      Dora      6   2 -
 6 M  .  M< M  M  T  .  T  bF .  .  .  .  .  F  .
 7 F  F< ~  ~  .  S  .  dP rg*#  T  T  F  ~  F  M      bag 53, treasures 8
 8 T  T  .  F  F  ~  F  .  #  #  .  .  F  .  bT T      rg red-green monument
 9 .  .  .  M< T  dT F  F  ~  ~  F  ~  ~  aP T  T      you: red 4, black 2,
10 .  S< M  S  cP T* aK S  .  T  S  M  T  T  T  M      green 4, blue 5,
11 .  .  .  M  M  aF S  .  M  bK T* T< .  .  .  S      treasures 1

kingdom  leaders                        temple  settl.  market  farm  treasure
B2       bP B1  cF A2  aT C2  dK B3          5       2       4     3  B2!
F3       dF F2  cK F4                        4       5       4     3  F3
P2       cT P1                               1       .       .     .  P2!
I7       bF I6  dP H7                        4       .       .     2  I7 rg
O9       bT O8  aP N9  bK J11                9       2       4     3  K11
F10      dT F9  cP E10  aK G10  aF F11       2       4       4     5  F10
No leader: temples K1* N5*. Left: rk rb kg kb gb
Your hand: 3 temples, 1 settlement, 2 farms"""
"""The question of the game on one screen: who is in which kingdom, how strong, what is new, and the own hand."""


def test_the_board_with_players_kingdoms_and_hand_is_one_screen(examples: Path) -> None:
    shown = seen(examples / TIGRIS, "show")

    assert "\n".join(shown) == SCREEN_11
    assert len(shown) < WINDOW[1]


@pytest.mark.parametrize(("game", "lang"), [(game, lang) for game in (TIGRIS, CARDS, UR) for lang in ("en", "it")])
def test_show_of_every_game_fits_the_window_or_stops_where_it_is_full(examples: Path, game: str, lang: str) -> None:
    step = {TIGRIS: "42", CARDS: "103", UR: "32"}[game]
    shown = seen(examples / game, "show", step, "--high", "--lang", lang, more="q")
    stop = next((at for at, line in enumerate(shown) if re.search(r"q (to quit|per smettere)", line)), None)

    assert max(map(len, shown)) <= WINDOW[0]
    assert stop == WINDOW[1] - 1 if stop is not None else len(shown) < WINDOW[1]


def test_enter_turns_the_page_until_everything_was_seen(examples: Path) -> None:
    whole = seen(examples / TIGRIS, "show", "--high", size=(80, 60))
    paged = seen(examples / TIGRIS, "show", "--high", more="")

    assert [line for line in paged if line and not MORE.search(line)] == [line for line in whole if line]
    assert sum(bool(MORE.search(line)) for line in paged) == 1


def test_below_80_columns_the_players_stand_under_the_board_and_below_52_it_is_told(examples: Path) -> None:
    narrow = seen(examples / TIGRIS, "show", size=(60, 100))
    phone = seen(examples / TIGRIS, "show", size=(40, 100))

    assert max(map(len, narrow)) <= 60 and max(map(len, phone)) <= 40
    assert narrow[2] == " 1 S  bP M  M  ~  ~  F< ~  F  .  T* .  ~  .  .  cT"
    assert "  player hand cat off" in [line.rstrip() for line in narrow]
    assert "kingdom leaders                       T S M F treasure" in narrow
    assert phone[2] == "Kingdom by kingdom; * treasure, ! taken"
    assert not any("~" in line for line in phone)


@pytest.mark.parametrize("game", [TIGRIS, CARDS, UR])
def test_plain_is_sentences_without_pages_or_drawing(examples: Path, game: str) -> None:
    shown = seen(examples / game, "show", "--plain")

    assert not any("  " in line.strip() or re.search(r"[~|+#]|--", line) for line in shown)
    assert not any(MORE.search(line) for line in shown)


@pytest.mark.parametrize("command", ["", "move"])
def test_a_help_page_that_is_longer_than_the_window_is_read_by_pages(tmp_path: Path, command: str) -> None:
    home = home_of(tmp_path, "bert")
    whole = inside([*command.split(), "--help"], home, tmp_path)[1].splitlines()
    _, text = converse([*command.split(), "--help"], home, {"q to quit": "q"}, cwd=tmp_path, size=WINDOW)

    assert len(whole) >= WINDOW[1]
    assert text.splitlines()[:-1] == whole[: WINDOW[1] - 1]
    assert MORE.match(text.splitlines()[-1])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_page_is_80_columns_wide_at_most(tmp_path: Path, command: str) -> None:
    whole = inside([*command.split(), "--help"], home_of(tmp_path, "bert"), tmp_path)[1].splitlines()
    words = [line for line in whole if not line.strip().startswith("referee ")]

    assert max(map(len, words)) <= WINDOW[0]


def test_what_is_piped_is_never_paged_and_holds_no_hand(examples: Path) -> None:
    home = home_of(examples, "bert")
    code, shown, errors = inside(["show"], home, examples / TIGRIS)

    assert (code, errors) == (0, "")
    assert "hand: " not in shown and not MORE.search(shown)
    assert "T S M F tile  bP your priest" in shown


def test_a_hand_can_be_kept_off_the_own_screen(examples: Path) -> None:
    assert not any("Your hand" in line for line in seen(examples / TIGRIS, "show", "--no-hand"))


def test_long_sentences_are_broken_between_words_in_a_terminal(examples: Path) -> None:
    home = home_of(examples, "bert")
    full = inside(["status", "--full"], home, examples / TIGRIS)[1].splitlines()
    asked = next(line for line in full if "'s turn, action" in line)
    shown = seen(examples / TIGRIS, "status", "--full")

    assert max(map(len, shown)) <= 80 < len(asked)
    assert asked in re.sub(r"\n  (?=\S)", " ", "\n".join(shown))
