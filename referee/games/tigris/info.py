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
        Option("agreement", ("no", "yes"), "no"),
        Option("board", ("standard", "advanced"), "standard"),
        Option("buildings", ("no", "yes"), "no"),
        Option("english", ("no", "yes"), "no"),
        Option("scores", ("closed", "open"), "closed"),
        Option("ziggurat", ("no", "yes"), "no"),
    ),
    endings=ENDINGS,
    hand_rule="TE 3.5",
    rule_prefix="TE",
    presets=(("advanced", (("board", "advanced"), ("buildings", "yes"), ("ziggurat", "yes"))),),
)
