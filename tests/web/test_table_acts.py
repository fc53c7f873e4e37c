"""What is done at a table beside its moves: the post, as data and in a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from referee.mail.accounts import Account, Server, keep_account
from referee.record.file_names import CHARTER, OFFER
from referee.record.mails.unwrap import unwrap
from referee.record.store import DataFolder
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.session.game_folders import remember_location
from referee.web.json_answers import first_of_all
from tests.cli.games_on_disk import asked, finished, home_of, lay, remember, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, resize, visited
from tests.web.game_forms import kept, offer_of
from tests.web.gold_story import Cell, Story
from tests.web.in_process_page import FORM, Page, Said, page_of
from tests.web.open_rooms import signed_at
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette")

JSON = "application/json"
GOLD = """() => {
  const all = [...document.querySelectorAll(".go:not(:disabled)")].map((each) => each.getBoundingClientRect());
  return [all.length, all.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)];
}"""


SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "mail.eml"));
  dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}"""


class Post(NamedTuple):
    """The post of a table, for somebody who has signed a move or hosts."""

    page: Page
    home: Path
    folder: Path
    id: str

    def ask(self, path: str = "post", **headers: str) -> Said:
        return self.page.ask(f"/data/table/{self.id}/{path}", **headers)

    def send(self, body: Any, **headers: str) -> Said:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.page.ask(f"/data/table/{self.id}/post", "POST", data, **({"content_type": JSON} | headers))


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    home, _ = signed_at(tmp_path)
    with page_of(home, tmp_path) as page:
        yield Post(page, home, tmp_path, offer_of(home))


def items(post: Post) -> list[Any]:
    found: list[Any] = json.loads(post.ask().text)["items"]
    return found


def test_a_signed_move_is_a_mail_that_holds_the_note_until_it_is_marked_as_sent(post: Post) -> None:
    before, (mail,) = json.loads(post.ask().text), items(post)
    body = parse_qs(urlsplit(mail["link"]).query)["body"][0]
    after = json.loads(post.send({"items": [mail["id"]], "does": "sent"}).text)
    again = json.loads(post.send({"items": [mail["id"]], "does": "sent"}).text)

    assert (before["way"], before["sentence"], mail["state"], mail["whole"]) == (
        "files",
        "Mail to the host",
        "to send",
        True,
    )
    assert mail["link"].startswith("mailto:host@example.org?")
    assert all("BEGIN REFEREE NOTE" in text for text in (body, mail["text"]))
    assert (after["sentence"], after["items"][0]["state"]) == ("Sent to the host", "sent")
    assert again == after
    assert str(post.folder) not in json.dumps(before)


def test_a_mail_is_saved_whole_under_its_own_id_alone(post: Post) -> None:
    (mail,) = items(post)
    said = post.ask(f"mail.eml?item={quote(mail['id'])}")
    others = [post.ask(f"mail.eml?item={quote(name)}") for name in ("", "x", "../../outbox", mail["id"] + "x")]
    parts = [part.get_content_type() for part in message_from_bytes(said.text.encode()).walk()]

    assert (said.status, said.headers["content-type"]) == (200, "application/octet-stream")
    assert "sandbox" in said.headers["content-security-policy"]
    assert "text/plain" in parts and len(parts) > 3
    assert {one.status for one in others} == {404}


def test_a_letter_that_does_not_fit_into_a_link_is_saved_with_all_its_notes(tmp_path: Path) -> None:
    match = running(steps=0)
    home = opens_at(tmp_path, match.files, "host")
    with page_of(home, tmp_path) as page:
        letters = items(Post(page, home, tmp_path, offer_of(home)))
        at = f"/data/table/{offer_of(home)}/mail.eml?item="
        mails = [page.ask(f"{at}{quote(one['id'])}").text for one in letters]

    assert [one["whole"] for one in letters] == [False] * 3
    assert all("attached to this mail" in parse_qs(urlsplit(one["link"]).query)["body"][0] for one in letters)
    notes = [one.id for one in match.signed_notes["0000.deal"]]
    assert [[one.id for one in unwrap(mail.encode()).signed_notes] for mail in mails] == [notes] * 3


