"""The command that installs a missing optional package, for the way in which this program was installed.

The lines name the packages themselves, with the bounds that the installed program declares: with pipx or uv, or from a
folder of its own, the program is not a package of the system's Python, and may be missing from every index.
"""

from __future__ import annotations

import re
import shlex
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path

from referee.kernel import DISTRIBUTION
from referee.kernel.sentence import Sentence

_REQUIRED = re.compile(r"""\A\s*([^;]+?)\s*;.*\bextra\s*==\s*["']([a-z]+)["'].*\Z""")

WITHOUT_BOUNDS = {
    "passphrase": ("bcrypt",),
    "keyring": ("keyring",),
    "rating": ("openskill",),
    "cluster": ("distributed",),
}
"""What is named where the program is not installed, but runs from a folder, so that nothing tells the bounds."""


def packages_of(extra: str) -> tuple[str, ...]:
    """The packages of an extra, with their bounds; none where the program is not installed."""
    try:
        found = [_REQUIRED.match(line) for line in requires(DISTRIBUTION) or ()]
    except PackageNotFoundError:
        return ()
    return tuple(match[1].replace(" ", "") for match in found if match is not None and match[2] == extra)


def how_to_add(extra: str) -> Sentence:
    """What to type to add the packages of an extra, or what to do where nothing can be added."""
    named = " ".join(f'"{package}"' for package in packages_of(extra) or WITHOUT_BOUNDS[extra])
    python = shlex.quote(sys.executable)
    lines = {
        "pipx": f"pipx inject {DISTRIBUTION} {named}",
        "uv": f"uv pip install --python {shlex.quote(sys.prefix)} {named}",
        "pip": f"{python} -m pip install {named}",
        "bare": f"uv pip install --python {python} {named}",
    }
    line = lines.get(_way())
    return Sentence("extra-line", line=line) if line else Sentence("extra-own-environment", packages=named)


def _way() -> str:
    """How the program is run: `pipx`, `uv`, `pip`; `bare` where there is no pip; `system` where the system's packager
    owns this Python; `whole` where everything comes in one file.
    """
    prefix = Path(sys.prefix)
    if getattr(sys, "frozen", False) or sys.argv[0].endswith((".pyz", ".pex")):
        return "whole"
    if (prefix / "pipx_metadata.json").exists():
        return "pipx"
    if (prefix / "uv-receipt.toml").exists():
        return "uv"
    if sys.prefix == sys.base_prefix and Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").exists():
        return "system"
    return "pip" if find_spec("pip") is not None else "bare"
