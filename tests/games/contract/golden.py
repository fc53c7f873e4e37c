"""A golden game as a text that a reviewer can read in a diff: every order with what came of it, and the last board.

The lines `anna> lay cross b2` are the game, secret kinds behind the order; everything else follows from them and from
the seed, so that a text can be played again and compared. A game that draws more of itself has a `playthrough` module
of its own among its tests, with the same function `retold`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from referee.games import find, versions
from referee.kernel.dice import stream
from referee.kernel.events import event_words
from referee.kernel.game import AnyGame, Options, Viewer, complete_options
from referee.kernel.play import play
from tests.games.contract.playout import Order, Table, advance, next_order, open_table
from tests.games.contract.promises import NAMES


def retold(name: str, text: str) -> str:
    """The same game played again from the orders in `text`."""
    if find_spec(f"tests.games.{name}") and find_spec(f"tests.games.{name}.playthrough"):
        told: str = import_module(f"tests.games.{name}.playthrough").retold(text)
        return told
    lines = text.split("\n")
    head = dict(line.split(": ", 1) for line in lines[2:5])
    chosen = [value.partition("=") for value in head["options"].split()]
    game = version_with(name, {option for option, _, _ in chosen})
    options = complete_options(game.info, int(head["seats"]), [(option, value) for option, _, value in chosen])
    orders = [line for line in lines if line.partition("> ")[0] in NAMES and "> " in line]
    return tell(lines[0], game, options, int(head["seed"]), orders)


def version_with(name: str, options: set[str]) -> AnyGame:
    """The newest version of a game that has exactly these options; the newest of all if there is none."""
    having = (game for game in versions(name) if {option.name for option in game.info.options} == options)
    return next(having, find(name))


def tell(about: str, game: AnyGame, options: Options, seed: int, orders: list[str]) -> str:
    """The whole game. `seed` is the key of all chance in it."""
    names = NAMES[: options.seats]
    table = open_table(game, options, seed, _key(seed))
    values = " ".join(f"{option}={value}" for option, value in options.values)
    lines = [about, "", f"seats: {options.seats}", f"options: {values}", f"seed: {seed}", ""]
    for text in orders:
        order = order_of(table, text)
        played = play(game, table.state, order[0], order[1], table.dealer, secret=order[2])
        table = advance(table, order, played)
        lines.append(text)
        lines += [f"    {event_words(event, names)}" for event in table.events]
    outcome = game.outcome(table.state)
    assert outcome is not None
    view = Viewer(names)
    board = ["".join(text for text, _ in line).rstrip() for line in game.faces.text(table.state, view)]
    places = [f"{name} is number {rank}" for name, rank in zip(names, outcome.ranks, strict=True)]
    return "\n".join([*lines, "", *board, "", f"{outcome.reason}: {', '.join(places)}", ""])


def _key(seed: int) -> bytes:
    """All chance of a golden game: it stays the same when the game gets another name."""
    return seed.to_bytes(32, "big")


def order_of(table: Table, text: str) -> Order:
    """The order behind the name of its seat, with the kinds that leave the hand unseen behind it."""
    name, _, order = text.partition("> ")
    seat, notation = NAMES.index(name), table.game.notation
    words = order.split()
    for size in range(len(words)):
        spelling, secret = " ".join(words[: len(words) - size]), tuple(sorted(words[len(words) - size :]))
        for move in table.superset(seat):
            if notation.format_order(move) == spelling and table.game.secret(move) == size:
                return seat, move, secret
    raise AssertionError(f"{text} is no order here")


def random_orders(game: AnyGame, options: Options, seed: int) -> list[str]:
    """The orders of a random game, as a golden game has them: how a new one is found."""
    table, words, orders = open_table(game, options, seed, _key(seed)), stream(_key(seed), "golden"), list[str]()
    while game.requests(table.state):
        order, played = next_order(table, words)
        orders.append(" ".join((f"{NAMES[order[0]]}>", game.notation.format_order(order[1]), *order[2])))
        table = advance(table, order, played)
    return orders
