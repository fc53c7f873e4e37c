"""What a parameter takes, and what stands for it, is told the same whichever Typer there is."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.cli.parameters import metavar_of, sort_of

NAMES = {
    "number": ("integer", "integer range", "int", "int range", int, list[int], int | None),
    "path": ("path", "file", Path, list[Path], Path | None, list[Path] | None),
    "text": ("text", "str", str, list[str], list[str] | None),
    "boolean": ("boolean", bool),
}


def _parameter(asked: Any, kind: str = "option", metavar: str | None = None, **more: Any) -> SimpleNamespace:
    """A parameter of Typer as `asked` for: its type has a name until 0.28; from 0.29 on there is what was annotated."""
    told = {"name": "amount", "nargs": 1, "required": False, **more}
    typed = {"type": SimpleNamespace(name=asked)} if isinstance(asked, str) else {}
    since = {} if isinstance(asked, str) else {"type_descriptor": SimpleNamespace(annotation=asked)}
    return SimpleNamespace(param_type_name=kind, metavar=metavar, **told, **typed, **since)


@pytest.mark.parametrize(("sort", "asked"), [(sort, asked) for sort, names in NAMES.items() for asked in names])
def test_each_typer_tells_the_same_sort(sort: str, asked: Any) -> None:
    assert sort_of(_parameter(asked)) == sort
    assert metavar_of(_parameter(asked)) == f"<{sort}>"


@pytest.mark.parametrize(
    ("metavar", "more", "told"),
    [
        (None, {"required": True}, "AMOUNT"),
        (None, {}, "[AMOUNT]"),
        (None, {"nargs": -1}, "[AMOUNT...]"),
        ("FILE", {}, "[FILE]"),
        ("FILE", {"required": True}, "FILE"),
        ("[FOLDER]...", {"nargs": -1}, "[FOLDER]..."),
    ],
)
def test_an_argument_that_may_be_left_out_is_bracketed_once(
    metavar: str | None, more: dict[str, Any], told: str
) -> None:
    for asked in ("text", "str", str):
        assert metavar_of(_parameter(asked, "argument", metavar, **more)) == told
