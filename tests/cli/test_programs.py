"""Three people and a program: joined so that all read it, answered by watch, each answer made again at the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from referee.kernel.requests import TURN
from referee.record.note import read_bundle
from referee.record.notes import Join
from referee.record.store import DataFolder, GameFolder
from referee.session.bot_seat import bot_answer
from referee.session.session import open_session
from tests.cli.terminal import inside
from tests.cli.typing_players import Player

ALL = ("host", "anna", "bert", "carl", "dora")
PEOPLE = ("anna", "bert", "carl")


class Evening:
    """A game of Tigris over one shared folder, looked at by `watch --once`; dora is a program."""

    def __init__(self, root: Path) -> None:
        self.root, self.shared = root, root / "shared"

    def people(self, name: str) -> Player:
        return Player(self.root, name)

    def offered(self) -> Evening:
        self.shared.mkdir()
        self.run("host", "offer", "tigris", "--seats", "4", "--title", "Friday tigris", at=self.people("host").place)
        return self

    @property
    def invitation(self) -> Path:
        return self.place("host") / "letters" / "invitation.txt"

    def place(self, name: str) -> Path:
        return self.people(name).place / "friday-tigris"

    def run(self, name: str, *words: str | Path, at: Path | None = None) -> str:
        code, out, errors = inside(words, self.people(name).home, at or self.place(name))
        assert code == 0, (name, words, out, errors)
        return out + errors

    def look(self, names: tuple[str, ...] = ALL) -> str:
        """Everybody looks once, and the host once more."""
        return "".join(self.run(name, "watch", self.shared, "--once", "--yes") for name in (*names, "host"))

    def dora_joins(self) -> str:
        place = self.people("dora").place
        return self.run("dora", "join", self.invitation, "--name", "Dora", "--bot", "good", at=place)

    def dealt(self) -> str:
        """Joins, charter, accepts, words; what was told when dora joined."""
        for name in PEOPLE:
            self.run(name, "join", self.invitation, "--name", name.title(), at=self.people(name).place)
        told = self.dora_joins()
        joins = self.look()
        assert "Dora joins; a bot plays this seat (good)" in joins
        told += self.run("host", "charter")
        self.look()
        for name in ALL[1:]:
            told += self.run(name, "accept", "--yes")
        self.look()
        self.look()
        for name in ALL[1:]:
            words = json.loads(self.run(name, "words", "--json"))["words"]
            self.run(name, "words", *words, "--from", "all")
        return told

    def asked(self) -> tuple[str, bool]:
        """Who is asked next, and whether for a turn."""
        session = open_session(GameFolder(self.place("host")), DataFolder(self.people("host").home))
        request = session.position.asked[0]
        return session.position.table.names[request.seat], request.question == TURN

    def step(self) -> int:
        return open_session(GameFolder(self.place("host")), DataFolder(self.people("host").home)).position.step

    def play(self, until: Callable[[], bool], by_hand: int = 0) -> str:
        """People answer sensibly; dora is answered for. With `by_hand` somebody does so in so many turns of dora. Who
        has nothing to do looks when it is asked.
        """
        told = ""
        while by_hand or not until():
            seat, is_turn = self.asked()
            is_by_hand = by_hand > 0 and is_turn and seat == "dora"
            if seat in PEOPLE or is_by_hand:
                told += self.run(seat, "sync", self.shared)
                session = open_session(GameFolder(self.place(seat)), DataFolder(self.people(seat).home))
                typed, _ = bot_answer(session, "greedy")
                if is_by_hand:
                    assert session.own is not None
                    by_hand, typed = by_hand - 1, (" ".join(("swap", *session.own.hand)),)
                self.run(seat, "move", *typed, "--yes")
            told += self.look(tuple(dict.fromkeys((seat, "host", *(() if by_hand else ("dora",))))))
        return told

    def over(self) -> None:
        """Everybody agrees to a draw, once all have what dora may still have answered."""
        self.look()
        self.look()
        for name in ALL[1:]:
            self.run(name, "consent", "draw", "--yes")
        self.look()
        self.look()


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).offered()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An evening that is dealt, put away, and what was told until then."""
    root = tmp_path_factory.mktemp("evening")
    told = Evening(root).offered().dealt()
    return root.rename(root.with_name("put-away")), told


@pytest.fixture
def dealt(tmp_path: Path, opened: tuple[Path, str]) -> tuple[Evening, str]:
    """The same, in which every home knows where its game lies now."""
    evening = Evening(Path(copytree(opened[0], tmp_path, dirs_exist_ok=True)))
    for name in ALL:
        evening.run(name, "status")
    return evening, opened[1]


def test_three_people_and_a_program_through_watch(dealt: tuple[Evening, str]) -> None:
    evening, told = dealt
    sentence = "A bot plays for Dora (good); after the game anyone can recalculate all its answers."
    assert told.replace("\n", " ").count("A bot plays for Dora (good)") >= 5  # the charter, and each who accepts
    assert "A bot plays for you, and everyone will be told." in told
    for name in ALL:
        assert sentence in " ".join(evening.run(name, "status", "--full").split())
    letter = (evening.place("host") / "letters" / "charter.txt").read_text("utf-8")
    assert sentence in " ".join(letter.split())

    answered = evening.play(lambda: evening.step() >= 10)
    count = answered.count("the bot has answered for dora")
    assert count >= 2
    evening.over()
    for name in ALL:
        page = " ".join(evening.run(name, "audit").split())
        assert f"a bot (good) played dora: all its {count} answers were recalculated" in page
        assert "audit: clean" in page and "coverage 5" in page


def test_a_person_who_answers_in_its_name_is_named(dealt: tuple[Evening, str]) -> None:
    evening, _ = dealt
    evening.play(lambda: evening.step() >= 6, by_hand=1)
    evening.over()

    page = " ".join(evening.run("anna", "audit").split())
    assert "a bot (good) was to play dora;" in page and "answered instead" in page
    assert "audit: clean" in page


def test_the_program_waits_until_its_owner_has_compared_the_words(evening: Evening) -> None:
    for name in PEOPLE:
        evening.run(name, "join", evening.invitation, "--name", name.title(), at=evening.people(name).place)
    evening.dora_joins()
    evening.look()
    evening.run("host", "charter", "--order", "dora,anna,bert,carl")
    evening.look()
    for name in ALL[1:]:
        evening.run(name, "accept", "--yes")
    evening.look()
    evening.look()

    assert "the bot has answered" not in evening.look()


def test_a_level_that_there_is_not_and_a_join_without_one(evening: Evening) -> None:
    anna = evening.people("anna")
    code, _, errors = inside(["join", evening.invitation, "--name", "Anna", "--bot", "best"], anna.home, anna.place)
    assert code != 0 and "there is no bot level best; there are greedy, good, strong" in errors
    assert not list(anna.place.iterdir())
    evening.run("anna", "join", evening.invitation, "--name", "Anna", at=anna.place)
    (join,) = read_bundle((evening.place("anna") / "outbox" / "join-anna.note").read_bytes())
    assert join.read(Join).bot is None and b"\nbot" not in join.body
