"""`referee show`: the board, as text or as a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import typer

from referee.cli.completion.choices import steps
from referee.cli.context import Context, command
from referee.cli.printing.output import data, print_picture
from referee.cli.printing.pages import Window
from referee.drawing.text import line, wrapped
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame, Lines, View
from referee.table.step.back import undone_by
from referee.table.step.position import Position
from referee.table.telling.boards import board_page, heading, known_before, picture_view
from referee.words.catalogue import entry


class Board(msgspec.Struct, frozen=True):
    """The public state after a step."""

    step: int
    """The number of the step."""
    state: Any
    """The public state; its shape is the game's."""
    undone: int | None = None
    """The step by which the table went back over this one; null if it stands."""


def page_of(game: AnyGame, name: str, lang: str) -> Callable[[Any, View], Lines]:
    """The page of a game that begins so, in English or in the reader's words.

    Raises:
        OutOfOrder: the game has no pages, or none or several of this name.
    """
    pages = dict(game.faces.pages)
    called = {code: entry(game.info.name, "page", code, lang) or code for code in pages}
    if not pages:
        raise OutOfOrder("no-pages", game=game.info.title)
    begun = (code for code, said in called.items() if any(one.startswith(name.lower()) for one in (code, said)))
    found = [name] if name in pages else list(begun)
    if len(found) != 1:
        raise OutOfOrder("no-such-page", game=game.info.title, name=name, known=", ".join(called.values()))
    return pages[found[0]]


@command(prints=Board)
def show(
    context: Context,
    step: Annotated[int | None, typer.Argument(metavar="STEP", autocompletion=steps)] = None,
    svg: Annotated[str, typer.Option("--svg", metavar="FILE")] = "",
    html: Annotated[str, typer.Option("--html", metavar="FILE")] = "",
    opened: Annotated[bool, typer.Option("--open")] = False,
    kingdoms: Annotated[bool, typer.Option("--kingdoms")] = False,
    page: Annotated[str, typer.Option("--page", metavar="NAME")] = "",
    high: Annotated[bool, typer.Option("--high")] = False,
    board: Annotated[bool, typer.Option("--board")] = False,
    with_hand: Annotated[bool | None, typer.Option("--hand/--no-hand")] = None,
) -> None:
    """Show the board."""
    desk = context.desk(look_on=not with_hand)
    seen = desk.seen
    position = desk.position if step is None else seen.get(step)
    if position is None:
        raise OutOfOrder("no-step-newest", step=step, newest=desk.position.step)
    game, seat = desk.table.game, desk.eyes.seat
    drawn = bool(svg or html or opened)
    watched = sys.stdout.isatty() and not drawn
    shows_hand = seat is not None and (watched if with_hand is None else with_hand)
    own = position.knowledge.own(seat) if seat is not None and shows_hand and game.goods(desk.table.options) else None
    since = known_before(position, seat if step is None else None, seen)
    window, undone = Window(context.plain), undone_by(desk.position).get(position.step)
    view = View(desk.table.called, seat, own, context.lang, window.columns, since)
    if drawn:
        from referee.cli.printing.pictures import Picture, publish  # a board in letters needs no symbols

        shown = picture_view(view, position, seen.get(position.step - 1), strengths=kingdoms)
        publish(context, Picture(position, shown, svg, html, opened, board))
    if context.json:
        data(context, Board(position.step, game.to_json(position.state), undone), "")
    elif page:
        print_picture(context, page_of(game, page, context.lang)(position.state, view))
    elif not drawn:
        print_picture(context, _page(context, window, position, view, high, undone))


def _page(context: Context, window: Window, position: Position, view: View, high: bool, undone: int | None) -> Lines:
    """The page for a window: the legend, which never changes, gives way where that is enough to see all at once."""
    game, state = position.table.game, position.state
    said = context.sentence("after-step", step=position.step, heading=heading(game, state, view)).rstrip()
    if undone is not None:
        said = f"{said}; {context.sentence('undone-by', step=undone)}"
    top = tuple(line(part, "title") for part in wrapped(said, window.columns, "", "  "))
    page = (*top, *board_page(game, state, view, listed=context.plain))
    if high or window.holds(len(page)):
        return page
    bare = (*top, *board_page(game, state, view, legend=False))
    return bare if window.holds(len(bare)) else page
