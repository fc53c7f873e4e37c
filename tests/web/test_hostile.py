"""What a hostile page, file or text does to the page of `referee open`: nothing, and it is shown as it is."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from referee.cli.context import Context
from referee.cli.registry import COMMANDS
from referee.cli.web.server import app_of
from referee.cli.web.session_auth import RunningPage, SessionAuth
from referee.web import table_pictures
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside, run
from tests.long_runs import of
from tests.web.chromium import SCHEMES, TOOLS, visited
from tests.web.game_forms import kept, made, mail, offer_of
from tests.web.in_process_page import FORM, Page, in_parts, page_of
from tests.web.open_rooms import hear_no_words
from tests.web.pages import served
from tests.web.rooms import table_of

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
        yield page, table_of(home), folder


SETTINGS, TAKE_IN, TOOL = "/data/settings", "/data/take-in", "/data/tool"
WAYS = ("act", "agree", "audit", "jot", "judge", "post", "remind", "rules", "share", "sign", "stand", "try", "words")
WAYS += ("log", "mail.eml", "menu", "why")
"""What is asked of a table, below the address of its data."""


def doors(at: str) -> tuple[str, ...]:
    """The addresses at which a press does something."""
    return (
        SETTINGS,
        TAKE_IN,
        TOOL,
        "/data/find",
        "/data/lesson/tigris/1",
        "/data/new",
        "/data/practice",
        "/data/join",
        "/data/pack",
        "/close",
        at,
        *(f"{at}/{way}" for way in WAYS),
    )


def test_no_button_is_pressed_by_another_page(playing: tuple[Page, str, Path]) -> None:
    """As JSON, a form, or with files, that come from elsewhere, or from nowhere that is told."""
    page, at, folder = playing
    before = kept(folder)
    for path in doors(f"/data{at}"):
        for told in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec_fetch_site": "cross-site"}):
            assert page.post(path, {"does": "draw"}, **told).status == 403
            assert page.send(path, {"does": "draw"}, **told).status == 403
            assert page.send(path, {}, {"files": ("a", b"b")}, **told).status == 403
        image = page.ask(path, sec_fetch_site="cross-site", sec_fetch_dest="image", content_length="0")
        assert image.status == 403
    assert kept(folder) == before


def test_no_command_and_no_answer_of_one_has_an_address(playing: tuple[Page, str, Path]) -> None:
    """Nothing that came, and nothing that was found, is given back at another address."""
    page, at, folder = playing
    before = kept(folder)
    game = at.replace("table", "game")
    for name in ("do", "told/x", "kept/1", "choices", *(f"do/{name.replace(' ', '-')}" for name in COMMANDS)):
        for path in (f"/{name}", f"{game}/{name}"):
            assert page.ask(path).status == page.send(path, {"yes": "1"}).status == 404, path
    assert kept(folder) == before


@pytest.mark.parametrize("text", TEXTS)
def test_a_hostile_text_in_any_field_is_text(text: str, playing: tuple[Page, str, Path]) -> None:
    """Whatever a room is sent: it is answered with a sentence, and no room has a living text."""
    page, at, folder = playing
    sent = TEXTS[text]
    values = dict.fromkeys(("step", "why", "first", "until", "text", "name", "seat", "words"), sent)
    bodies = [("agree", {"does": does, "values": values}) for does in ("back", "holiday", "comment", "rekey", "key")]
    bodies += [
        ("rules", {"words": sent}),
        ("act", {"does": "leave_out", "names": [sent]}),
        ("remind", {"seats": [sent]}),
    ]
    bodies += [("words", {"heard": {"bert": sent}}), ("try", {"stamp": sent, "orders": [sent], "say": sent})]
    answers = [(path, page.post(f"/data{at}/{path}", body).status) for path, body in bodies]
    answers += [
        (does, page.post(SETTINGS, {"does": does, "name": sent, "address": sent, "data": sent}).status)
        for does in ("person", "new_key", "import_key", "forget")
    ]
    tools = {does: {"table": at.rpartition("/")[2]} for does in ("claim", "letter", "again")}
    tools |= {does: {} for does in ("statistics", "league", "pack", "paper", "restore")}
    for does, fields in tools.items():
        for name in ("say", "skipped", "opens", "number", "pile", "step", "key", "words", "name"):
            data = fields | {"does": does, name: sent}
            answers.append((does, page.send(TOOL, data, {"files": (name, sent.encode())}).status))
    answers += [("find", page.post("/data/find", {"table": sent}).status)]
    for terms in ({"game": sent}, *({"game": "ur", name: sent} for name in ("title", "why", "preset"))):
        new = page.post("/data/new", {"terms": {"seats": 3, "name": "Hanna", **terms}})
        answers.append(("new", new.status))
    answers += [("new", page.post("/data/new", {"terms": {"game": "ur", "seats": 3}, "pack": sent}).status)]
    answers += [
        ("pack", page.send("/data/pack", {"game": name}, {"files": (sent[:99], sent.encode())}).status)
        for name in ("civilization", sent)
    ]
    for room in ("/", "/new", "/settings", at):
        assert ALIVE.search(page.ask(room).text) is None, room

    assert [path for path, status in answers if status not in (200, 400, 409, 413, 422)] == []
    assert {path.split("/")[0] for path in kept(folder)} <= {"here", f"home-{asked(running())}"}


@pytest.mark.parametrize("room", ["/", "/new", "/settings", "a table"])
def test_a_hostile_text_in_an_address_is_text(room: str, playing: tuple[Page, str, Path]) -> None:
    page, at, _ = playing
    said = page.ask(f"{at if room == 'a table' else room}?orders=%3Cscript%3Ealert&alone=%3Cscript%3Ealert")

    assert (said.status, ALIVE.search(said.text)) == (200, None)


def test_hostile_names_of_a_game_are_text_in_every_room(tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    for number, name in enumerate(("a script", "the end of an attribute", "a line that is turned round")):
        text = TEXTS[name]
        with page_of(home, tmp_path) as page:
            (tmp_path / f"{number}").mkdir()
            line = ["offer", "ur", "--seats=3", f"--title={text}", f"--name={text}"]
            made = inside(line, home, tmp_path / f"{number}")
            offers = [path.name for path in (home / "games").iterdir()]
            rooms = ["/", "/new", "/settings", *(f"/table/{offer}" for offer in offers)]
            texts = [page.ask(room).text for room in rooms]

        assert len(offers) == number + 1, made
        assert [room for room, text in zip(rooms, texts, strict=True) if ALIVE.search(text)] == []


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

    said = page.ask(TAKE_IN, "POST", body, content_type=kind)

    assert said.status in (200, 403, 422)
    assert kept(folder) == before


def test_an_upload_that_is_too_slow_is_cut_off(tmp_path: Path) -> None:
    """By the clock of the page, and nothing of it is taken in."""
    gate = SessionAuth(RunningPage("127.0.0.1", 1, "secret"))
    app = app_of(Context(), gate, lambda: None, patience=0.05)
    headers = {"host": gate.host, "origin": gate.origin, "content-type": FORM, "content-length": "9"}
    headers |= {"cookie": f"{gate.cookie}={gate.session}"}
    scope: MutableMapping[str, Any] = {"type": "http", "method": "POST", "path": "/close", "query_string": b""}
    scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
    told: list[MutableMapping[str, Any]] = []

    async def drips() -> MutableMapping[str, Any]:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"", "more_body": True}

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(message)

    asyncio.run(app(scope, drips, send))

    assert told[0]["status"] == 408


def test_a_passphrase_is_asked_for_each_time_and_shown_nowhere(tmp_path: Path) -> None:
    """Buttons ask for it; what is answered never holds it, and nothing keeps it."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    with page_of(home, cwd) as page:
        before = page.ask(f"{table_of(home)}/picture.svg")
    protected(tmp_path, asked(running()))
    with page_of(home, cwd) as page:
        board = page.ask(f"{table_of(home)}/picture.svg")
        at, given = f"/data{table_of(home)}/agree", {"does": "draw"}
        first = page.post(at, given)
        wrong = page.post(at, given | {"secret": "open barley"})
        shown = page.post(at, given | {"secret": "open sesame"})
        again = page.post(at, given)

    assert (board.status, board.text) == (200, before.text)  # what everybody may see needs no key
    assert [said.status for said in (first, wrong, shown, again)] == [423, 423, 200, 423]
    assert json.loads(shown.text)["ask"]["digest"]
    assert "sesame" not in f"{first.text}{wrong.text}{shown.text}{again.text}"
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
    table = table_of(home)
    rooms = ("/", at, table, f"{table}/picture.svg", f"{table}/points.svg", f"/data{table}", f"/data{table}/post")
    rooms += tuple(f"/data{table}/{way}" for way in WAYS)
    with page_of(home, cwd) as page:
        for room in rooms:
            assert page.ask(room).status in (200, 303, 404, 405, 423), room
            for secret in ("", "open sesame"):
                body = {"does": "audit", "secret": secret, "orders": ["pass"]}
                assert page.post(room, body).status in (200, 400, 403, 404, 405, 409, 422, 423), room

    assert asked_there == []


