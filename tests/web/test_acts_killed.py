"""A page that is killed before any change on disk of any of its acts: the next page shows all as it was or is.

The act that is pressed again ends as if nobody had died, and nothing is signed by looking.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from referee.crypto.keys import fingerprint
from referee.mail.accounts import Account, Server, keep_account
from referee.record.file_names import CHARTER, OFFER
from referee.record.note import read_bundle, render_bundle
from referee.record.store import DataFolder, effects
from referee.session.game_folders import game_locations
from tests.cli.games_on_disk import asked, finished, home_of, lay, move_of, remember, running
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.table.players_on_disk import snapshot
from tests.table.small_games import key_of
from tests.web.fixed_chance import drawn_by
from tests.web.in_process_page import Page, in_parts, page_of
from tests.web.open_rooms import before_the_last_move, signed_at

pytestmark = pytest.mark.needs("starlette")

JSON = "application/json"
APART = 9
"""Of so many changes of an act a usual run looks at one."""

Press = Callable[[Page, str], object]


def seat_at(folder: Path, who: str = "", files: Mapping[str, bytes] | None = None) -> Path:
    """The home of somebody at a table, whom no words keep from signing."""
    who = who or asked(running())
    game, home = lay(folder / "game", files or running().files), home_of(folder, who)
    assert inside(["status"], home, game)[0] == 0
    return home


def host_at(folder: Path) -> Path:
    """The home of the host of a running game."""
    home = seat_at(folder, "host")
    remember(folder / "game", home, running(), running().host.step)
    return home


def opening(folder: Path, joins: int = 3) -> Path:
    """The home of a host to whom so many have sent their joins."""
    match = running()
    offer, *others, _ = match.signed_notes[CHARTER]
    home = seat_at(folder, "host", {OFFER: render_bundle((offer,))})
    mail = folder / "joins.txt"
    mail.write_bytes(render_bundle(tuple(others[:joins])))
    assert inside(["receive", str(mail)], home, folder / "game")[0] == 0
    return home


def charter_at(folder: Path) -> Path:
    """The home of somebody who has a charter to agree to."""
    return seat_at(folder, "anna", {name: running().files[name] for name in (OFFER, CHARTER)})


def end_at(folder: Path) -> Path:
    """The home of a player of a game that is over."""
    return seat_at(folder, "anna", finished().files)


def mail_at(folder: Path) -> Path:
    """The home of somebody whose signed move is to be sent."""
    return signed_at(folder)[0]


def account_at(folder: Path) -> Path:
    """The home of somebody with an account."""
    home = home_of(folder, "anna")
    keep_account(DataFolder(home), Account("anna@example.org", smtp=Server("127.0.0.1", 25)))
    return home


def end_to_come(folder: Path) -> Path:
    """The home of a host with a mail that ends the game."""
    _, home, _, move = before_the_last_move(folder)
    (folder / "move.txt").write_bytes(render_bundle((move,)))
    return home


def send(page: Page, path: str, body: Mapping[str, Any]) -> Any:
    """What is answered to some JSON."""
    return json.loads(page.ask(path, "POST", json.dumps(body).encode(), content_type=JSON).text)


def yes(path: str, body: Mapping[str, Any], page: Page, table: str) -> None:
    """Read what would be signed, and sign that."""
    at = path if path.startswith("/") else f"/data/table/{table}/{path}"
    ask = send(page, at, body).get("ask")
    if ask is not None:
        send(page, at, {**body, "digest": ask["digest"]})


def say(path: str, body: Mapping[str, Any], page: Page, table: str) -> None:
    """What needs no yes."""
    send(page, path if path.startswith("/") else f"/data/table/{table}/{path}", body)


def sign(page: Page, table: str) -> None:
    """Choose an order and sign it."""
    view = send(page, f"/data/table/{table}/try", {"stamp": "", "orders": ["pass"]})
    if view.get("ask"):
        body = {"stamp": view["stamp"], "orders": ["pass"], "digest": view["ask"]["digest"]}
        send(page, f"/data/table/{table}/sign", body)


def mark_sent(page: Page, table: str) -> None:
    """Say that a mail was sent by hand."""
    (mail,) = json.loads(page.ask(f"/data/table/{table}/post").text)["items"]
    send(page, f"/data/table/{table}/post", {"items": [mail["id"]], "does": "sent"})


def choose(page: Page, table: str) -> None:
    """Choose an order, which is kept until it is signed."""
    stamp = json.loads(page.ask(f"/data/table/{table}").text)["stamp"]
    send(page, f"/data/table/{table}/try", {"stamp": stamp, "orders": ["pass"]})


def end(page: Page, table: str) -> None:
    """Drop a move, read how it ends the game, and say yes to that."""
    mail = Path("move.txt").read_bytes()
    (found,) = page.take_in(mail)["taken"]
    if found["ask"] is not None:
        page.take_in(mail, agreed=found["ask"]["digest"])


def use(does: str, values: Mapping[str, str], page: Page, table: str) -> None:
    """Read what a form of the finder would do, and say yes to that."""
    fields = {"does": does, "table": table, **values}
    ask = json.loads(page.send("/data/tool", fields, {"none": []}).text).get("ask")
    if ask is not None:
        page.send("/data/tool", {**fields, "digest": ask["digest"]}, {"none": []})


def drop(page: Page, table: str) -> None:
    """Drop a mail with a move at its host's."""
    after = running(steps=6)
    page.take_in(render_bundle((move_of(after, 6),)))


