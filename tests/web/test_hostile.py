"""What a hostile page, file or text does to the page of `referee open`: nothing, and it is shown as it is."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from referee.cli.context import Context
from referee.cli.web.forms import fields
from referee.cli.web.pages import pictures
from referee.cli.web.server import app_of
from referee.cli.web.session_auth import RunningPage, SessionAuth
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside, run
from tests.long_runs import of
from tests.web.chromium import SCHEMES, TOOLS, visited
from tests.web.game_forms import ON_PAGE, kept, made, mail, offer_of
from tests.web.in_process_page import FORM, Page, in_parts, page_of, yes_in
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette")

TEXTS = {
    "a script": "<script>alert(1)</script>",
    "the end of an attribute": "\"><img src=x onerror='alert(1)'>",
    "the end of a text area": "</textarea></title></style><svg onload=alert(1)>",
    "an entity": "&lt;script&gt;&#60;b&#62;",
    "a line that is turned round": "\u202egpj.exe\u2066\u200b",
    "a sign that a terminal obeys": "a\x1b]0;x\x07\x9b2J",
    "an option": "--yes",
    "a very long one": "x" * 100_000,
}
ALIVE = re.compile(r"<script>alert|<img src=x|<svg onload|\x1b|\x9b|\u202e")


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, str, Path]]:
    """A page with a running game, the place of its room, and the folder that all lies in."""
    folder = tmp_path_factory.mktemp("hostile")
    match = running()
    game, home = lay(folder / "here" / "game", match.files), home_of(folder, asked(match))
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, game.parent) as page:
        yield page, f"/game/{offer_of(home)}", folder


@pytest.mark.parametrize("name", ON_PAGE)
def test_no_button_is_pressed_by_another_page(name: str, playing: tuple[Page, str, Path]) -> None:
    """A form, as text or with files, that comes from elsewhere, or from nowhere that is told."""
    page, at, folder = playing
    before = kept(folder)
    given = {field.name: "x" for field in fields(name, "en")} | {"yes": "1"}
    for path in (f"/do/{name.replace(' ', '-')}", f"{at}/do/{name.replace(' ', '-')}"):
        for told in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec_fetch_site": "cross-site"}):
            assert page.press(path, given, **told).status == 403
            assert page.press(path, given, {"files": ("a", b"b")}, **told).status == 403
        image = page.ask(path, sec_fetch_site="cross-site", sec_fetch_dest="image", content_length="0")
        assert image.status == 403
    assert kept(folder) == before


@pytest.mark.parametrize("text", TEXTS)
def test_a_hostile_text_in_any_field_is_text(text: str, playing: tuple[Page, str, Path]) -> None:
    """Each text in every third form, each form with several texts; in a long run all in all."""
    page, at, folder = playing
    names = [name for name in ON_PAGE if name not in ("practice", "key new", "offer")]  # these may call a thing so
    every = of(3, 1)
    for name in names[list(TEXTS).index(text) % every :: every]:
        given = {field.name: TEXTS[text] for field in fields(name, "en") if field.kind != "flag"}
        said = page.press(f"{at}/do/{name.replace(' ', '-')}", given)

        assert said.status == 200, name
        assert ALIVE.search(said.text) is None, name
    assert {path.split("/")[0] for path in kept(folder)} <= {"here", f"home-{asked(running())}"}


def test_a_hostile_text_in_an_address_is_text(playing: tuple[Page, str, Path]) -> None:
    page, at, _ = playing
    for name in ON_PAGE:
        said = page.ask(f"{at}/do/{name.replace(' ', '-')}?orders=%3Cscript%3Ealert")

        assert (said.status, ALIVE.search(said.text)) == (200, None), name


def test_hostile_names_of_a_game_are_text_in_every_room(tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    for number, text in enumerate(("<script>alert(1)</script>", "\"><img src=x onerror='alert(1)'>")):
        with page_of(home, tmp_path) as page:
            place = {"place": f"game-{number}"}
            made = page.press("/do/offer", {"game_name": "ur", "seats": "3", "title": text, "name": text, **place})
            offers = [path.name for path in (home / "games").iterdir()]
            rooms = ["/", *(f"/game/{offer}{room}" for offer in offers for room in ("", "/post", "/do", "/do/mail"))]
            texts = [page.ask(room).text for room in rooms]

        assert len(offers) == number + 1, made.text
        assert [room for room, text in zip(rooms, texts, strict=True) if ALIVE.search(text)] == []


FILE_NAMES = [
    "../../../../etc/passwd",
    "..\\..\\x",
    "/etc/passwd",
    "..",
    ".",
    "",
    "a" * 5000,
    "<img src=x>",
    "%2e%2e",
    "con",
]


@pytest.mark.parametrize("called", FILE_NAMES)
def test_the_name_of_a_file_leads_nowhere(
    called: str, playing: tuple[Page, str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lies in a folder of its own, under a name of the page, and is gone behind the command."""
    page, _, folder = playing
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = kept(folder)
    said = page.press("/do/receive", {}, {"files": (called, b"nothing")})

    assert said.status == 200
    assert ALIVE.search(said.text) is None
    assert str(tmp_path) not in said.text
    assert (kept(folder), [*tmp_path.iterdir()]) == (before, [])


