"""Begin a new game: `python scripts/new_game.py NAME [--title TITLE] [--prefix XX] [--package FOLDER]`.

What is written plays at once and keeps the whole contract: it is noughts and crosses out of a hidden bag, under the new
name, to be changed step by step (docs/new-game.md). Without `--package` it is built in: code in `referee/games/NAME`,
cases and golden games in `tests/games/NAME`. With it, FOLDER becomes a project of its own that brings the game as a
package. Nothing is written over.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee import games  # noqa: E402
from referee.i18n.compiler import game_catalogues  # noqa: E402

EXAMPLE = ROOT / "tests" / "oxo"
CODE = ("__init__.py", "rules.toml", "prose.toml", "words/en.toml", "words/it.toml")


def files(name: str, prefix: str, title: str, package: Path | None, root: Path = ROOT) -> dict[Path, str]:
    """Every file of the new game with its text."""
    code = package / name if package else root / "referee" / "games" / name
    beside = package or root / "tests" / "games" / name
    found = {code / file: (EXAMPLE / "oxo" / file).read_text("utf-8") for file in CODE}
    for folder in ("cases", "golden"):
        for path in sorted((EXAMPLE / folder).iterdir()):
            found[beside / folder / path.name.replace("oxo", name)] = path.read_text("utf-8")
    if package:
        found[package / "pyproject.toml"] = (EXAMPLE / "pyproject.toml").read_text("utf-8")
    else:
        found[beside / "__init__.py"] = f'"""Tests of {title}."""\n'
    return {path: renamed(text, name, prefix, title) for path, text in found.items()}


def renamed(text: str, name: str, prefix: str, title: str) -> str:
    """The text of the example under another name, as the first version of its rules."""
    text = re.sub(r"^ +earlier=.*\n", "", text, flags=re.MULTILINE).replace("(2,), 2, endings", "(2,), 1, endings")
    text = re.sub(r"\boxo\b", name, text).replace("Noughts and Crosses", title)
    return re.sub(r'\bOX(?=[ \d"])', prefix, text)


def objections(name: str, prefix: str) -> Iterator[str]:
    """Why a game cannot be called so."""
    if not re.fullmatch(r"[a-z][a-z0-9]{1,15}", name):
        yield f"a name is 2 to 16 small letters and digits, a letter first; got {name}"
    if name in games.names():
        yield f"there is a game called {name} already"
    if not re.fullmatch(r"[A-Z]{2}", prefix):
        yield f"a prefix is two capital letters; got {prefix}"
    taken = next((game.info.title for game in games.all_games() if game.info.rule_prefix == prefix), None)
    if taken or prefix == "PM":
        yield f"{prefix} begins the rules of {taken or 'the table'}; choose others with --prefix"


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(description="Begin a new game that plays at once and keeps the contract.")
    parser.add_argument("name", metavar="NAME", help="2 to 16 small letters and digits")
    parser.add_argument("--title", help="as people write it (default NAME with a capital)")
    parser.add_argument("--prefix", help="two capital letters that begin its rules (default those of NAME)")
    parser.add_argument("--package", type=Path, metavar="FOLDER", help="a project of its own, not built in")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    prefix = given.prefix or given.name[:2].upper()
    for objection in objections(given.name, prefix):
        parser.error(objection)
    written = files(given.name, prefix, given.title or given.name.title(), given.package, given.root)
    for path in written:
        if path.exists():
            parser.error(f"{path} is there already; nothing was written")
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path)
    folder = next(path for path in written if path.name == "__init__.py").parent
    for path, data in game_catalogues(folder):
        path.write_bytes(data)
    print("\n" + next_steps(given.name, given.package))


def next_steps(name: str, package: Path | None) -> str:
    """What to do with the files."""
    tests = f"python -m pytest tests/games/contract -k {name}    # read docs/new-game.md"
    if package:
        return f"python -m pip install -e {package}\n{tests}"
    return tests


if __name__ == "__main__":
    main()
