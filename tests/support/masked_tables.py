"""Whole games whose deck nobody sees, by real commands in homes of their own: what the mail of one costs, and whether a
stranger finds anything wrong with it at any step.

Everybody has a box of their own. In a hop all look into theirs, with `referee watch`, and do what is theirs to do; what
is new in a box then goes to all, and is there in the next hop. Whoever is asked waits until all tiles of the own hand
are light, and then orders what is sensible.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

from referee.kernel.hashing import sha256
from referee.mail import inbox
from referee.protocol.history import read_record
from referee.protocol.opening import deal
from referee.protocol.seating import Eyes, Table
from referee.protocol.step import record_step
from referee.protocol.step.position import Position
from referee.record.file_names import OUTBOX, name_prefix, names_with_prefix
from referee.record.mails.unwrap import unwrap
from referee.record.note import Notes, read_bundle
from referee.session.masked.pending_key_shares import undecrypted_counts
from tests.cli.masked_story import TITLE, Evening
from tests.cli.terminal import inside
from tests.support.rehearse import SEATS
from tests.support.rounds import sensible_orders

STRANGER = "gina"
HOPS_MOST = 1000
"""A game needs some 250 hops; one that needs so many goes round for ever."""


@contextmanager
def read_once() -> Iterator[None]:
    """In here the same bytes are not read twice, and nobody follows the same step with the same key twice. A process
    for each command would; so a whole game would take an hour.
    """
    follow, first_position = record_step.record_step_file, deal.read_deal
    steps, deals = dict[object, Any](), dict[object, Any]()

    def record_step_file(position: Position, signed: Notes, eyes: Eyes) -> Any:
        mark = (position.head, eyes.key and eyes.key.public, *(one.id for one in signed))
        if mark not in steps:
            steps[mark] = follow(position, signed, eyes)
        return steps[mark]

    def read_deal(table: Table, signed: Notes, eyes: Eyes, proven: Container[str]) -> Position:
        mark = (eyes.key and eyes.key.public, *(one.id for one in signed))
        if mark not in deals:
            deals[mark] = first_position(table, signed, eyes, proven)
        return deals[mark]

    with ExitStack() as stack:
        stack.enter_context(patch.object(inbox, "unwrap", cache(unwrap)))
        stack.enter_context(patch.object(record_step, "record_step_file", record_step_file))
        stack.enter_context(patch.object(deal, "read_deal", read_deal))
        stack.enter_context(patch.object(read_record, "notes_of_file", cache(read_record.notes_of_file)))
        yield


@dataclass
class Correspondence(Evening):
    """Friends who mail. `first` has the hop in which somebody sent the first note of a type; a mailing is all that
    somebody sends in a hop, `alone` are those of locks alone; `dark` has by step how many seats the one who is asked
    waits for; `audits` are the verdicts of a stranger, by how often. A host who plays `vanishes` after so many steps, 0
    for never, and is `gone` until the others have another one, who is `hosting` then.
    """

    seed: int = 1
    hop: int = 0
    first: dict[str, int] = field(default_factory=dict)
    moves: int = 0
    mailings: int = 0
    alone: int = 0
    audits: Counter[str] = field(default_factory=Counter)
    known: dict[str, set[str]] = field(default_factory=dict)
    dark: dict[int, int] = field(default_factory=dict)
    audited: set[int] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)
    hosting: str = ""
    vanishes: int = 0
    gone: str = ""

    @property
    def host(self) -> str:
        return self.hosting or super().host

    def box(self, who: str) -> Path:
        """Where the notes of others lie for somebody, and the own ones for them."""
        return self.root / who / "box"

    def _fresh(self, count: int) -> bytes:
        self.fresh += 1
        return sha256(b"table %d %d" % (self.seed, self.fresh))[:count]

    def look(self, people: Sequence[str] = ()) -> str:
        """Somebody looks; a stranger audits each step of the host's."""
        said = super().look(people)
        if self.host in people and self.stands.history.position is not None:
            self.audit(self.stands.position.step)
        return said

    def goes_round(self) -> None:
        """What is new in each box goes to everybody."""
        new = [(who, path) for who in self.people for path in sorted(self.box(who).iterdir())]
        new = [(who, path) for who, path in new if path.name not in self.known.setdefault(who, set())]
        self.hop += 1
        by_author: dict[str, set[str]] = {}
        for who, path in new:
            types = {signed.type for signed in read_bundle(path.read_bytes())}
            by_author.setdefault(who, set()).update(types)
            for one in types:
                self.first.setdefault(one, self.hop)
            self.known[who].add(path.name)
        for who in self.people:  # what has been taken in is put away
            for name in [path.name for path in self.box(who).iterdir() if path.name not in self.known[who]]:
                (self.box(who) / name).unlink()
        for who, path in new:
            for other in self.people:
                if other != who:
                    (self.box(other) / path.name).write_bytes(path.read_bytes())
        self.mailings += len(by_author)
        self.alone += sum(types == {"unlock"} for types in by_author.values())

    def opens(self, *options: str) -> Correspondence:
        """Offer, joins, charter, accepts: four hops."""
        for who in (*self.people, STRANGER):
            self.box(who).mkdir(parents=True)
        for who in self.people:
            self.does(who, "key", "new", who)
        chosen = [word for option in ("deal=masked", *options) for word in ("-o", option)]
        plays = ("--play", "--name", self.host.title()) if self.host_plays else ()
        self.does(self.host, "offer", "tigris", "--seats", str(len(self.players)), "--title", TITLE, *chosen, *plays)
        self.does(self.host, "sync", self.box(self.host))
        self.goes_round()
        others = [who for who in self.players if who != self.host]
        for who in others:
            self.does(who, "join", self.box(who), "--name", who.title())
        self.goes_round()
        self.look((self.host,))
        self.does(self.host, "charter")
        self.look((self.host,))
        self.goes_round()
        for who in others:
            self.look((who,))
            self.does(who, "accept", "--yes")
        return self

    def goes_on(self, steps: int = HOPS_MOST) -> Correspondence:
        """From the accepts to the end of the game, or to a step."""
        while self.hop < HOPS_MOST:
            if self.vanishes and not self.hosting and self.stands.history.position is not None:
                self.replaces_host()
            for who in self.people:
                self.look((who,))
                self.acts(who)
            self.goes_round()
            position = self.stands.history.position
            if position is not None and (position.over or position.step >= steps):
                self.look()
                return self
        raise RuntimeError("\n".join(self.told[-12:]))

    def replaces_host(self) -> None:
        """The host is gone, once so many steps are played: the second player asks to host, all others agree by the six
        words, and nobody needs a word of hers. Then she is back, hears them, and plays on where she sat.
        """
        if self.stands.position.step < self.vanishes:
            return
        self.gone, asks = self.host, self.players[1]
        there = [who for who in self.people if who != self.gone]
        self.goes_round()  # what she sent last has come
        self.look(there)
        told = json.loads(self.does(asks, "rekey", "host", "--yes", "--json"))
        self.look((asks,))
        self.goes_round()
        for who in there:
            self.look((who,))
            if who != asks:
                self.does(who, "consent", "host", "--words", " ".join(told["words"]), "--yes")
                self.look((who,))
        for _ in there:
            self.goes_round()
            self.look(there)
        self.hosting, self.gone = asks, ""
        self.goes_round()
        self.look()
        self.does(self.players[0], "words", *told["words"], "--from", "host")

    def acts(self, who: str) -> None:
        """Somebody who is asked and sees the whole hand moves; the program of a host who plays enters it."""
        while who in self.players and self.is_asked(who):
            orders = sensible_orders(self.session(who), f"{self.seed} {self.session(who).position.step} {who}")
            self.does(who, "move", *orders, "--yes")
            self.moves += 1
            if who == self.host:
                self.look((who,))

    def is_asked(self, who: str) -> bool:
        """Whether somebody has to move now and sees all of the hand; who does not is counted once."""
        session = self.session(who)
        position = session.history.position
        if position is None or position.over or who != position.table.names[position.asked[0].seat]:
            return False
        if names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "move", position.step + 1, who)):
            return False
        self.hears(who)
        seat = position.table.seat(who)
        closed = undecrypted_counts(position, session.folder, seat)
        if closed.dark and position.step not in self.dark:
            self.dark[position.step] = len(closed.locks[who])
        return not closed.dark

    def hears(self, who: str) -> None:
        """Somebody hears the four words of everybody, and they are the own ones."""
        if who in self.heard:
            return
        self.heard.add(who)
        words = json.loads(self.does(who, "words", "--json"))["words"]
        self.does(who, "words", *words, "--from", "all")

    def audit(self, step: int) -> None:
        """A stranger audits what the host has."""
        if step in self.audited:
            return
        self.audited.add(step)
        self.audits[self.verdict()] += 1

    def verdict(self, who: str = STRANGER) -> str:
        """What an audit of somebody says: of the own game or, for the stranger, of the record of the host."""
        of = self.game(self.host if who == STRANGER else who) / "record"
        _, out, _ = inside(("audit", of, "--json"), self.home(who), self.root)
        return str(json.loads(out)["verdict"])


