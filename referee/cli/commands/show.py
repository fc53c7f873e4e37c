"""Looking without writing: show, hand, moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.context import Setting, example, shared
from referee.cli.output import data, note, picture
from referee.kernel.errors import OutOfOrder

if TYPE_CHECKING:
    from referee.kernel.goods import Own
    from referee.table.desk.desk import Desk
    from referee.table.step.position import Position


def own_of(desk: Desk) -> Own | None:
    """What the own seat knows, or None for somebody without a seat."""
    seat = desk.eyes.seat
    return desk.position.knowledge.own(seat) if seat is not None else None


@example("referee show", "referee show 17", "referee show --svg > board.svg")
@shared
def show(
    at: Setting,
    step: Annotated[
        int | None, typer.Argument(metavar="STEP", help="The board after this step, 0 for the deal; else now.")
    ] = None,
    svg: Annotated[bool, typer.Option("--svg", help="Print the board as an SVG picture.")] = False,
    with_hand: Annotated[bool, typer.Option("--hand", help="Show your hidden hand beside the board.")] = False,
) -> None:
    """Show the board."""
    from referee.kernel.game import View

    seen: dict[int, Position] = {}
    desk = at.desk(watch=(lambda position: seen.__setitem__(position.step, position)) if step is not None else None)
    position = desk.position if step is None else seen.get(step)
    if position is None:
        raise OutOfOrder("there is no step {step}; the newest is {newest}", step=step, newest=desk.position.step)
    game = desk.table.game
    seat = desk.eyes.seat
    own = position.knowledge.own(seat) if seat is not None and with_hand else None
    view = View(desk.table.names, seat, own, at.lang)
    if at.json:
        from referee.cli.shapes import Board

        data(at, Board(position.step, game.to_json(position.state)), "")
    elif svg:
        if game.faces.svg is None:
            raise OutOfOrder("{game} has no picture in SVG", game=game.info.title)
        print(game.faces.svg(position.state, view))
    else:
        picture(at, game.faces.text(position.state, view))


@example("referee hand")
@shared
def hand(at: Setting) -> None:
    """Player: show your hidden hand. Nothing else prints it unasked."""
    from referee.cli.shapes import Hand
    from referee.table.step.draft import kinds_named

    desk = at.desk()
    own = own_of(desk)
    if own is None:
        raise OutOfOrder("only a player of this game has a hand")
    lines = [kinds_named(own.hand) or at.sentence("your hand is empty")]
    lines += [at.sentence("face down on {place}: {kind}", place=place, kind=kind) for place, kind in own.covered]
    data(at, Hand(own.hand, own.covered), lines)


@example("referee moves", "referee moves leader", "referee moves F7")
@shared
def moves(
    at: Setting,
    contains: Annotated[
        str, typer.Argument(metavar="WORD", help="Only orders with this word, such as leader or F7.")
    ] = "",
) -> None:
    """List every order that may be given now."""
    from referee.cli.shapes import Moves

    desk = at.desk()
    position = desk.position
    request = position.request
    if request is None:
        raise OutOfOrder("the game is over")
    seat = desk.eyes.seat if desk.eyes.seat is not None else request.seat
    if seat != request.seat:
        raise OutOfOrder("{asked} is asked now, not you", asked=desk.table.names[request.seat])
    game = desk.table.game
    orders = [game.notation.format_order(move) for move in game.legal_orders(position.state, seat, own_of(desk))]
    wanted = contains.lower().split()
    found = tuple(order for order in orders if set(wanted) <= set(order.lower().split()))
    found = found or tuple(order for order in orders if contains.lower() in order.lower())
    if not found:
        note(at.sentence("no order with {word} among {count}", word=contains, count=len(orders)))
    data(at, Moves(desk.table.names[seat], request.question, found), found)
