"""A picture of a position, to a file, to standard output, or into the browser."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import NamedTuple

from referee.cli.context import Context
from referee.cli.printing.output import check_one_output, print_result
from referee.drawing.svg_document import board_in_lines, svg_of
from referee.kernel.errors import FileTrouble, OutOfOrder, UsageError
from referee.kernel.game import Viewer
from referee.protocol.step.position import Position
from referee.record.files import write_file
from referee.service.pages.replay_page import still_page


class PictureRequest(NamedTuple):
    """Which position, seen by whom, and where to: a file for each form (`-` prints it), and whether to open it; `board`
    leaves out of an SVG what is around the board.
    """

    position: Position
    view: Viewer
    svg: str
    html: str
    opened: bool
    board: bool = False


def write_pictures(context: Context, picture: PictureRequest) -> None:
    """Write the picture wherever it is wanted, and say where it is.

    Raises:
        Misused: one standard output is to hold two things.
        OutOfOrder: the game draws no pictures.
        FileTrouble: a file cannot be written.
    """
    game, shown = picture.position.table.game, picture.view
    check_one_output(context, picture.svg, picture.html)
    if game.faces.drawing is None:
        raise OutOfOrder("no-picture-svg", game=game.info.title)
    if picture.svg:
        drawn = svg_of(game.faces, picture.position.state, shown, board=picture.board)
        write_or_print(context, picture.svg, drawn, "picture-written")
    if picture.html or picture.opened:
        name = f"step-{picture.position.step:04}"
        deliver_page(context, name, picture_page(context, picture), picture.html, opened=picture.opened)


def picture_page(context: Context, picture: PictureRequest) -> str:
    """The picture as a page that stands alone."""
    table, state, view = picture.position.table, picture.position.state, picture.view
    assert table.game.faces.drawing is not None
    heading = context.sentence("picture-page", game=table.game.info.title, step=picture.position.step)
    sentences = board_in_lines(table.game.faces, state, view)
    drawing = table.game.faces.drawing(state, view)
    return still_page(drawing, heading, sentences, context.sentence("picture-told"), view.lang, view.seat)


def write_or_print(context: Context, name: str, text: str, said: str) -> None:
    """Write a picture or a page to the file of this name, and say where it is, by this code; `-` prints it."""
    if name == "-":
        sys.stdout.write(text)
        return
    write_file(Path(name), text)
    print_result(context, None, context.sentence(said, file=name))


def show_in_browser(context: Context, name: str, text: str) -> None:
    """Show a page in the browser, from a file of its own that nobody else may read."""
    path = private_file(name, text)
    print_result(context, None, context.sentence("page-written", file=path))
    if not open_browser(path):
        raise FileTrouble("no-browser", file=path)


def private_file(name: str, text: str) -> Path:
    """A page as a file in a folder of its own that nobody else may read."""
    path = Path(tempfile.mkdtemp(prefix="referee-")) / f"{name}.html"
    write_file(path, text)
    return path


def open_browser(path: Path) -> bool:
    """Whether a browser shows this file."""
    return webbrowser.open(path.as_uri())


def check_page_target(context: Context, html: str, *, opened: bool) -> None:
    """Check that it was said where a page is to go, before it is made.

    Raises:
        Misused: nowhere; or standard output is to hold two things.
    """
    if not html and not opened:
        raise UsageError("replay-where")
    check_one_output(context, html)


def deliver_page(context: Context, name: str, page: str, html: str, *, opened: bool) -> None:
    """Write a page to the file `html` if there is one, and into the browser, where it is called `name`."""
    if html:
        write_or_print(context, html, page, "page-written")
    if opened:
        show_in_browser(context, name, page)
