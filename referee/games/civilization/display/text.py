"""The board as text: lines of (text, style) spans, readable without any colour, 72 columns wide."""

from __future__ import annotations

from referee.drawing.text_picture import Line, Picture, paragraph, text_line
from referee.games.civilization.data import COVERED
from referee.games.civilization.display.grid import grid, sign_of
from referee.games.civilization.display.listing import neighbours
from referee.games.civilization.display.places import NEW, fresh
from referee.games.civilization.display.status import clock, open_card, question_at_length
from referee.games.civilization.display.supply import pool_text
from referee.games.civilization.display.tables import WIDTH, players, splendour
from referee.games.civilization.display.words import join_words, say, with_code
from referee.games.civilization.pack.components import Components
from referee.games.civilization.state import State
from referee.kernel.game import Viewer
from referee.kernel.sentence import Sentence

PAGES = ("cards", "technologies", "works", "neighbours", "signs")
"""The pages beside the board, in the order in which they are looked for most."""


def draw(state: State, view: Viewer) -> Picture:
    """The open card, who is asked what, and the map; its places as a list if the pack gives them no cells."""
    going_on = _going_on(state, view)
    return (*going_on, *([()] if going_on else []), *(grid(state, view) or neighbours(state, view)))


def strengths(state: State, view: Viewer) -> Picture:
    """Round and era, the players, what a count would give, the cards to choose from, and what is reconstructed."""
    blank: Line = ()
    parts = [text_line(clock(state, view), "dim"), *players(state, view), blank, *splendour(state, view), blank]
    label = paragraph(state.world.components.label(view.lang), WIDTH, "dim", rest="")
    return (*parts, *paragraph(pool_text(state, view.lang), WIDTH), *label)


def legend(state: State, view: Viewer) -> Picture:
    """What the signs of the map and of the table mean, and which pages there are."""
    parts, lang = state.world.components, view.lang
    if not grid(state, view):
        return ()
    faces = [face for face in parts.markers if face in set(state.markers.values())]
    entries = [f"{sign_of(face, lang)} {parts.name(face, lang).lower()}" for face in faces]
    if COVERED in state.markers.values():
        entries.append(f"{COVERED} {say('face down', lang)}")
    places = say("legend places", lang) + (f"; {NEW} {say('legend new', lang)}" if fresh(state, view) else "")
    texts = (
        places,
        say("legend units", lang),
        *([say("legend markers", lang, names=join_words(entries, lang))] if entries else []),
        say("legend players", lang),
        say("legend pages", lang, names=", ".join(Sentence(f"civilization/page/{name}").told(lang) for name in PAGES)),
    )
    return ((), *(drawn for text in texts for drawn in paragraph(text, WIDTH, "dim")))


def hand(parts: Components, view: Viewer) -> Picture:
    """What the reader alone has seen under covered markers; () if nothing: cards in hand are public."""
    if view.own is None or not view.own.covered:
        return ()
    lang = view.lang
    names = [f"{with_code(parts, place, lang)} {parts.name(kind, lang).lower()}" for place, kind in view.own.covered]
    return paragraph(say("seen", lang, names=join_words(names, lang)), WIDTH, "bold")


def _going_on(state: State, view: Viewer) -> list[Line]:
    lines = [drawn for fact in open_card(state, view) for drawn in paragraph(fact, WIDTH)]
    question = question_at_length(state, view)
    return [*lines, *paragraph(question, WIDTH, "bold")] if question else lines