def test_what_cannot_be_sent_says_why_and_stays(post: Post) -> None:
    (mail,) = items(post)
    none = json.loads(post.send({"items": [mail["id"]], "does": "send"}).text)
    keep_account(DataFolder(post.home), Account("anna@example.org", smtp=Server("127.0.0.1", 1)))
    locked = post.send({"items": [mail["id"]], "does": "send"})
    refused = post.send({"items": [mail["id"]], "does": "send", "password": "open barley"})

    assert none["refused"]["code"] == "account-not-set"
    assert json.loads(locked.text)["refused"]["code"] == "no-password"
    assert refused.status == 422
    assert "barley" not in refused.text
    assert json.loads(post.ask().text)["way"] == "account"
    assert [one["state"] for one in items(post)] == ["to send"]
    assert [name for name, data in kept(post.folder).items() if b"barley" in data] == []


NO_BODIES: dict[str, tuple[bytes, str, int]] = {
    "a form": (b"items=x", FORM, 403),
    "no JSON": (b"\xff", JSON, 400),
    "nothing": (b"{}", JSON, 400),
    "another thing to do": (b'{"items": [], "does": "delete"}', JSON, 400),
    "a field more": (b'{"items": [], "does": "sent", "to": "x@y"}', JSON, 400),
    "a mail that is none": (b'{"items": ["<x>"], "does": "sent"}', JSON, 404),
}


@pytest.mark.parametrize("case", NO_BODIES)
def test_what_is_no_act_at_a_table_is_refused_and_nothing_is_written(case: str, post: Post) -> None:
    body, kind, status = NO_BODIES[case]
    before = kept(post.folder)
    said = post.send(body, content_type=kind)

    assert (said.status, "refused" in json.loads(said.text)) == (status, True)
    assert kept(post.folder) == before


FOREIGN: dict[str, dict[str, str]] = {
    "no cookie": {"cookie": ""},
    "another page": {"origin": "https://evil.example"},
    "another site": {"sec_fetch_site": "cross-site"},
}


@pytest.mark.parametrize("case", FOREIGN)
def test_nobody_else_reads_or_sends_the_post(case: str, post: Post) -> None:
    before, (mail,) = kept(post.folder), items(post)
    said = [
        post.ask(**FOREIGN[case]),
        post.ask(f"mail.eml?item={quote(mail['id'])}", **FOREIGN[case]),
        post.send({"items": [mail["id"]], "does": "sent"}, **FOREIGN[case]),
    ]

    assert {one.status for one in said} == {403}
    assert kept(post.folder) == before


def test_no_mail_of_a_locked_key_comes_out_without_its_passphrase(tmp_path: Path) -> None:
    home, _ = signed_at(tmp_path)
    with page_of(home, tmp_path) as page:
        before = Post(page, home, tmp_path, offer_of(home))
        (mail,) = items(before)
    protected(tmp_path, asked(running()))
    with page_of(home, tmp_path) as page:
        post = before._replace(page=page)
        act = {"items": [mail["id"]], "does": "sent"}
        said = [
            post.ask(),
            post.ask(f"mail.eml?item={quote(mail['id'])}"),
            post.send(act),
            post.send({**act, "secret": "no"}),
        ]
        opened = post.send({**act, "secret": "open sesame"})

    assert [one.status for one in said] == [423] * 4
    assert opened.status == 200
    assert "sesame" not in opened.text


