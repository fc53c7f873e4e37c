"""The project's own virtual environments: made when it is missing, renewed when the lock file changed.

Needs nothing but Python 3.11 or newer with pip and venv. `enter(lock)` returns in the environment's own interpreter.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOWEST = ROOT / ".venv-lowest"
"""The environment with the lowest versions that pyproject.toml allows."""
PACKAGE = ROOT / ".venv-package"
"""The environment with what makes, checks and installs packages; the project itself is not in it."""
BENCH = ROOT / ".venv-bench"
"""The environment in which commands are measured: the project as a wheel, and what it needs."""
MEASURE = ROOT / ".venv-measure"
"""The environment that measures, where another Python is measured than the one of `VENV`."""
PEERS = ROOT / ".venv-peers"
"""The environment with the programs that the bench compares with; the project itself is not in it."""


def enter(lock: str, venv: Path = VENV, *, project: bool = True, python: str = sys.executable) -> None:
    """Make sure that the packages of `lock` and the project are installed in `venv`, then run this script inside."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this runs under whatever Python the machine has
        raise SystemExit(f"referee needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    install(lock, venv, project=project, python=python)
    compile_catalogues()
    if Path(sys.prefix).resolve() != venv.resolve():
        raise SystemExit(subprocess.run([str(program(venv, "python")), *sys.argv], check=False).returncode)


def compile_catalogues(*games: Path) -> None:
    """Compile the words of the program and of these games, as far as they have changed."""
    compiler = ROOT / "referee" / "words" / "compiler.py"
    subprocess.run([sys.executable, "-I", str(compiler), *map(str, games)], check=True, stdout=subprocess.DEVNULL)


def program(venv: Path, name: str) -> Path:
    """Where a program of an environment lies."""
    return venv / (f"Scripts/{name}.exe" if os.name == "nt" else f"bin/{name}")


def install(lock: str, venv: Path, *, project: bool = True, python: str = sys.executable) -> None:
    """Make `venv` of an interpreter if it is missing, and install in it what `lock` pins, unless that is there."""
    wanted = hashlib.sha256((ROOT / lock).read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp, inside = venv / f"{lock}.installed", program(venv, "python")
    if inside.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    if not inside.exists():
        print(f"making {venv.name} ...", flush=True)
        subprocess.run([python, "-m", "venv", str(venv)], check=True)
    print(f"installing the packages of {lock} ...", flush=True)
    pip = [str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    install_packages(pip, ROOT / lock)
    if project:
        subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], check=True)
    stamp.write_text(wanted)


def install_packages(pip: list[str], lock: Path) -> None:
    """Two halves of a lock file at once, for pip keeps one core busy; then the whole, which sees whether all fits, and
    does or says what a half could not.
    """
    with tempfile.TemporaryDirectory() as folder:
        jobs = []
        for name, half in zip(("first.txt", "second.txt"), halves(lock.read_text("utf-8")), strict=True):
            part = Path(folder, name)
            part.write_text(half, "utf-8")
            command = [*pip, "--no-deps", "--require-hashes", "-r", str(part)]
            jobs.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        for job in jobs:
            job.wait()
    if subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=False).returncode != 0:
        raise SystemExit(f"the packages of {lock.name} cannot be installed: pip says above why")


def halves(lock: str) -> tuple[str, str]:
    """The packages of a lock file as two lock files, each with its hashes."""
    packages = re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE)
    return "".join(packages[::2]), "".join(packages[1::2])
