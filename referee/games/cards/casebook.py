"""The language of cases as types: what stands in `given` and `then` of a case of the card game.

An order follows its dynasty (`lion: leader king A3`); a connector's kind follows it (`vase: connect C-D red`).

Cards are written `k r b g` (black, red, blue, green), `*` a treasure, `+` the red card that took its place, `S(bk)`,
`S(bg)`, `S(br)` the ships, `?` a card face down; a leader stands behind its card: `r<lion.king>`. Counts are `2r 1*`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from referee.kernel.cases import about

Texts = dict[str, str]
Counts = dict[str, int]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up to look at."""

    seats: Annotated[int, about("number of players")]
    options: Annotated[Texts, about("options that are not the default, by name")] = {}


class Then(Struct, frozen=True, forbid_unknown_fields=True):
    """What must have come of the orders. What is not mentioned must be as the case began."""

    columns: Annotated[Texts, about("columns by letter, head first")] = {}
    slots: Annotated[Texts, about("slots by name; `.` is an empty one")] = {}
    hands: Annotated[Counts, about("cards in hand by dynasty")] = {}
    piles: Annotated[Texts, about("what victory piles have gained, by dynasty: `2r 1*`")] = {}
    tops: Annotated[Texts, about("kind on top of a pile; needed only where a gain has several kinds")] = {}
    catastrophes: Annotated[Counts, about("1 while the dynasty has its catastrophe, by dynasty")] = {}
    discards: Annotated[str | None, about("cards that have left the game: `2r`")] = None
    deck: Annotated[int | None, about("cards in the draw pile")] = None
    active: Annotated[str | None, about("dynasty on turn")] = None
    left: Annotated[int | None, about("actions left; 0 while a turn is being closed")] = None
    asks: Annotated[str | None, about("who is asked what: `bull commit`; empty when the game is over")] = None
    ending: Annotated[str | None, about("why the game ended: cards, treasures, passes, standstill")] = None
    offers: Annotated[tuple[str, ...] | None, about("every order that public facts allow now, sorted")] = None
    ranks: Annotated[tuple[int, ...] | None, about("places by seat, 1 is the winner")] = None
    scores: Annotated[tuple[tuple[int, ...], ...] | None, about("colours by seat, weakest first")] = None
    pile: Annotated[str | None, about("in a set-up: the cards of the hidden pile by kind")] = None


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, or a set-up."""

    setup: Annotated[Setup | None, about("a set-up instead of a position and orders")] = None
    seats: Annotated[int, about("players: lion, bull, bow, vase, clockwise")] = 4
    options: Annotated[Texts, about("options that are not the default, by name")] = {}
    active: Annotated[str, about("dynasty on turn")] = "lion"
    left: Annotated[int, about("actions left")] = 2
    columns: Annotated[Texts, about("columns by letter, head first; the rest are bare treasures")] = {}
    slots: Annotated[Texts, about("connectors by slot; the rest are empty")] = {}
    hands: Annotated[Texts, about("hands as codes: `rrg`; others count eight and hold enough of everything")] = {}
    piles: Annotated[Texts, about("victory piles by dynasty; treasures gone elsewhere lie in the last one")] = {}
    catastrophes: Annotated[Counts, about("0 where the catastrophe is played")] = {}
    deck: Annotated[int | None, about("cards in the draw pile; the rest has been discarded")] = None