def test_of_a_record_that_does_not_hold_there_is_no_picture_and_no_failure(tmp_path: Path) -> None:
    """With a key behind a passphrase as with any other."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    at, newest = table_of(home), max((game / "record").glob("*.step"))
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
    hear_no_words(match, home, game)
    with served(home, tmp_path) as page, ThreadPoolExecutor(3) as pool:
        page.enter()
        at, read = f"/data{table_of(home)}", []
        for orders in (["pass"], ["pass", "pass"]):
            view = json.loads(page.json(f"{at}/try", {"stamp": "", "orders": orders})[1])
            read.append({"stamp": view["stamp"], "orders": orders, "digest": view["ask"]["digest"]})
        tabs = [pool.submit(page.json, f"{at}/sign", body) for body in read]
        typed = pool.submit(run, ["move", "--yes", "pass, pass"], home, cwd=game)
        done = [tab.result()[0] for tab in tabs]
        typed.result()

    moves = [path.name for path in (game / "outbox").iterdir() if path.suffix == ".move"]
    assert (len(moves), (game / "outbox" / moves[0]).read_bytes().count(b"BEGIN REFEREE NOTE")) == (1, 1)
    assert {*done} <= {200, 409, 422}


MOVES = "document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length"
"""What moves by itself: a change of light is followed by colours, once."""


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
def test_every_room_is_for_everybody(tmp_path: Path, chromium: Any) -> None:
    """axe finds nothing, light or dark, in a long run in both; nothing is asked of another machine; no room is wider
    than a phone; nothing moves by itself; every room is reached by the keyboard past the bar.
    """
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    rooms = ["/", "/new", "/settings", table_of(home)]
    rooms += ["/nowhere"]
    found: dict[str, Any] = {}
    with served(home, tmp_path) as page, visited(chromium, page, "", viewport={"width": 320, "height": 844}) as seen:
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
            found[f"{room} moves"] = tab.evaluate(MOVES)
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
        patch.setattr("referee.web.table_room.room_words", fails)
        said = page.ask(at)
    file = re.search(r"\S+bug-\w+\.zip", said.text)
    assert file is not None
    Path(file[0]).unlink()

    assert (said.status, "Error in referee" in said.text) == (500, True)
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
    assert page.ask("/table/x/picture.svg").status == 404


def test_a_picture_is_drawn_anew_once_the_record_has_grown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not for every room that is looked at."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    at, drawn = f"{table_of(home)}/picture.svg", list[str]()
    draws = table_pictures.svg_of
    monkeypatch.setattr(table_pictures, "svg_of", lambda *what, **how: drawn.append("board") or draws(*what, **how))
    with page_of(home, cwd) as page:
        first = [page.ask(at).text for _ in range(2)]
        (game / "record" / "0006.step").write_bytes(mail(6))
        second = page.ask(at).text

    assert (first[0], drawn) == (first[1], ["board", "board"])
    assert second != first[0]
