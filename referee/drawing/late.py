"""Parts of a game that are loaded when they are asked for: most commands draw nothing, and hear nothing typed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def late(module: str, name: str) -> Callable[..., Any]:
    """The function `name` of a module; the module is imported when the function is called first."""

    def called(*arguments: Any) -> Any:
        return getattr(import_module(module), name)(*arguments)

    return called
