"""Chapters 1, 2 and 15: components and set-up.

Source: TE 1.1, TE 2.1, TE 2.2, TE 2.3, TE 15.1; rulings R1 to R5, R67.
"""

from __future__ import annotations

from functools import cache

from referee.games.tigris.board import COLUMNS, SPACE, Spaces
from referee.games.tigris.data import BOARDS, CATASTROPHES_EACH, HAND_SIZE, KINDS, MONUMENTS, TEMPLE, TILE_COUNTS
from referee.games.tigris.events import Turn
from referee.games.tigris.state import Setting, State, seats_from
from referee.kernel import game
from referee.kernel.dice import Dice
from referee.kernel.events import Drew
from referee.kernel.game import Options, Transition
from referee.kernel.goods import Pile


@cache
def marked_spaces(board: str, signs: str) -> Spaces:
    """The spaces of a printed board that bear one of `signs` (see `data.BOARDS`)."""
    rows = BOARDS[board].splitlines()
    return sum(
        SPACE[f"{COLUMNS[column]}{row}"]
        for row, text in enumerate(rows, start=1)
        for column, sign in enumerate(text)
        if sign in signs
    )


def setting_of(options: Options) -> Setting:
    """The options as the rules ask for them."""
    return game.setting_of(options, Setting, open_scores=options["scores"] == "open")


def goods(options: Options) -> tuple[Pile, ...]:
    """The bag before the deal: all tiles less the temples that start on the board.

    Source: TE 1.1, TE 2.1; ruling R1.
    """
    started = marked_spaces(dict(options.values)["board"], "TC").bit_count()
    counts = list(TILE_COUNTS)
    counts[TEMPLE] -= started
    return (Pile("tiles", tuple(zip(KINDS, counts, strict=True))),)


def set_up(options: Options, dice: Dice) -> Transition[State]:
    """Temples with treasures on the board, six tiles in each hand, and the first seat by chance.

    Events: `Drew` for each seat, clockwise from the first one, then `ComposeTurn`.

    Source: TE 2.1, TE 2.2, TE 2.3; rulings R2, R3, R4.
    """
    setting = setting_of(options)
    seats = options.seats
    (bag,) = goods(options)
    treasures = marked_spaces(setting.board, "TC")
    state = State(
        setting=setting,
        river=marked_spaces(setting.board, "~"),
        tiles=(treasures, 0, 0, 0),
        face_down=0,
        catastrophes=0,
        leaders=(0,) * (4 * seats),
        treasures=treasures,
        priority=marked_spaces(setting.board, "C"),
        monuments=(0,) * len(MONUMENTS),
        ziggurat=0,
        buildings=(0, 0, 0, 0),
        points=((0, 0, 0, 0),) * seats,
        treasures_won=(0,) * seats,
        hands=(HAND_SIZE,) * seats,
        catastrophes_left=(CATASTROPHES_EACH,) * seats,
        bag=bag.size - HAND_SIZE * seats,
        box=0,
        active=dice.number("first", seats),
    )
    deal = tuple(Drew(seat, HAND_SIZE) for seat in seats_from(state, state.active))
    return Transition(state, (*deal, Turn(state.active)))
