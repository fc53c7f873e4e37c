"""What the rows below a board have in common: name and sign, counts, points on chips, leaders at home, facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from referee.drawing.board_frame import MARGIN, fit_text
from referee.drawing.svg_document import Number, rectangle, use, words
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Shape

LEFT = 386
"""Where points are, or what is shown in their place."""

Chip = tuple[str, str, str, int]
"""(key, classes of its ground, symbol, count); its title is the word for the key."""


@lru_cache(maxsize=256)
def seat_sign(seat: int, name: str, symbol: str, spoken: str, y: Number, lang: str) -> Shape:
    """The sign of a seat and its name, `y` the middle of the row."""
    drawn = (use(symbol, (MARGIN, y - 18), (36, 36), "inksign"), words((72, y + 8), fit_text(name, 152, "n"), "n"))
    return Shape(f"seat {seat} name", "seats", drawn, Sentence("picture-seat", name=name, sign=spoken).told(lang))


@lru_cache(maxsize=1024)
def count_shape(key: str, symbol: str, x: Number, y: Number, number: int, title: str) -> Shape:
    """A sign and a number beside it."""
    return Shape(
        key, "seats", (use(symbol, (x, y - 12), (24, 24), "dimsign"), words((x + 30, y + 7), str(number), "b")), title
    )


def point_chips(keys: str, points: Sequence[tuple[Chip, str]], left: Number, y: Number) -> Iterator[Shape]:
    """Points of each colour, (chip, title), told by colour and sign; the weakest are framed. `keys` begins each key."""
    weakest = min(number for (_, _, _, number), _ in points)
    for place, ((key, ground, symbol, number), title) in enumerate(points):
        x = left + 82 * place
        frame = [rectangle((x - 4, y - 24), (84, 48), "inkline none", radius=9, line=2)] if number == weakest else []
        drawn = (
            *frame,
            rectangle((x, y - 20), (76, 40), f"{ground} rim", radius=6, line=1.5),
            use(symbol, (x + 6, y - 14), (28, 28), "ivorysign"),
            words((x + 54, y + 8), str(number), "n m ivory"),
        )
        yield Shape(f"{keys} {key}", "seats", drawn, title)


def treasure_chips(key: str, number: int, title: str, left: Number, y: Number) -> Shape:
    """Treasures, after the chips."""
    drawn = (use("treasure", (left + 336, y - 14), (28, 28), "gold"), words((left + 370, y + 8), str(number), "n"))
    return Shape(key, "seats", drawn, title)


@lru_cache(maxsize=1024)
def leaders_at_home(
    seat: int, word: str, leaders: tuple[tuple[str, str], ...], y: Number, left: Number = LEFT
) -> tuple[Shape, ...]:
    """The leaders that wait beside the board, (symbol, title), after their word."""
    waiting = (
        Shape(f"home {seat} {symbol}", "seats", (use(symbol, (left + 100 + 46 * place, y - 20), (40, 40)),), title)
        for place, (symbol, title) in enumerate(leaders)
    )
    return Shape(f"home {seat}", "seats", (words((left, y + 7), word, "b dim"),)), *waiting


def fact_lines(texts: Iterable[str], top: Number) -> Iterator[Shape]:
    """What is left, one line each."""
    for number, text in enumerate(texts):
        yield Shape(f"fact {number}", "facts", (words((MARGIN, top + 34 * number), text, "b dim"),))