def test_only_what_is_to_be_sent_comes_out(tmp_path: Path) -> None:
    """By its name; no path, no link and no other folder leads to a key or a record."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    (game / "outbox").mkdir(exist_ok=True)
    (game / "outbox" / "to send.txt").write_text("a letter")
    (game / "outbox" / "long.txt").write_bytes(b"x" * (2**20 + 1))
    (game / "outbox" / "link").symlink_to(home / "keys" / asked(running()))
    at = f"/game/{offer_of(home)}"
    places = ["outbox/link", "outbox/long.txt", "outbox/..", "record/0000.step", "keys/anna", "outbox/%2e%2e%2frecord"]
    (cwd / "other-abcdefgh.zip").write_bytes(b"another game")
    places += ["archive/other-abcdefgh.zip", "archive/game", "archive/..%2fx.zip"]
    places += ["outbox/../record/0001.step", "..%2f..%2fhome-anna/keys/anna", "outbox/", "outbox/to%20send.txt%00"]
    with page_of(home, cwd) as page:
        sent = page.ask(f"{at}/file/outbox/to send.txt")
        answers = {place: page.ask(f"{at}/file/{unquote(place)}").status for place in places}
        listed = page.ask(f"{at}/post").text

    assert (sent.status, sent.text, sent.headers["content-type"]) == (200, "a letter", "application/octet-stream")
    assert set(answers.values()) == {404}
    assert "PRIVATE KEY" not in listed


DAMAGED = {
    "no boundary": ("multipart/form-data", b"--edge\r\n"),
    "another boundary": ("multipart/form-data; boundary=x", in_parts({"name": "dora"}, {"f": ("a", b"b")})[1]),
    "cut short": ("multipart/form-data; boundary=edge", in_parts({"name": "dora"}, {"f": ("a", b"b")})[1][:-10]),
    "no name": ("multipart/form-data; boundary=edge", b"--edge\r\n\r\ndora\r\n--edge--\r\n"),
    "no text": (
        "multipart/form-data; boundary=edge",
        in_parts({"name": "dora"}, {"f": ("a", b"b")})[1].replace(b"dora", b"\xff"),
    ),
    "ten thousand parts": (
        "multipart/form-data; boundary=edge",
        in_parts({f"n{n}": "x" for n in range(10_000)}, {"f": ("a", b"")})[1],
    ),
    "ten thousand fields": (FORM, b"&".join(b"n%d=x" % number for number in range(10_000))),
    "no UTF-8": (FORM, b"name=%ff&name=\xff"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_form_is_nothing(case: str, playing: tuple[Page, str, Path]) -> None:
    page, _, folder = playing
    kind, body = DAMAGED[case]
    before = kept(folder)

    led = page.ask("/do/key-new", "POST", body, content_type=kind)

    assert (led.status, page.ask(led.headers["location"]).status) == (303, 200)
    assert kept(folder) == before


def test_files_that_wait_for_a_yes_are_few_and_nobody_elses(playing: tuple[Page, str, Path]) -> None:
    page, _, folder = playing
    before = kept(folder)
    said = page.press("/do/join", {"kept": "x" * 22, "name": "Anna"})

    assert "That was not done" in said.text
    assert kept(folder) == before


def test_an_upload_that_is_too_slow_is_cut_off(tmp_path: Path) -> None:
    """By the clock of the page, and nothing of it is taken in."""
    gate = SessionAuth(RunningPage("127.0.0.1", 1, "secret"))
    app = app_of(Context(), gate, lambda: None, patience=0.05)
    headers = {"host": gate.host, "origin": gate.origin, "content-type": FORM, "content-length": "9"}
    headers |= {"cookie": f"{gate.cookie}={gate.session}"}
    scope: MutableMapping[str, Any] = {"type": "http", "method": "POST", "path": "/do/key-new", "query_string": b""}
    scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
    told: list[MutableMapping[str, Any]] = []

    async def drips() -> MutableMapping[str, Any]:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"", "more_body": True}

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(message)

    asyncio.run(app(scope, drips, send))

    assert told[0]["status"] == 408


@pytest.mark.parametrize(
    ("state", "name", "fields", "shown"),
    [
        ("playing", "move", {"orders": "pass"}, "lets one action go by"),
        ("agreed", "accept", {}, "you accept this charter"),
        ("over", "ack", {}, "your signature closes the record"),
        ("playing", "consent", {"what": "draw"}, "you agree to a draw"),
        ("playing", "words", {"without": "host"}, "host"),
    ],
)
def test_nothing_is_signed_before_it_was_shown(
    state: str, name: str, fields: dict[str, str], shown: str, tmp_path: Path
) -> None:
    """The first press writes nothing and shows what the second one does."""
    cwd, home, game = made(state, tmp_path)
    assert game is not None
    at, before = f"/game/{offer_of(home)}/do/{name}", kept(tmp_path)
    with page_of(home, cwd) as page:
        asked_first = page.press(at, fields)
        between = kept(tmp_path)
        done = page.agree(at, fields)

    assert (asked_first.status, between) == (200, before)
    assert shown in asked_first.text
    assert asked_first.text.count('class="go"') == 1
    assert ">Done<" in done.text
    assert kept(tmp_path) != before


def test_a_passphrase_is_asked_for_each_time_and_shown_nowhere(tmp_path: Path) -> None:
    """Rooms and buttons ask for it; what is answered never holds it, and nothing keeps it."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    at = f"/game/{offer_of(home)}"
    with page_of(home, cwd) as page:
        before = page.ask(f"{at}/picture.svg")
    protected(tmp_path, asked(running()))
    with page_of(home, cwd) as page:
        rooms = [at, f"{at}/board", f"{at}/turn"]
        locked = [page.ask(room).text for room in rooms]
        board = page.ask(f"{at}/picture.svg")
        wrong = page.press(at, {"secret": "open barley"}).text
        inside_ = [page.press(room, {"secret": "open sesame"}).text for room in rooms]
        first = page.press(f"{at}/do/move", {"orders": "pass"}).text
        shown = page.press(f"{at}/do/move", {"orders": "pass", "secret": "open sesame"}).text
        again = {"orders": "pass", "secret": "open sesame"} | (yes_in(shown) or {})
        signed = page.press(f"{at}/do/move", again).text

    assert [text.count('id="secret"') for text in locked] == [1, 1, 1]
    assert (board.status, board.text) == (200, before.text)  # what everybody may see needs no key
    assert "the passphrase does not open" in wrong
    assert ["Your turn" in inside_[0], 'id="transport"' in inside_[1], 'id="compose"' in inside_[2]] == [True] * 3
    assert ('id="secret"' in first, "lets one action go by" in shown, ">Done<" in signed) == (True, True, True)
    assert "sesame" not in "".join((*locked, wrong, *inside_, first, shown, signed))
    assert [name for name, data in kept(tmp_path).items() if b"sesame" in data] == []


