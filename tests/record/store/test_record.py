"""What a record holds: files written once, under names that are allowed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.record import files
from referee.record.note import SignedNote, render_bundle
from referee.record.store import GameFolder, effects
from tests.needed_tools import posix
from tests.record.examples import FULL, signed_example
from tests.record.store.disk import OTHER, STEP, everything
from tests.record.test_unwrap import _another_valid_signature


def test_a_file_of_the_record_is_written_once_and_read_back(folder: GameFolder) -> None:
    assert folder.commit("0017.step", STEP) is True
    assert folder.read("0017.step") == STEP
    assert everything(folder.path) == {"record/0017.step": STEP}


def test_the_same_bytes_again_are_no_second_write(folder: GameFolder) -> None:
    folder.commit("0017.step", STEP)
    written_at = (folder.path / "record/0017.step").stat().st_mtime_ns

    assert folder.commit("0017.step", STEP) is False
    assert (folder.path / "record/0017.step").stat().st_mtime_ns == written_at


def test_other_bytes_are_never_written_over(folder: GameFolder) -> None:
    """Attack 30: stop, and keep what is there."""
    folder.commit("0017.step", STEP)
    with pytest.raises(OutOfOrder, match=r"0017\.step already exists with different content"):
        folder.commit("0017.step", OTHER)

    assert everything(folder.path) == {"record/0017.step": STEP}


def test_the_same_notes_under_another_valid_signature_are_the_same_file(folder: GameFolder) -> None:
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
def test_a_name_of_the_record_is_allowed(folder: GameFolder, good: str) -> None:
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
def test_no_other_name_reaches_the_file_system(folder: GameFolder, bad: str) -> None:
    """Attacks 62, 65, 66."""
    for work in (lambda: folder.commit(bad, STEP), lambda: folder.read(bad)):
        with pytest.raises(FileTrouble, match="not a valid file name here"):
            work()

    assert not folder.path.exists()


def test_foreign_names_are_no_part_of_the_record(folder: GameFolder) -> None:
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
def test_of_foreign_things_that_are_no_small_files_only_the_name_is_known(folder: GameFolder, tmp_path: Path) -> None:
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


def test_names_come_sorted_whatever_the_file_system_says(folder: GameFolder) -> None:
    names = ["charter.note", "0002.step", "ack-bert.note", "0000.deal", "0001.step", "ack-anna.note", "offer.note"]
    for file in names:
        folder.commit(file, STEP)

    assert folder.record_names() == tuple(sorted(names))


def test_an_empty_folder_has_no_names(folder: GameFolder) -> None:
    assert (folder.record_names(), folder.unknown_names(), folder.list_pending(), folder.list_outbox()) == ((),) * 4


def test_outbox_pending_and_letters(folder: GameFolder) -> None:
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


def test_only_these_modules_touch_the_file_system() -> None:
    """`files` and `store`; everything else gets bytes and gives bytes."""
    from referee import record

    folder = Path(next(iter(record.__path__)))
    touching = {
        path.stem
        for path in folder.glob("*.py")
        if any(f"\n{word} {module}" in path.read_text() for word in ("import", "from") for module in ("os", "pathlib"))
    }

    assert touching == {"files", "locks", "store"}
    assert files.effects is effects
