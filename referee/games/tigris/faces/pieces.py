"""The pieces as shapes, each drawn into a square of `CELL` pixels whose upper left corner is given."""

from __future__ import annotations

from referee.drawing.svg import Point, Shape, disc, element, label, polygon, polyline, rectangle

CELL = 46
INK = ("#b5372c", "#37343a", "#2f7d4f", "#2c62a8")
"""The colours red, black, green and blue, dark enough for white signs."""

PALE = ("#f0b7ae", "#bdb8c2", "#aed9bd", "#afcaed")
SEAT_INK = ("#d98e04", "#8e44ad", "#0f8b8d", "#6b4226")
LAND, GRID, RIVER, WAVE = "#efe0b9", "#dcc992", "#a9d3e8", "#7db8d6"
STONE, STONE_EDGE, GOLD, GOLD_EDGE, WHITE, DARK = "#b3a58d", "#8b7d65", "#f6c945", "#8a6508", "#ffffff", "#2b2620"

_TEMPLE = (
    (9, 36),
    (9, 30),
    (15, 30),
    (15, 23),
    (20, 23),
    (20, 15),
    (26, 15),
    (26, 23),
    (31, 23),
    (31, 30),
    (37, 30),
    (37, 36),
)
_SETTLEMENT = ((11, 36), (11, 22), (23, 11), (35, 22), (35, 36), (27, 36), (27, 27), (19, 27), (19, 36))
_MARKET = (
    (10, 13),
    (36, 13),
    (36, 20),
    (33, 20),
    (33, 36),
    (29, 36),
    (29, 20),
    (17, 20),
    (17, 36),
    (13, 36),
    (13, 20),
    (10, 20),
)
_EARS = (((23, 37), (23, 11)), ((23, 30), (13, 21)), ((23, 30), (33, 21)), ((23, 22), (15, 13)), ((23, 22), (31, 13)))
_TOWER = (
    (13, 38),
    (13, 17),
    (10, 17),
    (10, 9),
    (16, 9),
    (16, 13),
    (20, 13),
    (20, 9),
    (26, 9),
    (26, 13),
    (30, 13),
    (30, 9),
    (36, 9),
    (36, 17),
    (33, 17),
    (33, 38),
)


def _moved(points: tuple[Point, ...], at: Point) -> tuple[Point, ...]:
    return tuple((x + at[0], y + at[1]) for x, y in points)


def ground(at: Point, is_river: bool) -> list[Shape]:
    """Empty land, or a space of the river with two waves."""
    x, y = at
    shapes = [rectangle(at, (CELL, CELL), RIVER if is_river else LAND, stroke=GRID, width=1)]
    if is_river:
        waves = [f"M{x + 7} {y + h} q8 -7 16 0 t16 0" for h in (18, 33)]
        shapes += [element("path", d=wave, fill="none", stroke=WAVE, stroke_width=2) for wave in waves]
    return shapes


def tile(at: Point, colour: int) -> list[Shape]:
    """A tile face up: its colour and the sign of its kind, so that it can be told without seeing colours."""
    x, y = at
    shapes = [rectangle((x + 2, y + 2), (CELL - 4, CELL - 4), INK[colour], round_=5)]
    if colour == 3:
        return [*shapes, *(polyline(_moved(ear, at), PALE[3], 3) for ear in _EARS)]
    return [*shapes, polygon(_moved((_TEMPLE, _SETTLEMENT, _MARKET)[colour], at), PALE[colour])]


def face_down(at: Point) -> list[Shape]:
    """A tile that only links."""
    x, y = at
    return [rectangle((x + 2, y + 2), (CELL - 4, CELL - 4), STONE, stroke=STONE_EDGE, width=1, round_=5)]


def destroyed(at: Point) -> list[Shape]:
    """A space that a catastrophe has struck."""
    x, y = at
    cracks = (((8, 10), (20, 20), (17, 27), (30, 38)), ((38, 9), (27, 19), (31, 26), (13, 37)))
    ground_ = rectangle((x + 1, y + 1), (CELL - 2, CELL - 2), "#55483c")
    return [ground_, *(polyline(_moved(crack, at), "#e2582e", 3) for crack in cracks)]


def treasure(at: Point, is_first: bool) -> list[Shape]:
    """A treasure in the upper right corner; one that is taken first has a second, outer edge."""
    x, y = at[0] + CELL - 12, at[1] + 12
    shapes = [disc((x, y), 10, WHITE, stroke=GOLD_EDGE, width=2)] if is_first else []
    return [*shapes, polygon(((x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)), GOLD, stroke=GOLD_EDGE, width=1)]


def building(at: Point, colour: int) -> list[Shape]:
    """A civilization building: a tower in front of the tile it stands on."""
    return [polygon(_moved(_TOWER, at), PALE[colour], stroke=DARK, width=2)]


def leader(at: Point, role: int, seat: int, sign: str, letter: str) -> list[Shape]:
    """A disc in the colour of the role within the ring of its seat: the dynasty's letter, below it the role's."""
    x, y = at[0] + CELL // 2, at[1] + CELL // 2
    return [
        disc((x, y), 20, WHITE, stroke=SEAT_INK[seat], width=4),
        disc((x, y), 16, INK[role]),
        label((x, y + 4), sign, 17, WHITE, anchor="middle", bold=True),
        label((x, y + 13), letter, 9, WHITE, anchor="middle"),
    ]


def monument(at: Point, first: int, second: int) -> list[Shape]:
    """A monument over four spaces, `at` the corner of the first: a base of one colour, a gate of the other."""
    x, y = at[0], at[1]
    base = (
        (12, 80),
        (12, 68),
        (22, 68),
        (22, 57),
        (32, 57),
        (32, 46),
        (60, 46),
        (60, 57),
        (70, 57),
        (70, 68),
        (80, 68),
        (80, 80),
    )
    gate = ((30, 46), (30, 12), (62, 12), (62, 46), (52, 46), (52, 28), (40, 28), (40, 46))
    return [
        rectangle((x + 4, y + 4), (2 * CELL - 8, 2 * CELL - 8), STONE, stroke=STONE_EDGE, width=2, round_=8),
        polygon(_moved(base, at), INK[first], stroke=WHITE, width=2),
        polygon(_moved(gate, at), INK[second], stroke=WHITE, width=2),
    ]


def ziggurat_tower(at: Point) -> list[Shape]:
    """The tower in the middle of the ziggurat."""
    return [polygon(_moved(_TOWER, at), "#e7d3a1", stroke=DARK, width=2)]


def joint(at: Point) -> list[Shape]:
    """The mark of the tile that joins two kingdoms while wars are fought over it."""
    x, y = at
    edge = ((x + 1, y + 1), (x + CELL - 1, y + 1), (x + CELL - 1, y + CELL - 1), (x + 1, y + CELL - 1), (x + 1, y + 1))
    return [polyline(edge, "#e2582e", 3, dashes="6 5")]
