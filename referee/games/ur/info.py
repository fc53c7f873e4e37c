"""What is fixed about the game before anybody sits down."""

from __future__ import annotations

from referee.games.ur.state import FIVE_ZIGGURATS, NO_SWAP
from referee.kernel.game import GameInfo, Option

INFO = GameInfo(
    name="ur",
    title="Ur",
    seats=(3, 4),
    rules_version=1,
    options=(
        Option(
            "agriculture",
            ("exempt", "literal"),
            "exempt",
            "whether an Agriculture tile next to no other own one loses a cube itself (literal) or not (exempt)",
        ),
        Option("war", ("anywhere", "adjacent"), "anywhere", "how far an attack reaches"),
    ),
    endings=(NO_SWAP, FIVE_ZIGGURATS),
    hand_rule="UR 5.1",
    rule_prefix="UR",
    presets=(("literal", (("agriculture", "literal"),)), ("neighbours", (("war", "adjacent"),))),
)

FORMS = (
    "place TILE ..",
    "share TILE .. [fullest|emptiest]",
    "share fullest|emptiest",
)
"""How the lines of standing answers are written; `policy.py` says what they mean."""
