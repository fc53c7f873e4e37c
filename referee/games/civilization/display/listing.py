"""The board in sentences: it can be heard, and no font, phone or mail program can break it.

It shows all that a turn needs, so that nobody must look into the box: the cards to choose from with both boxes when one
is chosen soon, and technologies and structures with what they bring when they can be had.
"""

from __future__ import annotations

from referee.drawing.text_picture import Line, Picture, paragraph, seat_style, text_line
from referee.games.civilization import frames as f
from referee.games.civilization.data import COVERED, RESOURCES
from referee.games.civilization.display.places import fresh, marker_text, owner, pieces_text
from referee.games.civilization.display.status import clock, open_card, question_at_length, wishes
from referee.games.civilization.display.supply import card_lines, pool_text, structure_lines, technology_lines
from referee.games.civilization.display.words import join_words, say, waiting_units_text, with_code
from referee.games.civilization.rules.counting import FIELDS, fields, happiness, levels, markers, points_for, production
from referee.games.civilization.state import State, towns_of
from referee.kernel.game import Viewer, with_capital
from referee.kernel.requests import Seat

_WIDTH = 72


def neighbours(state: State, view: Viewer) -> Picture:
    """Territories region by region, then the seas."""
    parts, lang = state.world.components, view.lang
    lines: list[Line] = []
    for region in parts.pack.regions:
        lines.append(text_line(parts.name(region.id, lang), "title"))
        for land in parts.pack.territories:
            if land.region == region.id:
                lines += _land(state, land.id, view)
        lines.append(())
    lines.append(text_line(say("seas", lang), "title"))
    for sea in parts.pack.seas:
        lines += _sea(state, sea.id, view)
    return tuple(lines)


def _land(state: State, place: str, view: Viewer) -> list[Line]:
    parts, lang = state.world.components, view.lang
    land, seas = parts.territories[place].borders, parts.seas_of[place]
    facts = [_names("borders", state, land, lang) if land else say("island", lang)]
    facts.append(_names("on seas", state, seas, lang) if seas else say("inland", lang))
    face = marker_text(state, place, lang)
    return _entry(state, place, view, [*facts, *([say("marker", lang, face=face)] if face else [])])


def _sea(state: State, place: str, view: Viewer) -> list[Line]:
    sea, lang = state.world.components.seas[place], view.lang
    facts = [_names("coast", state, sea.coast, lang), _names("beside", state, sea.borders, lang)]
    return _entry(state, place, view, facts)


def _names(word: str, state: State, places: tuple[str, ...], lang: str) -> str:
    return say(word, lang, names=join_words([_name_of_place(state, name, lang) for name in places], lang))


def _entry(state: State, place: str, view: Viewer, facts: list[str]) -> list[Line]:
    """A place: its name, who is there, and what else is to be said, a sentence each."""
    seat, pieces = owner(state, place), pieces_text(state, place, view)
    lines = [text_line(_name_of_place(state, place, view.lang), "bold")]
    if pieces and seat is not None:
        lines += paragraph(pieces, _WIDTH, seat_style(seat), "  ")
    return lines + [drawn for fact in facts for drawn in paragraph(fact, _WIDTH, "", "  ", "    ")]


def _name_of_place(state: State, place: str, lang: str) -> str:
    return with_code(state.world.components, place, lang)


def listing(state: State, view: Viewer) -> tuple[str, ...]:
    """What is open, the players, the places region by region, what a count would give, and what can be had."""
    lang = view.lang
    parts = [f"{with_capital(fact)}." for fact in (clock(state, view), *open_card(state, view))]
    asked = question_at_length(state, view)
    parts += [f"{asked}."] if asked else []
    parts += [_player_line(state, seat, view) for seat in range(state.seats)]
    changed = [with_code(state.world.components, place, lang) for place in fresh(state, view)]
    parts += [say("new places", lang, names=", ".join(changed))] if changed else []
    parts += _regions(state, view)
    if not state.ended:
        parts += [_count(state, view), *_supply(state, view)]
    return (*parts, say("label", lang, label=state.world.components.label(lang)))


