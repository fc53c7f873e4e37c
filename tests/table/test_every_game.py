"""What holds of one game at the table holds of all: no suite knows a game by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from referee import games
from referee.audit.recompute import audit
from referee.kernel.dice import below, stream
from referee.messages.letters import step_letter
from referee.record.file_names import step_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import render_bundle
from referee.record.store import effects
from tests.games.known import BROUGHT, GAMES
from tests.long_runs import of
from tests.support import ROOT
from tests.support.policies import sensible_order
from tests.support.rehearse import Match, open_match, play_out
from tests.table.every_world import HIDING, checked_again, seats_of, worlds
from tests.table.killed_processes import KILLED, Laid, dies_at, run_in_a_child, whole_files
from tests.table.players_on_disk import Person, materialize, snapshot
from tests.table.small_games import HOST
from tests.table.two_worlds import masked

pytestmark = pytest.mark.usefixtures("remembered_proofs")

EXAMPLES = sorted(path.name for path in (ROOT / "examples").iterdir() if (path / "record").is_dir())
FINISHED = [name for name in EXAMPLES if any((ROOT / "examples" / name / "record").glob("ack-*.note"))]


@cache
def running(game: str) -> Match:
    """A game of as many seats as it takes, some way into it."""
    return play_out(open_match(game, seats_of(game), "every"), "every", steps=of(8, 14), policy=sensible_order)


@cache
def played(game: str) -> Match:
    """A game played to its end and acknowledged."""
    match = play_out(open_match(game, seats_of(game), "ended"), "ended", policy=sensible_order)
    match.acknowledge()
    return match


@cache
def record(example: str) -> dict[str, bytes]:
    if example in BROUGHT:  # a game of a package has no example among ours, and is played here
        return played(example).files
    return {path.name: path.read_bytes() for path in (ROOT / "examples" / example / "record").iterdir()}


def test_every_game_that_is_built_in_has_a_finished_example() -> None:
    ended = {name.partition("-")[0] for name in FINISHED if audit(record(name)).verdict == "clean"}

    assert ended == set(games.built_in())


@pytest.mark.parametrize("game", GAMES)
def test_host_players_and_strangers_see_one_state_and_one_record(game: str) -> None:
    match = running(game)

    assert {position.head for position in match.players.values()} == {match.host.head}
    assert all(position.state == match.host.state for position in match.players.values())
    assert audit(match.files).verdict == ("clean" if match.host.over else "in progress")
    assert audit(match.files).findings == ()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_letter_holds_exactly_the_notes_of_its_step(game: str, lang: str) -> None:
    match = running(game)
    signed_notes = match.signed_notes[step_name(match.host.step)]

    assert unwrap(step_letter(match.host, signed_notes, lang)).signed_notes == signed_notes


def one_of_each_kind(files: Mapping[str, bytes]) -> list[str]:
    """A file of each name without its number or party, and of the steps the first, the last and one between."""
    steps = sorted(name for name in files if name.endswith(".step"))
    others = {name.partition("-")[0]: name for name in sorted(files) if name not in steps}
    return [*others.values(), steps[0], steps[len(steps) // 2], steps[-1]]


@pytest.mark.parametrize("example", [*EXAMPLES, *BROUGHT])
def test_a_byte_changed_in_any_file_of_any_game_is_found_there(example: str) -> None:
    files = record(example)
    words = stream(sha256(example.encode()).digest(), "bytes")
    for name in sorted(files) if of(False, True) else one_of_each_kind(files):
        at = below(words, len(files[name]))
        changed = bytearray(files[name])
        changed[at] ^= 1 + below(words, 255)
        report = audit({**files, name: bytes(changed)})

        assert report.verdict == "fault", (name, at)
        assert name in {finding.at for finding in report.findings}, (name, at, report.findings)


@pytest.mark.parametrize("example", [*FINISHED, *BROUGHT])
def test_a_second_checker_without_shared_code_finds_nothing_in_an_honest_game(example: str) -> None:
    assert checked_again(record(example)) is None


# Two worlds with one set-up and other goods where nobody looks; the same public orders in both


@pytest.mark.parametrize("game", HIDING)
def test_two_worlds_that_differ_in_hidden_goods_only_publish_the_same_but_for_locks_and_ids(game: str) -> None:
    one, other = worlds(game)

    assert one.host.step > 0
    assert one.host.knowledge != other.host.knowledge
    assert one.host.state == other.host.state
    for name in sorted(one.files):
        if name[:4].isdigit():
            assert masked(one.files[name]) == masked(other.files[name]), name


# A process that dies


ON_DISK = [pytest.param(game, marks=() if game == "tigris" else pytest.mark.long) for game in GAMES]
"""No game can reach the disk: an import contract says so. So one of them proves it for all."""


@pytest.mark.parametrize("game", ON_DISK)
def test_a_host_killed_before_any_change_on_disk_enters_the_move_again(game: str, tmp_path: Path) -> None:
    """Attack 29, for every game."""
    match = running(game)
    move = render_bundle(signed for signed in match.signed_notes[step_name(3)] if signed.type == "move")

    def takes(people: dict[str, Person]) -> None:
        people[HOST].take(move)

    laid = Laid(takes, lambda root: materialize(match, root, [HOST], steps=2), tmp_path, [HOST], of(8, 1))
    assert laid.disturbed()
    for number, effect in laid.disturbed():
        people = laid.copy(f"killed-{number}")

        def work(people: dict[str, Person] = people, number: int = number) -> None:
            effects.append(dies_at(number))
            takes(people)

        assert run_in_a_child(work) == KILLED, effect
        assert whole_files(tmp_path / f"killed-{number}"), effect
        takes(people)
        assert snapshot(tmp_path / f"killed-{number}") == laid.after, effect
