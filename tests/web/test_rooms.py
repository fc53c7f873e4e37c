"""What stands in the rooms of a game: the answer first, red for what is wrong alone, one gold button at most."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import open_match, play_out
from tests.web.chromium import TOOLS, visited
from tests.web.in_process_page import page_of
from tests.web.pages import served
from tests.web.rooms import PLAYERS, Element, at_table, game_of, pressed, read, seen

pytestmark = pytest.mark.needs("starlette")

LATE = (("deadline", "7"), ("grace", "3"))


def waiting() -> str:
    """A player who is not asked in the running game."""
    return next(name for name in PLAYERS if name != asked(running()))


def test_who_is_not_asked_reads_so_and_nothing_is_red(tmp_path: Path) -> None:
    """By orders that are typed as by the board; what was typed is kept."""
    home, game = at_table(tmp_path, waiting())
    with page_of(home, game) as page:
        typed = pressed(page, f"{game_of(home)}/do/move", {"orders": "scambia due"})
        clicked = seen(page, f"{game_of(home)}/turn")

    assert typed.heading == clicked.heading == f"{asked(running()).title()} is asked now, not you"
    assert "scambia due" in [field.text for field in typed.all("textarea")]
    assert typed.red == []


@pytest.mark.parametrize(("lang", "said"), [("en", "{} is asked now, not you"), ("it", "Ora tocca a {}, non a te")])
def test_who_is_not_asked_reads_calmly_whose_turn_it_is(lang: str, said: str, tmp_path: Path) -> None:
    home, game = at_table(tmp_path, waiting())
    with page_of(home, game, lang) as page:
        room = seen(page, f"{game_of(home)}/turn")

    assert room.heading == said.format(running().table.called_by_seat[asked(running())])
    assert (room.red, room.gold) == ([], [])
    assert room.one("main").all("a", "button", href=f"{game_of(home)}/board")


def five_lines(room: Element) -> dict[str, Element]:
    """The lines that a host reads, by what they are about."""
    return {line.one("span", "k").text: line for line in room.one("ol", "five").all("li")}


def test_a_host_reads_five_lines_and_sends_with_the_gold_button(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host")
    with page_of(home, game) as page:
        room, post = seen(page, game_of(home)), seen(page, f"{game_of(home)}/post")

    step = running().host.step
    (note,) = (signed.note() for signed in running().signed_notes[f"{step:04d}.step"] if signed.type == "move")
    mover, lines = note.seat.title(), five_lines(room)
    assert room.heading == f"{mover}'s move is in, step {step}"
    assert list(lines) == ["Came", "Led to", "Asked now", "To mail", "Late"]
    assert lines["Led to"].text.startswith(f"Led to {mover} places ")
    assert lines["Asked now"].text.startswith(f"Asked now {asked(running()).title()}, since ")
    assert lines["To mail"].text.startswith(f"To mail The letter of step {step}, to Anna, Bert, Carl")
    assert (room.gold, post.gold) == (["Send it now"], ["Send it now"])
    assert "anna@example.org" in post.text


@pytest.mark.parametrize(
    ("days", "line", "press"),
    [
        (1, r"Nobody\. %s has until \w+ [ \d]?\d \w+, and 3 more of grace", []),
        (8, "the 7 days of the charter are over for %s; write a reminder", ["Remind %s"]),
        (11, "the days of the charter and of grace are over for %s; let the seat pass", ["Skip %s"]),
    ],
)
def test_the_fifth_line_tells_who_is_late_and_what_can_be_done(
    days: int, line: str, press: list[str], tmp_path: Path
) -> None:
    match = open_match("tigris", 3, "late", LATE)
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "host")
    then = time.time() - days * 86_400
    os.utime(game / "record" / "0000.deal", (then, then))
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, game) as page:
        room = seen(page, game_of(home))

    late, fifth = asked(match).title(), five_lines(room)["Late"]
    assert re.search(line.replace("%s", late), fifth.text)
    assert [button.text for button in fifth.all("button")] == [each.replace("%s", late) for each in press]
    assert room.text.count("days of the charter") == int(days > 7)


def test_a_card_says_what_happened_last_with_whom_and_who_may_be_reminded(tmp_path: Path) -> None:
    match = play_out(open_match("tigris", 3, "late", LATE), "late", steps=2)
    mine = next(name for name in PLAYERS if name != asked(match))
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, mine)
    assert inside(["status"], home, game)[0] == 0
    cards = []
    for days in (1, 8):
        then = time.time() - days * 86_400
        for path in (game / "record").iterdir():
            os.utime(path, (then, then))
        with page_of(home, game) as page:
            cards.append(seen(page, "/").one("li", "gamecard"))
    (row,) = json.loads(inside(["games", "--json"], home, game)[1])["games"]
    others = ", ".join(row["called"][seat] for seat in row["seats"] if seat != mine)
    late = row["called"][asked(match)]

    assert [" ".join(row["last"]) in card.text for card in cards] == [True, True] and row["last"]
    allowed = f"Tigris & Euphrates with {others}. The table allows 7 days."
    assert [allowed in card.text for card in cards] == [True, False]
    assert [f"Remind {late}" in [each.text for each in card.all("button")] for card in cards] == [False, True]
    assert "The 7 days of the table are over" in cards[1].text
    assert [card.gold for card in cards] == [[], []]  # nobody else's duty is gold
    with page_of(home, game) as page:
        assert pressed(page, f"{game_of(home)}/do/remind", {"seat": asked(match)}).heading == "Done"


@pytest.mark.needs("uvicorn", *TOOLS)
def test_no_room_of_a_game_is_wider_than_a_telephone(tmp_path: Path, chromium: Any) -> None:
    home, game = at_table(tmp_path, "host")
    at, phone = game_of(home), {"is_mobile": True, "has_touch": True, "viewport": {"width": 320, "height": 700}}
    with served(home, game) as page, visited(chromium, page, **phone) as shown:
        tab, wide = shown.page, {}
        for room in ("/", at, f"{at}/post", f"{at}/choices", f"{at}/do", f"{at}/do/offer", f"{at}/board"):
            tab.goto(f"{page.origin}{room}")
            wide[room] = tab.evaluate("innerWidth")  # of a page that is wider it is more than the window has

    assert set(wide.values()) == {320}, wide


def test_a_game_that_is_over_says_who_has_won_and_what_is_left_to_do(tmp_path: Path) -> None:
    match, said = finished(), []
    game = lay(tmp_path / "game", match.files)
    for reader in (*match.table.names, "host"):
        home = home_of(tmp_path, reader)
        result = json.loads(inside(["status", "--json"], home, game)[1])["result"]
        with page_of(home, game) as page:
            room = seen(page, game_of(home))
        assert {" ".join(line.split()) for line in result["told"]} <= {each.text for each in room.all("p")}
        said.append((room.heading, room.gold[:1] == ["Confirm the result"]))

    assert result["ranks"]["anna"] == 1
    assert said == [("Anna, you have won", True), *[("Anna has won", True)] * 2, ("Anna has won", False)]


def test_the_room_of_the_end_shows_how_the_points_went_and_no_room_before_it(tmp_path: Path) -> None:
    """The same to everybody, the names at the ends of their lines; of a running game they are hidden."""
    drawn = []
    for number, match in enumerate((finished(), finished("tigris"), running())):
        game, home = lay(tmp_path / f"{number}" / "game", match.files), home_of(tmp_path / f"{number}", "bert")
        assert inside(["status"], home, game)[0] == 0
        with page_of(home, game) as page:
            room, picture = seen(page, game_of(home)), page.ask(f"{game_of(home)}/points.svg")
        named = re.findall(">(Anna|Bert|Carl)<", picture.text)
        drawn.append((len(room.all("img", src=f"{game_of(home)}/points.svg")), picture.status, len(named)))

    assert drawn == [(1, 200, 3), (1, 200, 3), (0, 404, 0)]


@pytest.mark.parametrize(
    ("game_name", "sign", "agreed"),
    [
        ("tigris", {"role": "img", "aria_label": "lion"}, "closed scores"),
        ("ur", {"aria_hidden": "true"}, "No days are agreed"),
        ("civilization", {"aria_hidden": "true"}, "A lost key, a step back: all the other players must agree"),
    ],
)
def test_the_table_has_the_signs_of_the_seats_and_what_was_agreed(
    game_name: str, sign: dict[str, str], agreed: str, tmp_path: Path
) -> None:
    match = running(game_name)
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "anna")
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, game) as page:
        room = seen(page, game_of(home))

    signs = [row.all("svg")[0] for row in room.one(id="table").all("li") if row.all("svg")]
    drawn = [(each.attributes, each.inside) for each in signs]
    assert len(signs) == len(match.table.names) and all(drawn.count(each) == 1 for each in drawn)
    assert {key.replace("_", "-"): value for key, value in sign.items()}.items() <= signs[0].attributes.items()
    assert agreed in room.titled("What was agreed").text


def test_the_reader_of_these_tests_sees_what_a_browser_shows() -> None:
    page = read('<h1>One</h1><p class="bad" hidden>two</p><p role="alert">three<br>and <b>four</b></p>')

    assert (page.text, page.heading, page.red) == ("One three and four", "One", ["three and four"])
    with pytest.raises(AssertionError, match="not closed"):
        read("<p>one")
