"""People who press only what is gold, at pages without a browser: what is gold follows from what a room is answered.

What each of them does is written down as a deed, so that the same game can be typed behind it (`typed_twin.py`).
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from referee.cli.context import Context
from referee.cli.folders.paths import whereabouts
from referee.cli.open_games import reader_of
from referee.service.watching.shared_folder import Shared
from referee.service.watching.watcher import Watcher
from tests.web.in_process_page import Page, at_home, page_of

MOST = 3000
CLEAN = {"en": "Every move was legal", "it": "Ogni mossa era regolare"}
"""So many presses are never needed."""
ACTS = {"accept": "accept", "ack": "acknowledge", "charter": "begin"}
"""What is signed beside moves, by the command of its task."""


class Deed(NamedTuple):
    """What somebody did: `offer`, `join`, `drop`, `look`, `begin`, `accept`, `words`, `sign`, `acknowledge`, `end`,
    `send` or `audit`, with what belongs to it.
    """

    who: str
    does: str
    what: Any = None


@dataclass(frozen=True)
class Cell:
    """One shape of the story."""

    host_plays: bool
    by_folder: bool
    masked: bool
    lang: str
    game: str = "tigris"
    homes: int = 4

    @property
    def players(self) -> tuple[str, ...]:
        return self.people if self.host_plays else self.people[1:]

    @property
    def people(self) -> tuple[str, ...]:
        return ("hanna", "bert", "carl", "dora")[: self.homes]

    @property
    def options(self) -> dict[str, str]:
        return {"deal": "masked"} if self.masked else {}

    def __str__(self) -> str:
        words = (
            "host-plays" if self.host_plays else "host-deals",
            "folder" if self.by_folder else "mails",
            "masked" if self.masked else "open",
            self.lang,
        )
        return "-".join(words)


class Home:
    """Somebody with a page of their own."""

    def __init__(self, root: Path, name: str, lang: str) -> None:
        self.name, self.lang = name, lang
        self.home, self.games = root / f"home-{name}", root / name
        self.games.mkdir(parents=True)
        self.waiting: list[bytes] = []
        self.table = ""
        self.act: Any = None
        self.audited = False
        self.verdict = ""
        self.turns = 0
        self.is_new = True
        self.page: Page
        self.shared: list[Shared] = []

    def get(self, path: str) -> Any:
        with at_home(self.home, self.games, self.lang):
            said = self.page.ask(path)
        assert said.status == 200, (self.name, path, said.text)
        return json.loads(said.text)

    def post(self, path: str, body: Any) -> Any:
        with at_home(self.home, self.games, self.lang):
            said = self.page.post(path, body)
        assert said.status == 200, (self.name, path, body, said.text)
        return json.loads(said.text)

    def form(self, path: str, fields: dict[str, str], *mails: bytes) -> Any:
        files = {"files": [(f"{number}.eml", data) for number, data in enumerate(mails)]}
        with at_home(self.home, self.games, self.lang):
            said = self.page.send(path, fields, files)
        assert said.status == 200, (self.name, path, said.text)
        return json.loads(said.text)

    def ask(self, what: str, body: Any = None) -> Any:
        at = f"/data/table/{self.table}{what}"
        return self.get(at) if body is None else self.post(at, body)

    def look(self, folder: Path) -> None:
        """What the open page does by itself every ten seconds."""
        with at_home(self.home, self.games, self.lang):
            if not self.shared:
                context = Context(lang=self.lang)
                self.shared = [Shared(Watcher(reader_of(context), whereabouts()), folder, None, yes=False)]
            deque(self.shared[0].look(), 0)


class Story:
    """A table of people who press what is gold; mails are carried from one to the other, or a folder is shared."""

    def __init__(self, root: Path, cell: Cell) -> None:
        self.root, self.cell = root, cell
        self.folder = root / "person" / "Dropbox"
        self.homes = {name: Home(root, name, cell.lang) for name in cell.people}
        self.host = self.homes[cell.people[0]]
        self.pressed: list[tuple[str, str]] = []
        self.deeds: list[Deed] = []
        self.mails = 0
        self.known: set[Path] = set()

    def open(self) -> None:
        for home in self.homes.values():
            with page_of(home.home, home.games, home.lang) as home.page:
                pass  # each request is made at home again

    def does(self, home: Home, does: str, what: Any = None) -> None:
        self.deeds.append(Deed(home.name, does, what))

    def presses(self, home: Home, label: str) -> None:
        self.pressed.append((home.name, label))
        assert len(self.pressed) < MOST, self.pressed[-12:]

    # From nothing to the charter

    def token(self, home: Home) -> str:
        return next(row["token"] for row in home.get("/data/folders")["rows"] if row["name"] == self.folder.name)

    def begin(self) -> None:
        """The host chooses and gives a name; the others get the invitation and give theirs."""
        cell, host = self.cell, self.host
        terms = {
            "game": cell.game,
            "seats": len(cell.players),
            "title": "Friday",
            "name": host.name.title(),
            "plays": cell.host_plays,
            "options": cell.options,
        }
        body: dict[str, Any] = {"terms": terms}
        if cell.by_folder:
            self.folder.mkdir(parents=True)
            body["folder"] = self.token(host)
        ask = host.post("/data/new", body)["ask"]
        self.presses(host, ask["label"])
        host.table = host.post("/data/new", body | {"digest": ask["digest"]})["table"]
        self.does(host, "offer", terms)
        invitation = self.carried(host)
        for home in self.homes.values():
            if home is not host:
                self.join(home, invitation)

    def join(self, home: Home, invitation: list[bytes]) -> None:
        fields = {"name": home.name.title()}
        if self.cell.by_folder:
            home.post("/data/settings", {"does": "folder", "folder": self.token(home)})
            self.look()
            (found,) = home.get("/data/invitations")
            fields["offer"] = found["offer"]
        ask = home.form("/data/join", fields, *invitation)["ask"]
        self.presses(home, ask["label"])
        home.table = home.form("/data/join", fields | {"digest": ask["digest"]}, *invitation)["table"]
        self.does(home, "join")

    # Mails and folders

    def carried(self, home: Home) -> list[bytes]:
        """The mails that wait at somebody's table reach those they are for; those of an invitation are given back."""
        items = [item for item in home.ask("/post")["items"] if item["state"] != "sent"]
        offered = []
        for item in items:
            data = item["text"].encode()
            if item["kind"] == "offer":
                offered.append(data)
                continue
            named = [other for other in self.homes.values() if other.name.title() in item["name"].split()]
            for other in named or [self.host]:
                assert other is not home, item
                other.waiting.append(data)
                self.mails += 1
        if items:
            home.ask("/post", {"items": [item["id"] for item in items], "does": "sent"})
        if len(items) > len(offered):
            self.does(home, "send")
        return offered

    def drop(self, home: Home) -> None:
        """What has come is dropped; a yes to the end of a game waits on the gold button."""
        came, home.waiting = home.waiting, []
        taken = home.form("/data/take-in", {}, *came)["taken"]
        self.does(home, "drop", len(came))
        waits = next((one["ask"] for one in taken if one["ask"]), None)
        if waits:
            home.act = {"does": "take_in", "ask": waits, "files": came}
        wrong = [one for one in taken if one["refused"] and not one["ask"]]
        assert not wrong, wrong

    def look(self) -> None:
        """The page of everybody looks into the shared folder."""
        for home in self.homes.values():
            if home.home.is_dir() and (home.table or home is self.host):
                home.look(self.folder)
        self.does(self.host, "look", [home.name for home in self.homes.values() if home.table])

    # What is gold

    def press(self, home: Home) -> bool:
        """Press what is gold in the room of the table; whether anything was."""
        view = home.ask("")
        hosts = view["table"]["stage"] == "playing" and view["can"]["role"] in ("host", "both")
        if home.act is None and hosts:
            ask = home.ask("/act", {"does": "end"})["ask"]
            home.act = {"does": "end", "ask": ask} if ask else None
            if self.cell.by_folder:  # where a move may lie that ends the game, so the page looks there
                self.does(home, "look", [home.name])
        if home.act is not None:
            self.press_act(home)
        elif view["question"] is not None and view["stamp"].endswith(".-"):
            self.turn(home, view)
        elif any(item["state"] != "sent" for item in home.ask("/post")["items"]):
            self.presses(home, "open in my mail")
            self.carried(home)
        elif (task := first_due(view, audited=home.audited)) is not None:
            self.presses(home, task["label"])
            self.begin_act(home, task["command"].split())
        else:
            return False
        return True

    def begin_act(self, home: Home, words: list[str]) -> None:
        name = words[1]
        if name == "audit":
            home.verdict, home.audited = home.ask("/audit", {})["verdict"], True
            self.does(home, "audit")
        elif name == "words":
            home.act = {"does": "words", **home.ask("/words", {})}
        else:
            home.act = {"does": ACTS[name], **home.ask("/act", {"does": ACTS[name]})}

    def press_act(self, home: Home) -> None:
        act, home.act = home.act, None
        if act["does"] == "words":
            self.presses(home, "they all agree")
            assert home.ask("/words", {"same": list(act["names"])})["names"] == {}
            self.does(home, "words")
            return
        ask = act["ask"]
        self.presses(home, ask["label"])
        if act["does"] == "take_in":
            taken = home.form("/data/take-in", {"agreed": ask["digest"]}, *act["files"])["taken"]
            assert all(one["refused"] is None for one in taken), taken
            self.does(home, "take_in", len(act["files"]))
        else:
            home.ask("/act", {"does": act["does"], "digest": ask["digest"]})
            self.does(home, act["does"])

    def turn(self, home: Home, view: Any) -> None:
        """Orders are chosen until something can be signed; where words are to be compared first, that is gold."""
        orders: list[str] = []
        stamp = view["stamp"]
        view = home.ask("/try", {"stamp": stamp, "orders": orders})
        while view["ask"] is None or not view["orders"]:
            choice = chosen(view, home.turns)
            orders.append(choice)
            view = home.ask("/try", {"stamp": stamp, "orders": orders})
            assert all(one["refused"] is None for one in view["orders"]), view["orders"]
        if words := words_before(view):
            self.presses(home, words["label"])
            self.begin_act(home, words["command"].split())
            self.press_act(home)
            view = home.ask("/try", {"stamp": home.ask("")["stamp"], "orders": orders})
        self.presses(home, view["ask"]["label"])
        body = {"stamp": view["stamp"], "orders": orders, "digest": view["ask"]["digest"]}
        signed = home.ask("/sign", body)["signed"]
        assert not signed["again"], signed
        assert (signed.get("refused") or {"code": "ends-the-game"})["code"] == "ends-the-game", signed
        home.turns += 1
        self.does(home, "sign", "; ".join(orders))

    def play(self, turns: int = MOST) -> None:
        """Press on, and let come what was sent, until nobody has anything to press, or so many turns were signed."""
        idle = 0
        while idle < 2 and sum(home.turns for home in self.homes.values()) < turns:
            moved = False
            for home in self.homes.values():
                if home.waiting:
                    self.drop(home)
                    home.is_new = True
                while home.is_new and self.press(home):
                    moved = True
                home.is_new = False
            if self.cell.by_folder:
                self.look()
                known, self.known = self.known, files_below(self.root)
                changed = self.known - known
                for (
                    home
                ) in self.homes.values():  # a move that ends the game stays in the folder until its host says yes
                    seen = (home.games, self.folder) if home is self.host else (home.games,)
                    home.is_new = any(path.is_relative_to(place) for path in changed for place in seen)
                moved = moved or bool(changed)
            idle = 0 if moved else idle + 1


