"""The allowed-signers file: stock `ssh-keygen` takes each note under the key of its step, and no other key there."""

from __future__ import annotations

import fnmatch
import subprocess
from functools import cache
from pathlib import Path

import pytest

from referee.audit.allowed_signers import signer_lines, steps_as_patterns
from referee.audit.recompute import audit
from referee.protocol.seating import KeyPeriod, key_periods
from referee.record.note import SignedNote, namespace_of, sign_note
from tests.disputes.stories import claim_of
from tests.support.rehearse import Match
from tests.table.new_seat_keys import new_key, rekeyed
from tests.table.small_games import HOST, copy_of, dealt, key_of, order, small, swap_all

needs_openssh = pytest.mark.needs("ssh-keygen")

FIRST, SECOND = 5, 8
"""The steps that enter the second and the third key of anna."""


@cache
def replaced() -> Match:
    """A finished game of two in which anna's key was lost, and changed by herself a little later."""
    match = copy_of(dealt())
    while match.host.step < FIRST - 1:
        order(match, swap_all(match))
    match = rekeyed(match, "anna", "second")
    while match.host.step < SECOND - 1:
        order(match, swap_all(match))
    match = rekeyed(match, "anna", "third", parties=("anna",))
    while not match.host.over:
        order(match, swap_all(match))
    match.acknowledge()
    return match


def name_in(signed: SignedNote) -> str:
    """The name under which a judge verifies a note, read off its text and nothing else."""
    lines = [line.split(" ") for line in signed.body.decode().splitlines()]
    seat = next((line[1] for line in lines if line[0] == "seat" and signed.type not in ("offer", "charter")), "referee")
    return "@".join([seat, *(line[1] for line in lines if line[0] == "step")])


def says_good(folder: Path, match: Match, signed: SignedNote) -> bool:
    """What stock `ssh-keygen` says of a note with the file that the audit makes."""
    allowed, signature = folder / "allowed", folder / "sig"
    if not allowed.exists():
        allowed.write_text("".join(f"{line}\n" for _, line in signer_lines(match.host.table, match.signed_notes)))
    armour = signed.armoured()
    begin, end = armour.index("-----BEGIN SSH"), armour.index("-----END REFEREE")
    signature.write_text(armour[begin:end])
    command = ["ssh-keygen", "-Y", "verify", "-f", str(allowed), "-I", name_in(signed)]
    command += ["-n", namespace_of(signed.type), "-s", str(signature)]
    return subprocess.run(command, input=signed.body, capture_output=True, check=False).returncode == 0


def every_note(match: Match) -> list[SignedNote]:
    return [signed for name in sorted(match.signed_notes) for signed in match.signed_notes[name]]


def test_the_game_under_judgement_is_clean_and_had_three_keys_of_anna() -> None:
    match = replaced()
    keys = [key_of("anna").public, new_key("second").public, new_key("third").public]

    assert audit(match.files).verdict == "clean"
    assert [time for time in key_periods(match.host.table) if time.role == "anna"] == [
        KeyPeriod("anna", keys[0], 0, FIRST),
        KeyPeriod("anna", keys[1], FIRST + 1, SECOND),
        KeyPeriod("anna", keys[2], SECOND + 1, None),
    ]


@needs_openssh
def test_stock_ssh_keygen_takes_every_note_of_a_record_under_the_key_of_its_step(tmp_path: Path) -> None:
    notes = every_note(replaced())

    assert [name_in(signed) for signed in notes if not says_good(tmp_path, replaced(), signed)] == []
    assert {signed.type for signed in notes} == {
        *("offer", "join", "charter", "accept", "deal", "move", "rekey", "consent", "step", "end", "ack")
    }


@needs_openssh
@pytest.mark.parametrize("label", ["first", "second", "third"])
def test_stock_ssh_keygen_refuses_each_key_of_a_seat_for_the_steps_of_the_others(tmp_path: Path, label: str) -> None:
    key = key_of("anna") if label == "first" else new_key(label)
    others = [signed for signed in every_note(replaced()) if _of_anna(signed) and signed.key != key.public]
    forged = [sign_note(signed.note(), key) for signed in others]

    assert [name_in(signed) for signed in forged if says_good(tmp_path, replaced(), signed)] == []
    assert len(forged) > 5


def _of_anna(signed: SignedNote) -> bool:
    return name_in(signed).partition("@")[0] == "anna"


@needs_openssh
def test_stock_ssh_keygen_takes_no_step_of_a_player_and_no_move_of_the_host(tmp_path: Path) -> None:
    move, step_note = (next(signed for signed in every_note(small()) if signed.type == of) for of in ("move", "step"))
    swapped = [sign_note(move.note(), key_of(HOST)), sign_note(step_note.note(), key_of("anna"))]

    assert [says_good(tmp_path, small(), signed) for signed in swapped] == [False, False]


@needs_openssh
def test_a_claim_is_verified_under_the_key_of_the_step_behind_it(tmp_path: Path) -> None:
    """A claim names the step it was written after; the new key may write one as soon as its step is entered."""
    match = copy_of(dealt())
    while match.host.step < FIRST - 1:
        order(match, swap_all(match))
    before = claim_of(match, "anna", say=("late",))
    match = rekeyed(match, "anna", "second")
    after = sign_note(claim_of(match, "anna", say=("late",)).note(), new_key("second"))
    old = sign_note(after.note(), key_of("anna"))

    assert [says_good(tmp_path, match, signed) for signed in (before, after, old)] == [True, True, False]


@pytest.mark.parametrize("times", [(0, 19), (20, 34), (20, None), (1234, 1240), (0, None), (5, 5), (7, 123)])
def test_the_names_of_a_key_fit_its_steps_and_no_other_number(times: tuple[int, int | None]) -> None:
    first, last = times
    patterns = steps_as_patterns("anna", first, last)
    fits = [n for n in range(10_000) if any(fnmatch.fnmatchcase(f"anna@{n}", pattern) for pattern in patterns)]
    padded = [n for n in range(1, 100) if any(fnmatch.fnmatchcase(f"anna@0{n}", pattern) for pattern in patterns)]

    assert fits == list(range(first, (9999 if last is None else last) + 1))
    assert padded == []
