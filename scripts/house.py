"""How heavy the house is: lines of code, files, catalogues, names that are defined again and again.

    python3 scripts/house.py            the counts
    python3 scripts/house.py --names    and each function name that is defined in more than two places, with how many
    python3 scripts/house.py --json     for other programs

A line of code is one that is no docstring, no comment, no blank and no import.
"""

from __future__ import annotations

import ast
import json
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ROOT / "referee"
GAMES = ("cards", "civilization", "tigris", "ur")
ORDERS = ("moves", "notation", "words", "typed", "orders")
"""The modules of a game that say what its orders are and how they are written, typed and read."""

_SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


def code_lines(source: str) -> int:
    """How many lines of a module are code."""
    spoken = {
        token_line
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type not in _SILENT
        for token_line in range(token.start[0], token.end[0] + 1)
    }
    return len(spoken - set(_unspoken(ast.parse(source))))


def _unspoken(tree: ast.Module) -> Iterator[int]:
    """The lines of docstrings, also those below a name, and of imports."""
    for node in ast.walk(tree):
        said = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        if said or isinstance(node, ast.Import | ast.ImportFrom):
            assert isinstance(node, ast.stmt)
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def functions(source: str) -> Iterator[str]:
    """The names of the functions that a module defines, outside classes and other functions."""
    return (node.name for node in ast.parse(source).body if isinstance(node, _FUNCTION))


def counts() -> dict[str, int]:
    """Every count, by what is counted."""
    modules = {path: path.read_text(encoding="utf-8") for path in sorted(HOUSE.rglob("*.py"))}
    found = {"code lines": sum(map(code_lines, modules.values())), "modules": len(modules)}
    for game in GAMES:
        folder = HOUSE / "games" / game
        found[f"modules of {game}"] = sum(folder in path.parents for path in modules)
        spoken = [source for path, source in modules.items() if path.parent == folder and path.stem in ORDERS]
        found[f"lines of the orders of {game}"] = sum(len(source.splitlines()) for source in spoken)
    catalogues = [
        path.read_text(encoding="utf-8") for path in [*HOUSE.glob("i18n/*/*.toml"), *HOUSE.glob("games/*/words/*.toml")]
    ]
    found["lines of catalogues"] = sum(len(text.splitlines()) for text in catalogues)
    found["function names in more than two places"] = len(repeated(modules.values()))
    return found


def repeated(sources: Iterable[str]) -> dict[str, int]:
    """The function names that are defined in more than two places, with how many."""
    names = Counter(name for source in sources for name in functions(source))
    return {name: count for name, count in names.most_common() if count > 2}


if __name__ == "__main__":
    if "--json" in sys.argv[1:]:
        print(json.dumps(counts(), indent=2))
    else:
        for what, count in counts().items():
            print(f"{count:>7,}  {what}")
    if "--names" in sys.argv[1:]:
        print(
            "  ".join(
                f"{name} {count}"
                for name, count in repeated(path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py")).items()
            )
        )
