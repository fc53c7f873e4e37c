"""`referee watch --mail` on real servers: a game of four from the offer to the last ack, with nobody at the host's."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import home_of
from tests.cli.terminal import COMMAND, environment, inside
from tests.long_runs import of
from tests.needed_tools import posix
from tests.post.servers import PASSWORD, Office, post_office

SEATS = ("anna", "bert", "carl", "dora")
VACATION = b"""\
From: anna@example.org
To: host@example.org
Message-ID: <out-of-office-1@example.org>
In-Reply-To: %s
Auto-Submitted: auto-replied (vacation)
Subject: Out of office

I am away until Monday.
"""
BOUNCE = b"""\
From: Mail Delivery System <mailer-daemon@example.org>
To: host@example.org
Return-Path: <>
References: %s
Message-ID: <bounce-1@example.org>
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

I could not deliver it.
--b
Content-Type: message/rfc822

%s
--b--
"""
WORDS = b"""\
From: Bert <bert@example.org>
To: host@example.org
Message-ID: <words-%d@example.org>
References: %s
Subject: Re: your move

I move my king to A7, please.
"""


class Party:
    """Somebody with a home, a folder and an account."""

    def __init__(self, place: Path, name: str, office: Office) -> None:
        self.name, self.home, self.place = name, home_of(place, name), place / name
        self.place.mkdir()
        self.game, self.has_heard = self.place, False
        secret = self.place / "secret"
        secret.write_text(f"{PASSWORD}\n")
        self.run("account", "set", "--smtp", office.smtp, "--imap", office.imap, "--user", name)
        self.run("account", "set", "--password-command", f"cat '{secret}'")
        self.run("people", "set", "me", f"{name}@example.org")

    def run(self, *words: str | Path) -> str:
        """A command that is carried out; what it prints."""
        code, out, errors = inside(words, self.home, self.game)
        assert code == 0, (words, out, errors)
        return out

    def fetch(self) -> None:
        """What came; an invitation waits for `join`, which is no failure here."""
        self.last = inside(["fetch", "--yes"], self.home, self.game)

    def hears(self) -> None:
        """Before the first move the words are compared by telephone."""
        if not self.has_heard:
            self.run("words", *json.loads(self.run("words", "--json"))["words"], "--from", "all")
            self.has_heard = True

    def knows(self, others: tuple[str, ...]) -> None:
        """Put the addresses of others into the book, by name alone."""
        for other in others:
            self.run("people", "set", other, f"{other}@example.org")


@pytest.fixture
def office() -> Iterator[Office]:
    with post_office(("host", *SEATS)) as servers:
        yield servers


def until(what: str, done: object, seconds: float = 60) -> None:
    """Wait until something is so."""
    for _ in range(int(seconds * 10)):
        if done():  # type: ignore[operator]
            return
        time.sleep(0.1)
    raise AssertionError(f"it never came to this: {what}")


def letters_to(office: Office, name: str) -> list[bytes]:
    """The mails for somebody, in the order in which they were handed in."""
    return [taken.data for taken in office.taken if taken.to == (f"{name}@example.org",)]


def opened(tmp_path: Path, office: Office) -> tuple[Party, list[Party]]:
    """A game that is offered, and joined by four, each by mail."""
    host = Party(tmp_path, "host", office)
    players = [Party(tmp_path, name, office) for name in SEATS]
    host.knows(SEATS)
    folder = host.place / "ours"
    host.run("offer", "tigris", "--seats", "4", "--title", "Ours", "--folder", folder)
    host.game = folder
    host.run("send", *(f"{name}@example.org" for name in SEATS))
    for player in players:
        player.knows(("host", *SEATS))
        player.fetch()
        print(player.last)
        (kept,) = (player.home / "mails").iterdir()
        player.run("join", kept, "--seat", player.name, "--folder", player.place / "ours")
        player.game = player.place / "ours"
        player.run("send")
    return host, players


def swapped(player: Party) -> list[str]:
    """`swap` with the whole hand of a player."""
    session = open_session(GameFolder(player.game), DataFolder(player.home))
    assert session.eyes.seat is not None
    own = session.position.knowledge.own(session.eyes.seat)
    assert own is not None
    return ["swap", *own.hand]


def status(player: Party) -> tuple[str, list[str]]:
    """(stage, who is asked)."""
    told = json.loads(player.run("status", "--json"))
    return told["stage"], [question["seat"] for question in told["questions"]]


@posix
def test_a_game_of_four_goes_from_offer_to_ack_by_mail_alone_and_nobody_answers_machines(
    tmp_path: Path, office: Office
) -> None:
    host, players = opened(tmp_path, office)
    by_name = {player.name: player for player in players}
    log = (tmp_path / "log").open("wb")
    words = [*COMMAND, "watch", "--mail", "--every", "1", "--yes"]
    watching = subprocess.Popen(words, cwd=host.game, env=environment(host.home), stdout=log, stderr=log)
    try:
        joins = host.game / "pending"
        until("four joins", lambda: len(list(joins.glob("[!.]*"))) == 4)
        host.run("charter")
        for player in players:
            until("the charter", lambda player=player: len(letters_to(office, player.name)) >= 2)
            player.fetch()
            player.run("accept")
            player.run("send")
        until("the deal", lambda: (host.game / "record" / "0000.deal").exists())
        play(host, by_name, office)
        for player in players:
            player.fetch()
            player.run("ack")
            player.run("send")
        until("four acks", lambda: len(list((host.game / "record").glob("ack-*.note"))) == 4)
    finally:
        watching.send_signal(signal.SIGTERM)
        code = watching.wait(60)
        log.close()
    said = (tmp_path / "log").read_text("utf-8")

    assert (code, said.splitlines()[-1].split(";")[0]) == (0, "stopped")
    for player in players:
        player.fetch()
        assert "audit: clean" in player.run("audit")
    assert said.count("an automatic reply; ignored") == 1
    assert said.count("a bounced mail; ignored") == 1
    answers = [message_from_bytes(data, policy=default) for data in letters_to(office, "bert")]
    assert len([mail for mail in answers if mail["Auto-Submitted"] == "auto-replied"]) == 1
    assert not [taken for taken in office.taken if "daemon" in "".join(taken.to)]
    assert PASSWORD not in said


def play(host: Party, players: dict[str, Party], office: Office) -> None:
    """Every seat swaps its hand when it is asked, until the bag is empty, or in a short run until all agree to a draw;
    machines and words come in between.
    """
    step = 0
    while True:
        for player in players.values():
            until("the letter", lambda player=player, step=step: has_step(office, player.name, step))
        first = next(iter(players.values()))
        first.fetch()
        stage, asked = status(first)
        if stage != "playing":
            return
        if step == 2:
            disturb(office)
        is_enough = step == of(3, 1000)
        for mover in players.values() if is_enough else (players[asked[0]],):
            mover.fetch()
            mover.hears()
            mover.run(*(["consent", "draw"] if is_enough else ["move", " ".join(swapped(mover))]), "--yes")
            mover.run("send")
        step += 1


def has_step(office: Office, name: str, step: int) -> bool:
    """Whether the letter of a step was handed in for somebody."""
    return any(b"%04d.txt" % step in data for data in letters_to(office, name))


def disturb(office: Office) -> None:
    """A vacation reply and a bounce come to the host, and the same words twice from a player."""
    newest = letters_to(office, "anna")[-1]
    own_id = message_from_bytes(newest, policy=default)["Message-ID"].encode()
    berts = message_from_bytes(letters_to(office, "bert")[-1], policy=default)["Message-ID"].encode()
    box = office.boxes["host"]
    box.put("vacation", VACATION % own_id)
    box.put("bounce", BOUNCE % (own_id, newest))
    box.put("words-1", WORDS % (1, berts))
    box.put("words-2", WORDS % (2, berts))
