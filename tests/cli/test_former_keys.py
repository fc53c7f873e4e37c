"""Which key held a seat from which step to which: in `status`, `log`, the audit and a judge's report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.crypto.keys import fingerprint
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.support.rehearse import test_key
from tests.table.new_seat_keys import new_key
from tests.table.test_signers import FIRST, SECOND, replaced


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A finished game of two in which anna had three keys."""
    return lay(tmp_path / "game", replaced().files)


def typed(game: Path, *arguments: str) -> str:
    return inside(list(arguments), home_of(game.parent, "bert"), game)[1]


def test_status_tells_which_steps_were_for_other_keys(game: Path) -> None:
    line = f"Anna has had a new key since step {SECOND + 1}; earlier keys: steps 0-{FIRST}, {FIRST + 1}-{SECOND}"

    assert line in typed(game, "status").splitlines()
    assert json.loads(typed(game, "status", "--json"))["former"] == {"anna": [[0, FIRST], [FIRST + 1, SECOND]]}


def test_log_tells_at_the_step_of_a_new_key_for_which_steps_the_key_before_signed(game: Path) -> None:
    told = [line.strip() for line in typed(game, "log", "--lang", "it").splitlines() if "chiave precedente" in line]

    assert told == [
        f"la chiave precedente ha firmato per Anna nei passi da 0 a {FIRST}",
        f"la chiave precedente ha firmato per Anna nei passi da {FIRST + 1} a {SECOND}",
    ]


def test_the_audit_lists_every_key_of_a_seat_with_its_steps_and_one_key_of_the_others(game: Path) -> None:
    rows = [line.removeprefix("  keys").strip() for line in typed(game, "audit").splitlines() if "SHA256:" in line]

    assert rows == [
        f"host  {fingerprint(test_key('host').public)}",
        f"Anna  {fingerprint(test_key('anna').public)}, step 0 to {FIRST}",
        f"Anna  {fingerprint(new_key('second').public)}, step {FIRST + 1} to {SECOND}",
        f"Anna  {fingerprint(new_key('third').public)}, from step {SECOND + 1} on",
        f"Bert  {fingerprint(test_key('bert').public)}",
    ]


def test_a_judges_report_lists_every_key_of_a_seat_with_its_steps(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    typed(game, "judge", "record/0003.step", "--markdown", str(page))

    assert f"{fingerprint(new_key('second').public)}, step {FIRST + 1} to {SECOND}" in page.read_text()
