"""The service says what it has to say in what it returns: it prints nothing, asks nobody and reads no stream."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee.service

FOLDER = Path(referee.service.__file__).parent
MODULES = sorted(FOLDER.rglob("*.py"))
FACES = ("typer", "rich", "click", "prompt_toolkit", "getpass", "starlette", "referee.cli", "referee.web")
ASKING = ("print", "input", "breakpoint")
STREAMS = ("stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__", "displayhook")


def _found(tree: ast.AST) -> Iterator[str]:
    """What a module uses that belongs to a face."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if _is_face(name.name))
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name for name in names if _is_face(name) or name.startswith("sys.std"))
        elif isinstance(node, ast.Name) and node.id in ASKING:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr in (*STREAMS, "environ", "getenv"):
            yield ast.unparse(node)


def _is_face(name: str) -> bool:
    return any(name == face or name.startswith(f"{face}.") for face in FACES)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_service_has_no_terminal(path: Path) -> None:
    assert list(_found(ast.parse(path.read_text("utf-8")))) == []


@pytest.mark.parametrize(
    "line",
    [
        "print(1)",
        "input()",
        "import rich.text",
        "from typer import Option",
        "sys.stdout.write(b)",
        "from sys import stdin",
    ],
)
def test_what_belongs_to_a_face_is_seen(line: str) -> None:
    assert list(_found(ast.parse(line)))


def test_no_command_goes_round_the_service() -> None:
    contracts = tomllib.loads((FOLDER.parent.parent / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (contract,) = (one for one in contracts["contracts"] if one.get("source_modules") == ["referee.cli.commands"])

    assert set(contract["forbidden_modules"]) >= {
        "referee.practice",
        "referee.session",
        "referee.mail",
        "referee.record",
    }
    assert "ignore_imports" not in contract
