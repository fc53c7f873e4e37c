"""`referee show`: the board, as text or as a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.printing import picture_files
from referee.cli.printing.output import print_either, print_picture
from referee.cli.printing.pager import TerminalWindow
from referee.drawing.text_picture import text_line, wrap_lines
from referee.i18n.catalogue import catalogue_text
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame, Lines, Viewer
from referee.messages.board_text import board_page, last_seen_state, picture_view, state_heading
from referee.protocol.step.position import Position
from referee.service.views.board_lookup import Board, board_at, position_at


def page_of(game: AnyGame, name: str, lang: str) -> Callable[[Any, Viewer], Lines]:
    """The page of a game that begins so, in English or in the reader's words.

    Raises:
        OutOfOrder: the game has no pages, or none or several of this name.
    """
    pages = dict(game.faces.pages)
    called = {code: catalogue_text(game.info.name, "page", code, lang) or code for code in pages}
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
    step: Annotated[int | None, typer.Argument(metavar="STEP", autocompletion=choices_of("step_numbers"))] = None,
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
    table = open_game(context, look_on=not with_hand, reads=True)
    session, position = table.session, position_at(table, step)
    seen = session.seen
    game, seat = session.table.game, session.eyes.seat
    drawn = bool(svg or html or opened)
    watched = sys.stdout.isatty() and not drawn
    shows_hand = seat is not None and (watched if with_hand is None else with_hand)
    holds_any = shows_hand and game.goods(session.table.options)
    own = position.knowledge.own(seat) if seat is not None and holds_any else None
    since = last_seen_state(position, seat if step is None else None, seen)
    window, found = TerminalWindow(context.plain), board_at(table, position)
    view = Viewer(session.table.called, seat, own, context.lang, window.columns, since)
    asked = page_of(game, page, context.lang) if page else None
    if drawn:
        shown = picture_view(view, position, seen.get(position.step - 1), strengths=kingdoms)
        picture_files.write_pictures(context, picture_files.PictureRequest(position, shown, svg, html, opened, board))

    def show_page() -> None:
        if asked is not None:
            print_picture(context, asked(position.state, view))
        elif not drawn:
            print_picture(context, _page(context, window, position, view, high, found.undone))

    print_either(context, found, show_page)


def _page(
    context: Context, window: TerminalWindow, position: Position, view: Viewer, high: bool, undone: int | None
) -> Lines:
    """The page for a window: the legend, which never changes, gives way where that is enough to see all at once."""
    game, state = position.table.game, position.state
    said = context.sentence("after-step", step=position.step, heading=state_heading(game, state, view)).rstrip()
    if undone is not None:
        said = f"{said}; {context.sentence('undone-by', step=undone)}"
    top = tuple(text_line(part, "title") for part in wrap_lines(said, window.columns, "", "  "))
    page = (*top, *board_page(game, state, view, listed=context.plain))
    if high or window.holds(len(page)):
        return page
    bare = (*top, *board_page(game, state, view, legend=False))
    return bare if window.holds(len(bare)) else page
