"""A game as a text that a reviewer can read in a diff: orders, what they did, and the board after every round.

The lines `anna> trade` are the game; everything else follows from them, so that a text can be rebuilt and compared.
"""

from __future__ import annotations

from collections.abc import Container

from referee.games.ur import GAME
from referee.games.ur.state import State
from referee.kernel.dice import Dice
from referee.kernel.events import event_words
from referee.kernel.game import Options, Viewer, complete_options

NAMES = ("anna", "bert", "carl", "dora")
ALL = frozenset(option.name for option in GAME.info.options)


def drawn(state: State, view: Viewer) -> str:
    """The board as plain text."""
    lines = ("".join(text for text, _ in line).rstrip() for line in GAME.faces.text(state, view))
    return "\n".join(lines)


def tell(about: str, options: Options, seed: int, orders: list[str], named: Container[str] = ALL) -> str:
    """The whole game. `seed` is the key of the public chance; `named` are the options that its head tells."""
    names = NAMES[: options.seats]
    values = " ".join(f"{name}={value}" for name, value in options.values if name in named)
    step = GAME.setup(options, Dice(seed.to_bytes(32, "big")))
    state, turn = step.state, -1
    lines = [
        about,
        "",
        f"seats: {options.seats}",
        f"options: {values}",
        f"seed: {seed}",
        "",
        drawn(state, Viewer(names)),
    ]
    for order in orders:
        seat = state.seat
        if state.turn != turn:
            turn = state.turn
            hand = state.hands[seat]
            lines += ["", f"turn {turn}: {names[seat]} holds {hand[0]}/{hand[1]}"]
        step = GAME.apply(state, seat, GAME.notation.parse_order(order), ())
        lines.append(f"{names[seat]}> {order}")
        lines += [f"    {event_words(event, names)}" for event in step.events]
        state = step.state
        if state.turn != turn and state.turn % options.seats == 0 and state.turn > 2 * options.seats:
            lines += ["", drawn(state, Viewer(names))]
    outcome = GAME.outcome(state)
    assert outcome is not None
    places = [f"{name} is number {rank}" for name, rank in zip(names, outcome.ranks, strict=True)]
    return "\n".join([*lines, "", drawn(state, Viewer(names)), "", f"{outcome.reason}: {', '.join(places)}", ""])


def retold(text: str) -> str:
    """The same game played again from the orders in `text`."""
    lines = text.split("\n")
    head = dict(line.split(": ", 1) for line in lines[2:5])
    chosen = [value.partition("=") for value in head["options"].split()]
    options = complete_options(GAME.info, int(head["seats"]), [(name, value) for name, _, value in chosen])
    orders = [line.split("> ", 1)[1] for line in lines if line.split("> ")[0] in NAMES]
    return tell(lines[0], options, int(head["seed"]), orders, {name for name, _, _ in chosen})
