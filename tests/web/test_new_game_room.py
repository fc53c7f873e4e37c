"""The page on which a game begins: what can be chosen, what is offered, a game alone, and what nobody else gets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.games import all_games, find
from referee.kernel.sentence import Sentence
from referee.mail.inbox import watch_shared_folder
from referee.protocol.opening.data_packs import shipped_packs
from referee.record.file_names import OFFER, shared_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import read_bundle, render_bundle
from referee.record.notes import Join, Offer
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside
from tests.support.dishonest.light import light
from tests.web.chromium import TOOLS, resize, visited
from tests.web.game_forms import kept, offer_of
from tests.web.in_process_page import FORM, Page, Said, in_parts, page_of
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette")

JSON = "application/json"
WINDOWS = ((1280, 900), (1366, 768), (1920, 1080), (820, 1180), (390, 844))
GOLD = """() => {
  const all = [...document.querySelectorAll(".go:not(:disabled)")].map((each) => each.getBoundingClientRect());
  return [all.length, all.every(({ top, bottom }) => top >= 0 && bottom <= innerHeight)];
}"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
TERMS = {"game": "tigris", "seats": 3, "name": "Hanna", "title": "Friday"}


class NewPage(NamedTuple):
    """The page on which a game begins, for somebody without one."""

    page: Page
    home: Path
    folder: Path

    def post(self, path: str, body: Any, **headers: str) -> Said:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.page.ask(path, "POST", data, **({"content_type": JSON} | headers))

    def form(self, **terms: Any) -> Any:
        """What can be chosen beside these terms."""
        return json.loads(self.post("/data/new", {"terms": TERMS | terms}).text)

    def offers(self) -> list[Offer]:
        """What was offered here."""
        notes = [one.note() for path in self.folder.rglob(OFFER) for one in read_bundle(path.read_bytes())]
        return [note for note in notes if isinstance(note, Offer)]


@pytest.fixture
def new(tmp_path: Path) -> Iterator[NewPage]:
    home, folder = home_of(tmp_path, "anna"), tmp_path / "games"
    folder.mkdir()
    with page_of(home, folder) as page:
        yield NewPage(page, home, folder)


def test_what_was_read_is_offered_once_and_opens_as_a_table(new: NewPage) -> None:
    read = new.form()
    body = {"terms": TERMS, "digest": read["ask"]["digest"]}
    before = new.offers()
    made, again = new.post("/data/new", body), new.post("/data/new", body)
    table = json.loads(made.text)["table"]
    shown = json.loads(new.page.ask(f"/data/table/{table}").text)

    assert (before, [offer.title for offer in new.offers()]) == ([], ["Friday"])
    assert (made.status, again.status) == (200, 409)
    assert (shown["table"]["title"], shown["table"]["stage"], shown["can"]["role"]) == ("Friday", "offer", "host")


@pytest.mark.parametrize("game", [game.info.name for game in all_games()])
def test_every_option_of_every_game_can_be_chosen_or_says_why_not(game: str, new: NewPage) -> None:
    """Each value of each field is asked for as a press asks for it."""
    form = new.form(game=game, title=None)["form"]
    wrong = []
    for field in form["fields"]:
        for choice in field["choices"]:
            told = new.form(game=game, title=None, options={field["name"]: choice["value"]})
            chosen = next(one["value"] for one in told["form"]["fields"] if one["name"] == field["name"])
            if bool(told["refused"]) != bool(choice["refused"]) or (not told["refused"] and chosen != choice["value"]):
                wrong.append((field["name"], choice))

    assert wrong == []
    assert [field["name"] for field in form["fields"] if not (field["label"] and field["sentence"])] == []


def test_without_a_name_nothing_is_offered_and_everything_is_seen(tmp_path: Path) -> None:
    with page_of(tmp_path / "home", tmp_path) as page:
        new = NewPage(page, tmp_path / "home", tmp_path)
        form = new.form(name=" ")
        refused = new.post("/data/new", {"terms": TERMS | {"name": " "}, "digest": "x"})

    assert (form["ask"], form["refused"]) == (None, None)
    assert [one["refused"] for one in form["form"]["plays"]] == ["", ""]
    assert form["form"]["invitation"]["rows"]
    assert refused.status == 422
    assert new.offers() == []


