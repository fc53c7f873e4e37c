"""What stands in the rooms: the answer first, red for what is wrong alone, one gold button at most."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.record.file_names import OFFER
from referee.record.note import render_bundle
from tests.cli.games_on_disk import asked, finished, home_of, lay, move_of, running
from tests.cli.reported_games import MATCH, crooked
from tests.cli.terminal import inside
from tests.support.rehearse import open_match, play_out
from tests.web.chromium import TOOLS, visited
from tests.web.game_forms import offer_of
from tests.web.in_process_page import page_of
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette")

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ("anna", "bert", "carl")


def at_table(folder: Path, who: str, *, people: bool = True) -> tuple[Path, Path]:
    """Home and game of somebody at a running table, who knows the addresses of the others."""
    game, home = lay(folder / "game", running().files), home_of(folder, who)
    for name in PLAYERS if people else ():
        assert inside(["people", "set", name, f"{name}@example.org"], home, game)[0] == 0
    assert inside(["status"], home, game)[0] == 0
    return home, game


def gold(text: str) -> list[str]:
    """What is on the gold buttons of a page."""
    return [unescape(name) for name in re.findall(r'<(?:a|button)[^>]* class="?(?:button )?go"?[^>]*>([^<]*)<', text)]


def heading(text: str) -> str:
    found = re.search(r"<h1[^>]*>([^<]*)</h1>", text)
    assert found is not None
    return unescape(found[1])


def test_post_with_nothing_to_send_is_not_red(tmp_path: Path) -> None:
    waiting = next(name for name in PLAYERS if name != asked(running()))
    home, game = at_table(tmp_path, waiting)
    with page_of(home, game) as page:
        shown = page.ask(f"/game/{offer_of(home)}/post").text

    assert heading(shown) == "There is nothing to send"
    assert 'class="bad"' not in shown and 'role="alert"><p' not in shown
    assert gold(shown) == []


def test_who_is_not_asked_reads_so_and_nothing_is_red(tmp_path: Path) -> None:
    """By orders that are typed as by the board; what was typed is kept."""
    waiting = next(name for name in PLAYERS if name != asked(running()))
    home, game = at_table(tmp_path, waiting)
    with page_of(home, game) as page:
        at = f"/game/{offer_of(home)}"
        typed, clicked = page.press(f"{at}/do/move", {"orders": "scambia due"}).text, page.ask(f"{at}/turn").text

    assert heading(typed) == heading(clicked) == f"{asked(running()).title()} is asked now, not you"
    assert "scambia due" in typed
    assert 'class="bad"' not in typed and 'role="alert"><p' not in typed


def test_a_host_reads_five_lines_and_sends_with_the_gold_button(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host")
    with page_of(home, game) as page:
        room = page.ask(f"/game/{offer_of(home)}").text
        post = page.ask(f"/game/{offer_of(home)}/post").text

    step = running().host.step
    (note,) = (signed.note() for signed in running().signed_notes[f"{step:04d}.step"] if signed.type == "move")
    mover = note.seat.title()
    assert heading(room) == f"{mover}'s move is in, step {step}"
    lines = re.findall(r'<li(?: class=due)?><span class="k">([^<]*)</span><span>([^<]*)</span>', room)
    assert [name for name, _ in lines] == ["Came", "Led to", "Asked now", "To mail", "Late"]
    assert lines[1][1].startswith(f"{mover} places ")
    assert lines[2][1].startswith(f"{asked(running()).title()}, since ")
    assert lines[3][1] == f"The letter of step {step}, to Anna, Bert, Carl"
    assert (gold(room), gold(post)) == (["Send it now"], ["Send it now"])
    assert "anna@example.org" in post


def test_whose_address_nobody_knows_is_told_and_sending_is_not_offered(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host", people=False)
    with page_of(home, game) as page:
        room = page.ask(f"/game/{offer_of(home)}").text
        post = page.ask(f"/game/{offer_of(home)}/post").text

    assert gold(room) == ["See what is to be sent"]
    assert post.count("no address is known") == len(PLAYERS)
    assert "Send it now" not in post


def test_what_could_not_be_sent_stays_in_the_post_with_the_other_ways(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host")
    with page_of(home, game) as page:
        said = page.press(f"/game/{offer_of(home)}/do/send", {}).text

    assert heading(said) == "Not sent. The other ways stand below"
    assert "no mail account is set" in said
    assert said.count("Open in the mail program") == len(PLAYERS)


def test_what_was_sent_is_not_due_again(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host")
    with page_of(home, game) as page:
        before = page.ask(f"/game/{offer_of(home)}").text
        sent_by_hand(home, game)
        room, post = (page.ask(f"/game/{offer_of(home)}{where}").text for where in ("", "/post"))

    assert gold(before) == ["Send it now"] and "Send it now" not in room + post
    assert heading(post) == "There is nothing to send"
    assert post.count('<span class="good">sent</span>') == len(PLAYERS)


def sent_by_hand(home: Path, game: Path) -> None:
    """As if a server had taken all that is due."""
    from referee.cli.context import Context
    from referee.cli.sending.due_mails import due
    from referee.mail.mail_memory import SentMails
    from tests.web.page_users import at_home

    with at_home(home, game, "en"):
        found = due(Context(game=game), (), ())
        for _, draft in found.drafts:
            SentMails(found.session).add(draft)


@pytest.mark.parametrize(
    "days, line, press",
    [
        (1, r"Nobody\. %s has until \w+ [ \d]?\d \w+, and 3 more of grace", ""),
        (8, "the 7 days of the charter are over for %s; write a reminder", "Remind %s"),
        (11, "the days of the charter and of grace are over for %s; let the seat pass", "Let %s pass"),
    ],
)
def test_the_fifth_line_tells_who_is_late_and_what_can_be_done(
    days: int, line: str, press: str, tmp_path: Path
) -> None:
    match = open_match("tigris", 3, "late", (("deadline", "7"), ("grace", "3")))
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "host")
    then = time.time() - days * 86_400
    os.utime(game / "record" / "0000.deal", (then, then))
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, game) as page:
        room = page.ask(f"/game/{offer_of(home)}").text

    fifth = room.partition('<span class="k">Late</span>')[2].partition("</li>")[0]
    late = asked(match).title()
    assert re.search(line.replace("%s", late), unescape(fifth))
    assert (press.replace("%s", late) in fifth, "<form" in fifth) == (True, bool(press))
    assert len(re.findall("days of the charter", room)) == int(days > 7)


def card_of(text: str) -> str:
    (card,) = re.findall(r'<li class="gamecard.*?</li>', text, re.DOTALL)
    return unescape(str(card))


def test_a_card_says_what_happened_last_with_whom_and_who_may_be_reminded(tmp_path: Path) -> None:
    terms = (("deadline", "7"), ("grace", "3"))
    match = play_out(open_match("tigris", 3, "late", terms), "late", steps=2)
    waiting = next(name for name in PLAYERS if name != asked(match))
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, waiting)
    assert inside(["status"], home, game)[0] == 0
    shown = []
    for days in (1, 8):
        then = time.time() - days * 86_400
        for path in (game / "record").iterdir():
            os.utime(path, (then, then))
        with page_of(home, game) as page:
            shown.append(card_of(page.ask("/").text))
    (row,) = json.loads(inside(["games", "--json"], home, game)[1])["games"]
    others = ", ".join(row["called"][seat] for seat in row["seats"] if seat != waiting)
    late = row["called"][asked(match)]

    assert [" ".join(row["last"]) in card for card in shown] == [True, True] and row["last"]
    assert [f"Tigris & Euphrates with {others}. The table allows 7 days." in card for card in shown] == [True, False]
    assert [f"<button>Remind {late}</button>" in card for card in shown] == [False, True]
    assert "The 7 days of the table are over" in shown[1]
    assert [gold(card) for card in shown] == [[], []]  # nobody else's duty is gold
    with page_of(home, game) as page:
        seat = {"seat": asked(match)}
        assert heading(page.press(f"/game/{offer_of(home)}/do/remind", seat).text) == "Done"


def test_where_there_is_no_game_gold_begins_one_at_once(tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    with page_of(home, tmp_path) as page:
        empty = page.ask("/").text
        begun = page.press("/do/practice", {"game_name": "tigris"}).text

    assert (heading(empty), gold(empty)) == ("No games yet", ["Practise now, alone"])
    assert "referee practice" not in empty.partition("<details>")[0]
    assert (heading(begun), gold(begun)) == ("Done", ["Play my turn"])


def test_an_invitation_says_what_one_would_agree_to_and_what_is_signed_above_the_button(tmp_path: Path) -> None:
    home = home_of(tmp_path, "dora")
    with page_of(home, tmp_path) as page:
        shown = page.press("/do/receive", {}, {"files": ("mail.txt", running("ur").files[OFFER])}).text

    signs, agrees = "You sign that you want a seat in Ur", "A lost key, a step back: all the other players must agree"
    assert (heading(shown), gold(shown)) == ("You are invited to Ur", ["Join"])
    assert shown.index(signs) < shown.index('class="go"') < shown.index(agrees)
    assert '<li aria-current="step">Join</li>' in shown


@pytest.mark.needs("uvicorn", *TOOLS)
def test_no_room_of_a_game_is_wider_than_a_telephone(tmp_path: Path, chromium: Any) -> None:
    home, game = at_table(tmp_path, "host")
    at = f"/game/{offer_of(home)}"
    phone = {"is_mobile": True, "has_touch": True, "viewport": {"width": 320, "height": 700}}
    with served(home, game) as page, visited(chromium, page, **phone) as seen:
        tab, wide = seen.page, {}
        for room in ("/", at, f"{at}/post", f"{at}/choices", f"{at}/do", f"{at}/do/offer", f"{at}/board"):
            tab.goto(f"{page.origin}{room}")
            wide[room] = tab.evaluate("innerWidth")  # of a page that is wider it is more than the window has

    assert set(wide.values()) == {320}, wide


@pytest.mark.parametrize("lang", ["en", "it"])
def test_disputed_papers_accuse_before_they_clear_and_their_report_can_be_kept(lang: str, tmp_path: Path) -> None:
    game = shutil.copytree(ROOT / "examples" / "dispute", tmp_path / "game")
    home = home_of(tmp_path, "carl")
    assert inside(["status"], home, game)[0] == 0
    papers = [(name, (game / name).read_bytes()) for name in ("berts-correction.txt", "carls-mail.txt")]
    with page_of(home, tmp_path, lang) as page:
        room = page.press(f"/game/{offer_of(home)}/do/judge", {}, {"notes": papers}).text
        (link,) = re.findall(r'<a class="button go" href="(/kept/\d+)" download="report.html">', room)
        report = page.ask(link)
        asked_for = [page.ask(f"/kept/{name}").status for name in ("0", "x", "..%2f", str(int(link[6:]) + 1))]
        invited = page.press("/do/receive", {}, {"files": ("mail.txt", running("ur").files[OFFER])}).text
        (upload,) = re.findall(r'name="kept" hidden>(\d+)<', invited)
        foreign = page.ask(f"/kept/{upload}").status

    verdicts = [unescape(said) for said in re.findall(r'<p class="verdict (?:bad|good)"><b>([^<]*)</b>', room)]
    in_words = {
        "en": ["Upheld against the host's key", "Not upheld, nothing here speaks against Bert's key"],
        "it": ["Accolto contro la chiave dell'arbitro", "Non accolto, qui niente parla contro la chiave di Bert"],
    }
    assert verdicts == in_words[lang]
    assert "12" in heading(room) and len(gold(room)) == 1
    assert (report.status, report.text[:15]) == (200, "<!doctype html>")
    assert report.headers["content-security-policy"] == "sandbox"
    assert (asked_for, foreign) == ([404] * 4, 404)  # what came is not given back
    assert room.count("exchange a1 T, ") == 2 or lang == "it"


def test_a_game_that_is_over_says_who_has_won_and_what_is_left_to_do(tmp_path: Path) -> None:
    match, said = finished(), []
    game = lay(tmp_path / "game", match.files)
    for reader in (*match.table.names, "host"):
        home = home_of(tmp_path, reader)
        result = json.loads(inside(["status", "--json"], home, game)[1])["result"]
        with page_of(home, game) as page:
            room = page.ask(f"/game/{offer_of(home)}").text
        assert all(f"<p>{line}</p>" in room for line in result["told"])
        said.append((heading(room), gold(room)[:1] == ["I have seen the end"]))

    assert result["ranks"]["anna"] == 1
    assert said == [("Anna, you have won", True), *[("Anna has won", True)] * 2, ("Anna has won", False)]


def test_the_room_of_the_end_shows_how_the_points_went_and_no_room_before_it(tmp_path: Path) -> None:
    """The same to everybody, the names at the ends of their lines; of a running game they are hidden."""
    drawn = []
    for number, match in enumerate((finished(), finished("tigris"), running())):
        game, home = lay(tmp_path / f"{number}" / "game", match.files), home_of(tmp_path / f"{number}", "bert")
        assert inside(["status"], home, game)[0] == 0
        with page_of(home, game) as page:
            at = f"/game/{offer_of(home)}"
            room, picture = page.ask(at).text, page.ask(f"{at}/points.svg")
        named = re.findall(">(Anna|Bert|Carl)<", picture.text)
        drawn.append((f'src="{at}/points.svg"' in room, picture.status, len(named)))

    assert drawn == [(True, 200, 3), (True, 200, 3), (False, 404, 0)]


@pytest.mark.parametrize(
    ("lang", "right", "all_of_it", "so_far"),
    [
        ("en", "Every move was right", "All that was hidden is open now", "No fault so far, as deep as can be looked"),
        ("it", "Ogni mossa era giusta", "era nascosto ora è aperto", "Finora nessun errore, fin dove si può guardare"),
    ],
)
def test_a_check_begins_with_its_verdict_and_its_report_can_be_kept(
    lang: str, right: str, all_of_it: str, so_far: str, tmp_path: Path
) -> None:
    seen = []
    for match, given in ((finished(), {}), (finished(), {"quick": "1"}), (running(), {})):
        folder = tmp_path / str(len(seen))
        game, home = lay(folder / "game", match.files), home_of(folder, "anna")
        assert inside(["status"], home, game)[0] == 0
        with page_of(home, game, lang) as page:
            room = page.press(f"/game/{offer_of(home)}/do/audit", given).text
            (link,) = re.findall(r'href="(/kept/\d+)" download="report.html"', room)
            report = page.ask(link)
        assert (report.status, report.text[:15]) == (200, "<!doctype html>")
        above = room.partition('class="verdict good"')[2].partition("<details>")[0]
        seen.append((heading(room), all_of_it in above))

    assert seen == [(right, True), (right, False), (so_far, False)]  # only who has looked at all says so


@pytest.mark.parametrize(
    ("game_name", "sign", "agreed"),
    [
        ("tigris", 'role="img" aria-label="lion"', "closed scores"),
        ("ur", 'aria-hidden="true"><rect', "No days are agreed"),
        ("civilization", 'aria-hidden="true"><rect', "A lost key, a step back: all the other players must agree"),
    ],
)
def test_the_table_has_the_signs_of_the_seats_and_what_was_agreed(
    game_name: str, sign: str, agreed: str, tmp_path: Path
) -> None:
    match = running(game_name)
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "anna")
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, game) as page:
        room = page.ask(f"/game/{offer_of(home)}").text

    first, *others = re.findall(r"<li>(<svg.*?)</li>", room.partition('id="table"')[2])
    assert sign in first and len({re.sub("<span.*", "", each) for each in (first, *others)}) == len(match.table.names)
    assert agreed in unescape(room.partition("<h2>What was agreed</h2>")[2].partition("</section>")[0])


@pytest.mark.parametrize(("lang", "fourth", "again"), [("en", "Word 4", "word 4"), ("it", "Parola 4", "parola 4")])
def test_each_word_that_is_heard_has_a_field_and_the_one_that_is_none_is_marked(
    lang: str, fourth: str, again: str, tmp_path: Path
) -> None:
    home, game = at_table(tmp_path, "anna")
    with page_of(home, game, lang) as page:
        at = f"/game/{offer_of(home)}/do/words"
        asked_for = page.ask(at).text
        own = re.findall(r"<span>([a-z]+)</span>", asked_for.partition('<p class="words">')[2].partition("</p>")[0])
        given = {f"heard.{number}": word for number, word in enumerate(own, 1)} | {"who": "bert"}
        slip = page.press(at, {**given, "heard.4": "<b>"}).text
        heard = page.press(at, given).text
        then = page.ask(at).text

    assert len(own) == asked_for.count('name="heard.') == 4
    assert (fourth in slip, again in slip, "&lt;b&gt;" in slip, "<b>" in slip) == (True, True, True, False)
    assert re.findall(r'name="heard.(\d)"[^>]* aria-invalid="true" aria-describedby="why"', slip) == ["4"]
    assert heading(heard) == {"en": "Done", "it": "Fatto"}[lang]
    assert [re.findall(r'<option value="(\w+)"', text)[0] for text in (asked_for, then)] == ["bert", "carl"]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_who_is_not_asked_reads_calmly_whose_turn_it_is(lang: str, tmp_path: Path) -> None:
    said = {"en": "{} is asked now, not you", "it": "Ora tocca a {}, non a te"}[lang]
    asked_now = running().table.called_by_seat[asked(running())]
    waiting = next(name for name in PLAYERS if name != asked(running()))
    home, game = at_table(tmp_path, waiting)
    at = f"/game/{offer_of(home)}"
    with page_of(home, game, lang) as page:
        room = page.ask(f"{at}/turn").text

    assert heading(room) == said.format(asked_now)
    assert 'role="alert"><p' not in room and 'class="bad"' not in room
    assert f'<a class="button" href="{at}/board">' in room and gold(room) == []


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
        post = page.ask(f"/game/{offer_of(home)}/post").text

    shown = re.findall(r'<span class="(good|dim)">([^<]*)</span><details><summary>([^<]*)<', post)
    last = running().host.step
    assert sorted(shown) == [
        ("dim", "not in the game yet, as far as this computer knows", f"move-{last + 1}.note"),
        ("good", f"entered in step {last}", f"move-{last}.note"),
    ]


@pytest.mark.needs("uvicorn", *TOOLS)
@pytest.mark.parametrize("shut", [False, True])
def test_a_click_copies_the_text_of_a_file(shut: bool, tmp_path: Path, chromium: Any) -> None:
    """Also where the browser has no clipboard for pages."""
    home, game = at_table(tmp_path, "anna")
    texts = [data.decode() for data in signed_by_one(game).values()]
    with served(home, game) as page, visited(chromium, page) as seen:
        tab = seen.page
        tab.goto(f"{page.origin}/game/{offer_of(home)}")
        tab.locator("#paste").click()
        tab.locator("#mail").fill("what was copied before")
        for key in ("Control+A", "Control+C"):
            tab.locator("#mail").press(key)
        tab.goto(f"{page.origin}/game/{offer_of(home)}/post")
        if shut:
            tab.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        tab.get_by_role("button", name="Copy the text").first.click()
        tab.get_by_role("button", name="Copied").wait_for()
        tab.goto(f"{page.origin}/game/{offer_of(home)}")
        tab.locator("#paste").click()
        tab.locator("#mail").press("Control+V")
        pasted = tab.locator("#mail").input_value()

    assert pasted in texts


@pytest.mark.parametrize(
    ("lang", "usual", "chosen", "wrong"),
    [
        ("en", "Asked for 7 days and 3 of grace", "14 days for an answer", "seat"),
        ("it", "7 giorni e 3 di tolleranza", "14 giorni", "post"),
    ],
)
def test_a_new_game_is_chosen_beside_the_invitation_as_it_reads(
    lang: str, usual: str, chosen: str, wrong: str, tmp_path: Path
) -> None:
    with page_of(home_of(tmp_path, "anna"), tmp_path, lang) as page:
        first, then, refused = (
            unescape(page.ask(f"/do/offer?game_name=tigris{more}").text)
            for more in (
                "",
                "&seats=3&title=Fr%3Cb%3E&option.board=advanced&option.deadline=14&play=1&name=Wendolin",
                "&seats=77",
            )
        )

    reads = [text.partition('<div class="reads">')[2].partition("</div>")[0] for text in (first, then, refused)]
    assert usual in reads[0] and all(text in reads[1] for text in (chosen, "Fr<b>", "Wendolin", "Tigris & Euphrates"))
    assert wrong in reads[2].partition('class="bad"')[2] and "77" in reads[2]
    boards = re.findall(r'name="option.board" value="(\w*)"( checked)?>', then)
    assert boards == [("", ""), ("advanced", " checked")] and len(gold(then)) == 1
    assert then.index('class="reads"') > then.index('name="option.board"') and "formmethod=get" in then


@pytest.mark.needs("uvicorn", *TOOLS)
def test_the_invitation_stands_beside_its_form_or_below_it_on_a_telephone(tmp_path: Path, chromium: Any) -> None:
    home, found = home_of(tmp_path, "anna"), []
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        tab = seen.page
        tab.goto(f"{page.origin}/do/offer")
        for width in (1280, 390):
            tab.set_viewport_size({"width": width, "height": 900})
            left, right = (tab.locator(f"form.two > {part}").bounding_box() for part in ("div", "aside"))
            found.append(right["x"] >= left["x"] + left["width"])
        tab.locator("#f-title").fill("Friday")
        tab.get_by_role("button", name="Read it as it stands now").click()
        tab.get_by_text("Friday, ").wait_for()
        title = tab.locator("#f-title").input_value()

    assert (found, title) == ([True, False], "Friday")


def test_a_fault_that_is_found_is_no_refusal(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "sound", MATCH.files), home_of(tmp_path, MATCH.table.names[0])
    assert inside(["status"], home, game)[0] == 0
    shutil.copytree(crooked(tmp_path), game, dirs_exist_ok=True)
    with page_of(home, game) as page:
        room = page.press(f"/game/{offer_of(home)}/do/audit", {}).text
        (link,) = re.findall(r'href="(/kept/\d+)" download="report.html"', room)
        report = page.ask(link).text

    assert heading(room) == "Something does not fit"
    assert "audit: fault in step" in room.partition("<details open>")[2]
    assert "audit: fault in step" in report and "Done" not in room


def test_the_usual_game_is_practised_unless_another_is_chosen(tmp_path: Path) -> None:
    with page_of(home_of(tmp_path, "anna"), tmp_path) as page:
        usual, other = (page.ask(f"/do/practice{chosen}").text for chosen in ("", "?game_name=ur"))

    assert ['value="tigris" selected' in usual, 'value="ur" selected' in other] == [True, True]
