"""The map as a list, for those who hear it: each place with its neighbours, its marker and what stands on it."""

from __future__ import annotations

from referee.drawing.text import Line, Picture, line, paragraph, seat_style
from referee.games.civilization.faces.places import marker_told, owner, pieces_told
from referee.games.civilization.faces.words import coded, listed, say
from referee.games.civilization.state import State
from referee.kernel.game import View

_WIDTH = 72


def neighbours(state: State, view: View) -> Picture:
    """Territories region by region, then the seas."""
    parts, lang = state.world.components, view.lang
    lines: list[Line] = []
    for region in parts.pack.regions:
        lines.append(line(parts.name(region.id, lang), "title"))
        for land in parts.pack.territories:
            if land.region == region.id:
                lines += _land(state, land.id, view)
        lines.append(())
    lines.append(line(say("seas", lang), "title"))
    for sea in parts.pack.seas:
        lines += _sea(state, sea.id, view)
    return tuple(lines)


def _land(state: State, place: str, view: View) -> list[Line]:
    parts, lang = state.world.components, view.lang
    land, seas = parts.territories[place].borders, parts.seas_of[place]
    facts = [_names("borders", state, land, lang) if land else say("island", lang)]
    facts.append(_names("on seas", state, seas, lang) if seas else say("inland", lang))
    face = marker_told(state, place, lang)
    return _entry(state, place, view, [*facts, *([say("marker", lang, face=face)] if face else [])])


def _sea(state: State, place: str, view: View) -> list[Line]:
    sea, lang = state.world.components.seas[place], view.lang
    facts = [_names("coast", state, sea.coast, lang), _names("beside", state, sea.borders, lang)]
    return _entry(state, place, view, facts)


def _names(word: str, state: State, places: tuple[str, ...], lang: str) -> str:
    return say(word, lang, names=listed([_place_named(state, name, lang) for name in places], lang))


def _entry(state: State, place: str, view: View, facts: list[str]) -> list[Line]:
    """A place: its name, who stands there, and what else is to be said, a sentence each."""
    seat, pieces = owner(state, place), pieces_told(state, place, view)
    lines = [line(_place_named(state, place, view.lang), "bold")]
    if pieces and seat is not None:
        lines += paragraph(pieces, _WIDTH, seat_style(seat), "  ")
    return lines + [drawn for fact in facts for drawn in paragraph(fact, _WIDTH, "", "  ", "    ")]


def _place_named(state: State, place: str, lang: str) -> str:
    return coded(state.world.components, place, lang)
