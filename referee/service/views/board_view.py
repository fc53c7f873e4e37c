"""A position as its reader sees it: the shapes of the board, what can be picked, and what an order changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from referee.drawing.page_parts import pieces_on_spots, signs_beside
from referee.drawing.svg_document import board_in_lines, symbol_document
from referee.drawing.symbols import SIGNS
from referee.games import find, names
from referee.i18n.catalogue import languages
from referee.kernel.errors import RefereeError
from referee.kernel.game import AnyGame, Viewer
from referee.kernel.hashing import sha256
from referee.kernel.shapes import BOARD, Drawing, Shape, Symbol, changes
from referee.messages.board_text import picture_view
from referee.protocol.step.position import Position
from referee.service.views.answer_choices import Box, Picks, Piece, Place
from referee.session.session import Session

_PIECES = frozenset(("tiles", "monuments", "leaders", "treasures"))
"""The layers of what lies on a board."""

_DIGITS = 32
"""The hexadecimal digits that name a document of symbols: 128 bits."""


class BoardView(msgspec.Struct, frozen=True):
    """The board of the step that is shown, with the orders so far carried out."""

    box: Box
    """Left, top, width and height of the board in the picture."""
    near: Box | None
    """The part of a large board that the reader looks at first; null for a board that is shown whole."""
    symbols: str
    """The digest of the document with all symbols of the game."""
    shapes: tuple[Shape, ...]
    """What is drawn, in painting order: key, layer, elements, name, and whether a screen reader leaves it out."""
    places: tuple[Place, ...]
    """What can be picked on it."""
    said: tuple[str, ...]
    """The board in sentences, line by line."""


class BoardChange(NamedTuple):
    """What an order changed on the board: the keys of shapes that it laid, and the shapes that it took away."""

    lays: tuple[str, ...] = ()
    leaves: tuple[Shape, ...] = ()


class Scene:
    """A position as the reader sees it drawn: what can be picked on the board and beside it; without a position, or in
    a game without pictures, nothing can.
    """

    def __init__(self, session: Session, position: Position | None, lang: str) -> None:
        self.picks = Picks((), (0, 0, 0, 0))
        self.board: BoardView | None = None
        self.dock: tuple[Piece, ...] = ()
        self.headline, self.hint = "", ""
        self._drawing: Drawing | None = None
        if position is None:
            return
        game, seat = position.table.game, session.eyes.seat
        own = position.knowledge.own(seat) if seat is not None else None
        view = Viewer(session.table.called, seat, own, lang)
        faces = game.faces
        self.headline = faces.heading(position.state, view) if faces.heading is not None else ""
        self.hint = " ".join(faces.asks(position.state, view)) if faces.asks is not None else ""
        if faces.drawing is None:
            return
        # the rings of the last step and the strengths stand on the board, which is not passed on: the seat stays
        shown = replace(picture_view(view, position, session.seen.get(position.step - 1), strengths=True), seat=seat)
        drawing = self._drawing = faces.drawing(position.state, shown)
        spots = faces.spots(position.state, shown, drawing) if faces.spots is not None else ()
        self.picks = Picks(spots, drawing.board)
        lying = pieces_on_spots(drawing, self.picks.on_board.values())
        places = zip(self.picks.on_board.items(), lying, strict=True)
        self.board = BoardView(
            drawing.board,
            drawing.near,
            symbols_of(game, lang).digest,
            tuple(shape for shape in drawing.shapes if shape.layer in BOARD),
            tuple(Place(name, spot.title, lies, spot.box) for (name, spot), lies in places),
            board_in_lines(faces, position.state, view),
        )
        signs = signs_beside(drawing, spots)
        self.dock = tuple(Piece(name, spot.title, signs.get(spot, "")) for name, spot in self.picks.beside.items())

    def changed_from(self, before: Scene) -> BoardChange:
        """What lies on this board and did not on the one `before`, and what is gone."""
        if self._drawing is None or before._drawing is None:
            return BoardChange()
        found, now = changes(before._drawing, self._drawing), {shape.key for shape in self._drawing.shapes}
        lays = tuple(shape.key for shape in found.come if shape.layer in _PIECES)
        lay = (shape for shape in before._drawing.shapes if shape.layer in _PIECES)
        return BoardChange(lays, tuple(shape for shape in lay if shape.key not in now))


class SymbolDocument(NamedTuple):
    """All symbols of a game as a document, and its digest."""

    digest: str
    document: str


def symbols_of(game: AnyGame, lang: str) -> SymbolDocument:
    """The symbols that the pictures of a game may use; in some the letters are those of a language."""
    return _symbols_of(game.faces.symbols, lang)


@lru_cache(maxsize=64)
def _symbols_of(symbols: Callable[[str], Mapping[str, Symbol]] | None, lang: str) -> SymbolDocument:
    pool = symbols(lang) if symbols is not None else SIGNS
    document = symbol_document(pool.values())
    return SymbolDocument(sha256(document.encode()).hex()[:_DIGITS], document)


def symbols_with_digest(digest: str) -> str | None:
    """The document of symbols with a digest, of any game that is here; None if there is none."""
    for name in names():
        with suppress(RefereeError):  # a package that cannot be loaded has no pictures
            documents = (symbols_of(find(name), lang) for lang in languages())
            if found := next((one.document for one in documents if one.digest == digest), None):
                return found
    return None
