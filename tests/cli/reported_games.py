"""Games whose audit is told, sound ones and a crooked one."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from referee.record.file_names import step_name
from referee.record.note import render_bundle, sign_note
from referee.record.notes import Step
from tests.cli.games_on_disk import lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import test_key
from tests.table.small_games import changed

MATCH = running()


LAST = MATCH.host.step


def crooked(tmp_path: Path) -> Path:
    """A folder whose last step has a state that does not follow, under the host's good signature."""
    *notes, honest = MATCH.signed_notes[step_name(LAST)]
    note = honest.note()
    assert isinstance(note, Step)
    wrong = sign_note(changed(note, state=bytes(32)), test_key("host"))
    return lay(tmp_path / "game", {**MATCH.files, step_name(LAST): render_bundle((*notes, wrong))})


def reported(folder: Path, home: Path, *words: str, lang: str = "en") -> tuple[int, str, str]:
    """The exit code of the command in a folder, and its report as HTML and as Markdown."""
    files = [folder.parent / f"report.{kind}" for kind in ("html", "md")]
    code, _, _ = inside([*words, "--lang", lang, "--html", files[0], "--markdown", files[1]], home, folder)
    return code, *(file.read_text("utf-8") for file in files)  # type: ignore[return-value]


BLOCK = re.compile(r"^~~~sh\n(.*?)^~~~$", re.MULTILINE | re.DOTALL)


def run_blocks(told: str, folder: Path) -> list[str]:
    """What each block says that calls no referee, typed in the folder of the game."""
    said = []
    for block in BLOCK.findall(told):
        if "ssh-keygen" in block:
            done = subprocess.run(["bash", "-euc", block], cwd=folder, capture_output=True, text=True)
            said.append(done.stdout.partition(" ")[0] + done.stderr)
    return said
