"""An offer that nobody has joined can be written again: another title, other options, another name of the host."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from referee.record.file_names import OFFER
from referee.record.files import effects
from referee.record.note import read_bundle
from referee.record.notes import Offer
from tests.cli.terminal import converse
from tests.cli.typing_players import Player, joined, offered
from tests.needed_tools import posix
from tests.table.killed_processes import KILLED, dies_at, run_in_a_child

People = Callable[[str], Player]
GAME = ("offer", "tigris", "--seats", "2")


def _offer(folder: Path) -> Offer:
    return read_bundle((folder / "record" / OFFER).read_bytes())[0].read(Offer)


def _folder(people: People) -> Path:
    return people("host").place / "friday-tigris"


@pytest.mark.parametrize(
    ("title", "at", "more"),
    [
        pytest.param("Friday tigris", ".", (), id="the same title"),
        pytest.param("Tigris on Friday", "friday-tigris", (), id="inside of its folder"),
        pytest.param("Tigris on Friday", ".", ("--folder", "friday-tigris"), id="its folder named"),
    ],
)
def test_an_offer_without_joins_is_written_again_and_joined(
    people: People, title: str, at: str, more: tuple[str, ...]
) -> None:
    host, old = people("host"), offered(people).read_bytes()
    typed = (*GAME, "--title", title, "--option", "deadline=4", "--name", "Hanna", *more)
    code, _, errors = host.types(*typed, "--yes", at=host.place / at)

    assert code == 0, errors
    assert (_offer(_folder(people)).title, dict(_offer(_folder(people)).option)["deadline"]) == (title, "4")
    invitation = _folder(people) / "letters" / "invitation.txt"
    assert invitation.read_bytes() != old and b"Hanna" in invitation.read_bytes()
    assert [row["title"] for row in host.told("games")["games"]] == [title]
    joined(people, invitation) if title == "Friday tigris" else None
    if title == "Friday tigris":
        for name in ("anna", "bert"):
            sent = people(name).place / "friday-tigris" / "outbox" / f"join-{name}.note"
            assert host.types("receive", sent, at=_folder(people))[0] == 0
        assert host.types("charter", at=_folder(people))[0] == 0


def test_without_a_yes_an_offer_stays(people: People) -> None:
    offered(people)
    before = (_folder(people) / "record" / OFFER).read_bytes()
    code, _, errors = people("host").types(*GAME, "--title", "Friday tigris")

    assert (code, "has already been offered" in errors) == (5, True)
    assert (_folder(people) / "record" / OFFER).read_bytes() == before


@posix
@pytest.mark.parametrize(("answer", "code", "changed"), [("y", 0, True), ("", 130, False)])
def test_at_a_terminal_the_host_is_asked(people: People, answer: str, code: int, changed: bool) -> None:
    host = people("host")
    offered(people)
    before = (_folder(people) / "record" / OFFER).read_bytes()
    typed = [*GAME, "--title", "Friday tigris", "--name", "Hanna"]
    ended, seen = converse(typed, host.home, {"[y/N]": answer}, cwd=host.place)

    assert ended == code, seen
    assert ((_folder(people) / "record" / OFFER).read_bytes() != before) is changed


@pytest.mark.parametrize("much", ["a join", "a charter", "the offer of somebody else"])
def test_what_somebody_has_joined_stays(people: People, much: str) -> None:
    host, invitation = people("host"), offered(people)
    joins = joined(people, invitation)
    if much != "the offer of somebody else":
        for sent in joins[: 1 if much == "a join" else 2]:
            assert host.types("receive", sent, at=_folder(people))[0] == 0
    if much == "a charter":
        assert host.types("charter", at=_folder(people))[0] == 0
    who = people("anna") if much == "the offer of somebody else" else host
    before = (_folder(people) / "record" / OFFER).read_bytes()
    code, _, errors = who.types(*GAME, "--title", "Friday tigris", "--folder", _folder(people), "--yes")

    assert (code, "holds a game" in errors) == (5, True), errors
    assert (_folder(people) / "record" / OFFER).read_bytes() == before


@posix
def test_a_host_killed_while_an_offer_is_written_again_has_one_offer_at_the_second_try(
    tmp_path: Path, people: People
) -> None:
    offered(people)
    typed = (*GAME, "--title", "Friday tigris", "--option", "deadline=4", "--name", "Hanna", "--yes")
    host, done = people("host"), list[str]()
    for part in (host.place, host.home):
        copytree(part, tmp_path / "before" / part.name)
    effects.append(done.append)
    assert host.types(*typed)[0] == 0
    effects.remove(done.append)
    assert len(done) > 5
    for number, effect in enumerate(done):
        for part in (host.place, host.home):
            rmtree(part)
            copytree(tmp_path / "before" / part.name, part)

        def work(number: int = number) -> None:
            effects.append(dies_at(number))
            host.types(*typed)

        assert run_in_a_child(work) == KILLED, effect
        code, _, errors = host.types(*typed)
        assert code == 0, (effect, errors)
        assert dict(_offer(_folder(people)).option)["deadline"] == "4", effect
        assert [row["title"] for row in host.told("games")["games"]] == ["Friday tigris"], effect
