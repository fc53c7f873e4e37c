"""What surrounds every board: headline, ribbon of the winner, coordinates, who is asked, rings of the last step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.drawing.result_text import by_place
from referee.drawing.svg_document import Number, Point, Size, path, rectangle, use, words
from referee.kernel.game import Outcome, Viewer
from referee.kernel.sentence import Sentence
from referee.kernel.sentence import in_language as in_words
from referee.kernel.shapes import Element, Shape

WIDTH = 820
"""The width of a picture; a map of the world takes more."""

MARGIN = 26
TOP = 112
"""The board begins here: above it stand headline, caption and coordinates."""

_EM = {"h": 26, "n": 21, "b": 19, "co": 16, "tag": 14}
_LETTER = 0.62
"""How wide a letter is at most on an average, in em, so that cut text fits in bold too."""


def fit_text(text: str, room: Number, classes: str) -> str:
    """The text, cut with an ellipsis where it is wider than `room` units on a wide screen."""
    em = next(size for name, size in _EM.items() if name in classes.split())
    letters = int(room / (em * _LETTER))
    return text if len(text) <= letters else f"{text[: max(letters - 1, 1)]}\N{HORIZONTAL ELLIPSIS}"


def paper_shape(width: int, height: int) -> Shape:
    """The ground of the whole picture."""
    return Shape("paper", "paper", (rectangle((0, 0), (width, height), "paper"),))


def heading_shapes(headline: str, captions: Iterable[str], width: int = WIDTH) -> tuple[Shape, ...]:
    """What is going on, large, and in one line below it the rest of it that has room."""
    caption = " \N{MIDDLE DOT} ".join(filter(None, captions))
    room = width - 2 * MARGIN
    said = [Shape("headline", "head", (words((MARGIN, 38), fit_text(headline, room, "h"), "h"),))]
    if caption:
        said.append(Shape("caption", "head", (words((MARGIN, 70), fit_text(caption, room + 120, "b"), "b"),)))
    return tuple(said)


def head_shapes(
    ended: Outcome | None,
    signs: Sequence[str],
    view: Viewer,
    headline: str,
    captions: Iterable[str],
    *,
    weakest: bool = True,
) -> tuple[Shape, ...]:
    """What is above the board: the result of a finished game, or what is going on and the last move."""
    if ended is not None:
        return ribbon(ended, signs, view, weakest=weakest)
    return heading_shapes(headline, (*captions, last_orders(view)))


def last_orders(view: Viewer) -> str:
    """The orders of the last step, each player's after the name: `Last: anna: place temple L11, decline`."""
    told: list[str] = []
    for number, (seat, order) in enumerate(view.orders):
        begins = number == 0 or view.orders[number - 1][0] != seat
        words = in_words(order, view.lang)
        told.append(f"{view.names[seat]}: {words}" if begins else words)
    return Sentence("picture-last", steps=", ".join(told)).told(view.lang) if told else ""


def ribbon(outcome: Outcome, signs: Sequence[str], view: Viewer, *, weakest: bool = True) -> tuple[Shape, ...]:
    """The result on a band of gold: place, sign, name, and the numbers in the order in which they were compared.

    `signs` names the symbol of each seat. A phone shows the first number alone.
    """
    band = path(f"M6 6H{WIDTH - 6}l-12 38 12 38H6l12-38z", "gold goldedge", line=2)
    room = (WIDTH - 2 * MARGIN) // len(signs)
    shapes = [Shape("ribbon", "head", (band,))]
    for number, seat in enumerate(by_place(outcome)):
        x = MARGIN + 10 + room * number
        first, *others = map(str, outcome.scores[seat])
        rest = "".join(f" \N{MIDDLE DOT} {score}" for score in others)
        score = bold_number(first, rest, (x + 24, 70))
        drawn = (
            words((x, 40), str(outcome.ranks[seat]), "n ongold"),
            use(signs[seat], (x + 24, 14), (34, 34), "goldsign gold"),
            words((x + 64, 40), fit_text(view.names[seat], room - 74, "n"), "n ongold"),
            score,
        )
        said = Sentence(
            "picture-place" if weakest else "picture-place-points",
            place=outcome.ranks[seat],
            name=view.names[seat],
            points=", ".join(map(str, outcome.scores[seat])),
        )
        shapes.append(Shape(f"place {number}", "head", drawn, said.told(view.lang)))
    return tuple(shapes)


