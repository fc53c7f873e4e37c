"""Printed components of the card game: kinds, leaders, ships, dynasties, and the switches of a charter.

Codes are the letters used in a state: `k r b g` for cards, `*` for a treasure, `+` for the red card that took
its place, `K G R` for the ships, `?` for a card face down, `.` for an empty slot.

Source: CK 1.1, CK 1.2, CK 1.3.
"""

from __future__ import annotations

from typing import Final

from referee.kernel.game import GameInfo, Option
from referee.kernel.grammar.spelling import Called
from referee.kernel.sentence import Sentence

KINDS: Final = ("black", "red", "blue", "green")
"""Kinds of civilization cards, in the order in which the pile `cards` numbers them."""

LEADERS: Final = ("king", "priest", "farmer", "trader")
"""`LEADERS[i]` has the colour `KINDS[i]`."""

CODES: Final = "krbg"
"""`CODES[i]` is a card of `KINDS[i]`."""

KIND_OF: Final = dict(zip(CODES, KINDS, strict=True))
CODE_OF: Final = dict(zip(KINDS, CODES, strict=True))
KIND_INDEX: Final = {kind: index for index, kind in enumerate(KINDS)}
LEADER_INDEX: Final = {leader: index for index, leader in enumerate(LEADERS)}
KING, PRIEST, FARMER, TRADER = range(4)
BLACK, RED, BLUE, GREEN = range(4)

SORTED_KINDS: Final = tuple(sorted(KINDS))
SORTED_LEADERS: Final = tuple(sorted(LEADERS))

CARD_COUNTS: Final = (40, 65, 40, 40)
"""Cards of each of `KINDS` beside the treasures."""

TREASURE_COUNT: Final = 8
CARD_TOTAL: Final = sum(CARD_COUNTS) + TREASURE_COUNT
SET_ASIDE: Final = 30
"""Cards taken out unseen with two players (CK 2.4)."""

TREASURE: Final = "*"
SUBSTITUTE: Final = "+"
COVERED: Final = "?"
EMPTY: Final = "."

SHIPS: Final = ("blue-black", "blue-green", "blue-red")
SHIP_CODES: Final = "KGR"
SHIP_OF: Final = dict(zip(SHIP_CODES, SHIPS, strict=True))
SHIP_CODE_OF: Final = dict(zip(SHIPS, SHIP_CODES, strict=True))
SHIP_SECOND: Final = {"K": BLACK, "G": GREEN, "R": RED}
"""The colour of a ship that is not blue."""

DYNASTIES: Final = ("lion", "bull", "bow", "vase")
"""The dynasty of each seat, clockwise."""

HAND_SIZE: Final = 8
COLUMN_LIMIT: Final = 8
COLUMN_MINIMUM: Final = 3
"""Cards both columns need before a connector may join them (CK 8.2)."""
RUN_LENGTH: Final = 4
"""Cards of one colour in a row that make a ship (CK 14.1)."""
ACTIONS: Final = 2

PILE: Final = "cards"

OPTIONS: Final = (
    Option("own-colour", ("banned", "allowed"), "banned", "may a leader stand on a card of its own colour"),
    Option(
        name="last-refill",
        choices=("own", "any"),
        default="own",
        about="whose hand, not refilled, ends the game: that of the player whose turn is over, or any",
        since=2,
        kept="variant.last_refill",
        before="any",
    ),
    Option("passes", ("endless", "two-rounds"), "endless", "does the game end after two rounds of nothing but passes"),
    Option("piles", ("top", "open"), "top", "is only the top card of a victory pile drawn, or all it holds"),
    Option("ship-income", ("per-ship", "per-leader"), "per-ship", "does a leader earn for each ship, or once"),
    Option("thirty-out", ("yes", "no"), "yes", "with two players, do 30 cards leave the game unseen"),
    Option("withdraw", ("allowed", "banned"), "allowed", "may a leader be taken off the table as an action"),
)

INFO: Final = GameInfo(
    name="cards",
    title=Called("Euphrates & Tigris: the card game", lambda _, lang: Sentence("cards/title").told(lang)),
    seats=(2, 3, 4),
    rules_version=2,
    options=OPTIONS,
    endings=("cards", "treasures", "passes", "standstill"),
    hand_rule="CK 4.2",
    rule_prefix="CK",
    presets=(("published", (("own-colour", "allowed"), ("withdraw", "banned"))),),
    pins=10,
    seal_blocks=2,
)
"""Ten sealed lines of at most 44 columns fit two blocks; a turn with two conflicts, a ship and income needs ten."""

FORMS = (
    "score always|never|keep N",
    "score KIND always|never|keep N",
    "defend min N",
    "defend KIND min N",
    "convert yes|no",
    "swap COLUMNS|none",
)
"""How the lines of standing orders are written; `policy.py` says what they mean."""