def join(page: Page, table: str) -> None:
    """Answer an invitation."""
    mail = ("invitation.txt", render_bundle(running().signed_notes[OFFER]))

    def sent(**fields: str) -> Any:
        kind, body = in_parts({"name": "Bert", **fields}, {"files": [mail]})
        return json.loads(page.ask("/data/join", "POST", body, content_type=kind).text)

    ask = sent().get("ask")
    if ask is not None:
        sent(digest=ask["digest"])


def attempt_again(page: Page, _: str) -> None:
    """Give up the charter that is there, and offer the game anew."""
    (first,) = send(page, "/data/new", OFFERED)["form"]["voids"]
    terms = OFFERED["terms"] | {"why": "Carl cannot play"}
    yes("/data/new", {"terms": terms, "voids": first["value"]}, page, "")


def begin_again(page: Page, table: str) -> None:
    """Go back in a game alone, and play on from there, so that the bots move."""
    use("again", {"step": "2"}, page, table)
    sign(page, table)


def practised(folder: Path) -> Path:
    """The home of somebody who has played a few steps alone."""
    home = folder / "home"
    assert inside(["practice", "tigris", "--seed=11", "--name=Anna"], home, folder)[0] == 0
    for _ in range(2):
        assert inside(["move", "--yes", "pass"], home, folder / "practice-tigris")[0] == 0
    return home


class Act(NamedTuple):
    """What is pressed, in which home."""

    lay: Callable[[Path], Path]
    press: Press


BACK = {"does": "back", "values": {"step": "3", "why": "a slip"}}
OFFERED = {"terms": {"game": "tigris", "seats": 3, "name": "Hanna", "title": "Friday"}}
ACTS = {
    "sign": Act(seat_at, sign),
    "choose": Act(seat_at, choose),
    "note": Act(seat_at, partial(say, "note", {"stamp": "", "text": "Carl has no farm"})),
    "words": Act(seat_at, partial(say, "words", {"same": ["referee", "bert", "carl"]})),
    "propose": Act(seat_at, partial(yes, "agree", BACK)),
    "new key": Act(host_at, partial(yes, "agree", {"does": "rekey", "values": {"seat": "bert", "why": "lost"}})),
    "skip": Act(
        host_at, partial(yes, "agree", {"does": "absent", "values": {"seat": asked(running()), "timeless": "yes"}})
    ),
    "take in": Act(host_at, drop),
    "begin": Act(opening, partial(yes, "act", {"does": "begin"})),
    "accept": Act(charter_at, partial(yes, "act", {"does": "accept"})),
    "acknowledge": Act(end_at, partial(yes, "act", {"does": "acknowledge"})),
    "end": Act(end_to_come, end),
    "sent": Act(mail_at, mark_sent),
    "offer": Act(lambda folder: home_of(folder, "hanna"), partial(yes, "/data/new", OFFERED)),
    "join": Act(lambda folder: home_of(folder, "bert"), join),
    "second attempt": Act(host_at, attempt_again),
    "again": Act(practised, begin_again),
    "address": Act(account_at, partial(say, "/data/settings", {"does": "person", "address": "anna@example.org"})),
    "account": Act(
        account_at, partial(say, "/data/settings", {"does": "account", "user": "a", "smtp": "127.0.0.1:25"})
    ),
    "forget": Act(account_at, partial(say, "/data/settings", {"does": "forget_account"})),
    "key": Act(account_at, partial(say, "/data/settings", {"does": "new_key", "name": "second"})),
    "claim": Act(seat_at, partial(use, "claim", {"say": "The score is wrong"})),
    "letter": Act(seat_at, partial(use, "letter", {"step": "2"})),
    "leave out": Act(
        opening, partial(yes, "act", {"does": "leave_out", "names": [fingerprint(key_of("carl").public)]})
    ),
    "language": Act(account_at, partial(say, "/data/settings", {"does": "look", "lang": "it", "light": "dark"})),
}
ANEW = {"new key", "offer", "join", "second attempt"}
"""What draws by chance: nobody knows of what was left half done, so another one is made."""


def is_kept(name: str, path: str) -> bool:
    """Whether a file must be as if nobody had died. A step that was told before is not signed again, so the guard still
    holds its text until the next one is. The guard of a bot may know of fewer steps after a rewind: it moves all the
    same.
    """
    return "guard-" not in path or (name != "skip" and not (name == "again" and "/.others/" in path))


