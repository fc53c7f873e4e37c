"""What is found by typing a few letters: all that can be done here now, nothing that would be refused, and the forms
behind it: read first, signed once, by nobody else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.crypto.keys import fingerprint
from referee.record.store import DataFolder
from referee.session.game_folders import game_locations
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside
from tests.support.rehearse import test_key
from tests.table.two_worlds import worlds
from tests.web.chromium import TOOLS, resize, visited
from tests.web.game_forms import kept, made, offer_of
from tests.web.in_process_page import Page, page_of
from tests.web.pages import served
from tests.web.rooms import table_of

pytestmark = pytest.mark.needs("starlette")


class Found(NamedTuple):
    """The page of somebody with one table."""

    page: Page
    home: Path
    folder: Path

    @property
    def id(self) -> str:
        return offer_of(self.home)

    def rows(self, table: str | None = None) -> list[Any]:
        said = self.page.post("/data/find", {"table": self.id if table is None else table})
        assert said.status == 200, said.text
        rows: list[Any] = json.loads(said.text)["rows"]
        return rows

    def use(self, does: str, *files: tuple[str, bytes], **fields: str) -> tuple[int, Any]:
        fields = {"does": does, "table": self.id if does in AT_TABLE else ""} | fields
        said = self.page.send("/data/tool", fields, {"files": list(files)} if files else {"none": []})
        return said.status, json.loads(said.text)


AT_TABLE = ("claim", "reply", "letter", "again")


def found_at(folder: Path, state: str) -> tuple[Path, Path]:
    if state != "practice":
        cwd, home, _ = made(state, folder)
        return cwd, home
    home = home_of(folder, "anna")
    assert inside(["practice", "ur", "--seed=3"], home, folder)[0] == 0
    return folder, home


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Found]:
    cwd, home, _ = made("playing", tmp_path)
    with page_of(home, cwd) as page:
        yield Found(page, home, cwd)


HERE = {
    "playing": {"back", "draw", "end", "leave", "rekey", "audit", "words", "claim", "reply", "letter", ""},
    "host": {"rekey", "audit", "words", "reply", "letter", ""},
    "over": {"comment", "audit", "words", "claim", "reply", "letter", ""},
    "agreed": {""},
    "practice": {"again", "audit", ""},
}
"""What is found at a table, by the word that does it; the game as one file has an address."""


@pytest.mark.parametrize("state", HERE)
def test_what_is_found_at_a_table_is_not_refused_there(state: str, tmp_path: Path) -> None:
    """Each act is asked for as its row says, with what a form would bring, and writes nothing before a yes."""
    cwd, home = found_at(tmp_path, state)
    with page_of(home, cwd) as page:
        here = Found(page, home, cwd)
        rows = [row for row in here.rows() if row["group"] == "table"]
        claim = made_claim(here) if state == "playing" else b""
        before, said = kept(tmp_path), {}
        fill = {"step": "1", "why": "a slip", "text": "well done", "seat": asked(running()), "say": "x"}
        for row in rows:
            values = {field["name"]: fill[field["name"]] for field in row.get("fields", ()) if field["name"] in fill}
            does, at = row.get("does", ""), f"/data/table/{here.id}"
            if row.get("how") == "agree":
                said[does] = page.post(f"{at}/agree", {"does": does, "values": values}).status
            elif row.get("how") == "act":
                said[does] = page.post(f"{at}/{does}", {}).status
            elif row.get("how") == "tool" and does not in ("letter", "reply"):
                said[does] = here.use(does, **values)[0]
            elif does == "reply" and claim:
                said[does] = here.use(does, ("claim.note", claim), **values)[0]
            else:
                said[does] = page.ask(row["href"]).status if "href" in row else 200

    assert {row.get("does", "") for row in rows} == HERE[state]
    assert set(said.values()) == {200}, said
    assert kept(tmp_path) == before


def made_claim(here: Found) -> bytes:
    """The file of a claim that the reader has signed."""
    ask = here.use("claim", say="The score is wrong")[1]["ask"]
    done = here.use("claim", say="The score is wrong", digest=ask["digest"])[1]
    return str(done["text"]).encode()


def test_a_row_is_found_in_either_language_and_by_the_word_of_its_command(found: Found) -> None:
    rows = {row.get("does"): f"{row['label']} {row['also']}" for row in found.rows() if "also" in row}
    with page_of(found.home, found.folder, "it") as page:
        italian = {row.get("does"): row["label"] for row in Found(page, found.home, found.folder).rows()}

    assert all(word in rows["claim"] for word in ("claim", "reclamo"))
    assert all(italian[does] in text for does, text in rows.items() if does)
    assert italian["claim"] == "Presenta un reclamo"


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_claim_is_read_and_then_signed_once(lang: str, tmp_path: Path) -> None:
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    with page_of(home, cwd, lang) as page:
        here, before = Found(page, home, cwd), kept(game)
        ask = here.use("claim", say="The score is wrong")[1]["ask"]
        other = here.use("claim", say="Another one", digest=ask["digest"])
        unsigned = kept(game)
        status, done = here.use("claim", say="The score is wrong", digest=ask["digest"])

    assert unsigned == before
    assert (other[0], other[1]["refused"]["code"]) == (409, "ask-reads-otherwise")
    assert (status, done["text"].count("BEGIN REFEREE NOTE")) == (200, 1)
    assert {name.split("/")[0] for name in kept(game).keys() - before.keys()} <= {"outbox", "disputes"}
    assert (game / "disputes" / done["name"]).read_bytes() in done["text"].encode()


def test_a_claim_opens_what_it_says_and_asks_first(found: Found) -> None:
    """A piece of another is refused with a sentence; of one's own it is told what all will know."""
    asks = [found.use("claim", opens="position", number=str(number))[1] for number in range(1, 60)]
    own = [said["ask"] for said in asks if "ask" in said]
    refused = {said["refused"]["code"] for said in asks if "refused" in said}

    assert own and all(str(ask["warnings"]) and "everyone who has this claim" in ask["sentence"] for ask in own)
    assert refused == {"position-not-yours"}


