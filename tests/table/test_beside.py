"""What sync tools, editors and file managers leave in the folder of a record is told, and is nobody's fault."""

from __future__ import annotations

import pytest

from referee.audit.recompute import audit
from referee.audit.stray_files import MOST, stray_remark
from referee.record.note import render_bundle, sign_note
from tests.support.rehearse import test_key
from tests.table.small_games import HOST, changed, key_of, signed_again, small, step_name

PASSED_OVER = "foreign-file"
COPY = "copy-of-record-file"

LEFT_BEHIND = {
    "macOS": (".DS_Store", "._0002.step", "Icon\r"),
    "Windows": ("desktop.ini", "Thumbs.db", "~$offer.note"),
    "vim": (".0002.step.swp", "0002.step~", "4913"),
    "emacs": ("#0002.step#", ".#0002.step", "0002.step.~1~"),
    "nano": (".0002.step.swp", "0002.step.save"),
    "LibreOffice": (".~lock.0002.step#",),
    "git": ("0002.step.orig", "0002.step.rej"),
    "Syncthing": (".syncthing.0002.step.tmp", "~syncthing~0002.step.tmp", ".stfolder"),
    "Nextcloud": (".sync_5f1e.db", "._sync_5f1e.db-wal"),
    "this program": (".0002.step.4711.tmp",),
}
"""Files that hold nothing of the game, or half of it."""

CONFLICT_COPIES = {
    "Dropbox": "0002 (Anna's conflicted copy 2026-11-22).step",
    "OneDrive": "0002-ANNAS-LAPTOP.step",
    "Google Drive": "0002 (1).step",
    "Syncthing": "0002.sync-conflict-20261122-081500-ABCDEFG.step",
    "Nextcloud": "0002 (conflicted copy 2026-11-22 081500).step",
    "iCloud": "0002 2.step",
    "Resilio": "0002.step.Conflict",
    "Unison": "0002.step (conflict on 2026-11-22)",
    "a person": "Copy of 0002.step",
    "upper case": "0002.STEP",
}
"""What a tool calls a file that two machines changed."""


@pytest.mark.parametrize("tool", LEFT_BEHIND)
def test_what_tools_leave_behind_is_noted_and_the_game_is_clean(tool: str) -> None:
    """Attack 66."""
    strangers = dict.fromkeys(LEFT_BEHIND[tool], b"\0half of something")
    report = audit(small().files, strangers=strangers)

    assert (report.verdict, report.findings) == ("clean", ())
    assert report.remarks == tuple(stray_remark(name, PASSED_OVER) for name in sorted(strangers))


@pytest.mark.parametrize("tool", CONFLICT_COPIES)
def test_a_copy_of_what_stands_in_the_record_is_called_one_that_can_be_deleted(tool: str) -> None:
    """Attack 66."""
    name, original = CONFLICT_COPIES[tool], step_name(2)
    report = audit(small().files, strangers={name: small().files[original]})

    assert (report.verdict, report.findings) == ("clean", ())
    assert report.remarks == (stray_remark(name, COPY, original=original),)


@pytest.mark.parametrize("tool", CONFLICT_COPIES)
def test_a_copy_with_another_note_by_a_party_is_something_to_look_at(tool: str) -> None:
    """Attack 66: two machines of one player may have signed two moves; the record stays what it is."""
    *notes, step_note = small().signed_notes[step_name(2)]
    rival = signed_again(notes[-1], key_of(notes[-1].note().seat), say=("another move",))
    report = audit(small().files, strangers={CONFLICT_COPIES[tool]: render_bundle((rival, step_note))})
    (remark,) = report.remarks

    assert report.verdict == "clean"
    assert remark.sentence.startswith("it holds a note by ")
    assert " that is not in the record; check it: referee judge " in remark.sentence


def test_a_file_of_notes_by_strangers_is_passed_over() -> None:
    """A valid signature of somebody who is not at the table says nothing here."""
    (offer,) = small().signed_notes["offer.note"]
    foreign = sign_note(changed(offer.note(), key=test_key("mallory").public), test_key("mallory"))
    report = audit(small().files, strangers={"offer 2.note": render_bundle((foreign,))})

    assert report.verdict == "clean"
    assert report.remarks == (stray_remark("offer 2.note", "notes-of-strangers"),)


def test_a_file_with_a_broken_signature_accuses_nobody() -> None:
    data = small().files[step_name(2)].replace(b"\nstep 2\n", b"\nstep 3\n")
    report = audit(small().files, strangers={"0002 2.step": data})

    assert (report.verdict, report.remarks) == ("clean", (stray_remark("0002 2.step", PASSED_OVER),))


@pytest.mark.parametrize("name", ["0005.STEP", "0005 (1).step", "5.step"])
def test_a_step_under_a_wrong_name_is_missing_and_the_file_is_named(name: str) -> None:
    """Attack 66: what leaves a hole is a fault, and the cure stands beside it."""
    files = dict(small().files)
    strangers = {name: files.pop(step_name(5))}
    report = audit(files, strangers=strangers)
    (finding,), (remark,) = report.findings, report.remarks

    assert (report.verdict, finding.sentence) == ("fault", "step 5 is missing")
    assert remark.at == name
    assert remark.sentence.startswith("it holds step 5, which the record lacks; to receive it: referee receive ")


def test_thousands_of_foreign_files_give_a_page_of_remarks() -> None:
    report = audit(small().files, strangers={f"{number}.bak": b"" for number in range(3000)})

    assert len(report.remarks) == MOST + 1
    assert report.remarks[-1] == stray_remark("record", "more-foreign-files", count=3000 - MOST)


@pytest.mark.parametrize(
    "name", ["0000.step", "0001.deal", "1.turn", "0001.TURN", "offer.not", "ack-Anna.note", "x", ""]
)
def test_a_name_that_no_file_of_a_record_has_is_noted_wherever_it_comes_from(name: str) -> None:
    report = audit({**small().files, name: small().files[step_name(1)]})

    assert (report.verdict, report.remarks) == ("clean", (stray_remark(name, COPY, original=step_name(1)),))


def test_a_right_name_with_wrong_bytes_stays_a_fault() -> None:
    report = audit({**small().files, step_name(2): b"\0" * 6148}, strangers={".DS_Store": b"\0" * 6148})

    assert (report.verdict, [finding.at for finding in report.findings]) == ("fault", [step_name(2)])


def test_a_remark_is_told_in_both_languages() -> None:
    remark = stray_remark("x", COPY, original="0002.step")

    assert (remark.told("en"), remark.told("it")) == (
        "a copy of 0002.step; it can be deleted",
        "una copia di ciò che sta in 0002.step; si può cancellare",
    )


def test_the_key_of_the_host_is_a_party_too() -> None:
    """A second step note by the referee is the most important thing that may lie about."""
    *notes, step_note = small().signed_notes[step_name(2)]
    rival = sign_note(changed(step_note.note(), event=()), key_of(HOST))
    (remark,) = audit(small().files, strangers={"0002 2.step": render_bundle((*notes, rival))}).remarks

    assert remark.sentence == (
        "it holds a note by referee that is not in the record; check it: referee judge 'record/0002 2.step'"
    )