def test_no_room_asks_for_a_passphrase_in_the_terminal_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks there, and the room would come never."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    at = f"/game/{offer_of(home)}"
    protected(tmp_path, asked(running()))
    asked_there: list[str] = []
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("getpass.getpass", lambda *_, **__: asked_there.append(room) or "open barley")
    rooms = ("/", "/do", at, f"{at}/post", f"{at}/picture.svg", f"{at}/points.svg", f"{at}/board", f"{at}/turn")
    rooms += tuple(f"{at}/do/{name.replace(' ', '-')}" for name in of(("move", "judge", "words"), ON_PAGE))
    with page_of(home, cwd) as page:
        for room in rooms:
            assert page.ask(room).status in (200, 404)
            for secret in ("", "open sesame"):
                assert page.press(room, {"secret": secret, "orders": "pass"}).status in (200, 404, 405), room

    assert asked_there == []


def test_of_a_record_that_does_not_hold_there_is_no_picture_and_no_failure(tmp_path: Path) -> None:
    """With a key behind a passphrase as with any other."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    at, newest = f"/game/{offer_of(home)}", max((game / "record").glob("*.step"))
    newest.write_bytes(newest.read_bytes().replace(b"Anna", b"Anne").replace(b"\n", b"\r\r\n"))
    wanted = [f"{at}/{name}.svg" for name in ("picture", "points")]
    with page_of(home, cwd) as page:
        said = [page.ask(picture).status for picture in wanted]
        protected(tmp_path, asked(running()))
        said += [page.ask(picture).status for picture in wanted]

    assert said == [404] * 4


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.needs("uvicorn")
def test_two_tabs_and_a_terminal_sign_one_move(tmp_path: Path) -> None:
    """Whoever is first; the others are told, and the outbox holds one whole note."""
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    for who in ("host", *match.table.names):
        if who != asked(match):
            assert inside(["words", "--without", who, "--yes"], home, game)[0] == 0
    with served(home, tmp_path) as page, ThreadPoolExecutor(3) as pool:
        page.enter()
        at = f"/game/{offer_of(home)}/do/move"
        orders = ("pass", "pass; pass")
        read = [{"orders": order} | (yes_in(page.press(at, {"orders": order})) or {}) for order in orders]
        tabs = [pool.submit(page.press, at, fields) for fields in read]
        typed = pool.submit(run, ["move", "--yes", "pass, pass"], home, cwd=game)
        done = [tab.result().count(">Done<") for tab in tabs] + [int(typed.result()[0] == 0)]

    moves = [path.name for path in (game / "outbox").iterdir() if path.suffix == ".move"]
    assert (len(moves), (game / "outbox" / moves[0]).read_bytes().count(b"BEGIN REFEREE NOTE")) == (1, 1)
    assert sum(done) >= 1


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
def test_every_room_is_for_everybody(tmp_path: Path, chromium: Any) -> None:
    """axe finds nothing, light or dark, in a long run in both; nothing is asked of another machine; no room is wider
    than a phone; nothing moves by itself; every room is reached by the keyboard past the bar.
    """
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    at = f"/game/{offer_of(home)}"
    rooms = [
        "/",
        "/do",
        "/choices",
        "/do/offer",
        "/do/join",
        at,
        f"{at}/post",
        f"{at}/choices",
        f"{at}/do/words",
        f"{at}/do/move",
    ]
    rooms += [f"{at}/board", f"{at}/turn", "/nowhere"]
    found: dict[str, Any] = {}
    with served(home, tmp_path) as page, visited(chromium, page, viewport={"width": 390, "height": 844}) as seen:
        tab = seen.page
        bar = tab.locator("header.top")
        for number, room in enumerate(rooms):
            tab.goto(f"{page.origin}{room}")
            for light in of((SCHEMES[number % 2],), SCHEMES):
                tab.emulate_media(color_scheme=light)
                violations, passes = seen.axe()
                found[f"{room} {light}"] = violations or 1 - min(passes, 1)
            found[f"{room} wide"] = tab.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")
            found[f"{room} bar"] = bar.evaluate("(each) => each.scrollWidth - each.clientWidth") if bar.count() else 0
            found[f"{room} moves"] = tab.evaluate("document.getAnimations().length")
            tab.keyboard.press("Tab")
            found[f"{room} skips"] = 1 - tab.evaluate("Number(document.activeElement.matches('a.skip'))")

    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    assert {url.partition("/game")[0].startswith(page.origin) for url in seen.requests} == {True}


def test_a_failure_of_the_program_is_a_page_with_a_file_to_send(
    playing: tuple[Page, str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says nothing of what was in the values, and the next request is answered as ever."""
    page, at, _ = playing

    def fails(*_: object, **__: object) -> None:
        raise LookupError("a secret")

    with monkeypatch.context() as patch:
        patch.setattr("referee.cli.web.pages.one_game.game_page", fails)
        said = page.ask(at)
    file = re.search(r"\S+bug-\w+\.zip", said.text)
    assert file is not None
    Path(file[0]).unlink()

    assert (said.status, "The program has failed" in said.text) == (500, True)
    assert "LookupError" in said.text
    assert "a secret" not in said.text
    assert said.headers["cache-control"] == "no-store"
    assert page.ask(at).status == 200


