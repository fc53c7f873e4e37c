"""Files appear whole or not at all, are never written over, and nothing odd in a shared folder is ever read."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.crypto.keys import format_private, format_public
from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record import files
from referee.record.signed import FILE_LIMIT, SignedNote, render_bundle
from referee.record.store import Folder, Home, effects, read_input
from tests.record.examples import FULL, key_of, name, signed_example
from tests.record.test_intake import _another_valid_signature

STEP = render_bundle([signed_example(FULL["move"]), signed_example(FULL["step"])])
OTHER = render_bundle([signed_example(FULL["step"])])
GAME = name("game")
posix = pytest.mark.skipif(os.name != "posix", reason="this is about permissions and special files of POSIX systems")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "game")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


class PowerCut(BaseException):
    """The machine stops here."""


@pytest.fixture
def stop_at() -> Iterator[Callable[[int, BaseException], list[str]]]:
    """A function that makes the n-th change on disk raise; the list it gives fills with the changes that happen."""

    def arrange(number: int, error: BaseException) -> list[str]:
        passed: list[str] = []

        def hook(effect: str) -> None:
            if len(passed) == number:
                raise error
            passed.append(effect)

        effects[:] = [hook]
        return passed

    yield arrange
    effects.clear()


def everything(path: Path) -> dict[str, bytes]:
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


# What a record holds


def test_a_file_of_the_record_is_written_once_and_read_back(folder: Folder) -> None:
    assert folder.commit("0017.step", STEP) is True
    assert folder.read("0017.step") == STEP
    assert everything(folder.path) == {"record/0017.step": STEP}


def test_the_same_bytes_again_are_no_second_write(folder: Folder) -> None:
    folder.commit("0017.step", STEP)
    written_at = (folder.path / "record/0017.step").stat().st_mtime_ns

    assert folder.commit("0017.step", STEP) is False
    assert (folder.path / "record/0017.step").stat().st_mtime_ns == written_at


def test_other_bytes_are_never_written_over(folder: Folder) -> None:
    """Attack 30: stop, and keep what is there."""
    folder.commit("0017.step", STEP)
    with pytest.raises(OutOfOrder, match=r"0017\.step is there already and differs"):
        folder.commit("0017.step", OTHER)

    assert everything(folder.path) == {"record/0017.step": STEP}


def test_the_same_notes_under_another_valid_signature_are_the_same_file(folder: Folder) -> None:
    """Attack 7: no conflict, and the stored bundle is not rewritten."""
    first = signed_example(FULL["move"])
    again = SignedNote(first.body, first.key, first.namespace, _another_valid_signature(first.namespace, first.body))
    again.check()
    folder.write_pending("join-anna.note", render_bundle([first]))

    assert folder.write_pending("join-anna.note", render_bundle([again])) is False
    assert folder.read_pending("join-anna.note") == render_bundle([first])


@pytest.mark.parametrize(
    "good", ["offer.note", "charter.note", "0000.deal", "0001.step", "9999.step", "ack-anna.note", "ack-a-1.note"]
)
def test_a_name_of_the_record_is_allowed(folder: Folder, good: str) -> None:
    folder.commit(good, STEP)

    assert folder.record_names() == (good,)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        ".",
        "..",
        "../x",
        "/etc/passwd",
        "0017.step/x",
        "0000.step",
        "0001.deal",
        "0017.TURN",
        "17.turn",
        "00017.step",
        "0017.step\n",
        "0017.step\0",
        "0017.step.tmp",
        ".0017.step",
        "ack-Anna.note",
        "ack-abcdefghijklm.note",
        "٠٠١٧.step",
        "offer.note~",
        "offer (conflicted copy).note",
        "-0017.step",
    ],
)
def test_no_other_name_reaches_the_file_system(folder: Folder, bad: str) -> None:
    """Attacks 62, 65, 66."""
    for work in (lambda: folder.commit(bad, STEP), lambda: folder.read(bad)):
        with pytest.raises(FileTrouble, match="no name of a file here"):
            work()

    assert not folder.path.exists()


def test_foreign_names_are_no_part_of_the_record(folder: Folder) -> None:
    """Attack 66: a half-synchronised folder."""
    folder.commit("0017.step", STEP)
    foreign = ["0017 (conflicted copy).turn", "0017.TURN", "0017.step~", ".DS_Store", "notes.txt"]
    for odd in foreign:
        (folder.path / "record" / odd).write_text("x")

    assert folder.record_names() == ("0017.step",)
    assert folder.unknown_names() == tuple(sorted(foreign))
    assert folder.unknown() == dict.fromkeys(sorted(foreign), b"x")
    assert folder.record() == {"0017.step": STEP}


@posix
def test_of_foreign_things_that_are_no_small_files_only_the_name_is_known(folder: Folder, tmp_path: Path) -> None:
    """Attacks 62, 66: links, pipes, folders and huge files in `record/` are named and never opened for long."""
    folder.commit("0017.step", STEP)
    record = folder.path / "record"
    (tmp_path / "secret").write_text("s")
    (record / "link").symlink_to(tmp_path / "secret")
    os.mkfifo(record / "pipe")
    (record / "folder").mkdir()
    with (record / "sparse").open("wb") as file:
        file.truncate(2**40)

    assert folder.unknown() == dict.fromkeys(("folder", "link", "pipe", "sparse"), b"")


def test_names_come_sorted_whatever_the_file_system_says(folder: Folder) -> None:
    names = ["charter.note", "0002.step", "ack-bert.note", "0000.deal", "0001.step", "ack-anna.note", "offer.note"]
    for file in names:
        folder.commit(file, STEP)

    assert folder.record_names() == tuple(sorted(names))


def test_an_empty_folder_has_no_names(folder: Folder) -> None:
    assert (folder.record_names(), folder.unknown_names(), folder.list_pending(), folder.list_outbox()) == ((),) * 4


def test_outbox_pending_and_letters(folder: Folder) -> None:
    folder.write_outbox("0017-anna.move", STEP)
    folder.write_pending("join-anna.note", STEP)
    folder.write_letter("0017.txt", b"old")
    folder.write_letter("0017.txt", b"new")

    assert (folder.list_outbox(), folder.list_pending()) == (("0017-anna.move",), ("join-anna.note",))
    assert (folder.read_outbox("0017-anna.move"), folder.read_pending("join-anna.note")) == (STEP, STEP)
    assert everything(folder.path)["letters/0017.txt"] == b"new"
    folder.drop_pending("join-anna.note")
    folder.drop_pending("join-anna.note")
    assert folder.list_pending() == ()


# Crashes


def count_effects(work: Callable[[], object]) -> int:
    seen: list[str] = []
    effects[:] = [seen.append]
    work()
    effects.clear()
    return len(seen)


def test_a_crash_at_any_change_leaves_the_old_state_or_the_new_one(
    tmp_path: Path, stop_at: Callable[[int, BaseException], list[str]]
) -> None:
    """Attacks 29, 126. A second run completes with the same bytes."""
    total = count_effects(lambda: Folder(tmp_path / "counted").commit("0017.step", STEP))
    for number in range(total):
        folder = Folder(tmp_path / f"game{number}")
        passed = stop_at(number, PowerCut())
        with pytest.raises(PowerCut):
            folder.commit("0017.step", STEP)
        effects.clear()

        assert everything(folder.path) in ({}, {"record/0017.step": STEP}), passed
        folder.commit("0017.step", STEP)
        assert everything(folder.path) == {"record/0017.step": STEP}
    assert total >= 5


def test_a_guard_is_the_old_one_or_the_new_one_after_a_crash(
    tmp_path: Path, stop_at: Callable[[int, BaseException], list[str]]
) -> None:
    prepared = Home(tmp_path / "counted")
    prepared.write_guard(GAME, b"step 16")
    total = count_effects(lambda: prepared.write_guard(GAME, b"step 17"))
    for number in range(total):
        home = Home(tmp_path / f"home{number}")
        home.write_guard(GAME, b"step 16")
        stop_at(number, PowerCut())
        with pytest.raises(PowerCut):
            home.write_guard(GAME, b"step 17")
        effects.clear()

        assert home.guard(GAME) in (b"step 16", b"step 17")
        assert set(everything(home.path)) == {f"games/{GAME}/guard"}
    assert total >= 4


KILLED = """
import os, sys
from pathlib import Path
from referee.record.store import Folder, effects
from tests.record.test_store import STEP
left = int(sys.argv[2])
def hook(effect):
    global left
    if left == 0:
        os._exit(9)
    left -= 1
