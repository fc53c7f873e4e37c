"""Whether a tag may become a release: `python3 scripts/release.py --check TAG`. Exit 0, or 1 with what is not as it has
to be, a line each. Nothing is published by it; `.github/workflows/release.yml` asks it first.

A release has the tag `vVERSION`; the version of `referee/__init__.py` and the newest heading of CHANGELOG.md are the
same, that with a date; `[tool.referee] home` in pyproject.toml is set; an action of a workflow is named by its commit.
Needs the standard library alone.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"^## (\S+) \((.+)\)$", re.MULTILINE)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
ACTION = re.compile(r"^ +- uses: (\S+/\S+)@(\S+)", re.MULTILINE)
COMMIT = re.compile(r"[0-9a-f]{40}")


def not_ready(tag: str, root: Path = ROOT) -> Iterator[str]:
    """What keeps this tag from being a release, in sentences."""
    code = (root / "referee" / "__init__.py").read_text("utf-8")
    version = re.findall(r'^__version__ = "(.+)"$', code, re.MULTILINE)[0]
    if tag != f"v{version}":
        yield f"the tag is {tag}, and the version of referee/__init__.py is {version}"
    newest, when = HEADING.findall((root / "CHANGELOG.md").read_text("utf-8"))[0]
    if newest != version:
        yield f"the newest heading of CHANGELOG.md is of {newest}, not of {version}"
    if not DATE.fullmatch(when):
        yield f"CHANGELOG.md has no date for {newest}, but ({when})"
    home = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["referee"]["home"]
    if not re.fullmatch(r"https://[^/\s]+/\S+[^/]", home):
        yield f"[tool.referee] home in pyproject.toml is no address: {home!r}"
    for path in (*sorted((root / ".github" / "workflows").glob("*.yml")), root / "action.yml"):
        for name, at in ACTION.findall(path.read_text("utf-8")):
            if not COMMIT.fullmatch(at):
                yield f"{path.relative_to(root).as_posix()}: {name} is named by {at}, which may change, not by a commit"


def main(words: list[str]) -> int:
    """Say what is missing; the exit code."""
    if len(words) != 2 or words[0] != "--check":
        print("usage: python3 scripts/release.py --check TAG", file=sys.stderr)
        return 2
    found = list(not_ready(words[1]))
    print("\n".join(found) or f"{words[1]} can be released")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
