"""The map as shapes: sea and land, names of seas with fleets, a card for each territory with what is on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.drawing.svg_document import element, use
from referee.drawing.svg_document import words as text
from referee.drawing.text_picture import wrap_lines
from referee.games.civilization.data import AIR, ARTILLERY, CAVALRY, COVERED, FLEET, INFANTRY
from referee.games.civilization.display import geometry as g
from referee.games.civilization.display.places import forces, marker, marker_text, owner, pieces_text
from referee.games.civilization.pack.components import Components
from referee.games.civilization.pack.entries import Point, Sea
from referee.games.civilization.state import Group, RuleOptions, State, Town, Unit
from referee.games.civilization.world import World
from referee.kernel.game import Viewer
from referee.kernel.shapes import Element, Shape

SIGN_OF = {INFANTRY: "infantry", CAVALRY: "cavalry", ARTILLERY: "artillery", FLEET: "ship", AIR: "air"}
"""The sign of each kind of unit; all signs are in `referee.drawing.symbols`."""

SHEET = 1720
"""The width of the picture."""

ROMAN = ("", "I", "II", "III", "IV")
_WIDE, _HIGH = g.CARD
_HEAD = 30
_LONG_NAME, _SEA_NAME, _SEA_WORD, _ARM_NAME = 10, 11, 13, 8


def square(name: str, at: Point, size: int, classes: str) -> Element:
    """A sign in a square of `size`."""
    return use(name, at, (size, size), classes)


def box(at: Point, size: Point, radius: int, classes: str, width: int | None = None) -> Element:
    """A rectangle with round corners."""
    return element(
        "rect", x=at[0], y=at[1], width=size[0], height=size[1], rx=radius, class_=classes, stroke_width=width
    )


def stroke(data: str, classes: str, width: int, dashes: str | None = None) -> Element:
    """Lines of one look."""
    return element(
        "path",
        class_=classes,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        stroke_dasharray=dashes,
        d=data,
    )


@lru_cache(maxsize=8)
def ground(parts: Components) -> Shape:
    """Lines of the sea, then land with its coast, then borders, then straits: the same through a whole game."""
    return Shape("land", "ground", tuple(_ground(parts)), unspoken=True)


def _ground(parts: Components) -> Iterator[Element]:
    crossings = g.crossings(parts)
    yield stroke(g.path(tuple(line for line, strait in crossings if not strait)), "sealine none", 3, "10 8")
    yield stroke(g.path(g.coasts(parts)), "sealine none", 3, "1 8")
    borders, triangles = g.path(g.borders(parts)), g.closed(g.triangles(parts))
    for classes, width, grown in (("coast", 62, 6), ("landline", 56, 0)):
        yield stroke(borders, f"{classes} none", width)
        yield stroke(triangles, f"{classes} land", width)
        for x, y in g.places(parts).values():
            corner = (x - _WIDE // 2 - 10, y - _HIGH // 2 - 10)
            yield box(corner, (_WIDE + 20, _HIGH + 20), 20, f"{classes} land", grown or 1)
    yield stroke(borders, "coast none", 5)
    yield stroke(g.path(tuple(line for line, strait in crossings if strait)), "sealine none", 4, "10 8")


@lru_cache(maxsize=8)
def seas(parts: Components, lang: str) -> tuple[Shape, ...]:
    """The names of the seas; their further arms with the code below. They are the same through a whole game."""
    return tuple(shape for sea in parts.pack.seas for shape in _named_sea(parts, sea, lang))


def _named_sea(parts: Components, sea: Sea, lang: str) -> Iterator[Shape]:
    name = parts.name(sea.id, lang)
    for x, y in sea.at[1:]:
        arm = element("g", inside=_arm((*wrap_lines(name, _ARM_NAME), sea.id), (x, y)), class_="full")
        yield Shape(f"arm {sea.id} {x} {y}", "ground", (arm,), unspoken=True)
    yield _sea(name, sea.id, sea.at[0])


def _arm(lines: tuple[str, ...], at: Point) -> tuple[Element, ...]:
    """A narrow sign in small letters, within the sheet: there is little room between two coasts."""
    wide, high = max(48, 7 * max(map(len, lines)) + 14), 14 * len(lines) + 8
    x, top = max(wide // 2 + 14, min(at[0], SHEET - 14 - wide // 2)), max(112, at[1] - high // 2)
    words = (text((x, top + 15 + 14 * row), part, "sl m") for row, part in enumerate(lines))
    return box((x - wide // 2, top), (wide, high), 14, "sea sealine", 2), *words


def _sea(name: str, place: str, at: Point) -> Shape:
    (x, top), (wide, high), lines = sea_sign(name, at)
    size = "sn" if max(map(len, lines)) <= _SEA_WORD else "sl"
    words = [text((x, top + 20 + 19 * row), part, f"{size} m") for row, part in enumerate(lines)]
    shapes = [
        box((x - wide // 2, top), (wide, high), 20, "sea sealine", 2),
        element("g", inside=words, class_="full"),
        text((x, at[1] + 10), place, "sn m code"),
    ]
    return Shape(f"sea {place}", "tiles", tuple(shapes), f"{name} ({place})")


def sea_sign(name: str, at: Point) -> tuple[Point, Point, tuple[str, ...]]:
    """The middle of the upper edge of a sea's name on the sheet, its size, and its lines."""
    lines = wrap_lines(name, _SEA_NAME)
    longest = max(map(len, lines))
    wide, high = max(100, 8 * longest + 18 if longest <= _SEA_WORD else 7 * longest + 14), 19 * len(lines) + 10
    return (max(wide // 2 + 14, min(at[0], SHEET - 14 - wide // 2)), at[1] - high // 2), (wide, high), lines


def fleets(state: State, view: Viewer) -> Iterator[Shape]:
    """Fleets, under the names of their seas and above all cards."""
    parts = state.world.components
    for sea in parts.pack.seas:
        seat = owner(state, sea.id)
        if seat is not None and sea.at:
            (x, top), (_, high), _ = sea_sign(parts.name(sea.id, view.lang), sea.at[0])
            title = f"{parts.name(sea.id, view.lang)} ({sea.id}): {pieces_text(state, sea.id, view)}"
            fleet = _fleet(state, sea.id, seat, (x, top + high))
            yield Shape(f"fleet {sea.id}", "treasures", tuple(fleet), title)


def _fleet(state: State, place: str, seat: int, at: Point) -> list[Element]:
    """A fleet hangs under the name of its sea."""
    x, y = at[0] - 46, at[1] + 2
    kind, era, _ = forces(state, place)[0]
    number = seat + 1
    return [
        box((x, y), (92, 32), 8, f"q{number} halo", 3),
        square(f"seat{number}", (x + 5, y + 7), 18, f"e{number}"),
        square(SIGN_OF[kind], (x + 28, y + 4), 24, f"e{number} q{number}"),
        text((x + 56, y + 23), ROMAN[era], f"u t{number}"),
    ]


def territories(state: State, view: Viewer) -> Iterator[Shape]:
    """A card for each territory: owned ones last, so that their edges are whole."""
    at = g.places(state.world.components)
    units: dict[str, list[Unit]] = {}
    for unit in state.units:
        units.setdefault(unit.place, []).append(unit)
    cards = (
        _card_on_map(
            state.world,
            _Lying(
                place,
                marker(state, place),
                state.towns.get(place),
                state.colonists.get(place),
                tuple(units.get(place, ())),
            ),
            view.names,
            view.lang,
        )
        for place in sorted(at)
    )
    yield from sorted(cards, key=lambda card: card.layer == "leaders")


class _Lying(NamedTuple):
    """All that lies on one territory."""

    place: str
    marker: str
    town: Town | None
    colonists: Group | None
    units: tuple[Unit, ...]


@lru_cache(maxsize=4096)
def _card_on_map(world: World, lying: _Lying, names: tuple[str, ...], lang: str) -> Shape:
    """A card in its place. From step to step most of them stay as they are, so each is drawn once."""
    state, place, view = _alone(world, lying), lying.place, Viewer(names, lang=lang)
    name = world.components.name(place, lang)
    pieces, face = pieces_text(state, place, view), marker_text(state, place, lang)
    title = ", ".join(fact for fact in (f"{name} ({place})", pieces, face) if fact)
    seat = owner(state, place)
    shapes = _free(state, place, name, face) if seat is None else _owned_place_shapes(state, place, name, face, seat)
    drawn = element(
        "g",
        inside=(*shapes, text((_WIDE // 2, 62), place, "cd m code")),
        transform=f"translate({_corner(world, place)})",
    )
    return Shape(f"land {place}", "leaders" if seat is not None else "monuments", (drawn,), title)


def _corner(world: World, place: str) -> str:
    x, y = g.places(world.components)[place]
    return f"{x - _WIDE // 2} {y - _HIGH // 2}"


def _alone(world: World, lying: _Lying) -> State:
    """A state with nothing in it but what is on one territory."""
    place = lying.place
    return State(
        world=world,
        setting=RuleOptions(),
        players=(),
        first=0,
        active=0,
        markers={place: lying.marker} if lying.marker else {},
        towns={place: lying.town} if lying.town is not None else {},
        colonists={place: lying.colonists} if lying.colonists is not None else {},
        pool=(),
        units=lying.units,
    )


def _free(state: State, place: str, name: str, face: str) -> list[Element]:
    middle = _WIDE // 2
    size = "nm" if len(name) <= _LONG_NAME else "nl"
    shapes = [box((0, 0), g.CARD, 10, "card coast", 2), text((middle, 23), name, f"{size} m full")]
    if marker(state, place) == COVERED:
        return [*shapes, square("unknown", (middle - 17, 33), 34, "dimsign full")]
    return [*shapes, text((middle, 56), face, "sn m full")] if face else shapes


def _owned_place_shapes(state: State, place: str, name: str, face: str, seat: int) -> list[Element]:
    """A coloured head with the sign of the seat; below it what is on the place; the marker on a tag under the card."""
    number = seat + 1
    head = f"M10 0H{_WIDE - 10}q10 0 10 10V{_HEAD}H0V10q0 -10 10 -10z"
    size = "nm" if len(name) < _LONG_NAME - 1 else "nl"
    shapes = [box((0, 0), g.CARD, 10, "card coast", 8), box((0, 0), g.CARD, 10, f"card g{number}", 5)]
    if face:
        shown = "?" if marker(state, place) == COVERED else face
        wide = 8 * len(shown) + 16
        left = (_WIDE - wide) // 2
        tag = [box((left, _HIGH - 2), (wide, 20), 8, "card coast", 2)]
        tag.append(text((_WIDE // 2, _HIGH + 13), shown, "sl m"))
        shapes.append(element("g", inside=tag, class_="full"))
    shapes += [
        element("path", class_=f"q{number}", d=head),
        square(f"seat{number}", (4, 6), 18, f"e{number}"),
        text((25, 22), name, f"{size} t{number} full"),
    ]
    return [*shapes, element("g", inside=_pieces(state, place, (4, _HEAD + 4)), class_="full")]


def _pieces(state: State, place: str, at: Point) -> list[Element]:
    """Settlement with its level, units with their era in Roman numerals, colonists with their number; three at most."""
    found = [("city", str(state.towns[place].level))] if place in state.towns else []
    for kind, era, count in forces(state, place):
        found.append((SIGN_OF[kind], f"{count if count > 1 else ''}{ROMAN[era]}"))
    if place in state.colonists:
        found.insert(min(2, len(found)), ("colonist", str(state.colonists[place].count)))
    gap, size, letters = (8, 30, "u") if len(found) < 3 else (3, 19, "u3")
    shapes, x = list[Element](), at[0]
    for sign, words in found[:3]:
        shapes.append(square(sign, (x, at[1] + (34 - size) // 2), size, "inksign"))
        shapes.append(text((x + size + 1, at[1] + 24), words, letters))
        x += size + gap + sum((6 if letter == "I" else 10) * size // 20 for letter in words)
    return [*shapes, text((at[0] + 100, at[1] + 36), "+", "u")] if len(found) > 3 else shapes