effects.append(hook)
Folder(Path(sys.argv[1])).commit("0017.step", STEP)
"""


@pytest.mark.parametrize("number", range(1, 6))
def test_a_killed_process_leaves_nothing_that_the_next_one_minds(tmp_path: Path, number: int) -> None:
    """The same with a real process: no `finally` runs, so its temporary file stays, and is swept away later."""
    folder = Folder(tmp_path / "game")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder.path), str(number)], check=False)
    whole = {name: data for name, data in everything(folder.path).items() if not name.endswith(".tmp")}

    assert killed.returncode == 9
    assert whole in ({}, {"record/0017.step": STEP})
    assert folder.record_names() in ((), ("0017.step",))
    folder.commit("0017.step", STEP)
    assert folder.read("0017.step") == STEP


def test_what_a_killed_process_left_is_swept_away(folder: Folder) -> None:
    folder.commit("0016.step", STEP)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = folder.path / "record" / f".0017.step.{files._machine()}-{dead.pid}-1.tmp"
    left.write_bytes(b"half a no")
    folder.commit("0018.step", STEP)

    assert set(everything(folder.path)) == {"record/0016.step", "record/0018.step"}


LIVE = f"{os.getppid()}-1"


@pytest.mark.parametrize(
    ("writer", "age", "stays"),
    [
        (f"{files._machine()}-{LIVE}", 0, True),
        (f"{files._machine()}-{LIVE}", 300, False),
        ("00000000-99999999-1", 0, True),
        ("00000000-99999999-1", 300, False),
    ],
    ids=["live", "live for too long", "of another machine", "of another machine long ago"],
)
@pytest.mark.parametrize("work", ["commit", "replace"])
def test_what_another_process_still_writes_is_not_swept_away(
    folder: Folder, writer: str, age: int, stays: bool, work: str
) -> None:
    """F8: its temporary file is swept only when nobody can be writing it any more."""
    folder.commit("0016.step", STEP)
    path = folder.path / "record" / "0017.step"
    other = path.with_name(f".0017.step.{writer}.tmp")
    other.write_bytes(b"half a no")
    os.utime(other, (other.stat().st_atime, other.stat().st_mtime - age))
    if work == "commit":
        folder.commit("0017.step", STEP)
    else:
        files.replace(path, STEP, 0o644)

    assert (path.read_bytes(), other.exists()) == (STEP, stays)


def test_threads_of_one_process_do_not_take_each_others_files_away(folder: Folder) -> None:
    """F8: a name for each process and thread, so that both writers of one letter succeed."""

    def write(number: int) -> None:
        for _ in range(40):
            folder.write_letter("0017.txt", b"%d\n" % number)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))

    assert [*everything(folder.path)] == ["letters/0017.txt"]


RACE = """
import sys
from pathlib import Path
from referee.kernel.errors import OutOfOrder
from referee.record.store import Folder
from tests.record.test_store import OTHER, STEP
folder, data = Folder(Path(sys.argv[1])), {"step": STEP, "other": OTHER}[sys.argv[2]]
print(flush=True)
sys.stdin.readline()
for number in range(1, 61):
    try:
        print("won" if folder.commit(f"{number:04d}.step", data) else "same")
    except OutOfOrder:
        print("lost")
