"""Parts of a game that are loaded when they are asked for: most commands draw nothing, and hear nothing typed."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Lazy:
    """What lies under a dotted name. `Lazy("games.ur").faces.text.draw` is a function: its module is imported when it
    is called first.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"Lazy({self._name!r})"

    def __getattr__(self, name: str) -> Lazy:
        if name.startswith("_"):
            raise AttributeError(name)
        return Lazy(f"{self._name}.{name}")

    def __call__(self, *arguments: Any) -> Any:
        return self.found(self)(*arguments)

    @staticmethod
    def found(lazy: Lazy) -> Any:
        """The function itself."""
        module, _, name = lazy._name.rpartition(".")
        return getattr(import_module(module), name)