def test_what_goes_through_a_shared_folder_is_not_mailed(tmp_path: Path) -> None:
    home, game = signed_at(tmp_path)
    shared = tmp_path / "friday"
    shared.mkdir()
    assert inside(["sync", str(shared)], home, game)[0] == 0
    assert inside(["watch", str(shared), "--once"], home, game)[0] in (0, 1, 2)
    with page_of(home, tmp_path) as page:
        found = json.loads(page.ask(f"/data/table/{offer_of(home)}/post").text)

    assert found["items"] == [] or found["way"] != "folder"
    assert str(tmp_path) not in json.dumps(found)


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
@pytest.mark.parametrize("who", ["", "host"])
def test_the_gold_button_opens_the_mail_until_it_is_sent(who: str, tmp_path: Path, chromium: Any) -> None:
    home, _ = signed_at(tmp_path, who)
    with served(home, tmp_path) as page, visited(chromium, page, f"/table/{offer_of(home)}") as seen:
        seen.page.wait_for_selector(".mail .go")
        for width, height in ((1280, 900), (1366, 768), (820, 1180), (390, 844)):
            resize(seen.page, {"width": width, "height": height})
            assert seen.page.evaluate(GOLD) == [1, True], width
            assert seen.axe_at(width) == [], width
        for left in range(seen.count(".mail"), 0, -1):
            seen.page.get_by_role("button", name="I have sent it").first.click()
            seen.page.wait_for_function("(left) => document.querySelectorAll('.mail').length < left", arg=left)

        assert seen.page.locator("p.post").inner_text().startswith("Sent to ")
        assert seen.count("pre") == 0
        assert seen.faults == []


@pytest.mark.long
@pytest.mark.needs("uvicorn", *TOOLS)
@pytest.mark.parametrize("shut", [False, True])
def test_a_click_copies_the_text_of_a_mail_with_its_notes(shut: bool, tmp_path: Path, chromium: Any) -> None:
    """Also where the browser has no clipboard for pages."""
    home, _ = signed_at(tmp_path)
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        tab = seen.page
        tab.goto(f"{page.origin}/table/{offer_of(home)}")
        if shut:
            tab.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        tab.get_by_role("button", name="Copy the text").click()
        tab.get_by_role("button", name="Copied").wait_for()
        tab.get_by_role("tab", name="Memos").click()
        tab.locator("#note").press("Control+V")

        assert "BEGIN REFEREE NOTE" in tab.locator("#note").input_value()
        assert seen.faults == []


@pytest.mark.long
@pytest.mark.needs("uvicorn", *TOOLS)
def test_the_first_page_says_what_has_still_to_be_sent(tmp_path: Path, chromium: Any) -> None:
    home, _ = signed_at(tmp_path)
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        seen.page.locator(".unsent a").click()
        seen.page.wait_for_selector(".mail .go")
        seen.page.get_by_role("button", name="I have sent it").click()
        seen.page.wait_for_selector(".mail", state="detached")
        with seen.page.expect_response("**/post"):
            seen.page.goto(page.origin)

        assert seen.count(".unsent") == 0


def opens_at(folder: Path, files: Any, who: str = "anna") -> Path:
    """The home of somebody at a table with these files."""
    game, home = lay(folder / "game", files), home_of(folder, who)
    remember_location(open_table(Reader(DataFolder(home)), game).session, asks=True)
    return home


def charter_at(folder: Path, who: str = "anna") -> Path:
    """The home of somebody who has a charter to agree to."""
    files = running().files
    return opens_at(folder, {name: files[name] for name in (OFFER, CHARTER)}, who)


def acted(page: Page, home: Path, path: str, body: Any, **headers: str) -> Said:
    kind = {"content_type": JSON} | headers
    return page.ask(f"/data/table/{offer_of(home)}/{path}", "POST", json.dumps(body).encode(), **kind)


@pytest.mark.parametrize(("does", "over", "files"), [("accept", False, "accept"), ("acknowledge", True, "ack")])
def test_what_is_agreed_to_is_read_and_then_signed_once(does: str, over: bool, files: str, tmp_path: Path) -> None:
    home = opens_at(tmp_path, finished().files) if over else charter_at(tmp_path)
    with page_of(home, tmp_path) as page:
        before = kept(tmp_path / "game")
        ask = json.loads(acted(page, home, "act", {"does": does}).text)["ask"]
        unread = kept(tmp_path / "game")
        other = acted(page, home, "act", {"does": does, "digest": "0" * 64})
        unsigned = kept(tmp_path / "game")
        done = acted(page, home, "act", {"does": does, "digest": ask["digest"]})

    assert before == unread == unsigned
    assert ask["sentence"] and ask["then"]
    assert (other.status, json.loads(other.text)["refused"]["code"]) == (409, "ask-reads-otherwise")
    assert (done.status, json.loads(done.text)["view"]["table"]["id"]) == (200, offer_of(home))
    assert [name for name in kept(tmp_path / "game").keys() - before.keys() if files in name] != []