"""


def race(path: Path, *sides: str) -> list[list[str]]:
    """What each of several processes says for each of 60 files they all write at once."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", RACE, str(path), side], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for side in sides
    ]
    for process in started:
        assert process.stdout is not None
        process.stdout.readline()  # all are ready before any begins
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate()[0].split() for process in started]


def test_of_two_processes_with_one_text_each_file_is_written_once(tmp_path: Path) -> None:
    """Attacks 29, 127."""
    said = race(tmp_path / "game", "step", "step")

    assert [sorted(pair) for pair in zip(*said, strict=True)] == [["same", "won"]] * 60
    assert set(everything(tmp_path / "game").values()) == {STEP}


def test_of_two_processes_with_different_texts_one_wins_and_the_other_is_told(tmp_path: Path) -> None:
    said = race(tmp_path / "game", "step", "other")
    kept = everything(tmp_path / "game")

    assert [sorted(pair) for pair in zip(*said, strict=True)] == [["lost", "won"]] * 60
    for number, first in enumerate(said[0], start=1):
        assert kept[f"record/{number:04d}.step"] == (STEP if first == "won" else OTHER)


# Trouble


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.ENOSPC, "no space left on device"),
        (errno.EROFS, "read-only file system"),
        (errno.EDQUOT, "quota exceeded"),
        (errno.EACCES, "permission denied"),
        (errno.EPERM, "operation not permitted"),
        (errno.EIO, "input/output error"),
    ],
)
def test_a_file_system_that_refuses_is_quoted_and_nothing_changes(
    folder: Folder, stop_at: Callable[[int, BaseException], list[str]], number: int, says: str
) -> None:
    """Attack 67: full, read-only, quota, no permission, no `link()` on a network share."""
    folder.commit("0016.step", STEP)
    for place in range(count_effects(lambda: Folder(folder.path.parent / "x").commit("0016.step", STEP)) - 3):
        stop_at(place, OSError(number, os.strerror(number)))
        with pytest.raises(FileTrouble, match=says) as trouble:
            folder.commit("0017.step", STEP)
        effects.clear()

        assert trouble.value.exit_code == 74
        assert everything(folder.path) == {"record/0016.step": STEP}


