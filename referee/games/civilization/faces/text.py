"""The board as text: lines of (text, style) spans, readable without any colour, 72 columns wide."""

from __future__ import annotations

from referee.drawing.text import Line, Picture, line, wrapped
from referee.games.civilization.data import COVERED
from referee.games.civilization.faces.grid import grid, sign_of
from referee.games.civilization.faces.neighbours import neighbours
from referee.games.civilization.faces.status import headline, open_card, open_question
from referee.games.civilization.faces.tables import WIDTH, players, splendour
from referee.games.civilization.faces.words import listed, say
from referee.games.civilization.state import State
from referee.kernel.game import View


def draw(state: State, view: View) -> Picture:
    """What is going on, the map with its legend, the players, what a count would give, the cards to choose from."""
    blank: Line = ()
    drawn = grid(state)
    parts = [*_going_on(state, view), blank]
    parts += [*drawn, blank, *_legend(state, view)] if drawn else neighbours(state, view)
    parts += [blank, *players(state, view), blank, *splendour(state, view), blank, *_pool(state, view)]
    parts += [line(part, "dim") for part in wrapped(state.world.components.label(view.lang), WIDTH)]
    return tuple(parts + _seen(state, view))


def _seen(state: State, view: View) -> list[Line]:
    """What the reader alone has seen under covered markers."""
    if view.own is None or not view.own.covered:
        return []
    parts, lang = state.world.components, view.lang
    names = [f"{place} {parts.name(kind, lang).lower()}" for place, kind in view.own.covered]
    return [line(text, "bold") for text in wrapped(say("seen", lang, names=listed(names, lang)), WIDTH, "", "  ")]


def _going_on(state: State, view: View) -> list[Line]:
    lines = [line(text, "title") for text in wrapped(headline(state, view), WIDTH)]
    lines += [line(text) for fact in open_card(state, view) for text in wrapped(fact, WIDTH, "", "  ")]
    question = open_question(state, view)
    return lines + [line(text, "bold") for text in (wrapped(question, WIDTH) if question else ())]


def _legend(state: State, view: View) -> list[Line]:
    parts, lang = state.world.components, view.lang
    faces = [face for face in state.world.components.markers if face in set(state.markers.values())]
    entries = [f"{sign_of(face)} {parts.name(face, lang).lower()}" for face in faces]
    if COVERED in state.markers.values():
        entries.append(f"{COVERED} {say('face down', lang)}")
    texts = (
        say("legend places", lang),
        say("legend units", lang),
        say("legend markers", lang, names=listed(entries, lang)),
    )
    return [line(part, "dim") for text in texts for part in wrapped(text, WIDTH, "", "  ")]


def _pool(state: State, view: View) -> list[Line]:
    parts, lang = state.world.components, view.lang
    names = [f"{code} {parts.name(code, lang)}" for code in state.pool]
    return [line(text) for text in wrapped(say("pool short", lang, names=listed(names, lang)), WIDTH, "", "  ")]
