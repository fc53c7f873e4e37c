"""Pin every package with its hashes: `python scripts/lock.py` rewrites the two lock files (needs pip-tools)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {"requirements.txt": ("build",), "requirements-dev.txt": ("build", "dev", "passphrase")}

for lock, extras in LOCKS.items():
    command = [sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes", "--strip-extras"]
    command += [
        "--allow-unsafe",
        "--no-header",
        "--no-emit-index-url",
        "--no-emit-find-links",
        "--no-emit-trusted-host",
    ]
    command += [argument for extra in extras for argument in ("--extra", extra)]
    subprocess.run([*command, "--output-file", lock, "pyproject.toml"], cwd=ROOT, check=True)
    print(f"{lock}: {(ROOT / lock).read_text().count('==')} packages")
