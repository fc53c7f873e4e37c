"""A game as a text that a reviewer can read in a diff: orders, what they did, and the table after every third round.

The lines `anna> card green C` are the game, a connector's kind behind its slot; everything else follows from them and
from the seed, so that a text can be rebuilt and compared.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from referee.drawing.text_picture import plain_text_of
from referee.games.cards import GAME
from referee.games.cards.data import CODE_OF, KINDS
from referee.games.cards.moves import ORDERS
from referee.games.cards.state import State
from referee.kernel.events import event_words
from referee.kernel.game import Options, Viewer, complete_options
from referee.kernel.goods import Dealer, Hand
from referee.kernel.play import play
from tests.games.cards.playing import start

NAMES = ("anna", "bert", "carl", "dora")
ALL = frozenset(option.name for option in GAME.info.options)
Order = tuple[str, Hand]
"""An order in canonical spelling, and the kind that leaves the hand unseen with it."""


def drawn(state: State, view: Viewer) -> str:
    """The table as plain text, without the legend."""
    return plain_text_of(GAME.faces.text(state, view)).rstrip("\n")


def tell(about: str, options: Options, seed: int, orders: list[Order], named: Container[str] = ALL) -> str:
    """The whole game. `seed` is the key of the public chance and of the pile; `named` are the options that its head
    tells.
    """
    names = NAMES[: options.seats]
    values = " ".join(f"{name}={value}" for name, value in options.values if name in named)
    state, dealer = start(options, seed)
    lines = [
        about,
        "",
        f"seats: {options.seats}",
        f"options: {values}",
        f"seed: {seed}",
        "",
        drawn(state, Viewer(names)),
    ]
    turn = -1
    for text, secret in orders:
        if state.turn != turn:
            turn = state.turn
            if turn and turn % (3 * options.seats) == 0:
                lines += ["", drawn(state, Viewer(names))]
            lines += ["", *_hands(state, dealer, names)]
        seat = GAME.requests(state)[0].seat
        played = play(GAME, state, seat, ORDERS.parse(text), dealer, secret=secret)
        lines.append(" ".join((f"{names[seat]}> {text}", *secret)))
        lines += [f"    {event_words(event, names)}" for event in played.events]
        assert isinstance(played.knowledge, Dealer)
        state, dealer = played.state, played.knowledge
    outcome = GAME.outcome(state)
    assert outcome is not None
    places = [
        f"{name} is number {rank} with {' '.join(map(str, score))}"
        for name, rank, score in zip(names, outcome.ranks, outcome.scores, strict=True)
    ]
    return "\n".join([*lines, "", drawn(state, Viewer(names)), "", f"{outcome.reason}: {', '.join(places)}", ""])


def _hands(state: State, dealer: Dealer, names: tuple[str, ...]) -> Iterator[str]:
    hands = (
        f"{name} {''.join(CODE_OF[kind] for kind in KINDS for _ in range(hand.count(kind)))}"
        for name, hand in zip(names, dealer.hands, strict=True)
    )
    yield f"turn {state.turn + 1}, {names[state.active]}; hands: {', '.join(hands)}"


def retold(text: str) -> str:
    """The same game played again from the orders in `text`; an option that its head does not name came later."""
    lines = text.split("\n")
    head = dict(line.split(": ", 1) for line in lines[2:5])
    chosen = [value.partition("=") for value in head["options"].split()]
    before = [(option.name, option.before) for option in GAME.info.options if option.before]
    named = [(name, value) for name, _, value in chosen]
    options = complete_options(GAME.info, int(head["seats"]), [*before, *named])
    orders = [order_of(line.split("> ", 1)[1]) for line in lines if line.split("> ")[0] in NAMES]
    return tell(lines[0], options, int(head["seed"]), orders, {name for name, _, _ in chosen})


def order_of(text: str) -> Order:
    """An order as it stands in a text: a connector is followed by its kind."""
    if not text.startswith("connect "):
        return text, ()
    order, _, kind = text.rpartition(" ")
    return ORDERS.format(ORDERS.parse(order)), (kind,)
