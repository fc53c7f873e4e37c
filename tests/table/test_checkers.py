"""Signatures checked by threads: the same report as without them, whatever is wrong, and nothing is believed before."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.crypto import sshsig
from referee.protocol.history import read_record
from referee.protocol.step import record_step
from referee.record import signature_threads
from referee.record.note import SignedNote
from tests.cached_reads import forget
from tests.table.small_games import HOST, key_of, render_bundle, signed_again, small, step_name

Files = Mapping[str, bytes]
THREADS = 3


@pytest.fixture(autouse=True)
def _threads_for_small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_record, "_WORTH_THREADS", 1)
    forget()


def _with(name: str, at: int, note: SignedNote) -> bytes:
    notes = list(small().signed_notes[name])
    notes[at] = note
    return render_bundle(notes)


def _another_signature(name: str, at: int) -> bytes:
    signed = small().signed_notes[name][at]
    r, s = signed.signature[:32], signed.signature[32:]
    return _with(name, at, SignedNote(signed.body, signed.key, signed.namespace, r[::-1] + s))


def _forged(name: str) -> bytes:
    """Another order under the signature of the true one."""
    signed = small().signed_notes[name][0]
    body = signed.body.replace(b"do swap", b"do pass")
    return _with(name, 0, SignedNote(body, signed.key, signed.namespace, signed.signature))


def _false_outcome(name: str) -> bytes:
    return _with(name, 1, signed_again(small().signed_notes[name][1], key_of(HOST), state=bytes(32)))


FAULTS: dict[str, Files] = {
    "signature of a move": {step_name(4): _another_signature(step_name(4), 0)},
    "signature of a step": {step_name(7): _another_signature(step_name(7), 1)},
    "forged move": {step_name(3): _forged(step_name(3))},
    "false outcome": {step_name(5): _false_outcome(step_name(5))},
    "copied step": {step_name(9): small().files[step_name(8)]},
    "unreadable step": {step_name(11): small().files[step_name(11)][:-9]},
    "signature of an ack": {"ack-anna.note": _another_signature("ack-anna.note", 0)},
}


@pytest.mark.parametrize("wrong", list(combinations(FAULTS, 2)), ids=" and ".join)
def test_of_several_faults_threads_report_the_same_as_no_threads(wrong: tuple[str, str]) -> None:
    files = {**small().files, **FAULTS[wrong[0]], **FAULTS[wrong[1]]}

    assert audit(files, threads=THREADS) == audit(files)


def test_all_faults_at_once_are_told_one_after_the_other_as_each_is_mended() -> None:
    """A bad signature comes before what it signs, and both before what stands behind."""
    left, with_threads, without = dict(FAULTS), [], []
    while left:
        files = {**small().files, **{name: data for fault in left.values() for name, data in fault.items()}}
        with_threads.append(audit(files, threads=THREADS).findings)
        without.append(audit(files).findings)
        first = without[-1][0].at if without[-1] else None
        left = {why: fault for why, fault in left.items() if first is not None and first not in fault}

    assert with_threads == without
    assert len(without) >= len(FAULTS) - 1


def test_no_step_is_entered_before_every_signature_in_it_has_held(monkeypatch: pytest.MonkeyPatch) -> None:
    entered: list[int] = []
    enter = record_step.record_step_file

    def watched(position: Any, signed_notes: tuple[SignedNote, ...], eyes: Any) -> Any:
        assert all(signed.was_checked and signed.is_intact for signed in signed_notes)
        entered.append(position.step + 1)
        return enter(position, signed_notes, eyes)

    monkeypatch.setattr(record_step, "record_step_file", watched)
    audit({**small().files, **FAULTS["forged move"]}, threads=THREADS)

    assert entered == [1, 2]


def test_a_thread_that_fails_leaves_its_notes_to_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    verify = sshsig.verify

    def failing(*given: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            raise MemoryError
        verify(*given)

    monkeypatch.setattr(sshsig, "verify", failing)

    assert audit(small().files, threads=THREADS) == audit(small().files)


def test_what_goes_wrong_for_everybody_is_raised_where_the_note_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    verify, failed = sshsig.verify, small().signed_notes[step_name(6)][0]

    def failing(public: bytes, namespace: str, message: bytes, signature: bytes) -> None:
        if message == failed.body:
            raise MemoryError
        verify(public, namespace, message, signature)

    monkeypatch.setattr(sshsig, "verify", failing)
    seen: list[int] = []
    with pytest.raises(MemoryError):
        audit(small().files, threads=THREADS, watch=lambda position: seen.append(position.step))

    assert seen == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("files", [small().files, {**small().files, **FAULTS["false outcome"]}], ids=["sound", "fault"])
def test_threads_end_with_the_reading_and_leave_nothing_behind(files: Files) -> None:
    before = threading.active_count(), sys.getswitchinterval()
    audit(files, threads=THREADS)

    assert (threading.active_count(), sys.getswitchinterval()) == before


def test_where_no_thread_can_be_started_the_reader_checks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoThread:
        def __init__(self, **_: Any) -> None: ...

        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(signature_threads, "Thread", NoThread)

    assert audit(small().files, threads=THREADS).verdict == "clean"


def test_every_signature_is_checked_once_by_threads_and_reader_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the very last ones, at which a thread may be while the reader has nothing else left to do."""
    verify, checked = sshsig.verify, []

    def counted(*given: Any) -> None:
        checked.append(given)
        verify(*given)

    monkeypatch.setattr(sshsig, "verify", counted)
    audit(small().files, threads=THREADS)
    with_threads = len(checked)
    checked.clear()
    forget()
    audit(small().files)

    assert len(checked) <= with_threads <= len(checked) + THREADS


def test_a_small_record_and_last_signatures_start_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signature_threads, "Thread", None)
    audit(small().files, threads=THREADS, last_signatures=True)
    monkeypatch.setattr(read_record, "_WORTH_THREADS", 1000)

    assert audit(small().files, threads=THREADS).verdict == "clean"
