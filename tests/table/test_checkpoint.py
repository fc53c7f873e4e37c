"""What a home has kept of a game leads where reading leads, whatever has become of it; and it decides nothing."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.crypto.keys import SigningKey
from referee.kernel.errors import RefereeError
from referee.protocol.history.read_record import Seen, read_history, record_positions
from referee.protocol.masked.deck import MASKED_DECK
from referee.protocol.step.position_codec import is_encodable
from referee.record.file_names import PACK, step_name
from referee.record.note import FILE_LIMIT
from referee.record.store import DataFolder, effects
from referee.session import checkpoint, session
from referee.session.checkpoint import CheckpointHistory
from referee.session.own_keys import OwnKey
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.needed_tools import posix
from tests.support import ROOT
from tests.support.rehearse import Match, open_match, play_out, test_key
from tests.table import take_backs
from tests.table.checkpoints import STEPS, Files, game_of, up_to
from tests.table.killed_processes import run_in_a_child
from tests.table.new_seat_keys import new_key
from tests.table.small_games import HOST, four, order, running
from tests.table.test_failed_plans import failed

pytestmark = pytest.mark.usefixtures("remembered_proofs")


@pytest.fixture(autouse=True)
def at_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "EVERY", 1)


@pytest.fixture
def home(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "home")


def read(files: Files, key: SigningKey) -> CheckpointHistory:
    """A record from its beginning."""
    seen: Seen = {}
    return CheckpointHistory(read_history(files, key, watch=record_positions(seen)), seen)


def kept_at(home: DataFolder, files: Files, key: SigningKey, name: str = "anna") -> CheckpointHistory:
    """What a command reads that keeps it."""
    own = OwnKey(name, key)
    now = checkpoint.history_from_checkpoint(home, files, own) or read(files, key)
    checkpoint.write_checkpoint(home, files, own, now)
    return now


def found(
    home: DataFolder, files: Files, name: str = "anna", key: SigningKey | None = None
) -> CheckpointHistory | None:
    return checkpoint.history_from_checkpoint(home, files, OwnKey(name, key or test_key(name)))


def assert_same(now: CheckpointHistory | None, files: Files, key: SigningKey) -> None:
    whole = read(files, key)
    assert now is not None
    assert list(now.history.signed_notes) == sorted(files.keys() - {PACK})
    assert now.history == whole.history
    assert list(now.seen) == list(whole.seen)
    assert [*now.seen.values()] == [*whole.seen.values()]


@cache
def of_sixty_steps() -> Match:
    return play_out(open_match("tigris", 3, "kept"), "kept", steps=60)


GAMES = ("tigris", "cards", "civilization", "ur", "escrow", "new key", "small", "four")


@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(game, name, marks=() if (at + place) % 2 == 0 or game == "new key" else pytest.mark.long)
        for at, name in enumerate(("bert", HOST))
        for place, game in enumerate(GAMES)
    ],
)
def test_what_was_kept_leads_where_reading_leads(game: str, name: str, home: DataFolder) -> None:
    """After every few steps; and each time it is kept anew, it goes on from what was kept before."""
    match = game_of(game)
    key, last = match.keys[name], match.host.step
    newest = -1
    for step in sorted({0, 1, last // 2, last - 1, last, *of((), (2, last // 2 + 1))}):
        files = up_to(match.files, step) if step < last else match.files
        now = kept_at(home, files, key, name)
        if game == "new key" and newest < running().host.step + 1 <= step:
            assert now.kept is None  # who reads may see another hand from the deal on
        elif newest >= 0:
            assert now.kept is not None
            assert len(now.kept.heads) - 1 == newest
        assert_same(now, files, key)
        newest = step


def test_every_position_on_the_way_is_there_and_only_what_is_asked_for_is_read(home: DataFolder) -> None:
    match, key = four(), test_key("bert")
    kept_at(home, match.files, key, "bert")

    now, whole = found(home, match.files, "bert"), read(match.files, key)

    assert now is not None
    for step in (match.host.step, 3, 17, 0):
        assert now.seen[step] == whole.seen[step]
    assert -1 not in now.seen
    assert match.host.step + 1 not in now.seen
    points = now.history.position.past.rollback_points
    assert (points[0], points[-2:], len(points)) == (
        whole.seen[0].past.rollback_points[-1],
        whole.history.position.past.rollback_points[-2:],
        match.host.step + 1,
    )


def test_a_plan_that_failed_is_told_from_the_record(home: DataFolder) -> None:
    """Its reasons are sentences, which only the reading can make."""
    match, seat = failed()
    key = match.keys[seat]
    for last in (0, 1, 2, 3):
        match = order(match, "pass") if last > 1 else match
        files = up_to(match.files, last)
        now = kept_at(home, files, key, seat)
        assert now.kept_to == {0: -1, 1: 0, 2: 0, 3: 2}[last]  # never at the step itself
        assert_same(now, files, key)
    assert now.seen[1].failed


def refusal(call: Callable[[], object]) -> tuple[Any, ...] | None:
    try:
        call()
    except RefereeError as error:
        return error.code, dict(error.values), str(error.at), str(error.said), str(error)
    return None


def changed(files: Files) -> Iterator[dict[str, bytes]]:
    """A record with single bits changed, all over its files."""
    bytes_apart = of(331, 13)
    flat = [(name, at) for name, data in sorted(files.items()) for at in range(len(data))]
    for number, (name, at) in enumerate(flat[::bytes_apart]):
        data = bytearray(files[name])
        data[at] ^= 1 << number % 8
        yield {**files, name: bytes(data)}


def moved(files: Files, others: Files) -> Iterator[dict[str, bytes]]:
    """A record with files taken away, added, and exchanged with those of another game or with one another."""
    for name in files:
        yield {other: data for other, data in files.items() if other != name}
        if name in others:
            yield {**files, name: others[name]}
    yield {**files, step_name(2): files[step_name(3)], step_name(3): files[step_name(2)]}
    yield {**files, PACK: b"{}\n"}
    yield {**files, step_name(5): files[step_name(5)] + files[step_name(6)], step_name(6): b""}


def test_of_a_record_that_was_changed_nothing_kept_is_believed(home: DataFolder) -> None:
    """Size and names may be as they were. What is refused, and how, is said by reading from the beginning."""
    files = up_to(game_of("tigris").files, STEPS)
    kept_at(home, files, test_key("anna"))

    assert found(home, files) is not None
    for other in changed(files):
        assert found(home, other) is None
    for other in moved(files, running().files):
        assert found(home, other) is None


@pytest.mark.parametrize("part", range(4))
def test_of_a_long_record_no_byte_is_believed_that_was_changed(part: int, home: DataFolder) -> None:
    """Of sixty steps each byte of each file, with its size as it was."""
    files = up_to(of_sixty_steps().files, 60)
    kept_at(home, files, test_key("anna"))
    flat = [(name, at) for name, data in sorted(files.items()) for at in range(len(data))]

    assert found(home, files) is not None
    for number, (name, at) in enumerate(flat[part :: 4 * of(499, 1)]):
        data = bytearray(files[name])
        data[at] ^= 1 << number % 8
        assert found(home, {**files, name: bytes(data)}) is None, (name, at)


def test_what_came_since_and_does_not_hold_is_refused_as_ever(home: DataFolder) -> None:
    match = game_of("tigris")
    files = up_to(match.files, STEPS)
    kept_at(home, up_to(files, STEPS - 2), test_key("anna"))
    late = {name: files[name] for name in (step_name(STEPS - 1), step_name(STEPS))}

    for other in changed(late):
        now = found(home, {**files, **other})
        if now is not None:  # a signature that a later one countersigns: nobody looks at it but an audit
            assert_same(now, {**files, **other}, test_key("anna"))
    assert found(home, {**up_to(files, STEPS - 2), step_name(STEPS): files[step_name(STEPS)]}) is None
    assert found(home, {**files, step_name(STEPS + 1): match.files[step_name(1)]}) is None
    assert_same(found(home, files), files, test_key("anna"))


def data_of(home: DataFolder) -> Path:
    (path,) = home.path.glob("games/*/checkpoint-*")
    return path


def test_a_checkpoint_that_was_changed_is_none(home: DataFolder) -> None:
    files = up_to(game_of("tigris").files, STEPS)
    kept_at(home, up_to(files, STEPS - 1), test_key("anna"))
    path = data_of(home)
    whole = path.read_bytes()

    for number in range(of(120, 1000)):
        data = bytearray(whole)
        data[number if number < 16 else number * 7919 % len(whole)] ^= 1 << number % 8
        path.write_bytes(data)
        assert found(home, files) is None
    for number in range(of(40, 1000)):
        path.write_bytes(whole[: number if number < 16 else number * 7919 % len(whole)])
        assert found(home, files) is None
    path.write_bytes(whole + b"\0")
    assert found(home, files) is None
    path.write_bytes(whole)
    assert_same(found(home, files), files, test_key("anna"))


def test_a_checkpoint_of_elsewhere_is_none(home: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a longer game, of another key, of another game, of another program, or one that others may read."""
    match = game_of("tigris")
    files = up_to(match.files, STEPS - 3)
    kept_at(home, up_to(match.files, STEPS), test_key("anna"))
    assert found(home, files) is None

    kept_at(home, files, test_key("bert"), "bert")
    of_bert = home.path / "games" / match.table.game_id / "checkpoint-bert"
    of_bert.replace(of_bert.with_name("checkpoint-anna"))
    assert found(home, files) is None

    kept_at(home, files, test_key("anna"))
    other = running()
    path = home.path / "games" / other.table.game_id / "checkpoint-anna"
    path.parent.mkdir(0o700)
    path.write_bytes(data_of(home).read_bytes())
    path.chmod(0o600)
    assert found(home, other.files) is None

    path.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "_build_of", lambda owner: "another build")
        assert found(home, files) is None
    assert found(home, files) is not None
    data_of(home).chmod(0o644)
    assert found(home, files) is None
    kept_at(home, files, test_key("anna"))
    assert stat.S_IMODE(data_of(home).stat().st_mode) == 0o600


