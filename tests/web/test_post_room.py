"""What is to be sent, what was sent and what has come of it, in the room of the post."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.record.note import render_bundle
from tests.cli.games_on_disk import asked, move_of, running
from tests.web.chromium import TOOLS, visited
from tests.web.in_process_page import page_of
from tests.web.pages import served
from tests.web.rooms import PLAYERS, at_table, game_of, pressed, seen

pytestmark = pytest.mark.needs("starlette")


def test_post_with_nothing_to_send_is_not_red(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, next(name for name in PLAYERS if name != asked(running())))
    with page_of(home, game) as page:
        post = seen(page, f"{game_of(home)}/post")

    assert (post.heading, post.red, post.gold) == ("There is nothing to send", [], [])


def test_whose_address_nobody_knows_is_told_and_sending_is_not_offered(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host", people=False)
    with page_of(home, game) as page:
        room, post = seen(page, game_of(home)), seen(page, f"{game_of(home)}/post")

    assert room.gold == ["See what to send"]
    assert post.text.count("no address is known") == len(PLAYERS)
    assert "Send it now" not in post.text


def test_what_could_not_be_sent_stays_in_the_post_with_the_other_ways(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host")
    with page_of(home, game) as page:
        said = pressed(page, f"{game_of(home)}/do/send", {})

    assert said.heading == "Not sent. The other ways stand below"
    assert "no mail account is set" in said.text
    assert said.text.count("Open in the mail program") == len(PLAYERS)


def test_what_was_sent_is_not_due_again(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host")
    with page_of(home, game) as page:
        before = seen(page, game_of(home))
        _send_by_hand(home, game)
        room, post = seen(page, game_of(home)), seen(page, f"{game_of(home)}/post")

    assert before.gold == ["Send it now"] and "Send it now" not in room.text + post.text
    assert post.heading == "There is nothing to send"
    assert [each.text for each in post.all("span", "good")] == ["sent"] * len(PLAYERS)


def _send_by_hand(home: Path, game: Path) -> None:
    """As if a server had taken all that is due."""
    from referee.cli.context import Context
    from referee.mail.mail_memory import SentMails
    from referee.service.post.due_mails import due_mails
    from tests.web.page_users import at_home

    with at_home(home, game, "en"):
        found = due_mails(Context(game=game).session(side="hosts"), "en")
        for _, draft in found.drafts:
            SentMails(found.session).add(draft)


def signed_by_one(game: Path) -> dict[str, bytes]:
    """What lies in the outbox: a move that has been entered, and one that has not."""
    last = running().host.step
    found = {f"move-{at}.note": render_bundle([move_of(running(steps=at), at)]) for at in (last, last + 1)}
    (game / "outbox").mkdir(exist_ok=True)
    for name, data in found.items():
        (game / "outbox" / name).write_bytes(data)
    return found


def test_what_one_has_signed_says_whether_it_has_come_into_the_game(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "anna")
    signed_by_one(game)
    with page_of(home, game) as page:
        post = seen(page, f"{game_of(home)}/post")

    last = running().host.step
    for mark, said, file in (
        ("good", f"entered in step {last}", f"move-{last}.note"),
        ("dim", "not in the game yet, as far as this computer knows", f"move-{last + 1}.note"),
    ):
        (row,) = (each for each in post.all("li") if file in [name.text for name in each.all("summary")])
        assert row.one("span", mark).text == said


@pytest.mark.needs("uvicorn", *TOOLS)
@pytest.mark.parametrize("shut", [False, True])
def test_a_click_copies_the_text_of_a_file(shut: bool, tmp_path: Path, chromium: Any) -> None:
    """Also where the browser has no clipboard for pages."""
    home, game = at_table(tmp_path, "anna")
    texts = [data.decode() for data in signed_by_one(game).values()]
    with served(home, game) as page, visited(chromium, page) as shown:
        tab, at = shown.page, f"{page.origin}{game_of(home)}"
        tab.goto(at)
        tab.locator("#paste").click()
        tab.locator("#mail").fill("what was copied before")
        for key in ("Control+A", "Control+C"):
            tab.locator("#mail").press(key)
        tab.goto(f"{at}/post")
        if shut:
            tab.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        tab.get_by_role("button", name="Copy the text").first.click()
        tab.get_by_role("button", name="Copied").wait_for()
        tab.goto(at)
        tab.locator("#paste").click()
        tab.locator("#mail").press("Control+V")
        pasted = tab.locator("#mail").input_value()

    assert pasted in texts