class Killed:
    """An act, and the disk as it is before each of its changes: what a page leaves that is killed there."""

    def __init__(self, act: Act, root: Path) -> None:
        self.act, self.root, self.here = act, root, root / "here"
        self.here.mkdir()
        self.home = act.lay(self.here)
        self.moments: list[Path] = []
        self.changes = 0

        def keep(_: str) -> None:
            if self.changes % of(APART, 1) == 0:  # the first is one: some acts change the disk once
                self.moments.append(Path(shutil.copytree(self.here, self.root / str(self.changes))))
            self.changes += 1

        effects.append(keep)
        try:
            self.press()
        finally:
            effects.clear()
        self.after, self.told = self.seen(), self.shown()

    def restore(self, moment: Path) -> None:
        shutil.rmtree(self.here)
        shutil.copytree(moment, self.here)

    def page(self, press: Callable[[Page, str], Any]) -> Any:
        places = game_locations(DataFolder(self.home))
        with patch("secrets.token_bytes", drawn_by("act")), page_of(self.home, self.here) as page:
            return press(page, places[0].offer if places else "")

    def press(self) -> None:
        self.page(self.act.press)

    def shown(self) -> list[Any]:
        """What the rooms show that a browser opens by itself: the tables, and what is to be sent."""

        def look(page: Page, table: str) -> list[Any]:
            lobby = json.loads(page.ask("/data/lobby").text)
            rows = [(row["table"]["head"]["stage"], row["table"]["turn"]) for row in lobby["tables"]]
            page.ask("/settings")
            if not table:
                return rows
            page.ask(f"/table/{table}")
            post = json.loads(page.ask(f"/data/table/{table}/post").text)
            return [*rows, *[(item["kind"], item["state"], item["name"]) for item in post["items"]]]

        found: list[Any] = self.page(look)
        return found

    def seen(self) -> dict[str, bytes]:
        """What a reader sees: hidden files are left by writers that died, and letters are read from the record."""
        found = snapshot(self.here)
        return {
            name: data
            for name, data in found.items()
            if not Path(name).name.startswith(".") and "/letters/" not in name
        }

    def notes(self) -> dict[str, bytes]:
        """What is signed."""
        return {name: data for name, data in self.seen().items() if b"BEGIN REFEREE NOTE" in data}


@pytest.mark.parametrize("name", ACTS)
def test_a_page_killed_before_any_change_loses_nothing_and_signs_nothing_unseen(name: str, tmp_path: Path) -> None:
    killed = Killed(ACTS[name], tmp_path)
    assert killed.moments, f"{killed.changes} changes"
    for moment in killed.moments:
        killed.restore(moment)
        before = killed.notes()
        killed.shown()
        looked = killed.notes()
        killed.press()

        # a way back that was agreed to is finished by whoever looks
        assert looked == before or (name == "again" and looked.items() <= before.items()), (name, moment.name)
        assert all(read_bundle(data) for path, data in before.items() if "/record/" in path), (name, moment.name)
        shown = killed.shown()
        if name in ANEW:  # beside what was left half done
            assert [row for row in shown if row in killed.told] == killed.told, (name, moment.name)
        else:
            assert shown == killed.told, (name, moment.name)
            assert {path: data for path, data in killed.seen().items() if is_kept(name, path)} == {
                path: data for path, data in killed.after.items() if is_kept(name, path)
            }, (name, moment.name)


def test_a_join_is_left_out_only_by_the_host_who_has_read_whose_it_is(tmp_path: Path) -> None:
    names = [fingerprint(key_of(who).public) for who in ("carl", "bert")]
    home, other = opening(tmp_path), home_of(tmp_path, "anna")
    assert inside(["status"], other, tmp_path / "game")[0] == 0
    (place,) = game_locations(DataFolder(home))
    at, before = f"/data/table/{place.offer}/act", snapshot(place.folder)

    def left_out(page: Page, *names: str, digest: str = "") -> Any:
        return send(page, at, {"does": "leave_out", "names": names, "digest": digest})

    with page_of(other, tmp_path) as page:
        foreign = left_out(page, names[0])
    with page_of(home, tmp_path) as page:
        ask = left_out(page, names[0])["ask"]
        wrong = [left_out(page, name, digest=ask["digest"]) for name in (names[1], "anna", "../join")]
        wrong += [left_out(page, *names, digest=ask["digest"]), left_out(page, names[0], digest="0" * 64)]
        unread = snapshot(place.folder)
        done = left_out(page, names[0], digest=ask["digest"])
        again = left_out(page, names[0], digest=ask["digest"])

    assert "Carl" in ask["sentence"]
    assert all("refused" in said for said in (foreign, *wrong, again))
    assert unread == before
    assert [seat["id"] for seat in done["view"]["seats"]] == ["anna", "bert"]
