"""Modules and functions that are loaded when something of them is used.

Most commands read no mail, draw nothing, and look at no masked deck. Every command loads this, so it imports little.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # importing `typing` takes longer than all of this module
if TYPE_CHECKING:
    from typing import Any


def late(package: str, *modules: str) -> None:
    """Let these modules of a package wait: what `from package import module` gives is loaded when a name of it is used.

    A name taken out of one, `from package.module import name`, loads it at once, as ever.
    """
    vars(sys.modules[package]).update({name: LateModule(f"{package}.{name}") for name in modules})


class LateModule:
    """Stands for a module until it is loaded, and passes on to it whatever is read from it or set in it.

    Importing puts the module itself in its place in the package; who has taken this one out before keeps it.
    """

    __slots__ = ("_late_module", "_late_name")

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "_late_name", name)
        object.__setattr__(self, "_late_module", None)

    def __repr__(self) -> str:
        return f"LateModule({self._late_name!r})"

    def __getattr__(self, name: str) -> Any:
        return getattr(self._late_module or module_of(self), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(module_of(self), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(module_of(self), name)


def module_of(waiting: LateModule) -> Any:
    """The module itself. Threads that ask at once wait for one import, as at every import."""
    module = import_module(waiting._late_name)
    object.__setattr__(waiting, "_late_module", module)
    return module


class Lazy:
    """What a dotted name leads to. `Lazy("games.ur").faces.text.draw` is a function: its module is imported when it
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

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.found(self)(*arguments, **named)

    @staticmethod
    def found(lazy: Lazy) -> Any:
        """The function itself."""
        module, _, name = lazy._name.rpartition(".")
        return getattr(import_module(module), name)