def test_a_missing_file_is_a_sentence(folder: Folder) -> None:
    with pytest.raises(FileTrouble, match="no such file"):
        folder.read("0017.step")
    with pytest.raises(FileTrouble, match="no such file"):
        read_input(folder.path / "mail")


def test_a_file_that_is_too_large_is_not_read(folder: Folder) -> None:
    """Attack 45: the size is known before anything is looked at, and no more than that is read."""
    folder.commit("0017.step", STEP)
    with (folder.path / "record/0017.step").open("r+b") as file:
        file.truncate(2**40)
    with pytest.raises(FileTrouble, match=f"more than {FILE_LIMIT} bytes"):
        folder.read("0017.step")


@posix
def test_nothing_odd_is_opened(folder: Folder, tmp_path: Path) -> None:
    """Attack 63: symbolic links, FIFOs, devices, a directory with the name of a file."""
    folder.commit("0001.step", STEP)
    record, secret = folder.path / "record", tmp_path / "secret"
    secret.write_bytes(b"secret")
    (record / "0002.step").symlink_to(secret)
    (record / "0003.step").symlink_to("nowhere")
    (record / "0004.step").symlink_to("0004.step")
    os.mkfifo(record / "0005.step")
    (record / "0006.step").mkdir()
    says = ["symbolic link", "symbolic link", "symbolic link", "not a regular file", "not a regular file"]

    for number, sentence in enumerate(says, 2):
        with pytest.raises(FileTrouble, match=sentence):
            folder.read(f"{number:04d}.step")
        with pytest.raises((FileTrouble, OutOfOrder)):
            folder.commit(f"{number:04d}.step", STEP)
    assert secret.read_bytes() == b"secret"


@posix
def test_a_part_of_the_folder_that_points_elsewhere_is_not_followed(folder: Folder, tmp_path: Path) -> None:
    """Attack 63: else a shared folder could send a record into somebody's home."""
    target = tmp_path / "elsewhere"
    target.mkdir()
    folder.path.mkdir()
    (folder.path / "record").symlink_to(target)
    for work in (lambda: folder.commit("0001.step", STEP), folder.record_names, lambda: folder.read("0001.step")):
        with pytest.raises(FileTrouble, match="symbolic link"):
            work()

    assert list(target.iterdir()) == []


@posix
def test_a_device_is_no_mail(tmp_path: Path) -> None:
    with pytest.raises(FileTrouble, match="not a regular file"):
        read_input("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileTrouble, match="not a regular file"):
        read_input(tmp_path / "pipe")


def test_a_mail_may_be_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "mail").write_bytes(STEP)
    (tmp_path / "link").symlink_to(tmp_path / "mail")

    assert read_input(tmp_path / "link") == STEP


