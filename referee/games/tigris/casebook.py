"""The language of cases: what stands in `given` and `then` of a case of Tigris & Euphrates.

Tokens of a drawing: `.` empty land, `~` empty river; `t s m f` temple, settlement, market, farm; `P K T F` with a
player's number: priest, king, trader, farmer; `#` face down, `x` destroyed; behind it `*` a treasure, `!` a treasure
taken first, `^` the building of its colour. Players are 1 to 4. Orders are short:

    tile s D2 | lead K C1 | take K | cat B1 | swap ttt | pass | commit 2 | war green | mon black-red [B1] | zig [C3]
    decl | build A1 | treasure A1 (one after the other) | color red | end (a pass for what is left)
    commitx f (a tile of another kind: no order can say it)

Every question is asked: a program that answers forced ones by itself and one that does not read the same case.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta

from referee.kernel.cases import about


def _spelled(pattern: str) -> Meta:
    """A pattern for readers of the schema. What is read is checked where it is used, whole."""
    return Meta(extra_json_schema={"pattern": pattern})


Cell = Annotated[str, _spelled("^[A-P]([1-9]|10|11)$")]
Token = Annotated[str, _spelled(r"^([.~x]|[tsmf]\^?[*!]?|[tsmf][*!]\^|#[*!]?|[PKTF][1-4])$")]
Player = Annotated[str, _spelled("^[1-4]$")]
Switch = Literal["yes", "no"]


class Setup(TypedDict):
    """A set-up to look at."""

    seats: int
    options: dict[str, str]


class Given(TypedDict, total=False):
    """A position: everything outside the drawing is empty land, or the printed board."""

    n: Annotated[int, Meta(ge=2, le=4, description="players; without it 2, or as many as the drawing names")]
    active: Annotated[int, Meta(ge=1, le=4, description="the active player, who has both actions; without it 1")]
    opts: Annotated[dict[Literal["english", "buildings", "ziggurat", "agreement"], Switch], about("options")]
    map: Annotated[Literal["standard", "advanced"], about("the printed board at the start, instead of empty land")]
    grid: Annotated[list[list[Token]], about("the fragment, row 1 and column A first")]
    cells: Annotated[dict[Cell, Token], about("single spaces, drawn over the map and the grid")]
    mons: Annotated[dict[str, Cell], about("monument to its top left space")]
    used: Annotated[list[str], about("monuments built somewhere else")]
    zig: Annotated[Cell, about("the centre of the ziggurat")]
    hands: Annotated[
        dict[Player, Annotated[str, _spelled("^[tsmf]*$")]],
        about("player to the tiles in hand, a letter each; without it a hand counts six and holds whatever is needed"),
    ]
    cats: Annotated[list[int], about("catastrophes left, by player; without it two each")]
    bag: Annotated[int, Meta(ge=0, description="tiles in the bag; without it plenty")]
    far: Annotated[bool, about("whether three more treasures lie far away, so that the game goes on; without it so")]
    score: Annotated[list[list[int]], about("instead of a position: red, blue, green, black, treasures of each player")]
    setup: Annotated[Setup, about("instead of a position: a set-up")]


class Then(TypedDict, total=False):
    """What must be so. Whatever is not mentioned must be unchanged, but for what the accepted orders themselves lay,
    move or take, and what lost conflicts and lost temples take away; in a case marked complete that too is mentioned.
    """

    vp: Annotated[dict[Player, dict[str, int]], about("points gained, player to colour to number; complete")]
    tre: Annotated[dict[Player, int], about("treasures taken, by player; complete")]
    board: Annotated[dict[Cell, Token], about("spaces that have changed")]
    leaders: Annotated[dict[str, str], about("leader (K1) to its space, or `hand` for home")]
    blds: Annotated[dict[str, Cell], about("colour to the space of its building; complete")]
    state: Annotated[
        Literal["action2", "endturn", "over", "p1", "p2", "p3", "p4"],
        about("the active player has the second action | the turn is over | the game is over | that player is to move"),
    ]
    reason: Annotated[Literal["treasures", "refill", "swap", "agreement"], about("how the game ended")]
    bag: Annotated[Any, about("tiles left in the bag; in a set-up how many of each kind before the deal")]
    hands: Annotated[Any, about("tiles in hand, by player; in a set-up a list")]
    complete: Annotated[bool, about("every change of the board is mentioned")]
    vectors: Annotated[list[list[int]], about("of a score: the colours of each player, weakest first")]
    ranks: Annotated[list[int], about("of a score: places by player")]
    after_deal: Annotated[int, about("of a set-up: tiles left in the bag")]
    treasures: Annotated[list[str], about("of a set-up: where treasures lie")]
    priority: Annotated[list[str], about("of a set-up: treasures taken first")]
    river: Annotated[int, about("of a set-up: river spaces")]
    cats: Annotated[list[int], about("of a set-up: catastrophes by player")]
    kingdoms: Annotated[int, about("of a set-up: leaders on the board")]
    monuments: Annotated[int, about("of a set-up: monuments to build")]
