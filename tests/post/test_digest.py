"""`referee remind --digest`: one mail a day over all games, to oneself, with nothing in it that is in a game."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.terminal import inside
from tests.post.servers import PASSWORD, Box, smtp_server
from tests.support.rehearse import Match, open_match

OWN, OTHERS = running(), open_match("ur", 3, "late", (("deadline", "7"), ("grace", "3")))
WHO = asked(OWN)


class Home:
    """The home of one who is asked in one game and waits in another."""

    def __init__(self, place: Path) -> None:
        self.place, self.path = place, home_of(place, WHO)
        self.run("people", "set", "me", f"{WHO}@example.org")

    def has(self, match: Match, days: float = 0) -> Path:
        """Lay a game whose newest note came so many days ago, and look at it."""
        game = lay(self.place / f"{match.table.game.info.name}-{match.host.step}", match.files)
        then = time.time() - days * 86_400
        for note in (game / "record").iterdir():
            os.utime(note, (then, then))
        assert inside(["status"], self.path, game)[0] == 0
        return game

    def run(self, *words: str | Path) -> tuple[int, str, str]:
        return inside(words, self.path, self.place)

    def told(self, *words: str) -> Any:
        code, out, errors = self.run("remind", "--digest", *words, "--json")
        assert code == 0, errors
        return json.loads(out)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def whom(match: Match) -> str:
    return match.table.called[match.table.seat(asked(match))]


@pytest.mark.parametrize(
    "lang, yours, wait, until",
    [
        ("en", "Tigris & Euphrates: waiting for you since ", "Waiting for others:", "your deadline is "),
        ("it", "Tigris & Euphrates: tocca a te da ", "Tocca ad altri:", "il tuo termine è "),
    ],
)
def test_my_turns_stand_first_with_what_to_type_then_whom_the_other_games_wait_for(
    home: Home, lang: str, yours: str, wait: str, until: str
) -> None:
    home.has(OWN)
    home.has(OTHERS, 2)
    home.has(finished())
    code, out, _ = home.run("remind", "--digest", "--lang", lang)
    lines = out.splitlines()

    assert (code, lines[0].startswith(yours), until in out) == (0, True, False)  # its charter names no days
    assert lines[1:4] == ['  referee --game "Tigris & Euphrates"', "", wait]
    assert lines[4].startswith(f"  {OTHERS.table.title}: {whom(OTHERS)}, ")
    assert home.place not in [path.parent for path in home.place.rglob("*.eml")]


def test_the_days_of_the_charter_are_told_as_a_date_and_a_script_reads_it(tmp_path: Path) -> None:
    match = OTHERS
    home = Home(tmp_path)
    home.path = home_of(tmp_path, asked(match))
    home.has(match, 2)
    (row,) = home.told()["games"]
    told = home.run("remind", "--digest")[1]

    assert row["turn"] and row["due"][:10] == time.strftime("%Y-%m-%d", time.localtime(time.time() + 5 * 86_400))
    assert "your deadline is" in " ".join(told.split())


def test_it_is_a_mail_to_oneself_without_a_note_in_it(home: Home) -> None:
    home.has(OWN)
    assert home.run("remind", "--digest", "--eml", "today.eml")[:2] == (0, "today.eml\n")
    mail = message_from_bytes((home.place / "today.eml").read_bytes(), policy=default)
    body = mail.get_body(("plain",))

    assert (mail["From"], mail["To"]) == (f"{WHO}@example.org",) * 2
    assert mail["Subject"] == "referee - your turn in 1 game"
    assert body is not None and body.get_content().replace("\r\n", "\n") == home.told()["mails"][0]["text"]
    assert not list(mail.iter_attachments())
    assert home.run("remind", "--digest", "--eml", "-")[1].encode() == (home.place / "today.eml").read_bytes()


@pytest.fixture
def box(home: Home) -> Iterator[Box]:
    secret = home.place / "secret"
    secret.write_text(f"{PASSWORD}\n")
    with smtp_server() as (found, typed):
        home.run("account", "set", "--smtp", typed, "--user", "hanna", "--password-command", f"cat '{secret}'")
        yield found


def test_it_is_sent_once_a_day_and_not_at_all_if_nothing_is_due(home: Home, box: Box) -> None:
    home.has(OTHERS)
    assert home.run("remind", "--digest", "--send")[:2] == (0, "Nothing for you to do\n")
    assert box.taken == []
    home.has(OWN)
    first, second = (home.run("remind", "--digest", "--send") for _ in range(2))

    assert [(taken.sender, taken.to) for taken in box.taken] == [(f"{WHO}@example.org", (f"{WHO}@example.org",))]
    assert first[1] == f"today's summary was sent to {WHO}@example.org\n"
    assert second[1] == f"today's summary has already been sent to {WHO}@example.org\n"
    assert message_from_bytes(box.taken[0].data, policy=default)["Auto-Submitted"] == "auto-generated"


def test_the_next_day_has_its_own(home: Home, box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    home.has(OWN)
    for day in ("2026-11-20", "2026-11-20", "2026-11-21"):
        monkeypatch.setattr("referee.service.waiting.daily_digest.today", lambda day=day: day)
        home.run("remind", "--digest", "--send")

    assert len(box.taken) == 2


def test_what_no_server_took_is_sent_at_the_next_try(home: Home, box: Box) -> None:
    home.has(OWN)
    home.run("people", "set", "me", "nobody@example.org")
    assert home.run("remind", "--digest", "--send")[0] == 74
    home.run("people", "set", "me", f"{WHO}@example.org")
    assert home.told("--send")["sent"] and len(box.taken) == 1


@pytest.mark.parametrize("words", [("--digest", "anna"), ("--eml", "x.eml"), ("--send",)])
def test_what_does_not_go_together_is_refused_and_nothing_is_written(home: Home, words: tuple[str, ...]) -> None:
    code, _, errors = home.run("remind", *words)

    assert (code, "--eml and --send" in errors) == (2, True)
    assert not (home.place / "x.eml").exists()


def test_without_an_own_address_it_is_read_and_not_sent(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.run("people", "forget", "me")
    home.has(OWN)
    home.run("account", "set", "--smtp", "127.0.0.1:9")

    assert home.run("remind", "--digest")[0] == 0
    assert "referee people set me ADDRESS" in home.run("remind", "--digest", "--send")[2]


def test_a_game_that_cannot_be_read_is_told_and_stops_no_other(home: Home) -> None:
    home.has(OWN)
    (home.has(OTHERS) / "record" / "charter.note").write_bytes(b"nothing")
    told = home.run("remind", "--digest")[1]

    assert "waiting for you" in told and "\n! " in told
