"""Run all tests: lint, types, storeys, and pytest. `python3 scripts/test.py [pytest arguments]`."""

from __future__ import annotations

import subprocess
import sys

from environment import ROOT, enter

if __name__ == "__main__":
    enter("requirements-dev.txt")
    run = [sys.executable, "-m"]
    checks = (
        [*run, "ruff", "check", "."],
        [*run, "ruff", "format", "--check", "."],
        [*run, "mypy"],
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
        [*run, "pytest", *sys.argv[1:]],
    )
    failed = [command for command in checks if subprocess.run(command, cwd=ROOT, check=False).returncode != 0]
    for command in failed:
        print("failed:", " ".join(command[2:] if command[1] == "-m" else ["import contracts"]), flush=True)
    raise SystemExit(1 if failed else 0)