def test_an_answer_needs_a_claim(found: Found) -> None:
    claim = made_claim(found)
    nothing = found.use("reply", ("a.txt", b"good morning"), say="no")
    ask = found.use("reply", ("claim.note", claim), say="It is right", seen="yes")[1]["ask"]
    status, done = found.use("reply", ("claim.note", claim), say="It is right", seen="yes", digest=ask["digest"])

    assert nothing[0] == 422 and nothing[1]["refused"]["sentence"]
    assert (status, "BEGIN REFEREE NOTE" in done["text"]) == (200, True)


def test_what_is_found_tells_nothing_of_what_is_hidden(tmp_path: Path) -> None:
    """One game in two worlds, with other bags and hands: the host, who sees all, and a player find the same."""
    found: dict[str, set[str]] = {"host": set(), "anna": set()}
    for (world, match), who in product(enumerate(worlds().matches), found):
        folder = tmp_path / f"{world} {who}"
        game, home = lay(folder / "game", match.files), home_of(folder, who)
        assert inside(["status"], home, game)[0] in (0, 5)
        with page_of(home, game) as page:
            found[who].add(page.post("/data/find", {"table": offer_of(home)}).text.replace(offer_of(home), "ID"))

    assert {who: len(texts) for who, texts in found.items()} == {"host": 1, "anna": 1}


def test_a_letter_is_written_again_and_one_that_is_none_is_refused(found: Found) -> None:
    status, done = found.use("letter", step="2")

    assert (status, done["text"].count("BEGIN REFEREE NOTE") > 0, "2" in done["name"]) == (200, True, True)
    assert found.use("letter", step="99")[0] == 404
    assert found.use("letter", step="../2")[0] == 422


def test_the_figures_of_the_page_are_those_of_the_command(tmp_path: Path) -> None:
    match = finished()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, match.table.names[0])
    assert inside(["status"], home, game)[0] == 0
    with page_of(home, tmp_path) as page:
        here = Found(page, home, tmp_path)
        tables = here.use("statistics")[1]["tables"]
        keys = {name: fingerprint(test_key(name.lower()).public) for name in ("Anna", "Bert", "Carl")}
        players = "".join(f'{name} = "{key}"\n' for name, key in keys.items())
        league = f'title = "Friday"\ngame = "ur"\nseats = 3\n\n[players]\n{players}'.encode()
        status, standings = here.use("league", ("friday.toml", league))
    _, printed, _ = inside(["stats", "--rating"], home, game)

    cells = [cell for table in tables for row in table["rows"] for cell in row]
    assert {"Anna", "Bert", "Carl"} <= {*cells}
    assert [cell for cell in cells if cell not in printed] == []
    assert (status, [row[1] for row in standings["tables"][1]["rows"]]) == (200, ["Anna", "Bert", "Carl"])