# Secrets

ANNA = format_private(key_of("anna"), "anna"), format_public(key_of("anna").public, "anna")


def test_a_key_is_kept_and_read_back(home: Home) -> None:
    path = home.write_key("anna", *ANNA)

    assert (home.keys(), home.read_key("anna")) == (("anna",), ANNA[0])
    assert path.with_name("anna.pub").read_text() == ANNA[1] + "\n"
    assert everything(home.path) == {
        ".gitignore": b"*\n",
        "keys/anna": ANNA[0],
        "keys/anna.pub": f"{ANNA[1]}\n".encode(),
    }


def test_a_key_is_never_written_over(home: Home) -> None:
    home.write_key("anna", *ANNA)
    with pytest.raises(OutOfOrder, match="anna is there already"):
        home.write_key("anna", format_private(key_of("bert"), "bert"), format_public(key_of("bert").public, "bert"))

    assert home.read_key("anna") == ANNA[0]


@posix
def test_secrets_are_for_their_owner_only(home: Home) -> None:
    """Attack 69: whatever the umask says."""
    before = os.umask(0)
    try:
        home.write_key("anna", *ANNA)
        home.write_guard(GAME, b"step 17")
    finally:
        os.umask(before)
    modes = {
        str(path.relative_to(home.path.parent)): path.stat().st_mode & 0o777
        for path in [home.path, *home.path.rglob("*")]
    }

    assert modes == {
        "home": 0o700,
        "home/.gitignore": 0o600,
        "home/keys": 0o700,
        "home/keys/anna": 0o600,
        "home/keys/anna.pub": 0o644,
        "home/games": 0o700,
        f"home/games/{GAME}": 0o700,
        f"home/games/{GAME}/guard": 0o600,
    }


@posix
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o601])
def test_a_key_that_others_may_read_is_refused_with_the_remedy(home: Home, mode: int) -> None:
    """Attack 69."""
    path = home.write_key("anna", *ANNA)
    path.chmod(mode)
    with pytest.raises(FileTrouble, match="others may read") as trouble:
        home.read_key("anna")

    assert str(trouble.value.hint) == f"chmod 600 {path}"


@posix
def test_a_key_of_somebody_else_is_refused(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.write_key("anna", *ANNA)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(FileTrouble, match="belongs to somebody else"):
        home.read_key("anna")


@posix
def test_a_key_behind_a_link_is_refused(home: Home, tmp_path: Path) -> None:
    path = home.write_key("anna", *ANNA)
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    with pytest.raises(FileTrouble, match="symbolic link"):
        home.read_key("anna")


@pytest.mark.parametrize("bad", ["", "..", "../anna", "Anna", "anna.pub", "a/b", "-anna", "a" * 33, "anna\n"])
def test_no_other_name_names_a_key(home: Home, bad: str) -> None:
    with pytest.raises(FileTrouble, match="no name of a file here"):
        home.read_key(bad)


@pytest.mark.parametrize("bad", ["", "..", "../../x", GAME[:-1], GAME + "A", GAME[:-1] + "/", GAME + "\n"])
def test_a_game_is_named_by_its_whole_id(home: Home, bad: str) -> None:
    """Attacks 62, 132: two games whose ids share a beginning have two guards."""
    with pytest.raises(FileTrouble, match="no name of a file here"):
        home.write_guard(bad, b"step 17")


def test_guards_of_games_and_roles_stay_apart(home: Home) -> None:
    home.write_guard(GAME, b"a")
    home.write_guard(GAME, b"b", "guard-anna")
    home.write_guard(name("other"), b"c")

    assert (home.guard(GAME), home.guard(GAME, "guard-anna"), home.guard(name("other"))) == (b"a", b"b", b"c")
    assert home.guard(name("third")) is None


LOCKED = """
import sys
from pathlib import Path
from referee.record import files
from referee.kernel.errors import OutOfOrder
from referee.record.store import Home
files.PATIENCE = float(sys.argv[3])
try:
    with Home(Path(sys.argv[1])).locked(sys.argv[2]):
        print("locked")
except OutOfOrder as refusal:
    print(refusal)
"""


@posix
def test_one_process_at_a_time_works_on_a_game(home: Home) -> None:
    """Attack 29: the loser is told, and nobody waits for ever."""

    with home.locked(GAME):
        assert other(home, GAME) == "another process is working on this game"
        assert other(home, name("other")) == "locked"
    assert other(home, GAME) == "locked"


def other(home: Home, game: str, patience: float = 0.2) -> str:
    """What another process says that wants the lock of a game."""
    command = [sys.executable, "-c", LOCKED, str(home.path), game, str(patience)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_process_waits_a_moment_for_another_one(home: Home) -> None:
    with ThreadPoolExecutor(1) as thread:
        with home.locked(GAME):
            waiting = thread.submit(other, home, GAME, 60.0)
            assert not waiting.done()
        assert waiting.result() == "locked"


KILLED_WITH_THE_LOCK = """
import os, sys
from pathlib import Path
from referee.record.store import Home
with Home(Path(sys.argv[1])).locked(sys.argv[2]):
    os._exit(9)
"""


def test_a_lock_left_by_a_dead_process_never_blocks(home: Home) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED_WITH_THE_LOCK, str(home.path), GAME], check=False)

    assert (killed.returncode, other(home, GAME, 0.0)) == (9, "locked")


