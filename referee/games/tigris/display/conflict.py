"""A conflict as its readers need it: why there is one, a row a side, what leaves the board at either end, and what
waits after it.

What an end does is not worked out here: the rules settle the conflict once for each end, and what happened is told.
"""

from __future__ import annotations

import msgspec

from referee.drawing.text_picture import (
    SPARE,
    Picture,
    Span,
    columns,
    numbered_names,
    seat_style,
    strip_line,
    text_line,
    wrap_lines,
)
from referee.games.tigris import frames as f
from referee.games.tigris.board import COLUMNS, LABEL, ROW_COUNT, SPACE, labels, region_of
from referee.games.tigris.data import COLOUR_NUMBER, COLOURS, ROLES
from referee.games.tigris.display.status import contest_of, joining, running, say, supporters
from referee.games.tigris.display.text import rows_between
from referee.games.tigris.events import Home, Removed, Scored
from referee.games.tigris.rules.conflicts import settle_revolt
from referee.games.tigris.rules.wars import Rivals, conflicts_at, settle_war
from referee.games.tigris.state import State, replace
from referee.kernel.events import Event
from referee.kernel.game import Viewer
from referee.kernel.requests import Seat

_SURE = 1000
"""More than any side can add: with it an end is certain."""


class ConflictEnd(msgspec.Struct, frozen=True):
    """The result of a conflict if `winner` wins: the state, and what happened."""

    winner: Seat
    state: State
    events: tuple[Event, ...]


def why(state: State, view: Viewer) -> str:
    """Who is in conflict with whom, in a sentence; for those not asked with the strengths so far. Empty if there
    is no conflict.
    """
    frame = running(state)
    if frame is None:
        return ""
    attacker, defender, lang = view.names[frame.attacker], view.names[frame.defender], view.lang
    role = ROLES[COLOUR_NUMBER[frame.colour]]
    sort = "revolt" if not frame.joining else "attack" if frame.attacker == state.active else "war"
    reader = {frame.attacker: "attacker", frame.defender: "defender"}.get(
        -1 if view.seat is None else view.seat, "other"
    )
    other = defender if reader == "attacker" else attacker
    cell = LABEL[state.leaders[4 * frame.defender + COLOUR_NUMBER[frame.colour]]]
    values = {"attacker": attacker, "defender": defender, "other": other, "role": role, "cell": cell}
    told = say(f"why {sort} {reader}", lang, **values)
    if view.seat != frame.seat:
        told += say("as it stands", lang, attack=frame.attack + (frame.added or 0), defence=frame.defence)
    return f"{told[:1].upper()}{told[1:]}."


def conflict(state: State, view: Viewer) -> Picture:
    """A row for each side, the asked one first, and the possible results; for the other players what becomes of their
    leaders. () if there is none.
    """
    frame = running(state)
    if frame is None:
        return ()
    if view.seat not in (frame.attacker, frame.defender):
        return _fact_lines(_bystander(state, view, frame), view)
    facts = [*_first(state, view, frame), *_ends(state, view, frame)]
    stay, further = _stay(state, view, frame), _further(state, view, frame)
    return (
        *_sides(state, view, frame),
        *_fact_lines(facts, view),
        *_fact_lines(stay, view, SPARE),
        *_fact_lines(further, view),
    )


def _fact_lines(facts: list[str], view: Viewer, style: str = "") -> Picture:
    return tuple(text_line(part, style) for fact in facts for part in wrap_lines(fact, view.columns, "", "  "))


def part(state: State, view: Viewer) -> Picture:
    """The kingdoms in a conflict with a row and a column more on each side; () if there is none."""
    frame = running(state)
    if frame is None:
        return ()
    around = SPACE[frame.joining] if frame.joining else 0
    for seat in (frame.attacker, frame.defender):
        leader = state.leaders[4 * seat + COLOUR_NUMBER[frame.colour]]
        around |= leader | (0 if frame.joining else supporters(state, frame, seat))
    if frame.joining:
        around |= region_of(around, state.pieces)
    places = [(COLUMNS.index(label[0]), int(label[1:])) for label in labels(around)]
    across, down = zip(*places, strict=True)
    columns_shown = COLUMNS[max(min(across) - 1, 0) : max(across) + 2]
    rows_shown = range(max(min(down) - 1, 1), min(max(down) + 1, ROW_COUNT) + 1)
    return tuple(strip_line(row) for row in rows_between(state, view, columns_shown, rows_shown))


def _sides(state: State, view: Viewer, frame: f.Commit) -> Picture:
    """Who, where, how many tiles count, how many are added, both together, which tiles."""
    rows: list[list[Span]] = [[("", "")] * 2 + [(say(f"side {head}", view.lang), "dim") for head in _HEADS]]
    fought, named = contest_of(state, frame), numbered_names(view.names)
    for side in (fought.own, fought.other):
        name = say("side you", view.lang) if side.seat == view.seat else named[side.seat]
        added, both = "?", f"{side.strength}+"
        if side.added is not None:
            added, both = str(side.added), str(side.together)
        elif side != fought.own:
            added = say("side later", view.lang)
        texts = (str(side.strength), added, both)
        rows.append([(f"  {name}", seat_style(side.seat)), (side.place, ""), *((text, "") for text in texts)])
    table = columns(rows, right=(2, 3, 4))
    width = max(sum(len(text) for text, _ in row) for row in table) + 2
    tiles = ("", *(" ".join(side.spaces) for side in (fought.own, fought.other)))
    lines: list[tuple[Span, ...]] = []
    for row, cells in zip(table, tiles, strict=True):
        blanks = " " * (width - sum(len(text) for text, _ in row))
        first, *rest = wrap_lines(cells, max(view.columns - width, 12)) or ("",)
        lines.append((*row, (blanks, ""), (first, "")) if first else row)
        lines += [text_line(" " * width + text) for text in rest]
    return tuple(lines)