def test_who_gets_another_key_or_loses_one_reads_from_the_beginning(home: DataFolder) -> None:
    match = game_of("new key")
    before = running().files
    kept_at(home, before, test_key("anna"))

    assert found(home, before) is not None
    assert found(home, match.files) is None
    assert found(home, match.files, key=new_key("new")) is None


def test_a_game_that_goes_back_is_kept_as_it_was_before(home: DataFolder) -> None:
    """It is read on from there, and the positions to which it may go back are found on the way."""
    match = take_backs.gone_back(take_backs.begun("tigris"), 2)
    for _ in range(2):
        now = kept_at(home, match.files, test_key("anna"))
        assert_same(now, match.files, test_key("anna"))

    assert now.kept_to == match.host.step - 1


@pytest.mark.parametrize("why", ["practice", "no key", "no part"])
def test_of_some_games_nothing_is_kept(why: str, home: DataFolder) -> None:
    match = running()
    key = test_key("zoe" if why == "no part" else "anna")
    now = read(match.files, key)
    position = now.history.position
    assert position is not None
    if why == "practice":
        table = replace(position.table, terms=replace(position.table.terms, practice=True))
        now = replace(now, history=replace(now.history, table=table))

    checkpoint.write_checkpoint(home, match.files, OwnKey("anna", None if why == "no key" else key), now)

    assert not home.path.exists()
    assert not is_encodable(replace(position, table=replace(position.table, deck=MASKED_DECK)))