def test_a_pack_is_checked_and_what_is_none_is_told_so(found: Found) -> None:
    wrong = found.use("pack", ("<b>x</b>.json", b'{"format": "none"}'))
    none = found.use("pack")
    two = found.use("pack", ("a.json", b"{}"), ("b.json", b"{}"))

    assert [said[0] for said in (wrong, none, two)] == [422] * 3
    assert none[1]["refused"]["code"] == two[1]["refused"]["code"] == "tool-one-file"


def test_a_key_goes_to_paper_and_comes_back(tmp_path: Path) -> None:
    """Its words stand in one answer alone; nothing keeps them."""
    cwd, home, _ = made("playing", tmp_path)
    with page_of(home, cwd) as page:
        here, before = Found(page, home, cwd), kept(tmp_path)
        words = here.use("paper")[1]["words"]
        after = kept(tmp_path)
        wrong = here.use("restore", words=" ".join(words[:-1]), name="again")
        twice = here.use("restore", words=" ".join(words), name=asked(running()))
        status, _ = here.use("restore", words="\n".join(words), name="again")

    assert (len(words), before == after) == (26, True)
    assert [wrong[0], twice[0], status] == [422, 422, 200]
    assert DataFolder(home).read_key("again") != b""


def test_a_locked_key_shows_no_words_and_signs_no_claim(tmp_path: Path) -> None:
    cwd, home, _ = made("playing", tmp_path)
    protected(tmp_path, asked(running()))
    with page_of(home, cwd) as page:
        here, before = Found(page, home, cwd), kept(tmp_path)
        locked = [row for row in here.rows() if row["group"] == "table"]
        said = [here.use(does, say="x", secret=secret) for does in ("paper", "claim") for secret in ("", "open barley")]
        shown = here.use("paper", secret="open sesame")
        unlocked = page.post("/data/find", {"table": here.id, "secret": "open sesame"})

    assert locked == []
    assert {status for status, _ in said} == {423}
    assert (shown[0], len(shown[1]["words"])) == (200, 26)
    assert '"claim"' in unlocked.text and "sesame" not in unlocked.text
    assert [name for name, data in kept(tmp_path).items() if b"sesame" in data] == []
    assert kept(tmp_path).keys() == before.keys()


