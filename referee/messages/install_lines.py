"""What somebody types who has the file of the program."""

from __future__ import annotations

import msgspec

from referee import __version__
from referee.kernel import DISTRIBUTION

FILE = f"{DISTRIBUTION.replace('-', '_')}-{__version__}-py3-none-any.whl"
"""The file that has the program; `referee program --to` writes it."""


class Install(msgspec.Struct, frozen=True):
    """What is typed to install the program, and to add a package to it, on one kind of systems."""

    system: str
    program: str
    package: str


def install_lines(named: str = f"./{FILE}") -> tuple[Install, ...]:
    """The lines for each kind of systems; `./` installs the file in the current folder, without a package index."""
    return (
        Install("system-linux-macos", f"pipx install {named}", f"pipx inject {DISTRIBUTION}"),
        Install("system-windows", f"py -m pip install {named}", "py -m pip install"),
    )
