"""`accept` and `ack` say what is signed, and ask where a person can answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.record.note import read_bundle, render_bundle
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import finished, home_of, lay
from tests.cli.terminal import converse, inside
from tests.cli.typing_players import Player, joined, offered
from tests.needed_tools import posix
from tests.support.dishonest.light import light
from tests.table.small_games import signed_again


@pytest.fixture
def chartered(people: Callable[[str], Player]) -> Path:
    """Anna's folder of a game for two whose charter has come."""
    host, anna = people("host"), people("anna")
    host.types("receive", *joined(people, offered(people)))
    host.types("charter", "--game", "friday")
    anna.types("receive", host.place / "friday-tigris" / "letters" / "charter.txt")
    return anna.place / "friday-tigris"


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """The folder of a game that has ended and that nobody has acknowledged."""
    return lay(tmp_path / "over", {name: data for name, data in finished().files.items() if name[:4] != "ack-"})


CHARTER = {
    "en": [
        "Friday tigris, as Anna: you accept this charter",
        "  players  Anna, Bert, clockwise, and a host who does not play",
    ],
    "it": [
        "Friday tigris, come Anna: accetti questo patto",
        "  chi gioca  Anna, Bert, in senso orario, e un arbitro che non gioca",
    ],
}


@posix
@pytest.mark.parametrize(("lang", "question"), [("en", "sign this? [y/N]: "), ("it", "firmo? [s/N]: ")])
def test_whoever_accepts_reads_the_charter_and_a_no_signs_nothing(
    people: Callable[[str], Player], chartered: Path, lang: str, question: str
) -> None:
    code, seen = converse(["accept", "--lang", lang], people("anna").home, {question: ""}, cwd=chartered)

    assert code == 130
    told = [line for line in seen.splitlines() if not re.search("keys|chiavi", line)]

    assert [line for line in told if "Anna" in line] == CHARTER[lang]
    assert not (chartered / "outbox" / "accept-anna.note").exists()


def test_a_charter_with_another_join_than_the_one_signed_here_is_not_accepted(
    people: Callable[[str], Player], chartered: Path
) -> None:
    """Under one key too: the host has taken an older join, or one that was signed elsewhere."""
    anna, place = people("anna"), chartered / "outbox" / "join-anna.note"
    (join,) = read_bundle(place.read_bytes())
    key = open_session(GameFolder(chartered), DataFolder(anna.home)).signer()
    place.write_bytes(render_bundle((signed_again(join, key, name="Anne"),)))
    code, _, errors = anna.types("accept", "--yes", at=chartered)

    assert (code, (chartered / "outbox" / "accept-anna.note").exists()) == (4, False)
    assert "the charter quotes a different join request for anna than the one in your outbox" in " ".join(
        errors.split()
    )
    place.write_bytes(render_bundle((join,)))
    assert anna.types("accept", "--yes", at=chartered)[0] == 0


@pytest.mark.parametrize("asked", [(), ("--json",)], ids=["text", "json"])
def test_that_the_program_shuffles_from_now_on_is_said_to_programs_too(
    people: Callable[[str], Player], asked: tuple[str, ...]
) -> None:
    with light():
        host, anna = people("host"), people("anna")
        host.types("receive", *joined(people, offered(people, "--option", "deal=masked")))
        assert host.types("charter", "--game", "friday")[0] == 0
        anna.types("receive", host.place / "friday-tigris" / "letters" / "charter.txt")
        code, _, errors = anna.types("accept", "--yes", *asked, at=anna.place / "friday-tigris")

    assert (code, "your program shuffles" in " ".join(errors.split())) == (0, True)


@posix
def test_a_yes_signs_the_accept(people: Callable[[str], Player], chartered: Path) -> None:
    code, _ = converse(["accept"], people("anna").home, {"sign this? [y/N]: ": "y"}, cwd=chartered)

    assert code == 0
    assert (chartered / "outbox" / "accept-anna.note").exists()


@posix
def test_whoever_acknowledges_reads_the_end_and_a_no_signs_nothing(over: Path) -> None:
    home = home_of(over.parent, "anna")
    code, seen = converse(["ack"], home, {"sign this? [y/N]: ": "n"}, cwd=over)

    assert code == 130
    assert "as Anna: by signing you confirm this result" in seen
    assert f"step {finished().host.step}: 1. " in seen
    assert not list(over.glob("*/ack-anna.note"))


def test_with_yes_nothing_is_asked(over: Path) -> None:
    code, out, _ = inside(["ack", "--yes"], home_of(over.parent, "anna"), over)

    assert (code, out) == (0, "send outbox/ack-anna.note to everyone (host and players)\n")
