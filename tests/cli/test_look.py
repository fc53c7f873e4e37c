"""Looking without writing: the edges of show, log, letter, moves and rule, and folders without a game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.games import all_games
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside

MATCH = running()
PREFIXES = ", ".join(sorted({"PM", *(game.info.rule_prefix for game in all_games())}))
WHO = asked(MATCH)


def said(game: Path, *arguments: str, who: str = WHO) -> tuple[int, str, str]:
    return inside(arguments, home_of(game.parent, who), game)


def test_the_picture_is_a_document_and_the_same_every_time(game: Path) -> None:
    code, out, errors = said(game, "show", "--svg", "-")

    assert (code, errors) == (0, "")
    assert ElementTree.fromstring(out).tag == "{http://www.w3.org/2000/svg}svg"
    assert said(game, "show", "--svg", "-")[1] == said(game, "show", "5", "--svg", "-")[1] == out


def test_a_board_is_shown_as_it_was_after_any_step(game: Path) -> None:
    boards = [said(game, "show", str(step))[1] for step in range(6)]

    assert len(set(boards)) == 6
    assert said(game, "show")[1] == boards[5]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["show", "6"], 5, "there is no step 6; the latest is 5"),
        (["show", "-1"], 2, "referee show has no option -1"),
        (["letter", "6"], 5, "there is no step 6; the latest is 5"),
        (["log", "--last", "0"], 3, "--last is a number of steps, at least 1; got 0"),
        (["log", "--last", "-3"], 3, "--last is a number of steps, at least 1; got -3"),
        (["rule", "TE", "99.9"], 3, f"there is no rule TE 99.9; rule ids begin with {PREFIXES}"),
        (["rule", "dragon"], 3, f"there is no rule DRAGON; rule ids begin with {PREFIXES}"),
    ],
)
def test_what_does_not_exist_is_refused(game: Path, arguments: list[str], code: int, sentence: str) -> None:
    found, out, errors = said(game, *arguments)

    assert (found, out, errors.splitlines()[0]) == (code, "", f"referee: {sentence}")


def test_the_letter_of_the_deal_can_be_written_again(game: Path) -> None:
    code, out, _ = said(game, "letter", "0")

    assert code == 0
    assert (game / "letters" / "0000.txt").read_text("utf-8") == out


def test_the_log_tells_the_last_steps_or_those_since_the_own_last_move(game: Path) -> None:
    steps = json.loads(said(game, "log", "--json")[1])["steps"]
    signed = json.loads(said(game, "status", "--json")[1])["countersigned"]

    assert [step["step"] for step in steps] == list(range(6))
    assert json.loads(said(game, "log", "--last", "2", "--json")[1])["steps"] == steps[-2:]
    assert json.loads(said(game, "log", "--last", "99", "--json")[1])["steps"] == steps
    for seat, last in signed.items():
        assert json.loads(said(game, "log", "--new", "--json", who=seat)[1])["steps"] == steps[last + 1 :]
    mover = next(seat for seat, last in signed.items() if last == 5)
    assert said(game, "log", "--new", who=mover)[1] == "nothing has happened since your last move\n"
    assert said(game, "log", "--new", who="host")[0] == 5


def test_the_log_and_try_leave_out_what_the_next_event_tells_as_the_letter_does(game: Path) -> None:
    """A tile that is placed has left the hand: said once, as `places`."""
    order = next(line for line in said(game, "moves", "place")[1].splitlines() if line.startswith("place"))
    code, out, _ = said(game, "try", *order.split())

    assert code == 0
    assert "from the hand" not in out and f"  {WHO.title()} places a" in out
    letters = "".join(said(game, "letter", str(step))[1] for step in range(6))
    log = said(game, "log")[1]
    assert ("from the hand" in log) == ("from the hand" in letters)


def test_orders_are_found_by_whole_words_first(game: Path) -> None:
    every = json.loads(said(game, "moves", "--json")[1])["orders"]
    place = next(
        order.split()[-1] for order in every if order.startswith("catastrophe") and len(order.split()[-1]) == 2
    )

    assert said(game, "moves", place)[1].splitlines() == [order for order in every if place in order.split()]
    assert said(game, "moves", "catas")[1].splitlines() == [order for order in every if order.startswith("catas")]
    assert said(game, "moves", "xyz")[2] == f"none of the {len(every)} possible orders contains xyz\n"


LISTED = [*("settlement", "market", "farm", "priest", "king", "trader", "farmer"), *("catastrophe", "swap", "pass")]
"""What somebody whose hand holds these can do, in the order of the page of order words."""


def test_the_list_of_orders_is_short_grouped_and_complete(game: Path) -> None:
    """Finding 12: 722 orders in one column."""
    orders = json.loads(said(game, "moves", "--json")[1])["orders"]
    lines = said(game, "moves")[1].splitlines()
    heads = [line for line in lines[1:-1] if not line.startswith(" ")]

    assert len(orders) > 500 and len(lines) < 40 and max(map(len, lines)) <= 80
    assert lines[0].startswith("Your hand: ")
    assert [re.split(r" {2,}", line)[0] for line in heads] == LISTED
    assert [line.split(":")[0].strip() for line in lines if line.startswith(" ")][:1] == ["revolt, Carl"]


def test_moves_and_try_work_while_somebody_else_is_asked(tmp_path: Path) -> None:
    """Finding 11: most thinking is done while one waits."""
    game = lay(tmp_path / "game", MATCH.files)
    other = next(name for name in MATCH.table.names if name != WHO)
    code, out, _ = inside(["moves"], home_of(tmp_path, other), game)
    tried = inside(["try", "pass"], home_of(tmp_path, other), game)
    data = json.loads(inside(["moves", "--json"], home_of(tmp_path, other), game)[1])

    assert (code, tried[0]) == (0, 0)
    for told in (out, tried[1]):
        assert told.startswith(f"as if it were your turn; actual state: {WHO.title()}'s turn")
    assert f"  {other.title()} passes an action" in tried[1].splitlines()
    assert (data["seat"], data["question"], data["as_if"]) == (other, "turn", True)


@pytest.mark.parametrize("name", ["cards", "ur", "tigris"])
def test_every_order_that_is_listed_ahead_of_the_turn_can_be_tried(tmp_path: Path, name: str) -> None:
    match = running(name)
    seat = next(seat for seat in match.table.names if seat != asked(match))
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, seat)
    listed = json.loads(inside(["moves", "--json"], home, game)[1])
    open_ones = [order for order in listed["orders"] if not order.startswith("swap ")]  # these name no tiles
    tried = [inside(["try", order, "--json"], home, game) for order in open_ones[:: len(open_ones) // 4]]

    assert listed["seat"] == seat
    assert [code for code, _, _ in tried] == [0] * len(tried)
    assert all(json.loads(out)["as_if"] for _, out, _ in tried)


def test_a_rule_is_found_however_it_is_typed(game: Path) -> None:
    wanted = said(game, "rule", "TE 6.2")

    assert wanted[0] == 0
    for typed in (["TE", "6.2"], ["te6.2"], ["TE-6.2"], ["6.2"]):
        assert said(game, "rule", *typed) == wanted


def test_without_a_rule_all_rules_of_the_game_and_of_the_table_are_listed(game: Path) -> None:
    told = json.loads(said(game, "rule", "--json")[1])
    rules, lines = told["rules"], said(game, "rule")[1].splitlines()

    assert {rule["id"].split()[0] for rule in rules} == {"TE", "PM"}
    assert lines == [*told["gist"], "", *(f"[{rule['id']}] {rule['sentence']}" for rule in rules)]


def test_a_refusal_under_a_rule_with_rulings_says_where_to_read_on(game: Path) -> None:
    code, _, errors = said(game, "move", "leader", "king", "P11", "--yes")
    rule = errors.split("[")[1].split("]")[0]
    told = json.loads(said(game, "rule", rule, "--json")[1])["rules"][0]

    assert code == 6
    assert errors.splitlines()[1] == f"rule: {told['sentence']}"
    assert (f'more: referee rule "{rule}"' in errors.splitlines()) == bool(told["rulings"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["show"], ["hand"], ["moves"], ["try", "pass"], ["move", "pass", "--yes"], ["log"], ["letter"], ["rule"],
        ["words"], ["accept"], ["charter"], ["ack"], ["standing", "--end", "--yes"], ["judge", "../mail"],
    ],
    ids=lambda arguments: arguments[0],
)  # fmt: skip
def test_a_folder_without_a_game_says_so_and_stays_empty(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "mail").write_bytes(MATCH.files["0005.step"])
    (tmp_path / "empty").mkdir()
    code, out, errors = inside(arguments, home_of(tmp_path, "anna"), tmp_path / "empty")

    assert (code, out) in ((4, ""), (5, "")), errors
    assert "there is no game in this folder" in errors or "there is no charter here" in errors
    assert list((tmp_path / "empty").iterdir()) == []


def test_status_of_a_folder_without_a_game_says_how_to_begin(tmp_path: Path) -> None:
    code, out, _ = inside(["status"], home_of(tmp_path / "homes", "anna"), tmp_path)

    assert (code, out.splitlines()) == (
        0,
        [
            "There is no game on this computer yet",
            "",
            "Playing alone? Start against bots:",
            "  referee practice tigris",
            "",
            "Invited? Save the mail in your downloads folder, then",
            "  referee join",
            "",
            "Want to host? You can host and play, or leave the hosting to someone who does not play",
            '  referee offer tigris --seats 4 --title "Friday tigris"',
            "",
            "Lost your key or computer? Have a friend send you the game (referee archive), then",
            "  referee receive FILE --folder NAME",
            "  referee rekey --help",
            "",
            "All commands:  referee help          In italiano:  referee --lang it",
        ],
    )
