"""What a run is measured on: the machine, the libraries, the other programs, and the code."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from scripts.bench.clock import ROOT
from scripts.bench.pythons import build_of

_LIBRARIES = ("cryptography", "msgspec", "typer")
_TELLING = ("rows", "table", "page")
"""What tells of a run and does not measure."""
_PEERS = """\
from importlib.metadata import PackageNotFoundError, version
for name, package in (("python-chess", "chess"), ("OpenSpiel", "open_spiel")):
    try: print(name, version(package))
    except PackageNotFoundError: print(name, "missing")
"""


def machine(peers: str | Path) -> dict[str, str]:
    """Cores, processor, Python, libraries and other programs, each by its name; nothing that names this machine."""
    from cryptography.hazmat.backends.openssl import backend

    libraries = ", ".join(f"{name} {version(name)}" for name in _LIBRARIES)
    return {
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": build_of(sys.executable).told(),
        "libraries": f"{libraries}, {backend.openssl_version_text()}",
        "peers": ", ".join((*_said([peers, "-c", _PEERS]), *_programs())),
    }


def code() -> str:
    """A digest of everything whose speed is measured, and of what measures it."""
    scripts = [path for path in (ROOT / "scripts" / "bench").glob("*.py") if path.stem not in _TELLING]
    sources = sorted([*(ROOT / "referee").rglob("*.py"), *scripts])
    digest = sha256()
    for path in sources:
        digest.update(f"{path.relative_to(ROOT).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return platform.processor() or "unknown"
    named = re.search(r"^model name\s*: (.+)$", lines, re.MULTILINE)
    return named[1] if named else platform.processor() or "unknown"


def _programs() -> list[str]:
    found = []
    for name, asked, pattern in (
        ("git", ("--version",), r"[\d.]*\d"),
        ("ssh-keygen", (), ""),
        ("minisign", ("-v",), r"[\d.]*\d"),
    ):
        if shutil.which(name) is None:
            found.append(f"{name} missing")
            continue
        numbers = re.search(pattern, " ".join(_said([name, *asked]))) if pattern else None
        found.append(f"{name} {numbers[0]}" if numbers else name)
    return found


def _said(command: list[str | Path]) -> list[str]:
    said = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    return said.stdout.splitlines()
