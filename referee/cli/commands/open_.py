"""`referee open`: the day of a player and a host as a page in the browser of this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import rmtree
from typing import Annotated

import msgspec
import typer

from referee.cli.completion.choices import game_titles
from referee.cli.context import Context, command
from referee.cli.printing.output import data, note
from referee.cli.printing.pictures import private_file, shown
from referee.cli.web.gate import Gate, ask, running
from referee.cli.whereabouts import folder_called
from referee.crypto.extras import how_to_add
from referee.drawing.document import escaped, integrity
from referee.kernel.errors import Unsupported
from referee.table.desk.places import holds_game, places


class Opened(msgspec.Struct, frozen=True):
    """The page of the program in a browser."""

    address: str
    """The address, with a ticket for one browser behind its #; empty after `--close`."""
    found: bool = False
    """With `--close`: whether the page was open before."""


@command(prints=Opened)
def open_(
    context: Context,
    named: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=game_titles)] = None,
    printed: Annotated[bool, typer.Option("--print")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65_535)] = 0,
    close: Annotated[bool, typer.Option("--close")] = False,
) -> None:
    """Your games in the browser of this machine, until Ctrl-C."""
    if context.as_name is not None:
        context.first_key()
    known = running(context.home())
    if close:
        found = known is not None and ask(known, "close") is not None
        data(context, Opened("", found), context.sentence("page-closed" if found else "page-not-open"))
        return
    path = _path(context, named)
    ticket = ask(known, "open", path) if known is not None else None
    if known is not None and ticket is not None:
        _show(context, Gate(known), ticket, printed=printed, found=True)
        return
    _serve(context, path, port, printed=printed)


def _path(context: Context, named: str | None) -> str:
    """Where on the page the game is that was named; all games for none."""
    name = named if named is not None else context.game
    if name is None:
        return "/"
    folder = folder_called(name)
    context.desk(folder=folder, look_on=True)  # one that this home did not know has a place from now on
    offer = next((place.offer for place in places(context.home()) if holds_game(folder, place.offer)), None)
    return f"/game/{offer}" if offer is not None else "/"


def _serve(context: Context, path: str, port: int, *, printed: bool) -> None:
    """The page itself. Raises Unsupported without the extra."""
    try:
        from referee.cli.web import server  # an extra
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in ("starlette", "uvicorn", "anyio", "h11"):
            raise Unsupported("page-extra-missing", hint=how_to_add("page")) from None
        raise
    folders: list[Path] = []

    def begun(gate: Gate, ticket: str) -> None:
        made = _show(context, gate, ticket, printed=printed)
        folders.extend([made] if made is not None else [])

    try:
        server.serve(context, server.listening(port), path, begun)
    finally:
        for folder in folders:
            rmtree(folder, ignore_errors=True)
    if not context.json:
        note(context.sentence("page-closed"))


def _show(context: Context, gate: Gate, ticket: str, *, printed: bool, found: bool = False) -> Path | None:
    """Let the browser in, and say where the page is: the folder with the file that the browser is shown.

    The ticket is told only to who asks for it, and stands in the history of a browser where that address is typed; else
    the browser gets it from a file of its own, so that it stands in no list of processes and no history.
    """
    folder = None if printed or context.json else _in_browser(context, gate, ticket)
    address = f"{gate.origin}/#{ticket}" if folder is None else f"{gate.origin}/"
    data(context, Opened(address, found), address)
    sys.stdout.flush()
    if not context.json:
        note(context.sentence("page-found" if found else "page-stays"))
    return folder


def _in_browser(context: Context, gate: Gate, ticket: str) -> Path | None:
    """Show the browser a file that nobody else may read, and that hands the ticket in; None if there is no browser."""
    script = "document.forms[0].submit()"
    page = (
        f'<!doctype html><html lang="{context.lang}"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="'
        f"default-src 'none'; script-src '{integrity(script)}'; form-action {gate.origin}; base-uri 'none'\">"
        f"<title>referee</title></head><body>"
        f'<form method="post" action="{gate.origin}/enter">'
        f'<input type="hidden" name="ticket" value="{escaped(ticket)}">'
        f"<button>{escaped(context.sentence('page-enter'))}</button></form><script>{script}</script></body></html>\n"
    )
    path = private_file("open", page)
    if shown(path):
        return path.parent
    rmtree(path.parent, ignore_errors=True)
    return None
