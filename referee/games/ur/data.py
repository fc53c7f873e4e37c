"""The printed components: five types, ten pairs of them on forty tiles, cubes and ziggurats; what a charter may choose.

Source: UR 1.1, UR 1.2.
"""

from __future__ import annotations

from itertools import combinations

from referee.kernel.game import GameInfo, Option

LETTERS = "ATWCP"
"""The five types in the order of the rulebook's tables: Agriculture, Trade, War, Culture, Politics."""

ACTIONS = {"A": "agriculture", "T": "trade", "W": "war", "C": "culture", "P": "politics"}
"""The word for each type; it is also the verb of its action."""

PAIRS: tuple[str, ...] = tuple("".join(pair) for pair in combinations(LETTERS, 2))
"""The ten pairs of different types: `AT`, `AW` .. `CP`, letters always in the order of `LETTERS`."""

COPIES = 4
TILES: tuple[str, ...] = tuple(pair for pair in PAIRS for _ in range(COPIES))
"""The forty tiles, each as its pair."""

SIDE = 6
BOARD_TILES = SIDE * SIDE
CUBES = 20
"""Cubes of one player."""

TILE_LIMIT = 5
"""Cubes on one tile."""

ZIGGURATS = 5
ZIGGURATS_A_TURN = 2
PLACING_ROUNDS = 3
ENTRY_CUBES = 3
GROWTH = 2
"""Cubes that Agriculture may add to one of its tiles."""

SERIES_POINTS = (0, 1, 3, 6, 10, 15, 21)
"""Points of a series with 0, 1 .. 6 elements."""


def pair_of(first: str, second: str) -> str:
    """The pair of two letters as it is always written: `pair_of("P", "W")` is `WP`."""
    return first + second if LETTERS.index(first) < LETTERS.index(second) else second + first


NO_SWAP, FIVE_ZIGGURATS = "no-swap", "ziggurats"
"""How a game may end."""

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
    "exchange TILE .. [keep]",
    "exchange keep",
    "share TILE .. [fullest|emptiest]",
    "share fullest|emptiest",
)
"""How the lines of standing orders are written; `policy.py` says what they mean."""
