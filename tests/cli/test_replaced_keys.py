"""A key that came later is in none of the four words: its own six are heard, and whoever lost one is told loudly."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.protocol.agreements.new_key import six_words
from referee.record.file_names import step_name
from referee.record.note import SignedNote, render_bundle
from tests.cli.games_on_disk import asked, home_of, lay, mail_with, remember
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix
from tests.support.rehearse import Match, open_match, play_out
from tests.table.new_seat_keys import REFEREE, agreed, asks, with_key

QUORUM = (("quorum", "majority"),)


@cache
def before(steps: int = 0) -> Match:
    """A game of four in which most may replace a key, dealt or played for some steps."""
    return play_out(open_match("tigris", 4, "replaced", QUORUM), "replaced", steps=steps)


def mover(steps: int = 0) -> str:
    """Who is asked, and who is the reader of these tests."""
    return asked(before(steps))


def robbed(steps: int = 0) -> str:
    """Whose key the others replace."""
    return next(name for name in before(steps).table.names if name != mover(steps))


def after(steps: int = 0, *, also: tuple[str, ...] = ()) -> tuple[Match, SignedNote]:
    """The game after the host and two players have put another key on a seat, and the note of that key. `also` have
    agreed as well.
    """
    match, seat = before(steps), robbed(steps)
    rekey = asks(match, seat, "false")
    others = [name for name in match.table.names if name not in (seat, mover(steps))]
    seats = [name for name in match.table.names if name in (*others, *also)]
    return with_key(match, seat, rekey, agreed(match, rekey, REFEREE, *seats), "false"), rekey


class Client:
    """The home and folder of one of them, which knows the game before the new key."""

    def __init__(self, root: Path, name: str, steps: int = 0) -> None:
        self.root, self.steps = root, steps
        self.home, self.game = home_of(root, name), lay(root / name, before(steps).files)
        remember(self.game, self.home, before(steps), before(steps).host.step)

    def types(self, *words: str | Path) -> tuple[int, str, str]:
        return inside(list(words), self.home, self.game)

    def told(self, *words: str | Path) -> Any:
        return json.loads(self.types(*words, "--json")[1])

    def hears_all(self) -> None:
        assert self.types("words", *self.told("words")["words"], "--from", "all")[0] == 0

    def gets(self, match: Match) -> tuple[int, str, str]:
        """Take in the step of the new key."""
        letter = self.root / "letter.eml"
        letter.write_bytes(render_bundle(match.signed_notes[step_name(match.host.step)]))
        return self.types("receive", letter)

    def heard(self, name: str) -> str:
        found: str = self.told("words")["heard"][name]
        return found

    def moves(self) -> int:
        return self.types("move", "pass", "--yes")[0]


@pytest.fixture
def reader(tmp_path: Path) -> Client:
    return Client(tmp_path, mover())


# Whoever is to move


def test_the_four_words_of_the_true_holder_say_nothing_of_a_key_that_came_later(reader: Client) -> None:
    match, _ = after()
    assert reader.gets(match)[0] == 0
    reader.hears_all()
    code, _, errors = reader.types("words", *reader.told("words")["words"], "--from", robbed())

    assert (code, reader.heard(robbed())) == (3, "not yet")
    assert (
        f"{robbed().title()} has had a new key since step {match.host.step}" in errors and "nothing was saved" in errors
    )
    assert reader.moves() == 5


def test_a_new_key_is_heard_by_its_six_words_and_then_the_reader_moves(reader: Client) -> None:
    match, rekey = after()
    reader.gets(match)
    reader.hears_all()
    refused = reader.types("move", "pass", "--yes")
    heard = reader.types("words", *six_words(rekey.id), "--from", robbed())

    assert refused[0] == 5 and f"--from {robbed()}" in refused[2] and "W6" in refused[2]
    assert (heard[0], reader.heard(robbed()), reader.moves()) == (0, "equal", 0), heard[2]


def test_six_other_words_stop_the_reader_at_every_step(reader: Client) -> None:
    match, _ = after()
    reader.gets(match)
    reader.hears_all()
    other = six_words(asks(before(), robbed(), "her own").id)
    code, _, _ = reader.types("words", *other, "--from", robbed())

    assert (code, reader.heard(robbed()), reader.moves()) == (4, "different", 4)


def test_whoever_had_compared_before_the_new_key_came_is_asked_again(tmp_path: Path) -> None:
    steps = 9
    reader = Client(tmp_path, mover(steps), steps)
    assert before(steps).host.past.signed[before().table.names.index(mover(steps))] > 0
    reader.hears_all()
    was = reader.heard(robbed(steps))
    match, rekey = after(steps)
    reader.gets(match)
    stands = reader.told("words")["heard"]
    caught = (reader.moves(), [todo["code"] for todo in reader.told("status")["next"]])
    reader.types("words", *six_words(rekey.id), "--from", robbed(steps))

    assert (was, stands.pop(robbed(steps)), set(stands.values())) == ("equal", "not yet", {"equal"})
    assert caught == (5, ["hear-six-from"])
    assert reader.moves() == 0


def test_going_on_without_the_six_words_is_a_choice(reader: Client) -> None:
    match, _ = after()
    reader.gets(match)
    reader.hears_all()
    assert reader.types("words", "--without", robbed(), "--yes")[0] == 0

    assert (reader.heard(robbed()), reader.moves()) == ("without", 0)


def test_a_new_key_to_which_the_reader_has_agreed_is_not_asked_about(reader: Client) -> None:
    match, rekey = after(also=(mover(),))
    assert reader.types("receive", mail_with(reader.root / "asks.eml", rekey))[0] == 0
    assert reader.types("consent", robbed(), "--words", " ".join(six_words(rekey.id)), "--yes")[0] == 0
    reader.hears_all()
    told = " ".join(reader.gets(match)[1].split())

    assert (reader.heard(robbed()), reader.moves()) == ("known", 0)
    assert "six words" not in told


def test_a_consent_that_stands_in_the_record_is_enough_where_the_home_is_new(reader: Client) -> None:
    match, _ = after(also=(mover(),))
    reader.gets(match)

    assert reader.heard(robbed()) == "known"


@posix
def test_at_a_terminal_the_six_words_are_asked_of_whoever_has_a_new_key(reader: Client) -> None:
    match, rekey = after()
    reader.gets(match)
    reader.hears_all()
    answers = {f"{robbed().title()}> ": " ".join(six_words(rekey.id))}
    code, seen = converse(["words"], reader.home, answers, cwd=reader.game)

    assert (code, reader.heard(robbed())) == (0, "equal")
    assert f"six different words, for a new key, come from: {robbed().title()}" in " ".join(seen.split())


# Whose key it was


@pytest.fixture
def victim(tmp_path: Path) -> Client:
    return Client(tmp_path, robbed())


@pytest.mark.parametrize(
    ("lang", "alarm"), [("en", "WARNING: step 1 replaced your"), ("it", "ATTENZIONE: il passo 1 ha")]
)
def test_whose_key_was_replaced_without_consent_is_told_so_as_of_two_histories(
    victim: Client, lang: str, alarm: str
) -> None:
    match, _ = after()
    letter = victim.root / "letter.eml"
    letter.write_bytes(render_bundle(match.signed_notes[step_name(match.host.step)]))
    code, out, errors = victim.types("receive", letter, "--lang", lang)
    pages = [victim.types("status", "--lang", lang), victim.types("--lang", lang)]

    assert (code, alarm in errors, alarm in out) == (4, True, True)
    assert [(code, page.splitlines()[1].startswith(alarm)) for code, page, _ in pages] == [(0, True)] * 2
    assert all("referee judge record/0001.step" in page for _, page, _ in pages)
    assert (victim.game / "record" / "0001.step").exists(), "the step is entered: the record goes on"


def test_whoever_lost_a_key_signs_nothing_more_and_is_told_why(victim: Client) -> None:
    victim.gets(after()[0])
    code, _, errors = victim.types("move", "pass", "--yes")
    caught = [victim.types("words", "--without", mover(), "--yes")[0], code]

    assert caught == [4, 4] and "referee: WARNING: step 1 replaced your key" in errors


def test_a_program_reads_which_key_was_lost_and_who_had_agreed(victim: Client) -> None:
    match, _ = after()
    victim.gets(match)
    status = victim.told("status")
    found = status["replaced"]
    agreed_by = [REFEREE, *(name for name in match.table.names if name not in (robbed(), mover()))]

    assert (found["role"], found["step"], found["agreed"]) == (robbed(), 1, agreed_by)
    assert found["old"] != found["new"] and status["next"][0]["code"] == "tell-key-not-yours"


def test_what_the_alarm_names_shows_the_step_and_accuses_nobody(victim: Client) -> None:
    victim.gets(after()[0])

    code, out, errors = victim.types("judge", "record/0001.step")
    assert (code, errors) == (0, ""), (out, errors)


def test_nobody_is_alarmed_by_a_key_that_has_agreed_to_its_end(tmp_path: Path) -> None:
    match, seat = before(), robbed()
    rekey = asks(match, seat, "own")
    rotated = with_key(match, seat, rekey, agreed(match, rekey, seat), "own")
    clients = [Client(tmp_path / name, name) for name in (seat, mover())]

    assert [client.gets(rotated)[0] for client in clients] == [0, 0]
    assert [client.told("status")["replaced"] for client in clients] == [None, None]
