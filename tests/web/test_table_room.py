"""The room of a table: what its page brings, what it answers to its scripts, and what it answers to nobody else."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from referee.record.store import DataFolder
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.service.views.view import view_table
from referee.web.code_files import code_address, code_files
from referee.web.json_answers import JSON_LIMIT, packed_view
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside
from tests.table.two_worlds import worlds
from tests.web.game_forms import kept, offer_of
from tests.web.in_process_page import FORM, Page, Said, in_parts, page_of
from tests.web.rooms import read

pytestmark = pytest.mark.needs("starlette")

JSON = "application/json"
SHELL = 2048
"""So many bytes may the page of a table have beside its data."""


class Room(NamedTuple):
    """The room of a running game, for the player who is asked."""

    page: Page
    id: str
    folder: Path

    def ask(self, path: str = "", **headers: str) -> Said:
        return self.page.ask(f"/data/table/{self.id}{path}", **headers)

    def post(self, what: str, body: Any, **headers: str) -> Said:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = {"content_type": JSON} | headers
        return self.page.ask(f"/data/table/{self.id}/{what}", "POST", data, **kind)

    def start(self) -> Any:
        """What the page begins with."""
        text = self.page.ask(f"/table/{self.id}").text
        return json.loads(text.partition('id="first">')[2].partition("</script>")[0])


def room_in(page: Page, folder: Path, home: Path) -> Room:
    return Room(page, offer_of(home), folder)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    folder = tmp_path_factory.mktemp("room")
    match = running()
    game, home = lay(folder / "game", match.files), home_of(folder, asked(match))
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, folder) as page:
        yield room_in(page, folder, home)


def seen(room: Room) -> Any:
    """The view of the service, as data, for the same reader."""
    home = room.folder / f"home-{asked(running())}"
    return json.loads(_encoded(packed_view(view_table(open_table(Reader(DataFolder(home)), room.id)))))


def _encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _unordered(found: Any) -> Any:
    """The same, with sets in one order."""
    for name in ("answers", "undo", "talk"):
        found["can"][name] = sorted(found["can"][name])
    return found


def test_the_page_of_a_table_brings_the_view_of_its_reader(room: Room) -> None:
    said = room.page.ask(f"/table/{room.id}")
    start = room.start()
    text = read(said.text)

    assert (said.status, said.headers["cache-control"]) == (200, "no-store")
    assert _unordered(start["view"]) == _unordered(json.loads(room.ask().text)) == _unordered(seen(room))
    assert (start["id"], start["refused"], start["lang"], start["paths"]["lobby"]) == (room.id, None, "en", "/")
    assert text.one("title").text == start["view"]["table"]["title"]
    assert len(said.text) - len(re.sub(r'(?<=id="first">).*?(?=</script>)', "", said.text)) > len(said.text) - SHELL


def test_only_what_lies_below_the_address_with_the_digest_runs(room: Room) -> None:
    said = room.page.ask(f"/table/{room.id}")
    rules = dict(part.strip().split(" ", 1) for part in said.headers["content-security-policy"].split(";"))
    code = f"{room.page.gate.origin}{code_address()}"
    text = read(said.text)
    scripts = [one.attributes for one in text.all("script")]

    assert (rules["default-src"], rules["script-src"], rules["style-src"]) == ("'none'", code, code)
    assert (rules["require-trusted-types-for"], rules["trusted-types"]) == ("'script'", "'none'")
    assert (rules["base-uri"], rules["frame-ancestors"], rules["connect-src"]) == ("'none'", "'none'", "'self'")
    assert scripts == [
        {"type": "module", "src": f"{code_address()}table.mjs"},
        {"type": "application/json", "id": "first"},
    ]
    assert [one for one in text.walk() if "style" in one.attributes or one.name == "style"] == []


def test_the_files_of_the_page_are_those_of_the_package_and_stay_as_they_are(room: Room) -> None:
    for name, data in code_files().items():
        said = room.page.ask(f"{code_address()}{name}")
        assert (said.status, said.text.encode()) == (200, data), name
        assert "immutable" in said.headers["cache-control"]
        assert "sandbox" in said.headers["content-security-policy"]
    other = code_address().replace(code_address()[6], "0" if code_address()[6] != "0" else "1", 1)
    places = ("../markup.py", "..%2fmarkup.py", "__init__.py", "", ".", "vendor", "vendor/../../x.py", "/etc/passwd")

    assert [place for place in places if room.page.ask(f"{code_address()}{place}").status != 404] == []
    assert room.page.ask(f"{other}pictures.css").status == 404
    assert {name for name in code_files() if not name.endswith((".mjs", ".css", ".svg"))} == set()


def test_the_symbols_of_a_view_are_a_picture_that_runs_nothing(room: Room) -> None:
    said = room.page.ask(f"/symbols/{room.start()['view']['board']['symbols']}")

    assert (said.status, said.headers["content-type"]) == (200, "image/svg+xml")
    assert "sandbox" in said.headers["content-security-policy"]
    assert [one.name for one in read(said.text).one("svg").inside if not isinstance(one, str)].count("symbol") > 40
    assert room.page.ask("/symbols/0").status == room.page.ask("/symbols/..%2f..").status == 404


def test_the_ground_of_a_board_comes_once_and_answers_that_end_alike_are_told_once(room: Room) -> None:
    start = room.start()
    said = room.page.ask(f"/ground/{start['view']['board']['ground']}")
    families = [one for one in start["view"]["choices"] if one.get("ends")]

    assert json.loads(said.text) == start["ground"] != []
    assert {layer for _, layer, *_ in start["ground"]} == {"paper", "ground"}
    assert not {layer for _, layer, *_ in start["view"]["board"]["shapes"]} & {"paper", "ground"}
    assert room.page.ask("/ground/0").status == room.page.ask("/ground/..%2f..").status == 404
    assert sum(len(one["ends"]) for one in families) > 5 * len(families)


VIEW = 8192
"""So many bytes has a view, compressed, in the games with the largest boards."""


@pytest.mark.parametrize(("game", "steps"), [("tigris", 42), ("civilization", 30)])
def test_a_view_is_small(game: str, steps: int, tmp_path: Path) -> None:
    match = running(game, steps)
    laid, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, laid)[0] == 0
    with page_of(home, tmp_path) as page:
        view = room_in(page, tmp_path, home).ask().text

    assert len(gzip.compress(view.encode())) <= VIEW


def test_an_order_that_is_tried_is_carried_out_and_nothing_is_signed(room: Room) -> None:
    view = room.start()["view"]
    order = next(f"{one['id']}{one['ends'][0]}" for one in view["choices"] if one["verb"] == "place")
    said = room.post("try", {"stamp": view["stamp"], "orders": [order, "place temple Z99"]})
    after = json.loads(said.text)
    room.post("try", {"stamp": view["stamp"]})  # nothing chosen is no draft

    assert said.status == 200
    assert [one["refused"] is None for one in after["orders"]] == [True, False]
    assert after["orders"][0]["lays"] == [f"tiles {order.rpartition(' ')[2]}"]
    assert not [name for name in kept(room.folder) if "outbox" in name]


def test_what_answers_an_older_table_is_told_how_it_is_now(room: Room) -> None:
    said = room.post("try", {"stamp": "0.-", "orders": ["pass"]})
    answer = json.loads(said.text)

    assert (said.status, answer["refused"]["code"]) == (409, "table-went-on")
    assert answer["view"]["stamp"] == room.start()["view"]["stamp"]
    assert [one["id"] for one in answer["view"]["orders"]] == ["pass"]


def test_the_log_comes_in_steps(room: Room) -> None:
    every = json.loads(room.ask("/log").text)["steps"]
    some = json.loads(room.ask("/log?from=2&to=3").text)["steps"]

    assert [one["step"] for one in every] == [0, 1, 2, 3, 4, 5]
    assert some == every[2:4]
    assert json.loads(room.ask("/log?from=x&to=-1").text)["steps"] == every


def test_an_earlier_step_is_seen_as_it_was(room: Room) -> None:
    view = json.loads(room.ask("?step=2").text)

    assert (view["step"], view["last"], view["choices"], view["ask"]) == (2, 5, [], None)
    assert json.loads(room.ask("?step=99").text)["refused"]["code"] == "no-step-newest"
    assert room.ask("?step=99").status == 404


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Room]:
    """The room of a running game in which something is signed."""
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    for who in ("host", *match.table.names):
        if who != asked(match):
            assert inside(["words", "--without", who, "--yes"], home, game)[0] == 0
    with page_of(home, tmp_path) as page:
        yield room_in(page, tmp_path, home)


def whole_answer(room: Room, *orders: str) -> dict[str, Any]:
    """What the gold button of a room sends that passes, as far as the service is asked; it changes no draft."""
    home = room.folder / f"home-{asked(running())}"
    view = view_table(open_table(Reader(DataFolder(home)), room.id), orders or ("pass",))
    assert view.ask is not None
    return {"stamp": view.stamp, "orders": orders or ("pass",), "digest": view.ask.digest}


def moves_in(room: Room) -> list[bytes]:
    return [data for name, data in kept(room.folder).items() if name.endswith(".move")]


def test_the_gold_button_signs_what_was_read_and_once(fresh: Room) -> None:
    yes = whole_answer(fresh)
    first = fresh.post("sign", yes)
    again, answer = json.loads(fresh.post("sign", yes).text), json.loads(first.text)

    assert (first.status, answer["signed"]["again"], again["signed"]["again"]) == (200, False, True)
    assert (again["signed"]["id"], len(moves_in(fresh))) == (answer["signed"]["id"], 1)
    assert answer["view"]["stamp"] == again["view"]["stamp"] != yes["stamp"]
    assert answer["view"]["stamp"].endswith(answer["signed"]["id"])
    assert str(fresh.folder) not in first.text


def test_the_same_bytes_are_signed_in_a_terminal(fresh: Room, tmp_path: Path) -> None:
    match = running()
    twin = tmp_path / "twin"
    game, home = lay(twin / "game", match.files), home_of(twin, asked(match))
    for who in ("host", *match.table.names):
        if who != asked(match):
            assert inside(["words", "--without", who, "--yes"], home, game)[0] == 0
    assert inside(["move", "--yes", "pass"], home, game)[0] == 0
    typed = [data for name, data in kept(twin).items() if name.endswith(".move")]

    assert fresh.post("sign", whole_answer(fresh)).status == 200
    assert sorted({*moves_in(fresh)}) == typed


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no digest": ({"digest": ""}, "ask-reads-otherwise"),
    "other orders": ({"orders": ["pass", "pass"]}, "ask-reads-otherwise"),
    "words that were not read": ({"say": ["hello"]}, "ask-reads-otherwise"),
    "another stamp": ({"stamp": "0.-"}, "table-went-on"),
    "no stamp": ({"stamp": ""}, "table-went-on"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_yes_to_something_else_signs_nothing_and_is_told_how_it_is_now(case: str, fresh: Room) -> None:
    other, code = WRONG[case]
    yes = whole_answer(fresh) | other
    said = fresh.post("sign", yes)
    answer = json.loads(said.text)

    assert (said.status, answer["refused"]["code"], moves_in(fresh)) == (409, code, [])
    assert [one["id"] for one in answer["view"]["orders"]] == list(yes["orders"])
    assert answer["view"]["ask"]["digest"] != yes["digest"] or case.endswith("stamp")


def test_two_windows_sign_one_move_and_the_second_reads_of_it(fresh: Room) -> None:
    yes, other = whole_answer(fresh), whole_answer(fresh, "pass", "pass")
    assert fresh.post("sign", yes).status == 200
    late = fresh.post("sign", other)
    now = json.loads(late.text)["view"]
    replaced = fresh.post("sign", other | {"stamp": now["stamp"], "digest": now["ask"]["digest"]})

    assert (late.status, json.loads(late.text)["refused"]["code"]) == (409, "table-went-on")
    assert (replaced.status, len(moves_in(fresh))) == (200, 1)


def test_what_is_chosen_is_there_again_after_a_reload_and_gone_once_it_is_signed(fresh: Room) -> None:
    view = fresh.start()["view"]
    place = next(f"{one['id']}{one['ends'][0]}" for one in view["choices"] if one["verb"] == "place")
    fresh.post("try", {"stamp": view["stamp"], "orders": [place, "place temple Z99"], "say": ["hello"]})
    kept_now = fresh.start()["view"]
    home = fresh.folder / f"home-{asked(running())}"
    typed = [json.loads(path.read_bytes())["lines"] for path in home.rglob("draft-*")]
    signed = fresh.post("sign", whole_answer(fresh))
    after = fresh.start()["view"]
    fresh.post("try", {"stamp": after["stamp"], "orders": [place]})
    fresh.post("try", {"stamp": after["stamp"], "orders": []})

    assert ([one["id"] for one in kept_now["orders"]], kept_now["draft"]["say"]) == ([place], ["hello"])
    assert typed == [[place]]
    assert (signed.status, after["orders"], after["draft"]) == (200, [], None)
    assert [*home.rglob("draft-*")] == []


def test_a_look_with_an_older_stamp_keeps_no_draft(fresh: Room) -> None:
    before = kept(fresh.folder)
    for stamp in ("", "0.-"):
        fresh.post("try", {"stamp": stamp, "orders": ["pass"]})

    assert kept(fresh.folder) == before


NO_BODIES: dict[str, tuple[bytes, str, int]] = {
    "a form": (b"stamp=x", FORM, 403),
    "a form with files": (in_parts({"stamp": "x"}, {"f": ("a", b"b")})[1], "multipart/form-data; boundary=edge", 403),
    "text": (b'{"stamp": "x"}', "text/plain", 403),
    "no type": (b'{"stamp": "x"}', "", 403),
    "no JSON": (b"\xff{", JSON, 400),
    "a yes to nothing": (b'{"orders": ["pass"]}', JSON, 400),
    "a list": (b"[]", JSON, 400),
    "no stamp": (b"{}", JSON, 400),
    "a field more": (b'{"stamp": "x", "path": "/etc"}', JSON, 400),
    "a number for an order": (b'{"stamp": "x", "orders": [1]}', JSON, 400),
    "ten thousand orders": (json.dumps({"stamp": "x", "orders": ["a"] * 10_000}).encode(), JSON, 400),
    "deep": (b'{"stamp": ' + b"[" * 30_000, JSON, 400),
    "too long": (b'{"stamp": "' + b"x" * JSON_LIMIT + b'"}', JSON, 413),
}


@pytest.mark.parametrize("what", ["try", "sign", "note", "standing"])
@pytest.mark.parametrize("case", NO_BODIES)
def test_what_is_no_answer_to_a_table_is_refused_and_nothing_is_written(case: str, what: str, room: Room) -> None:
    body, kind, status = NO_BODIES[case]
    before = kept(room.folder)
    said = room.post(what, body, content_type=kind)

    assert (said.status, "refused" in json.loads(said.text)) == (status, True)
    assert kept(room.folder) == before


FOREIGN: dict[str, dict[str, str]] = {
    "no cookie": {"cookie": ""},
    "another session": {"cookie": "referee-1=x"},
    "another host": {"host": "evil.example:1"},
    "another page": {"origin": "https://evil.example"},
    "a page that hides where it is": {"origin": "null"},
    "another port": {"sec_fetch_site": "same-site"},
    "another site": {"sec_fetch_site": "cross-site"},
}


@pytest.mark.parametrize("case", FOREIGN)
def test_nobody_but_the_page_itself_is_answered(case: str, room: Room) -> None:
    before, symbols = kept(room.folder), room.start()["view"]["board"]["symbols"]
    reads = (f"/table/{room.id}", f"{code_address()}pictures.css", f"/symbols/{symbols}", f"/data/table/{room.id}")
    reads += tuple(f"/data/table/{room.id}/{what}" for what in ("log", "why?step=1"))
    answers = [room.page.ask(path, **FOREIGN[case]) for path in reads]
    view = room.start()["view"]
    answers.append(room.post("try", {"stamp": view["stamp"], "orders": ["pass"]}, **FOREIGN[case]))
    answers.append(room.post("sign", whole_answer(room), **FOREIGN[case]))
    answers.append(room.post("note", {"stamp": "", "text": "x"}, **FOREIGN[case]))
    answers.append(room.post("standing", {"stamp": "", "digest": "x"}, **FOREIGN[case]))

    assert [said.status for said in answers] == [403] * 10
    assert all("access-control-allow-origin" not in said.headers for said in answers)
    assert not any("hand" in said.text or "stamp" in said.text for said in answers)
    assert kept(room.folder) == before


def test_a_note_is_kept_for_the_reader_alone(fresh: Room) -> None:
    before = kept(fresh.folder / "game")
    said = fresh.post("note", {"stamp": "", "text": "<b>Carl</b> has no farm"})
    wrong = [fresh.post("note", {"stamp": "", "text": text}).status for text in ("a\x1b[2J", "a\nb")]

    assert [one["text"] for one in json.loads(said.text)["notes"]] == ["<b>Carl</b> has no farm"]
    assert [one["text"] for one in fresh.start()["view"]["notes"]] == ["<b>Carl</b> has no farm"]
    assert (wrong, kept(fresh.folder / "game")) == ([422, 422], before)


def test_standing_answers_are_signed_as_they_were_read(tmp_path: Path) -> None:
    """The move that is being chosen names them then; another digest, and an older table, sign nothing."""
    match = running("civilization", 10)
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, tmp_path) as page:
        room = room_in(page, tmp_path, home)
        body = {"stamp": room.start()["view"]["stamp"], "orders": ["choose 1"]}
        before = json.loads(room.post("try", body).text)
        lines, digest = before["standing"]["lines"], before["standing"]["offered"]["digest"]
        wrong = [
            room.post("standing", body | lies).status
            for lies in (
                {"lines": lines, "digest": "0" * 64},
                {"lines": [], "digest": digest},
                {"lines": lines, "digest": digest, "stamp": "0.-"},
            )
        ]
        signed = [name for name in kept(tmp_path) if "standing-" in name]
        after = json.loads(room.post("standing", body | {"lines": lines, "digest": digest}).text)

    assert (wrong, signed) == ([409, 409, 409], [])
    assert len([name for name in kept(tmp_path) if "standing-" in name]) == 1
    assert (after["standing"]["given"], after["standing"]["offered"]) != ([], before["standing"]["offered"])
    assert [one["id"] for one in after["orders"]] == ["choose 1"]
    assert after["ask"]["digest"] != before["ask"]["digest"]


def test_a_post_whose_sender_is_not_said_is_refused(room: Room) -> None:
    assert room.post("try", {"stamp": ""}, origin="").status == 403
    assert room.page.ask(f"/data/table/{room.id}", "PUT").status == 403


@pytest.mark.parametrize("table_id", ["x", "..", "..%2f..%2fetc", "%00", "O" * 5000, "<script>"])
def test_a_table_that_is_none_leads_nowhere(table_id: str, room: Room) -> None:
    said = [room.page.ask(f"{where}{table_id}") for where in ("/table/", "/data/table/")]

    assert said[1].status == 404
    assert all("<script>alert" not in one.text and 'choices":[{' not in one.text for one in said)


def test_a_locked_key_is_asked_for_its_passphrase_and_it_is_kept_nowhere(tmp_path: Path) -> None:
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    protected(tmp_path, asked(match))
    with page_of(home, tmp_path) as page:
        room = room_in(page, tmp_path, home)
        start, locked = room.start(), room.ask()
        wrong = room.post("try", {"stamp": "", "secret": "open barley"})
        opened = room.post("try", {"stamp": "", "secret": "open sesame"})
        again = room.ask()

    assert (start["view"], start["refused"]["code"]) == (None, "key-locked")
    assert [said.status for said in (locked, wrong, opened, again)] == [423, 423, 200, 423]
    assert json.loads(opened.text)["choices"]
    assert "sesame" not in opened.text
    assert [name for name, data in kept(tmp_path).items() if b"sesame" in data] == []


def test_a_record_that_does_not_hold_is_said_and_nothing_else(tmp_path: Path) -> None:
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    newest = max((game / "record").glob("*.step"))
    newest.write_bytes(newest.read_bytes().replace(b"Anna", b"Anne").replace(b"\n", b"\r\r\n"))
    with page_of(home, tmp_path) as page:
        room = room_in(page, tmp_path, home)
        start, said = room.start(), room.ask()

    assert (start["view"], start["refused"] is None, said.status) == (None, False, 422)
    assert json.loads(said.text)["refused"]["sentence"] == start["refused"]["sentence"]


def test_somebody_without_a_seat_sees_what_everybody_may_see_whatever_is_hidden(tmp_path: Path) -> None:
    """One game in two worlds, with other bags and hands: the room of somebody who looks on is the same."""
    rooms = []
    for world, match in enumerate(worlds().matches):
        folder = tmp_path / str(world)
        game, home = lay(folder / "game", match.files), home_of(folder, "zoe")
        assert inside(["status"], home, game)[0] in (0, 5)
        view = json.loads(_encoded(view_table(open_table(Reader(DataFolder(home)), game, look_on=True))))
        rooms.append({key: value for key, value in view.items() if key not in ("stamp", "table", "can")})

    assert rooms[0] == rooms[1]
    assert rooms[0]["dock"] == []


def test_what_people_wrote_is_text_in_the_page_of_a_table(tmp_path: Path) -> None:
    title = "</script><script>alert(1)</script><!--"
    home = home_of(tmp_path, "anna")
    with page_of(home, tmp_path) as page:
        assert inside(["offer", "ur", "--seats=3", f"--title={title}", "--name=Anna"], home, tmp_path)[0] == 0
        offer = next(path.name for path in (home / "games").iterdir())
        said = page.ask(f"/table/{offer}")
    start = read(said.text).one("script", id="first")

    assert (said.status, said.text.count("<script"), said.text.count("</script>")) == (200, 2, 2)
    assert json.loads(start["text"] if "text" in start.attributes else "".join(map(str, start.inside)))["view"]
