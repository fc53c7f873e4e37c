"""Where people get the program from: said in every letter, for whoever has come late or changed the computer."""

from __future__ import annotations

from referee.words.catalogue import HOUSE, entry

DISTRIBUTION = "pbem-referee"
"""What the program is called where programs are got from; its command is `referee`."""


def get_the_program(lang: str) -> str:
    """How somebody without the program gets it, in one line."""
    return say(lang, "no-program-yet", command=f"pipx install {DISTRIBUTION}")


def say(lang: str, code: str, **values: object) -> str:
    """What stands around the facts in a letter: an entry of the context `letter` with its values."""
    return (entry(HOUSE, "letter", code, lang) or "").format(**values)