def test_what_this_table_does_not_ask_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    home, _ = signed_at(tmp_path)
    before = kept(tmp_path)
    with page_of(home, tmp_path) as page:
        said = [acted(page, home, "act", {"does": does, "digest": "0" * 64}) for does in ("accept", "acknowledge")]
        odd = [
            acted(page, home, "act", body).status for body in ({}, {"does": "audit"}, {"does": "accept", "path": "x"})
        ]

    assert all(one.status in (409, 422) and json.loads(one.text)["refused"]["sentence"] for one in said)
    assert odd == [400] * 3
    assert kept(tmp_path) == before


def test_the_words_are_compared_once_for_all_and_a_slip_keeps_nothing(tmp_path: Path) -> None:
    home, _ = signed_at(tmp_path)
    with page_of(home, tmp_path) as page:
        found = json.loads(acted(page, home, "words", {}).text)
        before = kept(tmp_path)
        slip = acted(page, home, "words", {"heard": {"bert": "no such word here"}})
        nobody = acted(page, home, "words", {"same": ["zoe"]})
        unchanged = kept(tmp_path) == before
        after = json.loads(acted(page, home, "words", {"same": ["referee", "bert"]}).text)
        typed = json.loads(acted(page, home, "words", {"heard": {"carl": " ".join(found["words"]["words"])}}).text)

    assert len(found["words"]["words"]) == 4
    assert found["names"] == {"referee": "the host", "bert": "Bert", "carl": "Carl"}
    assert (slip.status, nobody.status, unchanged) == (422, 422, True)
    assert after["names"] == {"carl": "Carl"}
    assert (typed["names"], typed["words"]["needed"]) == ({}, False)


@pytest.mark.parametrize("case", FOREIGN)
def test_nobody_else_signs_or_says_whose_words_agree(case: str, tmp_path: Path) -> None:
    home = charter_at(tmp_path)
    before = kept(tmp_path)
    with page_of(home, tmp_path) as page:
        said = [
            acted(page, home, path, body, **FOREIGN[case])
            for path, body in (("act", {"does": "accept"}), ("words", {"same": ["bert"]}))
        ]

    assert {one.status for one in said} == {403}
    assert kept(tmp_path) == before


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_charter_is_read_and_agreed_to_by_gold_alone(lang: str, tmp_path: Path, chromium: Any) -> None:
    home = charter_at(tmp_path)
    with served(home, tmp_path, REFEREE_LANG=lang) as page, visited(chromium, page) as seen:
        seen.page.locator("#gold").click()
        seen.page.wait_for_selector(".ask #gold")
        seen.page.locator("#gold").click()
        seen.page.wait_for_selector(".agreed li")
        for width, height in ((1280, 900), (1366, 768), (1920, 1080), (820, 1180), (390, 844)):
            resize(seen.page, {"width": width, "height": height})
            assert (seen.page.evaluate(GOLD), seen.page.evaluate(SIDEWAYS)) == ([1, True], 0), width
            assert seen.axe_at(width) == [], width
        seen.page.locator("#gold").click()
        seen.page.wait_for_selector(".mail .go")

        assert len(list((tmp_path / "game" / "outbox").glob("*accept*"))) == 1
        assert seen.count("pre") == 0
        assert seen.faults == []


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
def test_the_words_are_one_question_and_then_are_asked_no_more(tmp_path: Path, chromium: Any) -> None:
    home, _ = signed_at(tmp_path, "host")
    with served(home, tmp_path) as page, visited(chromium, page, f"/table/{offer_of(home)}") as seen:
        seen.page.get_by_role("button", name="Compare the words").click()
        seen.page.wait_for_selector(".four b")
        assert seen.page.evaluate(GOLD) == [1, True]
        assert seen.axe()[0] == []
        for box in seen.page.locator(".tick input").all():
            box.check()
        seen.page.locator("#gold").click()
        seen.page.wait_for_selector(".words", state="detached")
        seen.page.wait_for_selector(".mail .go")

        seen.page.get_by_role("button", name="Compare the words").wait_for(state="detached")
        assert seen.faults == []


