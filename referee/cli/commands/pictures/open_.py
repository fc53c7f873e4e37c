"""`referee open`: the day of a player and a host as a page in the browser of this computer."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import rmtree
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.folders.find_game import named_folder
from referee.cli.folders.paths import path_text
from referee.cli.open_games import reader_of
from referee.cli.options import choices_of
from referee.cli.printing.output import print_aside, print_result
from referee.cli.printing.picture_files import open_browser, private_file
from referee.cli.shortcut import remove_icon, write_icon
from referee.cli.web import server
from referee.cli.web.session_auth import SessionAuth, ask_running_page, running_page
from referee.drawing.markup import code_tag, html_page, markup_of, tag
from referee.drawing.svg_document import csp_hash
from referee.kernel.errors import UsageError
from referee.service.home.key_files import first_key_name


class Opened(msgspec.Struct, frozen=True):
    """The page of the program in a browser."""

    address: str
    """The address, with a ticket for one browser behind its #; empty after `--close`."""
    found: bool = False
    """With `--close`: whether the page was open before."""
    files: tuple[str, ...] = ()
    """With `--shortcut`: the paths of the files of the icon."""


@command(prints=Opened)
def open_(
    context: Context,
    named: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=choices_of("game_titles"))] = None,
    printed: Annotated[bool, typer.Option("--print")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65_535)] = 0,
    close: Annotated[bool, typer.Option("--close")] = False,
    shortcut: Annotated[bool, typer.Option("--shortcut")] = False,
    remove: Annotated[bool, typer.Option("--remove")] = False,
) -> None:
    """Your games in the browser of this computer, until Ctrl-C."""
    if remove and not shortcut:
        raise UsageError("remove-what")
    if shortcut:
        _icon(context, remove=remove)
        return
    if context.as_name is not None:
        first_key_name(reader_of(context))
    known = running_page(context.home())
    if close:
        found = known is not None and ask_running_page(known, "close") is not None
        print_result(context, Opened("", found), context.sentence("page-closed" if found else "page-not-open"))
        return
    path = _path(context, named)
    ticket = ask_running_page(known, "open", path) if known is not None else None
    if known is not None and ticket is not None:
        _show(context, SessionAuth(known), ticket, printed=printed, found=True)
        return
    _serve(context, path, port, printed=printed)


def _icon(context: Context, *, remove: bool) -> None:
    """Write the icon that opens the page, or take it away."""
    paths = remove_icon() if remove else write_icon(context.sentence("icon-title"))
    code = "icon-written" if not remove else "icon-removed" if paths else "icon-missing"
    said = context.sentence(code, files=", ".join(map(path_text, paths)))
    print_result(context, Opened("", files=tuple(map(str, paths))), said)


def _path(context: Context, named: str | None) -> str:
    """Where on the page the game is that was named; all games for none."""
    name = named if named is not None else context.game
    if name is None:
        return "/"
    folder = named_folder(name)
    offer = context.session(folder=folder, look_on=True).history.offer  # a game that was not known is known from now on
    return f"/game/{offer.id}" if offer is not None and offer.id in context.home().games() else "/"


def _serve(context: Context, path: str, port: int, *, printed: bool) -> None:
    """The page itself."""
    folders: list[Path] = []

    def begun(gate: SessionAuth, ticket: str) -> None:
        made = _show(context, gate, ticket, printed=printed)
        folders.extend([made] if made is not None else [])

    try:
        server.serve(context, server.listening(port, running_page(context.home())), path, begun)
    finally:
        for folder in folders:
            rmtree(folder, ignore_errors=True)
    print_aside(context, context.sentence("page-closed"))


def _show(context: Context, gate: SessionAuth, ticket: str, *, printed: bool, found: bool = False) -> Path | None:
    """Let the browser in, and say where the page is: the folder with the file that the browser is shown.

    The ticket is printed only on request. Otherwise the browser gets it from a file of its own, so that it is in no
    list of processes and no history.
    """
    quiet = printed or context.json
    folder = None if quiet else _in_browser(context, gate, ticket)
    address = f"{gate.origin}/#{ticket}" if folder is None else f"{gate.origin}/"
    print_result(context, Opened(address, found), address)
    sys.stdout.flush()
    codes = ["page-no-browser"] * (folder is None and not quiet) + ["page-found" if found else "page-stays"]
    print_aside(context, *context.sentences(*codes))
    return folder


def _in_browser(context: Context, gate: SessionAuth, ticket: str) -> Path | None:
    """Show the browser a file that nobody else may read, and that hands the ticket in; None if there is no browser."""
    script = "document.forms[0].submit()"
    policy = f"default-src 'none'; script-src '{csp_hash(script)}'; form-action {gate.origin}; base-uri 'none'"
    head = tag("meta", http_equiv="Content-Security-Policy", content=policy), tag("title", "referee")
    field = tag("input", type="hidden", name="ticket", value=ticket)
    form = tag(
        "form", field, tag("button", context.sentence("page-enter")), method="post", action=f"{gate.origin}/enter"
    )
    page = html_page(context.lang, markup_of(*head), markup_of(form, code_tag("script", script)))
    path = private_file("open", page)
    if open_browser(path):
        return path.parent
    rmtree(path.parent, ignore_errors=True)
    return None
