"""`referee audit --signers`: written beside the report, printed in its place, and refused where it cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.table.new_seat_keys import rekeyed


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A running game in which bert has a new key since the last step."""
    return lay(tmp_path / "game", rekeyed(running(), "bert").files)


def audited(tmp_path: Path, *arguments: str) -> tuple[int, str, str]:
    return inside(["audit", *arguments], home_of(tmp_path, "anna"), tmp_path)


def test_the_file_is_printed_in_place_of_the_report_and_the_verdict_stands_beside(game: Path, tmp_path: Path) -> None:
    code, out, err = audited(tmp_path, str(game), "--signers", "-")
    step = running().host.step + 1

    assert [line for line in out.splitlines() if "Bert" in line] == [
        f"# Bert, step 0 to {step}",
        f"# Bert, from step {step + 1}",
    ]
    assert (code, "checked" in out, err) == (0, False, "audit: no fault so far; the game is in progress\n")


def test_the_file_is_written_beside_the_report(game: Path, tmp_path: Path) -> None:
    _, printed, _ = audited(tmp_path, str(game), "--signers", "-")
    code, out, err = audited(tmp_path, str(game), "--signers", str(tmp_path / "allowed"))

    assert (code, (tmp_path / "allowed").read_text(), "checked" in out) == (0, printed, True)
    assert "who signed which steps" in err


def test_the_file_says_in_italian_when_a_key_was_replaced(game: Path, tmp_path: Path) -> None:
    _, out, _ = audited(tmp_path, str(game), "--signers", "-", "--lang", "it")

    assert f"# Bert, dal passo {running().host.step + 2} in poi" in out


def test_the_file_is_not_printed_into_the_json(game: Path, tmp_path: Path) -> None:
    code, out, _ = audited(tmp_path, str(game), "--json", "--signers", "-", "--html", str(tmp_path / "page"))

    assert (code, json.loads(out)["error"]["code"], (tmp_path / "page").exists()) == (2, "signers-json-mixed", False)


def test_the_file_of_two_games_is_refused(game: Path, tmp_path: Path) -> None:
    assert audited(tmp_path, str(game), str(game), "--signers", "-") == (
        5,
        "",
        "referee: --signers is for a single game; there are 2 here\n",
    )


def test_of_a_record_with_a_fault_the_keys_of_the_sound_part_are_told_and_the_exit_is_the_audits(
    game: Path, tmp_path: Path
) -> None:
    step = game / "record" / f"{running().host.step + 1:04d}.step"
    step.write_bytes(step.read_bytes().replace(b"table key bert", b"table key anna"))
    code, out, err = audited(tmp_path, str(game), "--signers", "-")

    assert (code, "# Bert, all steps" in out, err) == (
        1,
        True,
        f"audit: fault found in step {running().host.step + 1}\n",
    )
