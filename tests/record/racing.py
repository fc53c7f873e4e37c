"""Two processes that write the same files at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = 60

_WRITER = """
import os, sys
from pathlib import Path
from referee.kernel.errors import OutOfOrder
from referee.record.store import GameFolder
folder, data, links = GameFolder(Path(sys.argv[1])), bytes.fromhex(sys.argv[2]), sys.argv[3]
if links == "no":
    del os.link
print(flush=True)
sys.stdin.readline()
for number in range(1, int(sys.argv[4]) + 1):
    try:
        print("won" if folder.commit(f"{number:04d}.step", data) else "same")
    except OutOfOrder:
        print("lost")
"""


def race(path: Path, *sides: bytes, links: bool = True) -> list[list[str]]:
    """What each of several processes says of the files that all of them write at once, each with its own bytes.

    `won`, `same` or `lost` for every file; with `links=False` on a system without hard links.
    """
    started = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(path), side.hex(), "yes" if links else "no", str(FILES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for side in sides
    ]
    for process in started:
        assert process.stdout is not None
        process.stdout.readline()  # all are ready before any begins
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate()[0].split() for process in started]