def test_the_picture_of_a_game_shows_no_hand_and_runs_nothing(playing: tuple[Page, str, Path]) -> None:
    page, at, _ = playing
    picture = page.ask(f"{at}/picture.svg")

    assert (picture.status, picture.headers["content-type"]) == (200, "image/svg+xml")
    assert ("Your hand" in picture.text, 'viewBox="0 85 820 583"' in picture.text) == (False, True)
    assert "sandbox" in picture.headers["content-security-policy"]
    assert page.ask("/game/x/picture.svg").status == 404


def test_every_room_of_a_game_leads_back_to_it(playing: tuple[Page, str, Path]) -> None:
    page, at, _ = playing
    rooms = (at, f"{at}/board", f"{at}/turn", f"{at}/post", f"{at}/do", f"{at}/do/words", f"{at}/do/move")

    for room in rooms:
        text = page.ask(room).text
        assert all(f'href="{place}"' in text for place in ("/", at, f"{at}/board", f"{at}/post")), room


def test_a_picture_is_drawn_anew_once_the_record_has_grown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not for every room that is looked at."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    at, drawn = f"/game/{offer_of(home)}/picture.svg", list[str]()
    told = pictures.run_text
    monkeypatch.setattr(pictures, "run_text", lambda words, *more: drawn.append(words[0]) or told(words, *more))
    with page_of(home, cwd) as page:
        first = [page.ask(at).text for _ in range(2)]
        (game / "record" / "0006.step").write_bytes(mail(6))
        second = page.ask(at).text

    assert (first[0], drawn) == (first[1], ["show", "show"])
    assert second != first[0]
