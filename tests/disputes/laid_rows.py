"""The rows of the table of disputes, laid as files."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from itertools import product
from pathlib import Path

from referee.audit.recompute import audit
from referee.disputes.judging import judge
from referee.disputes.verdict import Verdict
from referee.record.note import SignedNote, render_bundle
from referee.service.json_text import json_line
from tests.disputes.opening_stories import ALL_STORIES as STORIES
from tests.disputes.stories import Case

ROWS = {row["story"]: row for row in tomllib.loads(Path(__file__).with_name("rows.toml").read_text("utf-8"))["row"]}


PHASES = ("closed", "ended")


@cache
def case(story: str, phase: str) -> Case:
    return STORIES[story](phase == "ended")


@cache
def verdicts(story: str, phase: str) -> tuple[Verdict, ...]:
    shown = case(story, phase)
    return judge(shown.files, shown.strays, shown.beside)


def digest(apart: int) -> str:
    """All verdicts of every story, or of those that stand `apart`, as they are printed with `--json`, in one hash."""
    hashed = hashlib.sha256()
    for story, phase in [*product(STORIES, PHASES)][::apart]:
        hashed.update(json_line(verdicts(story, phase)).encode())
        hashed.update(json_line(audit(case(story, phase).files)).encode())
    return hashed.hexdigest()


def laid(folder: Path, shown: Case) -> Path:
    """The folder of somebody who has the record, and the notes beside it among what waits."""
    (folder / "record").mkdir(parents=True)
    for name, data in shown.files.items():
        (folder / "record" / name).write_bytes(data)
    (folder / "pending").mkdir()
    for number, signed in enumerate(shown.beside):
        (folder / "pending" / f"beside-{number}.note").write_bytes(render_bundle((signed,)))
    return folder


def mail(path: Path, signed: SignedNote) -> Path:
    path.write_bytes(b"Look at this:\n\n" + render_bundle((signed,)).replace(b"\n", b"\r\n"))
    return path
