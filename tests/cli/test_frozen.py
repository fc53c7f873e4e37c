"""A program in one file, without Python beside it: what it starts again and again is itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.needed_tools import posix

ROOT = Path(__file__).resolve().parents[2]
FROZEN = """#!{python}
import multiprocessing, sys
sys.frozen, sys.executable = True, __file__
if __name__ == "__main__":
    from multiprocessing import spawn
    if sys.argv[-2:-1] == ["-c"]:  # its watcher on POSIX, which a packer answers itself
        exec(sys.argv[-1])
        sys.exit()
    spawn.set_executable(__file__)
    if sys.argv[1:2] != ["--multiprocessing-fork"]:
        multiprocessing.set_start_method("spawn")
    from referee.cli.main import main
    main()
"""


@posix
def test_a_frozen_program_audits_in_several_processes(tmp_path: Path) -> None:
    """As Windows starts a process: the program itself, with `--multiprocessing-fork` and nothing inherited."""
    program = tmp_path / "referee"
    program.write_text(FROZEN.format(python=sys.executable), "utf-8")
    program.chmod(0o755)
    games = [str(ROOT / "examples" / name) for name in ("ur-3p", "cards-2p", "tigris-running")]
    home = {**os.environ, "REFEREE_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}

    def audited(*more: str) -> tuple[int, str]:
        command = [str(program), "audit", *games, *more]
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=home, timeout=60)
        return done.returncode, done.stdout + done.stderr

    alone = audited("--jobs", "1")

    assert alone[0] == 0 and alone[1].count("\n") == len(games)
    assert audited("--jobs", "2") == alone
