"""Where people get the program from: said in every letter, for whoever has come late or changed the computer."""

from __future__ import annotations

from referee.drawing.safe import safe_text
from referee.games import package_to_install
from referee.kernel.game import GameInfo
from referee.words.catalogue import HOUSE, entry

DISTRIBUTION = "pbem-referee"
"""What the program is called where programs are got from; its command is `referee`."""


def get_the_program(lang: str, game: GameInfo) -> str:
    """How somebody without the program gets it, and the package of a game that does not come with it."""
    told = say(lang, "no-program-yet", command=f"pipx install {DISTRIBUTION}")
    package = safe_text(package_to_install(game.name))
    if not package:
        return told
    return f"{told} {say(lang, 'no-package-yet', rules=game.title, command=f'pipx inject {DISTRIBUTION} {package}')}"


def say(lang: str, code: str, **values: object) -> str:
    """What stands around the facts in a letter: an entry of the context `letter` with its values."""
    return (entry(HOUSE, "letter", code, lang) or "").format(**values)