def files_below(root: Path) -> set[Path]:
    return {path for path in root.rglob("*") if path.is_file()}


def first_due(view: Any, *, audited: bool) -> Any:
    """The task whose button is gold where nothing is asked and nothing waits to be sent; None for none."""
    for task in view["tasks"]:
        words = task["command"].split()
        unseen = task["code"].startswith(("answer", "you-answer")) or not task["label"] or len(words) < 2
        if task["rank"] >= 3 or unseen or words[1] in ("mail", "send", "receive", "replay"):
            continue
        if len(words) == 2 and words[1] in (*ACTS, "words", "audit"):
            return task
    if view["result"] and not audited:
        return next((task for task in view["tasks"] if task["command"] == "referee audit"), None)
    return None


def words_before(view: Any) -> Any:
    waits = any(task["code"].startswith(("answer", "you-answer")) for task in view["tasks"])
    return None if waits else next((task for task in view["tasks"] if task["command"] == "referee words"), None)


def chosen(view: Any, turns: int) -> str:
    """An order: in the first turns any, later whole hands are swapped, so that the bag is empty soon."""
    ids = [one["id"] + end for one in view["choices"] for end in one.get("ends") or ("",)]
    assert ids, view["headline"]
    swaps = [one for one in ids if one.startswith("swap ")]
    if swaps and turns:
        return max(swaps, key=lambda one: len(one.split()))
    plain = [one for one in ids if not one.startswith(("swap ", "pass"))] or ids
    return plain[len(plain) // 2]