@posix
def test_the_lock_is_the_owners_and_no_link_is_followed_to_it(home: Home, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with home.locked(GAME):
            pass
    finally:
        os.umask(before)
    lock, target = home.path / "games" / GAME / "lock", tmp_path / "precious"
    mode = lock.stat().st_mode & 0o777
    target.write_bytes(b"precious")
    lock.unlink()
    lock.symlink_to(target)
    with pytest.raises(FileTrouble, match="symbolic link is not followed"), home.locked(GAME):
        pass

    assert (mode, target.read_bytes()) == (0o600, b"precious")


# Folders that others may use


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o720, 0o702])
@pytest.mark.parametrize("part", ["", "keys", "games"])
def test_no_key_is_used_where_others_may_put_files(home: Home, part: str, mode: int) -> None:
    """F12: else somebody could put another key, or another memory, in the place of the own one."""
    home.write_key("anna", *ANNA)
    home.write_guard(GAME, b"step 17")
    folder = home.path / part
    folder.chmod(mode)
    hints = []
    for work in (lambda: home.read_key("anna"), lambda: home.write_key("bert", *ANNA), home.locked(GAME).__enter__):
        with pytest.raises(FileTrouble, match="others may put files into this private folder") as trouble:
            work()
        hints.append(trouble.value.hint)

    assert hints == [Sentence("chmod-700", path=folder)] * 3
    folder.chmod(0o700)
    assert home.read_key("anna") == ANNA[0]


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize("part", ["", "keys", "games"])
def test_no_key_is_used_in_a_folder_of_somebody_else(home: Home, part: str) -> None:
    """F12"""
    home.write_key("anna", *ANNA)
    home.write_guard(GAME, b"step 17")
    os.chown(home.path / part, 4242, 4242)

    with pytest.raises(FileTrouble, match="this private folder belongs to somebody else"):
        home.read_key("anna")


@posix
def test_a_folder_that_others_may_only_read_is_used_and_told(home: Home) -> None:
    """F12: every file in it that is secret is closed by its own mode."""
    home.write_key("anna", *ANNA)
    closed = home.open_to_readers()
    (home.path / "keys").chmod(0o755)

    assert (closed, home.open_to_readers(), home.read_key("anna")) == (None, home.path / "keys", ANNA[0])


def test_only_these_modules_touch_the_file_system() -> None:
    """`files` and `store`; everything else gets bytes and gives bytes."""
    import referee.record as record

    folder = Path(next(iter(record.__path__)))
    touching = {
        path.stem
        for path in folder.glob("*.py")
        if any(f"\n{word} {module}" in path.read_text() for word in ("import", "from") for module in ("os", "pathlib"))
    }

    assert touching == {"files", "store"}
    assert files.effects is effects
