"""Pin every package with its hashes: `python scripts/lock.py` rewrites the lock files (needs pip-tools and uv)."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Lock(NamedTuple):
    """What a lock file pins: the program with extras, or nothing of it, and groups of packages to work on it;
    `everywhere` for all systems and not for this one alone.
    """

    extras: tuple[str, ...] | None = ()
    groups: tuple[str, ...] = ()
    constraints: str | None = None
    everywhere: bool = False


LOCKS = {
    "requirements/program.txt": Lock(groups=("install",)),
    "requirements/dev.txt": Lock(("cluster", "passphrase", "rating"), ("install", "dev", "web", "club")),
    "requirements/lowest.txt": Lock(("passphrase", "rating"), ("install", "dev"), "scripts/lowest.txt"),
    "requirements/package.txt": Lock(None, ("package",)),
    "requirements/onefile.txt": Lock(
        ("passphrase", "keyring", "rating"), ("install", "onefile"), "requirements/program.txt", everywhere=True
    ),
    "requirements/site.txt": Lock(None, ("site",)),
    "requirements/peers.txt": Lock(None, ("peers",)),
}

OPTIONS = (
    "--quiet",
    "--generate-hashes",
    "--strip-extras",
    "--allow-unsafe",
    "--no-header",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-emit-trusted-host",
)
UNIVERSAL = (
    *("--quiet", "--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-emit-package"),
    "pip",
)
"""The same of uv, which pins what other systems need as well."""


def wanted(lock: Lock) -> str:
    """The packages of a lock file as requirements, before any is pinned."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lists = [project["dependency-groups"][group] for group in lock.groups]
    if lock.extras is not None:
        lists += [project["project"]["dependencies"]]
        lists += [project["project"]["optional-dependencies"][extra] for extra in lock.extras]
    return "".join(f"{line}\n" for lines in lists for line in lines)


def write(name: str, lock: Lock) -> None:
    """Write one lock file; what it pins already stays as long as it fits."""
    command = [sys.executable, "-m", "piptools", "compile", *OPTIONS, "--output-file", name, "-"]
    if lock.everywhere:
        command = [sys.executable, "-m", "uv", "pip", "compile", *UNIVERSAL, "--output-file", name, "-"]
    command += ["--constraint", lock.constraints] if lock.constraints is not None else []
    subprocess.run(command, cwd=ROOT, check=True, input=wanted(lock), text=True)
    pinned = (ROOT / name).read_text("utf-8").replace("-r -", "pyproject.toml")
    (ROOT / name).write_text(pinned, "utf-8")
    print(f"{name}: {pinned.count('==')} packages")


if __name__ == "__main__":
    for name, lock in LOCKS.items():
        write(name, lock)
