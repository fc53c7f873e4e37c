"""Which Python is measured: one that was built with its optimisations, as most people have it.

Building it so takes a fifth off everything in Python. Distributions build theirs so by means of their own, which the
interpreter cannot tell; a Python that was built on the machine tells it by how it was configured.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from scripts.environment import install, program

_ASKED = """\
import importlib.util, json, sys, sysconfig
said = sysconfig.get_config_var("CONFIG_ARGS") or ""
able = sys.version_info >= (3, 11) and importlib.util.find_spec("ensurepip") is not None
print(json.dumps([sys.base_prefix, sys.version.split()[0], "--enable-optimizations" in said, able]))
"""
_SYSTEM = "/usr"


class Build(NamedTuple):
    """An interpreter: where it was installed, its version, whether it says that it was built with its optimisations,
    and whether an environment can be made of it for this program.
    """

    base: str
    version: str
    says: bool
    able: bool

    @property
    def optimised(self) -> bool:
        """Whether it was built as most people have it."""
        return self.says or self.base == _SYSTEM

    def told(self) -> str:
        """Version and build, for the page."""
        if not self.says and self.base == _SYSTEM:
            return f"{self.version}, built by {platform.freedesktop_os_release()['PRETTY_NAME']}"
        return f"{self.version}, built {'with' if self.says else 'without'} --enable-optimizations"


def build_of(python: str | Path) -> Build:
    """What an interpreter says of itself. Exits if it is none."""
    try:
        said = subprocess.run([str(python), "-I", "-c", _ASKED], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(f"{python}: no Python that runs") from None
    return Build(*json.loads(said))


def chosen(named: str | None) -> str:
    """The interpreter that is named; else this one or the system's, whichever was built with its optimisations."""
    if named is not None:
        if not build_of(named).able:
            raise SystemExit(f"{named}: an environment needs Python 3.11 or newer with venv (apt install python3-venv)")
        return named
    system = shutil.which("python3", path=f"{_SYSTEM}/bin")
    for python in (sys.executable, system):
        if python is not None and (found := build_of(python)).able and found.optimised:
            return python
    return sys.executable


def renew(lock: str, venv: Path, python: str) -> None:
    """Install in `venv` what `lock` pins; one that was made of another interpreter is made anew of this one."""
    if venv.exists() and not is_of(venv, python):
        shutil.rmtree(venv)
    install(lock, venv, project=False, python=python)


def is_of(venv: Path, python: str | Path) -> bool:
    """Whether an environment was made of this interpreter."""
    inside = program(venv, "python")
    return inside.exists() and build_of(inside)[:2] == build_of(python)[:2]
