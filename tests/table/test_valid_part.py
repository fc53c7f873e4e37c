"""A record with a fault is read up to the last valid step, and says so; what lies behind is not checked."""

from __future__ import annotations

import pytest

from referee.audit.recompute import Report, audit
from referee.kernel.canonical_json import encode_b64
from referee.protocol.history.valid_part import read_valid_part
from referee.record.note import SignedNote
from tests.table.small_games import (
    CHARTER,
    DEAL,
    HOST,
    four,
    key_of,
    running,
    signed_again,
    small,
    step_name,
    with_notes,
)

AT = 7
LATER = tuple(step_name(step) for step in range(AT + 1, small().host.step + 1))


def damaged(step: int = AT) -> dict[str, bytes]:
    """The small game with a text in one step that its signature does not fit."""
    data = small().files[step_name(step)]
    return {**small().files, step_name(step): data.replace(b"do swap ", b"do place ", 1)}


def lied(step: int = AT) -> dict[str, bytes]:
    """The small game with a step in which the host has signed another state."""
    *notes, honest = small().signed_notes[step_name(step)]
    return with_notes(small(), step_name(step), (*notes, signed_again(honest, key_of(HOST), state=bytes(32))))


def told(report: Report) -> tuple[object, ...]:
    (finding,) = report.findings
    return report.verdict, report.step, report.depth, finding.at, finding.fact.code, finding.fact.party


@pytest.mark.parametrize(
    ("files", "code", "party"), [(damaged(), "N-SIGNATURE", ""), (lied(), "R-RULING", "referee")], ids=["damage", "lie"]
)
def test_the_report_on_a_fault_tells_of_everything_before_it(files: dict[str, bytes], code: str, party: str) -> None:
    report, whole = audit(files), audit(small().files)

    assert told(report) == ("fault", AT - 1, 5, step_name(AT), code, party)
    assert (report.words, report.parties, report.title) == (whole.words, whole.parties, whole.title)
    assert report.after == (*LATER, "ack-anna.note", "ack-bert.note")
    assert report.notes == sum(len(small().signed_notes[name]) for name in small().files if name < step_name(AT)) + sum(
        len(small().signed_notes[name]) for name in ("offer.note", CHARTER)
    )


def test_a_ruling_that_does_not_follow_is_called_that() -> None:
    (finding,) = audit(lied()).findings

    assert finding.layer == "wrong ruling"
    assert [(note.type, note.party, note.place) for note in finding.fact.notes] == [
        ("move", small().signed_notes[step_name(AT)][0].note().seat, 1),  # type: ignore[union-attr]
        ("step", "referee", 2),
    ]


def test_a_missing_step_is_nobodys_and_the_steps_before_it_are_sound() -> None:
    files = {name: data for name, data in small().files.items() if name != step_name(AT)}
    report = audit(files)

    assert told(report) == ("fault", AT - 1, 5, step_name(AT + 1), "N-MISSING", "")


def test_a_step_that_holds_another_move_than_it_lists_accuses_nobody() -> None:
    """Whoever put the file together may have done it: the step note in it is as it was signed."""
    _, step_note = small().signed_notes[step_name(AT)]
    other, _ = small().signed_notes[step_name(AT - 2)]
    report = audit(with_notes(small(), step_name(AT), (other, step_note)))

    assert told(report)[4:] == ("N-MIXED", "")


def test_a_copy_of_a_move_under_another_key_accuses_nobody() -> None:
    """The id of a note says nothing of its key, so the step note lists the copy as well."""
    move, step_note = small().signed_notes[step_name(AT)]
    copier = next(seat for seat in small().table.names if seat != move.note().seat)  # type: ignore[union-attr]
    report = audit(with_notes(small(), step_name(AT), (signed_again(move, key_of(copier)), step_note)))

    assert told(report)[4:] == ("N-MIXED", "")


def test_a_step_of_another_history_accuses_nobody() -> None:
    *_, step_note = small().signed_notes[step_name(AT)]
    other = signed_again(step_note, key_of(HOST), head=encode_b64(bytes(32)))
    report = audit(with_notes(small(), step_name(AT), (small().signed_notes[step_name(AT)][0], other)))

    assert told(report)[4:] == ("N-MIXED", "")


def test_a_wrong_hand_line_is_named_by_its_seat_and_is_the_referees() -> None:
    *notes, honest = small().signed_notes[step_name(AT)]
    ((seat, line),) = honest.note().hand.items()  # type: ignore[union-attr]
    wrong = signed_again(honest, key_of(HOST), hand={seat: bytes(len(line))})
    (finding,) = audit(with_notes(small(), step_name(AT), (*notes, wrong))).findings

    assert (finding.fact.code, finding.fact.party, finding.values) == ("R-HAND", "referee", {"seat": seat})


def test_a_fault_in_an_ack_leaves_the_whole_game_sound() -> None:
    (ack,) = small().signed_notes["ack-bert.note"]
    broken = SignedNote(ack.body, ack.key, ack.namespace, bytes(64))
    report = audit(with_notes(small(), "ack-bert.note", (broken,)))
    whole = audit(small().files)

    assert (report.verdict, report.step, report.result, report.acked) == ("fault", whole.step, whole.result, ("anna",))
    assert report.findings[0].fact.party == ""


def test_of_a_fault_in_the_deal_the_parties_are_told_and_no_step() -> None:
    *accepts, deal = small().signed_notes[DEAL]
    report = audit(with_notes(small(), DEAL, (*accepts, signed_again(deal, key_of(HOST), state=bytes(32)))))

    assert told(report) == ("fault", None, 1, DEAL, "R-DEAL", "referee")
    assert report.parties == audit(small().files).parties


def test_a_running_game_with_a_fault_is_sound_as_deep_as_a_stranger_sees() -> None:
    last = running().host.step
    files = {**running().files, step_name(last): running().files[step_name(last)][:-40]}
    report = audit(files)

    assert told(report) == ("fault", last - 1, 1, step_name(last), "N-FILE", "")
    assert report.asked != ()


def test_the_part_before_a_fault_is_the_same_as_of_the_record_that_ends_there() -> None:
    valid = read_valid_part(damaged())
    early = {
        name: data for name, data in small().files.items() if name[0] != "a" and name not in (step_name(AT), *LATER)
    }
    short = read_valid_part(early)

    assert short.fault is None
    assert valid.history.signed_notes == short.history.signed_notes
    assert valid.history.position == short.history.position


@pytest.mark.parametrize("step", [3, 40])
def test_no_fact_of_a_damaged_copy_is_against_a_key(step: int) -> None:
    """One byte of each line of a step is changed: whatever the audit says, it accuses nobody."""
    data, accused = four().files[step_name(step)], []
    start = 0
    for number, line in enumerate(data.split(b"\n")[:-1]):
        at = start + number * 7 % (len(line) + 1)
        changed = data[:at] + bytes([data[at] ^ (1 + at * 37 % 255)]) + data[at + 1 :]
        report = audit({**early(step), step_name(step): changed})
        accused += [finding.fact.code for finding in report.findings if finding.fact.party]
        start += len(line) + 1

    assert accused == []


def early(step: int) -> dict[str, bytes]:
    """The record of the lively game before a step."""
    return {name: data for name, data in four().files.items() if name[0] in "co" or name < step_name(step)}
