"""What a drawn position is: shapes with names that last, in layers, over a pool of symbols. Data alone.

A game gives a `Drawing` for a state; `referee.drawing.svg_document` writes it as SVG, a replay page takes two of them
and sends what differs. Nothing here is markup but the bodies of symbols, which are constants of the program: whatever
people wrote (names, comments) is in `Element.text`, `Element.attributes` or `Shape.title`, and is escaped by
the code that writes it out, or set as text by a script.

Units are those of the picture's `width`, x to the right, y down; whole numbers or halves.
"""

from __future__ import annotations

import msgspec

BOARD = ("paper", "ground", "tiles", "monuments", "outlines", "leaders", "treasures", "marks", "tags")
"""The layers of the board itself, from the lowest; shapes of one of them never overlap, so their order within it does
not matter."""

LAYERS = (*BOARD, "head", "seats", "facts")
"""All layers. `head` (what is going on, or who won), `seats` (a row for each player) and `facts` (what is left, the
reader's hand) stand round the board and change most."""

Attribute = tuple[str, str | int | float]
"""(name, value) of an SVG attribute, such as `("x", 26)`; a value is not escaped."""


class Element(msgspec.Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """One element of SVG."""

    name: str
    """Its name, as `rect`."""
    attributes: tuple[Attribute, ...] = ()
    """Its attributes in order."""
    text: str = ""
    """The text in it, not escaped."""
    inside: tuple[Element, ...] = ()
    """The elements in it."""


class Markup(str):
    """Text that is markup already. `referee.drawing.markup` makes it of elements and text, and nobody else."""

    __slots__ = ()


class Symbol(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A figure that shapes use by name, `<use href="#temple">`: its id, its viewBox, and its markup.

    Its main tone is `currentColor`, its second tone the inherited `fill`, so that one symbol serves every colour. An id
    means the same figure in every drawing of a game. The body may use other symbols; it never holds foreign text.
    """

    id: str
    box: str
    body: Markup


class Shape(msgspec.Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """Elements that come and go as one: a piece, a mark, a number beside a name."""

    key: str
    """What names the thing, not its look, once in a drawing: `tiles B10`."""
    layer: str
    """One of the layers of a picture, as `tiles`."""
    elements: tuple[Element, ...]
    """What is drawn, the lowest first."""
    title: str = ""
    """Its name for pointer and screen reader in the reader's language; empty if it says nothing alone."""
    unspoken: bool = False
    """Whether a screen reader leaves it out, since it repeats what a title says."""


class Drawing(msgspec.Struct, frozen=True, gc=False):
    """A position, drawn."""

    width: int
    height: int
    """Width and height of the whole picture are the same in all steps of a game, as far as its rows allow."""
    title: str
    """What the picture is called: the game and what is going on in it."""
    shapes: tuple[Shape, ...]
    """The shapes in the order in which they are painted, layer by layer."""
    symbols: tuple[Symbol, ...]
    """The symbols that the shapes use, each after those it uses itself; a game has one table of them, so the symbols of
    several drawings can be united by id.
    """
    board: tuple[int, int, int, int]
    """Left, top, width and height of the board in the picture, with its coordinates: what is seen where head, seats and
    facts are told elsewhere.
    """
    near: tuple[int, int, int, int] | None = None
    """Of a board too large for its words to be read whole: left, top, width and height of what the reader looks at
    first; None for a board that is shown whole.
    """


class Spot(msgspec.Struct, frozen=True, gc=False):
    """Something in a picture that orders can name, so that an order can be pointed at: a space, a leader, a good."""

    words: tuple[str, ...]
    """The words of canonical orders that mean it, each whole: `L11`, or `priest` for the leader that is there."""
    title: str
    """Its name for pointer and screen reader, in the reader's language."""
    box: tuple[int | float, int | float, int | float, int | float]
    """Left, top, width and height in the picture."""