@pytest.mark.needs("uvicorn", *TOOLS)
def test_a_host_drops_a_move_at_the_table_and_the_next_letter_is_to_be_sent(tmp_path: Path, chromium: Any) -> None:
    _, game = signed_at(tmp_path / "player")
    (move,) = (game / "outbox").glob("*.move")
    home, hosted = signed_at(tmp_path / "host", "host")
    remember(hosted, home, running(), 5)
    with served(home, tmp_path) as page, visited(chromium, page, f"/table/{offer_of(home)}") as seen:
        seen.page.wait_for_selector(".mail .go")
        seen.page.evaluate(DROP, move.read_text())
        seen.page.wait_for_selector(".notice")
        seen.page.wait_for_function("() => document.querySelector('.steps').textContent.includes('6')")

        assert seen.count(".mail") == 3
        assert seen.faults == []


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
def test_the_end_says_who_has_won_shows_the_points_and_is_confirmed_by_gold_alone(
    tmp_path: Path, chromium: Any
) -> None:
    home = opens_at(tmp_path, finished().files)
    with served(home, tmp_path) as page, visited(chromium, page, f"/table/{offer_of(home)}") as seen:
        seen.page.wait_for_function("() => document.querySelector('.chart')?.naturalWidth > 0")
        assert seen.page.locator("h1").inner_text() == "Anna wins with 10 points"
        for width, height in ((1280, 900), (820, 1180), (390, 844)):
            resize(seen.page, {"width": width, "height": height})
            assert (seen.page.evaluate(GOLD), seen.page.evaluate(SIDEWAYS)) == ([1, True], 0), width
            assert seen.axe_at(width) == [], width
        seen.page.locator("#gold").click()
        seen.page.wait_for_selector(".agreed li")
        seen.page.locator("#gold").click()
        seen.page.wait_for_selector(".agreed", state="detached")

        assert len(list((tmp_path / "game" / "outbox").glob("*ack*"))) == 1
        assert seen.faults == []


def ended_at(folder: Path) -> tuple[Path, Path]:
    """The home and the folder of somebody whose game is over."""
    match = finished()
    game, home = lay(folder / "over", match.files), home_of(folder, match.table.names[0])
    assert inside(["status"], home, game)[0] in (0, 1)
    return home, game


def test_an_audit_says_its_verdict_first_and_writes_nothing(tmp_path: Path) -> None:
    home, _ = ended_at(tmp_path)
    with page_of(home, tmp_path) as page:
        before = kept(tmp_path)
        found = page.ask(f"/data/table/{offer_of(home)}/audit", "POST", b"{}", content_type=JSON)
        after = kept(tmp_path)
    said = json.loads(found.text)

    assert (found.status, said["verdict"], said["good"], said["findings"]) == (200, "Every move was legal", True, [])
    assert any("note" in line for line in said["checked"])
    assert after == before


def test_a_running_audit_says_how_far_it_has_come(tmp_path: Path) -> None:
    home, _ = ended_at(tmp_path)
    with page_of(home, tmp_path) as page:
        at, heard = f"/data/table/{offer_of(home)}/audit", list[list[int]]()
        audit = Thread(target=page.ask, args=(at, "POST", b"{}"), kwargs={"content_type": JSON})
        with first_of_all():  # an audit beside another answer goes slowly
            audit.start()
            while audit.is_alive() and len({come for come, _ in heard}) < 4:
                heard.append(json.loads(page.ask(at).text))
        audit.join()
        heard.append(json.loads(page.ask(at).text))

    come, steps = zip(*[one for one in heard if one[1]], strict=True)
    assert list(come) == sorted(come) and len({*come}) > 1 and len({*steps}) == 1
    assert come[-1] <= steps[0]
    assert heard[-1] == [0, 0]


