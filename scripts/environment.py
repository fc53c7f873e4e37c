"""The project's own virtual environments: made when it is missing, renewed when the lock file changed.

Needs nothing but Python 3.11 or newer with venv, or uv. `enter(lock)` returns in the environment's own interpreter.
What is missing for it is said in a sentence.
"""

from __future__ import annotations

import hashlib
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOWEST = ROOT / ".venv-lowest"
"""The environment with the lowest versions that pyproject.toml allows."""
PACKAGE = ROOT / ".venv-package"
"""The environment with what makes, checks and installs packages; the project itself is not in it."""
ONE_FILE = ROOT / ".venv-onefile"
"""The environment of which the program is made that needs no Python; what makes it is in it too."""
BENCH = ROOT / ".venv-bench"
"""The environment in which commands are measured: the project as a wheel, and what it needs."""
MEASURE = ROOT / ".venv-measure"
"""The environment that measures, where another Python is measured than the one of `VENV`."""
PEERS = ROOT / ".venv-peers"
"""The environment with the programs that the bench compares with; the project itself is not in it."""
UNFINISHED = "unfinished"
"""A file in an environment that is being made or changed. Where the work was broken off it is still there."""
_WHOLE = "import sys, pip; sys.exit(sys.version_info < (3, 11))"


def enter(lock: str, venv: Path = VENV, *, project: bool = True, python: str = sys.executable) -> None:
    """Make sure that the packages of `lock` and the project are installed in `venv`, then run this script inside.

    What stands in the way ends the program with a sentence: SystemExit.
    """
    runpy.run_path(str(Path(__file__).with_name("oldest.py")))  # it ends the program where Python is too old
    try:
        install(lock, venv, project=project, python=python)
        compile_catalogues()
        if Path(sys.prefix).resolve() != venv.resolve():
            raise SystemExit(subprocess.run([str(program(venv, "python")), *sys.argv], check=False).returncode)
    except OSError as error:
        raise SystemExit(f"{venv.name} cannot be made: {error}") from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


def compile_catalogues(*games: Path) -> None:
    """Compile the words of the program and of these games, as far as they have changed."""
    compiler = ROOT / "referee" / "i18n" / "compiler.py"
    subprocess.run([sys.executable, "-I", str(compiler), *map(str, games)], check=True, stdout=subprocess.DEVNULL)


def program(venv: Path, name: str) -> Path:
    """Where a program of an environment lies."""
    return venv / (f"Scripts/{name}.exe" if os.name == "nt" else f"bin/{name}")


def install(lock: str, venv: Path, *, project: bool = True, python: str = sys.executable) -> None:
    """Make `venv` of an interpreter unless it is whole, and install in it what `lock` pins, unless that is there."""
    wanted = hashlib.sha256((ROOT / lock).read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp, whole = venv / f"{Path(lock).stem}.installed", is_whole(venv)
    if whole and stamp.exists() and stamp.read_text() == wanted:
        return
    if not whole:
        make(venv, python)
    print(f"installing the packages of {lock} ...", flush=True)
    with unfinished(venv):
        pip = [str(program(venv, "python")), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        # of fifty megabytes of modules few are ever loaded: Python compiles those then, where it may keep that
        pip += [] if os.environ.get("PYTHONDONTWRITEBYTECODE") else ["--no-compile"]
        install_packages(pip, ROOT / lock)
        if project:
            own = [*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
            if subprocess.run(own, check=False).returncode != 0:
                raise SystemExit(f"the project cannot be installed in {venv.name}: pip says above why")
    stamp.write_text(wanted)


def is_whole(venv: Path) -> bool:
    """Whether an environment has an interpreter that starts and is new enough, has pip, and was not left half made."""
    inside = program(venv, "python")
    if not inside.exists() or (venv / UNFINISHED).exists():
        return False
    return subprocess.run([str(inside), "-c", _WHOLE], check=False, capture_output=True).returncode == 0


@contextmanager
def unfinished(venv: Path) -> Iterator[None]:
    """While this lasts an environment counts as half made, and for ever if the program is ended in it. A refusal leaves
    it as it was: pip takes back what it cannot finish.
    """
    mark = venv / UNFINISHED
    mark.touch()
    try:
        yield
    except SystemExit:
        mark.unlink(missing_ok=True)
        raise
    mark.unlink(missing_ok=True)


def make(venv: Path, python: str) -> None:
    """Make an environment in the place of whatever is there: by `venv`, else by uv where that is installed. Made in its
    place and not renamed into it, for the programs inside hold its path.

    If neither can, nothing is left there, and the program ends with a sentence: SystemExit.
    """
    print(f"making {venv.name} ...", flush=True)
    ways = [[python, "-m", "venv", str(venv)]]
    if (uv := shutil.which("uv")) is not None:
        ways.append([uv, "venv", "--quiet", "--seed", "--allow-existing", "--python", python, str(venv)])
    said = ""
    for way in ways:
        remove(venv)
        venv.mkdir(parents=True)
        with unfinished(venv):
            done = subprocess.run(way, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode == 0:
            return
        said = said or done.stdout.strip().rpartition("\n")[2]
    remove(venv)
    raise SystemExit(f"this Python cannot make an environment: {shlex.join(ways[0])}{_cure(said)}")


def _cure(said: str) -> str:
    """What to do where no environment can be made; else what was said last."""
    if find_spec("venv") and find_spec("ensurepip"):
        return f": {said}" if said else ""
    return "\nDebian and Ubuntu: apt install python3-venv; elsewhere a Python with venv and ensurepip, or uv"


def remove(venv: Path) -> None:
    """Remove an environment, or what else lies in its place."""
    if venv.is_symlink() or venv.is_file():
        venv.unlink()
    elif venv.exists():
        shutil.rmtree(venv)


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
        raise SystemExit(f"the packages of {lock.parent.name}/{lock.name} cannot be installed: pip says above why")


def halves(lock: str) -> tuple[str, str]:
    """The packages of a lock file as two lock files, each with its hashes."""
    packages = re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE)
    return "".join(packages[::2]), "".join(packages[1::2])
