"""The modules of a masked deck, made again with one of their checks taken out, or with the second arithmetic.

A check is an `if` that raises, found in the syntax tree of the module; each part of an `or` is a check of its own.
Nobody lists them: one that is added is taken out like the others, and no wording of a line is expected.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from referee.crypto import deck
from tests.crypto import second_arithmetic

PACKAGE = deck.__name__
NAMES = ("group", "shuffle_proof", "masking")
"""The modules, each importing only those before it."""


class Check(NamedTuple):
    """A check: its module, function and condition, the code of its refusal, and where in its module it stands."""

    module: str
    function: str
    condition: str
    code: str
    line: int
    part: int

    def __str__(self) -> str:
        """How a test is called that takes it out."""
        return f"{self.function}: {self.condition}"


def checks() -> tuple[Check, ...]:
    """Every check of the modules, but for that of the library itself, which runs when a module is loaded."""
    found = (check for name in NAMES for check in _checks_in(name))
    return tuple(check for check in found if check.function != "check_sound")


def modules_without(check: Check) -> ModuleType:
    """`masking` on modules of which one lacks a check."""
    tree = ast.parse(_source(check.module))
    (found,) = (node for node in ast.walk(tree) if isinstance(node, ast.If) and node.lineno == check.line)
    parts = _parts(found)
    parts[check.part] = ast.Constant(False)
    found.test = ast.copy_location(ast.BoolOp(ast.Or(), parts) if len(parts) > 1 else parts[0], found)
    return _made_again({check.module: ast.fix_missing_locations(tree)})


@cache
def modules_by_second_arithmetic() -> ModuleType:
    """`masking` on modules that compute with the second implementation."""
    with _placed({"libsodium_group": second_arithmetic}):
        return _made_again({})


def _source(name: str) -> str:
    return Path(deck.__path__[0], f"{name}.py").read_text("utf-8")


def _checks_in(name: str) -> Iterator[Check]:
    for function in ast.parse(_source(name)).body:
        for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            if isinstance(node, ast.If) and isinstance(refusal := node.body[0], ast.Raise):
                assert isinstance(function, ast.FunctionDef) and isinstance(refusal.exc, ast.Call)
                code = ast.literal_eval(refusal.exc.args[0])
                for at, part in enumerate(_parts(node)):
                    yield Check(name, function.name, ast.unparse(part), code, node.lineno, at)


def _parts(node: ast.If) -> list[ast.expr]:
    return list(node.test.values) if isinstance(node.test, ast.BoolOp) and _is_or(node.test) else [node.test]


def _is_or(test: ast.BoolOp) -> bool:
    return isinstance(test.op, ast.Or)


def _made_again(changed: dict[str, ast.Module]) -> ModuleType:
    """`masking`, with all modules executed once more; those of the program are what they were afterwards."""
    made: dict[str, ModuleType] = {}
    for name in NAMES:
        spec = spec_from_loader(f"{PACKAGE}.{name}", None)
        assert spec is not None
        made[name] = module_from_spec(spec)
        with _placed(made):
            exec(compile(changed.get(name) or _source(name), f"{name}, made again", "exec"), made[name].__dict__)
    return made["masking"]


@contextmanager
def _placed(modules: dict[str, ModuleType]) -> Iterator[None]:
    """With these modules where others of the package look for theirs."""
    kept = {name: importlib.import_module(f"{PACKAGE}.{name}") for name in modules}
    _place(modules)
    try:
        yield
    finally:
        _place(kept)


def _place(modules: dict[str, ModuleType]) -> None:
    for name, module in modules.items():
        sys.modules[f"{PACKAGE}.{name}"] = module
        setattr(deck, name, module)