def test_a_game_alone_begins_again_only_after_that_was_read(tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    assert inside(["practice", "tigris", "--seed=3"], home, tmp_path)[0] == 0
    (place,) = game_locations(DataFolder(home))
    with page_of(home, tmp_path) as page:
        here = Found(page, home, tmp_path)
        table = f"/data/table/{place.offer}"
        first = json.loads(page.ask(table).text)
        assert inside(["move", "--yes", "pass, pass"], home, place.folder)[0] == 0
        before, step = kept(place.folder), str(first["last"] + 1)
        ask = here.use("again", step=step)[1]["ask"]
        unread, stale = kept(place.folder), here.use("again", step=step, digest="0" * 64)
        after_stale = kept(place.folder)
        done = here.use("again", step=step, digest=ask["digest"])
        view = json.loads(page.ask(table).text)
        far = here.use("again", step="999")

    assert before == unread == after_stale
    assert (stale[0], done[0], far[0]) == (409, 200, 422)
    assert (view["last"], view["choices"]) == (first["last"], first["choices"])


FOREIGN: dict[str, dict[str, str]] = {
    "another page": {"origin": "https://evil.example"},
    "a page that hides": {"origin": "null"},
    "no cookie": {"cookie": ""},
}
ODD: dict[str, Any] = {
    "nothing": b"",
    "a list": [],
    "a field more": {"table": "", "path": "/etc"},
    "a number": {"table": 3},
}


@pytest.mark.parametrize("case", FOREIGN)
def test_nobody_else_finds_or_uses_anything(case: str, found: Found) -> None:
    before = kept(found.folder.parent)
    files = {"files": ("a", b"b")}
    said = [found.page.post("/data/find", {}, **FOREIGN[case])]
    said += [
        found.page.send("/data/tool", {"does": does}, files, **FOREIGN[case]) for does in ("paper", "claim", "again")
    ]

    assert {one.status for one in said} == {403}
    assert kept(found.folder.parent) == before


@pytest.mark.parametrize("case", ODD)
def test_what_is_no_wish_finds_nothing(case: str, found: Found) -> None:
    assert found.page.post("/data/find", ODD[case]).status == 400


@pytest.mark.parametrize(
    "fields",
    [
        {"does": "shutdown"},
        {},
        {"does": "claim", "table": "../game"},
        {"does": "claim", "table": "x"},
        {"does": "stats"},
    ],
)
def test_what_is_no_form_does_nothing(fields: dict[str, str], found: Found) -> None:
    before = kept(found.folder.parent)
    said = found.page.send("/data/tool", fields, {"files": ("a", b"b")})
    as_json = found.page.post("/data/tool", fields)

    assert said.status in (400, 404) and as_json.status == 403
    assert kept(found.folder.parent) == before


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
@pytest.mark.parametrize("width", [320, 1280])
def test_the_keyboard_alone_makes_a_claim_and_a_phone_finds_it(width: int, tmp_path: Path, chromium: Any) -> None:
    """Ctrl+K, a few letters of the other language, Enter; Escape lets go. A phone has a button."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    with served(home, cwd) as page, visited(chromium, page, table_of(home)) as seen:
        tab = seen.page
        resize(tab, {"width": width, "height": 800})
        tab.wait_for_selector("#ask")
        keys = tab.keyboard
        if width > 600:
            keys.press("Control+k")
        else:
            tab.get_by_role("button", name="Find", exact=True).click()
        tab.wait_for_selector(".rows li")
        axe = seen.axe if width < 600 else lambda: ([], 1)
        found = {"list": axe()[0]}
        keys.press("ArrowDown")
        keys.press("ArrowUp")
        keys.type("reclamo")
        keys.press("Enter")
        tab.wait_for_selector("#tool-say")
        found["form"] = axe()[0]
        keys.type("The score is wrong")
        tab.locator("#tool-gold").press("Enter")
        tab.wait_for_selector("blockquote")
        found["ask"] = axe()[0]
        tab.locator("#tool-gold").press("Enter")
        tab.wait_for_selector(".finds[role=status]")
        keys.press("Escape")
        left = tab.locator("dialog").count()
        wide = tab.evaluate("document.documentElement.scrollWidth - innerWidth")

    assert found == {"list": [], "form": [], "ask": []}
    assert (left, max(wide, 0), seen.faults) == (0, 0, [])
    assert len(list((game / "disputes").iterdir())) == 1


@pytest.mark.long
@pytest.mark.needs("uvicorn", *TOOLS)
def test_every_room_finds_the_others_and_the_rules_are_a_row(tmp_path: Path, chromium: Any) -> None:
    cwd, home, _ = made("playing", tmp_path)
    found = {}
    with served(home, cwd) as page, visited(chromium, page) as seen:
        tab = seen.page
        for room in ("/", "/new", "/settings", table_of(home)):
            tab.goto(f"{page.origin}{room}")
            tab.wait_for_selector("main")
            tab.keyboard.press("Control+k")
            tab.wait_for_selector(".rows li")
            tab.keyboard.type("setting")
            with tab.expect_navigation(url="**/settings"):
                tab.keyboard.press("Enter")
            found[room] = tab.locator("dialog").count()
        tab.goto(f"{page.origin}{table_of(home)}")
        tab.wait_for_selector("#ask")
        tab.keyboard.press("/")
        tab.wait_for_selector(".rows li")
        tab.keyboard.type("monument")
        tab.locator(".rows .opt").last.click()
        tab.wait_for_selector("#ask dl dt")
        rules = tab.locator("#ask dl").inner_text()
        assert seen.faults == []

    assert set(found.values()) == {0}
    assert "monument" in rules.lower()
