"""The board as an SVG picture: headline or ribbon, the map, the players, and where the data come from.

Every thing on it has a title; the whole has the board in words as its description. No style but the sheet at the top.
"""

from __future__ import annotations

from referee.drawing.svg import Shape, element, escaped
from referee.drawing.text import wrapped
from referee.games.civilization.faces import map_svg
from referee.games.civilization.faces.geometry import places
from referee.games.civilization.faces.map_svg import box, named, text, use
from referee.games.civilization.faces.palette import style
from referee.games.civilization.faces.places import marker_told, owner, pieces_told
from referee.games.civilization.faces.signs import symbols
from referee.games.civilization.faces.status import asked, headline, open_card, open_question
from referee.games.civilization.faces.words import say
from referee.games.civilization.rules.counting import levels
from referee.games.civilization.rules.ending import outcome
from referee.games.civilization.state import State
from referee.kernel.game import View
from referee.kernel.requests import Seat

_WIDTH, _MAP, _FOOT, _ROW = map_svg.SHEET, 1160, 1184, 74
_NAME = 15


def draw(state: State, view: View) -> str:
    """The whole picture."""
    body = _map(state, view) if places(state.world.components) else _listed(state, view)
    height = _FOOT + _ROW * ((state.seats + 1) // 2) + 50
    label = text((40, height - 18), state.world.components.label(view.lang), "b")
    head = _ribbon(state, view) if state.ended else _headline(state, view)
    players = [_player(state, seat, view) for seat in range(state.seats)]
    shapes = [box((0, 0), (_WIDTH, height), 0, "paper"), *head, *body, *players, label]
    return "\n".join([*_opening(state, view, height), *shapes, "</svg>", ""])


def _opening(state: State, view: View, height: int) -> list[Shape]:
    title = f"Civilization: {headline(state, view)}"
    question = open_question(state, view)
    return [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
            'role="graphics-document document" aria-labelledby="t d">'
        ),
        element("title", [escaped(f"{title}. {question}" if question else title)], id="t"),
        element("desc", [escaped(described(state, view))], id="d"),
        style(),
        symbols(),
    ]


def described(state: State, view: View) -> str:
    """The board in words: every place on which something stands."""
    parts = state.world.components
    names = [*parts.territories, *parts.seas]
    held = [(place, pieces_told(state, place, view)) for place in names]
    return "; ".join(f"{parts.name(place, view.lang)}: {pieces}" for place, pieces in held if pieces)


def _map(state: State, view: View) -> list[Shape]:
    sea = box((10, 108), (_WIDTH - 20, _MAP - 118), 18, "sea")
    layers = (map_svg.seas, map_svg.territories, map_svg.fleets)
    return [sea, *map_svg.ground(state), *(shape for layer in layers for shape in layer(state, view))]


def _headline(state: State, view: View) -> list[Shape]:
    card = " ".join(open_card(state, view)[:1])
    below = ". ".join(part for part in (open_question(state, view), card) if part)
    return [text((40, 52), headline(state, view), "h"), text((40, 90), below, "b full")]


def _ribbon(state: State, view: View) -> list[Shape]:
    """Places, signs, names and points of a finished game, the best first."""
    result = outcome(state)
    ranks = result.ranks if result else tuple(1 for _ in state.players)
    shapes = [box((24, 16), (_WIDTH - 48, 80), 16, "gold")]
    shapes.append(text((48, 44), headline(state, view), "b ongold full"))
    wide = (_WIDTH - 96) // state.seats
    for column, seat in enumerate(sorted(range(state.seats), key=lambda seat: (ranks[seat], seat))):
        x, number = 48 + wide * column, seat + 1
        told = f"{ranks[seat]}. {_cut(view.names[seat], 12)} {state.players[seat].points}"
        tile = [box((x, 54), (34, 34), 6, f"q{number}"), use(f"seat{number}", (x + 6, 60), 22, f"e{number}")]
        shapes.append(named(told, [*tile, text((x + 44, 80), told, "n ongold")]))
    return shapes


def _player(state: State, seat: Seat, view: View) -> Shape:
    """A row in two columns: asked or not, sign, name, points, credits, levels, technologies, card."""
    player, number = state.players[seat], seat + 1
    x, y = 40 + 840 * (seat % 2), _FOOT + _ROW * (seat // 2)
    shapes = [element("path", class_="ink", d=f"M{x - 32} {y + 9}l22 16-22 16z")] if seat in asked(state) else []
    shapes += [box((x, y), (50, 50), 8, f"q{number} halo", 2), use(f"seat{number}", (x + 9, y + 9), 32, f"e{number}")]
    shapes.append(text((x + 62, y + 33), _cut(view.names[seat], _NAME), "n"))
    facts = (
        ("laurel", player.points),
        ("coins", player.credits),
        ("city", levels(state, seat)),
        ("infantry", sum(unit.seat == seat for unit in state.units)),
        ("bulb", len(player.technologies)),
    )
    for column, (sign, count) in enumerate(facts):
        left = x + 262 + 96 * column
        shapes += [use(sign, (left, y + 9), 32, "inksign"), text((left + 38, y + 33), str(count), "n")]
    words = say(
        "player told",
        view.lang,
        name=view.names[seat],
        points=player.points,
        credits=player.credits,
        levels=levels(state, seat),
        technologies=len(player.technologies),
        card=player.card or "-",
    )
    return named(words, [*shapes, text((x + 746, y + 33), player.card, "b full")])


def _cut(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"


def _listed(state: State, view: View) -> list[Shape]:
    """Instead of a map that the pack does not draw: the places in words, in three columns."""
    parts, lang = state.world.components, view.lang
    facts: list[str] = []
    for place in (*parts.territories, *parts.seas):
        told = pieces_told(state, place, view) if owner(state, place) is not None else marker_told(state, place, lang)
        facts += wrapped(f"{parts.name(place, lang)} ({place}): {told}" if told else parts.name(place, lang), 60)
    rows = -(-len(facts) // 3)
    return [
        text((40 + 560 * (index // rows), 130 + index % rows * min(24, 1000 // rows)), fact, "sl")
        for index, fact in enumerate(facts)
    ]
