"""How a game ended, in words and as a table: whose weakest colour is the strongest, and where the treasures went."""

from __future__ import annotations

from referee.drawing.signs import told_apart
from referee.drawing.styles import seat_style
from referee.drawing.text import Picture, Span, columns
from referee.drawing.verdict import by_place, weakest_first
from referee.games.tigris.data import COLOURS
from referee.games.tigris.faces.status import headline
from referee.games.tigris.faces.words import say
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.state import State
from referee.kernel.game import View
from referee.kernel.requests import Seat


def result(state: State, view: View) -> tuple[str, ...]:
    """Why the game is over, who won and by what, and then each player's points, the winner first."""
    ended = outcome(state)
    if ended is None:
        return ()
    lang = view.lang
    verdict = weakest_first(ended, view.names, lang)
    items = (
        say("place", lang, place=ended.ranks[seat], name=view.names[seat], points=_points(state, view, seat))
        for seat in by_place(ended)
    )
    return (f"{headline(state, view)}.", verdict, *items)


def shares(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """How many treasures went to each colour: one after the other to the weakest, the last of equals.

    Source: TE 13.3; ruling R62.
    """
    points, given = list(state.points[seat]), [0, 0, 0, 0]
    for _ in range(state.treasures_won[seat]):
        weakest = max(range(4), key=lambda colour: (-points[colour], colour))
        points[weakest] += 1
        given[weakest] += 1
    return given[0], given[1], given[2], given[3]


def compared(state: State, view: View) -> Picture:
    """A row for each player, the winner first: points of each colour with treasures, then all from the weakest on."""
    ended = outcome(state)
    assert ended is not None
    lang = view.lang
    heads = ["", *(say(colour, lang) for colour in COLOURS), say("treasures", lang), say("weakest first", lang)]
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    for seat in by_place(ended):
        given = shares(state, seat)
        row = [(f"{ended.ranks[seat]}  {told_apart(view.names)[seat]}", seat_style(seat))]
        row += [
            (f"{own}+{more}={own + more}" if more else str(own), colour)
            for own, more, colour in zip(state.points[seat], given, COLOURS, strict=True)
        ]
        vector = " ".join(f"{number:>2}" for number in ended.scores[seat])
        rows.append([*row, (str(state.treasures_won[seat]), ""), (vector, "")])
    return columns(rows, right=(1, 2, 3, 4, 5))


def _points(state: State, view: View, seat: Seat) -> str:
    """`red 9, black 5 + 1 treasure`."""
    told = []
    for colour, own, more in zip(COLOURS, state.points[seat], shares(state, seat), strict=True):
        points = f"{say(colour, view.lang)} {own}"
        told.append(say("with treasures", view.lang, points=points, count=more) if more else points)
    return ", ".join(told)
