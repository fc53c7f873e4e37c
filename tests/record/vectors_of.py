"""The published vectors of this storey, as the tests read them. `python -m tests.record.make_vectors` writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("vectors")


def vectors(name: str) -> Any:
    """What `vectors/NAME.json` holds."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