def test_it_shows_nobody_what_its_owner_holds(home: DataFolder) -> None:
    """It is sealed: no kind, no name, no order stands in it; and nobody else may read the file."""
    match = game_of("tigris")
    kept_at(home, match.files, test_key("anna"))
    data = data_of(home).read_bytes()

    own = match.players["anna"].knowledge.own(match.table.seat("anna"))
    assert own is not None
    assert own.hand
    for word in (*own.hand, *match.table.names, "place", match.host.head):
        assert word.encode() not in data
    assert stat.S_IMODE(data_of(home).stat().st_mode) == 0o600
    assert len(data) < FILE_LIMIT


# At the door


def test_a_disk_that_fails_at_a_checkpoint_fails_no_command(tmp_path: Path) -> None:
    """Nor does a process that dies there: the next command goes on."""
    game, home = lay(tmp_path / "game", game_of("tigris").files), home_of(tmp_path, "anna")
    expected = inside(["status"], home, game)
    path = data_of(DataFolder(home))
    whole, failed = path.read_bytes(), []
    for number in range(10):
        path.unlink(missing_ok=True)
        passed: list[str] = []

        def hook(effect: str, passed: list[str] = passed, number: int = number) -> None:
            if "checkpoint" in effect or passed:
                passed.append(effect)
                if len(passed) == number + 1:
                    failed.append(effect)
                    raise OSError(errno.ENOSPC, "full")

        effects[:] = [hook]
        try:
            assert inside(["status"], home, game) == expected
        finally:
            effects.clear()
        assert not [*path.parent.glob(".*")]
        assert path.exists() == (len(passed) <= number) or "folder" in failed[-1]
    assert len(failed) >= 2
    assert inside(["status"], home, game) == expected
    assert path.read_bytes() == whole


