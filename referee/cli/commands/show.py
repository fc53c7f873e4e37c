"""`referee show`: the board, as text or as a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import typer

from referee.cli.completion import steps
from referee.cli.context import Context, command
from referee.cli.output import data, picture
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame, Lines, View
from referee.table.step.position import Position


class Board(msgspec.Struct, frozen=True):
    """The public state after a step; its shape is the game's."""

    step: int
    state: Any


def page_of(game: AnyGame, name: str) -> Callable[[Any, View], Lines]:
    """The page of a game that begins so. Raises OutOfOrder: the game has none, or none or several of this name."""
    pages = dict(game.faces.pages)
    if not pages:
        raise OutOfOrder("no-pages", game=game.info.title)
    found = [name] if name in pages else [known for known in pages if known.startswith(name.lower())]
    if len(found) != 1:
        raise OutOfOrder("no-such-page", game=game.info.title, name=name, known=", ".join(pages))
    return pages[found[0]]


@command(prints=Board)
def show(
    context: Context,
    step: Annotated[int | None, typer.Argument(metavar="STEP", autocompletion=steps)] = None,
    svg: Annotated[bool, typer.Option("--svg")] = False,
    page: Annotated[str, typer.Option("--page", metavar="NAME")] = "",
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
    elif page:
        picture(context, page_of(game, page)(position.state, view))
    elif svg:
        if game.faces.svg is None:
            raise OutOfOrder("no-picture-svg", game=game.info.title)
        print(game.faces.svg(position.state, view))
    else:
        picture(context, game.faces.text(position.state, view))