def bold_number(first: str, rest: str, at: Point) -> Element:
    """A number in bold, and after it what a phone has no room for."""
    parts = (Element("tspan", (("class", "w"),), first), Element("tspan", (("class", "wide"),), rest))
    return Element("text", (("x", at[0]), ("y", at[1]), ("class", "b ongold")), "", parts if rest else parts[:1])


def coordinates(
    columns: Sequence[tuple[str, Number]],
    rows: Sequence[tuple[str, Number]],
    heights: Sequence[Number],
    sides: Sequence[Number],
) -> Shape:
    """Names of columns at each of `heights`, of rows at each of `sides`; (name, middle) of each."""
    across = [words((x, y), name, "co m") for y in heights for name, x in columns]
    down = [words((x, y + 5), name, "co m row") for x in sides for name, y in rows]
    return Shape("coordinates", "ground", (*across, *down), unspoken=True)


def turn_marker(seat: int, y: Number, lang: str) -> Shape:
    """The triangle before the name of a player who must answer."""
    drawn = (path(f"M2 {y - 12:g}l16 12-16 12z", "ink"),)
    return Shape(f"asked {seat}", "seats", drawn, Sentence("picture-asked").told(lang))


def last_move_rings(places: Iterable[tuple[int, str, Point, Size]], lang: str) -> tuple[Shape, ...]:
    """Where the last step was played: a double ring round each place, with the numbers of its orders.

    `places` are (number of the order, from 1; name of the place; its upper left corner; its size).
    """
    numbers: dict[tuple[str, Point, Size], list[int]] = {}
    for number, name, at, size in places:
        found = numbers.setdefault((name, at, size), [])
        if number not in found:
            found.append(number)
    return tuple(_ring_at(_numbers_text(several), *place, lang) for place, several in numbers.items())


def _numbers_text(numbers: Sequence[int]) -> str:
    """`3`, `1,3`, and of more than two the first and the last: `1-6`."""
    return ",".join(map(str, numbers)) if len(numbers) < 3 else f"{numbers[0]}-{numbers[-1]}"


def _ring_at(numbers: str, place: str, at: Point, size: Size, lang: str) -> Shape:
    drawn = (
        rectangle(at, size, "halo none", radius=8, line=8),
        rectangle(at, size, "mark none", radius=8, line=4),
        *_numerals(numbers, at),
    )
    said = Sentence("picture-mark", number=numbers, place=place).told(lang)
    return Shape(f"mark {place} {size[0]}", "marks", drawn, said)


def departure_ring(number: int, place: str, at: Point, size: Size, lang: str) -> Shape:
    """What left its place in the last step: a dashed ring with a cross."""
    (x, y), (width, height) = at, size
    dashed = rectangle((x + 6, y + 6), (width - 12, height - 12), "mark none", radius=8, line=3)
    across, down = width - 32, height - 32
    cross = path(f"M{x + 16:g} {y + 16:g}l{across:g} {down:g}m0 {-down:g}l{-across:g} {down:g}", "mark none", line=3)
    drawn = (Element("rect", (*dashed.attributes, ("stroke-dasharray", "6 4"))), cross, *_numerals(str(number), at))
    said = Sentence("picture-ghost", number=number, place=place).told(lang)
    return Shape(f"ghost {number} {place}", "marks", drawn, said)


def _numerals(numbers: str, at: Point) -> tuple[Element, ...]:
    """The numbers on the upper left corner, larger on a phone."""
    x, y, wide = at[0] + 3, at[1] + 3, 6 * len(numbers)
    return (
        rectangle((x - 5 - wide, y - 11), (10 + 2 * wide, 22), "markfill halo wide", radius=11, line=2),
        rectangle((x - 7 - 1.5 * wide, y - 15), (14 + 3 * wide, 30), "markfill halo narrow", radius=15, line=2),
        words((x, y + 5), numbers, "tag m onmark"),
    )
