"""The program as people have it: a wheel in an environment of its own. An editable install starts twice as slowly."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

from scripts.bench.clock import ROOT
from scripts.bench.machine import code
from scripts.bench.pythons import renew
from scripts.environment import BENCH, program

_DOOR = "from referee.cli.main import main; main()"


@cache
def python() -> Path:
    """The interpreter of that environment, with the program as it is now installed in it, and what it needs."""
    renew("requirements/program.txt", BENCH, sys.executable)
    python, stamp = program(BENCH, "python"), BENCH / "project.installed"
    if not stamp.exists() or stamp.read_text() != code():
        wheels = BENCH / "wheels"
        pip = ("-m", "pip", "--disable-pip-version-check", "--quiet")
        made = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(ROOT))
        subprocess.run([sys.executable, *pip, *made], check=True)
        (wheel,) = wheels.glob("*.whl")
        subprocess.run([python, *pip, "install", "--no-deps", "--force-reinstall", str(wheel)], check=True)
        wheel.unlink()
        stamp.write_text(code())
    return python


def runs(script: str, *words: str | Path) -> list[str | Path]:
    """The command that runs a script there, and nothing of this checkout."""
    return [python(), "-I", "-c", script, *words]


def referee(*words: str | Path) -> list[str | Path]:
    """The program, called with these words."""
    return runs(_DOOR, *words)
