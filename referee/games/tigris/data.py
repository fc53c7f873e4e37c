"""The printed components: tiles, leaders, monuments, dynasties and the two boards; what a charter may choose.

Colours are numbered in one order everywhere: red, black, green, blue. A tile, a leader and a building of the same
number share that colour.

Source: TE 1.1, TE 2.2, TE 15.1; rulings R1, R2, R39.
"""

from __future__ import annotations

from referee.kernel.game import GameInfo, Option

COLOURS = ("red", "black", "green", "blue")
KINDS = ("temple", "settlement", "market", "farm")
ROLES = ("priest", "king", "trader", "farmer")

RED, BLACK, GREEN, BLUE = range(4)
TEMPLE, SETTLEMENT, MARKET, FARM = range(4)
PRIEST, KING, TRADER, FARMER = range(4)

KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
ROLE_NUMBER = {role: number for number, role in enumerate(ROLES)}
COLOUR_NUMBER = {colour: number for number, colour in enumerate(COLOURS)}

TILE_COUNTS = (57, 30, 30, 36)
"""How many tiles of each kind the box holds, in the order of `KINDS`; 153 together."""

HAND_SIZE = 6
CATASTROPHES_EACH = 2
ACTIONS_PER_TURN = 2
LAST_TREASURES = 2
"""With so many treasures left at the end of a turn, or fewer, the game is over."""

DYNASTIES = ("lion", "bull", "bow", "pot")
"""The sign of each seat, in seat order."""

MONUMENTS = ("red-black", "red-green", "red-blue", "black-green", "black-blue", "green-blue")
"""The six monuments, each named by its two colours in the order of `COLOURS`."""

MONUMENT_COLOURS = tuple(
    (COLOUR_NUMBER[name.partition("-")[0]], COLOUR_NUMBER[name.partition("-")[2]]) for name in MONUMENTS
)

BOARDS = {
    "standard": """\
....~~~~~.T.~...
.C..~.......~..C
...~~T......~~..
~~~~.........~~~
.............T~~
..............~.
~~~~....T...~~~.
.C.~~~~.....~...
......~~~~~~~.C.
.....T..........
..........T.....""",
    "advanced": """\
..~~T....T.....~
..~~..........T~
.C~~...........~
..~...T....T~~~~
..~.........~...
..~T........~..C
..~~........~~..
C..~~~.T....T~..
.....~~~.....~..
....C.~~~~~~~~..
......~..C....C.""",
}
"""Row 1 on top, column A on the left: `.` land, `~` river, `T` a temple with a treasure on land at the start, `C` one
whose treasure is taken first (a corner of the standard board, outside the rivers on the advanced one)."""


ENDINGS = ("treasures", "refill", "swap", "agreement", "bag")
"""Few treasures left; a hand that the bag cannot fill; a swap that it cannot serve; everybody only passes; the bag is
empty, in games that end with it.
"""

INFO = GameInfo(
    name="tigris",
    title="Tigris & Euphrates",
    seats=(2, 3, 4),
    rules_version=2,
    options=(
        Option(
            "agreement", ("no", "yes"), "no", "the game ends after three full rounds in which everybody only passed"
        ),
        Option(
            name="bag",
            choices=("needed", "empty"),
            default="needed",
            about="when the bag ends the game: when it cannot give what is drawn, or as soon as it is empty",
            since=2,
            kept="setting.bag",
        ),
        Option("board", ("standard", "advanced"), "standard", "which side of the board is played"),
        Option("buildings", ("no", "yes"), "no", "civilization buildings on lines of three"),
        Option(
            name="corners",
            choices=("marked", "nearest"),
            default="marked",
            about="which treasures go first: those marked on the board, or those nearest to its corners",
            since=2,
            kept="setting.corners",
        ),
        Option("english", ("no", "yes"), "no", "the English variant: no surplus tiles in conflicts"),
        Option("scores", ("closed", "open"), "closed", "whether the points of all players are shown"),
        Option(
            name="treasures",
            choices=("action", "turn"),
            default="action",
            about="when treasures are handed out: after every action, or at the end of a turn",
            since=2,
            kept="setting.treasures",
        ),
        Option("ziggurat", ("no", "yes"), "no", "the ziggurat on a cross of five"),
    ),
    endings=ENDINGS,
    hand_rule="TE 3.5",
    rule_prefix="TE",
    presets=(
        ("advanced", (("board", "advanced"), ("buildings", "yes"), ("ziggurat", "yes"))),
        ("summary", (("bag", "empty"), ("corners", "nearest"), ("treasures", "turn"))),
    ),
    maskable=True,
)

FORMS = (
    "defend min N [KIND N ..]",
    "attack with N [KIND N ..]",
    "treasure any",
    "treasure leave SPACE .. [any]",
    "monument NAME ..|none",
)
"""How the lines of standing orders are written; `policy.py` says what they mean."""
