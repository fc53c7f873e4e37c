"""`referee show`: the board, as text or as a picture."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.output import data, picture
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import View
from referee.table.step.position import Position


class Board(msgspec.Struct, frozen=True):
    """The public state after a step; its shape is the game's."""

    step: int
    state: Any


@command(prints=Board)
def show(
    context: Context,
    step: Annotated[int | None, typer.Argument(metavar="STEP")] = None,
    svg: Annotated[bool, typer.Option("--svg")] = False,
    with_hand: Annotated[bool, typer.Option("--hand")] = False,
) -> None:
    """Show the board."""
    seen: dict[int, Position] = {}
    desk = context.desk(
        watch=(lambda position: seen.__setitem__(position.step, position)) if step is not None else None
    )
    position = desk.position if step is None else seen.get(step)
    if position is None:
        raise OutOfOrder("no-step-newest", step=step, newest=desk.position.step)
    game = desk.table.game
    seat = desk.eyes.seat
    own = position.knowledge.own(seat) if seat is not None and with_hand else None
    view = View(desk.table.names, seat, own, context.lang)
    if context.json:
        data(context, Board(position.step, game.to_json(position.state)), "")
    elif svg:
        if game.faces.svg is None:
            raise OutOfOrder("no-picture-svg", game=game.info.title)
        print(game.faces.svg(position.state, view))
    else:
        picture(context, game.faces.text(position.state, view))