def keeps_until(killed_at: int, home: Path, game: Path) -> int:
    """How a copy of this process ends that keeps a checkpoint, and is killed at the write of one of this number."""
    left = [killed_at]

    def die(effect: str) -> None:
        left[0] -= "checkpoint" in effect
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def work() -> None:
        effects.append(die)
        os._exit(inside(["status"], home, game)[0])

    return run_in_a_child(work)


_KEEPS = """
from referee.session import session
session.EVERY = 1
from referee.cli.main import main
main()
"""
"""The program, which keeps a checkpoint at every command."""


def keeps(home: Path, game: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-c", _KEEPS, "status"]
    about = {**os.environ, "REFEREE_HOME": str(home), "REFEREE_LANG": "en", "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(words, cwd=game, env=about, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@posix
def test_a_process_that_is_killed_at_a_checkpoint_leaves_nothing_that_misleads(tmp_path: Path) -> None:
    """Killed in truth, at every write: the next command says the same, keeps it, and no half file stays for ever."""
    game, home = lay(tmp_path / "game", game_of("tigris").files), home_of(tmp_path, "anna")
    expected = inside(["status"], home, game)
    path = data_of(DataFolder(home))
    whole, killed = path.read_bytes(), 0
    for before in (None, whole[:-1], whole)[: of(2, 3)]:
        for number in range(10):
            path.unlink(missing_ok=True)
            if before is not None:
                path.write_bytes(before)
                path.chmod(0o600)
            code = keeps_until(number, home, game)
            killed += code == -signal.SIGKILL
            assert not path.exists() or path.read_bytes() in (before, whole)
            assert inside(["status"], home, game) == expected
            assert path.read_bytes() == whole
            if code == 0:
                break
        assert code == 0
    assert killed >= of(4, 6)
    assert not [*path.parent.glob(".*")]


def test_two_processes_that_keep_one_at_the_same_time_both_succeed(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "game", game_of("tigris").files), home_of(tmp_path, "anna")
    for _ in range(of(1, 20)):
        for path in home.glob("games/*/checkpoint-*"):
            path.unlink()
        both = [keeps(home, game) for _ in range(2)]
        told = [process.communicate() for process in both]

        assert [process.returncode for process in both] == [0, 0]
        assert told[0] == told[1]
        assert_same(found(DataFolder(home), game_of("tigris").files), game_of("tigris").files, test_key("anna"))
        assert not [*data_of(DataFolder(home)).parent.glob(".*")]


def test_two_commands_at_once_keep_one_or_the_other(home: DataFolder) -> None:
    """The one that is slower may have read less: what it keeps holds as well."""
    files, key, own = game_of("tigris").files, test_key("anna"), OwnKey("anna", test_key("anna"))
    early, late = read(up_to(files, 4), key), read(files, key)

    checkpoint.write_checkpoint(home, files, own, late)
    checkpoint.write_checkpoint(home, up_to(files, 4), own, early)

    assert_same(found(home, files), files, key)


def test_the_door_says_the_same_with_and_without_a_checkpoint(tmp_path: Path) -> None:
    """What is shown, and of a record that does not hold what is refused: code, words, file and rule."""
    files = game_of("tigris").files
    told = {}
    for road in ("kept", "new"):
        for number, other in enumerate(
            [files, *[*changed(files)][:: of(60, 12)], *[*moved(files, running().files)][:: of(4, 1)]]
        ):
            folder = tmp_path / road / str(number)
            home, game = home_of(folder, "anna"), lay(folder / "game", files)
            if road == "kept":
                inside(["status"], home, game)
            for path in (game / "record").iterdir():
                path.unlink()
            for name, data in other.items():
                (game / "record" / name).write_bytes(data)
            answer = inside(["show", "--json"], home, game)
            told[road, number] = tuple(str(part).replace(str(folder), "") for part in answer)

    assert [value for (road, _), value in told.items() if road == "kept"] == [
        value for (road, _), value in told.items() if road == "new"
    ]
