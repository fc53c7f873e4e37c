"""The source of the program, parsed and walked once for all the tests that read it."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "referee"

_ASKED_FOR = (
    ast.Import,
    ast.ImportFrom,
    ast.Attribute,
    ast.Name,
    ast.Assign,
    ast.Call,
    ast.Constant,
    ast.ClassDef,
    ast.Expr,
)


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the program by its path below `referee`. Nothing of it is ever garbage, so none is looked for."""
    gc.disable()
    try:
        return {
            path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(ROOT.rglob("*.py"))
        }
    finally:
        gc.freeze()
        gc.enable()


@cache
def nodes() -> dict[str, tuple[ast.AST, ...]]:
    """What tests ask about, by module: walking the whole program takes a second each time."""
    return {path: tuple(n for n in ast.walk(tree) if isinstance(n, _ASKED_FOR)) for path, tree in modules().items()}


@cache
def texts() -> tuple[tuple[str, ast.Constant], ...]:
    """(module, text) of every text in the program."""
    return tuple(
        (path, node)
        for path, found in nodes().items()
        for node in found
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
