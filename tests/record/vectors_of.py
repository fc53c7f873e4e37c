"""The published vectors of this storey, as the tests read them. `python -m tests.record.make_vectors` writes them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("vectors")

SAID_TODAY = {
    "does not fit": "does not match",
    "no note": "no note|archives in mails",
    "behind": "after the signature",
    "nothing behind": "nothing between or after",
    "escaped are exactly": "only the backslash",
    "joined or cut the lines": "changed the line breaks",
    "single blanks|72 columns": "single spaces|72 columns",
    "no character": "is not a character",
}
"""What the vectors say of a refusal, in the words of the day on which they were frozen; and the words of today."""


def vectors(name: str) -> Any:
    """What `vectors/NAME.json` holds."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def said_today(says: str) -> str:
    """A pattern that finds in a refusal of today what a vector says of it."""
    return SAID_TODAY.get(says) or "|".join(re.escape(part) for part in says.split("|"))
