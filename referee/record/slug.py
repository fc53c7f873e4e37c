"""The name of a folder for a title that people write."""

from __future__ import annotations

import re
import unicodedata

from referee.record.notes.fields import RESERVED

LONGEST = 40
_APART = "[^a-z0-9]+"


def slug(title: str, longest: int = LONGEST) -> str:
    """`title` in a-z, 0-9 and hyphens, a letter first, at most `longest` of them: `Friday tigris` is `friday-tigris`.

    "" if nothing of it can be written so. Names that some systems keep for devices get a letter in front.
    """
    plain = "".join(char for char in unicodedata.normalize("NFKD", title) if not unicodedata.combining(char))
    name = re.sub(_APART, "-", plain.casefold().replace("ø", "o").replace("đ", "d").replace("ł", "l")).strip("-")
    name = name.lstrip("0123456789-")[:longest].strip("-")
    return f"g-{name}"[:longest] if name in RESERVED else name
