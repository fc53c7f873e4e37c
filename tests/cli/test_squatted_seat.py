"""A host frees a seat that somebody else has taken: he sees fingerprints, and leaves a join out by its key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.crypto.keys import fingerprint
from tests.cli.games_on_disk import home_of
from tests.cli.terminal import inside
from tests.support.rehearse import test_key

SQUATTER = fingerprint(test_key("mallory").public)
OWNER = fingerprint(test_key("anna").public)


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """The host's folder with the joins of three players, and before them one of a stranger for the seat of anna."""
    game = tmp_path / "host"
    game.mkdir()
    inside(["offer", "ur", "--seats", "3", "--folder", "."], home_of(tmp_path, "host"), game)
    for who, seat in (("mallory", "anna"), ("anna", "anna"), ("bert", "bert"), ("carl", "carl")):
        folder = tmp_path / who
        folder.mkdir()
        joined = ["join", game / "record" / "offer.note", "--seat", seat, "--folder", "."]
        assert inside(joined, home_of(tmp_path, who), folder)[0] == 0
        taken = ["receive", folder / "outbox" / f"join-{seat}.note"]
        assert inside(taken, home_of(tmp_path, "host"), game)[0] == 0
    return game


def test_a_charter_is_not_made_while_two_joins_want_one_seat(host: Path) -> None:
    """Finding F10."""
    code, out, errors = inside(["charter"], home_of(host.parent, "host"), host)
    refusal, hint = errors.splitlines()

    assert (code, out) == (5, "")
    assert refusal.startswith("referee: several join requests want one seat: anna: ")
    assert SQUATTER in refusal and OWNER in refusal and "bert" not in refusal
    ways = ", ".join(f"`referee charter --without {key}`" for key in sorted((SQUATTER, OWNER)))
    assert hint == f"hint: one of them joins again, with --seat anna-2; or leave one out: {ways}"
    assert not (host / "record" / "charter.note").exists()


def test_the_join_that_is_left_out_frees_the_seat(host: Path) -> None:
    """Finding F10."""
    code, out, errors = inside(["charter", "--without", SQUATTER], home_of(host.parent, "host"), host)

    assert (code, errors.partition(": ")[2].startswith("anna: "), SQUATTER in errors) == (0, True, True)
    assert (OWNER in out, SQUATTER in out) == (True, False)
    assert inside(["charter", "--without", OWNER], home_of(host.parent, "host"), host)[0] == 5


def test_seats_that_are_not_named_in_the_order_are_left_alone(host: Path) -> None:
    """More seats may have joined than there are: the order says which of them play."""
    folder = host.parent / "dora"
    folder.mkdir()
    home = home_of(host.parent, "dora")
    inside(["join", host / "record" / "offer.note", "--seat", "dora", "--folder", "."], home, folder)
    inside(["receive", folder / "outbox" / "join-dora.note"], home_of(host.parent, "host"), host)
    code, out, _ = inside(["charter", "--order", "dora,carl,bert"], home_of(host.parent, "host"), host)

    assert (code, out.splitlines()[0]) == (0, "charter for Dora, Carl, Bert")


@pytest.mark.parametrize("options", [(), ("--option", "seating=drawn"), ("--play", "--name", "Zoe")])
def test_what_is_offered_where_too_many_have_joined_makes_the_charter(tmp_path: Path, options: tuple[str, ...]) -> None:
    """A drawn order is nobody's to say, and a host who plays stays among the players."""
    game = tmp_path / "host"
    game.mkdir()
    inside(["offer", "ur", "--seats", "3", "--folder", ".", *options], home_of(tmp_path, "host"), game)
    for who in ("anna", "bert", "carl", "dora"):
        (folder := tmp_path / who).mkdir()
        joined = ["join", game / "record" / "offer.note", "--seat", who, "--folder", "."]
        assert inside(joined, home_of(tmp_path, who), folder)[0] == 0
        taken = ["receive", folder / "outbox" / f"join-{who}.note"]
        assert inside(taken, home_of(tmp_path, "host"), game)[0] == 0
    told = json.loads(inside(["status", "--json"], home_of(tmp_path, "host"), game)[1])["next"]
    (typed,) = (task["command"] for task in told if task["command"].startswith("referee charter"))
    code, out, errors = inside(typed.split()[1:], home_of(tmp_path, "host"), game)

    assert (code, len(out.splitlines()[0].split(","))) == (0, 3), (typed, errors)
    assert "Zoe" in out or "--play" not in options
