"""What a judge finds of every story of the fault table, with hands closed and after the end, and of nobody else."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from referee.audit.facts import END as AFTER_THE_END
from referee.audit.facts import LINE, NEVER, NOW, ROW_OF
from referee.audit.recompute import Report, audit
from referee.disputes.judging import judge
from referee.disputes.verdict import Verdict
from referee.record.note import SignedNote, read_bundle
from tests.cli.games_on_disk import home_of
from tests.cli.terminal import inside
from tests.disputes.laid_rows import PHASES, ROWS, case, laid, mail, verdicts
from tests.disputes.opening_stories import ALL_STORIES as STORIES
from tests.disputes.stories import at_dispute, claim_of, honest
from tests.support import ROOT

pytestmark = pytest.mark.usefixtures("evidence_read_once")


def found(verdict: Verdict) -> list[Any]:
    """A verdict as `rows.toml` has it."""
    party = verdict.fact.party if verdict.upheld else ""
    return [verdict.fact.code, party, [left.when for left in verdict.fact.unproven]]


def test_every_story_stands_in_the_table_and_the_other_way_round() -> None:
    assert sorted(ROWS) == sorted(STORIES)


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("story", STORIES)
def test_a_judge_finds_what_the_table_says(story: str, phase: str) -> None:
    assert [found(verdict) for verdict in verdicts(story, phase)] == ROWS[story][phase]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("story", STORIES)
def test_an_audit_of_the_same_record_finds_what_the_table_says(story: str, phase: str) -> None:
    report: Report = audit(case(story, phase).files)

    assert [report.verdict, *(fact.code for fact in report.facts)] == ROWS[story][f"audit_{phase}"]
    assert {fact.party for fact in report.facts} <= {"", ROWS[story]["guilty"]}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("story", STORIES)
def test_with_the_accusing_side_swapped_no_honest_key_is_accused(story: str, phase: str) -> None:
    """Everything that lies on the table is judged: what was shown, what lay beside it, and every note of the record;
    and the other seats complain of it as well.
    """
    shown = case(story, phase)
    recorded = [signed for name in shown.files for signed in notes(shown.files[name])]
    players = [signed for signed in recorded if signed.type == "move"]
    complaints = [claim_of(at_dispute(), seat, note=(honest()[1].id,)) for seat in ("anna", "bert")]
    everything = [*shown.strays, *shown.beside, *players, *recorded, *complaints]
    accused = {verdict.fact.party for verdict in judge(shown.files, everything) if verdict.upheld}

    assert accused <= {ROWS[story]["guilty"], *also_guilty(story)}


def also_guilty(story: str) -> set[str]:
    """Two charters of one offer, and accepts of both: whoever tells one story shows the other as well."""
    return {"referee"} if story == "two accepts" else set()


def notes(data: bytes) -> tuple[SignedNote, ...]:
    return read_bundle(data)


def test_every_code_stands_in_the_page_with_its_row() -> None:
    page = (ROOT / "docs" / "disputes.md").read_text("utf-8")

    assert [code for code, row in ROW_OF.items() if f"| `{code}` | {row} |" not in page] == []


def test_what_stays_open_is_decided_at_one_of_four_times() -> None:
    left = {
        left.when for story in STORIES for phase in PHASES for v in verdicts(story, phase) for left in v.fact.unproven
    }

    assert left == {NOW, AFTER_THE_END, LINE, NEVER}


@pytest.mark.needs("ssh-keygen")
@pytest.mark.parametrize("story", ["two steps", "two moves", "another charter", "two accepts", "a move ignored"])
def test_the_stock_program_accepts_every_note_cited_by_the_commands_that_are_told(tmp_path: Path, story: str) -> None:
    shown = case(story, "closed")
    folder = laid(tmp_path / "game", shown)
    mails = [mail(tmp_path / f"{number}.txt", signed) for number, signed in enumerate(shown.strays)]
    _, out, _ = inside(["judge", "--json", *mails], home_of(tmp_path, "mallory"), folder)
    cited = cited_in(out)

    assert len(cited) >= 1
    for note in cited:
        script = "set -e; " + "; ".join(note["check"])
        ran = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=False)
        assert (note["check"] != [], ran.returncode, ran.stdout.split()[:1]) == (True, 0, ["Good"]), ran.stderr


def cited_in(out: str) -> list[Any]:
    import json

    return [note for verdict in json.loads(out)["verdicts"] for note in verdict["fact"]["notes"]]
