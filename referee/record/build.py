"""Which build of a package runs, by what the system says of its files: what another one has kept is not believed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from referee.kernel.digest import sha256

_INSTALLED = {"site-packages", "dist-packages"}


def build(module: ModuleType) -> str:
    """32 hex digits for the build of a package, others once a file of it has changed. Of one that is installed only its
    first file is looked at, for all of them come together; where it is worked on, every one.

    Raises:
        OSError: its files are no files of their own, as in an archive.
    """
    first = Path(module.__file__ or "")
    whole = hasattr(module, "__path__") and _INSTALLED.isdisjoint(first.parts)
    found = sorted(_below(first.parent)) if whole else [str(first)]
    return sha256("\n".join(map(_told, found)).encode("utf-8", "surrogateescape"))[:16].hex()


def _told(path: str) -> str:
    # The time of the last change of the entry as well: an installer may set the other one back.
    stat = os.stat(path)  # noqa: PTH116 - a path made of each of some hundred names takes longer than all the rest
    return f"{path} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns}"


def _below(folder: Path | str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_file():
                yield entry.path
            elif entry.name != "__pycache__":
                yield from _below(entry.path)
