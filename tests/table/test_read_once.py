"""Who goes on for long opens the same session again and again: what was read is believed while every byte is the
same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.errors import RefereeError
from referee.record.file_names import step_name
from referee.record.store import DataFolder, GameFolder
from referee.session import session as sessions
from referee.session.session import KnownRecords, Session, open_session
from tests.cli.games_on_disk import lay
from tests.support.rehearse import open_match, play_out, test_key
from tests.table.checkpoints import up_to
from tests.table.new_seat_keys import rekeyed
from tests.table.small_games import HOST, order, small

Opens = Callable[..., Session]


@pytest.fixture(autouse=True)
def _as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on the road of checkpoints, where a home keeps what it reads at every step."""
    monkeypatch.setattr(sessions, "EVERY", 8)


@pytest.fixture
def opens(tmp_path: Path) -> Opens:
    """The session of somebody in a folder that has these files now; with `known` as a process opens it that goes on."""
    known: KnownRecords = {}

    def opened(files: dict[str, bytes], *who: str, again: bool = True) -> Session:
        record = tmp_path / "game" / "record"
        if not record.is_dir():
            lay(tmp_path / "game", {})
        for path in record.iterdir():
            path.unlink()
        for name, data in files.items():
            (record / name).write_bytes(data)
        home = DataFolder(tmp_path / "-".join(("home", *who)))
        for name in who or ("anna",):
            key = test_key(name)
            if name not in home.keys():  # noqa: SIM118
                home.write_key(name, format_private(key, name), format_public(key.public, name))
        return open_session(GameFolder(tmp_path / "game"), home, known=known if again else None)

    return opened


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files were read each time that a record was read from its beginning."""
    found, from_the_beginning = list[int](), sessions.read_history

    def counted(files: dict[str, bytes], *rest: object, **more: object) -> object:
        found.append(len(files))
        return from_the_beginning(files, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(sessions, "read_history", counted)
    return found


def assert_same(now: Session, whole: Session) -> None:
    assert now.history == whole.history
    assert dict(now.seen) == dict(whole.seen)
    assert (now.role, now.own) == (whole.role, whole.own)


def test_what_was_read_is_not_read_again_and_later_steps_are_read_on(opens: Opens, read: list[int]) -> None:
    files = small().files
    for step in (0, 0, 1, 3, 3):
        now = opens(up_to(files, step))
        assert len(read) == 1 and max(now.seen) == now.position.step == step
    assert_same(now, opens(up_to(files, 3), again=False))


def test_after_some_steps_the_home_is_asked_again_so_that_what_it_keeps_goes_on(opens: Opens, read: list[int]) -> None:
    files = small().files
    for step in (0, sessions.EVERY - 1, sessions.EVERY):
        now = opens(up_to(files, step))

    assert read == [len(up_to(files, step)) for step in (0, sessions.EVERY)]
    assert_same(now, opens(up_to(files, sessions.EVERY), again=False))


def test_a_session_that_goes_on_changes_nothing_of_what_is_known(opens: Opens) -> None:
    files = small().files
    for _ in range(3):
        now = opens(up_to(files, 1))
        assert list(now.seen) == [0, 1] and now.proven == set()
        now.seen[2] = now.seen[1]
        now.proven.add("what another desk has found")


def test_a_changed_byte_or_a_file_that_is_gone_is_met_as_if_nothing_were_known(opens: Opens) -> None:
    files = up_to(small().files, 3)
    opens(files)
    data = files[step_name(2)]
    for changed in ({**files, step_name(2): data.replace(b"step 2", b"step 1", 1)}, without(files, step_name(2))):
        told = []
        for again in (True, False):
            with pytest.raises(RefereeError) as refusal:
                opens(changed, again=again)
            told.append((refusal.value.code, refusal.value.at))
        assert told[0] == told[1]
    assert_same(opens(up_to(files, 2)), opens(up_to(files, 2), again=False))


def without(files: dict[str, bytes], name: str) -> dict[str, bytes]:
    return {key: data for key, data in files.items() if key != name}


def test_everybody_sees_with_the_own_key_alone(opens: Opens) -> None:
    files = up_to(small().files, 3)

    assert opens(files, HOST).is_host
    assert opens(files, "anna").own != opens(files, "bert").own
    assert opens(files, "mallory").role is None


def test_a_host_who_plays_turns_from_one_side_to_the_other_and_back(opens: Opens, read: list[int]) -> None:
    match = play_out(open_match("tigris", 2, "turns", (("host", "anna"),)), "turns", steps=3)
    hosts = opens(up_to(match.files, 2), HOST, "anna")
    plays = [hosts.turned(), hosts.turned(), hosts.turned().turned()]
    later = opens(match.files, HOST, "anna").turned()

    assert [session.role for session in (hosts, *plays, later)] == ["anna", "referee", "referee", "anna", "referee"]
    assert len(read) == 2 and later.position.step == 3


def test_a_new_key_is_read_from_the_beginning(opens: Opens, read: list[int]) -> None:
    match = play_out(open_match("tigris", 2, "door"), "door", steps=2)
    before = dict(match.files)
    after = order(rekeyed(match, "anna"), "pass").files
    opens(before, "bert")
    assert_same(opens(after, "bert"), opens(after, "bert", again=False))

    assert read == [len(before), len(after), len(after)]
