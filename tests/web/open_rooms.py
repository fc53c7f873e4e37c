"""The room of a running game in a browser, and what its orders are once they are signed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Move
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.terminal import inside
from tests.disputes.stories import before
from tests.support.rehearse import Match, open_match, play_out, sensible_order, test_key
from tests.web.chromium import Seen, visited
from tests.web.game_forms import offer_of
from tests.web.pages import Served, served

PIECE = ".piece:not(.idle, .off, .used)"
FREE = ".hit.open"


def pieces(name: str) -> str:
    """The free pieces beside the board that are called so."""
    return f'.piece[aria-label="{name}"]:not(.used)'


def place(name: str) -> str:
    """A place of the board."""
    return f'.hit[data-place="{name}"]'


class OpenRoom:
    """The room of a running game in a browser, for the player who is asked."""

    def __init__(self, folder: Path, home: Path, page: Served, seen: Seen) -> None:
        self.folder, self.home, self.page, self.seen = folder, home, page, seen
        self.tab = seen.page
        self.address = f"{page.origin}/table/{offer_of(home)}"
        self.clicks = 0

    def enter(self) -> None:
        """Come in, and mark the document: it is the same one as long as the mark is there."""
        self.tab.goto(self.address)
        self.tab.wait_for_selector("svg.board .hit")
        self.tab.evaluate("window.marked = true")

    def click(self, selector: str, nth: int = 0) -> None:
        self.tab.locator(selector).nth(nth).click()
        self.clicks += 1

    def choose(self, number: int) -> None:
        """Lay the first piece that can be laid on a free place, until the order stands in the panel."""
        self.click(PIECE)
        self.click(FREE, 5)
        self.tab.wait_for_selector(f":is(.strip, .chosen) li:nth-child({number})")

    def signed(self) -> list[str]:
        """The orders of the move that waits to be sent."""
        notes = [one.note() for path in self.folder.rglob("*.move") for one in read_bundle(path.read_bytes())]
        return [order for note in notes if isinstance(note, Move) for order in note.do]


def hear_no_words(match: Match, home: Path, laid: Path, reader: str = "") -> None:
    """Let the player who is asked, or another reader, sign without having heard the words of the others."""
    for who in ("host", *match.table.names):
        if who != (reader or asked(match)):
            assert inside(["words", "--without", who, "--yes"], home, laid)[0] == 0


def signed_at(folder: Path, who: str = "") -> tuple[Path, Path]:
    """The home and the folder of a game whose reader has signed a move, or hosts."""
    who = who or asked(running())
    game, home = lay(folder / "game", running().files), home_of(folder, who)
    assert inside(["people", "set", "host", "host@example.org"], home, game)[0] == 0
    assert inside(["status"], home, game)[0] == 0
    if who != "host":
        assert inside(["move", "--yes", "pass; pass"], home, game)[0] == 0
    return home, game


@cache
def with_bot() -> Match:
    """Nine steps of a game in which bert is a bot."""
    bots = {"bert": "good"}
    return play_out(open_match("tigris", 3, "why", bots=bots), "why", steps=9, policy=sensible_order)


@contextmanager
def room_of(game: str, folder: Path, chromium: Any, steps: int = 5, **options: Any) -> Iterator[OpenRoom]:
    """The room of a game of three after some steps."""
    match = running(game, steps)
    laid, home = lay(folder / "game", match.files), home_of(folder, asked(match))
    hear_no_words(match, home, laid)
    with served(home, folder) as page, visited(chromium, page, "", **options) as seen:
        room = OpenRoom(laid, home, page, seen)
        room.enter()
        yield room


def before_the_last_move(folder: Path, who: str = "") -> tuple[Path, Path, str, SignedNote]:
    """A game before its last move, the home of `who` or of a host who makes that move, the name of the step that ends
    it, and the move.
    """
    over = finished()
    last = max(name for name in over.files if name.endswith(".step"))
    (move,) = (signed for signed in over.signed_notes[last] if signed.type == "move")
    home, host = home_of(folder, who or move.read(Move).seat), test_key("host")
    if not who:
        DataFolder(home).write_key("own-host", format_private(host, "x"), format_public(host.public, "x"))
    game = lay(folder / "here" / "game", before(over.files, int(last[:4])))
    inside(["status"], home, game)
    session = open_session(GameFolder(game), DataFolder(home), side="hosts")
    head = next(signed.id for signed in over.signed_notes[f"{int(last[:4]) - 1:04d}.step"] if signed.type == "step")
    session.write_guard(session.guard().seen(int(last[:4]) - 1, head))
    return game, home, last, move