def play(
    root: Path, seats: int, seed: int, steps: int = HOPS_MOST, *, host_plays: bool, vanishes: int = 0
) -> dict[str, object]:
    """Play a game in a new folder; what is told of it. A host who plays `vanishes` after so many steps, 0 for never."""
    began = process_time()
    with read_once():
        game = Correspondence(root, SEATS[:seats], host_plays, seed=seed, vanishes=vanishes).opens().goes_on(steps)
    position, verdicts = game.stands.position, [game.verdict(who) for who in (*game.people, STRANGER)]
    wanted = ["clean" if position.over else "in progress"] * len(verdicts)
    running = {"in progress": position.step, "clean": 1} if position.over else {"in progress": position.step + 1}
    return {
        "seats": seats,
        "host plays": host_plays,
        "seed": seed,
        "host replaced in step": game.session(game.players[1]).table.host.since,
        "came through": verdicts == wanted and dict(game.audits) == running,
        "audits at each step": dict(game.audits),
        "audits of all at the end": verdicts,
        "steps": position.step,
        "turns": position.turn,
        "tiles in the bag": position.state.bag,
        "first move in hop": game.first["move"],
        "hops": game.hop,
        "moves": game.moves,
        "begun with a dark tile": len(game.dark),
        "locks waited for then": sum(game.dark.values()),
        "mailings": game.mailings,
        "of unlocks alone": game.alone,
        "seconds of CPU": round(process_time() - began),
    }
