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
from referee.kernel.game import AnyGame, Holding, Viewer
from referee.kernel.hashing import sha256
from referee.kernel.requests import Seat
from referee.kernel.shapes import BOARD, Drawing, Shape, Symbol
from referee.messages.board_text import picture_view
from referee.protocol.step.position import Position
from referee.service.views.answer_choices import Box, Picks, Piece, Place
from referee.session.session import Session

_PIECES = frozenset(("tiles", "monuments", "leaders", "treasures"))
"""The layers of the pieces on a board."""

_GROUND = ("paper", "ground")
_ABOVE = BOARD[len(_GROUND) :]
_GROUNDS = 64
"""So many of them are kept for who asks next: a game has one or two."""

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
    ground: str
    """The digest of the shapes that lie below all others and stay as they are from step to step."""
    shapes: tuple[Shape, ...]
    """What is drawn above them, in painting order: key, layer and elements. Names are those of the places."""
    places: tuple[Place, ...]
    """What can be picked on it."""
    said: tuple[str, ...]
    """The board in sentences, line by line."""


def scene_of(session: Session, position: Position | None, lang: str) -> Scene:
    """A position of a session as its reader sees it drawn."""
    if position is None:
        return Scene(None, None, None, lang)
    return Scene(position, session.eyes.seat, session.seen.get(position.step - 1), lang)


class BoardChange(NamedTuple):
    """What an order changed on the board: the keys of shapes that it laid, and the shapes that it took away."""

    lays: tuple[str, ...] = ()
    leaves: tuple[Shape, ...] = ()


class Scene:
    """A position as the reader at a seat sees it drawn, after the one `before`: what can be picked on the board and
    beside it; without a position, or in a game without pictures, nothing can.
    """

    def __init__(self, position: Position | None, seat: Seat | None, before: Position | None, lang: str) -> None:
        self.picks = Picks((), (0, 0, 0, 0))
        self.board: BoardView | None = None
        self.dock: tuple[Piece, ...] = ()
        self.holdings: tuple[Holding, ...] = ()
        self.lowest = False
        self.headline, self.hint = "", ""
        self._drawing: Drawing | None = None
        if position is None:
            return
        game = position.table.game
        own = position.knowledge.own(seat) if seat is not None else None
        view = Viewer(position.table.called, seat, own, lang)
        faces = game.faces
        self.headline = faces.heading(position.state, view) if faces.heading is not None else ""
        self.hint = " ".join(faces.asks(position.state, view)) if faces.asks is not None else ""
        self.lowest = faces.course is not None and faces.course.weakest
        if seat is not None and faces.holdings is not None:
            self.holdings = faces.holdings(position.state, view)
        if faces.drawing is None:
            return
        # the rings of the last step and the strengths stand on the board, which is not passed on: the seat stays
        shown = replace(picture_view(view, position, before, strengths=True), seat=seat)
        drawing = self._drawing = faces.drawing(position.state, shown)
        spots = faces.spots(position.state, shown, drawing) if faces.spots is not None else ()
        self.picks = Picks(spots, drawing.board)
        lying = pieces_on_spots(drawing, self.picks.on_board.values())
        places = zip(self.picks.on_board.items(), lying, strict=True)
        self.board = BoardView(
            drawing.board,
            drawing.near,
            symbols_of(game, lang).digest,
            _digest_of_ground(tuple(shape for shape in drawing.shapes if shape.layer in _GROUND)),
            tuple(_without_name(shape) for shape in drawing.shapes if shape.layer in _ABOVE),
            tuple(Place(name, spot.title, lies, spot.box) for (name, spot), lies in places),
            board_in_lines(faces, position.state, view),
        )
        signs = signs_beside(drawing, spots)
        self.dock = tuple(Piece(name, spot.title, signs.get(spot, "")) for name, spot in self.picks.beside.items())

    def changed_from(self, before: Scene) -> BoardChange:
        """What is on this board and was not on the one `before`, and what is gone."""
        if self._drawing is None or before._drawing is None:
            return BoardChange()
        lay, lie = (
            {shape.key: _without_name(shape) for shape in drawing.shapes if shape.layer in _PIECES}
            for drawing in (before._drawing, self._drawing)
        )
        lays = tuple(key for key, shape in lie.items() if lay.get(key) != shape)
        return BoardChange(lays, tuple(shape for key, shape in lay.items() if key not in lie))


def _without_name(shape: Shape) -> Shape:
    """A shape of a board whose places have the names."""
    return replace(shape, title="", unspoken=False)


_grounds: dict[str, tuple[Shape, ...]] = {}


def _digest_of_ground(shapes: tuple[Shape, ...]) -> str:
    digest = sha256(msgspec.json.encode(shapes)).hex()[:_DIGITS]
    _grounds.pop(digest, None)
    _grounds[digest] = shapes  # the one that was drawn last stands last
    for old in [*_grounds][:-_GROUNDS]:
        _grounds.pop(old, None)
    return digest


def ground_with_digest(digest: str) -> tuple[Shape, ...]:
    """The shapes of a ground that was drawn a short while ago; () for any other digest."""
    return _grounds.get(digest, ())


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
