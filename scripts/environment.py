"""The project's own virtual environment: made when it is missing, renewed when the lock file changed.

Needs nothing but Python 3.11 or newer with pip and venv. `enter(lock)` returns in the environment's own interpreter.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def enter(lock: str) -> None:
    """Make sure that the packages of `lock` and the project are installed, then run this script inside."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this runs under whatever Python the machine has
        raise SystemExit(f"referee needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    _install(lock)
    if Path(sys.prefix).resolve() != VENV.resolve():
        raise SystemExit(subprocess.run([str(PYTHON), *sys.argv], check=False).returncode)


def _install(lock: str) -> None:
    wanted = hashlib.sha256((ROOT / lock).read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = VENV / f"{lock}.installed"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    if not PYTHON.exists():
        print(f"making {VENV.name} ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    print(f"installing the packages of {lock} ...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / lock)], check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], check=True)
    stamp.write_text(wanted)
