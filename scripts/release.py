"""Whether a tag may become a release: `python3 scripts/release.py --check TAG`. Exit 0, or 1 with what is not as it has
to be, a line each. Nothing is published by it; `.github/workflows/release.yml` asks it first.

`python3 scripts/release.py --prepare VERSION` writes the version where it stands, and the date of today into the
changelog, and says what is left for a person to do.

A release has the tag `vVERSION`; the version of `referee/__init__.py` and the newest heading of CHANGELOG.md are the
same, that with a date, and so is that of each file to install which a page names; `[tool.referee] home` in
pyproject.toml is set; an action of a workflow is named by its commit. Needs the
standard library alone.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"^## (\S+) \((.+)\)$", re.MULTILINE)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
ACTION = re.compile(r"^ +- uses: (\S+/\S+)@(\S+)", re.MULTILINE)
COMMIT = re.compile(r"[0-9a-f]{40}")
VERSION = re.compile(r"[0-9]+(?:\.[0-9]+){1,2}")
CODE = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
FILE = re.compile(r"\bpbem_referee-(\S+?)-py3-none-any\.whl")
"""The file of the program, as pages and help name it."""
PAGES = ("README.md", "docs/*.md", "docs/it/*.md", "referee/i18n/*/help.toml")
AFTER = (
    "make the pages and examples again: python3 scripts/make_docs.py, python3 scripts/make_example.py",
    "try all of it: WINDOWS=yes REFEREE_TEST_TOOLS=required .ci/run, and look at each file of the release",
    "commit, then tag {tag} with a signature: git tag -s {tag}; the workflow makes a draft, which you publish",
)
"""What is left after `--prepare` each time."""
UNNAMED = (
    "the name of the program is registered nowhere: register it, with this repository as its trusted publisher, and an"
    ' environment "index" that asks you; only then set INDEX in referee/kernel/__init__.py, so that pages may name it'
)


def not_ready(tag: str, root: Path = ROOT) -> Iterator[str]:
    """What keeps this tag from being a release, in sentences."""
    code = (root / "referee" / "__init__.py").read_text("utf-8")
    version = CODE.findall(code)[0]
    if tag != f"v{version}":
        yield f"the tag is {tag}, and the version of referee/__init__.py is {version}"
    newest, when = HEADING.findall((root / "CHANGELOG.md").read_text("utf-8"))[0]
    if newest != version:
        yield f"the newest heading of CHANGELOG.md is of {newest}, not of {version}"
    if not DATE.fullmatch(when):
        yield f"CHANGELOG.md has no date for {newest}, but ({when})"
    for path in pages(root):
        for named in sorted(set(FILE.findall(path.read_text("utf-8"))) - {version}):
            yield f"{path.relative_to(root).as_posix()} names the file of {named}"
    home = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["referee"]["home"]
    if not re.fullmatch(r"https://[^/\s]+/\S+[^/]", home):
        yield f"[tool.referee] home in pyproject.toml is no address: {home!r}"
    for path in (*sorted((root / ".github" / "workflows").glob("*.yml")), root / "action.yml"):
        for name, at in ACTION.findall(path.read_text("utf-8")):
            if not COMMIT.fullmatch(at):
                yield f"{path.relative_to(root).as_posix()}: {name} is named by {at}, which may change, not by a commit"


def pages(root: Path) -> list[Path]:
    """What people read that names the file of the program."""
    return sorted(path for pattern in PAGES for path in root.glob(pattern))


def prepare(version: str, day: date, root: Path = ROOT) -> list[str]:
    """Write a version and its date wherever they stand; what is left for a person, in sentences.

    Raises ValueError, and writes nothing: it is no version, or CHANGELOG.md does not begin with what is unreleased.
    """
    code, changes = root / "referee" / "__init__.py", root / "CHANGELOG.md"
    if not VERSION.fullmatch(version):
        raise ValueError(f"{version!r} is no version such as 1.2 or 1.2.3")
    newest, when = HEADING.findall(changes.read_text("utf-8"))[0]
    if DATE.fullmatch(when) and newest != version:
        raise ValueError(f"CHANGELOG.md says nothing of {version}: its newest heading is {newest} ({when})")
    write(changes, HEADING.sub(f"## {version} ({day})", changes.read_text("utf-8"), count=1))
    write(code, CODE.sub(f'__version__ = "{version}"', code.read_text("utf-8"), count=1))
    for path in pages(root):
        write(path, FILE.sub(f"pbem_referee-{version}-py3-none-any.whl", path.read_text("utf-8")))
    tag = f"v{version}"
    named = re.search(r'^INDEX = ""', (root / "referee/kernel/__init__.py").read_text("utf-8"), re.MULTILINE)
    return [*not_ready(tag, root), *([UNNAMED] if named else []), *(line.format(tag=tag) for line in AFTER)]


def write(path: Path, text: str) -> None:
    """Write a file whose text has changed."""
    if path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def main(words: list[str]) -> int:
    """Say what is missing, or prepare a version; the exit code."""
    if len(words) != 2 or words[0] not in ("--check", "--prepare"):
        print("usage: python3 scripts/release.py --check TAG | --prepare VERSION", file=sys.stderr)
        return 2
    if words[0] == "--prepare":
        try:
            left = prepare(words[1], datetime.now().astimezone().date())
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
        print("\n".join([f"{words[1]} is written; what is left:", *(f"- {line}" for line in left)]))
        return 0
    found = list(not_ready(words[1]))
    print("\n".join(found) or f"{words[1]} can be released")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
