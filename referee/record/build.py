"""Which build of a package runs, by what the system says of its files: what another one has kept is not believed."""

from __future__ import annotations

from types import ModuleType

from referee.kernel.digest import sha256
from referee.record.files import states

_INSTALLED = ("site-packages", "dist-packages")


def build(module: ModuleType) -> str:
    """32 hex digits for the build of a package, others once a file of it has changed. Of one that is installed only its
    first file is looked at, for all of them come together; where it is worked on, every one.

    Raises:
        FileTrouble: its files are no files of their own, as in an archive.
    """
    first = module.__file__ or ""
    whole = hasattr(module, "__path__") and not any(place in first for place in _INSTALLED)
    return sha256("\n".join(states(first, around=whole)).encode("utf-8", "surrogateescape"))[:16].hex()
