"""The picture of a position: headline or ribbon, the map, the players, and where the data come from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from referee.drawing import board_frame
from referee.drawing.assembly import assemble
from referee.drawing.board_frame import last_move_rings, last_orders
from referee.drawing.svg_document import words as text
from referee.drawing.text_picture import wrap_lines
from referee.games.civilization.display import geometry as g
from referee.games.civilization.display import map_shapes
from referee.games.civilization.display.map_shapes import box, sea_sign, square
from referee.games.civilization.display.places import marker_text, owner, pieces_text
from referee.games.civilization.display.status import asked_now, headline, open_card, open_question
from referee.games.civilization.display.words import say
from referee.games.civilization.rules.counting import levels, outcome
from referee.games.civilization.state import State
from referee.kernel.game import Viewer
from referee.kernel.requests import Seat
from referee.kernel.shapes import Drawing, Element, Shape, Spot

_WIDTH, _MAP, _FOOT, _ROW = map_shapes.SHEET, 1160, 1184, 74
_NAME = 13
BOARD = (0, 104, _WIDTH, _MAP - 104)


def draw(state: State, view: Viewer) -> Drawing:
    """The whole picture."""
    board = _map(state, view) if g.places(state.world.components) else _list_shapes(state, view)
    height = _FOOT + _ROW * state.seats + 50
    label = text((40, height - 18), state.world.components.label(view.lang), "wb dim")
    shapes = [
        Shape("paper", "paper", (box((0, 0), (_WIDTH, height), 0, "paper"),)),
        *(_ribbon(state, view) if state.ended else _headline(state, view)),
        *board,
        *(_player_shape(state, seat, view) for seat in range(state.seats)),
        *(board_frame.turn_marker(seat, _FOOT + _ROW * seat + 25, view.lang) for seat in sorted(asked_now(state))),
        Shape("source", "facts", (label,)),
    ]
    question = open_question(state, view)
    title = f"Civilization: {headline(state, view)}"
    drawn = assemble((_WIDTH, height), f"{title}. {question}" if question else title, shapes, BOARD)
    return replace(drawn, near=_near(state, view))


def _near(state: State, view: Viewer) -> tuple[int, int, int, int] | None:
    """The part of the map with the lands of the reader, or of the player to answer; the whole map if they hold none."""
    at, (wide, high) = g.places(state.world.components), g.CARD
    seats = {view.seat} if view.seat is not None else set(asked_now(state))
    held = [point for place, point in at.items() if owner(state, place) in seats]
    if not at:
        return None
    if not held:
        return BOARD
    left, top = min(x for x, _ in held) - wide, min(y for _, y in held) - high
    return left, top, max(x for x, _ in held) + wide - left, max(y for _, y in held) + high - top


def _map(state: State, view: Viewer) -> Iterator[Shape]:
    yield Shape("sea", "ground", (box((10, 108), (_WIDTH - 20, _MAP - 118), 18, "sea"),))
    yield map_shapes.ground(state.world.components)
    yield from map_shapes.seas(state.world.components, view.lang)
    yield from map_shapes.territories(state, view)
    yield from map_shapes.fleets(state, view)
    yield from _marks(state, view)


def _marks(state: State, view: Viewer) -> tuple[Shape, ...]:
    """Rings round the territories that the orders of the last step name, by their codes."""
    at, (wide, high) = g.places(state.world.components), g.CARD
    named = [
        (number, place)
        for number, (_, order) in enumerate(view.orders, 1)
        for place in re.findall("[a-z]+", order)
        if place in at
    ]
    places = (
        (number, place, (at[place][0] - wide // 2 - 5, at[place][1] - high // 2 - 5), (wide + 10, high + 10))
        for number, place in named
    )
    return last_move_rings(places, view.lang)


def _headline(state: State, view: Viewer) -> Iterator[Shape]:
    card = " ".join(open_card(state, view)[:1])
    below = ". ".join(part for part in (open_question(state, view), card, last_orders(view)) if part)
    yield Shape("headline", "head", (text((40, 52), headline(state, view), "wh"),))
    yield Shape("caption", "head", (text((40, 90), below, "wb full"),))


def _ribbon(state: State, view: Viewer) -> Iterator[Shape]:
    """Places, signs, names and points of a finished game, the best first."""
    result = outcome(state)
    ranks = result.ranks if result else tuple(1 for _ in state.players)
    band = (box((24, 16), (_WIDTH - 48, 80), 16, "gold"), text((48, 44), headline(state, view), "wb ongold full"))
    yield Shape("ribbon", "head", band)
    wide = (_WIDTH - 96) // state.seats
    for column, seat in enumerate(sorted(range(state.seats), key=lambda seat: (ranks[seat], seat))):
        x, number = 48 + wide * column, seat + 1
        told = f"{ranks[seat]}. {_cut_name(view.names[seat], 12)} {state.players[seat].points}"
        tile = (box((x, 54), (34, 34), 6, f"q{number}"), square(f"seat{number}", (x + 6, 60), 22, f"e{number}"))
        yield Shape(f"place {column}", "head", (*tile, text((x + 44, 80), told, "wn ongold")), told)


def _player_shape(state: State, seat: Seat, view: Viewer) -> Shape:
    """A row: asked or not, sign, name, points, credits, levels, technologies, card."""
    player, number = state.players[seat], seat + 1
    x, y = 40, _FOOT + _ROW * seat
    shapes: list[Element] = []
    shapes += [
        box((x, y), (50, 50), 8, f"q{number} halo", 2),
        square(f"seat{number}", (x + 9, y + 9), 32, f"e{number}"),
    ]
    shapes.append(text((x + 62, y + 33), _cut_name(view.names[seat], _NAME), "wn"))
    facts = (
        ("laurel", player.points),
        ("coins", player.credits),
        ("city", levels(state, seat)),
        ("infantry", sum(unit.seat == seat for unit in state.units)),
        ("bulb", len(player.technologies)),
    )
    for column, (sign, count) in enumerate(facts):
        left = 560 + 190 * column
        shapes += [square(sign, (left, y + 9), 32, "inksign"), text((left + 42, y + 33), str(count), "wn")]
    words = say(
        "player told",
        view.lang,
        name=view.names[seat],
        points=player.points,
        credits=player.credits,
        levels=levels(state, seat),
        technologies=len(player.technologies),
        card=state.world.components.told(player.card, view.lang) if player.card else "-",
    )
    card = text((1680, y + 33), player.card, "wb e full")
    return Shape(f"seat {seat}", "seats", (*shapes, card), words)


def _cut_name(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"


def _list_shapes(state: State, view: Viewer) -> Iterator[Shape]:
    """Instead of a map that the pack does not draw: the places in words, in three columns."""
    parts, lang = state.world.components, view.lang
    facts: list[str] = []
    for place in (*parts.territories, *parts.seas):
        told = pieces_text(state, place, view) if owner(state, place) is not None else marker_text(state, place, lang)
        facts += wrap_lines(f"{parts.name(place, lang)} ({place}): {told}" if told else parts.name(place, lang), 60)
    rows = -(-len(facts) // 3)
    for index, fact in enumerate(facts):
        at = (40 + 560 * (index // rows), 130 + index % rows * min(24, 1000 // rows))
        yield Shape(f"place told {index}", "tiles", (text(at, fact, "sl"),))


def spots(state: State, view: Viewer, drawing: Drawing) -> tuple[Spot, ...]:
    """What of a drawing of this state orders can name."""
    parts, (wide, high) = state.world.components, g.CARD
    found = []
    for place, (x, y) in g.places(parts).items():
        title = f"{parts.name(place, view.lang)} ({place})"
        found.append(Spot((place,), title, (x - wide // 2, y - high // 2, wide, high)))
    for sea in parts.pack.seas if found else ():
        name = parts.name(sea.id, view.lang)
        (x, top), (across, down), _ = sea_sign(name, sea.at[0])
        found.append(Spot((sea.id,), f"{name} ({sea.id})", (x - across // 2, top, across, down)))
    return tuple(found)


def called(state: State, word: str, lang: str) -> str:
    """The name of a place, card, technology, structure or wonder by its code."""
    parts = state.world.components
    return parts.name(word, lang) if word in parts.entries else ""
