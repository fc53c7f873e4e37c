"""Where things are on this machine, and how a path is told to the person who typed it."""

from __future__ import annotations

import os
from pathlib import Path


def shown(path: Path) -> str:
    """A path as it can be typed here: short if it lies below the current folder."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def home_path() -> Path:
    """Where the home is: $REFEREE_HOME, or ~/.referee."""
    named = os.environ.get("REFEREE_HOME")
    return Path(named) if named else Path.home() / ".referee"


def game_above(here: Path) -> Path | None:
    """`here` or the nearest folder above it that holds a record."""
    return next((place for place in (here, *here.parents) if (place / "record").is_dir()), None)