_HEADS = ("board", "added", "together")


def _first(state: State, view: Viewer, frame: f.Commit) -> list[str]:
    """Why somebody attacks in a war that none of the two has begun."""
    if state.active in (frame.attacker, frame.defender):
        return []
    code = "first you" if frame.attacker == view.seat else "first other"
    return [say(code, view.lang, attacker=view.names[frame.attacker], active=view.names[state.active])]


def ends(state: State, frame: f.Commit) -> tuple[ConflictEnd, ConflictEnd]:
    """Both ends of the conflict, by the rules: the attacker wins, the defender wins."""
    settle = settle_war if frame.joining else settle_revolt
    found = []
    for winner, added in ((frame.attacker, 0), (frame.defender, 2 * _SURE)):
        log: list[Event] = []
        after = settle(state, replace(frame, added=_SURE), added, log)
        found.append(ConflictEnd(winner, after, tuple(log)))
    return found[0], found[1]


def end_sentences(state: State, view: Viewer) -> tuple[str, ...]:
    """What leaves the board and who scores, if the reader wins and if the reader loses; () for anybody else."""
    frame = running(state)
    return tuple(_ends(state, view, frame)) if frame and view.seat in (frame.attacker, frame.defender) else ()


def _ends(state: State, view: Viewer, frame: f.Commit) -> list[str]:
    told = []
    for end in sorted(ends(state, frame), key=lambda end: end.winner != view.seat):
        won, lang = end.winner == view.seat, view.lang
        home = next(event for event in end.events if isinstance(event, Home))
        scored = next(event for event in end.events if isinstance(event, Scored))
        gone = _removed_tiles(end)
        values = {"name": view.names[home.seat if won else end.winner], "role": home.piece, "count": scored.count}
        colour = scored.colour
        if gone is not None:
            told.append(say(f"end {'won' if won else 'lost'} tiles", lang, **values, colour=colour, cells=gone.cells))
        else:
            told.append(say(f"end {'won' if won else 'lost'}", lang, **values, colour=colour))
    return told


def _removed_tiles(end: ConflictEnd) -> Removed | None:
    """The tiles that an end takes from the board."""
    return next((event for event in end.events if isinstance(event, Removed)), None)


def _stay(state: State, view: Viewer, frame: f.Commit) -> list[str]:
    """Which tiles of both sides stay in a war, whoever wins."""
    if not frame.joining:
        return []
    cells = [cell for end in ends(state, frame) for cell in getattr(_removed_tiles(end), "cells", ())]
    both = supporters(state, frame, frame.attacker) | supporters(state, frame, frame.defender)
    stay = both & ~sum(SPACE[cell] for cell in cells)
    return [say("end kept", view.lang, cells=labels(stay), count=stay.bit_count())] if stay else []


def waiting(state: State, frame: f.Commit) -> list[Rivals]:
    """The wars around the same tile that are not fought yet, as they stand."""
    at = joining(state)
    return [rivals for rivals in conflicts_at(state, at) if COLOURS[rivals.colour] != frame.colour] if at else []


def _further(state: State, view: Viewer, frame: f.Commit) -> list[str]:
    """The wars that wait, with their strengths, and whether an end of this one ends them too."""
    found, lang = waiting(state, frame), view.lang
    if not found:
        return []
    wars = [
        say(
            "further war",
            lang,
            colour=COLOURS[rivals.colour],
            sides=", ".join(
                f"{say('side you', lang) if seat == view.seat else view.names[seat]} "
                f"{(state.tiles[rivals.colour] & side).bit_count()}"
                for seat, side in zip(rivals.seats, rivals.sides, strict=True)
            ),
        )
        for rivals in found
    ]
    told = [say("further", lang, wars="; ".join(wars))]
    if view.seat in (frame.attacker, frame.defender):
        apart = [end.winner == view.seat for end in ends(state, frame) if not conflicts_at(end.state, joining(state))]
        if apart:
            told.append(say("apart both" if len(apart) > 1 else "apart won" if apart[0] else "apart lost", lang))
    return told


def _bystander(state: State, view: Viewer, frame: f.Commit) -> list[str]:
    """What becomes of the other leaders of a reader who takes no part: in a conflict nobody else's leader leaves."""
    if view.seat is None or not frame.joining:
        return []
    fought = region_of(SPACE[frame.joining], state.pieces)
    in_war = {(seat, rivals.colour) for rivals in waiting(state, frame) for seat in rivals.seats}
    own = enumerate(state.leaders[4 * view.seat : 4 * view.seat + 4])
    roles = tuple(ROLES[n] for n, space in own if space & fought and (view.seat, n) not in in_war)
    told = [say("your leaders stay", view.lang, roles=roles, count=len(roles))] if roles else []
    return [*told, *_further(state, view, frame)]