def test_a_second_game_of_a_name_gets_a_folder_of_its_own(new: NewPage) -> None:
    (new.folder / "friday").mkdir()
    (new.folder / "friday" / "diary.txt").write_text("mine")
    read = new.form()
    made = new.post("/data/new", {"terms": TERMS, "digest": read["ask"]["digest"]})

    assert made.status == 200
    assert sorted(path.name for path in new.folder.iterdir()) == ["friday", "friday-2"]
    assert (new.folder / "friday" / "diary.txt").read_text() == "mine"


def test_an_own_offer_that_nobody_has_joined_is_replaced_only_after_that_was_read(new: NewPage) -> None:
    new.post("/data/new", {"terms": TERMS, "digest": new.form()["ask"]["digest"]})
    read = new.form(seats=4)["ask"]
    made = new.post("/data/new", {"terms": TERMS | {"seats": 4}, "digest": read["digest"]})

    assert any("Friday" in line for line in read["warnings"])
    assert made.status == 200
    assert [offer.seats for offer in new.offers()] == [4]


def test_a_passphrase_opens_the_key_for_one_offer_and_is_kept_nowhere(tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    protected(tmp_path, "anna")
    folder = tmp_path / "games"
    folder.mkdir()
    with page_of(home, folder) as page:
        new = NewPage(page, home, folder)
        read = new.form()["ask"]
        body = {"terms": TERMS, "digest": read["digest"]}
        said = [new.post("/data/new", body | more) for more in ({}, {"secret": "no"}, {"secret": "open sesame"})]

    assert read["secret"] is True
    assert [one.status for one in said] == [423, 423, 200]
    assert [name for name, data in kept(tmp_path).items() if b"open sesame" in data] == []


@pytest.mark.parametrize("game", [game.info.name for game in all_games()])
def test_a_game_alone_begins_at_once_and_asks_its_player(game: str, new: NewPage) -> None:
    said = new.post("/data/practice", {"terms": {"game": game, "seats": 0}})
    table = json.loads(said.text)["table"]
    view = json.loads(new.page.ask(f"/data/table/{table}").text)

    assert said.status == 200
    assert (view["can"]["practice"], view["question"] is not None) == (True, True)


def test_a_game_alone_is_played_as_it_was_chosen_beside_the_one_before(new: NewPage) -> None:
    wish = {"game": "tigris", "seats": 2, "name": "Ada", "options": {"board": "advanced"}}
    tables = [json.loads(new.post("/data/practice", {"terms": wish, "level": "good"}).text)["table"] for _ in range(2)]
    views = [json.loads(new.page.ask(f"/data/table/{table}").text) for table in tables]

    assert len({*tables}) == 2
    assert [view["seats"][0]["name"] for view in views] == ["Ada", "Ada"]
    assert [len(view["seats"]) for view in views] == [2, 2]
    assert sorted(path.name for path in new.folder.iterdir()) == ["practice-tigris", "practice-tigris-2"]
    assert {offer.option for offer in new.offers()} and all(
        ("board", "advanced") in offer.option for offer in new.offers()
    )


@pytest.mark.parametrize("game", [game.info.name for game in all_games()])
def test_bots_of_every_level_of_a_game_can_be_chosen_each_with_a_sentence(game: str, new: NewPage) -> None:
    levels = new.form(game=game, title=None)["form"]["levels"]
    more = {"level": "best"} if "strong" in {one["value"] for one in levels} else {"level": "strong"}
    said = [
        new.post("/data/practice", {"terms": {"game": game, "seats": find(game).info.seats[0]}} | each).status
        for each in ({"level": levels[-1]["value"]}, more)
    ]

    assert tuple(one["value"] for one in levels) == find(game).levels
    assert len({one["label"] for one in levels} | {one["sentence"] for one in levels}) == 2 * len(levels)
    assert said == [200, 422]


def test_alone_with_a_masked_deck_the_bots_shuffle_too(new: NewPage) -> None:
    with light():
        begun = new.post("/data/practice", {"terms": {"game": "tigris", "seats": 2, "options": {"deal": "masked"}}})
        at = f"/data/table/{json.loads(begun.text)['table']}"
        view = json.loads(new.page.ask(at).text)
        tried = json.loads(new.post(f"{at}/try", {"stamp": view["stamp"], "orders": ["pass", "pass"]}).text)
        signed = {"stamp": tried["stamp"], "orders": ["pass", "pass"], "digest": tried["ask"]["digest"]}
        after = json.loads(new.post(f"{at}/sign", signed).text)["view"]

    assert (view["can"]["hides"], view["can"]["practice"]) == ("nobody", True)
    assert after["step"] > view["step"]
    assert after["question"] is not None


CIVILIZATION = {"game": "civilization", "title": None, "seats": 2}


def own_pack() -> bytes:
    """The pack that comes with the game, under a name of one's own."""
    (data,) = shipped_packs(find("civilization")).values()
    pack = json.loads(data)
    return json.dumps(pack | {"label": {"en": "my own box", "it": "la mia scatola"}}).encode()


def test_a_pack_of_one_s_own_is_read_chosen_and_offered(new: NewPage) -> None:
    said = new.page.send("/data/pack", {"game": "civilization"}, {"files": ("mine.json", own_pack())})
    pack = json.loads(said.text)["pack"]
    body = {"terms": TERMS | CIVILIZATION, "pack": pack}
    read = json.loads(new.post("/data/new", body).text)
    offered = new.post("/data/new", body | {"digest": read["ask"]["digest"]})
    alone = new.post("/data/practice", {"terms": {"game": "civilization", "seats": 2}, "pack": pack})

    assert [one["label"] for one in read["form"]["packs"]][1:] == ["my own box"]
    assert (offered.status, alone.status) == (200, 200)
    assert {dict(offer.option)["pack"] for offer in new.offers()} == {pack}
    assert new.form()["form"]["packs"] == []


def test_a_pack_of_another_game_is_refused_though_it_is_here(new: NewPage) -> None:
    pack = json.loads(new.page.send("/data/pack", {"game": "civilization"}, {"files": ("a.json", own_pack())}).text)[
        "pack"
    ]
    before = kept(new.folder.parent)
    read = json.loads(new.post("/data/new", {"terms": TERMS, "pack": pack}).text)
    made = new.post("/data/new", {"terms": TERMS, "pack": pack, "digest": "0" * 64})
    alone = new.post("/data/practice", {"terms": {"game": "tigris", "seats": 2}, "pack": pack})

    assert (read["ask"], read["refused"]["code"], made.status, alone.status) == (None, "game-needs-no-pack", 422, 422)
    assert kept(new.folder.parent) == before


def test_two_files_are_no_pack(new: NewPage) -> None:
    """Nobody would know which of them was chosen."""
    two = {"files": [("a.json", own_pack()), ("b.json", b"{}")]}

    assert new.page.send("/data/pack", {"game": "civilization"}, two).status == 422


BAD_PACKS: dict[str, tuple[str, bytes]] = {
    "not a pack": ("civilization", b"<script>"),
    "another format": ("civilization", b'{"format": "chess/1"}'),
    "nothing": ("civilization", b""),
    "a game without packs": ("tigris", b"{}"),
    "no game": ("../x", b"{}"),
    "a name that steers": ("civilization", own_pack().replace(b"my own box", b"my \\u001b[2J")),
}


@pytest.mark.parametrize("case", BAD_PACKS)
def test_what_is_no_pack_is_refused_with_a_sentence_and_chosen_by_nobody(case: str, new: NewPage) -> None:
    game, data = BAD_PACKS[case]
    before = kept(new.folder.parent)
    said = new.page.send("/data/pack", {"game": game}, {"files": ("mine.json", data)})
    wished = new.post("/data/new", {"terms": TERMS | CIVILIZATION, "pack": "A" * 43})

    assert (said.status, wished.status) == (422, 422)
    assert json.loads(said.text)["refused"]["sentence"]
    assert len(new.form(**CIVILIZATION)["form"]["packs"]) == 1
    assert kept(new.folder.parent) == before


def test_a_second_attempt_gives_up_a_charter_of_one_s_own_and_says_why(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "first", running().files), home_of(tmp_path, "host")
    assert inside(["status"], home, game)[0] == 0
    folder = tmp_path / "games"
    folder.mkdir()
    first = offer_of(home)
    with page_of(home, folder) as page:
        new = NewPage(page, home, folder)
        (voids,) = new.form()["form"]["voids"]
        body = {"terms": TERMS | {"why": "Carl cannot play"}, "voids": voids["value"]}
        read = json.loads(new.post("/data/new", body).text)["ask"]
        plain = new.form()["ask"]
        wrong = [new.post("/data/new", body | {"voids": each}) for each in ("../first", "A" * 43)]
        offered = new.post("/data/new", body | {"digest": read["digest"]})
        (offer,) = new.offers()

    assert read["then"] and any("Carl cannot play" in told for told in (read["sentence"], *read["then"]))
    assert voids["value"] == first
    assert (offered.status, {one.status for one in wrong}) == (200, {404})
    assert read["digest"] != plain["digest"]
    assert (offer.attempt, offer.why) == (2, "Carl cannot play")
    assert offer.voids == open_session(GameFolder(game), DataFolder(home)).table.game_id


@pytest.mark.parametrize("why", ["Carl\ncannot play", "a\x1b]0;x\x07"])
def test_a_reason_that_cannot_be_signed_is_refused_before_it_is_agreed_to(why: str, new: NewPage) -> None:
    before = kept(new.folder.parent)
    read = new.form(why=why)

    titled = new.form(title=why)

    assert read["ask"] is None
    assert read["refused"]["code"] == titled["refused"]["code"]
    assert kept(new.folder.parent) == before


def test_nobody_gives_up_the_charter_of_somebody_else(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "first", running().files), home_of(tmp_path, "anna")
    assert inside(["status"], home, game)[0] == 0
    folder, first = tmp_path / "games", offer_of(home)
    folder.mkdir()
    with page_of(home, folder) as page:
        new = NewPage(page, home, folder)
        said = json.loads(new.post("/data/new", {"terms": TERMS, "voids": first}).text)
        made = new.post("/data/new", {"terms": TERMS, "voids": first, "digest": said["ask"]["digest"]})

    assert said["form"]["voids"] == []
    assert made.status == 422
    assert new.offers() == []


class Joining(NamedTuple):
    """Somebody who was invited by mail."""

    page: Page
    home: Path
    folder: Path

    def send(self, *files: tuple[str, bytes], **fields: str) -> Said:
        kind, body = in_parts(fields, {"files": list(files)})
        return self.page.ask("/data/join", "POST", body, content_type=kind)


@pytest.fixture(scope="module")
def invitation(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The mail with which a game is offered."""
    folder = tmp_path_factory.mktemp("host")
    with page_of(home_of(folder, "hanna"), folder) as page:
        new = NewPage(page, folder, folder)
        made = new.post("/data/new", {"terms": TERMS, "digest": new.form()["ask"]["digest"]})
        post = json.loads(page.ask(f"/data/table/{json.loads(made.text)['table']}/post").text)
    return str(post["items"][0]["text"]).encode()


@pytest.fixture
def joining(tmp_path: Path) -> Iterator[Joining]:
    home = tmp_path / "own"
    (tmp_path / "games").mkdir()
    with page_of(home, tmp_path / "games") as page:
        yield Joining(page, home, tmp_path / "games")


def joins(folder: Path) -> list[Join]:
    notes = [one.note() for path in folder.rglob("join*") for one in read_bundle(path.read_bytes())]
    return [note for note in notes if isinstance(note, Join)]


def test_the_invitation_of_an_offer_is_a_mail_until_all_have_joined(new: NewPage) -> None:
    made = new.post("/data/new", {"terms": TERMS, "digest": new.form()["ask"]["digest"]})
    table = json.loads(made.text)["table"]
    post = json.loads(new.page.ask(f"/data/table/{table}/post").text)
    view = json.loads(new.page.ask(f"/data/table/{table}").text)
    (mail,) = post["items"]
    sent = {"items": [mail["id"]], "does": "sent"}
    after = json.loads(new.post(f"/data/table/{table}/post", sent).text)

    assert (mail["kind"], mail["state"], "BEGIN REFEREE NOTE" in mail["text"]) == ("offer", "to send", True)
    assert after["items"][0]["state"] == "sent"
    assert [task["sentence"] for task in view["tasks"]] == [Sentence("joins-awaited", count=3).told("en")]


def test_an_invitation_is_one_question_and_its_yes_joins_once(joining: Joining, invitation: bytes) -> None:
    mail = ("invitation.eml", invitation)
    seen = json.loads(joining.send(mail).text)
    asked = json.loads(joining.send(mail, name="Bert").text)
    before = joins(joining.folder)
    made = joining.send(mail, name="Bert", digest=asked["ask"]["digest"])
    again = joining.send(mail, name="Bert", digest=asked["ask"]["digest"])
    table = json.loads(made.text)["table"]
    post = json.loads(joining.page.ask(f"/data/table/{table}/post").text)

    assert (seen["ask"], seen["name"], seen["invitation"]["title"]) == (None, "", "Friday")
    assert (made.status, again.status) == (200, 409)
    assert (before, [(join.name, join.seat) for join in joins(joining.folder)]) == ([], [("Bert", "bert")])
    assert [(item["kind"], item["state"]) for item in post["items"]] == [("join", "to send")]


def test_an_invitation_in_a_shared_folder_needs_no_mail_in_either_direction(
    joining: Joining, invitation: bytes, tmp_path: Path
) -> None:
    shared = tmp_path / "Friday"
    shared.mkdir()
    (offer,) = unwrap(invitation).signed_notes
    (shared / shared_name("offer", offer.id)).write_bytes(render_bundle((offer,)))
    watch_shared_folder(DataFolder(joining.home), shared)
    found = json.loads(joining.page.ask("/data/invitations").text)
    asked = json.loads(joining.send(offer=offer.id, name="Bert").text)
    made = joining.send(offer=offer.id, name="Bert", digest=asked["ask"]["digest"])
    after = json.loads(joining.page.ask("/data/invitations").text)

    assert [one["offer"] for one in found] == [offer.id]
    assert "Friday" in found[0]["sentence"] and str(tmp_path) not in found[0]["sentence"]
    assert made.status == 200
    assert any("join" in path.name for path in shared.iterdir())
    assert after == []


@pytest.mark.needs("uvicorn", *TOOLS)
def test_an_invitation_in_a_shared_folder_is_what_gold_leads_to(
    invitation: bytes, tmp_path: Path, chromium: Any
) -> None:
    home, shared = tmp_path / "home-bert", tmp_path / "Friday"
    home.mkdir(mode=0o700)
    shared.mkdir()
    (offer,) = unwrap(invitation).signed_notes
    (shared / shared_name("offer", offer.id)).write_bytes(render_bundle((offer,)))
    watch_shared_folder(DataFolder(home), shared)
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        seen.page.locator("#gold", has_text=Sentence("lobby-read-invitation").told("en")).click()
        seen.page.locator(".invited input").fill("Bert")  # by then the question is there
        golds = seen.count(".go:visible")
        seen.page.locator("#gold").click()
        seen.page.wait_for_url("**/table/*")

        assert golds == 1
        assert seen.faults == []


BAD_JOINS: dict[str, tuple[bytes, dict[str, str], int]] = {
    "no note": (b"hello", {"name": "Bert"}, 422),
    "nothing": (b"", {}, 422),
    "an id of nothing": (b"", {"offer": "../../etc", "name": "Bert"}, 422),
    "no such digest": (b"invitation", {"name": "Bert", "digest": "0" * 64}, 409),
    "a name of two lines": (b"invitation", {"name": "A\nB", "digest": "0" * 64}, 422),
    "a torn one": (b"torn", {"name": "Bert"}, 422),
}


@pytest.mark.parametrize("case", BAD_JOINS)
def test_what_is_no_invitation_joins_nothing(case: str, joining: Joining, invitation: bytes) -> None:
    data, fields, status = BAD_JOINS[case]
    data = {b"invitation": invitation, b"torn": invitation.replace(b"Friday", b"Fridai")}.get(data, data)
    before = kept(joining.folder.parent)
    said = joining.send(("a.eml", data), **fields)

    assert said.status == status
    assert json.loads(said.text)["refused"]["sentence"]
    assert kept(joining.folder.parent) == before


NO_BODIES: dict[str, tuple[str, Any, str, int]] = {
    "a form": ("/data/new", b"terms=x", FORM, 403),
    "no JSON": ("/data/new", b"\xff", JSON, 400),
    "nothing": ("/data/new", {}, JSON, 400),
    "a path": ("/data/new", {"terms": TERMS, "folder": "/etc"}, JSON, 404),
    "no such game": ("/data/new", {"terms": TERMS | {"game": "../chess"}}, JSON, 422),
    "an option of no game": ("/data/practice", {"terms": TERMS | {"options": {"x": "y"}}}, JSON, 422),
    "another level": ("/data/practice", {"terms": TERMS, "level": "perfect"}, JSON, 422),
    "too many": ("/data/practice", {"terms": TERMS | {"seats": 99}}, JSON, 422),
    "another digest": ("/data/new", {"terms": TERMS, "digest": "0" * 64}, JSON, 409),
    "a path to a pack": ("/data/new", {"terms": TERMS, "pack": "/etc/passwd"}, JSON, 422),
    "a pack alone": ("/data/practice", {"terms": {"game": "tigris", "seats": 2}, "pack": "A" * 43}, JSON, 422),
    "a path to a table": ("/data/new", {"terms": TERMS, "voids": "../friday"}, JSON, 404),
    "a pack as JSON": ("/data/pack", {"game": "civilization"}, JSON, 403),
    "a name of two lines": ("/data/new", {"terms": TERMS | {"name": "A\nB"}, "digest": "x"}, JSON, 422),
}


@pytest.mark.parametrize("case", NO_BODIES)
def test_what_cannot_be_offered_says_why_and_writes_nothing(case: str, new: NewPage) -> None:
    path, body, kind, status = NO_BODIES[case]
    before = kept(new.folder.parent)
    said = new.post(path, body, content_type=kind)

    assert said.status == status
    assert json.loads(said.text)["refused"]["sentence"]
    assert kept(new.folder.parent) == before


FOREIGN: dict[str, dict[str, str]] = {
    "no cookie": {"cookie": ""},
    "another host": {"host": "evil.example:1"},
    "another page": {"origin": "https://evil.example"},
    "another site": {"sec_fetch_site": "cross-site"},
}


@pytest.mark.parametrize("case", FOREIGN)
def test_nobody_else_begins_a_game_or_sees_what_can_be_chosen(case: str, new: NewPage) -> None:
    before, terms = kept(new.folder.parent), {"terms": TERMS, "digest": new.form()["ask"]["digest"]}
    said = [
        new.page.ask("/new", **FOREIGN[case]),
        new.post("/data/new", terms, **FOREIGN[case]),
        new.post("/data/practice", {"terms": TERMS}, **FOREIGN[case]),
        new.page.ask("/data/invitations", **FOREIGN[case]),
        new.post("/data/join", b"", **FOREIGN[case]),
        new.page.send("/data/pack", {"game": "civilization"}, {"files": ("a.json", own_pack())}, **FOREIGN[case]),
    ]

    assert {one.status for one in said} == {403}
    assert [one for one in said if '"form"' in one.text] == []
    assert kept(new.folder.parent) == before


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\"><img src=x onerror='alert(1)'>", "../../etc/passwd"])
def test_hostile_words_are_words_and_lead_nowhere(text: str, new: NewPage) -> None:
    read = new.form(title=text, name=text)["ask"]
    said = new.post("/data/new", {"terms": TERMS | {"title": text, "name": text}, "digest": read["digest"]})
    page = new.page.ask("/").text

    assert said.status == 200
    assert text.startswith(".") or text not in page
    assert {path.relative_to(new.folder.parent).parts[0] for path in new.folder.parent.rglob("*")} <= {
        "games",
        new.home.name,
    }


@pytest.mark.needs("uvicorn", *TOOLS, "axe.min.js")
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_game_is_offered_with_a_name_and_the_gold_button_in_every_window(
    lang: str, tmp_path: Path, chromium: Any
) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    with served(home, tmp_path, REFEREE_LANG=lang) as page, visited(chromium, page, "/new") as seen:
        seen.page.locator(".reads input").nth(0).fill("Hanna")
        seen.page.locator(".opt b", has_text={"en": "masked", "it": "mascherata"}[lang]).click()
        for number, (width, height) in enumerate(WINDOWS):
            resize(seen.page, {"width": width, "height": height})
            seen.page.emulate_media(color_scheme=("light", "dark")[number % 2])
            assert (seen.page.evaluate(GOLD), seen.page.evaluate(SIDEWAYS)) == ([1, True], 0), width
            assert seen.axe_at(width) == [], width
        seen.page.locator(".letter li").nth(3).wait_for()
        said = seen.page.locator("main").inner_text()
        seen.page.locator("#gold").click()
        seen.page.wait_for_url("**/table/*")

        assert "referee " not in said
        assert seen.count("pre") == 0
        assert seen.faults == []


@pytest.mark.needs("uvicorn", *TOOLS)
def test_a_game_alone_is_one_press_from_the_first_page(tmp_path: Path, chromium: Any) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        seen.page.locator("#gold").click()
        seen.page.wait_for_selector("svg.board .hit")
        seen.page.goto(f"{page.origin}/new?alone")
        seen.page.locator(".opt b", has_text=re.compile("^Ur$")).click()
        seen.page.locator(".opt[aria-pressed=true] b", has_text=re.compile("^Ur$")).wait_for()
        assert Sentence("new-level").told("en") in seen.page.locator("main").inner_text()
        seen.page.locator("#gold").click()
        seen.page.wait_for_selector("svg.board .hit")

        assert seen.page.title().startswith("(1) ")
        assert seen.faults == []
