"""Tables beside the map: players, Splendore, cards, technologies, wonders and structures. 72 columns wide at most."""

from __future__ import annotations

from referee.drawing.text_picture import Line, Picture, Span, columns, paragraph, seat_style, text_line
from referee.games.civilization.display.status import asked_now
from referee.games.civilization.display.words import (
    brings,
    card_text,
    join_words,
    say,
    short,
    waiting_units_text,
    work_text,
)
from referee.games.civilization.rules.counting import FIELDS, fields, levels, points_for, production
from referee.games.civilization.rules.technologies import offer, price
from referee.games.civilization.state import State, in_play, who_has
from referee.kernel.game import Viewer

WIDTH = 72


def players(state: State, view: Viewer) -> Picture:
    """A row a seat: who is asked (`>`), whose turn it is (`*`), credits, points, card, settlements, symbols."""
    lang = view.lang
    words = ("player", "credits", "points", "card", "towns", "levels", "production", "technologies", "wonders")
    rows: list[list[Span]] = [[("", ""), *((say(f"head {word}", lang), "dim") for word in words)]]
    now = asked_now(state)
    for seat, player in enumerate(state.players):
        marks = (">" if seat in now else " ") + ("*" if seat == state.active and not state.ended else " ")
        numbers = (
            player.credits,
            player.points,
            player.card or "-",
            sum(town.seat == seat for town in state.towns.values()),
            levels(state, seat),
            production(state, seat),
            len(player.technologies),
            len(player.wonders),
        )
        rows.append(
            [
                (f"{marks}{seat + 1}", seat_style(seat)),
                (short(view.names[seat]), seat_style(seat)),
                *((str(number), "") for number in numbers),
            ]
        )
    return columns(rows, right=(2, 3, 5, 6, 7, 8, 9))


def splendour(state: State, view: Viewer) -> Picture:
    """What a count would give now: number and points of each field, and their sum."""
    lang = view.lang
    heads = ["", say("head player", lang), *(say(f"head {field}", lang) for field in FIELDS), say("head sum", lang)]
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    numbers = fields(state)
    setting = state.setting
    points = [points_for(field, setting.ranking, zero=setting.zero_scores) for field in numbers]
    for seat in range(state.seats):
        cells = [f"{number[seat]} ({point[seat]})" for number, point in zip(numbers, points, strict=True)]
        total = sum(point[seat] for point in points)
        style = seat_style(seat)
        rows.append(
            [(f"  {seat + 1}", style), (short(view.names[seat]), style), *((cell, "") for cell in (*cells, str(total)))]
        )
    return (text_line(say("splendour", lang), "title"), *columns(rows, right=(2, 3, 4, 5)))


def cards(state: State, view: Viewer) -> Picture:
    """The pool with what each card says, then the cards in hand."""
    lang = view.lang
    lines = [text_line(say("pool", lang), "title")]
    for code in state.pool:
        lines += _card_lines(state, code, view)
    held = [(player.card, seat) for seat, player in enumerate(state.players) if player.card]
    if held:
        lines += [(), text_line(say("held", lang), "title")]
    for code, seat in held:
        lines += _card_lines(state, code, view, seat)
    return tuple(lines)


def _card_lines(state: State, code: str, view: Viewer, seat: int | None = None) -> list[Line]:
    head, *facts = card_text(code, state.world.components, view.lang)
    if seat is not None:
        head = f"{seat + 1} {view.names[seat]}: {head}"
    style = "bold" if seat is None else seat_style(seat)
    lines = [*paragraph(head, WIDTH, style)]
    return lines + [drawn for fact in facts for drawn in paragraph(fact, WIDTH, "", "  ", "    ")]


def technologies(state: State, view: Viewer) -> Picture:
    """Those on offer with the price for the reader or the active seat, then who owns what, then what is to come."""
    parts, lang = state.world.components, view.lang
    seat = state.active if view.seat is None else view.seat
    lines = [text_line(say("on offer", lang, name=view.names[seat]), "title")]
    rows: list[list[Span]] = []
    for tech in sorted(offer(state), key=lambda tech: (tech.era, parts.rank[tech.id])):
        rows.append([(f"  {tech.id}", "bold"), (parts.name(tech.id, lang), ""), (str(price(state, seat, tech)), "")])
    lines += columns(rows, right=(2,))
    for era in parts.pack.eras:
        number = parts.pack.eras.index(era) + 1
        lines += [(), text_line(say("era", lang, name=parts.name(era.id, lang).lower()), "title")]
        printed = [entry.id for entry in parts.pack.technologies if entry.era == number]
        table = columns([_technology(state, code, view) for code in printed], right=(2,))
        for code, row in zip(printed, table, strict=True):
            lines += [row, *_brings(state, code, lang)]
    return tuple(lines)


def _technology(state: State, code: str, view: Viewer) -> list[Span]:
    """A technology: its owner, or what it still needs."""
    parts, lang = state.world.components, view.lang
    tech, seat = parts.technologies[code], who_has(state, code)
    missing = [need for need in tech.needs if need not in in_play(state)]
    name = parts.name(code, lang) + (" *" if tech.seminal else "")
    cells: list[Span] = [(f"  {code}", "dim" if seat is None else seat_style(seat)), (name, ""), (str(tech.cost), "")]
    if seat is not None:
        return [*cells, (f"{seat + 1} {short(view.names[seat])}", seat_style(seat))]
    return [*cells, (say("needs", lang, needs=" ".join(missing)) if missing else "", "dim")]


def _brings(state: State, code: str, lang: str) -> list[Line]:
    """What a technology allows everybody, then what its discoverer gets."""
    facts = brings(state.world.technologies[code], state.world.components, lang, "; ")
    return [drawn for fact in facts for drawn in paragraph(fact, WIDTH, "dim", "       ", "         ")]


def works(state: State, view: Viewer) -> Picture:
    """Wonders and structures of each seat; with what each does; a wonder whose era is over is in brackets."""
    parts, lang = state.world.components, view.lang
    lines = [text_line(say("works", lang), "title")]
    for seat, player in enumerate(state.players):
        lines.append(text_line(say("seat named", lang, seat=seat + 1, name=view.names[seat]), seat_style(seat)))
        wonders = [_wonder(state, code, lang) for code in player.wonders]
        structures = [work_text(code, parts, lang) for code in player.structures]
        for word, found in (("wonders of", wonders), ("structures of", structures)):
            lines += paragraph(say(word, lang, names=join_words(found, lang, "; ")), WIDTH, "", "  ", "    ")
        for waiting in waiting_units_text(player.waiting, parts, lang):
            lines += paragraph(waiting, WIDTH, "", "  ", "    ")
    return tuple(lines)


def _wonder(state: State, code: str, lang: str) -> str:
    told = work_text(code, state.world.components, lang)
    return told if state.world.wonders[code].era == state.era else f"[{told}]"
