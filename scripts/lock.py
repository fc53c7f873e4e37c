"""Pin every package with its hashes: `python scripts/lock.py` rewrites the lock files (needs pip-tools)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS: dict[str, tuple[tuple[str, ...], str | None]] = {
    "requirements.txt": (("build",), None),
    "requirements-dev.txt": (("build", "dev", "passphrase"), None),
    "requirements-lowest.txt": (("build", "dev", "passphrase"), "scripts/lowest.txt"),
}
"""The extras in each lock file, and the constraints it keeps to."""

for lock, (extras, constraints) in LOCKS.items():
    command = [sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes", "--strip-extras"]
    command += [
        "--allow-unsafe",
        "--no-header",
        "--no-emit-index-url",
        "--no-emit-find-links",
        "--no-emit-trusted-host",
    ]
    command += ["--constraint", constraints] if constraints is not None else []
    command += [argument for extra in extras for argument in ("--extra", extra)]
    subprocess.run([*command, "--output-file", lock, "pyproject.toml"], cwd=ROOT, check=True)
    print(f"{lock}: {(ROOT / lock).read_text().count('==')} packages")
