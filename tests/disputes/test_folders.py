"""Every story laid into a folder and judged there by the command: the same reports, whoever makes them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.disputes.opened_claims import claim_statements
from referee.record.file_names import CHARTER, OFFER
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Charter
from tests.cli.games_on_disk import home_of
from tests.cli.reported_games import run_blocks
from tests.cli.terminal import inside
from tests.disputes.laid_rows import ROWS, laid, mail
from tests.disputes.laid_rows import case as case_of
from tests.disputes.laid_rows import digest as digest_of_verdicts
from tests.disputes.opening_stories import ALL_STORIES
from tests.disputes.stories import AT, Case, answer_to, at_dispute, claim_of, record
from tests.long_runs import of
from tests.support import ROOT
from tests.support.rehearse import test_key
from tests.table.small_games import HOST, key_of, signed_again, small, with_notes

pytestmark = pytest.mark.usefixtures("evidence_read_once")

DAMAGED = "a damaged copy"
TOLD = [story for story in ALL_STORIES if story != DAMAGED]
LANGUAGES = {"closed": "en", "ended": "it"}
ALL = [(story, phase) for phase in LANGUAGES for story in TOLD]


@cache
def judged(story: str, phase: str) -> tuple[int, bytes, bytes, bytes]:
    """Exit code, what `--json` says, and both reports of a folder of the story."""
    with TemporaryDirectory() as name:
        return judged_in(Path(name), story, phase)


def judged_in(place: Path, story: str, phase: str) -> tuple[int, bytes, bytes, bytes]:
    """The same, in a place that stays."""
    shown = case_of(story, phase)
    folder = laid(place / "game", shown)
    mails = [mail(place / f"{number}.txt", signed) for number, signed in enumerate(shown.strays)]
    files = [place / f"report.{kind}" for kind in ("html", "md")]
    written = ["--html", files[0], "--markdown", files[1], "--lang", LANGUAGES[phase]]
    code, said, errors = inside(["judge", "--json", *mails, *written], home_of(place, "mallory"), folder)
    assert code in (0, 1), errors
    assert place.name not in files[1].read_text("utf-8"), "a report tells nobody where its author keeps files"
    return code, said.encode(), files[0].read_bytes(), files[1].read_bytes()


@pytest.mark.parametrize(
    ("story", "phase"),
    [
        pytest.param(story, phase, marks=() if (at + place) % 2 == 0 else pytest.mark.long)
        for place, phase in enumerate(LANGUAGES)
        for at, story in enumerate(TOLD)
    ],
)
def test_a_judged_folder_gives_the_verdicts_of_the_table(story: str, phase: str) -> None:
    code, said, page, _ = judged(story, phase)
    found = [
        [one["fact"]["code"], one["fact"]["party"] if one["upheld"] else ""] for one in json.loads(said)["verdicts"]
    ]

    assert found == [row[:2] for row in ROWS[story][phase]]
    assert code == int(any(party for _, party in found))
    expected = sorted(signs_of_json(json.loads(said)["verdicts"]), key=" fault".__ne__)
    assert signs_of(page.decode()) == (expected or [""])


def signs_of(page: str) -> list[str]:
    """What each bar of a page says at a glance."""
    return re.findall(r'<p class="verdict( clean| fault|)">', page)


def signs_of_json(verdicts: list[dict[str, Any]]) -> list[str]:
    return [
        " fault" if each["upheld"] else " clean" if each["fact"]["party"] or each["party"] else "" for each in verdicts
    ]


def test_a_page_accuses_before_it_clears_and_says_once_what_was_signed(tmp_path: Path) -> None:
    folder = shutil.copytree(ROOT / "examples" / "dispute", tmp_path / "game")
    files = [tmp_path / f"report.{kind}" for kind in ("html", "md")]
    notes = [folder / name for name in ("berts-correction.txt", "carls-mail.txt")]
    written = ["--html", files[0], "--markdown", files[1]]
    assert inside(["judge", *notes, *written], home_of(tmp_path, "mallory"), folder)[0] == 1
    page, told = (file.read_text("utf-8") for file in files)
    accused, cleared = (
        "judge: upheld against the host's key",
        "judge: not upheld; nothing here speaks against Bert's key",
    )

    assert signs_of(page) == [" fault", " clean"]
    assert [line for line in told.splitlines() if line.strip("*# ").startswith("judge: ")] == [
        *(f"**{said}**" for said in (accused, cleared)),
        *(f"## {said}" for said in (accused, cleared)),
    ]
    assert [page.count(f"exchange a1 {letter}, signed") for letter in "TP"] == [2, 2]


def digest(apart: int) -> str:
    """The hash of verdicts and both reports, of every story in both languages, or of those that stand `apart`."""
    hashed = hashlib.sha256(digest_of_verdicts(apart).encode())
    for story, phase in ALL[::apart]:
        with TemporaryDirectory() as name:
            hashed.update(b"".join(judged_in(Path(name), story, phase)[2:]))
    return hashed.hexdigest()


def test_every_judged_folder_gives_the_same_verdicts_and_reports_twice_and_under_any_hash_seed() -> None:
    apart = of(13, 1)
    running = [
        subprocess.Popen(
            [sys.executable, "-c", f"from tests.disputes.test_folders import digest; print(digest({apart}))"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("0", "1")[: of(1, 2)]
    ]
    here = hashlib.sha256(digest_of_verdicts(apart).encode())
    here.update(b"".join(b"".join(judged(story, phase)[2:]) for story, phase in ALL[::apart]))

    assert {process.communicate()[0].strip() for process in running} == {here.hexdigest()}


def test_a_damaged_note_is_refused_as_a_mail_and_told_as_evidence(tmp_path: Path) -> None:
    shown = case_of(DAMAGED, "closed")
    (damaged,) = shown.strays
    folder = laid(tmp_path / "game", shown)
    code, _, said = inside(
        ["judge", mail(tmp_path / "0.txt", damaged), "--html", tmp_path / "r.html"],
        home_of(tmp_path, "mallory"),
        folder,
    )

    assert (code, (tmp_path / "r.html").exists()) == (4, False)
    assert "the signature does not match the text" in said


def test_a_charter_that_misquotes_a_join_is_the_hosts_fault_and_leaves_nothing_to_judge(tmp_path: Path) -> None:
    """Row "charter substituted": no game follows from it, so an audit finds it, and a judge says what does not hold."""
    *quoted, charter = small().signed_notes[CHARTER]
    lock = {**charter.read(Charter).lock, "anna": bytes(32)}
    false = signed_again(charter, key_of(HOST), lock=lock)
    files = {OFFER: small().files[OFFER], CHARTER: with_notes(small(), CHARTER, (*quoted, false))[CHARTER]}
    report = audit(files)
    code, _, said = inside(
        ["judge", mail(tmp_path / "0.txt", false)],
        home_of(tmp_path, "mallory"),
        laid(tmp_path / "game", Case(files, (), ())),
    )

    assert [(fact.code, fact.party) for fact in report.facts] == [("R-CHARTER", "referee")]
    assert (code, "the lock lines of the charter do not match the offer and the join requests" in said) == (4, True)


# What the parties say


CLAIM = claim_of(at_dispute(), "anna", say=("Bert is late,", "and # rude."))
ANSWERS = (
    answer_to(at_dispute(), CLAIM, HOST, say=("He had asked me for two days.",)),
    answer_to(at_dispute(), CLAIM, "bert", seen=(CLAIM.id,)),
)


def hearing(place: Path, lang: str, *answers: SignedNote) -> tuple[str, str, str]:
    """What is printed, and both reports: a claim, and the answers to it that lie beside the record."""
    folder = laid(place / "game", Case(record(False), (), answers))
    files = [place / f"report.{kind}" for kind in ("html", "md")]
    written = ["--html", files[0], "--markdown", files[1], "--lang", lang]
    code, out, _ = inside(["judge", mail(place / "claim.txt", CLAIM), *written], home_of(place, "mallory"), folder)
    assert code == 0
    return out, files[0].read_text("utf-8"), files[1].read_text("utf-8")


def test_claims_and_answers_have_a_section_of_their_own_in_both_reports(tmp_path: Path) -> None:
    _, page, told = hearing(tmp_path, "en", *ANSWERS)
    _, _, section = told.partition("## Statements\n\n")

    assert section.partition("\n\n")[0].splitlines() == [
        f"- **claim** Anna, after step {AT - 1}: 'Bert is late, and \\# rude.'",
        "- **answer** Bert: no text - this key confirms having seen 1 note of the claim",
        "- **answer** host: 'He had asked me for two days.'",
    ]
    assert page.count("<h2>Statements</h2>") == 1
    assert '<tr><th scope="row" rowspan="2">answer</th><td>Bert: no text - this key' in page
    assert "</td></tr><tr><td>host: &#39;He had asked me for two days.&#39;</td></tr>" in page


def test_who_has_not_answered_a_claim_is_named(tmp_path: Path) -> None:
    out, _, told = hearing(tmp_path, "it", ANSWERS[1])

    assert "- **nessuna risposta** arbitro\n" in told
    assert "nessuna risposta  arbitro" in out


def test_words_that_their_party_has_not_signed_are_told_of_nobody() -> None:
    table = at_dispute().table
    other_key = sign_note(ANSWERS[0].note(), test_key("anna"))
    changed = SignedNote(CLAIM.body.replace(b"rude", b"kind"), CLAIM.key, CLAIM.namespace, CLAIM.signature)

    assert [
        (claim.note, claim.answers, claim.silent) for claim in claim_statements(table, [changed, other_key, CLAIM])
    ] == [(CLAIM.id, (), ("referee", "bert"))]


@pytest.mark.needs("ssh-keygen", "bash")
@pytest.mark.parametrize("story", ["two steps", "two moves", "a wrong ruling in the record", "a move ignored"])
def test_the_stock_ssh_keygen_accepts_each_note_by_the_commands_of_a_judges_report(tmp_path: Path, story: str) -> None:
    _, _, _, told = judged_in(tmp_path, story, "closed")
    said = run_blocks(told.decode(), tmp_path / "game")

    assert said == ["Good"] * len(said) != []
