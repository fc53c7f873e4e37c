"""What is fixed about the game before anybody sits down."""

from __future__ import annotations

from referee.games.tigris.rules.scoring import ENDINGS
from referee.kernel.game import GameInfo, Option

INFO = GameInfo(
    name="tigris",
    title="Tigris & Euphrates",
    seats=(2, 3, 4),
    rules_version=1,
    options=(
        Option(
            "agreement", ("no", "yes"), "no", "the game ends after three full rounds in which everybody only passed"
        ),
        Option("board", ("standard", "advanced"), "standard", "which side of the board is played"),
        Option("buildings", ("no", "yes"), "no", "civilization buildings on lines of three"),
        Option("english", ("no", "yes"), "no", "the English variant: no surplus tiles in conflicts"),
        Option("scores", ("closed", "open"), "closed", "whether the points of all players are shown"),
        Option("ziggurat", ("no", "yes"), "no", "the ziggurat on a cross of five"),
    ),
    endings=ENDINGS,
    hand_rule="TE 3.5",
    rule_prefix="TE",
    presets=(("advanced", (("board", "advanced"), ("buildings", "yes"), ("ziggurat", "yes"))),),
)

FORMS = (
    "defend min N [KIND N ..]",
    "attack with N [KIND N ..]",
    "treasure any",
    "treasure leave SPACE .. [any]",
    "monument NAME ..|none",
)
"""How the lines of standing answers are written; `policy.py` says what they mean."""
