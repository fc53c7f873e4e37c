"""Standing orders: where the set-up cubes go, the exchange, and scarce cubes, from a policy given beforehand.

    place TILE ..                  the next set-up cube goes to the first of these wishes that is not fulfilled yet and
                                   can be; a tile named twice wants two cubes
    exchange TILE .. [keep]        the hand tile, its upper face up, for the first of these that is free; `keep` keeps
                                   it where none of them is, or without tiles at once
    share TILE .. [WHICH]          scarce cubes go to the first of these tiles that waits for some, as many as fit
    share fullest | emptiest       to the player's tile that waits and has most, or fewest, cubes

Both kinds of `share` may be in one line, the tiles first. A sparing Agriculture is never answered: its point is to
say less. Nothing is hidden in Ur, so everybody could work out the same answer; what the wishes are stays sealed.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from referee.games.ur.board import CELLS, NAMES, Cell, TileBoard
from referee.games.ur.moves import Exchange, Keep, Place, Put, UrOrder
from referee.games.ur.rules.setup import exchange_tiles, placing_tiles
from referee.games.ur.state import EXCHANGE, PLACE, SHARE, State
from referee.kernel.goods import OwnGoods
from referee.kernel.grammar.policies import Line, PolicyLines, Words, are_some
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence

KEEP = "keep"
FULLEST, EMPTIEST = "fullest", "emptiest"
MOST_TILES, MOST_SHARES = 12, 9
"""More would not fit a sealed line."""


class Policy(msgspec.Struct, frozen=True):
    """Standing orders: names of tiles, for `share` a word after them. An empty tuple leaves it to the player."""

    place: tuple[str, ...] = ()
    exchange: tuple[str, ...] = ()
    share: tuple[str, ...] = ()


def _exchange_words(words: Words, before: Words) -> Words | None:
    tiles = words[:-1] if words[-1:] == (KEEP,) else words
    return words if are_some(tiles, CELLS, MOST_SHARES) or (words and not tiles) else None


def _share_words(words: Words, before: Words) -> Words | None:
    tiles = words[:-1] if words[-1:] in ((FULLEST,), (EMPTIEST,)) else words
    return words if are_some(tiles, CELLS, MOST_SHARES) or (words and not tiles) else None


LINES = PolicyLines(
    Policy,
    "place c4 c4 d4 b3, share b3 c4 fullest",
    {
        "place": Line(lambda words, before: words if are_some(words, CELLS, MOST_TILES, twice=True) else None),
        "exchange": Line(_exchange_words),
        "share": Line(_share_words),
    },
)
parse_policy, format_policy = LINES.parse, LINES.format


def answer(state: State, seat: Seat, own: OwnGoods, policy: Policy) -> UrOrder | Sentence | None:
    """What the policy answers to the question that `seat` must answer now; a sentence why, or None, if it leaves it to
    the player: None if no line is for this question.
    """
    if state.ending or seat != state.seat:
        return None
    if state.phase == PLACE and policy.place:
        return _best_placing(state, policy.place)
    if state.phase == EXCHANGE and policy.exchange:
        return _exchange(state, seat, policy.exchange)
    if state.phase == SHARE and state.work.sparing:
        return Sentence("ur/policy-sparing")
    if state.phase == SHARE and policy.share:
        return _share(state, policy.share)
    return None


def _best_placing(state: State, wishes: tuple[str, ...]) -> UrOrder | Sentence:
    open_to_it, held = placing_tiles(state), state.board.held[state.seat]
    wished: Counter[Cell] = Counter()
    for cell in (CELLS[tile] for tile in wishes):
        wished[cell] += 1
        lying = state.board.cubes[cell] if held >> cell & 1 else 0
        if lying < wished[cell] and open_to_it >> cell & 1:
            return Place(cell)
    return Sentence("ur/policy-wishes")


def _exchange(state: State, seat: Seat, words: tuple[str, ...]) -> UrOrder | Sentence:
    free = exchange_tiles(state)
    cell = next((CELLS[word] for word in words if word in CELLS and free >> CELLS[word] & 1), None)
    if cell is not None:
        return Exchange(cell, state.hands[seat][0])
    return Keep() if words[-1] == KEEP else Sentence("ur/policy-exchange")


def _share(state: State, words: tuple[str, ...]) -> UrOrder | Sentence:
    waiting = dict(state.work.owed)
    named = (CELLS[word] for word in words if word in CELLS)
    cell = next((cell for cell in named if waiting.get(cell)), None)
    if cell is None and words[-1] in (FULLEST, EMPTIEST):
        cell = _by_cubes(state.board, state.board.held[state.seat], waiting, words[-1])
    if cell is None:
        tiles = ", ".join(NAMES[cell] for cell, count in state.work.owed if count)
        return Sentence("ur/policy-share", tiles=tiles)
    return Put(cell, waiting[cell])


def _by_cubes(board: TileBoard, held: int, waiting: dict[Cell, int], which: str) -> Cell | None:
    own = [cell for cell, count in waiting.items() if count and held >> cell & 1]
    sign = -1 if which == FULLEST else 1
    return min(own, key=lambda cell: (sign * board.cubes[cell], cell), default=None)