# Players


def _player_line(state: State, seat: Seat, view: Viewer) -> str:
    parts, lang, player = state.world.components, view.lang, state.players[seat]
    holds = with_code(parts, player.card, lang) if player.card else say("no card", lang)
    told = [
        say(
            "player at length",
            lang,
            seat=seat + 1,
            name=view.names[seat],
            credits=player.credits,
            points=player.points,
            card=holds,
            towns=len(towns_of(state, seat)),
            levels=levels(state, seat),
            happiness=happiness(state, seat),
            production=production(state, seat),
        )
    ]
    used = [
        f"{parts.name(face, lang).lower()} {number}" for face in RESOURCES if (number := markers(state, seat, face))
    ]
    told += [say("exploits", lang, names=", ".join(used))] if used else []
    for word, codes in (
        ("has technologies", player.technologies),
        ("has wonders", player.wonders),
        ("has structures", player.structures),
    ):
        if codes:
            told.append(say(word, lang, names=", ".join(_owned_card_text(state, code, lang) for code in codes)))
    told += [*waiting_units_text(player.waiting, parts, lang), *wishes(state, seat, view)]
    return f"{'; '.join(told)}."


def _owned_card_text(state: State, code: str, lang: str) -> str:
    """A technology, structure or wonder with its code; a wonder whose era is over is in brackets."""
    told = with_code(state.world.components, code, lang)
    wonder = state.world.wonders.get(code)
    return f"[{told}]" if wonder is not None and wonder.era != state.era else told


# Places


def _regions(state: State, view: Viewer) -> list[str]:
    parts, lang = state.world.components, view.lang
    told = [_region(state, region.id, view) for region in parts.pack.regions]
    fleets = [_place_line(state, sea.id, view) for sea in parts.pack.seas if owner(state, sea.id) is not None]
    return told + ([f"{say('seas', lang)}: {'; '.join(fleets)}."] if fleets else [])


def _region(state: State, region: str, view: Viewer) -> str:
    """Such as: Asia: Ganges (gan) wine, 1 anna, settlement 2; face down: Gobi (gob); without marker: Java (jav)."""
    parts, lang = state.world.components, view.lang
    lands = [land.id for land in parts.pack.territories if land.region == region]
    empty = [place for place in lands if owner(state, place) is None]
    covered = [place for place in empty if state.markers.get(place) == COVERED]
    bare = [place for place in empty if not state.markers.get(place)]
    told = [_place_line(state, place, view) for place in lands if place not in (*covered, *bare)]
    for word, places in (("face down", covered), ("bare", bare)):
        names = ", ".join(with_code(parts, place, lang) for place in places)
        told += [f"{say(word, lang)}: {names}"] if names else []
    return f"{parts.name(region, lang)}: {'; '.join(told)}."


def _place_line(state: State, place: str, view: Viewer) -> str:
    facts = [marker_text(state, place, view.lang), pieces_text(state, place, view)]
    return f"{with_code(state.world.components, place, view.lang)} {', '.join(fact for fact in facts if fact)}"


# What can be had


def _count(state: State, view: Viewer) -> str:
    setting, numbers = state.setting, fields(state)
    points = [points_for(field, setting.ranking, zero=setting.zero_scores) for field in numbers]
    told = []
    for seat, name in enumerate(view.names):
        own = {field: number[seat] for field, number in zip(FIELDS, numbers, strict=True)}
        told.append(say("count of", view.lang, name=name, points=sum(point[seat] for point in points), **own))
    return say("count now", view.lang, names="; ".join(told))


def _supply(state: State, view: Viewer) -> list[str]:
    """What can be had, at length where the open question or the next one is about it."""
    frame, lang = state.frames[-1], view.lang
    told = technology_lines(state, view) + structure_lines(state, lang)
    if isinstance(frame, f.TakeCard | f.PickCard) or (isinstance(frame, f.BoxTurn) and frame.box == "top"):
        return [*told, *card_lines(state, lang)]
    return [*told, f"{with_capital(pool_text(state, lang))}."]