@pytest.mark.needs("uvicorn", *TOOLS)
def test_a_page_shows_how_far_an_audit_has_come(tmp_path: Path, chromium: Any) -> None:
    home, _ = ended_at(tmp_path)
    with served(home, tmp_path) as page, visited(chromium, page, f"/table/{offer_of(home)}") as seen:
        waiting = list[Any]()
        seen.page.route(
            "**/audit",
            lambda route: waiting.append(route) if route.request.method == "POST" else route.fulfill(json=[12, 40]),
        )
        seen.page.keyboard.press("Control+k")
        seen.page.locator(".finds button.opt", has_text="Audit the game").click()
        seen.page.wait_for_selector("progress[value='12'][max='40']")
        shown = seen.page.locator(".ask").inner_text()
        waiting[0].continue_()
        seen.page.wait_for_selector(".verdict")

        assert "12 / 40" in shown
        assert seen.count("progress") == 0
        assert seen.faults == []


def test_a_record_that_does_not_hold_is_audited_all_the_same_and_names_no_path(tmp_path: Path) -> None:
    home, game = ended_at(tmp_path)
    with page_of(home, tmp_path) as page:
        for path in (game / "record").glob("0003*"):
            path.write_bytes(path.read_bytes().replace(b"a", b"b", 40))
        offer = offer_of(home)
        shown = page.ask(f"/data/table/{offer}")
        found = page.ask(f"/data/table/{offer}/audit", "POST", b"{}", content_type=JSON)
    said = json.loads(found.text)

    assert shown.status == 422
    assert (found.status, said["verdict"], said["good"]) == (200, "A fault was found", False)
    assert said["findings"]
    assert str(tmp_path) not in found.text


def test_a_reminder_is_a_mail_to_whom_the_table_waits_for(tmp_path: Path) -> None:
    home, _ = signed_at(tmp_path, "host")
    with page_of(home, tmp_path) as page:
        at = f"/data/table/{offer_of(home)}/remind"
        found = json.loads(page.ask(at, "POST", b"{}", content_type=JSON).text)
        wrong = page.ask(at, "POST", b'{"seats": ["nobody"]}', content_type=JSON)

    assert [one["name"].lower() for one in found] == [asked(running())]
    assert all(one["link"].startswith("mailto:") and one["text"] for one in found)
    assert (wrong.status, "refused" in wrong.text) == (422, True)


@pytest.mark.parametrize("path", ["audit", "judge", "remind"])
@pytest.mark.parametrize("body", [b"", b"[]", b'{"seats": 1}', b'{"folder": "/etc"}'])
def test_what_is_no_look_looks_at_nothing(path: str, body: bytes, post: Post) -> None:
    before = kept(post.folder)
    at = f"/data/table/{post.id}/{path}"
    said = post.page.ask(at, "POST", body, content_type=JSON)
    foreign = post.page.ask(at, "POST", b"{}", content_type=JSON, origin="https://evil.example")

    assert (said.status, foreign.status) == (400, 403)
    assert kept(post.folder) == before


def test_the_host_seats_the_players_in_the_order_that_was_read(tmp_path: Path) -> None:
    story = Story(tmp_path, Cell(host_plays=False, by_folder=False, masked=False, lang="en", game="oxo", homes=3))
    story.open()
    story.begin()
    for home in story.homes.values():
        if home is not story.host:
            story.carried(home)
    story.drop(story.host)
    usual = story.host.ask("/act", {"does": "begin"})
    turned = story.host.ask("/act", {"does": "begin", "names": [*reversed(usual["seats"])]})
    signed = {"does": "begin", "names": [*turned["seats"]], "digest": turned["ask"]["digest"]}
    seats = story.host.ask("/act", signed)["view"]["seats"]
    after = story.host.ask("/act", {"does": "begin", "names": [*turned["seats"]]})

    assert usual["seats"] == {"bert": "Bert", "carl": "Carl"}
    assert [*turned["seats"]] == [seat["id"] for seat in seats] == ["carl", "bert"]
    assert usual["ask"]["digest"] != turned["ask"]["digest"]
    assert after["seats"] == {}
